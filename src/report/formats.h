/* formats.h - the formats of results, as options name them
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* In the order of the choices of the option --output. */
typedef enum
{
  FIT_FORMAT_TABLE,
  FIT_FORMAT_WIDE,
  FIT_FORMAT_JSON,
  FIT_FORMAT_YAML,
  FIT_FORMAT_NAME,
  FIT_FORMAT_HTML,     /* a page */
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

/* How much -o json says of each node, in the order of the choices of the option
 * --detail. */
typedef enum
{
  FIT_DETAIL_AUTO,    /* as the verb always did */
  FIT_DETAIL_COLUMNS, /* everything, as columns: without repetition */
} FitDetailLevel;
