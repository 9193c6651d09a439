/* simulate-rollout.c - 'fitsched simulate --rollout': does a new version of a
 * Deployment get stuck? */
#include "cli/cmd-simulate.h"

#include <string.h>

#include "api/raw.h"
#include "simulate/rollout.h"
#include "workloads/kind-words.h"
#include "workloads/inferred.h"

/* -- the Deployment -------------------------------------------------------- */

typedef struct
{
  const FitController *before; /* borrowed */
  const FitController *after;  /* borrowed */
} Versions;

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

  for (guint i = 0; i < all->len; i++)
    {
      const FitController *controller = all->pdata[i];

      if (controller->kind != FIT_CONTROLLER_DEPLOYMENT
          || strcmp (controller->meta.name, name) != 0)
        continue;
      if (strcmp (controller->meta.namespace_, first) == 0)
        return first;
      other = controller->meta.namespace_;
    }
  return other != NULL ? other : first;
}

/* The last one that was read is the new version, the one before it the current
 * one. */
static gboolean
find_versions (const FitSession *session, const char *namespace_,
               const char *name, Versions *out, GError **error)
{
  const GPtrArray *all = session->objects->controllers;

  for (guint i = 0; i < all->len; i++)
    {
      const FitController *controller = all->pdata[i];

      if (controller->kind != FIT_CONTROLLER_DEPLOYMENT
          || strcmp (controller->meta.name, name) != 0
          || strcmp (controller->meta.namespace_, namespace_) != 0)
        continue;
      out->before = out->after;
      out->after = controller;
    }
  if (out->after == NULL)
    return fit_fail (error, FIT_ERROR_NOT_FOUND,
                     "--rollout: no Deployment %s/%s in the cluster",
                     namespace_, name);
  if (out->after->scaled)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--scale and --rollout of one Deployment, %s/%s, exclude "
                     "each other: spec.replicas of the new one is the number "
                     "of its pods",
                     namespace_, name);
  if (out->before != NULL && out->after->has_template)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "--rollout: found one Deployment %s/%s, expected two: that of "
               "the cluster, and after it the new one",
               namespace_, name);
  fit_error_add_hint (error, "give the new one as the last -f FILE, with the "
                             "same namespace");
  return FALSE;
}

static gboolean
find_deployment (const FitSession *session, Versions *out, GError **error)
{
  const char *text = session->invocation->options.rollout;
  g_auto (GStrv) parts = g_strsplit (text, "/", 3);
  const guint n = g_strv_length (parts);

  if (n < 2
      || fit_workload_kind_find (parts[n - 2]) != FIT_CONTROLLER_DEPLOYMENT)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--rollout: found \"%s\", expected a Deployment, such as "
                     "deploy/web or shop/deploy/web",
                     text);
  return find_versions (
      session, n == 3 ? parts[0] : find_namespace (session, parts[n - 1]),
      parts[n - 1], out, error);
}

/* -- its pods -------------------------------------------------------------- */

/* Adds what the new pods need in order to be completed. */
static void
add_kind (const FitSession *session, FitKind kind, FitObjects *to)
{
  const GPtrArray *all = session->objects->of[kind];

  for (guint i = 0; i < all->len; i++)
    g_ptr_array_add (to->of[kind], fit_object_ref (all->pdata[i]));
}

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
  add_kind (session, FIT_KIND_PRIORITY_CLASS, objects);
  if (!session->invocation->options.as_is
      && !fit_objects_complete (objects, error))
    return NULL;
  return g_steal_pointer (&objects);
}

/* Pods of one template have the same names. */
static gboolean
check_template (const FitSession *session, const FitObjects *fresh,
                GError **error)
{
  g_autoptr (FitOwners) owners = fit_owners_new (session->objects);
  const GPtrArray *pods = fresh->of[FIT_KIND_POD];
  const FitObjectMeta *meta
      = pods->len > 0 ? fit_object_meta (pods->pdata[0]) : NULL;

  return meta == NULL
         || !fit_owners_has_pod (owners, meta->namespace_, meta->name)
         || fit_fail (error, FIT_ERROR_USAGE,
                      "--rollout: the cluster has no pods of another version: "
                      "there is nothing to replace");
}

