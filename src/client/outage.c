/* outage.c - what is said of a server that cannot be reached
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/outage.h"

#include "formats/duration.h"

#define REPEATED_US (60 * G_USEC_PER_SEC)
#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)

char *
fit_outage_text (FitOutage *outage, const char *problem, gint64 now_us)
{
  g_autofree char *took = NULL;

  if (outage->since_us == 0)
    {
      *outage = (FitOutage){ .since_us = now_us, .said_us = now_us };
      return g_strdup_printf ("cannot reach %s; trying again", problem);
    }
  if (now_us - outage->said_us < REPEATED_US)
    return NULL;
  outage->said_us = now_us;
  took = fit_duration_text ((now_us - outage->since_us) / G_USEC_PER_SEC
                            * NS_PER_SECOND);
  return g_strdup_printf ("cannot reach %s; trying again, for %s so far",
                          problem, took);
}
