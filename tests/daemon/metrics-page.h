/* metrics-page.h - the page of a scheduler's metrics
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "daemon/metrics.h"

/* What is shown of summaries and histograms. */
typedef enum
{
  COUNTS,
  SUMS,
} Shown;

/* assert_page: the lines of the page that begin with one of @prefixes
 * (NULL-terminated), in its order */
void assert_page (FitMetrics *metrics, const char *const *prefixes, Shown shown,
                  const char *expected);

#define PREFIXES(...) ((const char *const[]){ __VA_ARGS__, NULL })
