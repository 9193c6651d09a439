/* test-live-files.c - files that are read again when they have changed
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "net/live-files.h"
#include "tests/support/cmocka.h"

/* Two files, of which the second ends with what the first has. */
typedef struct
{
  char *directory;
  char *first;
  char *second;
  FitLiveFiles *files;
  GString *told; /* owned: line by line */
} Scene;

static gboolean
check (GBytes *const *contents, GError **error)
{
  const char *first = g_bytes_get_data (contents[0], NULL);
  const gsize n_first = g_bytes_get_size (contents[0]);
  const char *second = g_bytes_get_data (contents[1], NULL);
  const gsize n_second = g_bytes_get_size (contents[1]);

  if (n_second >= n_first
      && memcmp (second + n_second - n_first, first, n_first) == 0)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_PARSE, "no match");
  return FALSE;
}

static void
take_note (const char *text, gpointer data)
{
  Scene *scene = data;
  GString *shown = g_string_new (text);
  g_autofree char *before = g_strconcat (scene->directory, "/", NULL);

  g_string_replace (shown, before, "", 0);
  g_string_append_printf (scene->told, "%s\n", shown->str);
  g_string_free (shown, TRUE);
}

/* Not even the time of the file tells that it was written. */
static void
write_at (const char *path, const char *text, gint64 seconds)
{
  const struct timespec times[]
      = { { .tv_sec = seconds }, { .tv_sec = seconds } };

  FILE *file = fopen (path, "we");

  assert_non_null (file);
  fputs (text, file);
  assert_int_equal (fclose (file), 0);
  assert_int_equal (utimensat (AT_FDCWD, path, times, 0), 0);
}

static void
write_both (const Scene *scene, const char *first, const char *second)
{
  const gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  write_at (scene->first, first, now);
  write_at (scene->second, second, now);
}

static void
begin (Scene *scene)
{
  *scene = (Scene){ .directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL),
                    .told = g_string_new (NULL) };
  scene->first = g_build_filename (scene->directory, "first", NULL);
  scene->second = g_build_filename (scene->directory, "second", NULL);
  scene->files
      = fit_live_files_new ((const FitLivePart[]){ { .file = scene->first },
                                                   { .file = scene->second } },
                            2, check);
  fit_live_files_set_note (scene->files, take_note, scene);
}

static void
end (Scene *scene)
{
  fit_live_files_unref (scene->files);
  g_unlink (scene->first);
  g_unlink (scene->second);
  g_rmdir (scene->directory);
  g_free (scene->first);
  g_free (scene->second);
  g_free (scene->directory);
  g_string_free (scene->told, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, end)

static void
assert_holds (Scene *scene, const char *first, const char *second,
              guint version, const char *told)
{
  GBytes *contents[FIT_LIVE_FILES];
  const char *const expected[] = { first, second };

  /* Looking twice is not told twice. */
  fit_live_files_get (scene->files, contents);
  g_bytes_unref (contents[0]);
  g_bytes_unref (contents[1]);
  assert_int_equal (fit_live_files_get (scene->files, contents), version);
  for (guint i = 0; i < 2; i++)
    {
      assert_memory_equal (g_bytes_get_data (contents[i], NULL), expected[i],
                           strlen (expected[i]));
      assert_int_equal (g_bytes_get_size (contents[i]), strlen (expected[i]));
      g_bytes_unref (contents[i]);
    }
  assert_string_equal (scene->told->str, told);
  g_string_truncate (scene->told, 0);
}

static void
test_changes (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GError) error = NULL;

  (void) state;
  begin (&scene);
  write_both (&scene, "a", "xa");
  assert_true (fit_live_files_load (scene.files, &error));
  assert_holds (&scene, "a", "xa", 1, "");
  /* The same size, in the same second. */
  write_both (&scene, "b", "xb");
  assert_holds (&scene, "b", "xb", 2,
                "first, second have changed and are in effect\n");
  /* Written again as they are. */
  write_both (&scene, "b", "xb");
  assert_holds (&scene, "b", "xb", 2, "");
}

static void
test_trouble (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GError) error = NULL;

  (void) state;
  begin (&scene);
  write_both (&scene, "a", "xa");
  assert_true (fit_live_files_load (scene.files, &error));
  /* One of them is new, the other is not there yet. */
  write_at (scene.first, "b", 1);
  assert_holds (&scene, "a", "xa", 1,
                "first, second: no match; the old contents stay in effect\n");
  write_at (scene.second, "", 1);
  assert_holds (&scene, "a", "xa", 1,
                "second: the file is empty; the old contents stay in effect\n");
  assert_int_equal (g_unlink (scene.second), 0);
  assert_holds (&scene, "a", "xa", 1,
                "open second: no such file or directory; the old contents "
                "stay in effect\n");
  write_at (scene.second, "xyb", 1);
  assert_holds (&scene, "b", "xyb", 2,
                "first, second have changed and are in effect\n");
  /* What was said before is said again. */
  write_at (scene.first, "c", 2);
  assert_holds (&scene, "b", "xyb", 2,
                "first, second: no match; the old contents stay in effect\n");
  write_at (scene.first, "b", 3);
  assert_holds (&scene, "b", "xyb", 2, "");
}

static void
test_the_first_time (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) second = NULL;
  g_autofree char *expected = NULL;

  (void) state;
  begin (&scene);
  assert_false (fit_live_files_load (scene.files, &error));
  expected
      = g_strdup_printf ("open %s: no such file or directory", scene.first);
  assert_string_equal (error->message, expected);
  write_both (&scene, "a", "b");
  assert_false (fit_live_files_load (scene.files, &second));
  g_free (expected);
  expected = g_strdup_printf ("%s, %s: no match", scene.first, scene.second);
  assert_string_equal (second->message, expected);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_changes),
    cmocka_unit_test (test_trouble),
    cmocka_unit_test (test_the_first_time),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
