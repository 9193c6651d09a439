/* test-hostile-run.c - fitsched run before an API server that means harm
 *
 * It says what is wrong with which request, tries again and again, takes little
 * memory, and ends when it is asked to.  Each answer is given to every request, or to
 * all but the lists, to a leader and to a replica that waits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cli/hostile-process.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* For what must happen at some time. */
#define WAIT_US (180 * (gint64) G_USEC_PER_SEC)
#define TICK_US 20000

#define AT_ONCE 12
/* A million objects of all lists together take about 680 MiB.  How much more the
 * allocator holds depends on which of them come at the same time. */
#define MOST_KIB (1024 * 1024)

#define MOST_LINE_BYTES (20 * 1024)
#define MOST_LOG_BYTES (1024 * 1024)

#define LIST(kind, items)                                           \
  "{\"kind\":\"" kind "List\",\"apiVersion\":\"v1\",\"metadata\":{" \
  "\"resourceVersion\":\"7\"},\"items\":[" items "]}"
#define NODE                                                                   \
  "{\"metadata\":{\"name\":\"a\"},\"status\":{\"allocatable\":{\"cpu\":\"4\"," \
  "\"memory\":\"8Gi\",\"pods\":\"10\"}}}"
#define POD(name, cpu)                                                     \
  "{\"metadata\":{\"name\":\"" name                                        \
  "\",\"namespace\":\"shop\",\"uid\":\"" name                              \
  "\"},\"spec\":{\"schedulerName\":\"default-scheduler\",\"containers\":[" \
  "{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"" cpu "\"}}}]}}"

/* Two pods, of which one fits. */
static const HostileFact facts[] = {
  { "GET /version ", "{}", FALSE, 404 },
  { "GET /apis ", "{}", FALSE, 404 },
  { "watch=", "", TRUE, 0 },
  { "GET /api/v1/nodes?", LIST ("Node", NODE), FALSE, 0 },
  { "GET /api/v1/pods?", LIST ("Pod", POD ("web", "1") "," POD ("big", "9")),
    FALSE, 0 },
  { "?limit=500", "{}", FALSE, 404 },
};

static const struct
{
  const char *name;
  gboolean has_lists;
  const char *election;
  guint least; /* requests: it has tried again */
  const char *said[6];
  gboolean may_be_cut; /* a binding is under way when it ends */
} modes[] = {
  { "all requests",
    FALSE,
    "true",
    25,
    { "cannot list nodes: ", "cannot read the list of nodes: ",
      "cannot reach SERVER: " },
    FALSE },
  { "the lock",
    TRUE,
    "true",
    6,
    { "cannot take Lease kube-system/kube-scheduler: " },
    FALSE },
  { "writes",
    TRUE,
    "false",
    4,
    { "cannot find out which API takes events: ", "cannot write an event: ",
      "cannot write the status of pod shop/big: ", "failed shop/web",
      "bound shop/web" },
    TRUE },
};

typedef struct
{
  char *name;
  guint mode;
  HostileServer server;
  char *directory;
  char *log;
  GPid process;
  int status;
  struct rusage usage;
  gboolean ended;
  gboolean is_full; /* all lists at once are as long as they may be */
} Run;

/* -- the process ----------------------------------------------------------- */

static void
begin (Run *run, guint mode, const HostileAnswer *answer)
{
  g_autofree char *program = fitsched_program ();
  g_autofree char *election
      = g_strconcat ("--leader-elect=", modes[mode].election, NULL);
  const char *const argv[] = { program,
                               "run",
                               "--kubeconfig",
                               "kubeconfig",
                               election,
                               "--provider",
                               "DefaultProvider",
                               "-v",
                               "4",
                               "--leader-elect-retry-period",
                               "100ms",
                               "--secure-port",
                               "0",
                               "--shutdown-grace",
                               "1s",
                               NULL };
  g_autoptr (GError) error = NULL;
  int fd;

  *run
      = (Run){ .name = g_strconcat (modes[mode].name, ", ", answer->name, NULL),
               .mode = mode,
               .is_full = answer->is_large && !modes[mode].has_lists,
               .server
               = { .needle = "",
                   .times = G_MAXUINT,
                   .answer = answer,
                   .facts = facts,
                   .n_facts = modes[mode].has_lists ? G_N_ELEMENTS (facts) : 0,
                   .facts_first = TRUE },
               .directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL) };
  run->log = g_build_filename (run->directory, "log", NULL);
  hostile_server_start (&run->server);
  write_kubeconfig (run->directory, replay_server_url (run->server.server));
  fd = g_open (run->log, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  assert_true (fd >= 0);
  if (!g_spawn_async_with_fds (run->directory, (char **) argv, NULL,
                               G_SPAWN_DO_NOT_REAP_CHILD, set_up_child, NULL,
                               &run->process, -1, -1, fd, &error))
    fail_msg ("%s", error->message);
  close (fd);
}

