/* cmd-run.c - fitsched run: the scheduler of a real cluster
 *
 * One line on standard error for each decision.
 */
#include "cli/session.h"

#include <string.h>

#include "cli/console.h"
#include "cli/output-file.h"
#include "cli/pod-log.h"
#include "cli/run-settings.h"
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

static FitExit
run (const FitRunSettings *settings, const FitApiConfig *api, GError **error)
{
  const FitInvocation *invocation = &settings->invocation;
  const FitClientConnection *connection = &settings->file.client_connection;
  g_auto (FitSession) session = { 0 };
  g_autoptr (FitDaemon) daemon = NULL;
  FitDaemonOptions options = { .api = api, .decided = decided, .note = note };

  if (!fit_session_open (&session, invocation, error)
      || !fit_session_rules (&session, &options.rules, error))
    return FIT_EXIT_INPUT;
  options.qps = connection->qps;
  options.burst = (guint) MAX (connection->burst, 1);
  options.flags = fit_session_cluster_flags (&session) | FIT_DECODE_AS_IS;
  options.disable_preemption = session.rules.disable_preemption;
  daemon = fit_daemon_new (&options, error);
  if (daemon == NULL)
    return FIT_EXIT_INPUT;
  fit_temporaries_ask_first (invocation->temporaries, stop, daemon);
  fit_console_note ("scheduling on %s (%s)", api->server, api->source);
  fit_daemon_run (daemon);
  fit_temporaries_ask_first (invocation->temporaries, NULL, NULL);
  return FIT_EXIT_YES;
}

static gboolean
write_configuration (const FitRunSettings *settings, GError **error)
{
  const FitInvocation *invocation = &settings->invocation;
  const char *path = invocation->options.run.write_config_to;
  g_autofree char *yaml = fit_run_settings_yaml (settings, error);

  if (yaml == NULL)
    return FALSE;
  if (strcmp (path, "-") == 0)
    return fit_console_write (yaml, strlen (yaml), error);
  return fit_output_file_write (invocation->temporaries, path, FALSE, yaml,
                                strlen (yaml), error);
}

FitExit
fit_cmd_run (const FitInvocation *invocation, GError **error)
{
  g_auto (FitRunSettings) settings = { 0 };
  g_autoptr (FitApiConfig) api = NULL;

  if (!fit_run_settings_init (&settings, invocation, error))
    return FIT_EXIT_INPUT;
  if (invocation->options.run.write_config_to != NULL)
    return write_configuration (&settings, error) ? FIT_EXIT_YES
                                                  : FIT_EXIT_INTERNAL;
  api = fit_run_settings_server (&settings, error);
  return api != NULL ? run (&settings, api, error) : FIT_EXIT_INPUT;
}
