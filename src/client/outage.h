/* outage.h - what is said of a server that cannot be reached: at once, and then
 * every minute, for how long that has been so
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* All zero: the server answers. */
typedef struct
{
  gint64 since_us; /* 0: there is none */
  gint64 said_us;
} FitOutage;

/* fit_outage_text: @problem: "SERVER: REASON"; @now_us: of the monotonic clock,
 * not 0.  Begins an outage, or goes on with it.  Returns: (transfer full)
 * (nullable): what to say; NULL: nothing new */
char *fit_outage_text (FitOutage *outage, const char *problem, gint64 now_us);
