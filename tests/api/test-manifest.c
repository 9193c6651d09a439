/* Manifests in files, directories, patterns and pipes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define NODE(name)                                                          \
  "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name \
  "\"}}"

/* A directory of its own for each test, removed with all in it. */
static int
make_directory (void **state)
{
  *state = g_dir_make_tmp ("fitsched-test-XXXXXX", NULL);
  return *state == NULL;
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_remove (path);
}

static int
remove_directory (void **state)
{
  remove_all (*state);
  g_free (*state);
  return 0;
}

static char *
write_file (const char *dir, const char *name, const char *text)
{
  char *path = g_build_filename (dir, name, NULL);

  assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
write_in (const char *dir, const char *name, const char *text)
{
  g_free (write_file (dir, name, text));
}

/* The names of the nodes in @path, joined. */
static char *
nodes_in (const char *path)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;
  GString *names = g_string_new (NULL);
  const GPtrArray *nodes = objects->of[FIT_KIND_NODE];

  if (!fit_objects_load (objects, path, FIT_DECODE_DEFAULT, NULL, &error))
    fail_msg ("%s", error->message);
  for (guint i = 0; i < nodes->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "",
                            ((const FitNode *) nodes->pdata[i])->name);
  return g_string_free (names, FALSE);
}

static void
assert_nodes (const char *path, const char *expected)
{
  g_autofree char *found = nodes_in (path);

  assert_string_equal (found, expected);
}

static void
assert_not_loaded (const char *path, FitErrorCode code, const char *message)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;

  assert_false (
      fit_objects_load (objects, path, FIT_DECODE_DEFAULT, NULL, &error));
  assert_string_equal (error->message, message);
  assert_int_equal (error->code, (int) code);
}

static void
test_file (void **state)
{
  g_autofree char *json = write_file (*state, "a.json", NODE ("a") NODE ("b"));
  g_autofree char *text = write_file (
      *state, "c.txt", "kind: Node\napiVersion: v1\nmetadata: {name: c}\n");
  g_autofree char *empty = write_file (*state, "empty", "");

  assert_nodes (json, "a b");
  assert_nodes (text, "c");
  assert_nodes (empty, "");
}

static void
test_directory (void **state)
{
  g_autofree char *below = g_build_filename (*state, "d.json", NULL);

  write_in (*state, "b.json", NODE ("b"));
  write_in (*state, "B.yaml", NODE ("B"));
  write_in (*state, "a.yml", NODE ("a"));
  write_in (*state, "z.txt", "not a manifest");
  assert_int_equal (g_mkdir (below, 0700), 0);
  write_in (below, "x.json", NODE ("x"));
  assert_nodes (*state, "B a b");
}

static void
test_pattern (void **state)
{
  g_autofree char *pattern = g_build_filename (*state, "?.js*", NULL);
  g_autofree char *none = g_build_filename (*state, "[x-z].json", NULL);
  g_autofree char *odd = write_file (*state, "[o]*.json", NODE ("odd"));
  g_autofree char *message = g_strdup_printf ("no file matches \"%s\"", none);

  write_in (*state, "b.json", NODE ("b"));
  write_in (*state, "a.json", NODE ("a"));
  write_in (*state, "A.json", NODE ("A"));
  write_in (*state, "ab.json", NODE ("ab"));
  assert_nodes (pattern, "A a b");
  assert_nodes (odd, "odd");
  assert_not_loaded (none, FIT_ERROR_NOT_FOUND, message);
}

static void
test_missing (void **state)
{
  g_autofree char *path = g_build_filename (*state, "none.json", NULL);
  g_autofree char *message
      = g_strdup_printf ("cannot open \"%s\": No such file or directory", path);
  g_autofree char *empty
      = g_strdup_printf ("no .json, .yaml or .yml file in directory \"%s\"",
                         (const char *) *state);

  assert_not_loaded (path, FIT_ERROR_NOT_FOUND, message);
  assert_not_loaded (*state, FIT_ERROR_NOT_FOUND, empty);
}

static void
test_error_names_the_file (void **state)
{
  g_autofree char *path = write_file (*state, "a.json", NODE ("a") "{}");
  g_autofree char *message = g_strdup_printf (
      "%s: document 2: kind: found nothing, expected a kind like Pod", path);

  assert_not_loaded (path, FIT_ERROR_SCHEMA, message);
}

