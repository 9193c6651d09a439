/* Files that are written whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/output-file.h"

static int
set_up (void **state)
{
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
  g_autoptr (FitTemporaries) temporaries = fit_temporaries_new ();

  return fit_output_file_write (temporaries, path, FALSE, text, len, error);
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
  g_autoptr (FitTemporaries) temporaries = fit_temporaries_new ();
  g_autofree char *removed = fit_temporaries_create (temporaries, path, 0600);
  char *names[20];

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    names[i] = fit_temporaries_create (temporaries, path, 0600);
  fit_temporaries_remove (temporaries, removed);
  assert_false (g_file_test (removed, G_FILE_TEST_EXISTS));
  assert_true (fit_temporaries_rename (temporaries, names[0], path));
  /* The name may be taken again, and is then no temporary file. */
  assert_true (g_file_set_contents (names[0], "", 0, NULL));
  fit_temporaries_remove_all (temporaries);
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
  FitTemporaries *temporaries;

  /* Whoever has started this test may ignore it. */
  signal (number, SIG_DFL);
  temporaries = fit_temporaries_new ();
  if (fit_temporaries_create (temporaries, path, 0600) == NULL)
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

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_written), cmocka_unit_test (test_replaced),
    cmocka_unit_test (test_refused), cmocka_unit_test (test_device),
    cmocka_unit_test (test_several), cmocka_unit_test (test_interrupted),
  };

  return cmocka_run_group_tests (tests, set_up, tear_down);
}
