/* migration-report.c - the report about a migration, in each format
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/migration-report-private.h"

#include "base/each.h"
#include "cli/diff-report.h"
#include "cli/release-groups.h"
#include "net/secrets.h"

FitReportFormat
fit_migration_report_format (const char *path)
{
  if (g_str_has_suffix (path, ".md") || g_str_has_suffix (path, ".markdown"))
    return FIT_REPORT_MARKDOWN;
  return g_str_has_suffix (path, ".json") ? FIT_REPORT_JSON : FIT_REPORT_TEXT;
}

/* -- by release ------------------------------------------------------------ */

/* Equal verdicts have equal numbers. */
static gint
number_verdict (GPtrArray *verdicts, const FitDiffFinding *finding)
{
  char *verdict = fit_diff_verdict (finding);
  guint number;

  if (!g_ptr_array_find_with_equal_func (verdicts, verdict, g_str_equal,
                                         &number))
    {
      g_ptr_array_add (verdicts, verdict);
      return (gint) verdicts->len - 1;
    }
  g_free (verdict);
  return (gint) number;
}

/* Returns: (transfer full): of FitReleaseSpan with verdicts of --verify, newest
 * first: empty if the release was named, or if it is not a Policy */
static GPtrArray *
group_releases (const FitMigrationReport *report)
{
  g_autoptr (GPtrArray) verdicts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) answers = NULL;
  GPtrArray *spans;
  const FitMigration *migration;
  FitDiffFinding first;
  guint n = 0;

  if (report->finding->others == NULL)
    return g_ptr_array_new ();
  migration = report->migration;
  first = *report->finding;
  answers = g_array_new (FALSE, FALSE, sizeof (FitReleaseAnswer));
  first.verdict = NULL;
  for (guint i = migration->readers->len; i > 0; i--)
    {
      const FitReader *reader = migration->readers->pdata[i - 1];
      FitReleaseAnswer answer = { reader, FIT_NO_ANSWER };
      const FitDiffFinding *found = &first;

      if (reader->release > migration->from_release)
        continue;
      if (reader->reads && reader->release < migration->from_release)
        found = first.others->pdata[n++];
      if (reader->reads)
        answer.answer
            = number_verdict (verdicts, found != NULL ? found : &first);
      g_array_append_val (answers, answer);
    }
  spans = fit_release_spans (answers);
  FIT_EACH (FitReleaseSpan, span, spans)
    span->verdict = g_strdup (verdicts->pdata[span->answer]);
  return spans;
}

char *
fit_migration_report_verdict (const FitMigrationReport *report)
{
  g_autoptr (GPtrArray) groups = group_releases (report);
  GString *out;

  if (groups->len < 2)
    return NULL;
  out = g_string_new (NULL);
  for (guint i = 0; i < groups->len; i++)
    {
      const FitReleaseSpan *group = groups->pdata[i];

      g_string_append_printf (out, "%son %s: %s", i > 0 ? "; " : "",
                              group->releases, group->verdict);
    }
  return g_string_free (out, FALSE);
}

/* -- as data, with all notes unchanged ------------------------------------- */

/* Returns: (transfer container): of char */
static GPtrArray *
point_names (const FitMigrationNote *note)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < FIT_POINT_SET_LAST; i++)
    if (note->points & 1u << i)
      g_ptr_array_add (names, (gpointer) fit_extension_point_info (i)->name);
  return names;
}

static FitJson *
items_json (const FitMigration *migration)
{
  FitJson *array = fit_json_array ();

  FIT_EACH_OF (const FitMigrationNote, note, migration->notes)
    {
      g_autoptr (GPtrArray) points = point_names (note);
      g_autofree char *since
          = note->since != 0 ? fit_migrated_since (note->since) : NULL;
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "kind", fit_migration_kind_name (note->kind));
      fit_json_set_text (object, "path", note->path);
      fit_json_set_text (object, "name", note->name);
      fit_json_set_text (object, "profile", note->profile);
      fit_json_set_text (object, "plugin", note->plugin);
      fit_json_set_texts (object, "points", points);
      fit_json_set_number (object, "weightBefore", note->weight_before != 0,
                           note->weight_before);
      fit_json_set_number (object, "weightAfter", note->weight_after != 0,
                           note->weight_after);
      fit_json_set (object, "args", fit_json_from_text (note->args));
      fit_json_set_text (object, "message", note->message);
      fit_json_set_text (object, "since", since);
      if (note->order != NULL)
        {
          const FitRuleOrder *order = note->order;
          FitJson *data = fit_json_object ();

          fit_json_set_boolean (data, "alike", order->alike != NULL);
          fit_json_set_text (data, "reason",
                             order->alike != NULL ? order->alike
                                                  : order->unlike);
          fit_json_set_text (data, "manifests", order->cluster);
          fit_json_set (object, "order", data);
        }
    }
  return array;
}

static FitJson *
verification_json (const FitMigrationReport *migrated)
{
  g_autoptr (GPtrArray) groups = group_releases (migrated);
  FitJson *object = fit_json_object ();

  fit_diff_finding_set_json (migrated->finding, object);
  if (migrated->finding->cluster != NULL)
    fit_diff_finding_set_cluster (migrated->finding, object);
  fit_json_set (object, "byRelease", fit_release_spans_json (groups));
  return object;
}

