/* Files that are written whole.
 * SPDX-License-Identifier: Apache-2.0 */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/output-file.h"
#include "tests/support/cmocka.h"

/* A test that waits for ever blocks the signals that would end it. */
static int
set_up (void **state)
{
  alarm (60);
  *state = g_dir_make_tmp ("fit-XXXXXX", NULL);
  return *state == NULL;
}

static int
tear_down (void **state)
{
  g_rmdir (*state);
  g_free (*state);
  return 0;
}

static void
assert_holds (const char *path, const char *text)
{
  g_autofree char *found = NULL;

  assert_true (g_file_get_contents (path, &found, NULL, NULL));
  assert_string_equal (found, text);
}

static gboolean
write_file (const char *path, const char *text, gsize len, GError **error)
{
  g_autoptr (FitSignals) signals = fit_signals_new ();

  return fit_output_file_write (signals, path, FALSE, text, len, error);
}

/* Nothing but @name is left in the directory. */
static void
assert_alone (const char *directory, const char *name)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);

  assert_string_equal (g_dir_read_name (dir), name);
  assert_null (g_dir_read_name (dir));
}

static void
test_written (void **state)
{
  g_autofree char *path = g_build_filename (*state, "a", NULL);

  assert_true (write_file (path, "one", 3, NULL));
  assert_holds (path, "one");
  assert_true (write_file (path, "two", 3, NULL));
  assert_holds (path, "two");
  assert_alone (*state, "a");
  g_unlink (path);
}

/* A reader of the former file is not disturbed. */
static void
test_replaced (void **state)
{
  g_autofree char *path = g_build_filename (*state, "a", NULL);
  GStatBuf before, after;

  assert_true (write_file (path, "one", 3, NULL));
  assert_int_equal (g_stat (path, &before), 0);
  assert_true (write_file (path, "two", 3, NULL));
  assert_int_equal (g_stat (path, &after), 0);
  assert_int_not_equal (before.st_ino, after.st_ino);
  g_unlink (path);
}

static void
test_refused (void **state)
{
  g_autofree char *path = g_build_filename (*state, "none", "a", NULL);
  g_autofree char *expected = g_strdup_printf (
      "cannot write \"%s\": No such file or directory", path);
  g_autoptr (GError) error = NULL;

  assert_false (write_file (path, "one", 3, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_OUTPUT));
  assert_string_equal (error->message, expected);
  g_clear_error (&error);
  assert_false (write_file (*state, "one", 3, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_OUTPUT));
}

static void
test_device (void **state)
{
  g_autoptr (GError) error = NULL;

  assert_true (write_file ("/dev/null", "one", 3, NULL));
  assert_false (g_file_test ("/dev/null", G_FILE_TEST_IS_REGULAR));
  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    return;
  assert_false (write_file ("/dev/full", "one", 3, &error));
  assert_string_equal (error->message,
                       "cannot write \"/dev/full\": No space left on device");
}

/* In the end all are removed but those that have got their names. */
static void
test_several (void **state)
{
  g_autofree char *path = g_build_filename (*state, "a", NULL);
  g_autoptr (FitSignals) signals = fit_signals_new ();
  g_autofree char *removed = fit_signals_create_file (signals, path, 0600);
  char *names[20];

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    names[i] = fit_signals_create_file (signals, path, 0600);
  fit_signals_remove_file (signals, removed);
  assert_false (g_file_test (removed, G_FILE_TEST_EXISTS));
  assert_true (fit_signals_rename_file (signals, names[0], path));
  /* The name may be taken again, and is then no temporary file. */
  assert_true (g_file_set_contents (names[0], "", 0, NULL));
  fit_signals_remove_files (signals);
  assert_int_equal (g_unlink (names[0]), 0);
  for (gsize i = 1; i < G_N_ELEMENTS (names); i++)
    assert_false (g_file_test (names[i], G_FILE_TEST_EXISTS));
  assert_alone (*state, "a");
  g_unlink (path);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (names[i]);
}

/* Is writing a file when @number comes. */
static void
interrupt_self (const char *path, int number)
{
  FitSignals *signals;

  /* Whoever has started this test may ignore it. */
  signal (number, SIG_DFL);
  signals = fit_signals_new ();
  if (fit_signals_create_file (signals, path, 0600) == NULL)
    _exit (1);
  /* Ends it where @number does not. */
  alarm (60);
  kill (getpid (), number);
  for (;;)
    pause ();
}

static void
test_interrupted (void **state)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGUSR2 };
  g_autofree char *path = g_build_filename (*state, "a", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (GDir) dir = NULL;
      const pid_t child = fork ();
      int status;

      if (child == 0)
        interrupt_self (path, numbers[i]);
      assert_int_equal (waitpid (child, &status, 0), child);
      assert_true (WIFSIGNALED (status));
      assert_int_equal (WTERMSIG (status), numbers[i]);
      dir = g_dir_open (*state, 0, NULL);
      assert_null (g_dir_read_name (dir));
    }
}

