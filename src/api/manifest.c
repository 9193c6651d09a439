/* manifest.c - reading manifests from files, directories and pipes
 *
 * Pages of a mapped file are released as soon as they are read, so that a large
 * cluster is not in memory twice.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/objects-private.h"
#include "base/each.h"
#include "base/sort.h"

#include <glob.h>
#include <string.h>
#include <sys/stat.h>

/* Number of objects after which pages are released: some 100 KiB. */
#define OBJECTS_PER_DROP 32

/* How many names in a directory that is not entered are looked at: enough for
 * any dump, and little of a home directory. */
#define NAMES_SEARCHED 1000

/* -- which files ----------------------------------------------------------- */

/* The state while one path is expanded. */
typedef struct
{
  gboolean recursive;
  GPtrArray *out;          /* borrowed */
  FitTally *skipped;       /* (nullable) borrowed */
  FitUnentered *unentered; /* (nullable) borrowed */
  gboolean passed;         /* a directory was not entered */
} Walk;

static gboolean
is_manifest (const char *name)
{
  static const char *const compressed[] = { ".gz", ".zst" };
  g_autofree char *plain = g_strdup (name);

  for (guint i = 0; i < G_N_ELEMENTS (compressed); i++)
    if (g_str_has_suffix (name, compressed[i]))
      plain[strlen (name) - strlen (compressed[i])] = '\0';
  return g_str_has_suffix (plain, ".json") || g_str_has_suffix (plain, ".yaml")
         || g_str_has_suffix (plain, ".yml");
}

static void
add_file (Walk *walk, const char *path, gboolean found)
{
  const gsize size = strlen (path) + 1;
  FitManifestFile *file = g_malloc (sizeof *file + size);

  file->found = found;
  memcpy (file->path, path, size);
  g_ptr_array_add (walk->out, file);
}

/* Returns: (transfer full) (nullable): the names in a directory, in the order
 * of their bytes, whatever the locale says */
static GPtrArray *
list_directory (const char *path, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &cause);
  GPtrArray *names;
  const char *name;

  if (dir == NULL)
    return fit_fail_null (error, FIT_ERROR_IO, "%s", cause->message);
  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, fit_compare_texts);
  return names;
}

/* How many manifests are in the directory, at any depth?  @left: how many more
 * names to look at. */
static guint
count_manifests (const char *path, guint *left)
{
  g_autoptr (GPtrArray) names = list_directory (path, NULL);
  guint n = 0;

  for (guint i = 0; names != NULL && i<names->len && * left> 0; i++)
    {
      const char *name = names->pdata[i];
      g_autofree char *child = g_build_filename (path, name, NULL);
      struct stat info;

      (*left)--;
      if (lstat (child, &info) != 0)
        continue;
      if (S_ISDIR (info.st_mode))
        n += count_manifests (child, left);
      else if (is_manifest (name))
        n++;
    }
  return n;
}

/* Remembers a directory that is not entered, if it would matter. */
static void
pass_by (Walk *walk, const char *path)
{
  guint left = NAMES_SEARCHED;
  guint n;

  walk->passed = TRUE;
  if (walk->unentered == NULL)
    return;
  n = count_manifests (path, &left);
  if (n > 0)
    fit_tally_add (&walk->unentered->directories, "%s", path);
  walk->unentered->n_files += n;
  walk->unentered->more_files |= n > 0 && left == 0;
}

/* Does not follow links to directories, so there are no circles, and skips
 * pipes, which could block.  Takes broken links: opening them reports the
 * error. */
static gboolean
walk_directory (Walk *walk, const char *path, GError **error)
{
  g_autoptr (GPtrArray) names = list_directory (path, error);

  FIT_EACH (const char, name, names)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      struct stat link, file;

      if (lstat (child, &link) != 0)
        continue;
      if (S_ISDIR (link.st_mode))
        {
          if (!walk->recursive)
            pass_by (walk, child);
          else if (!walk_directory (walk, child, error))
            return FALSE;
          continue;
        }
      if (stat (child, &file) != 0)
        file = link;
      if (is_manifest (name)
          && (S_ISREG (file.st_mode) || S_ISLNK (file.st_mode)))
        add_file (walk, child, TRUE);
      else if (walk->skipped != NULL && *name != '.' && !S_ISDIR (file.st_mode))
        fit_tally_add (walk->skipped, "%s", child);
    }
  return names != NULL;
}

static gboolean
expand_existing (Walk *walk, const char *path, GError **error)
{
  const guint before = walk->out->len;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      add_file (walk, path, FALSE);
      return TRUE;
    }
  if (!walk_directory (walk, path, error))
    return FALSE;
  if (walk->out->len > before)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no .json, .yaml or .yml file in directory \"%s\"", path);
  if (walk->passed)
    fit_error_add_hint (error, "-R looks into the directories in it, too");
  return FALSE;
}

gboolean
fit_manifest_files (GPtrArray *out, const char *path, gboolean recursive,
                    FitTally *skipped, FitUnentered *unentered, GError **error)
{
  Walk walk = { .recursive = recursive,
                .out = out,
                .skipped = skipped,
                .unentered = unentered };

  if (strpbrk (path, "*?[") != NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      glob_t found = { 0 };
      gboolean done = TRUE;

      /* Sorts names by bytes, whatever the locale. */
      if (glob (path, GLOB_NOSORT, NULL, &found) != 0)
        {
          globfree (&found);
          return fit_fail (error, FIT_ERROR_NOT_FOUND, "no file matches \"%s\"",
                           path);
        }
      qsort (found.gl_pathv, found.gl_pathc, sizeof *found.gl_pathv,
             fit_compare_texts);
      for (gsize i = 0; done && i < found.gl_pathc; i++)
        done = expand_existing (&walk, found.gl_pathv[i], error);
      globfree (&found);
      return done;
    }
  return expand_existing (&walk, path, error);
}

/* -- contents -------------------------------------------------------------- */

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
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);

  if (!fit_manifest_files (files, path, FALSE, &objects->skipped,
                           &objects->unentered, error))
    return FALSE;
  FIT_EACH (const FitManifestFile, file, files)
    {
      g_autoptr (FitSource) source = fit_source_open (file->path, most, error);

      if (source == NULL
          || !fit_objects_read_source (objects, source, flags, limits, error))
        return FALSE;
    }
  return TRUE;
}
