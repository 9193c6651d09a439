/* table-text.c - tables as lines of text
 *
 * Columns are as wide as their widest cell, two blanks apart; numbers are
 * right-aligned.  Widths count characters, not bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain-text.h"
#include "formats/table-private.h"
#include "report/markdown.h"
#include "report/table-text.h"

#include "api/texts.h"

#include <string.h>

#define GAP 2
#define NULL_TEXT "-"
/* Below this a wrapped column is harder to read than a line that is too
 * long. */
#define NARROWEST_WRAP 20

/* -- quantities ------------------------------------------------------------ */

static const char *const units[] = { "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" };

/* Integer arithmetic: the last digit must not depend on a machine's rounding,
 * nor the decimal point on the locale. */
char *
fit_format_rounded_bytes (gint64 bytes)
{
  const char *sign = bytes < 0 ? "-" : "";
  guint64 size = bytes < 0 ? -(guint64) bytes : (guint64) bytes;
  guint64 tenths = 0;
  guint unit = 0;

  while (size >= 1024)
    {
      tenths = size % 1024 * 10 / 1024;
      size /= 1024;
      unit++;
    }
  if (tenths == 0)
    return g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s", sign, size,
                            units[unit]);
  return g_strdup_printf ("%s%" G_GUINT64_FORMAT ".%" G_GUINT64_FORMAT "%s",
                          sign, size, tenths, units[unit]);
}

/* -- cells ----------------------------------------------------------------- */

static char *
format_cell (const FitCell *cell, FitCellType type)
{
  if (!cell->set)
    return g_strdup (NULL_TEXT);
  switch (type)
    {
    case FIT_CELL_TEXT:
      return fit_plain_text (cell->text);
    case FIT_CELL_INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, cell->integer);
    case FIT_CELL_BOOLEAN:
      return g_strdup (cell->integer ? "yes" : "no");
    case FIT_CELL_MILLI_CPU:
      return fit_format_milli_cpu (cell->integer);
    case FIT_CELL_BYTES:
      return fit_format_rounded_bytes (cell->integer);
    case FIT_CELL_PERCENT:
      return g_strdup_printf ("%" G_GINT64_FORMAT "%%", cell->integer);
    case FIT_CELL_TEXTS:
      {
        g_autofree char *joined = g_strjoinv (", ", cell->texts);

        return *cell->texts != NULL ? fit_plain_text (joined)
                                    : g_strdup (NULL_TEXT);
      }
    case FIT_CELL_JSON:
      break;
    }
  g_assert_not_reached ();
}

static gboolean
stands_right (FitCellType type)
{
  return type == FIT_CELL_INTEGER || type == FIT_CELL_MILLI_CPU
         || type == FIT_CELL_BYTES || type == FIT_CELL_PERCENT;
}

/* -- lines ----------------------------------------------------------------- */

/* The columns to print, and their widths. */
typedef struct
{
  const FitTable *table;
  const FitTextStyle *style;
  guint n;       /* number of columns */
  guint *shown;  /* their indexes */
  guint *widths; /* of each column */
  char **cells;  /* owned texts: row 0 has the headings */
  guint n_lines; /* number of rows of @cells */
} Layout;

static void
layout_init (Layout *layout, const FitTable *table, const FitTextStyle *style)
{
  guint n_columns = table->n_columns;

  *layout = (Layout){
    .table = table,
    .style = style,
    .n_lines = table->n_rows + 1,
    .shown = g_new (guint, n_columns),
    .widths = g_new0 (guint, n_columns),
  };
  for (guint i = 0; i < n_columns; i++)
    {
      const FitColumn *column = &table->columns[i];

      if (column->heading != NULL
          && (style->wide
              || !(column->flags & (FIT_COLUMN_WIDE | FIT_COLUMN_BELOW))))
        layout->shown[layout->n++] = i;
    }
  layout->cells = g_new0 (char *, (gsize) layout->n_lines * layout->n);
  for (guint line = 0; line < layout->n_lines; line++)
    for (guint i = 0; i < layout->n; i++)
      {
        guint column = layout->shown[i];
        const FitColumn *what = &table->columns[column];
        char *text
            = line == 0 ? g_strdup (what->heading)
                        : format_cell (fit_table_cell (table, line - 1, column),
                                       what->type);

        layout->cells[line * layout->n + i] = text;
        layout->widths[i]
            = MAX (layout->widths[i], (guint) g_utf8_strlen (text, -1));
      }
}

