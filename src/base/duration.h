/* duration.h - lengths of time in messages
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* fit_duration_text: as Go prints a time.Duration: "1h0m0s", "1m0s", "1.5s",
 * "500ms", "0s"; units below the first are always there, those above never.
 * Returns: (transfer full) */
char *fit_duration_text (gint64 ns);

G_END_DECLS
