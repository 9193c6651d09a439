/* readers.c - tries every known release on a file
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/readers.h"

#include "base/each.h"
#include "config/migrate/plan.h"
#include "config/migrate/policy-plan.h"

#include <string.h>

FitConfigVersion
fit_migration_source_version (const FitMigrationSource *source)
{
  static const char *const blanks = " \t\r\n\"',";
  const char *group = g_strstr_len (source->bytes, (gssize) source->len,
                                    FIT_CONFIG_GROUP "/");
  FitConfigVersion version = FIT_CONFIG_VERSION_LAST;
  g_autofree char *text = NULL;
  gsize len = 0;

  if (group == NULL)
    return version;
  group += strlen (FIT_CONFIG_GROUP "/");
  while (group + len < source->bytes + source->len
         && strchr (blanks, group[len]) == NULL)
    len++;
  text = g_strndup (group, len);
  fit_config_version_parse (text, &version, NULL);
  return version;
}

static void
reader_free (gpointer data)
{
  FitReader *reader = data;

  g_free (reader->name);
  g_free (reader->label);
  g_free (reader->reason);
  g_free (reader);
}

/* -- asking one release ---------------------------------------------------- */

static gboolean
reads_configuration (FitPlan *plan, const FitMigrationSource *source,
                     GError **error)
{
  const FitConfigVersion version = fit_migration_source_version (source);

  if (version != FIT_CONFIG_VERSION_LAST
      && !fit_config_version_is_read_by (version, plan->from_release))
    {
      g_autofree char *known = fit_config_versions_text (plan->from_release);

      return fit_fail (error, FIT_ERROR_SCHEMA, "it reads %s", known);
    }
  return fit_plan_read_configuration (plan, source, error);
}

static void
ask (GPtrArray *readers, const FitMigrationSource *source,
     const FitMigrationOptions *options, FitRelease release)
{
  const char *name = fit_release_name (release);
  FitReader *reader = g_new0 (FitReader, 1);
  g_autoptr (FitPlan) plan = fit_plan_new (options);
  g_autoptr (GError) problem = NULL;

  reader->release = release;
  reader->name = name != NULL ? g_strdup (name)
                              : g_strdup_printf ("1.%d", release / 100);
  plan->from_release = release;
  reader->reads = source->kind == FIT_MIGRATION_CONFIGURATION
                      ? reads_configuration (plan, source, &problem)
                  : release <= FIT_POLICY_RELEASE_LAST
                      ? fit_plan_read_policy (plan, source, &problem)
                      : fit_fail (&problem, FIT_ERROR_POLICY,
                                  "1.22 was the last release that reads "
                                  "Policies");
  if (!reader->reads)
    {
      g_autofree char *prefix = g_strconcat (source->name, ": ", NULL);
      g_autofree char *line
          = g_strndup (problem->message, strcspn (problem->message, "\n"));
      const char *start = strstr (line, prefix);

      /* The first line of the message, without the file name. */
      if (start == NULL)
        reader->reason = g_steal_pointer (&line);
      else
        reader->reason = g_strdup_printf ("%.*s%s", (int) (start - line), line,
                                          start + strlen (prefix));
    }
  g_ptr_array_add (readers, reader);
}

/* -- all of them ----------------------------------------------------------- */

static const FitReader *
reader_at (const GPtrArray *readers, guint index)
{
  return readers->pdata[index];
}

static gboolean
line_agrees (const GPtrArray *readers, const FitReader *reader)
{
  for (guint i = 0; i < readers->len; i++)
    if (reader_at (readers, i)->release / 100 == reader->release / 100
        && reader_at (readers, i)->reads != reader->reads)
      return FALSE;
  return TRUE;
}

GPtrArray *
fit_readers_new (const FitMigrationSource *source,
                 const FitMigrationOptions *options)
{
  const FitMigrationOptions none = { 0 };
  GPtrArray *readers = g_ptr_array_new_with_free_func (reader_free);
  guint n;
  const FitReleaseName *known = fit_releases (&n);

  if (options == NULL)
    options = &none;
  if (source->kind == FIT_MIGRATION_POLICY)
    for (FitRelease release = FIT_RELEASE_OLDEST;
         !fit_release_has_profiles (release); release += FIT_RELEASE (1, 0))
      ask (readers, source, options, release);
  for (guint i = 0; i < n; i++)
    if (source->kind == FIT_MIGRATION_CONFIGURATION
        || !fit_release_is_legacy (known[i].release))
      ask (readers, source, options, known[i].release);
  FIT_EACH (FitReader, reader, readers)
    reader->label = line_agrees (readers, reader)
                        ? g_strdup_printf ("1.%d", reader->release / 100)
                        : g_strdup (reader->name);
  return readers;
}

const FitReader *
fit_readers_newest (const GPtrArray *readers, FitRelease limit)
{
  for (guint i = readers->len; i-- > 0;)
    if (reader_at (readers, i)->reads
        && (limit == 0 || reader_at (readers, i)->release <= limit))
      return reader_at (readers, i);
  return NULL;
}

/* -- ranges ---------------------------------------------------------------- */

GArray *
fit_readers_ranges (const GPtrArray *readers)
{
  GArray *ranges = g_array_new (FALSE, TRUE, sizeof (FitReaderRange));
  FitReaderRange *open = NULL;

  for (guint i = 0; i < readers->len; i++)
    {
      const FitReader *reader = reader_at (readers, i);
      const FitReader *before = i > 0 ? reader_at (readers, i - 1) : NULL;

      if (!reader->reads)
        {
          if (open != NULL)
            open->after = reader;
          open = NULL;
          continue;
        }
      if (open == NULL || reader->release / 100 - open->to->release / 100 > 1)
        {
          g_array_set_size (ranges, ranges->len + 1);
          open = &g_array_index (ranges, FitReaderRange, ranges->len - 1);
          open->from = reader;
          open->before = before != NULL && !before->reads ? before : NULL;
        }
      open->to = reader;
    }
  return ranges;
}

char *
fit_readers_describe (const GPtrArray *readers, gboolean edges)
{
  g_autoptr (GArray) ranges = fit_readers_ranges (readers);
  GString *out = g_string_new (ranges->len > 0 ? NULL : "no known release");
  const FitReader *told = NULL;

  for (guint i = 0; i < ranges->len; i++)
    {
      const FitReaderRange *range = &g_array_index (ranges, FitReaderRange, i);

      g_string_append_printf (out, "%s%s", i > 0 ? ", " : "",
                              range->from->label);
      if (strcmp (range->from->label, range->to->label) != 0)
        g_string_append_printf (out, " to %s", range->to->label);
    }
  for (guint i = 0; edges && i < ranges->len; i++)
    {
      const FitReaderRange *range = &g_array_index (ranges, FitReaderRange, i);

      if (range->before != NULL && range->before != told)
        g_string_append_printf (out, ", not by %s (%s)", range->before->label,
                                range->before->reason);
      if (range->after != NULL)
        g_string_append_printf (out, ", not by %s (%s)", range->after->label,
                                range->after->reason);
      told = range->after;
    }
  return g_string_free (out, FALSE);
}
