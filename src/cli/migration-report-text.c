/* migration-report-text.c - the report for a terminal of 80 columns */
#include "base/plain-text.h"
#include "cli/migration-report-private.h"

#include "cli/console.h"
#include "cli/help.h"

#include <string.h>

#define WIDTH 80
#define INDENT 2
#define DEEPER 6
/* The maximum width of the old name on a line with the new one. */
#define WIDEST_SUBJECT 32

static const char *const colours[] = {
  [FIT_MIGRATION_CARRIED] = FIT_CONSOLE_CYAN,
  [FIT_MIGRATION_CHANGED] = FIT_CONSOLE_CYAN,
  [FIT_MIGRATION_DEFAULTS] = FIT_CONSOLE_CYAN,
  [FIT_MIGRATION_OUT_OF_TREE] = FIT_CONSOLE_YELLOW,
  [FIT_MIGRATION_ADDED] = FIT_CONSOLE_CYAN,
  [FIT_MIGRATION_DROPPED] = FIT_CONSOLE_CYAN,
  [FIT_MIGRATION_CONDITIONAL] = FIT_CONSOLE_YELLOW,
  [FIT_MIGRATION_LOST] = FIT_CONSOLE_RED,
  [FIT_MIGRATION_ARITHMETIC] = FIT_CONSOLE_CYAN,
  [FIT_MIGRATION_EXTENDER] = FIT_CONSOLE_CYAN,
  [FIT_MIGRATION_DECIDE] = FIT_CONSOLE_YELLOW,
};
G_STATIC_ASSERT (G_N_ELEMENTS (colours) == FIT_MIGRATION_KIND_LAST);

static void
append_blanks (GString *out, guint n)
{
  while (n-- > 0)
    g_string_append_c (out, ' ');
}

/* Lines after the first begin in column @indent. */
static void
append_wrapped (GString *out, guint indent, const char *text)
{
  g_autofree char *plain = fit_plain_text (text);

  fit_help_append_wrapped (plain, indent, WIDTH, out);
}

static void
append_indented (GString *out, guint indent, const char *text)
{
  append_blanks (out, indent);
  append_wrapped (out, indent, text);
}

/* @colour (nullable) */
static void
append_title (GString *out, const char *title, const char *colour)
{
  if (colour != NULL)
    fit_plain_printf (out, "\n%s%s" FIT_CONSOLE_PLAIN ":\n", colour, title);
  else
    fit_plain_printf (out, "\n%s:\n", title);
}

/* The column where the new names begin. */
static guint
place_column (const GArray *lines)
{
  glong widest = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const char *subject
          = fit_report_line_subject (&g_array_index (lines, FitReportLine, i));
      const glong width = subject != NULL ? g_utf8_strlen (subject, -1) : 0;

      if (width <= WIDEST_SUBJECT)
        widest = MAX (widest, width);
    }
  return (guint) widest + INDENT + 2;
}

static void
append_subject (GString *out, const FitMigration *migration,
                const FitReportLine *line, guint column)
{
  const char *subject = fit_report_line_subject (line);
  g_autofree char *place = fit_report_kind (line->note->kind)->by_subject
                               ? g_strdup ("")
                               : fit_report_line_place (migration, line);
  const guint used = INDENT + (guint) g_utf8_strlen (subject, -1);

  append_blanks (out, INDENT);
  fit_plain_append (out, subject, strlen (subject));
  if (*place == '\0')
    {
      g_string_append_c (out, '\n');
      return;
    }
  append_blanks (out, used < column ? column - used : 2);
  append_wrapped (out, column, place);
}

/* Are two lines of a kind in the same group?  A GEqualFunc. */
static gboolean
belong_together (gconstpointer a, gconstpointer b)
{
  const FitReportLine *one = a, *other = b;

  if (fit_report_kind (one->note->kind)->by_subject)
    return g_strcmp0 (fit_report_line_subject (one),
                      fit_report_line_subject (other))
           == 0;
  return fit_report_is_told_alike (one->note, other->note);
}

static guint
line_hash (gconstpointer data)
{
  const FitReportLine *line = data;
  const char *subject = fit_report_line_subject (line);

  if (fit_report_kind (line->note->kind)->by_subject)
    return subject != NULL ? g_str_hash (subject) : 0;
  return g_str_hash (line->note->message);
}

static gboolean
has_subject (const FitReportLine *line)
{
  return fit_report_line_subject (line) != NULL;
}

static void
append_message (GString *out, const FitReportLine *line)
{
  g_autofree char *message = fit_report_line_message (line);

  append_indented (out, has_subject (line) ? DEEPER : INDENT, message);
}

