/* session-adopt.c - pods of schedulers that the rules are not
 *
 * A configuration often names a scheduler of its own, which no pod names yet.
 * Its only profile, or the one of --profile, tries such pods as if they did:
 *
 * - the pods of --pods in any case, because somebody asks about them;
 * - the other pods of the cluster if no pod at all names a profile, or if
 *   --profile says so.  Otherwise the scheduler is at work there, and the pods
 *   of other schedulers are none of its business.
 *
 * The same holds for a Policy or a provider, unless --scheduler-name says whose
 * pods it schedules.  A pod without a schedulerName, as --as-is takes it, is
 * nobody's.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session-private.h"

#include "cli/console.h"

#include <string.h>

static gboolean
is_pending (const FitPod *pod)
{
  return *pod->node_name == '\0' && !fit_pod_terminal (pod);
}

static gboolean
is_stranger (const FitSession *session, const FitPod *pod)
{
  return *pod->spec->scheduler_name != '\0'
         && !fit_chosen_rules_take (&session->rules, pod);
}

/* Is the pod @index one of --pods, or of a workload there? */
static gboolean
is_given (const FitSession *session, const FitNewPods *new_pods, guint index)
{
  const guint end = new_pods->made + session->workloads->n_pods_of_cluster;

  return index >= new_pods->given && (index < new_pods->made || index >= end);
}

/* The user did not write a migrated configuration. */
static const char *
name_rules (const FitSession *session)
{
  return session->invocation->rules_are_known ? "the configuration"
                                              : session->rules.config.name;
}

/* Nobody says which of several profiles is to try the pods: that is an error if
 * there is nothing else to try.
 * @list: the names of the other schedulers */
static gboolean
fail_without_adopter (const FitSession *session, gboolean given,
                      const char *list, GError **error)
{
  g_autofree char *schedulers = fit_chosen_rules_schedulers (&session->rules);

  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "%s: no profile has the schedulerName of the pods%s: %s",
               name_rules (session), given ? " of --pods" : "", list);
  fit_error_add_hint (error,
                      "--profile NAME lets one of its profiles try them: %s",
                      schedulers);
  return FALSE;
}

gboolean
fit_session_adopt (FitSession *session, const FitNewPods *new_pods,
                   GError **error)
{
  const FitChosenRules *rules = &session->rules;
  const char *adopter = rules->adopter;
  const FitOptions *options = &session->invocation->options;
  GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (FitTally) schedulers = { 0 };
  g_autofree char *list = NULL;
  guint n_own = 0, n_given = 0, n_given_strangers = 0;

  if (adopter == NULL && rules->configuration == NULL)
    return TRUE;
  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];
      const gboolean given = is_given (session, new_pods, i);

      n_own += fit_chosen_rules_take (rules, pod);
      n_given += given;
      n_given_strangers += given && is_stranger (session, pod);
    }
  for (guint i = 0; i < pods->len; i++)
    {
      FitPod *pod = pods->pdata[i];

      if (!is_stranger (session, pod)
          || (n_own > 0 && options->profile == NULL
              && !is_given (session, new_pods, i)))
        continue;
      if (is_pending (pod)
          && g_hash_table_add (seen, g_strdup (pod->spec->scheduler_name)))
        fit_tally_add (&schedulers, "%s", pod->spec->scheduler_name);
      if (adopter == NULL)
        continue;
      session->n_adopted += is_pending (pod);
      fit_pod_set_scheduler_name (pod, adopter);
    }
  list = fit_tally_text (&schedulers);
  if (adopter == NULL)
    return schedulers.n == 0
           || (n_given > 0 ? n_given_strangers < n_given
                           : options->trace != NULL)
           || fail_without_adopter (session, n_given > 0, list, error);
  if (session->n_adopted > 0)
    {
      const guint n = session->n_adopted;
      char *note;

      if (rules->read != NULL)
        note = g_strdup_printf (
            "%s tries %u %s of schedulers that %s has no profile for (%s)",
            rules->adopter, n, n == 1 ? "pod" : "pods", name_rules (session),
            list);
      else
        note = g_strdup_printf (
            "%u %s of other schedulers than %s (%s) %s tried "
            "by these rules, too",
            n, n == 1 ? "pod" : "pods", rules->adopter, list,
            n == 1 ? "is" : "are");
      if (session->beside == NULL || !session->invocation->rules_are_known)
        fit_console_note ("%s", note);
      g_ptr_array_add (rules->notes, note);
    }
  return TRUE;
}

gboolean
fit_session_adopts_as (const FitSession *session, const FitSession *other)
{
  const GPtrArray *pods = other->objects->of[FIT_KIND_POD];
  g_autofree char *mine = fit_chosen_rules_schedulers (&session->rules);
  g_autofree char *theirs = fit_chosen_rules_schedulers (&other->rules);

  if (strcmp (mine, theirs) == 0
      && g_strcmp0 (session->rules.adopter, other->rules.adopter) == 0)
    return TRUE;
  if (other->n_adopted > 0)
    return FALSE;
  for (guint i = 0; i < pods->len; i++)
    if (is_pending (pods->pdata[i]) && is_stranger (session, pods->pdata[i]))
      return FALSE;
  return TRUE;
}