static void
test_too_long (void **state)
{
  FitLimits limits = *fit_limits_default ();
  g_autofree char *path = write_file (*state, "a.json", NODE ("a"));
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;

  limits.document_bytes = 10;
  assert_false (
      fit_objects_load (objects, path, FIT_DECODE_DEFAULT, &limits, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
}

/* Runs fit_objects_load() on "-" with standard input being @fd. */
static gboolean
load_from (int fd, FitObjects *objects, const FitLimits *limits, GError **error)
{
  int saved = dup (STDIN_FILENO);
  gboolean done;

  assert_int_equal (dup2 (fd, STDIN_FILENO), STDIN_FILENO);
  done = fit_objects_load (objects, "-", FIT_DECODE_DEFAULT, limits, error);
  if (saved >= 0)
    dup2 (saved, STDIN_FILENO);
  close (saved);
  return done;
}

static int
pipe_with (const char *text)
{
  int ends[2];

  assert_int_equal (pipe (ends), 0);
  assert_int_equal (write (ends[1], text, strlen (text)), strlen (text));
  close (ends[1]);
  return ends[0];
}

static void
test_pipe (void **state)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  int fd = pipe_with (NODE ("a") NODE ("b"));

  assert_true (load_from (fd, objects, NULL, NULL));
  assert_int_equal (objects->of[FIT_KIND_NODE]->len, 2);
  close (fd);
}

static void
test_errors_of_a_pipe (void **state)
{
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) too_long = NULL;
  int fd = pipe_with ("{}");

  assert_false (load_from (fd, objects, NULL, &error));
  assert_string_equal (error->message, "stdin: document 1: kind: found "
                                       "nothing, expected a kind like Pod");
  close (fd);
  limits.document_bytes = 10;
  fd = pipe_with (NODE ("a"));
  assert_false (load_from (fd, objects, &limits, &too_long));
  assert_true (g_error_matches (too_long, FIT_ERROR, FIT_ERROR_LIMIT));
  assert_string_equal (too_long->message, "stdin: longer than 10 bytes");
  close (fd);
}

/* From where standard input stands, not from the beginning of its file. */
static void
test_redirected_file (void **state)
{
  g_autofree char *path = write_file (*state, "a.json", NODE ("a") NODE ("b"));
  g_autoptr (FitObjects) all = fit_objects_new ();
  g_autoptr (FitObjects) rest = fit_objects_new ();
  int fd = g_open (path, O_RDONLY, 0);

  assert_true (load_from (fd, all, NULL, NULL));
  assert_int_equal (all->of[FIT_KIND_NODE]->len, 2);
  assert_true (lseek (fd, (off_t) strlen (NODE ("a")), SEEK_SET) > 0);
  assert_true (load_from (fd, rest, NULL, NULL));
  assert_int_equal (rest->of[FIT_KIND_NODE]->len, 1);
  close (fd);
}

/* Pages given back while reading are read again where they are needed. */
static void
test_large_file (void **state)
{
  const guint n = 20000;
  g_autoptr (GString) text
      = g_string_new ("{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[");
  g_autofree char *path = NULL;
  g_autoptr (FitObjects) objects = fit_objects_new ();
  const GPtrArray *nodes = objects->of[FIT_KIND_NODE];

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text,
                            "%s{\"kind\":\"Node\",\"apiVersion\":\"v1\","
                            "\"metadata\":{\"name\":\"node-%u\"}}",
                            i > 0 ? "," : "", i);
  g_string_append (text, "]}");
  path = write_file (*state, "large.json", text->str);
  assert_true (
      fit_objects_load (objects, path, FIT_DECODE_DEFAULT, NULL, NULL));
  assert_int_equal (nodes->len, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("node-%u", i);

      assert_string_equal (((const FitNode *) nodes->pdata[i])->name, name);
    }
}

#define FILES(test) \
  cmocka_unit_test_setup_teardown (test, make_directory, remove_directory)

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    FILES (test_file),
    FILES (test_directory),
    FILES (test_pattern),
    FILES (test_missing),
    FILES (test_error_names_the_file),
    FILES (test_too_long),
    cmocka_unit_test (test_pipe),
    cmocka_unit_test (test_errors_of_a_pipe),
    FILES (test_redirected_file),
    FILES (test_large_file),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
