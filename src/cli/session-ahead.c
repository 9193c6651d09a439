/* session-ahead.c - sessions that are open before they are asked for
 *
 * Most questions of programs are about the cluster as it is, or bring a pod
 * along.  What is read and built for the cluster is then the same each time.  A
 * process that answers only one question takes over a session that is open
 * already, and adds the pods to it.
 *
 * That is done only if nothing else would be different: with other options, or
 * pods that change more than the queue, a session is opened as usual.  Nothing
 * of a session that was taken over is freed: its memory is shared with the
 * process that opened it, and ends with this one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session-private.h"

#include <string.h>

#include "base/each.h"
#include "cli/console.h"
#include "cli/verbs.h"

/* Of several pods of one name the first one counts. */
static void
name_pods (GHashTable *pod_of, const GPtrArray *pods)
{
  for (guint i = pods->len; i-- > 0;)
    {
      FitPod *pod = pods->pdata[i];

      g_hash_table_replace (pod_of, &pod->meta, pod);
    }
}

gboolean
fit_session_prepare (FitSession *session, GError **error)
{
  FitSimulation *made[G_N_ELEMENTS (session->prepared)] = { NULL };
  gboolean done = TRUE;

  session->pod_of
      = g_hash_table_new (fit_object_meta_hash, fit_object_meta_equal);
  name_pods (session->pod_of, session->objects->of[FIT_KIND_POD]);
  for (guint i = 0; done && i < G_N_ELEMENTS (made); i++)
    {
      made[i] = fit_session_simulate (session, session->objects, error);
      done = made[i] != NULL;
      if (done)
        fit_cache_refresh (fit_simulation_cache (made[i]));
    }
  memcpy (session->prepared, made, sizeof made);
  if (!done)
    return FALSE;
  session->columns = fit_cluster_columns_new (session->objects);
  fit_cluster_columns_prepare (session->columns,
                               fit_simulation_cache (made[0]));
  return TRUE;
}

void
fit_session_forget_prepared (FitSession *session)
{
  for (guint i = 0; i < G_N_ELEMENTS (session->prepared); i++)
    g_clear_pointer (&session->prepared[i], fit_simulation_free);
}

/* Does @invocation ask about the cluster of @ahead, by its rules?  Which pods
 * come along is another question. */
static gboolean
asks_about (const FitInvocation *invocation, const FitSession *ahead)
{
  const FitOptions *options = &invocation->options;

  FIT_EACH_OPTION (info, FIT_ALL_GROUPS)
    if (options->given[fit_option_number (info)] && !info->of_answer
        && strcmp (info->name, "filename") != 0
        && strcmp (info->name, "pods") != 0)
      return FALSE;
  return (invocation->verb->groups & FIT_GROUP_EXPLAIN) != 0
         && g_strv_equal (
             (const char *const *) options->files,
             (const char *const *) ahead->invocation->options.files);
}

/* -- pods that come along -------------------------------------------------- */

/* Are @given only pods that wait for a node, and of which there is nothing to
 * say? */
static gboolean
are_plain (const FitSession *ahead, const FitObjects *given)
{
  const GPtrArray *pods = given->of[FIT_KIND_POD];
  g_autoptr (GHashTable) names
      = g_hash_table_new (fit_object_meta_hash, fit_object_meta_equal);

  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    if (kind != FIT_KIND_POD && given->of[kind]->len > 0)
      return FALSE;
  if (given->controllers->len > 0 || g_hash_table_size (given->unknown) > 0
      || given->n_unknown_fields > 0 || given->n_unknown_words > 0
      || given->missing.n > 0 || given->skipped.n > 0)
    return FALSE;
  FIT_EACH (const FitPod, pod, pods)
    if (pod->spec->modern != 0 || pod->spec->n_volumes > 0
        || !fit_chosen_rules_take (&ahead->rules, pod)
        || !g_hash_table_add (names, (gpointer) &pod->meta)
        || g_hash_table_contains (ahead->pod_of, &pod->meta))
      return FALSE;
  return TRUE;
}

/* Completes @given as the cluster of @ahead would. */
static gboolean
complete (const FitSession *ahead, FitObjects *given)
{
  GPtrArray **classes = &given->of[FIT_KIND_PRIORITY_CLASS];
  GPtrArray *own = *classes;
  gboolean done;

  *classes = ahead->objects->of[FIT_KIND_PRIORITY_CLASS];
  done = fit_objects_complete (given, NULL);
  *classes = own;
  return done;
}

/* Returns: (transfer full) (nullable): NULL if they are not plain, or if there
 * is something wrong with them */
static FitObjects *
read_pods (const FitSession *ahead, const FitInvocation *invocation)
{
  char **own = ahead->invocation->options.pods;
  char **paths = invocation->options.pods;
  g_autoptr (FitObjects) given = fit_objects_new ();
  GPtrArray *pods = given->of[FIT_KIND_POD];

  if (paths != NULL && own != NULL)
    paths += g_strv_length (own);
  if (!fit_session_load_objects (invocation->inputs, given, paths,
                                 fit_session_cluster_flags (ahead), NULL)
      || !are_plain (ahead, given))
    return NULL;
  for (guint i = 0; i < pods->len; i++)
    {
      FitPod *pending = fit_pod_as_pending (pods->pdata[i]);

      fit_pod_unref (pods->pdata[i]);
      pods->pdata[i] = pending;
    }
  return complete (ahead, given) ? g_steal_pointer (&given) : NULL;
}

/* -- taking over ----------------------------------------------------------- */

gboolean
fit_session_take_ahead (FitSession *session, const FitInvocation *invocation)
{
  FitSession *ahead = invocation->ahead;
  g_autoptr (FitObjects) given = NULL;
  const GPtrArray *pods;

  if (ahead == NULL || ahead->prepared[0] == NULL
      || ahead->rules.configuration == NULL || ahead->admission != NULL
      || ahead->n_adopted != 0 || ahead->workloads->n_pods != 0
      || ahead->extenders.tally.names->len != 0
      || !fit_session_has_priorities (ahead) || !asks_about (invocation, ahead))
    return FALSE;
  given = read_pods (ahead, invocation);
  if (given == NULL)
    return FALSE;
  *session = *ahead;
  *ahead = (FitSession){ 0 };
  session->invocation
      = fit_default_rules_init (&session->defaults, invocation, NULL);
  g_assert (session->invocation != NULL);
  session->taken = TRUE;
  pods = given->of[FIT_KIND_POD];
  for (guint i = 0; i < G_N_ELEMENTS (session->prepared); i++)
    {
      fit_simulation_leave (session->prepared[i]);
      fit_simulation_add_pending (session->prepared[i], pods);
    }
  name_pods (session->pod_of, pods);
  fit_objects_move (given, session->objects);
  if (session->said != NULL)
    fit_console_report (session->said);
  return TRUE;
}