/* Narrows the column that may be wrapped, so that lines fit the terminal. */
static void
fit_width (Layout *layout)
{
  guint total = layout->style->indent, over;

  if (layout->style->width == 0)
    return;
  for (guint i = 0; i < layout->n; i++)
    total += layout->widths[i] + (i > 0 ? GAP : 0);
  if (total <= layout->style->width)
    return;
  over = total - layout->style->width;
  for (guint i = 0; i < layout->n; i++)
    if (layout->table->columns[layout->shown[i]].flags & FIT_COLUMN_WRAP)
      layout->widths[i] = layout->widths[i] > over + NARROWEST_WRAP
                              ? layout->widths[i] - over
                              : MIN (layout->widths[i], NARROWEST_WRAP);
}

/* Takes as much of *@text as fits into @width characters, broken at a blank if
 * possible.  Returns: the bytes taken; *@text is advanced. */
static gsize
take_piece (const char **text, guint width)
{
  const char *start = *text, *end = start, *blank = NULL;

  for (guint n = 0; *end != '\0' && n < width;
       n++, end = g_utf8_next_char (end))
    if (*end == ' ')
      blank = end;
  if (*end != '\0' && *end != ' ' && blank != NULL && blank > start)
    end = blank;
  *text = *end == ' ' ? end + 1 : end;
  return (gsize) (end - start);
}

static void
append_blanks (GString *out, guint n)
{
  while (n-- > 0)
    g_string_append_c (out, ' ');
}

static void
strip_blanks (GString *out)
{
  gsize len = out->len;

  while (len > 0 && out->str[len - 1] == ' ')
    len--;
  g_string_truncate (out, len);
}

/* Appends one line of a row, with the next piece of a wrapped cell.  Returns:
 * TRUE if another line is needed. */
static gboolean
append_line (const Layout *layout, const char **rest, GString *out)
{
  gboolean more = FALSE;

  append_blanks (out, layout->style->indent);
  for (guint i = 0; i < layout->n; i++)
    {
      const FitColumn *column = &layout->table->columns[layout->shown[i]];
      const char *text = rest[i];
      gsize len = take_piece (&rest[i], layout->widths[i]);
      guint pad
          = layout->widths[i] - (guint) g_utf8_strlen (text, (gssize) len);

      if (stands_right (column->type))
        append_blanks (out, pad);
      g_string_append_len (out, text, (gssize) len);
      if (!stands_right (column->type))
        append_blanks (out, pad);
      if (i + 1 < layout->n)
        append_blanks (out, GAP);
      more = more || *rest[i] != '\0';
    }
  strip_blanks (out);
  g_string_append_c (out, '\n');
  return more;
}

static void
append_below (const FitTable *table, const FitTextStyle *style, guint row,
              GString *out)
{
  for (guint i = 0; i < table->n_columns && !style->wide; i++)
    {
      const FitCell *cell = fit_table_cell (table, row, i);
      g_autofree char *text = NULL;
      const char *rest;
      guint width;

      if (!(table->columns[i].flags & FIT_COLUMN_BELOW) || !cell->set)
        continue;
      rest = text = format_cell (cell, table->columns[i].type);
      width = style->width > style->indent + 4 + NARROWEST_WRAP
                  ? style->width - style->indent - 4
                  : G_MAXUINT;
      while (*rest != '\0')
        {
          const char *piece = rest;
          gsize len = take_piece (&rest, width);

          append_blanks (out, style->indent + 4);
          g_string_append_len (out, piece, (gssize) len);
          g_string_append_c (out, '\n');
        }
    }
}

