/* clock-text.h - formats times of the virtual clock
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* fit_clock_seconds: "30.000", "0.0001": seconds with at least three decimals.
 * Returns: (transfer full) */
char *fit_clock_seconds (gint64 ns);

/* fit_clock_time: "2020-01-01T00:00:30Z", "2020-01-01T00:00:30.25Z".
 * Returns: (transfer full) */
char *fit_clock_time (gint64 time_ns);
