/* shard-job.c - reads and writes the parts of a job
 * SPDX-License-Identifier: Apache-2.0 */

#include "cli/shards.h"
#include "formats/sealed.h"

#include <stdio.h>
#include <string.h>

#define MOST_NAMED 10

gboolean
fit_shard_check_done (const char *what, const char *called,
                      const GPtrArray *results, GError **error)
{
  g_autoptr (GString) numbers = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < results->len; i++)
    if (results->pdata[i] == NULL && n++ < MOST_NAMED)
      g_string_append_printf (numbers, "%s%u", numbers->len > 0 ? ", " : "", i);
  if (n == 0)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_INCOMPLETE,
               "%s is not complete: nothing is known of %u of its %ss: %s%s",
               what, n, called, numbers->str, n > MOST_NAMED ? ", ..." : "");
  fit_error_add_hint (error, "make all parts with --shard I/N; those that are "
                             "there already take no time");
  return FALSE;
}

/* -- files ----------------------------------------------------------------- */

/* Returns: (transfer full): the first line of each file */
static char *
head_of (const FitShardJob *job)
{
  return g_strdup_printf ("{\"apiVersion\":\"fitsched/v1\",\"kind\":\"%s\","
                          "\"search\":\"%s\"}\n",
                          job->kind, job->key);
}

/* Returns: (transfer full): the sealed text of the pieces of @part */
static char *
write_part (const FitShardJob *job, const GPtrArray *results,
            const FitShardPart *part)
{
  g_autofree char *head = head_of (job);
  GString *text = g_string_new (head);

  for (guint i = part->shard; i < results->len; i += part->n)
    {
      gsize len;
      const char *result = g_bytes_get_data (results->pdata[i], &len);

      g_string_append_printf (text, "{\"number\":%u,\"result\":", i);
      g_string_append_len (text, result, (gssize) len);
      g_string_append (text, "}\n");
    }
  fit_seal (text);
  return g_string_free (text, FALSE);
}

typedef struct
{
  const FitShardJob *job;
  GPtrArray *results;
} Loading;

/* @line: as write_part() writes them, without the end */
static gboolean
read_line (Loading *loading, const char *line, gsize len, GError **error)
{
  GPtrArray *results = loading->results;
  guint number = 0;
  int before = 0;
  g_autoptr (GBytes) result = NULL;

  if (sscanf (line, "{\"number\":%u,\"result\":%n", &number, &before) != 1
      || before == 0 || (gsize) before + 1 > len || number >= results->len)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "a line is not what this program writes");
  result = g_bytes_new (line + before, len - (gsize) before - 1);
  if (results->pdata[number] != NULL
      && !g_bytes_equal (results->pdata[number], result))
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "something else has come of %s %u before",
                     loading->job->work.called, number);
  if (results->pdata[number] == NULL)
    results->pdata[number] = g_steal_pointer (&result);
  return TRUE;
}

static gboolean
read_part (const FitShardFile *file, const char *text, gsize len, gpointer data,
           GError **error)
{
  Loading *loading = data;
  g_autofree char *head = head_of (loading->job);
  g_autofree char *body = NULL;
  g_auto (GStrv) lines = NULL;

  if (!file->outcomes || file->generation != 0)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "it belongs to a search that goes by generations");
  if (!fit_unseal (text, len, &len, error))
    return FALSE;
  body = g_strndup (text, len);
  if (!g_str_has_prefix (body, head))
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "it belongs to another search: other rules, options or "
                     "input, or another fitsched");
  lines = g_strsplit (body + strlen (head), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0'
        && !read_line (loading, lines[i], strlen (lines[i]), error))
      return FALSE;
  return TRUE;
}

static gboolean
load (const FitShardJob *job, const char *directory, GPtrArray *results,
      GError **error)
{
  Loading loading = { job, results };
  g_autoptr (GArray) files
      = fit_shard_directory_list (directory, job->work.called, error);

  return files != NULL
         && fit_shard_directory_read (directory, files, read_part, &loading,
                                      error);
}

/* -- doing it -------------------------------------------------------------- */

gboolean
fit_shard_job_run (const FitShardJob *job, GPtrArray **out_results,
                   GError **error)
{
  const FitOptions *options = &job->work.invocation->options;
  const char *directory
      = options->merge != NULL ? options->merge : options->directory;
  g_autoptr (GPtrArray) results = fit_shard_results_new (job->n);
  g_autofree char *called = g_strconcat (job->work.called, "s", NULL);
  g_auto (FitProgress) progress = { 0 };
  FitShardPart part;

  *out_results = NULL;
  if (!fit_shard_check_options (options, error)
      || !fit_shard_part_parse (options->shard, &part, error)
      || (directory != NULL && !load (job, directory, results, error)))
    return FALSE;
  if (options->merge != NULL)
    {
      if (!fit_shard_check_done ("it", job->work.called, results, error))
        return FALSE;
      *out_results = g_steal_pointer (&results);
      return TRUE;
    }
  if (!job->endless)
    fit_progress_init (&progress, called, job->n);
  if (!fit_shards_run (&job->work, &part, results, &progress, error)
      || (directory != NULL
          && !fit_shard_directory_write (
              job->work.invocation, directory, job->work.called, 0, &part,
              write_part (job, results, &part), error)))
    return FALSE;
  fit_progress_clear (&progress);
  if (options->shard != NULL)
    {
      g_autofree char *text
          = g_strdup_printf ("part %u of %u is done\n", part.shard, part.n);

      fit_console_write (text, strlen (text), NULL);
    }
  else
    *out_results = g_steal_pointer (&results);
  return TRUE;
}
