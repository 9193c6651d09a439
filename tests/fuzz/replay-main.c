/* replay-main.c - runs a fuzz target over files instead of over random bytes
 *
 * A build without a fuzzing engine links every fuzz target with this main():
 *
 *   fuzz-quantity FILE|DIRECTORY...   runs these
 *   fuzz-quantity                     runs tests/fuzz/corpus/quantity
 *
 * One line of TAP per input.  The name is printed before the run, so that the
 * last line names the input that crashed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Adds @path, or the files in it in the order of their names. */
static gboolean
add_inputs (GPtrArray *inputs, const char *path, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_ptr_array_add (inputs, g_strdup (path));
      return TRUE;
    }
  dir = g_dir_open (path, 0, error);
  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (found, g_build_filename (path, name, NULL));
  g_ptr_array_sort (found, compare_paths);
  g_ptr_array_extend_and_steal (inputs, g_steal_pointer (&found));
  return TRUE;
}

/* Returns: (transfer full): the corpus of the target named by @program */
static char *
default_corpus (const char *program)
{
  g_autofree char *base = g_path_get_basename (program);
  const char *prefix = "fuzz-";
  const char *target
      = base + (g_str_has_prefix (base, prefix) ? strlen (prefix) : 0);
  const char *srcdir = g_getenv ("FIT_TEST_SRCDIR");

  return g_build_filename (srcdir != NULL ? srcdir : ".", "tests", "fuzz",
                           "corpus", target, NULL);
}

static gboolean
replay (const char *path, guint number, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize len = 0;

  printf ("# %s\n", path);
  fflush (stdout);
  if (!g_file_get_contents (path, &bytes, &len, error))
    return FALSE;
  LLVMFuzzerTestOneInput ((const uint8_t *) bytes, len);
  printf ("ok %u - replay %s\n", number,
          strrchr (path, '/') != NULL ? strrchr (path, '/') + 1 : path);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *corpus = default_corpus (argv[0]);
  gboolean done = TRUE;

  if (argc < 2)
    done = add_inputs (inputs, corpus, &error);
  for (int i = 1; done && i < argc; i++)
    done = add_inputs (inputs, argv[i], &error);
  for (guint i = 0; done && i < inputs->len; i++)
    done = replay (inputs->pdata[i], i + 1, &error);
  if (!done)
    {
      printf ("Bail out! %s\n", error->message);
      return 1;
    }
  printf ("1..%u\n", inputs->len);
  return 0;
}