static gboolean
has_ended (Run *run)
{
  if (!run->ended)
    run->ended = wait4 (run->process, &run->status, WNOHANG, &run->usage) != 0;
  return run->ended;
}

/* Returns: (transfer full) */
static char *
read_log (const Run *run)
{
  g_autofree char *text = NULL;
  GString *shown;

  assert_true (g_file_get_contents (run->log, &text, NULL, NULL));
  shown = g_string_new (text);
  g_string_replace (shown, replay_server_url (run->server.server), "SERVER", 0);
  return g_string_free (shown, FALSE);
}

/* -- what it says ---------------------------------------------------------- */

static gboolean
says_what_is_wrong (const Run *run)
{
  g_autofree char *log = read_log (run);

  for (guint i = 0;
       i < G_N_ELEMENTS (modes[0].said) && modes[run->mode].said[i] != NULL;
       i++)
    if (strstr (log, modes[run->mode].said[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_enough (Run *run)
{
  g_autofree char *log = read_log (run);

  /* A server without an answer is asked one thing, again and again. */
  const gboolean answers = run->server.answer->answer.status != 0
                           && !run->server.answer->answer.without_head
                           && !run->server.answer->answer.raw;
  const guint least = answers ? modes[run->mode].least : 2;

  return hostile_server_given (&run->server) >= least
         && says_what_is_wrong (run)
         && (!run->is_full
             || strstr (log, ": found more than 1000000 objects in all lists "
                             "together\n"));
}

static void
check_log (const Run *run)
{
  g_autofree char *log = read_log (run);
  g_auto (GStrv) lines = g_strsplit (log, "\n", -1);

  if (strlen (log) > MOST_LOG_BYTES || !g_utf8_validate (log, -1, NULL)
      || strstr (log, HOSTILE_TOKEN) != NULL)
    fail_msg ("%s: %.4096s", run->name, log);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (strlen (lines[i]) > MOST_LINE_BYTES)
        fail_msg ("%s: a long line: %.200s", run->name, lines[i]);
      for (const char *c = lines[i]; *c != '\0'; c++)
        if (g_ascii_iscntrl (*c))
          fail_msg ("%s: a control character: %.200s", run->name, lines[i]);
    }
}

/* Waits until it has said what is wrong, and has tried again; then it is to end. */
static void
finish (Run *run)
{
  const gint64 end_us = g_get_monotonic_time () + WAIT_US;
  gboolean asked = FALSE;

  while (!has_ended (run))
    {
      if (!asked && is_enough (run))
        {
          assert_int_equal (kill (run->process, SIGTERM), 0);
          asked = TRUE;
        }
      if (g_get_monotonic_time () > end_us)
        {
          g_autofree char *log = read_log (run);

          kill (run->process, SIGKILL);
          fail_msg ("%s: %s, %u requests: %.4096s", run->name,
                    asked ? "it does not end" : "nothing is said of it",
                    hostile_server_given (&run->server), log);
        }
      g_usleep (TICK_US);
    }
  if (!asked || !WIFEXITED (run->status)
      || (WEXITSTATUS (run->status) != 0
          && !(modes[run->mode].may_be_cut && WEXITSTATUS (run->status) == 1)))
    {
      g_autofree char *log = read_log (run);

      fail_msg ("%s: ended with %x: %.4096s", run->name, (guint) run->status,
                log);
    }
  check_log (run);
}

static void
clear (Run *run)
{
  static const char *const files[] = { "kubeconfig", "log" };

  hostile_server_stop (&run->server);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (run->directory, files[i], NULL);

      assert_int_equal (g_remove (path), 0);
    }
  assert_int_equal (g_rmdir (run->directory), 0);
  g_free (run->directory);
  g_free (run->log);
  g_free (run->name);
}

/* Some at a time: each of them waits most of the time. */
static void
test_runs (void **state)
{
  guint n_answers, n = 0;
  const HostileAnswer *answers = hostile_answers (&n_answers);
  Run runs[AT_ONCE];
  long most_kib = 0;

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (modes) * n_answers; i++)
    {
      const guint mode = i % G_N_ELEMENTS (modes);
      const guint answer = i / G_N_ELEMENTS (modes);
      const gboolean is_last = i + 1 == G_N_ELEMENTS (modes) * n_answers;

      if (!modes[mode].has_lists && answers[answer].is_large
              ? !is_sanitized ()
              : hostile_is_chosen (answer, mode))
        begin (&runs[n++], mode, &answers[answer]);
      if (n < AT_ONCE && !is_last)
        continue;
      for (guint k = 0; k < n; k++)
        {
          finish (&runs[k]);
          most_kib = MAX (most_kib, runs[k].usage.ru_maxrss);
          clear (&runs[k]);
        }
      n = 0;
    }
  printf ("# %ld KiB\n", most_kib);
  if (!is_sanitized ())
    assert_true (most_kib < MOST_KIB);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_runs),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
