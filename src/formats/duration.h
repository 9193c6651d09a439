/* duration.h - durations, and their text in messages
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* The longest time to wait: 36 years.  Twice this time can be added to a point
 * in time without overflow. */
#define FIT_DURATION_LONGEST_NS (G_GINT64_CONSTANT (1) << 60)

/* fit_duration_of_seconds: Returns: @seconds in nanoseconds, limited to
 * 0..FIT_DURATION_LONGEST_NS */
gint64 fit_duration_of_seconds (gint64 seconds);

/* fit_duration_text: formats like Go's time.Duration: "1h0m0s", "1m0s", "1.5s",
 * "500ms", "0s"; smaller units are always included, larger ones only if needed.
 * Returns: (transfer full) */
char *fit_duration_text (gint64 ns);

/* fit_duration_parse: parses "1m30s", "1.5h", "100ms", "0" like Go's
 * time.Duration.  Returns: FALSE if it is invalid or out of range */
gboolean fit_duration_parse (const char *text, gint64 *out_ns);
