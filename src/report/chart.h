/* chart.h - a map of the cluster as text
 *
 * A character per node, or per some nodes of a large cluster; zones are lines,
 * groups are blocks that stand below each other.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/json-build.h"

typedef enum
{
  FIT_CHART_DIGITS,  /* tenths: '7' is 70% to 79%, '#' is full */
  FIT_CHART_BLOCKS,  /* UTF-8: eight heights */
  FIT_CHART_COLOURS, /* the same on one of 256 colours */
} FitChartStyle;

/**
 * fit_chart_append:
 * @cluster: the member "cluster" of a document
 * @which: "before", "after", "left" or "right": a column of each resource
 * @title: what that is: "when all pods are scheduled"
 * @width: of the terminal; 0: unlimited
 *
 * Appends a map for cpu, for memory, and for each device or other resource that
 * nodes offer and pods request.
 */
void fit_chart_append (const FitJson *cluster, const char *which,
                       const char *title, FitChartStyle style, guint width,
                       GString *out);

/* fit_chart_append_legend: says what the characters mean */
void fit_chart_append_legend (const FitJson *cluster, FitChartStyle style,
                              GString *out);
