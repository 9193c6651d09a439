/* tune-directory.c - reads and writes the files of a search
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/tune-directory.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli/output-file.h"
#include "tune/trial-file.h"

#define DIRECTORY_MODE 0777 /* minus the umask */

/* What a file that is not complete has behind its name. */
#define TEMPORARY ".XXXXXX"

static FitTuneFile
describe (const FitTuning *tuning, guint generation, gboolean outcomes)
{
  return (FitTuneFile){ .key = tuning->key,
                        .goals = &tuning->goals,
                        .space = tuning->space,
                        .generation = generation,
                        .outcomes = outcomes };
}

static char *
generation_name (guint generation)
{
  return g_strdup_printf ("generation-%04u.json", generation);
}

static char *
trials_name (guint generation, guint shard, guint n_shards)
{
  return g_strdup_printf ("trials-%04u-%u-of-%u.json", generation, shard,
                          n_shards);
}

/* -- names ----------------------------------------------------------------- */

/* What the name of a file says. */
typedef struct
{
  char *name; /* owned */
  guint generation;
  gboolean outcomes;
} Entry;

static void
clear_entry (gpointer data)
{
  g_free (((Entry *) data)->name);
}

/* Returns: FALSE if no file of a search has such a name */
static gboolean
parse_name (const char *name, Entry *out)
{
  guint generation, shard, n_shards;
  g_autofree char *written = NULL;

  if (sscanf (name, "generation-%u.json", &generation) == 1)
    {
      *out = (Entry){ NULL, generation, FALSE };
      written = generation_name (generation);
    }
  else if (sscanf (name, "trials-%u-%u-of-%u.json", &generation, &shard,
                   &n_shards)
           == 3)
    {
      *out = (Entry){ NULL, generation, TRUE };
      written = trials_name (generation, shard, n_shards);
    }
  return g_strcmp0 (written, name) == 0;
}

/* A process that was killed leaves such a file behind. */
static gboolean
is_temporary (const char *name)
{
  const gsize len = strlen (name), behind = strlen (TEMPORARY);
  g_autofree char *whole
      = len > behind ? g_strndup (name, len - behind) : g_strdup ("");
  Entry entry;

  return name[len - MIN (len, behind)] == TEMPORARY[0]
         && parse_name (whole, &entry);
}

/* Generations come before what came of their trials. */
static gint
in_order (gconstpointer a, gconstpointer b)
{
  const Entry *one = a, *other = b;

  if (one->outcomes != other->outcomes)
    return one->outcomes ? 1 : -1;
  if (one->generation != other->generation)
    return one->generation < other->generation ? -1 : 1;
  return strcmp (one->name, other->name);
}

/* Returns: (transfer full) (nullable): of Entry */
static GArray *
list (const char *directory, GError **error)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GDir) open = NULL;
  const char *name;

  g_array_set_clear_func (entries, clear_entry);
  if (g_mkdir_with_parents (directory, DIRECTORY_MODE) != 0
      || (open = g_dir_open (directory, 0, NULL)) == NULL)
    return fit_fail_null (error, FIT_ERROR_IO,
                          "cannot use the directory \"%s\": %s", directory,
                          g_strerror (errno));
  while ((name = g_dir_read_name (open)) != NULL)
    {
      Entry entry;

      if (is_temporary (name))
        continue;
      if (!parse_name (name, &entry))
        return fit_fail_null (error, FIT_ERROR_SCHEMA,
                              "%s/%s: no search has such a file; a directory "
                              "for a search has no others",
                              directory, name);
      entry.name = g_strdup (name);
      g_array_append_val (entries, entry);
    }
  g_array_sort (entries, in_order);
  return g_steal_pointer (&entries);
}

/* -- reading --------------------------------------------------------------- */

static gboolean
read_entry (FitTuning *tuning, const char *directory, const Entry *entry,
            GError **error)
{
  const FitTuneFile file
      = describe (tuning, entry->generation, entry->outcomes);
  g_autofree char *path = g_build_filename (directory, entry->name, NULL);
  g_autoptr (FitSource) source = fit_source_open (path, G_MAXSSIZE, error);

  if (source == NULL)
    return FALSE;
  if (fit_tune_file_read (&file, source->bytes, source->len, tuning->trials,
                          error))
    return TRUE;
  g_prefix_error (error, "%s: ", path);
  return FALSE;
}

gboolean
fit_tune_directory_load (FitTuning *tuning, const char *directory,
                         GError **error)
{
  g_autoptr (GArray) entries = list (directory, error);
  guint n_generations = 0;

  if (entries == NULL)
    return FALSE;
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (entry->outcomes ? entry->generation >= n_generations
                          : entry->generation != n_generations++)
        return fit_fail (error, FIT_ERROR_SCHEMA,
                         "%s/%s: an earlier file of the search is missing",
                         directory, entry->name);
      if (!read_entry (tuning, directory, entry, error))
        return FALSE;
    }
  return TRUE;
}

/* -- writing --------------------------------------------------------------- */

static gboolean
write_file (const FitTuning *tuning, const char *directory, const char *name,
            const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);

  return fit_output_file_write (tuning->invocation.signals, path, FALSE, text,
                                strlen (text), error);
}

static guint
last_generation (const FitTuning *tuning)
{
  return fit_tuning_trial (tuning, tuning->trials->len - 1)->generation;
}

gboolean
fit_tune_directory_write (const FitTuning *tuning, const char *directory,
                          GError **error)
{
  const guint generation = last_generation (tuning);
  const FitTuneFile file = describe (tuning, generation, FALSE);
  g_autofree char *name = generation_name (generation);
  g_autofree char *text = fit_tune_file_text (&file, tuning->trials, 0, 1);

  return write_file (tuning, directory, name, text, error);
}

gboolean
fit_tune_directory_write_trials (const FitTuning *tuning, const char *directory,
                                 guint shard, guint n_shards, GError **error)
{
  const guint generation = last_generation (tuning);
  const FitTuneFile file = describe (tuning, generation, TRUE);
  g_autofree char *name = trials_name (generation, shard, n_shards);
  g_autofree char *text
      = fit_tune_file_text (&file, tuning->trials, shard, n_shards);

  return write_file (tuning, directory, name, text, error);
}
