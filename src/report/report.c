/* report.c - collects what a command has to say, and writes it in a format
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/report.h"

#include "base/each.h"
#include "base/plain-text.h"
#include "report/markdown.h"
#include "report/page.h"

/* On a terminal: with more lines above it, a summary comes first; with more
 * rows, a table is too long to look at. */
#define MANY_LINES 24
#define MANY_ROWS 100

/* Lines, or a table. */
typedef struct
{
  GString *lines;        /* (nullable) owned */
  const FitTable *table; /* (nullable) borrowed */
  guint indent;          /* of @table */
  char **headings;       /* (nullable) owned: of @table in Markdown */
} Part;

static void
part_clear (gpointer data)
{
  Part *part = data;

  if (part->lines != NULL)
    g_string_free (part->lines, TRUE);
  g_strfreev (part->headings);
}

FitReport *
fit_report_new (const char *kind, FitFormat format, guint width)
{
  FitReport *report = g_new0 (FitReport, 1);

  report->format = format;
  report->style
      = (FitTextStyle){ .wide = format == FIT_FORMAT_WIDE, .width = width };
  report->data = fit_document_new (kind);
  report->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_array_set_clear_func (report->parts, part_clear);
  report->tables
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_table_free);
  report->kept = g_ptr_array_new_with_free_func (g_free);
  return report;
}

void
fit_report_free (FitReport *report)
{
  g_array_unref (report->parts);
  g_ptr_array_unref (report->tables);
  g_ptr_array_unref (report->kept);
  g_clear_pointer (&report->columns, fit_json_free);
  fit_json_free (report->data);
  g_free (report);
}

gboolean
fit_report_is_document (const FitReport *report)
{
  return report->format == FIT_FORMAT_YAML
         || (report->format == FIT_FORMAT_JSON && !report->compact);
}

gboolean
fit_report_is_data (const FitReport *report)
{
  return report->columns != NULL || fit_report_is_document (report);
}

gboolean
fit_report_is_text (const FitReport *report)
{
  return report->format == FIT_FORMAT_TABLE || report->format == FIT_FORMAT_WIDE
         || report->format == FIT_FORMAT_MARKDOWN;
}

gboolean
fit_report_is_markdown (const FitReport *report)
{
  return report->format == FIT_FORMAT_MARKDOWN;
}

/* -- tables ---------------------------------------------------------------- */

FitTable *
fit_report_own (FitReport *report, FitTable *table)
{
  g_ptr_array_add (report->tables, table);
  return table;
}

gpointer
fit_report_keep (FitReport *report, gpointer memory)
{
  g_ptr_array_add (report->kept, memory);
  return memory;
}

void
fit_report_set_rows (FitReport *report, const char *key, const FitTable *table)
{
  if (fit_report_is_data (report))
    fit_json_set (report->data, key, fit_table_to_json (table));
}

/* -- what people read ------------------------------------------------------ */

static void
add_lines (FitReport *report)
{
  const Part part = { .lines = g_string_new (NULL) };

  g_array_append_val (report->parts, part);
}

GString *
fit_report_lines (FitReport *report)
{
  const GArray *parts = report->parts;

  if (parts->len == 0
      || g_array_index (parts, Part, parts->len - 1).lines == NULL)
    add_lines (report);
  return g_array_index (parts, Part, parts->len - 1).lines;
}

void
fit_report_say (FitReport *report, const char *format, ...)
{
  GString *lines = fit_report_lines (report);
  va_list values;

  va_start (values, format);
  fit_escaped_vprintf (lines,
                       fit_report_is_markdown (report) ? fit_markdown_append_len
                                                       : fit_plain_append,
                       format, values);
  va_end (values);
  g_string_append_c (lines, '\n');
}

void
fit_report_paragraph (FitReport *report, const char *text)
{
  fit_report_say (report, fit_report_is_markdown (report) ? "\n%s" : "%s",
                  text);
}

void
fit_report_gap (FitReport *report)
{
  g_string_append_c (fit_report_lines (report), '\n');
}

void
fit_report_table (FitReport *report, const FitTable *table)
{
  const Part part = { .table = table, .indent = report->style.indent };

  g_array_append_val (report->parts, part);
}

void
fit_report_heading (FitReport *report, guint level, const char *title)
{
  GString *lines = fit_report_lines (report);

  if (!fit_report_is_markdown (report))
    return;
  g_string_append_c (lines, '\n');
  while (level-- > 0)
    g_string_append_c (lines, '#');
  fit_report_say (report, " %s\n", title);
}

/* In Markdown the empty line is above the table, unless a heading is. */
void
fit_report_headed_block (FitReport *report, const FitTable *table,
                         const char *const *headings)
{
  const Part *last
      = &g_array_index (report->parts, Part, report->parts->len - 1);

  if (fit_table_n_rows (table) == 0)
    return;
  if (fit_report_is_markdown (report)
      && (last->lines == NULL || !g_str_has_suffix (last->lines->str, "\n\n")))
    fit_report_gap (report);
  fit_report_table (report, table);
  g_array_index (report->parts, Part, report->parts->len - 1).headings
      = g_strdupv ((char **) headings);
  if (!fit_report_is_markdown (report))
    fit_report_gap (report);
}

