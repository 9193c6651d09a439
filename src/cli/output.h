/* output.h - what a command has found, in the format that was asked for
 */
#pragma once

#include "cli/exit-status.h"
#include "cli/table-text.h"

G_BEGIN_DECLS

/* In the order of the choices of the option --output. */
typedef enum
{
  FIT_FORMAT_TABLE,
  FIT_FORMAT_WIDE,
  FIT_FORMAT_JSON,
  FIT_FORMAT_YAML,
  FIT_FORMAT_NAME,
  FIT_FORMAT_MARKDOWN, /* only of verbs that offer it */
} FitFormat;

/* In the order of the choices of the option --report-format. */
typedef enum
{
  FIT_REPORT_AUTO, /* what the name of the file says, or text */
  FIT_REPORT_TEXT,
  FIT_REPORT_MARKDOWN,
  FIT_REPORT_JSON,
} FitReportFormat;

/* The result of a command. */
typedef struct
{
  const char *kind;       /* of the JSON document */
  const FitTable *record; /* one row: the members after apiVersion and kind */
  const FitTable *names;  /* its rows are what -o name shows */
  void (*append_text) (gconstpointer data, const FitTextStyle *style,
                       GString *out); /* for people */
  gconstpointer data;
} FitOutput;

/**
 * fit_output_print:
 *
 * Writes @output to standard output, all of it or an error.
 */
gboolean fit_output_print (const FitOutput *output, FitFormat format,
                           GError **error);

/* What there is to say beside the result. */
typedef struct
{
  const FitTable *record; /* (nullable) one row: members after the others */
  const char *text;       /* (nullable) lines after the text */
} FitOutputRemark;

/* fit_output_print_with: the same with @remark */
gboolean fit_output_print_with (const FitOutput *output,
                                const FitOutputRemark *remark, FitFormat format,
                                GError **error);

/* fit_output_append: the same into a string; @width of the terminal or 0 */
void fit_output_append (const FitOutput *output, FitFormat format, guint width,
                        GString *out);

/* fit_yaml_append: @json as a YAML document; strings that could be read as
 * something else are quoted */
void fit_yaml_append (const FitJson *json, GString *out);

G_END_DECLS
