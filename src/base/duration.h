/* duration.h - lengths of time in messages
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* No time that is waited for is longer: 36 years.  Two of them can be added to a
 * point in time. */
#define FIT_DURATION_LONGEST_NS (G_GINT64_CONSTANT (1) << 60)

/* fit_duration_of_seconds: in nanoseconds, from 0 to FIT_DURATION_LONGEST_NS */
gint64 fit_duration_of_seconds (gint64 seconds);

/* fit_duration_text: as Go prints a time.Duration: "1h0m0s", "1m0s", "1.5s",
 * "500ms", "0s"; units below the first are always there, those above never.
 * Returns: (transfer full) */
char *fit_duration_text (gint64 ns);

G_END_DECLS
