/* rules-change.c - gives new rules to a running scheduler
 *
 * They take effect at a quiet moment: nothing is being written, and the API
 * server has confirmed every binding.  Then a new scheduler takes over the same
 * objects.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"
#include "base/each.h"

/* The rules that are asked for; under the lock of daemon->changes. */
struct _FitRulesChange
{
  FitDaemonRules *rules; /* borrowed from the thread that waits */
  gboolean is_answered;
  GError *problem; /* (nullable) owned */
};

static void
wake (gpointer nothing)
{
}

gboolean
fit_daemon_replace_rules (FitDaemon *daemon, FitDaemonRules *rules,
                          GError **error)
{
  FitRulesChange change = { .rules = rules };

  fit_monitor_lock (&daemon->changes);
  if (daemon->ended)
    change.problem
        = g_error_new_literal (FIT_ERROR, FIT_ERROR_INCOMPLETE, "it has ended");
  else
    {
      daemon->change = &change;
      fit_daemon_later (daemon, 0, wake, wake, NULL);
      while (!change.is_answered)
        fit_monitor_wait (&daemon->changes, G_MAXINT64);
    }
  fit_monitor_unlock (&daemon->changes);
  if (change.problem == NULL)
    return TRUE;
  g_propagate_error (error, change.problem);
  return FALSE;
}

/* -- on the scheduler's thread --------------------------------------------- */

/* @problem (transfer full) (nullable) */
static void
answer (FitDaemon *daemon, GError *problem)
{
  daemon->change->problem = problem;
  daemon->change->is_answered = TRUE;
  daemon->change = NULL;
  fit_monitor_changed (&daemon->changes);
}

/* Does no pod have a chosen node that is not written yet?  A change of the pod
 * may have put it into a queue meanwhile. */
static gboolean
is_quiet (const FitDaemon *daemon)
{
  g_autoptr (GPtrArray) pods = NULL;

  if (daemon->n_tasks > 0)
    return FALSE;
  pods = fit_live_objects_list (daemon->view.live, FIT_KIND_POD);
  FIT_EACH (const FitPod, pod, pods)
    {
      FitPodPlace place;

      if (*pod->node_name != '\0')
        continue;
      if (fit_cache_is_assumed (daemon->rules.cache, pod))
        return FALSE;
      place = fit_scheduler_place (daemon->scheduler, pod);
      if (place != FIT_POD_UNKNOWN && place != FIT_POD_QUEUED)
        return FALSE;
    }
  return TRUE;
}

void
fit_daemon_make_scheduler (FitDaemon *daemon, const FitDaemonRules *rules)
{
  const gint64 now_ns = g_get_monotonic_time () * 1000;
  FitSchedulerSetup setup = { .world = &daemon->world,
                              .disable_preemption = rules->disable_preemption,
                              .trusts_bindings = TRUE,
                              .scheduling = rules->options.scheduling };

  fit_metrics_observe_stages (daemon->metrics, &setup.scheduling);
  for (guint i = 0; i < daemon->rules.n_profiles; i++)
    fit_metrics_observe_stages (daemon->metrics,
                                &daemon->rules.profiles[i].scheduling);
  fit_assembly_set_up (&daemon->rules, rules->options.configuration, &setup);
  setup.queue.max_unschedulable_ns = daemon->options.max_unschedulable_ns;
  daemon->release = setup.release != 0 ? setup.release : FIT_RELEASE_LEGACY;
  daemon->gates = rules->options.configuration != NULL
                      ? rules->options.configuration->target.gates
                      : rules->options.gates;
  daemon->scheduler = fit_scheduler_new (&setup, now_ns);
  if (daemon->options.shadow != NULL)
    daemon->shadow = fit_shadow_new (&daemon->rules);
  fit_live_view_set_scheduler (&daemon->view, daemon->scheduler, now_ns);
}

gboolean
fit_daemon_change_rules (FitDaemon *daemon)
{
  gboolean waits;

  fit_monitor_lock (&daemon->changes);
  waits = daemon->change != NULL;
  if (waits && is_quiet (daemon))
    {
      FitDaemonRules *rules = daemon->change->rules;
      FitAssembly taken = { 0 };
      GError *problem = NULL;

      if (fit_assembly_init (&taken, &rules->options, &problem))
        {
          fit_scheduler_free (daemon->scheduler);
          g_clear_pointer (&daemon->shadow, fit_shadow_free);
          fit_assembly_clear (&daemon->rules);
          daemon->rules = taken;
          fit_daemon_make_scheduler (daemon, rules);
        }
      else
        fit_assembly_clear (&taken);
      answer (daemon, problem);
      waits = FALSE;
    }
  fit_monitor_unlock (&daemon->changes);
  return waits;
}

void
fit_daemon_end_changes (FitDaemon *daemon)
{
  fit_monitor_lock (&daemon->changes);
  daemon->ended = TRUE;
  if (daemon->change != NULL)
    answer (daemon, g_error_new_literal (FIT_ERROR, FIT_ERROR_INCOMPLETE,
                                         "it has ended"));
  fit_monitor_unlock (&daemon->changes);
}
