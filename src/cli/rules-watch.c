/* rules-watch.c - a thread that watches the Policy of 'fitsched run'
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/rules-watch.h"

#include <string.h>

#include "net/live-files.h"
#include "base/monitor.h"
#include "factory/extender-config.h"
#include "assembly/assembly.h"

/* How often to look. */
#define FILE_MS 1000
#define SERVER_MS 5000

struct _FitRulesWatch
{
  FitRulesWatchSetup setup;
  const char *path; /* borrowed: of the file, or the name of the ConfigMap */
  FitDecodeFlags flags; /* how the daemon reads objects */
  GBytes *text;         /* owned: what was seen last */
  GStatBuf stat;        /* of the file, when it was read last */
  char *said;           /* (nullable) owned: the last problem */

  GThread *thread; /* owned */
  FitMonitor monitor;
  gboolean stopping; /* under the lock */
};

void
fit_session_discard (FitSession *session)
{
  if (session == NULL)
    return;
  fit_session_close (session);
  g_free (session);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSession, fit_session_discard)

/* -- notes ----------------------------------------------------------------- */

static void
note_about_file (FitRulesWatch *watch, const char *format, const char *text)
{
  g_autofree char *line = g_strndup (text, strcspn (text, "\n"));
  g_autofree char *what = g_strdup_printf (format, line);
  g_autofree char *note = g_strconcat (watch->path, " ", what, NULL);

  fit_run_log_note (watch->setup.log, note);
}

/* -- a change -------------------------------------------------------------- */

/* Opens a session with the Policy as it is now.  Its rules are built only to see
 * whether that works; they are built again when they are used.  The files of
 * extenders are opened as at the start.
 * @out_changes: what differs from the rules in effect
 * Returns: (transfer full) (nullable) */
static FitSession *
open_next (FitRulesWatch *watch, char **out_changes, GError **error)
{
  const FitInvocation *invocation = watch->setup.invocation;
  g_autoptr (FitSession) next = g_new0 (FitSession, 1);
  g_autoptr (FitPolicy) before = NULL, after = NULL;
  FitSimulationOptions options;
  FitAssembly rules = { 0 };
  gboolean good;
  gsize len;
  gconstpointer text = g_bytes_get_data (watch->text, &len);

  fit_inputs_keep (invocation->inputs, watch->path,
                   len > 0 ? g_memdup2 (text, len) : g_strdup (""), len);
  if (!fit_session_open (next, invocation, error)
      || !fit_extenders_check_tls (next->policy->extenders, FALSE, error)
      || !fit_session_rules (next, &options, error))
    return NULL;
  good = fit_assembly_init (&rules, &options, error);
  fit_assembly_clear (&rules);
  if (!good)
    return NULL;
  before
      = fit_chosen_rules_parse_policy (&(*watch->setup.session)->rules, error);
  if (before == NULL)
    return NULL;
  after = fit_chosen_rules_parse_policy (&next->rules, error);
  if (after == NULL)
    return NULL;
  *out_changes = fit_policy_changes (before, after);
  return g_steal_pointer (&next);
}

/* The order matters: the daemon uses rules of the old session until it has
 * replaced them.  Returns: FALSE with an error if the old rules stay */
static gboolean
replace_session (FitRulesWatch *watch, FitSession *next, GError **error)
{
  FitSession **session = watch->setup.session;
  FitDaemonRules rules
      = { .disable_preemption = next->rules.disable_preemption };

  if ((fit_session_cluster_flags (next) & ~watch->flags) != 0)
    return fit_fail (error, FIT_ERROR_POLICY,
                     "its extenders need more of each object than was "
                     "read; start fitsched again");
  if (!fit_session_rules (next, &rules.options, error)
      || !fit_daemon_replace_rules (watch->setup.daemon, &rules, error))
    return FALSE;
  pthread_mutex_lock (watch->setup.lock);
  fit_session_discard (*session);
  *session = next;
  pthread_mutex_unlock (watch->setup.lock);
  return TRUE;
}

/* -- looking --------------------------------------------------------------- */

