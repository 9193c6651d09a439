#include "scheduler/scheduler-private.h"

#include <string.h>

typedef struct _Row Row;

/* What is done about a failure. */
typedef void (*Step) (FitScheduler *scheduler, const FitTurn *turn,
                      const Row *row, const GError *problem);

struct _Row
{
  const char *prefix;     /* of the event; the condition says the bare error */
  const char *reason;     /* of the condition */
  gboolean unschedulable; /* nothing is broken */
  Step steps[3];          /* in order; NULL: no more */
};

/* -- the error function ---------------------------------------------------- */

/* Returns: (transfer full) (nullable): the name of the node that @problem is
 * about: v1.16 tells a missing node by the kind in `KIND "NAME" not found` */
static char *
missing_node (const GError *problem)
{
  g_auto (GStrv) words = NULL;

  if (!g_error_matches (problem, FIT_ERROR, FIT_ERROR_NOT_FOUND))
    return NULL;
  words = g_strsplit (problem->message, "\"", 3);
  if (g_strv_length (words) != 3 || strcmp (words[0], "node ") != 0)
    return NULL;
  return g_strdup (words[1]);
}

/* The source may not have said yet that a node is gone. */
static void
remove_missing_node (FitScheduler *scheduler, const GError *problem)
{
  const FitWorld *world = scheduler->world;
  g_autofree char *name = missing_node (problem);
  g_autoptr (GError) answer = NULL;

  if (name != NULL && !world->get_node (world->data, name, &answer)
      && g_error_matches (answer, FIT_ERROR, FIT_ERROR_NOT_FOUND))
    fit_cache_remove_node (scheduler->cache, name, NULL);
}

/* -- the steps ------------------------------------------------------------- */

/* The pod counts on its node no more. */
static void
forget (FitScheduler *scheduler, const FitTurn *turn, const Row *row,
        const GError *problem)
{
  g_autoptr (GError) refusal = NULL;

  if (!fit_cache_forget_pod (scheduler->cache, turn->assumed, &refusal))
    fit_scheduler_problem (scheduler, turn->pod,
                           "scheduler cache ForgetPod failed: %s",
                           refusal->message);
}

/* Plugins let go of what they keep for it. */
static void
unreserve (FitScheduler *scheduler, const FitTurn *turn, const Row *row,
           const GError *problem)
{
  const FitFrameworkCycle cycle = fit_turn_cycle (turn);

  fit_framework_unreserve (scheduler->framework, &cycle, cycle.pod->node_name);
}

/* It goes back to the queue, and everybody hears of it. */
static void
record (FitScheduler *scheduler, const FitTurn *turn, const Row *row,
        const GError *problem)
{
  const FitWorld *world = scheduler->world;
  const FitPod *pod = turn->pod;
  g_autoptr (GError) write_problem = NULL;

  fit_scheduler_report (scheduler,
                        &(FitDecision){ .type = FIT_DECISION_FAILED,
                                        .pod = pod,
                                        .reason = row->reason,
                                        .message = problem->message,
                                        .evaluated = turn->evaluated,
                                        .feasible = turn->feasible,
                                        .unschedulable = row->unschedulable });
  remove_missing_node (scheduler, problem);
  fit_scheduler_refetch (scheduler, pod);
  fit_scheduler_event (scheduler, FIT_EVENT_FAILED_SCHEDULING, pod, NULL,
                       "%s%s", row->prefix, problem->message);
  if (!world->set_unscheduled (world->data, pod, row->reason, problem->message,
                               &write_problem))
    fit_scheduler_problem (
        scheduler, pod, "Error updating the condition of the pod %s/%s: %s",
        pod->meta.namespace_, pod->meta.name, write_problem->message);
}

/* -- the rows -------------------------------------------------------------- */

/* Nothing is undone when Reserve fails: volumes stay assumed. */
/* clang-format off */
static const Row rows[] = {
  [FIT_FAILURE_FITS_NOWHERE] = { "", "Unschedulable", TRUE, { record } },
  [FIT_FAILURE_SCHEDULE] = { "", "Unschedulable", FALSE, { record } },
  [FIT_FAILURE_ASSUME_VOLUMES] =
    { "AssumePodVolumes failed: ", "SchedulerError", FALSE, { record } },
  [FIT_FAILURE_RESERVE] = { "", "SchedulerError", FALSE, { record } },
  [FIT_FAILURE_ASSUME] =
    { "AssumePod failed: ", "SchedulerError", FALSE, { record, unreserve } },
  [FIT_FAILURE_BIND_VOLUMES] =
    { "", "VolumeBindingFailed", FALSE, { forget, record, unreserve } },
  [FIT_FAILURE_REJECTED] =
    { "", "Unschedulable", TRUE, { forget, unreserve, record } },
  [FIT_FAILURE_PLUGIN] =
    { "", "SchedulerError", FALSE, { forget, unreserve, record } },
  [FIT_FAILURE_BIND] =
    { "Binding rejected: ", "SchedulerError", FALSE,
      { forget, unreserve, record } },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (rows) == FIT_FAILURE_LAST);

void
fit_scheduler_fail (FitScheduler *scheduler, const FitTurn *turn,
                    FitFailedStep step, const GError *problem)
{
  const Row *row = &rows[step];

  for (guint i = 0; i < G_N_ELEMENTS (row->steps) && row->steps[i]; i++)
    row->steps[i](scheduler, turn, row, problem);
}

void
fit_scheduler_fail_with_status (FitScheduler *scheduler, const FitTurn *turn,
                                FitFailedStep step, const FitStatus *status)
{
  g_autoptr (GError) problem = g_error_new_literal (
      FIT_ERROR, FIT_ERROR_SCHEDULE, fit_status_message (status));

  fit_scheduler_fail (scheduler, turn, step, problem);
}
