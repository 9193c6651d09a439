/* session-cluster.c - reads the cluster of a session
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session-private.h"

#include "api/selector-text.h"
#include "cli/cluster-notes.h"
#include "cli/console.h"
#include "cli/verbs.h"

#include <string.h>

gboolean
fit_session_load_objects (FitInputs *inputs, FitObjects *objects, char **paths,
                          FitDecodeFlags flags, GError **error)
{
  if (paths != NULL)
    paths += fit_inputs_take_ahead (inputs, paths, flags, objects);
  for (; paths != NULL && *paths != NULL; paths++)
    if (!fit_inputs_load_objects (inputs, *paths, objects, flags, error))
      return FALSE;
  return TRUE;
}

/* New pods are templates, not part of the cluster, except those created for
 * workloads of the cluster. */
static void
take_templates (FitSession *session, FitNewPods *new_pods)
{
  GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  const guint end = new_pods->made + session->workloads->n_pods_of_cluster;
  guint kept = new_pods->given;

  for (guint i = new_pods->given; i < pods->len; i++)
    if (i >= new_pods->made && i < end)
      pods->pdata[kept++] = pods->pdata[i];
    else
      g_ptr_array_add (session->templates, pods->pdata[i]);
  while (pods->len > kept)
    g_ptr_array_steal_index (pods, pods->len - 1);
  new_pods->made = new_pods->given;
}

/* Removes pending pods that --namespace and --selector leave out: nobody
 * schedules them. */