/* Returns: (transfer container): the pods of the version that runs */
static GPtrArray *
find_old (const FitSession *session, const FitController *deployment)
{
  g_autoptr (FitOwners) owners = fit_owners_new (session->objects);

  return fit_workload_active_pods (owners, FIT_CONTROLLER_DEPLOYMENT,
                                   deployment->meta.namespace_,
                                   deployment->meta.name);
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

static FitTable *
steps_table (const FitRollout *rollout)
{
  FitTable *table = FIT_TABLE_NEW (step_columns);

  for (guint i = 0; i < rollout->steps->len; i++)
    {
      const FitRolloutStep *step
          = &g_array_index (rollout->steps, FitRolloutStep, i);

      FIT_TABLE_ADD (
          table, fit_cell_integer (i + 1), fit_cell_integer (step->started),
          fit_cell_integer (step->placed), fit_cell_integer (step->removed),
          fit_cell_integer (step->n_old), fit_cell_integer (step->n_new),
          fit_cell_integer (step->n_available));
    }
  return table;
}

static FitTable *
items_table (const FitRollout *rollout)
{
  FitTable *table = FIT_TABLE_NEW (item_columns);

  for (guint i = 0; i < rollout->pods->len; i++)
    {
      const FitObjectMeta *meta
          = &((const FitPod *) rollout->pods->pdata[i])->meta;
      g_autofree char *full
          = g_strconcat (meta->namespace_, "/", meta->name, NULL);

      FIT_TABLE_ADD (
          table, fit_cell_text (full), fit_cell_text (meta->namespace_),
          fit_cell_text (meta->name), fit_cell_text (rollout->nodes->pdata[i]));
    }
  return table;
}

/* Returns: (transfer full): "completes in 3 steps" */
static char *
describe_end (const FitRollout *rollout)
{
  const guint n = rollout->steps->len;

  if (rollout->completes)
    return g_strdup_printf ("completes in %u %s", n, n == 1 ? "step" : "steps");
  if (n == 0)
    return g_strdup ("gets stuck at once");
  return g_strdup_printf ("gets stuck after step %u", n);
}

static void
tell (const FitObjectMeta *meta, const FitRolloutPlan *plan,
      const FitRollout *rollout, FitReport *report)
{
  g_autofree char *end = describe_end (rollout);
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
set_data (const FitObjectMeta *meta, const FitRolloutPlan *plan,
          const FitRollout *rollout, FitJson *data)
{
  fit_json_set_text (data, "namespace", meta->namespace_);
  fit_json_set_text (data, "name", meta->name);
  fit_json_set_integer (data, "replicas", plan->replicas);
  fit_json_set_text (data, "strategy",
                     plan->recreate ? "Recreate" : "RollingUpdate");
  fit_json_set_number (data, "maxSurge", !plan->recreate, plan->max_surge);
  fit_json_set_number (data, "maxUnavailable", !plan->recreate,
                       plan->max_unavailable);
  fit_json_set_boolean (data, "completes", rollout->completes);
}

/* Returns: (transfer full) (nullable) */
static FitJson *
stuck_json (const FitRollout *rollout)
{
  FitJson *stuck;

  if (rollout->completes || rollout->pod == NULL)
    return NULL;
  stuck = fit_json_object ();
  fit_json_set_text (stuck, "namespace", rollout->pod->meta.namespace_);
  fit_json_set_text (stuck, "name", rollout->pod->meta.name);
  fit_json_set_text (stuck, "reason", rollout->reason);
  return stuck;
}

static void
show (FitSession *session, const FitObjectMeta *meta,
      const FitRolloutPlan *plan, const FitRollout *rollout, GError **error)
{
  g_autoptr (FitReport) report = fit_session_report (session, "Rollout");
  FitTable *steps = fit_report_own (report, steps_table (rollout));
  FitTable *items = fit_report_own (report, items_table (rollout));

  set_data (meta, plan, rollout, report->data);
  fit_report_set_rows (report, "steps", steps);
  fit_report_set_rows (report, "items", items);
  fit_json_set (report->data, "stuckPod", stuck_json (rollout));
  fit_json_set_texts (report->data, "notes", session->rules.notes);
  report->names = items;
  fit_report_say (report, "Assumed: a new pod is available as soon as it has a "
                          "node; nothing is preempted\n");
  fit_report_block (report, steps);
  tell (meta, plan, rollout, report);
  fit_session_print (session, report, error);
}

/* -- the whole ------------------------------------------------------------- */

static FitRollout *
run (FitSession *session, const Versions *versions, const FitRolloutPlan *plan,
     GError **error)
{
  g_autoptr (FitObjects) fresh = make_pods (session, versions->after, error);
  g_autoptr (GPtrArray) old = find_old (session, versions->after);
  g_autoptr (FitSimulation) simulation = NULL;

  if (fresh == NULL || !check_template (session, fresh, error))
    return NULL;
  for (guint i = 0; i < fresh->of[FIT_KIND_REPLICA_SET]->len; i++)
    g_ptr_array_add (
        session->objects->of[FIT_KIND_REPLICA_SET],
        fit_object_ref (fresh->of[FIT_KIND_REPLICA_SET]->pdata[i]));
  simulation = fit_session_simulate (session, session->objects, error);
  return simulation != NULL ? fit_rollout_run (simulation, plan, old,
                                               fresh->of[FIT_KIND_POD], error)
                            : NULL;
}

FitExit
fit_simulate_rollout (FitSession *session, GError **error)
{
  Versions versions = { NULL, NULL };
  FitRolloutPlan plan;
  g_autoptr (FitRollout) rollout = NULL;

  if (!find_deployment (session, &versions, error)
      || !fit_rollout_plan (versions.after, &plan, error))
    return FIT_EXIT_INPUT;
  rollout = run (session, &versions, &plan, error);
  if (rollout == NULL || !fit_extender_use_check (&session->extenders, error))
    return FIT_EXIT_INPUT;
  show (session, &versions.after->meta, &plan, rollout, error);
  return rollout->completes ? FIT_EXIT_YES : FIT_EXIT_NO;
}
