/* list-gap.h - what stands between the items of a list in a text
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* fit_list_gap: Returns: @gap, to be appended to @list before another item; ""
 * before the first one */
static inline const char *
fit_list_gap (const GString *list, const char *gap)
{
  return list->len == 0 ? "" : gap;
}

/* fit_list_append_count: appends "3 pods", with ", " before it, unless @n is
 * 0 */
static inline void
fit_list_append_count (GString *list, guint n, const char *one,
                       const char *many)
{
  if (n > 0)
    g_string_append_printf (list, "%s%u %s", fit_list_gap (list, ", "), n,
                            n == 1 ? one : many);
}
