/* metrics-page.c - the page of a scheduler's metrics
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/metrics-page.h"
#include "tests/support/cmocka.h"

#include <string.h>

void
assert_page (FitMetrics *metrics, const char *const *prefixes, Shown shown,
             const char *expected)
{
  g_autoptr (GString) page = g_string_new (NULL);
  g_autoptr (GString) got = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  fit_metrics_write (metrics, page);
  lines = g_strsplit (page->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    for (guint p = 0; prefixes[p] != NULL; p++)
      if (g_str_has_prefix (lines[i], prefixes[p])
          && strstr (lines[i], "_bucket{") == NULL
          && strstr (lines[i], "quantile=") == NULL
          && (strstr (lines[i], "_sum") != NULL) == (shown == SUMS))
        g_string_append_printf (got, "%s\n", lines[i]);
  assert_string_equal (got->str, expected);
}
