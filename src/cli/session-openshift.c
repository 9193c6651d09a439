/* session-openshift.c - OpenShift gives new pods the node selector of their
 * namespace
 *
 * A Namespace has it in an annotation, which counts even if it is empty; without
 * the annotation, the Scheduler's spec.defaultNodeSelector counts.  Existing pods
 * got it when they were created.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session-private.h"

#include <string.h>

#include "api/pod-private.h"
#include "cli/console.h"

/* The node selectors of namespaces. */
typedef struct
{
  const FitObjects *objects; /* borrowed */
  FitLabels *by_default;     /* (nullable) owned: spec.defaultNodeSelector */
  FitTally by_annotation;    /* namespaces that have one of their own */
  FitTally missing;          /* namespaces that were not read */
  FitTally odd;              /* annotations that cannot be read */
  GHashTable *selectors;     /* owned: interned namespace -> FitLabels */
} NodeSelectors;

static void
node_selectors_clear (NodeSelectors *all)
{
  fit_labels_unref (all->by_default);
  fit_tally_clear (&all->by_annotation);
  fit_tally_clear (&all->missing);
  fit_tally_clear (&all->odd);
  g_hash_table_unref (all->selectors);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (NodeSelectors, node_selectors_clear)

/* "a=b,c=d".  Returns: (transfer full) (nullable): NULL if it is something
 * else */
static FitLabels *
parse (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 0);
  FitLabels *labels = fit_labels_new (g_strv_length (parts));

  for (guint i = 0; *text != '\0' && parts[i] != NULL; i++)
    {
      char *equals = strchr (parts[i], '=');

      if (equals == NULL)
        {
          fit_labels_unref (labels);
          return NULL;
        }
      *equals = '\0';
      fit_labels_append (labels, g_strstrip (parts[i]),
                         g_strstrip (equals + 1));
    }
  return labels;
}

static const FitLabels *
selector_of (NodeSelectors *all, const char *name)
{
  const GPtrArray *namespaces = all->objects->of[FIT_KIND_NAMESPACE];
  const FitNamespace *namespace_ = NULL;
  FitLabels *labels = g_hash_table_lookup (all->selectors, name);
  const char *own;

  if (labels != NULL)
    return labels;
  /* The last one of this name counts. */
  for (guint i = namespaces->len; namespace_ == NULL && i-- > 0;)
    if (strcmp (((const FitNamespace *) namespaces->pdata[i])->meta.name, name)
        == 0)
      namespace_ = namespaces->pdata[i];
  own = namespace_ != NULL ? namespace_->node_selector : NULL;
  labels = own != NULL ? parse (own) : NULL;
  if (labels != NULL)
    fit_tally_add (&all->by_annotation, "%s (\"%s\")", name, own);
  else if (own != NULL)
    fit_tally_add (&all->odd, "%s (\"%s\")", name, own);
  else if (namespace_ == NULL)
    fit_tally_add (&all->missing, "%s", name);
  if (labels == NULL)
    labels = fit_labels_ref (all->by_default);
  g_hash_table_insert (all->selectors, (gpointer) name, labels);
  return labels;
}

/* A pod keeps what it asks for itself.  Returns: (transfer full) (nullable):
 * NULL if that is another value, so that the pod is refused */
static FitLabels *
merge (const FitLabels *own, const FitLabels *added)
{
  g_autoptr (FitLabels) all
      = fit_labels_new ((own != NULL ? own->n : 0) + added->n);

  for (guint i = 0; own != NULL && i < own->n; i++)
    fit_labels_append (all, own->pairs[i].key, own->pairs[i].value);
  for (guint i = 0; i < added->n; i++)
    {
      const char *value = fit_labels_lookup (own, added->pairs[i].key);

      if (value != NULL && strcmp (value, added->pairs[i].value) != 0)
        return NULL;
      fit_labels_append (all, added->pairs[i].key, added->pairs[i].value);
    }
  return g_steal_pointer (&all);
}

