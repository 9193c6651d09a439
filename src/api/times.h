/* times.h - times in the format of the API
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* fit_time_parse: an RFC 3339 time, e.g. "2019-10-15T09:00:00.5+02:00", as
 * nanoseconds since 1970 UTC.  Years out of range are clamped to the nearest
 * valid time.  FALSE leaves @out untouched. */
gboolean fit_time_parse (const char *text, gint64 *out);

/* fit_time_format: Returns: (transfer full): the time in whole seconds, in the
 * API's format: "2019-10-15T07:00:00Z" */
char *fit_time_format (gint64 time_ns);

/* fit_time_format_micro: the same in microseconds, always six digits:
 * "2019-10-15T07:00:00.500000Z" */
char *fit_time_format_micro (gint64 time_ns);
