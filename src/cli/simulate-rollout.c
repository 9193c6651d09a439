/* simulate-rollout.c - 'fitsched simulate --rollout': does a new version of a
 * Deployment get stuck?
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd-simulate.h"
#include "cli/page-data.h"

#include <string.h>

#include "api/raw.h"
#include "base/each.h"
#include "simulate/rollout.h"
#include "workloads/workloads.h"
#include "workloads/inferred.h"

/* -- the Deployment -------------------------------------------------------- */

/* Without a namespace, that of the options counts, or else the only one. */
static const char *
find_namespace (const FitSession *session, const char *name)
{
  const FitOptions *options = &session->invocation->options;
  const GPtrArray *all = session->objects->controllers;
  const char *first = options->namespace_ != NULL
                          ? options->namespace_
                          : fit_inputs_namespace (session->invocation->inputs);
  const char *other = NULL;

  FIT_EACH (const FitController, controller, all)
    {
      if (controller->kind != FIT_CONTROLLER_DEPLOYMENT
          || strcmp (controller->meta.name, name) != 0)
        continue;
      if (strcmp (controller->meta.namespace_, first) == 0)
        return first;
      other = controller->meta.namespace_;
    }
  return other != NULL ? other : first;
}

/* Returns: (transfer none) (nullable): the new version of the Deployment that
 * --rollout names: the last one that was read.  The one before it is the current
 * version. */
static const FitController *
find_new_version (const FitSession *session, GError **error)
{
  const char *text = session->invocation->options.rollout;
  const GPtrArray *all = session->objects->controllers;
  g_auto (GStrv) parts = g_strsplit (text, "/", 3);
  const guint n = g_strv_length (parts);
  const FitController *before = NULL, *after = NULL;
  const char *namespace_, *name;

  if (n < 2
      || fit_workload_kind_find (parts[n - 2]) != FIT_CONTROLLER_DEPLOYMENT)
    return fit_fail_null (
        error, FIT_ERROR_USAGE,
        "--rollout: found \"%s\", expected a Deployment, such as "
        "deploy/web or shop/deploy/web",
        text);
  name = parts[n - 1];
  namespace_ = n == 3 ? parts[0] : find_namespace (session, name);
  FIT_EACH (const FitController, controller, all)
    {
      if (controller->kind != FIT_CONTROLLER_DEPLOYMENT
          || strcmp (controller->meta.name, name) != 0
          || strcmp (controller->meta.namespace_, namespace_) != 0)
        continue;
      before = after;
      after = controller;
    }
  if (after == NULL)
    return fit_fail_null (error, FIT_ERROR_NOT_FOUND,
                          "--rollout: no Deployment %s/%s in the cluster",
                          namespace_, name);
  if (after->scaled)
    return fit_fail_null (
        error, FIT_ERROR_USAGE,
        "--scale and --rollout of one Deployment, %s/%s, exclude "
        "each other: spec.replicas of the new one is the number "
        "of its pods",
        namespace_, name);
  if (before != NULL && after->has_template)
    return after;
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "--rollout: found one Deployment %s/%s, expected two: that of "
               "the cluster, and after it the new one",
               namespace_, name);
  fit_error_add_hint (error, "give the new one as the last -f FILE, with the "
                             "same namespace");
  return NULL;
}

/* -- its pods -------------------------------------------------------------- */

/* Returns: (transfer full) (nullable): the pods of the new version, and its
 * ReplicaSet */
static FitObjects *
make_pods (const FitSession *session, const FitController *after,
           GError **error)
{
  const FitWorkloadsOptions how = {
    .flags = fit_session_cluster_flags (session) | FIT_DECODE_CONTROLLERS
             | (session->admission != NULL ? FIT_DECODE_DEMANDS : 0),
    .admission = session->admission,
    .release = FIT_RELEASE_LEGACY, /* pods of Deployments are alike in all */
  };
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (FitWorkloads) made = NULL;
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  /* With these the new pods can be completed. */
  const GPtrArray *classes = session->objects->of[FIT_KIND_PRIORITY_CLASS];

  if (!fit_objects_add_value (objects, fit_raw_read (arena, after->meta.raw),
                              "Deployment", after->api_version, how.flags,
                              error))
    return NULL;
  made = fit_workloads_make (objects, &how, error);
  if (made == NULL)
    return NULL;
  if (!fit_session_has_priorities (session))
    for (guint i = 0; i < pods->len; i++)
      fit_pod_drop_priority (pods->pdata[i]);
  for (guint i = 0; i < classes->len; i++)
    g_ptr_array_add (objects->of[FIT_KIND_PRIORITY_CLASS],
                     fit_object_ref (classes->pdata[i]));
  if (!session->invocation->options.as_is
      && !fit_objects_complete (objects, error))
    return NULL;
  return g_steal_pointer (&objects);
}

