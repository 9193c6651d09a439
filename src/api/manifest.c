/* manifest.c - reading manifests from files, directories and pipes
 *
 * Pages of a mapped file are released as soon as they are read, so that a large
 * cluster is not in memory twice.
 */
#include "api/objects-private.h"

#include <glob.h>
#include <string.h>

/* Number of objects after which pages are released: some 100 KiB. */
#define OBJECTS_PER_DROP 32

/* --- which files ---------------------------------------------------------- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
is_manifest (const char *name)
{
  return g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".yaml")
         || g_str_has_suffix (name, ".yml");
}

static gboolean
expand_directory (GPtrArray *out, const char *path, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &cause);
  const char *name;

  if (dir == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "%s", cause->message);
      return FALSE;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      if (is_manifest (name) && !g_file_test (file, G_FILE_TEST_IS_DIR))
        g_ptr_array_add (found, g_steal_pointer (&file));
    }
  g_ptr_array_sort (found, compare_names);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (out, found->pdata[i]);
  if (found->len > 0)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no .json, .yaml or .yml file in directory \"%s\"", path);
  return FALSE;
}

static gboolean
expand_existing (GPtrArray *out, const char *path, GError **error)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return expand_directory (out, path, error);
  g_ptr_array_add (out, g_strdup (path));
  return TRUE;
}

/* Sorts names by bytes, whatever the locale. */
static gboolean
expand_pattern (GPtrArray *out, const char *pattern, GError **error)
{
  glob_t found = { 0 };
  gboolean done = TRUE;

  if (glob (pattern, GLOB_NOSORT, NULL, &found) != 0)
    {
      globfree (&found);
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "no file matches \"%s\"", pattern);
      return FALSE;
    }
  qsort (found.gl_pathv, found.gl_pathc, sizeof *found.gl_pathv, compare_names);
  for (gsize i = 0; done && i < found.gl_pathc; i++)
    done = expand_existing (out, found.gl_pathv[i], error);
  globfree (&found);
  return done;
}

gboolean
fit_manifest_paths (GPtrArray *out, const char *path, GError **error)
{
  if (strpbrk (path, "*?[") != NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
    return expand_pattern (out, path, error);
  return expand_existing (out, path, error);
}

/* --- what is in them ------------------------------------------------------ */

typedef struct
{
  FitSource *source; /* borrowed */
  guint objects;     /* objects since pages were last released */
} Progress;

static void
drop_pages (gpointer data)
{
  Progress *progress = data;

  if (++progress->objects < OBJECTS_PER_DROP)
    return;
  progress->objects = 0;
  fit_source_drop_pages (progress->source);
}

gboolean
fit_objects_read_source (FitObjects *objects, FitSource *source,
                         FitDecodeFlags flags, const FitLimits *limits,
                         GError **error)
{
  Progress progress = { .source = source };
  const FitObjectReader reader = {
    .objects = objects,
    .flags = flags,
    .limits = limits,
    .after_object = drop_pages,
    .data = &progress,
  };

  return fit_object_reader_run (&reader, source->bytes, source->len,
                                source->name, error);
}

gboolean
fit_objects_load (FitObjects *objects, const char *path, FitDecodeFlags flags,
                  const FitLimits *limits, GError **error)
{
  const gsize most
      = (limits != NULL ? limits : fit_limits_default ())->document_bytes;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  if (!fit_manifest_paths (paths, path, error))
    return FALSE;
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (FitSource) source
          = fit_source_open (paths->pdata[i], most, error);

      if (source == NULL
          || !fit_objects_read_source (objects, source, flags, limits, error))
        return FALSE;
    }
  return TRUE;
}