static gboolean
leave_alone (const FitSession *session, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  const char *namespace_ = options->namespace_;
  g_autoptr (FitSelector) selector = NULL;
  GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  guint n_before = pods->len;
  guint kept = 0;

  if (options->selector != NULL
      && (selector = fit_selector_parse (options->selector, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < n_before; i++)
    {
      FitPod *pod = pods->pdata[i];
      const gboolean wanted
          = (namespace_ == NULL
             || strcmp (pod->meta.namespace_, namespace_) == 0)
            && (selector == NULL
                || fit_selector_matches (selector, pod->meta.labels));

      if (*pod->node_name == '\0' && !fit_pod_terminal (pod) && !wanted)
        fit_pod_unref (pod);
      else
        pods->pdata[kept++] = pod;
    }
  while (pods->len > kept)
    g_ptr_array_steal_index (pods, pods->len - 1);
  if (session->beside == NULL)
    fit_note_left_alone (options, n_before - kept);
  return TRUE;
}

/* Gated pods do not count, because they cannot be placed now. */
static void
leave_out_held_back (const FitSession *session)
{
  GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  guint n = 0;

  for (guint i = pods->len; i-- > 0;)
    {
      const FitPod *pod = pods->pdata[i];

      if (*pod->node_name != '\0' || fit_pod_terminal (pod)
          || !fit_chosen_rules_take (&session->rules, pod)
          || !fit_chosen_rules_hold_back (&session->rules, pod))
        continue;
      g_ptr_array_remove_index (pods, i);
      n++;
    }
  if (n > 0)
    fit_console_note ("left out %u %s for scheduling gates", n,
                      n == 1 ? "pod that waits" : "pods that wait");
}

FitWorkloadsOptions
fit_session_workloads_options (const FitSession *session)
{
  const FitOptions *options = &session->invocation->options;
  /* Two sessions on the same cluster need pods with the same labels. */
  const FitSession *first = session->beside != NULL ? session->beside : session;
  const FitChosenRules *rules = &first->rules;

  return (FitWorkloadsOptions){
    .flags = fit_session_cluster_flags (session)
             | (session->admission != NULL ? FIT_DECODE_DEMANDS : 0),
    .admission = session->admission,
    .release = rules->configuration != NULL
                   ? rules->configuration->target.release
                   : fit_feature_gates_release (rules->gates),
    .first_given = session->first_given,
    .one_each = options->until_full || options->replicas > 0,
    .new_nodes
    = session->what_ifs != NULL ? session->what_ifs->new_nodes : NULL,
  };
}

/* -- what-ifs -------------------------------------------------------------- */

static FitObjects *
load_nodes (const char *path, FitDecodeFlags flags, gpointer data,
            GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();

  return fit_inputs_load_objects (data, path, objects, flags, error)
             ? g_steal_pointer (&objects)
             : NULL;
}

/* Reads the files, and changes the cluster as the options say before anything
 * is made of it.
 * @given: what --pods gives */
static gboolean
read_files (FitSession *session, FitObjects *given, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  const FitDecodeFlags flags = fit_session_cluster_flags (session);
  FitObjects *objects = session->objects;
  FitInputs *inputs = session->invocation->inputs;
  FitWhatIfOptions how;

  if (!fit_session_load_objects (inputs, objects, options->files, flags, error)
      || !fit_session_load_objects (
          inputs, given, options->pods,
          flags | (fit_session_admits (session) ? FIT_DECODE_KEEP_RAW : 0),
          error))
    return FALSE;
  if (options->what_ifs == NULL)
    return TRUE;
  how = (FitWhatIfOptions){
    .namespace_ = options->namespace_ != NULL ? options->namespace_
                                              : fit_inputs_namespace (inputs),
    .load = load_nodes,
    .data = inputs,
    .flags = flags,
    .given = given,
    .given_are_templates = options->until_full || options->replicas > 0,
  };
  session->what_ifs
      = fit_what_ifs_apply (options->what_ifs, objects, &how, error);
  return session->what_ifs != NULL;
}

/* The order matters: what-ifs change what is there, new pods get the defaults of
 * LimitRanges, then workloads make their pods, then all are completed as by an
 * API server.  Only then are requests final, and quotas can count them. */
gboolean
fit_session_read_cluster (FitSession *session, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  FitObjects *objects = session->objects;
  GPtrArray *pods = objects->of[FIT_KIND_POD];
  g_autoptr (FitObjects) given = fit_objects_new ();
  FitWorkloadsOptions how;
  FitNewPods new_pods;
  guint first;
  g_autoptr (GHashTable) names
      = g_hash_table_new (fit_object_meta_hash, fit_object_meta_equal);
  guint kept = 0;

  if (!read_files (session, given, error))
    return FALSE;
  new_pods.given = pods->len;
  session->first_given = objects->controllers->len;
  fit_objects_move (given, objects);
  fit_objects_move_counts (given, objects);
  first = new_pods.given;
  for (guint i = first; i < pods->len; i++)
    {
      FitPod *copy = fit_pod_as_pending (pods->pdata[i]);

      fit_pod_unref (pods->pdata[i]);
      pods->pdata[i] = copy;
      g_hash_table_add (names, &copy->meta);
    }
  for (guint i = 0; i < pods->len; i++)
    {
      if (i < first
          && g_hash_table_contains (names, fit_object_meta (pods->pdata[i])))
        {
          fit_pod_unref (pods->pdata[i]);
          new_pods.given--;
        }
      else
        pods->pdata[kept++] = pods->pdata[i];
    }
  while (pods->len > kept)
    g_ptr_array_steal_index (pods, pods->len - 1);
  fit_session_note_objects (session);
  new_pods.made = pods->len;
  new_pods.first_claim = objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM]->len;
  if (!fit_session_open_admission (session, &new_pods, error))
    return FALSE;
  how = fit_session_workloads_options (session);
  session->workloads = fit_workloads_make (objects, &how, error);
  if (session->workloads == NULL)
    return FALSE;
  fit_session_note_workloads (session);
  fit_session_note_claims (session);
  for (guint i = 0; !fit_session_has_priorities (session) && i < pods->len; i++)
    fit_pod_drop_priority (pods->pdata[i]);
  if (!options->as_is && !fit_objects_complete (objects, error))
    return FALSE;
  if (!fit_session_adopt (session, &new_pods, error))
    return FALSE;
  fit_session_set_node_selectors (session, &new_pods);
  if (options->until_full || options->replicas > 0)
    take_templates (session, &new_pods);
  fit_session_admit (session, &new_pods);
  if (!fit_session_settle_daemons (session, error))
    return FALSE;
  if ((options->namespace_ != NULL || options->selector != NULL)
      && (session->invocation->verb->groups & FIT_GROUP_EXPLAIN) == 0
      && !leave_alone (session, error))
    return FALSE;
  if (options->until_full || options->nodes_needed != NULL || options->compress
      || options->moves > 0 || options->rollout != NULL)
    leave_out_held_back (session);
  fit_session_note_modern (session);
  fit_session_note_other_schedulers (session);
  return TRUE;
}