/* -- signals that are handled ---------------------------------------------- */

#define ASKED 'a'
#define DEBUGGED 'd'

typedef struct
{
  int fd;
  gboolean twice; /* like timeout(1) */
} Handler;

static void
say (int fd, char letter)
{
  if (write (fd, &letter, 1) != 1)
    _exit (1);
}

static void
asked (gpointer data)
{
  const Handler *handler = data;

  if (handler->twice)
    kill (getpid (), SIGINT);
  say (handler->fd, ASKED);
}

static void
debugged (gpointer data)
{
  const Handler *handler = data;

  say (handler->fd, DEBUGGED);
}

/* Says what it is asked, until a signal ends it. */
static void
serve (Handler *handler)
{
  FitSignals *signals;

  signal (SIGINT, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  signal (SIGUSR2, SIG_DFL);
  alarm (60);
  signals = fit_signals_new ();
  fit_signals_ask_first (signals, asked, handler);
  fit_signals_on_debug (signals, debugged, handler);
  kill (getpid (), SIGUSR2);
  for (;;)
    pause ();
}

/* Returns: the process, whose letters come from *@out_fd */
static pid_t
start (Handler handler, int *out_fd)
{
  int fds[2];
  pid_t child;

  assert_int_equal (pipe (fds), 0);
  child = fork ();
  if (child == 0)
    {
      close (fds[0]);
      handler.fd = fds[1];
      serve (&handler);
    }
  close (fds[1]);
  *out_fd = fds[0];
  return child;
}

/* 0: it has ended */
static char
hear (int fd)
{
  char letter;

  return read (fd, &letter, 1) == 1 ? letter : 0;
}

/* timeout(1) sends its signal to the process and to its group. */
static void
test_asked_twice_at_once (void **state)
{
  int fd, status;
  const pid_t child = start ((Handler){ .twice = TRUE }, &fd);

  assert_int_equal (hear (fd), DEBUGGED);
  kill (child, SIGTERM);
  assert_int_equal (hear (fd), ASKED);
  kill (child, SIGUSR2);
  assert_int_equal (hear (fd), DEBUGGED);
  kill (child, SIGUSR2);
  assert_int_equal (hear (fd), DEBUGGED);
  kill (child, SIGKILL);
  assert_int_equal (waitpid (child, &status, 0), child);
  close (fd);
}

static void
note_asked (gpointer data)
{
  const int *fds = data;

  say (fds[1], ASKED);
}

/* A signal that came before there was something to stop stops it at once. */
static void
test_asked_before (void **state)
{
  FitSignals *signals;
  int fds[2], later[2];

  signal (SIGTERM, SIG_DFL);
  assert_int_equal (pipe (fds), 0);
  assert_int_equal (pipe (later), 0);
  signals = fit_signals_new ();
  fit_signals_ask_first (signals, note_asked, later);
  fit_signals_ask_first (signals, note_asked, fds);
  kill (getpid (), SIGTERM);
  assert_int_equal (hear (fds[0]), ASKED);
  fit_signals_ask_first (signals, NULL, NULL);
  fit_signals_ask_first (signals, note_asked, later);
  close (later[1]);
  assert_int_equal (hear (later[0]), ASKED);
  assert_int_equal (hear (later[0]), 0);
  fit_signals_free (signals);
  close (fds[0]);
  close (fds[1]);
  close (later[0]);
}

/* nohup(1) lets a program ignore SIGHUP. */
static void
test_ignored (void **state)
{
  const struct
  {
    void (*action) (int number);
    gboolean blocked;
  } cases[] = { { SIG_IGN, FALSE }, { SIG_DFL, TRUE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FitSignals *signals;
      sigset_t during, after;

      signal (SIGHUP, cases[i].action);
      signals = fit_signals_new ();
      pthread_sigmask (SIG_SETMASK, NULL, &during);
      assert_int_equal (sigismember (&during, SIGHUP), cases[i].blocked);
      fit_signals_free (signals);
      pthread_sigmask (SIG_SETMASK, NULL, &after);
      assert_false (sigismember (&after, SIGHUP));
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_written),
    cmocka_unit_test (test_replaced),
    cmocka_unit_test (test_refused),
    cmocka_unit_test (test_device),
    cmocka_unit_test (test_several),
    cmocka_unit_test (test_interrupted),
    cmocka_unit_test (test_asked_twice_at_once),
    cmocka_unit_test (test_asked_before),
    cmocka_unit_test (test_ignored),
  };

  return cmocka_run_group_tests (tests, set_up, tear_down);
}