static FitJson *
coverage_json (const FitDiffFinding *finding)
{
  FitJson *object = fit_json_object ();

  fit_json_set_boolean (object, "generated", finding->generated);
  fit_json_set_integer (object, "nodes", finding->n_nodes);
  fit_json_set (object, "source",
                fit_coverage_json (finding->coverage[FIT_DIFF_LEFT]));
  fit_json_set (object, "target",
                fit_coverage_json (finding->coverage[FIT_DIFF_RIGHT]));
  return object;
}

static char *
hide_all (const char *value)
{
  return g_strdup ("\"" FIT_SECRET "\"");
}

/* Fields of the configuration with secrets; it has one field per line. */
static const struct
{
  const char *field;
  char *(*hide) (const char *value);
} secret_fields[] = {
  { "urlPrefix: ", fit_url_hide },
  { "certData: ", hide_all },
  { "keyData: ", hide_all },
  { "caData: ", hide_all },
};

static void
set_data (const FitMigrationReport *migrated, FitReport *report)
{
  const FitMigration *migration = migrated->migration;
  const FitDiffFinding *finding = migrated->finding;
  const GPtrArray *readers = migration->readers;
  g_autofree char *from = fit_migrated_release (migration->from_release);
  g_autofree char *to = fit_migrated_release (migration->target_release);
  FitJson *data = report->data;
  FitJson *source = fit_json_object (), *target = fit_json_object ();
  g_auto (GStrv) lines = g_strsplit (migration->yaml, "\n", 0);
  g_autofree char *yaml = NULL;
  FitJson *array;
  g_autoptr (GPtrArray) notes = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    for (guint f = 0; f < G_N_ELEMENTS (secret_fields); f++)
      {
        const char *field = strstr (lines[i], secret_fields[f].field);
        g_autofree char *value = NULL;
        char *line;

        if (field == NULL)
          continue;
        field += strlen (secret_fields[f].field);
        value = secret_fields[f].hide (field);
        line = g_strdup_printf ("%.*s%s", (int) (field - lines[i]), lines[i],
                                value);
        g_free (lines[i]);
        lines[i] = line;
      }
  yaml = g_strjoinv ("\n", lines);
  fit_json_set_text (source, "name", migrated->source);
  fit_json_set_text (source, "type", migrated->source_type);
  fit_json_set_text (source, "release", from);
  fit_json_set (source, "readBy",
                readers != NULL ? fit_readers_json (readers) : NULL);
  fit_json_set (data, "source", source);
  fit_json_set_text (target, "configVersion",
                     fit_config_version_name (migration->target_version));
  fit_json_set_text (target, "release", to);
  fit_json_set (data, "target", target);
  fit_json_set_boolean (data, "lost", migration->lost);
  fit_json_set (data, "items", items_json (migration));
  array = fit_json_array ();
  notes = fit_migrated_arguments (migration);
  FIT_EACH (const FitMigrationNote, note, notes)
    {
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "profile", note->profile);
      fit_json_set_text (object, "plugin", note->plugin);
      fit_json_set (object, "args", fit_json_from_text (note->args));
    }
  fit_json_set (data, "arguments", array);
  fit_json_set_text (data, "configuration", yaml);
  fit_json_set (data, "verification",
                finding != NULL ? verification_json (migrated) : NULL);
  fit_json_set (data, "coverage",
                finding != NULL ? coverage_json (finding) : NULL);
  if (finding != NULL)
    fit_json_set (data, "search", fit_found_json (finding->found));
}

/* -- printing -------------------------------------------------------------- */

/* Reports have 80 columns, wherever they go. */
#define WIDTH 80

static FitReport *
new_report (const FitMigrationReport *migrated, FitFormat format)
{
  FitReport *report = fit_report_new ("Migration", format, WIDTH);

  report->columns = format == FIT_FORMAT_HTML ? fit_json_object () : NULL;
  if (fit_report_is_data (report))
    set_data (migrated, report);
  return report;
}

GString *
fit_migration_report_print (const FitMigrationReport *migrated,
                            FitReportFormat format, gboolean coloured)
{
  static const FitFormat formats[] = {
    [FIT_REPORT_TEXT] = FIT_FORMAT_TABLE,
    [FIT_REPORT_MARKDOWN] = FIT_FORMAT_MARKDOWN,
    [FIT_REPORT_JSON] = FIT_FORMAT_JSON,
  };
  g_autoptr (FitReport) report = new_report (migrated, formats[format]);
  GString *out = g_string_new (NULL);

  if (fit_report_is_text (report))
    fit_migrated_tell (migrated, coloured, report);
  fit_report_render (report, out);
  return out;
}

GString *
fit_migration_report_page (const FitMigrationReport *migrated)
{
  g_autoptr (FitReport) report = new_report (migrated, FIT_FORMAT_HTML);
  GString *out = g_string_new (NULL);

  fit_report_render (report, out);
  return out;
}

guint
fit_migration_report_count_lost (const FitMigration *migration)
{
  g_autoptr (GArray) lines = fit_migrated_lines (migration, FIT_MIGRATION_LOST);

  return lines->len;
}
