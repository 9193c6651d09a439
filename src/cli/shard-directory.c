/* shard-directory.c - names, reads and writes the files of a search
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/shards.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/each.h"
#include "cli/output-file.h"

#define DIRECTORY_MODE 0777 /* minus the umask */

/* What a file that is not complete has behind its name. */
#define TEMPORARY ".XXXXXX"

/* -- names ----------------------------------------------------------------- */

static char *
generation_name (guint generation)
{
  return g_strdup_printf ("generation-%04u.json", generation);
}

static char *
part_name (const char *called, guint generation, const FitShardPart *part)
{
  return g_strdup_printf ("%ss-%04u-%u-of-%u.json", called, generation,
                          part->shard, part->n);
}

static void
clear_file (gpointer data)
{
  g_free (((FitShardFile *) data)->name);
}

/* Returns: FALSE if no file of a search has such a name */
static gboolean
parse_name (const char *name, const char *called, FitShardFile *out)
{
  const gsize len = strlen (called);
  FitShardPart part;
  guint generation;
  g_autofree char *written = NULL;

  if (sscanf (name, "generation-%u.json", &generation) == 1)
    {
      *out = (FitShardFile){ NULL, generation, FALSE };
      written = generation_name (generation);
    }
  else if (strncmp (name, called, len) == 0
           && sscanf (name + len, "s-%u-%u-of-%u.json", &generation,
                      &part.shard, &part.n)
                  == 3)
    {
      *out = (FitShardFile){ NULL, generation, TRUE };
      written = part_name (called, generation, &part);
    }
  return g_strcmp0 (written, name) == 0;
}

/* A process that was killed leaves such a file behind. */
static gboolean
is_temporary (const char *name, const char *called)
{
  const gsize len = strlen (name), behind = strlen (TEMPORARY);
  g_autofree char *whole
      = len > behind ? g_strndup (name, len - behind) : g_strdup ("");
  FitShardFile file;

  return name[len - MIN (len, behind)] == TEMPORARY[0]
         && parse_name (whole, called, &file);
}

static gint
in_order (gconstpointer a, gconstpointer b)
{
  const FitShardFile *one = a, *other = b;

  if (one->outcomes != other->outcomes)
    return one->outcomes ? 1 : -1;
  if (one->generation != other->generation)
    return one->generation < other->generation ? -1 : 1;
  return strcmp (one->name, other->name);
}

GArray *
fit_shard_directory_list (const char *directory, const char *called,
                          GError **error)
{
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (FitShardFile));
  g_autoptr (GDir) open = NULL;
  const char *name;

  g_array_set_clear_func (files, clear_file);
  if (g_mkdir_with_parents (directory, DIRECTORY_MODE) != 0
      || (open = g_dir_open (directory, 0, NULL)) == NULL)
    return fit_fail_null (error, FIT_ERROR_IO,
                          "cannot use the directory \"%s\": %s", directory,
                          g_strerror (errno));
  while ((name = g_dir_read_name (open)) != NULL)
    {
      FitShardFile file;

      if (is_temporary (name, called))
        continue;
      if (!parse_name (name, called, &file))
        return fit_fail_null (error, FIT_ERROR_SCHEMA,
                              "%s/%s: no search has such a file; a directory "
                              "for a search has no others",
                              directory, name);
      file.name = g_strdup (name);
      g_array_append_val (files, file);
    }
  g_array_sort (files, in_order);
  return g_steal_pointer (&files);
}

/* -- contents -------------------------------------------------------------- */

gboolean
fit_shard_directory_read (const char *directory, const GArray *files,
                          FitShardRead read, gpointer data, GError **error)
{
  FIT_EACH_OF (const FitShardFile, file, files)
    {
      g_autofree char *path = g_build_filename (directory, file->name, NULL);
      g_autoptr (FitSource) source = fit_source_open (path, G_MAXSSIZE, error);

      if (source == NULL)
        return FALSE;
      if (!read (file, source->bytes, source->len, data, error))
        return fit_blame (error, "%s: ", path);
    }
  return TRUE;
}

gboolean
fit_shard_directory_write (const FitInvocation *invocation,
                           const char *directory, const char *called,
                           guint generation, const FitShardPart *part,
                           char *text, GError **error)
{
  g_autofree char *owned = text;
  g_autofree char *name = part != NULL ? part_name (called, generation, part)
                                       : generation_name (generation);
  g_autofree char *path = g_build_filename (directory, name, NULL);

  return fit_output_file_write (invocation->signals, path, FALSE, owned,
                                strlen (owned), error);
}
