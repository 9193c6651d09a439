/* run-process.c - fitsched run as a process, and the API server of a test
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cli/run-process.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* For what must happen at some time. */
#define WAIT_US (60 * (gint64) G_USEC_PER_SEC)
#define TICK_US 20000

static const char *const files[]
    = { "kubeconfig", "policy.json", "config.json", "log" };

ReplayAnswer
run_answer (guint status, const char *body)
{
  ReplayAnswer answer = { .status = status, .owned = g_new0 (char *, 2) };

  answer.owned[0] = g_strdup (body);
  answer.pieces = (const char *const *) answer.owned;
  return answer;
}

char *
run_process_log (const RunProcess *run)
{
  char *text = NULL;

  return g_file_get_contents (run->log, &text, NULL, NULL) ? text
                                                           : g_strdup ("");
}

static void
write_file (const RunProcess *run, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (run->directory, name, NULL);

  assert_true (g_file_set_contents (path, text, -1, NULL));
}

void
run_process_begin (RunProcess *run, ReplayChoose choose, gpointer data,
                   const char *policy, const char *arguments)
{
  g_autofree char *program = fitsched_program ();
  g_autofree char *line = NULL;
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  int fd;

  run->directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  run->log = g_build_filename (run->directory, "log", NULL);
  run->server = replay_server_new_for (choose, data);
  write_kubeconfig (run->directory, replay_server_url (run->server));
  write_file (run, "policy.json", policy);
  write_file (run, "config.json", RUN_CONFIGURATION);
  run->port = served_find_port ();
  line = g_strdup_printf ("%s run --kubeconfig kubeconfig --leader-elect=false "
                          "--secure-port 0 --port %u %s",
                          program, run->port, arguments);
  argv = g_strsplit (line, " ", -1);
  fd = g_open (run->log, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  assert_true (fd >= 0);
  if (!g_spawn_async_with_fds (run->directory, argv, NULL,
                               G_SPAWN_DO_NOT_REAP_CHILD, set_up_child, NULL,
                               &run->process, -1, -1, fd, &error))
    fail_msg ("%s", error->message);
  close (fd);
}

void
run_process_clear (RunProcess *run)
{
  if (run->process <= 0)
    return;
  kill (run->process, SIGKILL);
  waitpid (run->process, NULL, 0);
  replay_server_free (run->server);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (run->directory, files[i], NULL);

      g_remove (path);
    }
  assert_int_equal (g_rmdir (run->directory), 0);
  g_free (run->directory);
  g_free (run->log);
}

void
run_process_await (const RunProcess *run, const char *text)
{
  const gint64 end_us = g_get_monotonic_time () + WAIT_US;

  for (;;)
    {
      g_autofree char *log = run_process_log (run);

      if (strstr (log, text) != NULL)
        return;
      if (g_get_monotonic_time () > end_us)
        fail_msg ("no \"%s\" in: %s", text, log);
      g_usleep (TICK_US);
    }
}
