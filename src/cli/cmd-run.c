/* cmd-run.c - fitsched run: the scheduler of a real cluster
 *
 * One line on standard error for each decision.
 */
#include "cli/session.h"

#include <string.h>

#include "cli/console.h"
#include "cli/explain-page.h"
#include "cli/output-file.h"
#include "cli/run-log.h"
#include "cli/run-serving.h"
#include "cli/run-settings.h"
#include "cli/server-policy.h"
#include "daemon/daemon.h"

#define FIRST_RETRY_MS 1000
#define LAST_RETRY_MS 30000

/* What lives as long as the verb runs. */
typedef struct
{
  FitRunSettings *settings; /* borrowed */
  FitRunLog *log;           /* owned */
  FitApiConfig *api;        /* owned */
  FitServerPolicy *policy;  /* (nullable) owned */
} Run;

static void
run_clear (Run *run)
{
  fit_server_policy_free (run->policy);
  fit_api_config_free (run->api);
  fit_run_log_free (run->log);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static void
decided (const FitDecision *decision, gpointer log)
{
  fit_run_log_decided (log, decision);
}

static void
note (const char *text, gpointer log)
{
  fit_run_log_note (log, text);
}

static gboolean
explain (const FitExplainQuestion *question, GString *out, gpointer data,
         GError **error)
{
  return fit_explain_page (data, question, out, error);
}

static void
stop (gpointer daemon)
{
  fit_daemon_stop (daemon);
}

static void
debug (gpointer daemon)
{
  fit_daemon_debug (daemon);
}

static void
stop_reading (gpointer policy)
{
  fit_server_policy_cancel (policy);
}

/* -- a Policy in the cluster ----------------------------------------------- */

/* Waits for an API server that cannot be reached.  Returns: (transfer full)
 * (nullable) */
static char *
wait_for_policy (FitServerPolicy *policy, FitRunLog *log, GError **error)
{
  for (guint ms = FIRST_RETRY_MS;; ms = MIN (2 * ms, LAST_RETRY_MS))
    {
      g_autoptr (GError) problem = NULL;
      g_autofree char *text = fit_server_policy_read (policy, &problem);
      g_autofree char *note = NULL;

      if (text != NULL)
        return g_steal_pointer (&text);
      if (!g_error_matches (problem, FIT_ERROR, FIT_ERROR_REMOTE))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      note = g_strconcat (problem->message, "; trying again", NULL);
      if (ms == FIRST_RETRY_MS)
        fit_run_log_note (log, note);
      fit_server_policy_sleep (policy, ms);
    }
}

/* What is in the ConfigMap takes the place of the file of --policy. */
static gboolean
read_server_policy (Run *run, GError **error)
{
  FitRunSettings *settings = run->settings;
  FitInvocation *invocation = &settings->invocation;
  char *text;

  if (settings->config_map == NULL)
    return TRUE;
  run->policy = fit_server_policy_new (run->api, settings->config_map_namespace,
                                       settings->config_map, error);
  if (run->policy == NULL)
    return FALSE;
  fit_temporaries_ask_first (invocation->temporaries, stop_reading,
                             run->policy);
  text = wait_for_policy (run->policy, run->log, error);
  fit_temporaries_ask_first (invocation->temporaries, NULL, NULL);
  if (text == NULL)
    return FALSE;
  invocation->options.policy = (char *) fit_server_policy_name (run->policy);
  fit_inputs_keep (invocation->inputs, invocation->options.policy, text,
                   strlen (text));
  return TRUE;
}

/* -- the verb -------------------------------------------------------------- */

/* Texts of v1.16 do not say which Policy they are about. */
static void
name_policy (const FitInvocation *invocation, GError **problem)
{
  const char *name = invocation->options.policy;

  if (name != NULL && g_error_matches (*problem, FIT_ERROR, FIT_ERROR_POLICY)
      && strstr ((*problem)->message, name) == NULL)
    g_prefix_error (problem, "%s: ", name);
}

static gboolean
schedule (Run *run, GError **error)
{
  const FitInvocation *invocation = &run->settings->invocation;
  const FitClientConnection *connection
      = &run->settings->file.client_connection;
  g_autofree char *begin = g_strdup_printf ("scheduling on %s (%s)",
                                            run->api->server, run->api->source);
  g_auto (FitSession) session = { 0 };
  g_auto (FitRunServing) serving = { 0 };
  g_autoptr (FitDaemon) daemon = NULL;
  g_autoptr (GError) problem = NULL;
  FitDaemonOptions options
      = { .api = run->api, .decided = decided, .note = note, .data = run->log };

  if (!fit_session_open (&session, invocation, error)
      || !fit_session_rules (&session, &options.rules, error)
      || !fit_run_serving_init (&serving, run->settings, run->api, error))
    return FALSE;
  options.serving = serving.serving;
  options.serving.explain = explain;
  options.serving.data = &session;
  options.qps = connection->qps;
  options.burst = (guint) MAX (connection->burst, 1);
  options.flags = fit_session_cluster_flags (&session) | FIT_DECODE_AS_IS;
  options.disable_preemption = session.rules.disable_preemption;
  daemon = fit_daemon_new (&options, &problem);
  if (daemon == NULL)
    {
      name_policy (invocation, &problem);
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  fit_temporaries_ask_first (invocation->temporaries, stop, daemon);
  fit_temporaries_on_debug (invocation->temporaries, debug, daemon);
  fit_run_log_note (run->log, begin);
  fit_daemon_run (daemon);
  fit_temporaries_on_debug (invocation->temporaries, NULL, NULL);
  fit_temporaries_ask_first (invocation->temporaries, NULL, NULL);
  return TRUE;
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
  g_auto (Run) run = { .settings = &settings };
  g_autoptr (GError) problem = NULL;

  if (!fit_run_settings_init (&settings, invocation, error))
    return FIT_EXIT_INPUT;
  if (invocation->options.run.write_config_to != NULL)
    return write_configuration (&settings, error) ? FIT_EXIT_YES
                                                  : FIT_EXIT_INTERNAL;
  run.log = fit_run_log_new (&invocation->options.run, error);
  if (run.log == NULL)
    return FIT_EXIT_INPUT;
  run.api = fit_run_settings_server (&settings, error);
  if (run.api == NULL)
    return FIT_EXIT_INPUT;
  if (run.api->warning != NULL)
    fit_run_log_note (run.log, run.api->warning);
  if ((read_server_policy (&run, &problem) && schedule (&run, &problem))
      || g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return FIT_EXIT_YES;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FIT_EXIT_INPUT;
}