/* -- showing --------------------------------------------------------------- */

static const FitColumn step_columns[] = {
  { "step", "STEP", FIT_CELL_INTEGER, 0 },
  { "started", "STARTED", FIT_CELL_INTEGER, 0 },
  { "placed", "PLACED", FIT_CELL_INTEGER, 0 },
  { "removed", "REMOVED", FIT_CELL_INTEGER, 0 },
  { "old", "OLD", FIT_CELL_INTEGER, 0 },
  { "new", "NEW", FIT_CELL_INTEGER, 0 },
  { "available", "AVAILABLE", FIT_CELL_INTEGER, 0 },
};

static const FitColumn item_columns[] = {
  { NULL, NULL, FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "namespace", NULL, FIT_CELL_TEXT, 0 },
  { "name", NULL, FIT_CELL_TEXT, 0 },
  { "node", NULL, FIT_CELL_TEXT, FIT_COLUMN_NAME },
};

/* -- the whole ------------------------------------------------------------- */

static void
tell_rollout (const FitObjectMeta *meta, const FitRolloutPlan *plan,
              const FitRollout *rollout, FitReport *report)
{
  const guint n = rollout->steps->len;
  g_autofree char *end
      = rollout->completes ? g_strdup_printf ("completes in %u %s", n,
                                              n == 1 ? "step" : "steps")
        : n == 0           ? g_strdup ("gets stuck at once")
                           : g_strdup_printf ("gets stuck after step %u", n);
  g_autofree char *strategy
      = plan->recreate
            ? g_strdup ("Recreate")
            : g_strdup_printf ("maxSurge %u, maxUnavailable %u",
                               plan->max_surge, plan->max_unavailable);

  fit_report_say (report, "The rollout of Deployment %s/%s (%u %s, %s) %s",
                  meta->namespace_, meta->name, plan->replicas,
                  plan->replicas == 1 ? "pod" : "pods", strategy, end);
  if (!rollout->completes && rollout->pod != NULL)
    fit_report_say (report, "%s/%s does not fit on any node: %s",
                    rollout->pod->meta.namespace_, rollout->pod->meta.name,
                    rollout->reason);
}

