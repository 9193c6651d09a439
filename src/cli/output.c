/* output.c - results to standard output, and as pages to files */
#include "cli/output.h"

#include <json-c/json.h>
#include <string.h>

#include "cli/console.h"
#include "cli/output-file.h"
#include "report/chart.h"
#include "report/page.h"

/* -- documents ------------------------------------------------------------- */

/* Returns: (transfer full) */
static FitJson *
make_document (const FitOutput *output, gboolean columns)
{
  FitJson *document = fit_document_new (output->kind);

  if (columns && output->set_columns != NULL)
    output->set_columns (output->data, document);
  else
    output->set_json (output->data, document);
  return document;
}

/* Without blanks: columns are long, and pages carry their answers along. */
static void
append_compact (const FitOutput *output, GString *out)
{
  g_autoptr (FitJson) document = make_document (output, TRUE);

  g_string_append_printf (
      out, "%s\n",
      json_object_to_json_string_ext (
          document, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
}

static void
append_document (const FitOutput *output, FitFormat format, GString *out)
{
  g_autoptr (FitJson) document = make_document (output, FALSE);

  if (format == FIT_FORMAT_YAML)
    fit_yaml_append (document, out);
  else
    fit_document_append (document, out);
}

/* @answer: JSON */
static void
append_page_of (char *answer, GString *out)
{
  g_autoptr (GPtrArray) answers = g_ptr_array_new ();

  g_ptr_array_add (answers, answer);
  fit_page_append (FIT_PAGE_TITLE, answers, out);
}

static void
append_page (const FitOutput *output, GString *out)
{
  g_autoptr (GString) answer = g_string_new (NULL);

  append_compact (output, answer);
  append_page_of (answer->str, out);
}

void
fit_output_append (const FitOutput *output, FitFormat format, guint width,
                   GString *out)
{
  const FitTextStyle style = { .wide = format == FIT_FORMAT_WIDE,
                               .markdown = format == FIT_FORMAT_MARKDOWN,
                               .width = width };

  switch (format)
    {
    case FIT_FORMAT_TABLE:
    case FIT_FORMAT_WIDE:
    case FIT_FORMAT_MARKDOWN:
      output->append_text (output->data, &style, out);
      break;
    case FIT_FORMAT_JSON:
    case FIT_FORMAT_YAML:
      append_document (output, format, out);
      break;
    case FIT_FORMAT_NAME:
      fit_table_append_names (output->names, out);
      break;
    case FIT_FORMAT_HTML:
      append_page (output, out);
      break;
    }
}

/* -- printing -------------------------------------------------------------- */

static gboolean
prints_columns (const FitOptions *options)
{
  return options->detail == FIT_DETAIL_COLUMNS
         && options->output == FIT_FORMAT_JSON;
}

gboolean
fit_output_prints_columns (const FitInvocation *invocation)
{
  return invocation->options.output == FIT_FORMAT_HTML
         || prints_columns (&invocation->options);
}

gboolean
fit_output_wants_columns (const FitInvocation *invocation)
{
  return invocation->options.html != NULL
         || fit_output_prints_columns (invocation);
}

gboolean
fit_output_wants_cluster (const FitInvocation *invocation)
{
  return invocation->options.chart || fit_output_wants_columns (invocation);
}

gboolean
fit_output_write_answer (char *answer, const FitInvocation *invocation,
                         GError **error)
{
  g_autoptr (GString) page = g_string_new (NULL);

  append_page_of (answer, page);
  return fit_output_file_write (invocation->temporaries,
                                invocation->options.html, FALSE, page->str,
                                page->len, error);
}

static gboolean
write_page (const FitOutput *output, const FitInvocation *invocation,
            GError **error)
{
  g_autoptr (GString) answer = NULL;

  if (invocation->options.html == NULL)
    return TRUE;
  answer = g_string_new (NULL);
  append_compact (output, answer);
  return fit_output_write_answer (answer->str, invocation, error);
}

/* Heights need UTF-8, and colours a terminal that has many. */
static FitChartStyle
chart_style (const FitOptions *options)
{
  const char *terminal = g_getenv ("TERM");

  if (fit_console_width () == 0 || !g_get_charset (NULL))
    return FIT_CHART_DIGITS;
  return options->color != FIT_COLOR_NEVER && g_getenv ("NO_COLOR") == NULL
                 && terminal != NULL && strstr (terminal, "256color") != NULL
             ? FIT_CHART_COLOURS
             : FIT_CHART_BLOCKS;
}

void
fit_output_append_chart (FitJson *cluster, const FitChartColumn *charts,
                         const FitInvocation *invocation, GString *out)
{
  const FitOptions *options = &invocation->options;
  const FitChartStyle style = chart_style (options);
  const guint width = fit_console_width ();

  if (!options->chart || cluster == NULL
      || (options->output != FIT_FORMAT_TABLE
          && options->output != FIT_FORMAT_WIDE))
    return;
  for (guint i = 0; charts[i].column != NULL; i++)
    fit_chart_append (cluster, charts[i].column, charts[i].title, style, width,
                      out);
  fit_chart_append_legend (cluster, style, out);
}

gboolean
fit_output_print (const FitOutput *output, const FitInvocation *invocation,
                  GError **error)
{
  const FitOptions *options = &invocation->options;
  g_autoptr (GString) out = g_string_new (NULL);

  if (!write_page (output, invocation, error))
    return FALSE;
  if (prints_columns (options))
    append_compact (output, out);
  else
    fit_output_append (output, options->output, fit_console_width (), out);
  fit_output_append_chart (output->cluster, output->charts, invocation, out);
  return fit_console_write (out->str, out->len, error);
}

gboolean
fit_output_print_columns (const FitOutput *output,
                          const FitInvocation *invocation, GError **error)
{
  return fit_output_prints_columns (invocation)
             ? fit_output_print (output, invocation, error)
             : write_page (output, invocation, error);
}
