/* clock-text.c - prints virtual times as seconds since the start and as
 * dates
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/clock-text.h"

#include <string.h>

#include "api/times.h"

#define NS_PER_SECOND 1000000000
#define DECIMALS 9
#define FEWEST_DECIMALS 3

/* Returns: (transfer full): ".25" and the like, with at least @fewest digits
 * but no further trailing zeros; "" if nothing is left */
static char *
fraction (gint64 ns, guint fewest)
{
  char *text = g_strdup_printf (".%09" G_GINT64_FORMAT, ns);
  guint n = DECIMALS;

  while (n > fewest && text[n] == '0')
    n--;
  text[n == 0 ? 0 : n + 1] = '\0';
  return text;
}

char *
fit_clock_seconds (gint64 ns)
{
  g_autofree char *rest = fraction (ns % NS_PER_SECOND, FEWEST_DECIMALS);

  return g_strdup_printf ("%" G_GINT64_FORMAT "%s", ns / NS_PER_SECOND, rest);
}

char *
fit_clock_time (gint64 time_ns)
{
  g_autofree char *text = fit_time_format (time_ns);
  g_autofree char *rest = fraction (time_ns % NS_PER_SECOND, 0);

  text[strlen (text) - 1] = '\0';
  return g_strconcat (text, rest, "Z", NULL);
}
