/* output.h - prints the result of a command in the chosen format
 */
#pragma once

#include "cli/exit-status.h"
#include "cli/table-text.h"

/* In the order of the choices of the option --output. */
typedef enum
{
  FIT_FORMAT_TABLE,
  FIT_FORMAT_WIDE,
  FIT_FORMAT_JSON,
  FIT_FORMAT_YAML,
  FIT_FORMAT_NAME,
  FIT_FORMAT_MARKDOWN, /* only for verbs that offer it */
} FitFormat;

/* In the order of the choices of the option --report-format. */
typedef enum
{
  FIT_REPORT_AUTO, /* chosen by the file name, or text */
  FIT_REPORT_TEXT,
  FIT_REPORT_MARKDOWN,
  FIT_REPORT_JSON,
} FitReportFormat;

/* The result of a command. */
typedef struct
{
  const char *kind;      /* of the JSON document */
  const FitTable *names; /* -o name prints its rows */
  void (*append_text) (gconstpointer data, const FitTextStyle *style,
                       GString *out);
  void (*set_json) (gconstpointer data, FitJson *document); /* sets the members
                                                    after apiVersion and kind */
  gconstpointer data;
} FitOutput;

/**
 * fit_output_print:
 *
 * Writes all of @output to standard output, or fails.
 */
gboolean fit_output_print (const FitOutput *output, FitFormat format,
                           GError **error);

/* fit_output_append: appends it to a string; @width: of the terminal, or 0 */
void fit_output_append (const FitOutput *output, FitFormat format, guint width,
                        GString *out);
