/* session-notes.c - notes about a cluster after reading it
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session-private.h"

#include <string.h>

#include "assembly/modern-pods.h"
#include "base/each.h"
#include "base/plain-text.h"
#include "cli/cluster-notes.h"
#include "cli/console.h"

/* -- kinds and labels ------------------------------------------------------ */

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

/* A cluster may have any number of unknown kinds. */
#define KINDS_SHOWN 10
#define KIND_WIDTH 80

char *
fit_session_list_kinds (GHashTable *unknown)
{
  g_autoptr (GList) kinds
      = g_list_sort (g_hash_table_get_keys (unknown), compare_names);
  const guint n_kinds = g_hash_table_size (unknown);
  GString *text = g_string_new (NULL);
  guint n = 0;

  for (GList *link = kinds; link != NULL && n < KINDS_SHOWN; link = link->next)
    {
      g_autofree char *kind = fit_plain_cut (link->data, KIND_WIDTH);

      g_string_append_printf (
          text, "%s%s (%u)", n++ > 0 ? ", " : "", kind,
          GPOINTER_TO_UINT (g_hash_table_lookup (unknown, link->data)));
    }
  if (n_kinds > KINDS_SHOWN)
    g_string_append_printf (text, " and %u more", n_kinds - KINDS_SHOWN);
  return g_string_free (text, kinds == NULL);
}

char *
fit_session_describe_unknown (GHashTable *unknown)
{
  g_autofree char *kinds = fit_session_list_kinds (unknown);
  GHashTableIter iter;
  gpointer count;
  guint total = 0;

  g_hash_table_iter_init (&iter, unknown);
  while (g_hash_table_iter_next (&iter, NULL, &count))
    total += GPOINTER_TO_UINT (count);
  if (kinds == NULL)
    return NULL;
  return g_strdup_printf ("ignored %u %s of kinds: %s", total,
                          total == 1 ? "object" : "objects", kinds);
}

char *
fit_session_describe_labels (const FitObjects *objects,
                             const FitOptions *options)
{
  const guint n = objects->n_ga_only_nodes;
  FitRelease release = FIT_RELEASE_LEGACY;

  if (n == 0 || options->legacy_labels || options->release != NULL)
    return NULL;
  fit_legacy_release_parse (options->emulate_release, &release, NULL);
  return g_strdup_printf ("%u %s zone, region or instance type only under "
                          "labels that v%s does not read",
                          n, n == 1 ? "node has" : "nodes have",
                          fit_legacy_release_name (release));
}

/* -- notes on standard error ----------------------------------------------- */

/* @text (transfer full) (nullable) */
static void
note (char *text)
{
  if (text != NULL)
    fit_console_note ("%s", text);
  g_free (text);
}

/* The other session, if any, has noted what is odd about the objects. */
void
fit_session_note_objects (const FitSession *session)
{
  const FitObjects *objects = session->objects;
  const FitSession *other = session->beside;
  g_autofree char *labels = NULL;

  if (other == NULL)
    {
      g_autofree char *missing = fit_tally_text (&objects->missing);

      note (fit_session_describe_unknown (objects->unknown));
      if (objects->missing.n > 0)
        fit_console_warning ("the cluster could not be read in full; without "
                             "%s",
                             missing);
      note (fit_inputs_note_skipped (&objects->skipped));
      note (fit_inputs_note_unentered (&objects->unentered));
      note (fit_cluster_note_fields (objects));
      note (fit_cluster_note_words (objects));
      note (fit_cluster_note_repeated (objects));
      /* With a trace, nodes may be added later. */
      if (session->invocation->options.trace == NULL)
        note (fit_cluster_note_nodes (objects));
    }
  /* Releases with profiles read the new labels. */
  if (session->rules.configuration != NULL
      || (other != NULL && other->rules.configuration == NULL))
    return;
  labels = fit_session_describe_labels (objects, &session->invocation->options);
  if (labels == NULL)
    return;
  fit_console_note ("%s", labels);
  fit_console_hint ("--legacy-labels copies them to the labels that it reads");
}

