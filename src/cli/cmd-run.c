/* cmd-run.c - fitsched run: the scheduler of a real cluster
 *
 * One line on standard error for each decision.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "net/secrets.h"
#include "cli/console.h"
#include "cli/explain-page.h"
#include "cli/output-file.h"
#include "cli/rules-watch.h"
#include "cli/run-log.h"
#include "cli/run-serving.h"
#include "cli/run-settings.h"
#include "cli/server-policy.h"
#include "cli/verbs.h"
#include "daemon/daemon.h"
#include "factory/extender-config.h"
#include "cli/signals.h"
#include "daemon/shadow-tally.h"

#define FIRST_RETRY_MS 1000
#define LAST_RETRY_MS 30000
#define NS_PER_US G_GINT64_CONSTANT (1000)

/* What 'fitsched run --shadow' reports: lines of the log, a report, a summary.
 */
typedef struct
{
  FitShadowSink sink;    /* for the daemon */
  FitRunLog *log;        /* borrowed */
  FitSignals *signals;   /* borrowed */
  const char *report;    /* (nullable) borrowed: its file */
  FitShadowTally *tally; /* owned */
} Shadow;

static void
shadow_clear (Shadow *shadow)
{
  g_clear_pointer (&shadow->tally, fit_shadow_tally_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shadow, shadow_clear)

static gboolean
write_report (const Shadow *shadow, GError **error)
{
  g_autofree char *text = NULL;

  if (shadow->report == NULL)
    return TRUE;
  text = fit_shadow_tally_json (shadow->tally);
  return fit_output_file_write (shadow->signals, shadow->report, TRUE, text,
                                strlen (text), error);
}

static void
compared (FitShadowFinding *finding, gpointer data)
{
  Shadow *shadow = data;

  fit_run_log_compared (shadow->log, finding);
  fit_shadow_tally_add (shadow->tally, finding);
}

static void
paused (gpointer data)
{
  const Shadow *shadow = data;
  g_autoptr (GError) problem = NULL;

  if (!write_report (shadow, &problem))
    fit_run_log_note (shadow->log, problem->message);
}

/* Writes a first report to @report (nullable);
 * FIT_ERROR_OUTPUT if that fails.  All arguments are borrowed.  @shadow must
 * not move, and must be cleared even after a failure */
static gboolean
shadow_init (Shadow *shadow, FitRunLog *log, FitSignals *signals,
             const char *report, GError **error)
{
  *shadow = (Shadow){
    .sink = { compared, paused, shadow },
    .log = log,
    .signals = signals,
    .report = report,
    .tally = fit_shadow_tally_new (),
  };
  return write_report (shadow, error);
}

/* What lives as long as the verb runs. */
typedef struct
{
  FitRunSettings *settings; /* borrowed */
  FitRunLog *log;           /* owned */
  FitApiConfig *api;        /* owned */
  FitServerPolicy *policy;  /* (nullable) owned: it is in a ConfigMap */
  GBytes *text;             /* (nullable) owned: the Policy, to be watched */
  FitSession *session;      /* owned, under the lock while the daemon runs */
  pthread_mutex_t lock;
} Run;

static void
run_clear (Run *run)
{
  fit_session_discard (run->session);
  pthread_mutex_destroy (&run->lock);
  g_clear_pointer (&run->text, g_bytes_unref);
  fit_server_policy_free (run->policy);
  fit_api_config_free (run->api);
  fit_run_log_free (run->log);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static void
decided (const FitDecision *decision, gpointer data)
{
  const Run *run = data;

  fit_run_log_decided (run->log, decision);
}

static void
note (const char *text, gpointer data)
{
  const Run *run = data;

  fit_run_log_note (run->log, text);
}

static void
requested (const FitApiExchangeEnd *end, gpointer data)
{
  const Run *run = data;

  fit_run_log_requested (run->log, end);
}

/* Called when the thread of the scheduler hangs: ends the program at once. */
static void
stuck (const GError *why, gpointer data)
{
  const Run *run = data;

  fit_console_error (why);
  fit_signals_remove_files (run->settings->invocation.signals);
  _exit ((int) fit_exit_status (why));
}

static gboolean
explain (const FitExplainQuestion *question, GString *out, gpointer data,
         GError **error)
{
  Run *run = data;
  gboolean done;

  pthread_mutex_lock (&run->lock);
  done = fit_explain_page (run->session, question, out, error);
  pthread_mutex_unlock (&run->lock);
  return done;
}

/* A signal arrives while there is nothing to stop yet.  The next call of
 * fit_signals_ask_first() stops what it is for at once. */
static void
stop_later (gpointer nothing)
{
  (void) nothing;
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

/* @text (transfer full): the contents of --policy */
static void
keep_policy (Run *run, GBytes *text)
{
  const FitInvocation *invocation = &run->settings->invocation;
  gsize len;
  const char *bytes = g_bytes_get_data (text, &len);

  run->text = text;
  fit_inputs_keep (invocation->inputs, invocation->options.policy,
                   len > 0 ? g_memdup2 (bytes, len) : g_strdup (""), len);
}

/* Reads the Policy once, for the session and for later comparisons.  The
 * contents of a ConfigMap take the place of the file of --policy; what is wrong
 * with a file is for the session to report. */
static gboolean
read_policy (Run *run, GError **error)
{
  FitRunSettings *settings = run->settings;
  FitInvocation *invocation = &settings->invocation;
  FitOptions *options = &invocation->options;
  const FitPolicySource *named = settings->file.algorithm_source.policy;
  FitApiDetail detail;
  char *text;

  if (settings->config_map == NULL)
    {
      const char *path = options->policy;
      GBytes *bytes;

      if (path == NULL && options->config != NULL && named != NULL
          && named->file != NULL)
        path = named->file->path;
      if (path == NULL || fit_source_is_stdin (path))
        return TRUE;
      bytes = fit_rules_watch_read (path, NULL);
      if (bytes == NULL)
        return TRUE;
      options->policy = (char *) path;
      keep_policy (run, bytes);
      return TRUE;
    }
  run->policy = fit_server_policy_new (run->api, settings->config_map_namespace,
                                       settings->config_map, error);
  if (run->policy == NULL)
    return FALSE;
  detail = fit_run_log_detail (run->log);
  fit_server_policy_observe (run->policy, requested, run, &detail);
  fit_signals_ask_first (invocation->signals, stop_reading, run->policy);
  text = wait_for_policy (run->policy, run->log, error);
  fit_signals_ask_first (invocation->signals, stop_later, NULL);
  if (text == NULL)
    return FALSE;
  options->policy = (char *) fit_server_policy_name (run->policy);
  keep_policy (run, g_bytes_new_take (text, strlen (text)));
  return TRUE;
}

/* -- leader election ------------------------------------------------------- */

static FitCandidateOptions
candidate (const FitLeaderElection *election)
{
  return (FitCandidateOptions){
    .lock = election->resource_lock,
    .namespace_ = election->resource_namespace,
    .name = election->resource_name,
    .lease_us = election->lease_duration_ns / NS_PER_US,
    .renew_deadline_us = election->renew_deadline_ns / NS_PER_US,
    .retry_us = election->retry_period_ns / NS_PER_US,
  };
}

static gboolean
set_election (const FitRunSettings *settings, FitDaemonOptions *options,
              GError **error)
{
  const FitRunOptions *run = &settings->invocation.options.run;
  const FitLeaderElection *election = &settings->file.leader_election;
  const FitConfiguration *configuration = settings->configuration;
  const FitCandidateOptions alone = candidate (
      configuration != NULL ? &configuration->file->leader_election : election);
  g_autoptr (GError) problem = NULL;

  options->shutdown_grace_us = run->shutdown_grace / NS_PER_US;
  if (fit_options_given (&settings->invocation.options,
                         "pod-max-in-unschedulable-pods-duration"))
    options->max_unschedulable_ns = run->pod_max_in_unschedulable_pods;
  options->leader_elect = election->leader_elect && !run->shadow;
  options->election = candidate (election);
  options->election.ignore_other_locks = run->ignore_other_locks;
  if (!options->leader_elect
      || fit_candidate_check (&options->election, &problem))
    return TRUE;
  /* Is the file itself wrong, or a flag beside it? */
  if (configuration != NULL && !fit_candidate_check (&alone, NULL))
    g_prefix_error (&problem, "%s: ", settings->text.name);
  else
    problem->code = FIT_ERROR_USAGE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* -- the verb -------------------------------------------------------------- */

/* Runs until it is asked to end, and watches the Policy meanwhile. */
static gboolean
run_daemon (Run *run, FitDaemon *daemon, GError **error)
{
  const FitInvocation *invocation = &run->settings->invocation;
  g_autofree char *server = fit_url_hide (run->api->server);
  g_autofree char *begin
      = g_strdup_printf (invocation->options.run.shadow
                             ? "comparing on %s (%s); nothing is written there"
                             : "scheduling on %s (%s)",
                         server, run->api->source);
  const FitRulesWatchSetup setup = { .invocation = invocation,
                                     .server = run->policy,
                                     .daemon = daemon,
                                     .log = run->log,
                                     .session = &run->session,
                                     .lock = &run->lock };
  FitRulesWatch *watch = NULL;
  gboolean ended;

  fit_signals_ask_first (invocation->signals, stop, daemon);
  fit_signals_on_debug (invocation->signals, debug, daemon);
  fit_run_log_note (run->log, begin);
  if (run->text != NULL)
    watch = fit_rules_watch_start (&setup, g_steal_pointer (&run->text));
  else if (invocation->options.run.reload)
    fit_run_log_note (run->log, "--reload has nothing to watch: it is for a "
                                "Policy in a file or a ConfigMap");
  ended = fit_daemon_run (daemon, error);
  fit_signals_on_debug (invocation->signals, NULL, NULL);
  fit_signals_ask_first (invocation->signals, NULL, NULL);
  fit_rules_watch_stop (watch);
  return ended;
}

/* Every release opens the files of tlsConfig when it starts, but looks at
 * urlPrefix only when it sends something. */
static gboolean
check_extenders (const Run *run, GError **error)
{
  const FitSession *session = run->session;
  const FitChosenRules *rules = &session->rules;
  const gboolean profiles = rules->configuration != NULL;
  const GPtrArray *extenders = profiles ? rules->configuration->extenders
                               : session->policy != NULL
                                   ? session->policy->extenders
                                   : NULL;
  const char *name = profiles ? rules->config.name : rules->policy.name;

  if (extenders != NULL && !fit_extenders_check_tls (extenders, FALSE, error))
    return fit_blame (error, "%s: ", name);
  for (guint i = 0; extenders != NULL && i < extenders->len; i++)
    {
      g_autofree char *problem = fit_extender_url_problem (extenders->pdata[i]);
      g_autofree char *text = NULL;

      if (problem == NULL)
        continue;
      text = g_strdup_printf (
          "%s: extenders[%u].urlPrefix: %s: every request to this extender "
          "fails",
          name, i, problem);
      fit_run_log_note (run->log, text);
    }
  return TRUE;
}

static gboolean
schedule (Run *run, FitDaemonOptions *options, GError **error)
{
  const FitInvocation *invocation = &run->settings->invocation;
  const FitClientConnection *connection
      = &run->settings->file.client_connection;
  const FitRunOptions *flags = &invocation->options.run;
  g_auto (FitRunServing) serving = { 0 };
  g_auto (Shadow) shadow = { 0 };
  g_autoptr (FitDaemon) daemon = NULL;
  g_autoptr (GError) problem = NULL;
  gboolean ended;

  run->session = g_new0 (FitSession, 1);
  /* The rules come last, because only the daemon frees them. */
  if (!fit_session_open (run->session, invocation, error)
      || !check_extenders (run, error))
    return FALSE;
  if (!fit_run_serving_init (&serving, run->settings, run->api, run->log, error)
      || (flags->shadow
          && !shadow_init (&shadow, run->log, invocation->signals,
                           flags->report, error))
      || !fit_session_rules (run->session, &options->rules, error))
    return FALSE;
  options->shadow = flags->shadow ? &shadow.sink : NULL;
  options->serving = serving.serving;
  options->serving.explain = explain;
  options->serving.data = run;
  options->api = run->api;
  options->qps = connection->qps;
  options->burst = (guint) MAX (connection->burst, 1);
  /* Servers of v1.16 kept no managedFields of pods.  On later ones the
   * scheduler's own write of a status changes them, which must not look like a
   * change that lets the pod fit. */
  options->flags = fit_session_cluster_flags (run->session) | FIT_DECODE_AS_IS
                   | FIT_DECODE_NO_MANAGED_FIELDS;
  options->disable_preemption = run->session->rules.disable_preemption;
  daemon = fit_daemon_new (options, &problem);
  if (daemon == NULL)
    {
      /* v1.16's messages do not say which Policy they are about. */
      const char *name = invocation->options.policy;

      if (name != NULL && g_error_matches (problem, FIT_ERROR, FIT_ERROR_POLICY)
          && strstr (problem->message, name) == NULL)
        g_prefix_error (&problem, "%s: ", name);
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  ended = run_daemon (run, daemon, error);
  if (flags->shadow)
    {
      g_auto (GStrv) lines = fit_shadow_tally_text (shadow.tally);

      paused (&shadow);
      for (guint i = 0; lines[i] != NULL; i++)
        fit_run_log_note (shadow.log, lines[i]);
    }
  return ended;
}

FitExit
fit_cmd_run (const FitInvocation *invocation, GError **error)
{
  g_auto (FitRunSettings) settings = { 0 };
  g_auto (Run) run = { .settings = &settings };
  FitDaemonOptions options = { .decided = decided,
                               .note = note,
                               .stuck = stuck,
                               .requested = requested,
                               .data = &run };
  const char *path = invocation->options.run.write_config_to;
  g_autoptr (GError) problem = NULL;

  pthread_mutex_init (&run.lock, NULL);
  fit_signals_ask_first (invocation->signals, stop_later, NULL);
  if (!fit_run_settings_init (&settings, invocation, error))
    return FIT_EXIT_INPUT;
  if (path != NULL)
    {
      g_autofree char *yaml = fit_run_settings_yaml (&settings, error);

      return yaml != NULL
                     && fit_output_file_write (invocation->signals, path, TRUE,
                                               yaml, strlen (yaml), error)
                 ? FIT_EXIT_YES
                 : FIT_EXIT_INTERNAL;
    }
  if (!set_election (&settings, &options, error))
    return FIT_EXIT_INPUT;
  run.log = fit_run_log_new (&invocation->options.run, error);
  if (run.log == NULL)
    return FIT_EXIT_INPUT;
  options.detail = fit_run_log_detail (run.log);
  run.api = fit_run_settings_server (&settings, error);
  if (run.api == NULL)
    return FIT_EXIT_INPUT;
  /* So that the log hides the credentials that clients send. */
  fit_api_config_share_secrets (run.api, fit_run_log_secrets (run.log));
  fit_api_config_share_files (run.api, note, &run);
  fit_run_log_notes (run.log, run.api->warnings);
  if (!read_policy (&run, &problem)
      && g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    return FIT_EXIT_YES;
  if (problem == NULL && schedule (&run, &options, &problem))
    return FIT_EXIT_YES;
  fit_secret_set_hide_error (run.api->secrets, problem);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FIT_EXIT_INPUT;
}
