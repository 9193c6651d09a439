/* leader-health.c - whether a leader renews its lock in time, as a health
 * check
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/leader-health.h"

#define TOLERANCE_US (20 * G_USEC_PER_SEC)

void
fit_leader_health_init (FitLeaderHealth *health)
{
  pthread_mutex_init (&health->lock, NULL);
  health->until_us = G_MAXINT64;
}

void
fit_leader_health_clear (FitLeaderHealth *health)
{
  pthread_mutex_destroy (&health->lock);
}

void
fit_leader_health_set (FitLeaderHealth *health, gint64 us)
{
  pthread_mutex_lock (&health->lock);
  health->until_us = us;
  pthread_mutex_unlock (&health->lock);
}

char *
fit_leader_health_check (FitLeaderHealth *health, const char *lock,
                         gint64 now_us)
{
  gboolean healthy;

  pthread_mutex_lock (&health->lock);
  healthy = now_us - TOLERANCE_US <= health->until_us;
  pthread_mutex_unlock (&health->lock);
  return healthy ? NULL
                 : g_strdup_printf ("failed election to renew leadership on "
                                    "lease %s",
                                    lock);
}
