/* workloads.c - decides which workloads get pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "workloads/workloads.h"

#include "base/each.h"
#include "base/intern.h"
#include "base/list-gap.h"
#include "workloads/workloads-private.h"

#include <string.h>

/* clang-format off */
static const struct
{
  FitMaker make;
  const char *many;
  gboolean selects; /* may be in the input only as a selector, without a
                       template */
  gboolean suspends;
} kinds[] = {
  [FIT_CONTROLLER_DEPLOYMENT] = { fit_make_deployment, "Deployments" },
  [FIT_CONTROLLER_REPLICA_SET] = { fit_make_replica_set, "ReplicaSets", .selects = TRUE },
  [FIT_CONTROLLER_REPLICATION_CONTROLLER]
    = { fit_make_replica_set, "ReplicationControllers", .selects = TRUE },
  [FIT_CONTROLLER_STATEFUL_SET] = { fit_make_stateful_set, "StatefulSets", .selects = TRUE },
  [FIT_CONTROLLER_DAEMON_SET] = { fit_make_daemon_set, "DaemonSets" },
  [FIT_CONTROLLER_JOB] = { fit_make_job, "Jobs", .suspends = TRUE },
  [FIT_CONTROLLER_CRON_JOB] = { fit_make_cron_job, "CronJobs", .suspends = TRUE },
  [FIT_CONTROLLER_POD_TEMPLATE] = { fit_make_pod_template, "PodTemplates" },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == FIT_CONTROLLER_LAST);

/* -- creating and freeing -------------------------------------------------- */

static void
row_clear (gpointer data)
{
  FitWorkloadPods *row = data;

  fit_intern_unref (row->namespace_);
  g_free (row->name);
}

void
fit_workloads_free (FitWorkloads *workloads)
{
  if (workloads == NULL)
    return;
  g_array_unref (workloads->became);
  g_free (workloads);
}

/* -- making ---------------------------------------------------------------- */

/* Skips what another one stands for: a later one of its name, or a Deployment,
 * which makes the pods of its ReplicaSets itself. */
static gboolean
make_pods (FitMaking *making, const FitController *controller, GError **error)
{
  const FitObjectMeta *meta = &controller->meta;
  const char *kind = fit_controller_kind_name (controller->kind);

  if (fit_owners_find (making->owners, kind, meta->namespace_, meta->name)
      != controller)
    return TRUE;
  if (controller->kind == FIT_CONTROLLER_REPLICA_SET && meta->controller != NULL
      && strcmp (meta->controller->kind, "Deployment") == 0
      && fit_owners_find (making->owners, "Deployment", meta->namespace_,
                          meta->controller->name)
             != NULL)
    return TRUE;
  if (!controller->has_template)
    {
      making->made->n_bare += !kinds[controller->kind].selects;
      return TRUE;
    }
  if (kinds[controller->kind].suspends && controller->suspended)
    {
      making->made->n_suspended++;
      return TRUE;
    }
  making->root = controller;
  making->n_pods = 0;
  fit_arena_reset (making->arena);
  if (!kinds[controller->kind].make (making, controller, error))
    return fit_blame (error, "%s%s %s/%s: ", controller->place, kind,
                      meta->namespace_, meta->name);
  if (making->n_pods > 0)
    {
      const FitWorkloadPods row = {
        .kind = controller->kind,
        .namespace_ = fit_intern_ref (meta->namespace_),
        .name = g_strdup (meta->name),
        .n_pods = making->n_pods,
      };

      g_array_append_val (making->made->became, row);
    }
  if (!making->given)
    making->made->n_pods_of_cluster += making->n_pods;
  return TRUE;
}

FitWorkloads *
fit_workloads_make (FitObjects *objects, const FitWorkloadsOptions *options,
                    GError **error)
{
  const guint n = objects->controllers->len;
  const GPtrArray *claims = objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM];
  g_autoptr (FitOwners) owners = fit_owners_new (objects);
  g_autoptr (GHashTable) claim_names
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (FitWorkloads) made = g_new0 (FitWorkloads, 1);
  FitMaking making = {
    .objects = objects,
    .options = options,
    .owners = owners,
    .claims = claim_names,
    .made = made,
    .arena = arena,
  };

  made->became = g_array_new (FALSE, FALSE, sizeof (FitWorkloadPods));
  g_array_set_clear_func (made->became, row_clear);
  FIT_EACH (const FitPersistentVolumeClaim, claim, claims)
    g_hash_table_add (claim_names, g_strconcat (claim->meta.namespace_, "/",
                                                claim->meta.name, NULL));
  for (guint i = 0; i < n; i++)
    {
      making.given = i >= options->first_given;
      if (!make_pods (&making, objects->controllers->pdata[i], error))
        return NULL;
    }
  return g_steal_pointer (&made);
}

/* -- reporting ------------------------------------------------------------- */

char *
fit_workloads_describe (const FitWorkloads *workloads)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint counts[FIT_CONTROLLER_LAST] = { 0 };

  for (guint i = 0; i < workloads->became->len; i++)
    counts[g_array_index (workloads->became, FitWorkloadPods, i).kind]++;
  for (FitControllerKind kind = 0; kind < FIT_CONTROLLER_LAST; kind++)
    fit_list_append_count (text, counts[kind], fit_controller_kind_name (kind),
                           kinds[kind].many);
  if (text->len == 0)
    return NULL;
  return g_strdup_printf ("%s became %u %s", text->str, workloads->n_pods,
                          workloads->n_pods == 1 ? "pod" : "pods");
}

char *
fit_workloads_describe_rest (const FitWorkloads *workloads)
{
  const guint n = workloads->n_suspended + workloads->n_finished
                  + workloads->n_not_due + workloads->n_templates
                  + workloads->n_bare;
  g_autoptr (GString) text = g_string_new (NULL);

  fit_list_append_count (text, workloads->n_suspended, "suspended",
                         "suspended");
  fit_list_append_count (text, workloads->n_finished, "finished", "finished");
  fit_list_append_count (text, workloads->n_not_due, "CronJob that is not due",
                         "CronJobs that are not due");
  fit_list_append_count (text, workloads->n_templates, "PodTemplate",
                         "PodTemplates");
  fit_list_append_count (text, workloads->n_bare, "without a template",
                         "without a template");
  if (n == 0)
    return NULL;
  return g_strdup_printf ("left out %u %s: %s", n,
                          n == 1 ? "workload" : "workloads", text->str);
}

const char *
fit_workloads_advise (const FitWorkloads *workloads)
{
  if (workloads->n_not_due > 0 && workloads->n_templates > 0)
    return "--pods makes the pods of one run of a CronJob, and one of a "
           "PodTemplate";
  if (workloads->n_not_due > 0)
    return "--pods makes the pods of one run of a CronJob";
  return workloads->n_templates > 0 ? "--pods makes a pod of a PodTemplate"
                                    : NULL;
}
