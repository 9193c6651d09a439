/* cmd-run.c - fitsched run: the scheduler of a real cluster
 *
 * One line on standard error for each decision.
 */
#include "cli/session.h"

#include "cli/console.h"
#include "cli/pod-log.h"
#include "daemon/daemon.h"

/* -- what is told ---------------------------------------------------------- */

static gboolean
is_worth_a_line (FitDecisionType type)
{
  switch (type)
    {
    case FIT_DECISION_BOUND:
    case FIT_DECISION_FAILED:
    case FIT_DECISION_NOMINATED:
    case FIT_DECISION_EXPIRED:
    case FIT_DECISION_PROBLEM:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
decided (const FitDecision *decision, gpointer data)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H:%M:%S.%fZ");
  g_autofree char *details = NULL;
  g_autoptr (GString) line = NULL;

  (void) data;
  if (!is_worth_a_line (decision->type))
    return;
  line = g_string_new (fit_decision_type_name (decision->type));
  details = fit_decision_details (decision);
  if (decision->pod != NULL)
    g_string_append_printf (line, " %s/%s", decision->pod->meta.namespace_,
                            decision->pod->meta.name);
  if (decision->node_name != NULL && *decision->node_name != '\0')
    g_string_append_printf (line, " on %s", decision->node_name);
  if (decision->reason != NULL)
    g_string_append_printf (line, " (%s)", decision->reason);
  if (details != NULL)
    g_string_append_printf (line, ": %s", details);
  fit_console_log ("%s %s", time, line->str);
}

static void
note (const char *text, gpointer data)
{
  (void) data;
  fit_console_note ("%s", text);
}

static void
stop (gpointer daemon)
{
  fit_daemon_stop (daemon);
}

/* -- the verb -------------------------------------------------------------- */

static FitApiConfig *
find_server (const FitOptions *options, GError **error)
{
  g_auto (GStrv) paths = fit_kubeconfig_paths (options->kubeconfig);

  if (options->kubeconfig == NULL && g_getenv ("KUBERNETES_SERVICE_HOST"))
    return fit_api_config_in_cluster (error);
  return fit_kubeconfig_load ((const char *const *) paths, options->context,
                              error);
}

FitExit
fit_cmd_run (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  g_autoptr (FitApiConfig) config = NULL;
  g_auto (FitSession) session = { 0 };
  g_autoptr (FitDaemon) daemon = NULL;
  FitDaemonOptions daemon_options = { .decided = decided, .note = note };

  config = find_server (options, error);
  if (config == NULL || !fit_session_open (&session, invocation, error)
      || !fit_session_rules (&session, &daemon_options.rules, error))
    return FIT_EXIT_INPUT;
  daemon_options.api = config;
  daemon_options.qps = (double) options->kube_api_qps;
  daemon_options.burst = (guint) options->kube_api_burst;
  daemon_options.flags
      = fit_session_cluster_flags (&session) | FIT_DECODE_AS_IS;
  daemon_options.disable_preemption = session.rules.disable_preemption;
  daemon = fit_daemon_new (&daemon_options, error);
  if (daemon == NULL)
    return FIT_EXIT_INPUT;
  fit_temporaries_ask_first (invocation->temporaries, stop, daemon);
  fit_console_note ("scheduling on %s (%s)", config->server, config->source);
  fit_daemon_run (daemon);
  fit_temporaries_ask_first (invocation->temporaries, NULL, NULL);
  return FIT_EXIT_YES;
}