static guint
count_with (const FitSession *session, FitKind kind,
            const FitModernField *field)
{
  const GPtrArray *objects = session->objects->of[kind];
  guint n = 0;

  for (guint i = 0; i < objects->len; i++)
    n += (fit_modern_fields_of (kind, objects->pdata[i]) & (guint) field->bit)
             != 0
         && (kind != FIT_KIND_POD
             || fit_chosen_rules_take (&session->rules, objects->pdata[i]));
  return n;
}

/* Two sides by v1.16's rules would say the same. */
void
fit_session_note_modern (const FitSession *session)
{
  const FitChosenRules *rules = &session->rules;
  const FitModernRules reading = { rules->configuration, rules->modern,
                                   fit_session_cluster_flags (session) };
  const FitSession *other = session->beside;
  guint n;
  const FitModernField *fields = fit_modern_fields (&n);

  if (rules->configuration == NULL && other != NULL
      && other->rules.configuration == NULL)
    return;
  for (guint i = 0; i < n; i++)
    {
      const guint n_pods = count_with (session, FIT_KIND_POD, &fields[i]);
      const guint n_claims
          = count_with (session, FIT_KIND_PERSISTENT_VOLUME_CLAIM, &fields[i]);
      const FitModernResult result = fit_modern_result (
          &reading,
          rules->configuration != NULL ? &rules->configuration->profiles[0]
                                       : NULL,
          &fields[i]);
      g_autofree char *whose
          = n_pods > 0
                ? g_strdup_printf ("%u %s", n_pods,
                                   n_pods == 1 ? "pod has" : "pods have")
                : g_strdup_printf ("%u %s", n_claims,
                                   n_claims == 1 ? "claim has" : "claims have");

      if (n_pods > 0 || n_claims > 0)
        note (fit_modern_tell (&reading, &fields[i], result, whose));
    }
}

void
fit_session_note_other_schedulers (const FitSession *session)
{
  const GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  g_autofree char *names = fit_chosen_rules_schedulers (&session->rules);
  g_autofree char *said
      = session->beside != NULL
            ? fit_chosen_rules_schedulers (&session->beside->rules)
            : NULL;
  guint n = 0;
  guint n_own = 0;

  FIT_EACH (const FitPod, pod, pods)
    {
      const gboolean pending
          = *pod->node_name == '\0' && !fit_pod_terminal (pod);
      const gboolean own = fit_chosen_rules_take (&session->rules, pod);

      n += pending && !own;
      n_own += pending && own;
    }
  if (n == 0 || g_strcmp0 (said, names) == 0)
    return;
  fit_console_note ("left alone %u pending %s of other schedulers than %s", n,
                    n == 1 ? "pod" : "pods", names);
  if (session->rules.configuration != NULL
      && (n_own == 0 || session->rules.adopter == NULL))
    fit_console_hint ("--profile NAME lets one of these profiles try %s",
                      n == 1 ? "it" : "them");
}

void
fit_session_note_workloads (const FitSession *session)
{
  const FitWorkloads *workloads = session->workloads;
  g_autofree char *became = fit_workloads_describe (workloads);
  g_autofree char *rest = fit_workloads_describe_rest (workloads);
  const char *advice = fit_workloads_advise (workloads);

  if (session->beside != NULL)
    return;
  if (became != NULL)
    fit_console_note ("%s", became);
  if (rest != NULL)
    fit_console_note ("%s", rest);
  if (advice != NULL)
    fit_console_hint ("%s", advice);
  if (workloads->n_claimless > 0)
    fit_console_note ("copies of %u %s have no claims", workloads->n_claimless,
                      workloads->n_claimless == 1 ? "StatefulSet"
                                                  : "StatefulSets");
}

/* With a trace, claims may be added later. */
void
fit_session_note_claims (const FitSession *session)
{
  if (session->beside != NULL || session->invocation->options.trace != NULL)
    return;
  note (fit_cluster_note_half_bound (session->objects));
  note (fit_cluster_note_claims (session->objects));
}
