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