void
fit_table_append_text (const FitTable *table, const FitTextStyle *style,
                       GString *out)
{
  Layout layout;
  g_autofree const char **rest = NULL;

  layout_init (&layout, table, style);
  fit_width (&layout);
  rest = g_new (const char *, layout.n);
  for (guint line = 0; line < layout.n_lines; line++)
    {
      for (guint i = 0; i < layout.n; i++)
        rest[i] = layout.cells[line * layout.n + i];
      while (append_line (&layout, rest, out))
        continue;
      if (line > 0)
        append_below (table, style, line - 1, out);
    }
  for (gsize i = 0; i < (gsize) layout.n_lines * layout.n; i++)
    g_free (layout.cells[i]);
  g_free (layout.cells);
  g_free (layout.shown);
  g_free (layout.widths);
}

/* -- columns of given widths ----------------------------------------------- */

static void
append_cell (const char *text, const FitColumn *column, guint width,
             GString *out)
{
  guint len = (guint) g_utf8_strlen (text, -1);
  guint pad = len < width ? width - len : 0;

  if (stands_right (column->type))
    append_blanks (out, pad);
  g_string_append (out, text);
  if (!stands_right (column->type))
    append_blanks (out, pad);
  append_blanks (out, GAP);
}

void
fit_table_append_headings (const FitColumn *columns, const guint *widths,
                           guint n_columns, GString *out)
{
  for (guint i = 0; i < n_columns; i++)
    if (columns[i].heading != NULL)
      append_cell (columns[i].heading, &columns[i], widths[i], out);
  strip_blanks (out);
  g_string_append_c (out, '\n');
}

void
fit_table_append_lines (const FitTable *table, const guint *widths,
                        GString *out)
{
  for (guint row = 0; row < table->n_rows; row++)
    {
      for (guint i = 0; i < table->n_columns; i++)
        {
          const FitColumn *column = &table->columns[i];
          const FitCell *cell = fit_table_cell (table, row, i);
          g_autofree char *text = NULL;

          if (column->heading == NULL)
            continue;
          text = cell->set ? format_cell (cell, column->type) : g_strdup ("");
          append_cell (text, column, widths[i], out);
        }
      strip_blanks (out);
      g_string_append_c (out, '\n');
    }
}

/* -- Markdown -------------------------------------------------------------- */

void
fit_table_append_markdown (const FitTable *table, const char *const *headings,
                           GString *out)
{
  g_autoptr (GPtrArray) lower = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < table->n_columns; i++)
    if (table->columns[i].heading != NULL)
      g_ptr_array_add (lower, g_ascii_strdown (table->columns[i].heading, -1));
  g_ptr_array_add (lower, NULL);
  if (headings == NULL)
    headings = (const char *const *) lower->pdata;
  /* first the headings, then the line that aligns the columns */
  for (guint line = 0; line < table->n_rows + 2; line++)
    {
      const char *const *heading = headings;

      g_string_append_c (out, '|');
      for (guint i = 0; i < table->n_columns && *heading != NULL; i++)
        {
          const FitColumn *column = &table->columns[i];
          g_autofree char *text = NULL;

          if (column->heading == NULL)
            continue;
          text = line == 0 ? g_strdup (*heading)
                 : line == 1
                     ? g_strdup (stands_right (column->type) ? "---:" : "---")
                     : format_cell (fit_table_cell (table, line - 2, i),
                                    column->type);
          fit_markdown_printf (out, " %s |", text);
          heading++;
        }
      g_string_append_c (out, '\n');
    }
}

/* -- names ----------------------------------------------------------------- */

void
fit_table_append_names (const FitTable *table, GString *out)
{
  for (guint row = 0; row < table->n_rows; row++)
    {
      const char *gap = "";

      for (guint i = 0; i < table->n_columns; i++)
        if (table->columns[i].flags & FIT_COLUMN_NAME)
          {
            g_autofree char *text = format_cell (fit_table_cell (table, row, i),
                                                 table->columns[i].type);

            g_string_append (out, gap);
            g_string_append (out, text);
            gap = " ";
          }
      g_string_append_c (out, '\n');
    }
}
