/* exec-plugin.c - runs the program that provides the credentials of a client
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/exec-plugin.h"

#include "client/exec-credential.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_SECONDS 60
#define MOST_ANSWER_BYTES ((gsize) 1024 * 1024)
#define TICK_MS 50

struct _FitExecPlugin
{
  gint refs; /* atomic */
  char *api_version;
  char *command;
  char **argv;
  char **env;
  char *install_hint; /* (nullable) */
  char *cluster;      /* (nullable) */
  FitExecInteractive interactive;

  pthread_mutex_t running; /* held while it runs */
  pthread_mutex_t lock;    /* of @current */
  FitCredential *current;  /* (nullable) */
};

static char **
copy_strings (const char *first, const char *const *rest)
{
  GStrvBuilder *all = g_strv_builder_new ();
  char **out;

  if (first != NULL)
    g_strv_builder_add (all, first);
  if (rest != NULL)
    g_strv_builder_addv (all, (const char **) rest);
  out = g_strv_builder_end (all);
  g_strv_builder_unref (all);
  return out;
}

FitExecPlugin *
fit_exec_plugin_new (const FitExecOptions *options)
{
  FitExecPlugin *plugin = g_new0 (FitExecPlugin, 1);

  plugin->refs = 1;
  plugin->api_version = g_strdup (options->api_version);
  plugin->command = g_strdup (options->command);
  plugin->argv = copy_strings (options->command, options->args);
  plugin->env = copy_strings (NULL, options->env);
  plugin->install_hint = g_strdup (options->install_hint);
  plugin->cluster = g_strdup (options->cluster);
  plugin->interactive = options->interactive;
  pthread_mutex_init (&plugin->running, NULL);
  pthread_mutex_init (&plugin->lock, NULL);
  return plugin;
}

FitExecPlugin *
fit_exec_plugin_ref (FitExecPlugin *plugin)
{
  g_atomic_int_inc (&plugin->refs);
  return plugin;
}

void
fit_exec_plugin_unref (FitExecPlugin *plugin)
{
  if (plugin == NULL || !g_atomic_int_dec_and_test (&plugin->refs))
    return;
  g_free (plugin->api_version);
  g_free (plugin->command);
  g_strfreev (plugin->argv);
  g_strfreev (plugin->env);
  g_free (plugin->install_hint);
  g_free (plugin->cluster);
  pthread_mutex_destroy (&plugin->running);
  pthread_mutex_destroy (&plugin->lock);
  fit_credential_unref (plugin->current);
  g_free (plugin);
}

static gboolean
is_there (const FitExecPlugin *plugin)
{
  g_autofree char *found = g_find_program_in_path (plugin->command);

  return found != NULL;
}

static void
add_hint (const FitExecPlugin *plugin, GError **error)
{
  if (plugin->install_hint != NULL)
    fit_error_add_hint (error, "%s", plugin->install_hint);
}

gboolean
fit_exec_plugin_check (const FitExecPlugin *plugin, GError **error)
{
  if (is_there (plugin))
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "exec: executable %s not found", plugin->command);
  add_hint (plugin, error);
  return FALSE;
}

/* -- running --------------------------------------------------------------- */

/* One run of the program. */
typedef struct
{
  GPid pid;
  int out;         /* of the program */
  gint64 until_us; /* of the monotonic clock */
  gint *cancelled; /* (nullable) */
  GString *answer;
} Run;