/* @group: (element-type FitReportLine) */
static void
append_group (GString *out, const FitMigration *migration,
              const GPtrArray *group, guint column)
{
  const FitReportLine *start = group->pdata[0];
  const FitReportKind *kind = fit_report_kind (start->note->kind);

  for (guint i = 0; i < group->len; i++)
    {
      const FitReportLine *line = group->pdata[i];

      if (has_subject (line) && (i == 0 || !kind->by_subject))
        append_subject (out, migration, line, column);
      if (kind->by_subject)
        append_message (out, line);
    }
  if (!kind->by_subject && !kind->says_nothing)
    append_message (out, start);
}

/* Returns: (transfer full): of GPtrArray of FitReportLine: the groups, in the
 * order of their first lines */
static GPtrArray *
group_lines (const GArray *lines)
{
  GPtrArray *groups
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) known = g_hash_table_new (line_hash, belong_together);

  for (guint i = 0; i < lines->len; i++)
    {
      FitReportLine *line = &g_array_index (lines, FitReportLine, i);
      GPtrArray *group = g_hash_table_lookup (known, line);

      if (group == NULL)
        {
          group = g_ptr_array_new ();
          g_ptr_array_add (groups, group);
          g_hash_table_insert (known, line, group);
        }
      g_ptr_array_add (group, line);
    }
  return groups;
}

static void
append_kind (GString *out, const FitMigration *migration, FitMigrationKind kind,
             gboolean coloured)
{
  g_autoptr (GArray) lines = fit_migrated_lines (migration, kind);
  g_autoptr (GPtrArray) groups = group_lines (lines);
  const guint column = place_column (lines);

  if (lines->len == 0)
    return;
  append_title (out, fit_report_kind (kind)->title,
                coloured ? colours[kind] : NULL);
  for (guint i = 0; i < groups->len; i++)
    append_group (out, migration, groups->pdata[i], column);
}

/* @json in its shortest form, with blanks where a line may be wrapped. */
static char *
spaced (const char *json)
{
  GString *out = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (; *json != '\0'; json++)
    {
      if (*json == '\\')
        g_string_append_c (out, *json++);
      else if (*json == '"')
        quoted = !quoted;
      g_string_append_c (out, *json);
      if (!quoted && (*json == ',' || *json == ':'))
        g_string_append_c (out, ' ');
    }
  return g_string_free (out, FALSE);
}

static void
append_arguments (GString *out, const FitMigration *migration,
                  gboolean coloured)
{
  g_autoptr (GPtrArray) notes = fit_report_arguments (migration);

  if (notes->len > 0)
    append_title (out, "Arguments", coloured ? FIT_CONSOLE_CYAN : NULL);
  for (guint i = 0; i < notes->len; i++)
    {
      const FitMigrationNote *note = notes->pdata[i];
      const char *profile = fit_report_profile (migration, note);
      g_autofree char *args = spaced (note->args);

      fit_plain_printf (out, "%*s%s%s%s\n", INDENT, "",
                        profile != NULL ? profile : "",
                        profile != NULL ? ": " : "", note->plugin);
      append_indented (out, DEEPER, args);
    }
}

/* Appends how much the comparison has exercised. */
static void
append_coverage (GString *out, const FitMigrationReport *report)
{
  const FitCoverage *coverage = report->finding->coverage[FIT_DIFF_LEFT];
  g_autofree char *sentence
      = fit_coverage_sentence (coverage, fit_report_source_noun (report));
  g_autofree char *idle = fit_coverage_idle_sentence (coverage);

  if (coverage->n_pods == 0)
    return;
  append_indented (out, 0, sentence);
  if (idle != NULL)
    append_indented (out, 0, idle);
}

void
fit_report_append_text (const FitMigrationReport *migrated, gboolean coloured,
                        FitReport *report)
{
  const FitDiffFinding *finding = migrated->finding;
  GString *out = fit_report_lines (report);
  g_autofree char *heading = fit_report_heading (migrated);
  g_autofree char *counts = fit_report_counts (migrated->migration);
  g_autofree char *reader = fit_migration_report_reader (migrated->migration);
  g_autofree char *where = NULL;

  append_indented (out, 0, heading);
  if (reader != NULL)
    append_indented (out, 0, reader);
  for (guint i = 0; i < FIT_MIGRATION_KIND_LAST; i++)
    {
      append_kind (out, migrated->migration, i, coloured);
      /* The arguments follow the changes. */
      if (i == FIT_MIGRATION_CHANGED)
        append_arguments (out, migrated->migration, coloured);
    }
  g_string_append_c (out, '\n');
  append_indented (out, 0, *counts != '\0' ? counts : "nothing to report");
  if (finding == NULL)
    return;
  where = fit_report_where (finding);
  append_title (out, where, coloured ? FIT_CONSOLE_CYAN : NULL);
  fit_diff_finding_tell (finding, report);
  append_coverage (fit_report_lines (report), migrated);
}