static void
print_rollout (FitSession *session, const FitObjectMeta *meta,
               const FitRolloutPlan *plan, const FitRollout *rollout,
               const FitPageData *page, GError **error)
{
  g_autoptr (FitReport) report = fit_session_report (session, "Rollout");
  FitTable *steps = FIT_REPORT_TABLE (report, step_columns);
  FitTable *items = FIT_REPORT_TABLE (report, item_columns);
  FitJson *data = report->data;
  FitJson *stuck = NULL;

  for (guint i = 0; i < rollout->steps->len; i++)
    {
      const FitRolloutStep *step
          = &g_array_index (rollout->steps, FitRolloutStep, i);

      FIT_TABLE_ADD (
          steps, fit_cell_integer (i + 1), fit_cell_integer (step->started),
          fit_cell_integer (step->placed), fit_cell_integer (step->removed),
          fit_cell_integer (step->n_old), fit_cell_integer (step->n_new),
          fit_cell_integer (step->n_available));
    }
  for (guint i = 0; i < rollout->pods->len; i++)
    {
      const FitPod *pod = rollout->pods->pdata[i];
      g_autofree char *full
          = g_strconcat (pod->meta.namespace_, "/", pod->meta.name, NULL);

      FIT_TABLE_ADD (items, fit_cell_text (full),
                     fit_cell_text (pod->meta.namespace_),
                     fit_cell_text (pod->meta.name),
                     fit_cell_text (rollout->nodes->pdata[i]));
    }
  if (!rollout->completes && rollout->pod != NULL)
    {
      stuck = fit_json_object ();
      fit_json_set_text (stuck, "namespace", rollout->pod->meta.namespace_);
      fit_json_set_text (stuck, "name", rollout->pod->meta.name);
      fit_json_set_text (stuck, "reason", rollout->reason);
    }
  fit_json_set_text (data, "namespace", meta->namespace_);
  fit_json_set_text (data, "name", meta->name);
  fit_json_set_integer (data, "replicas", plan->replicas);
  fit_json_set_text (data, "strategy",
                     plan->recreate ? "Recreate" : "RollingUpdate");
  fit_json_set_number (data, "maxSurge", !plan->recreate, plan->max_surge);
  fit_json_set_number (data, "maxUnavailable", !plan->recreate,
                       plan->max_unavailable);
  fit_json_set_boolean (data, "completes", rollout->completes);
  fit_report_set_rows (report, "steps", steps);
  fit_report_set_rows (report, "items", items);
  fit_json_set (data, "stuckPod", stuck);
  fit_json_set_texts (data, "notes", session->rules.notes);
  report->names = items;
  fit_report_say (report, "Assumed: a new pod is available as soon as it has a "
                          "node; nothing is preempted\n");
  fit_report_block (report, steps);
  tell_rollout (meta, plan, rollout, report);
  fit_session_print (session, report, page, error);
}

/* -- the whole ------------------------------------------------------------- */

static FitRollout *
run_rollout (FitSession *session, const FitController *after,
             const FitRolloutPlan *plan, FitPageData *page, GError **error)
{
  GPtrArray *replica_sets = session->objects->of[FIT_KIND_REPLICA_SET];
  g_autoptr (FitObjects) fresh = make_pods (session, after, error);
  g_autoptr (FitOwners) owners = fit_owners_new (session->objects);
  g_autoptr (GPtrArray) old
      = fit_workload_active_pods (owners, FIT_CONTROLLER_DEPLOYMENT,
                                  after->meta.namespace_, after->meta.name);
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (FitRollout) rollout = NULL;
  const GPtrArray *pods, *added;

  if (fresh == NULL)
    return NULL;
  pods = fresh->of[FIT_KIND_POD];
  added = fresh->of[FIT_KIND_REPLICA_SET];
  if (pods->len > 0)
    {
      const FitObjectMeta *meta = fit_object_meta (pods->pdata[0]);

      /* Pods of one template have the same names. */
      if (fit_owners_has_pod (owners, meta->namespace_, meta->name))
        {
          return fit_fail_null (
              error, FIT_ERROR_USAGE,
              "--rollout: the cluster has no pods of another version: "
              "there is nothing to replace");
        }
    }
  for (guint i = 0; i < added->len; i++)
    g_ptr_array_add (replica_sets, fit_object_ref (added->pdata[i]));
  simulation = fit_page_data_make (session->objects, page, error);
  if (simulation == NULL)
    return NULL;
  rollout = fit_rollout_run (simulation, plan, old, pods, error);
  if (rollout != NULL)
    fit_page_data_end (page, fit_simulation_cache (simulation));
  return g_steal_pointer (&rollout);
}

FitExit
fit_simulate_rollout (FitSession *session, GError **error)
{
  const FitController *after = find_new_version (session, error);
  FitRolloutPlan plan;
  g_autoptr (FitRollout) rollout = NULL;
  g_auto (FitPageData) page = { 0 };

  if (after == NULL || !fit_rollout_plan (after, &plan, error))
    return FIT_EXIT_INPUT;
  fit_page_data_start (&page, session);
  rollout = run_rollout (session, after, &plan, &page, error);
  if (rollout == NULL || !fit_extender_use_check (&session->extenders, error))
    return FIT_EXIT_INPUT;
  print_rollout (session, &after->meta, &plan, rollout, &page, error);
  return rollout->completes ? FIT_EXIT_YES : FIT_EXIT_NO;
}