/* -- notes ----------------------------------------------------------------- */

/* Takes ownership of @text. */
static void
say (const FitSession *session, char *text)
{
  fit_console_note ("%s", text);
  g_ptr_array_add (session->rules.notes, text);
}

static void
append (GString *text, const FitTally *tally, const char *format)
{
  g_autofree char *examples = fit_tally_text (tally);

  if (tally->n > 0)
    g_string_append_printf (text, "; %s: %s", format, examples);
}

/* -- all ------------------------------------------------------------------- */

/* Returns: (nullable): NULL: the rules are not those of OpenShift */
static const char *
own_selector (const FitSession *session)
{
  const FitChosenRules *rules = &session->rules;

  return rules->config.node_selector != NULL ? rules->config.node_selector
                                             : rules->policy.node_selector;
}

/* Two sessions on the same cluster have the same pods. */
static const char *
default_selector (const FitSession *session)
{
  while (session->beside != NULL)
    session = session->beside;
  return own_selector (session);
}

void
fit_session_note_other_node_selector (const FitSession *session)
{
  const char *own = own_selector (session);

  if (own != NULL && *own != '\0'
      && g_strcmp0 (own, default_selector (session)) != 0)
    say (session,
         g_strdup_printf ("spec.defaultNodeSelector (%s) of %s is not applied: "
                          "both sides try the same pods, as the left one has "
                          "them",
                          own, session->rules.config.name));
}

void
fit_session_set_node_selectors (FitSession *session, const FitNewPods *new_pods)
{
  const char *text
      = fit_session_admits (session) ? default_selector (session) : NULL;
  GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  guint n = 0;
  g_autoptr (GString) out = NULL;
  g_auto (NodeSelectors) all = {
    .objects = session->objects,
    .by_default = text != NULL ? parse (text) : NULL,
    .selectors = g_hash_table_new_full (NULL, NULL, NULL,
                                        (GDestroyNotify) fit_labels_unref),
  };

  session->conflicts = g_ptr_array_new_with_free_func (fit_object_unref);
  if (text != NULL && all.by_default == NULL && session->beside == NULL)
    say (session,
         g_strdup_printf ("spec.defaultNodeSelector (%s) is not applied: it is "
                          "no list of KEY=VALUE",
                          text));
  if (all.by_default == NULL)
    return;
  for (guint i = 0; i < pods->len; i++)
    {
      FitPod *pod = pods->pdata[i];
      g_autoptr (FitLabels) merged = NULL;
      const FitLabels *added;

      if (i < new_pods->given && !fit_session_comes_with_node (session, pod))
        continue;
      added = selector_of (&all, pod->meta.namespace_);
      if (added->n == 0)
        continue;
      merged = merge (pod->spec->node_selector_map, added);
      if (merged == NULL)
        {
          g_ptr_array_add (session->conflicts, fit_pod_ref (pod));
          continue;
        }
      n += added == all.by_default;
      pods->pdata[i] = fit_pod_with_node_selector (pod, merged);
      fit_pod_unref (pod);
    }
  if (session->beside != NULL
      || (n == 0 && all.by_annotation.n == 0 && all.odd.n == 0))
    return;
  out = g_string_new (NULL);
  g_string_append_printf (out,
                          "as OpenShift does, %u new %s given "
                          "spec.defaultNodeSelector (%s)",
                          n, n == 1 ? "pod is" : "pods are", text);
  append (out, &all.by_annotation,
          "the annotation openshift.io/node-selector counts instead in the "
          "namespaces");
  append (out, &all.odd,
          "the annotation openshift.io/node-selector cannot be read, and does "
          "not count");
  append (out, &all.missing,
          "these Namespaces were not read, and are taken to have no annotation "
          "openshift.io/node-selector");
  say (session, g_string_free (g_steal_pointer (&out), FALSE));
}
