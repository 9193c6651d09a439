/* output.h - prints the result of a command in the chosen format
 */
#pragma once

#include "cli/exit-status.h"
#include "cli/invocation.h"
#include "report/table-text.h"

/* A column of the cluster to draw: "after", "when all pods are scheduled". */
typedef struct
{
  const char *column;
  const char *title;
} FitChartColumn;

/* The result of a command. */
typedef struct
{
  const char *kind;      /* of the JSON document */
  const FitTable *names; /* -o name prints its rows */
  void (*append_text) (gconstpointer data, const FitTextStyle *style,
                       GString *out);
  void (*set_json) (gconstpointer data, FitJson *document); /* sets the members
                                                    after apiVersion and kind */
  FitJson *cluster; /* (nullable) borrowed: its columns, for --chart */
  const FitChartColumn *charts; /* which of them, ends with zero; needed with
                                   @cluster */
  void (*set_columns) (gconstpointer data, FitJson *document); /* (nullable):
                          sets them with columns for nodes and pods, as a page
                          needs them; NULL: as set_json() */
  gconstpointer data;
} FitOutput;

/**
 * fit_output_print:
 *
 * Writes all of @output to standard output in the format of @invocation, and to
 * the file of --html as a page, or fails.
 */
gboolean fit_output_print (const FitOutput *output,
                           const FitInvocation *invocation, GError **error);

/* fit_output_wants_columns: will any of that need FitOutput.set_columns?
 * fit_output_wants_cluster: or at least FitOutput.cluster, for --chart? */
gboolean fit_output_wants_columns (const FitInvocation *invocation);
gboolean fit_output_wants_cluster (const FitInvocation *invocation);

/* fit_output_append_chart: the part of it for --chart, for what is printed
 * otherwise; appends nothing without the option, or to a document */
void fit_output_append_chart (FitJson *cluster, const FitChartColumn *charts,
                              const FitInvocation *invocation, GString *out);

/* fit_output_print_columns: the part of it for pages and columns, for what is
 * printed otherwise, row by row: see fit_output_prints_columns() */
gboolean fit_output_print_columns (const FitOutput *output,
                                   const FitInvocation *invocation,
                                   GError **error);

/* fit_output_write_answer: @answer: a document, as JSON: writes it as a page to
 * the file of --html */
gboolean fit_output_write_answer (char *answer, const FitInvocation *invocation,
                                  GError **error);

/* fit_output_prints_columns: are the columns wanted on standard output, as JSON
 * or as a page? */
gboolean fit_output_prints_columns (const FitInvocation *invocation);

/* fit_output_append: appends it to a string; @width: of the terminal, or 0 */
void fit_output_append (const FitOutput *output, FitFormat format, guint width,
                        GString *out);