GBytes *
fit_rules_watch_read (const char *path, GError **error)
{
  g_autoptr (FitSource) source
      = fit_source_open (path, fit_limits_default ()->rules_bytes, error);

  return source != NULL ? g_bytes_new (source->bytes, source->len) : NULL;
}

static gpointer
run (gpointer data)
{
  FitRulesWatch *watch = data;
  const gint64 ms = watch->setup.server != NULL ? SERVER_MS : FILE_MS;

  for (;;)
    {
      const gint64 end = g_get_monotonic_time () + ms * 1000;
      gboolean goes_on;
      g_autoptr (GError) problem = NULL;
      g_autoptr (GBytes) now = NULL;
      g_autofree char *changes = NULL;
      g_autoptr (FitSession) next = NULL;

      fit_monitor_lock (&watch->monitor);
      while (!watch->stopping && fit_monitor_wait (&watch->monitor, end))
        ;
      goes_on = !watch->stopping;
      fit_monitor_unlock (&watch->monitor);
      if (!goes_on)
        return NULL;
      if (watch->setup.server != NULL)
        {
          char *text = fit_server_policy_read (watch->setup.server, &problem);

          now = text != NULL ? g_bytes_new_take (text, strlen (text)) : NULL;
        }
      else
        {
          GStatBuf state = { 0 };

          if (g_stat (watch->path, &state) == 0
              && fit_file_is_unchanged (&watch->stat, &state))
            continue;
          watch->stat = state;
          now = fit_rules_watch_read (watch->path, &problem);
        }
      if (now == NULL)
        {
          /* About an API server that cannot be reached the daemon says
           * something. Any other problem is reported once, however long it
           * lasts. */
          if (problem == NULL
              || g_error_matches (problem, FIT_ERROR, FIT_ERROR_REMOTE)
              || g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE)
              || g_strcmp0 (watch->said, problem->message) == 0)
            continue;
          g_free (watch->said);
          watch->said = g_strdup (problem->message);
          note_about_file (watch,
                           "cannot be read any more: %s; the old rules stay",
                           problem->message);
          continue;
        }
      g_clear_pointer (&watch->said, g_free);
      if (g_bytes_equal (now, watch->text))
        continue;
      g_bytes_unref (watch->text);
      watch->text = g_steal_pointer (&now);
      next = open_next (watch, &changes, &problem);
      if (next != NULL && *changes == '\0')
        note_about_file (watch, "has changed, but its rules are the same%s",
                         "");
      else if (next != NULL && !watch->setup.invocation->options.run.reload)
        note_about_file (watch,
                         "has changed (%s); a restart takes it, or --reload",
                         changes);
      else if (next != NULL && replace_session (watch, next, &problem))
        {
          g_steal_pointer (&next);
          note_about_file (watch, "has changed and is in effect: %s", changes);
        }
      else if (!g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE))
        note_about_file (
            watch, "has changed and cannot be used: %s; the old rules stay",
            problem->message);
    }
}

/* -- starting and stopping ------------------------------------------------- */

FitRulesWatch *
fit_rules_watch_start (const FitRulesWatchSetup *setup, GBytes *text)
{
  FitRulesWatch *watch = g_new0 (FitRulesWatch, 1);

  watch->setup = *setup;
  watch->path = setup->invocation->options.policy;
  watch->flags = fit_session_cluster_flags (*setup->session);
  watch->text = text;
  fit_monitor_init (&watch->monitor);
  watch->thread = g_thread_new ("rules", run, watch);
  return watch;
}

void
fit_rules_watch_stop (FitRulesWatch *watch)
{
  if (watch == NULL)
    return;
  fit_monitor_lock (&watch->monitor);
  watch->stopping = TRUE;
  fit_monitor_changed (&watch->monitor);
  fit_monitor_unlock (&watch->monitor);
  if (watch->setup.server != NULL)
    fit_server_policy_cancel (watch->setup.server);
  g_thread_join (watch->thread);
  g_bytes_unref (watch->text);
  g_free (watch->said);
  fit_monitor_clear (&watch->monitor);
  g_free (watch);
}