static void
run_clear (Run *run)
{
  if (run->pid > 0)
    {
      kill (run->pid, SIGKILL);
      while (waitpid (run->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    }
  if (run->out >= 0)
    close (run->out);
  g_string_free (run->answer, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gboolean
may_go_on (const Run *run, GError **error)
{
  if (run->cancelled != NULL && g_atomic_int_get (run->cancelled))
    g_set_error (error, FIT_ERROR, FIT_ERROR_INCOMPLETE, "stopped");
  else if (g_get_monotonic_time () > run->until_us)
    g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE,
                 "did not end within %d seconds", MOST_SECONDS);
  else
    return TRUE;
  return FALSE;
}

static gboolean
read_answer (Run *run, GError **error)
{
  struct pollfd ready = { .fd = run->out, .events = POLLIN };
  char bytes[4096];
  gssize n = 1;

  while (n != 0)
    {
      if (!may_go_on (run, error))
        return FALSE;
      if (poll (&ready, 1, TICK_MS) <= 0)
        continue;
      n = read (run->out, bytes, sizeof bytes);
      if (n > 0)
        g_string_append_len (run->answer, bytes, n);
      if (run->answer->len > MOST_ANSWER_BYTES)
        return fit_fail (error, FIT_ERROR_REMOTE,
                         "has printed more than %" G_GSIZE_FORMAT " bytes",
                         MOST_ANSWER_BYTES);
    }
  return TRUE;
}

static gboolean
wait_for_end (Run *run, GError **error)
{
  int status = 0;
  pid_t ended;

  while ((ended = waitpid (run->pid, &status, WNOHANG)) != run->pid)
    {
      if (ended < 0 && errno != EINTR)
        break;
      if (!may_go_on (run, error))
        return FALSE;
      g_usleep (TICK_MS * 100);
    }
  run->pid = 0;
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return TRUE;
  if (WIFEXITED (status))
    g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE, "failed with exit code %d",
                 WEXITSTATUS (status));
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE, "was ended by signal %d",
                 WTERMSIG (status));
  return FALSE;
}

static gboolean
start_run (const FitExecPlugin *plugin, Run *run, GError **error)
{
  g_auto (GStrv) env = g_get_environ ();
  g_autofree char *info = NULL;
  g_autoptr (GError) problem = NULL;
  const gboolean interactive
      = plugin->interactive != FIT_EXEC_NEVER && isatty (STDIN_FILENO);
  GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH;

  if (!interactive && plugin->interactive == FIT_EXEC_ALWAYS)
    return fit_fail (
        error, FIT_ERROR_REMOTE,
        "has interactiveMode Always, but standard input is no terminal");
  if (interactive)
    flags |= G_SPAWN_CHILD_INHERITS_STDIN;
  for (guint i = 0; plugin->env[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (plugin->env[i], "=", 2);

      env = g_environ_setenv (env, pair[0], pair[1], TRUE);
    }
  info = fit_exec_info (plugin->api_version, plugin->cluster, interactive);
  env = g_environ_setenv (env, "KUBERNETES_EXEC_INFO", info, TRUE);
  if (g_spawn_async_with_pipes (NULL, plugin->argv, env, flags, NULL, NULL,
                                &run->pid, NULL, &run->out, NULL, &problem))
    return TRUE;
  return fit_fail (error, FIT_ERROR_REMOTE, "%s",
                   g_error_matches (problem, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT)
                       ? "not found"
                       : "cannot be run");
}

/* -- what is known --------------------------------------------------------- */

static gboolean
is_over (const FitCredential *credential)
{
  return g_get_real_time () * 1000 >= credential->expires_ns;
}

FitCredential *
fit_exec_plugin_current (FitExecPlugin *plugin)
{
  FitCredential *current = NULL;

  pthread_mutex_lock (&plugin->lock);
  if (plugin->current != NULL && !is_over (plugin->current))
    current = fit_credential_ref (plugin->current);
  pthread_mutex_unlock (&plugin->lock);
  return current;
}

static gboolean
renew (FitExecPlugin *plugin, const FitCredential *rejected, gint *cancelled,
       GError **error)
{
  g_autoptr (FitCredential) before = fit_exec_plugin_current (plugin);
  g_auto (Run) run
      = { .out = -1,
          .until_us = g_get_monotonic_time () + MOST_SECONDS * G_USEC_PER_SEC,
          .cancelled = cancelled,
          .answer = g_string_new (NULL) };
  FitCredential *credential = NULL;

  if (before != NULL && before != rejected)
    return TRUE;
  if (start_run (plugin, &run, error) && read_answer (&run, error)
      && wait_for_end (&run, error))
    credential = fit_exec_credential_parse (run.answer->str, run.answer->len,
                                            plugin->api_version, error);
  if (credential != NULL && is_over (credential))
    {
      g_clear_pointer (&credential, fit_credential_unref);
      g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE,
                   "status.expirationTimestamp: found a time in the past");
    }
  /* Once rejected, these credentials are not used for any other request
   * either. */
  pthread_mutex_lock (&plugin->lock);
  fit_credential_unref (plugin->current);
  plugin->current = credential;
  pthread_mutex_unlock (&plugin->lock);
  if (credential != NULL)
    return TRUE;
  g_prefix_error (
      error, "getting credentials: exec: executable %s: ", plugin->command);
  if (!is_there (plugin))
    add_hint (plugin, error);
  return FALSE;
}

gboolean
fit_exec_plugin_run (FitExecPlugin *plugin, const FitCredential *rejected,
                     gint *cancelled, GError **error)
{
  gboolean done;

  pthread_mutex_lock (&plugin->running);
  done = renew (plugin, rejected, cancelled, error);
  pthread_mutex_unlock (&plugin->running);
  return done;
}