void
fit_report_block (FitReport *report, const FitTable *table)
{
  fit_report_headed_block (report, table, NULL);
}

gboolean
fit_report_long_table (FitReport *report, const FitTable *table, guint most,
                       const char *otherwise)
{
  const guint n = fit_table_n_rows (table);

  if (n > most && !report->style.wide)
    fit_report_say (report, "%u %s", n, otherwise);
  else if (n > 0)
    fit_report_table (report, table);
  return n > 0;
}

void
fit_report_end_top (FitReport *report)
{
  report->top = report->parts->len;
  add_lines (report);
}

void
fit_report_begin_summary (FitReport *report)
{
  report->summary[0] = report->summary[1] = report->parts->len;
  add_lines (report);
}

void
fit_report_end_summary (FitReport *report)
{
  report->summary[1] = report->parts->len;
  add_lines (report);
}

gboolean
fit_report_is_long (const FitReport *report, guint n_rows)
{
  return report->on_terminal && !report->style.wide && n_rows > MANY_ROWS;
}

/* -- printing -------------------------------------------------------------- */

static void
append_parts (const FitReport *report, guint from, guint to, GString *out)
{
  FitTextStyle style = report->style;

  for (guint i = from; i < to; i++)
    {
      const Part *part = &g_array_index (report->parts, Part, i);

      style.indent = part->indent;
      if (part->table != NULL)
        fit_table_append_text (part->table, &style, out);
      else
        g_string_append_len (out, part->lines->str, (gssize) part->lines->len);
    }
}

static guint
count_lines (const GString *text)
{
  guint n = 0;

  for (const char *c = text->str; *c != '\0'; c++)
    n += *c == '\n';
  return n;
}

static void
render_text (const FitReport *report, GString *out)
{
  if (report->on_terminal && report->summary[1] > report->summary[0])
    {
      const guint *summary = report->summary;
      g_autoptr (GString) above = g_string_new (NULL);
      g_autoptr (GString) below = g_string_new (NULL);

      /* Where something stands above the summary: the top, and then long
       * tables. */
      append_parts (report, 0, report->top, out);
      append_parts (report, report->top, summary[0], above);
      append_parts (report, summary[1], report->parts->len, below);
      if (count_lines (above) <= MANY_LINES)
        g_string_append (out, above->str);
      append_parts (report, summary[0], summary[1], out);
      if (count_lines (above) > MANY_LINES)
        {
          const char *text;

          g_string_append_printf (out, "\n%s", above->str);
          /* Parts are separated by empty lines, also after the summary left
           * its place. */
          text = below->str;
          if (*text == '\n' && g_str_has_suffix (out->str, "\n\n"))
            text++;
          g_string_append (out, text);
          if (*text == '\0' && g_str_has_suffix (out->str, "\n\n"))
            g_string_truncate (out, out->len - 1);
        }
      else
        g_string_append (out, below->str);
    }
  else
    append_parts (report, 0, report->parts->len, out);
}

/* Lines that a verb adds for Markdown are Markdown. */
static void
render_markdown (const FitReport *report, GString *out)
{
  FIT_EACH_OF (const Part, part, report->parts)
    {
      if (part->table != NULL)
        fit_table_append_markdown (part->table,
                                   (const char *const *) part->headings, out);
      else
        g_string_append_len (out, part->lines->str, (gssize) part->lines->len);
    }
}

static void
render_names (const FitReport *report, GString *out)
{
  if (report->names != NULL)
    fit_table_append_names (report->names, out);
}

/* Without blanks: columns are long, and pages carry their answers along. */
static void
render_columns (const FitReport *report, GString *out)
{
  g_autoptr (FitJson) document = fit_json_object ();

  fit_json_set_members (document, report->data);
  fit_json_set_members (document, report->columns);
  fit_json_append_compact (document, out);
  g_string_append_c (out, '\n');
}

static void
render_json (const FitReport *report, GString *out)
{
  if (report->compact)
    render_columns (report, out);
  else
    fit_document_append (report->data, out);
}

static void
render_yaml (const FitReport *report, GString *out)
{
  fit_yaml_append (report->data, out);
}

void
fit_report_render_page (const FitReport *report, GString *out)
{
  g_autoptr (GString) answer = g_string_new (NULL);
  g_autoptr (GPtrArray) answers = g_ptr_array_new ();

  render_columns (report, answer);
  g_ptr_array_add (answers, answer->str);
  fit_page_append (FIT_PAGE_TITLE, answers, out);
}

/* A new format is a row here. */
static void (*const renderers[]) (const FitReport *report, GString *out) = {
  [FIT_FORMAT_TABLE] = render_text,
  [FIT_FORMAT_WIDE] = render_text,
  [FIT_FORMAT_JSON] = render_json,
  [FIT_FORMAT_YAML] = render_yaml,
  [FIT_FORMAT_NAME] = render_names,
  [FIT_FORMAT_HTML] = fit_report_render_page,
  [FIT_FORMAT_MARKDOWN] = render_markdown,
};

void
fit_report_render (const FitReport *report, GString *out)
{
  renderers[report->format](report, out);
}
