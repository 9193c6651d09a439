/* extender-process.c - starts the extender of the tests as a process, and tells it what to answer
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support-extender/extender-process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* The line with the two ports. */
static void
read_ports (ExtenderProcess *process, int fd)
{
  char line[64];
  gsize used = 0;
  g_auto (GStrv) words = NULL;
  guint64 port = 0, control_port = 0;

  while (used < sizeof line - 1 && read (fd, &line[used], 1) == 1
         && line[used] != '\n')
    used++;
  line[used] = '\0';
  words = g_strsplit (line, " ", 2);
  if (g_strv_length (words) != 2
      || !g_ascii_string_to_unsigned (words[0], 10, 1, 65535, &port, NULL)
      || !g_ascii_string_to_unsigned (words[1], 10, 1, 65535, &control_port,
                                      NULL))
    fail_msg ("extender-server said \"%s\"", line);
  process->port = (guint) port;
  process->control_port = (guint) control_port;
}

ExtenderProcess *
extender_process_new (const char *cert, const char *key, const char *client_ca)
{
  const char *build = g_getenv ("FIT_TEST_BUILDDIR");
  g_autofree char *program
      = g_build_filename (build != NULL ? build : ".",
                          "tests/support-extender/extender-server", NULL);
  const char *argv[] = { program, cert, key, client_ca, NULL };
  ExtenderProcess *process = g_new0 (ExtenderProcess, 1);
  g_autoptr (GError) error = NULL;
  int out;

  if (!g_spawn_async_with_pipes (
          NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
          &process->pid, &process->hold, &out, NULL, &error))
    fail_msg ("%s", error->message);
  process->tls = cert != NULL;
  process->control = fit_http_client_new (NULL, NULL);
  read_ports (process, out);
  close (out);
  return process;
}

void
extender_process_kill (ExtenderProcess *process)
{
  int status;

  kill (process->pid, SIGKILL);
  waitpid (process->pid, &status, 0);
  process->pid = 0;
}

void
extender_process_free (ExtenderProcess *process)
{
  int status = 0;

  close (process->hold);
  if (process->pid != 0)
    waitpid (process->pid, &status, 0);
  fit_http_client_free (process->control);
  g_free (process);
  if (status != 0)
    fail_msg ("extender-server ended with status %d", status);
}

char *
extender_process_url (const ExtenderProcess *process, const char *behaviour)
{
  return g_strdup_printf ("%s://127.0.0.1:%u/%s",
                          process->tls ? "https" : "http", process->port,
                          behaviour);
}

static GBytes *
control (ExtenderProcess *process, const char *method, const char *name,
         const char *value)
{
  g_autofree char *url
      = g_strdup_printf ("http://127.0.0.1:%u/%s", process->control_port, name);
  const FitHttpRequest request
      = { .method = method,
          .url = url,
          .body = value,
          .body_len = value != NULL ? strlen (value) : 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitHttpResponse) response
      = fit_http_client_request (process->control, &request, &error);

  if (response == NULL)
    fail_msg ("%s", error->message);
  assert_int_equal (response->status, 200);
  return g_bytes_ref (response->body);
}

void
extender_process_set (ExtenderProcess *process, const char *name,
                      const char *value)
{
  g_bytes_unref (control (process, "PUT", name, value));
}

json_object *
extender_process_take_log (ExtenderProcess *process)
{
  g_autoptr (GBytes) answer = control (process, "DELETE", "log", NULL);
  gsize len;
  const char *text = g_bytes_get_data (answer, &len);
  g_autofree char *copy = g_strndup (text, len);
  json_object *log = json_tokener_parse (copy);

  assert_non_null (log);
  return log;
}

guint
extender_process_take_connections (ExtenderProcess *process)
{
  json_object *log = extender_process_take_log (process);
  const int n
      = json_object_get_int (json_object_object_get (log, "connections"));

  json_object_put (log);
  return (guint) n;
}

int
extender_process_setup (void **state)
{
  *state = extender_process_new (NULL, NULL, NULL);
  return 0;
}

int
extender_process_teardown (void **state)
{
  extender_process_free (*state);
  return 0;
}

int
extender_processes_setup (void **state)
{
  ExtenderProcesses *processes = g_new (ExtenderProcesses, 1);

  processes->one = extender_process_new (NULL, NULL, NULL);
  processes->two = extender_process_new (NULL, NULL, NULL);
  *state = processes;
  return 0;
}

int
extender_processes_teardown (void **state)
{
  ExtenderProcesses *processes = *state;

  extender_process_free (processes->one);
  extender_process_free (processes->two);
  g_free (processes);
  return 0;
}
