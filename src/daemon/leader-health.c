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

static void
set_until (FitLeaderHealth *health, gint64 us)
{
  pthread_mutex_lock (&health->lock);
  health->until_us = us;
  pthread_mutex_unlock (&health->lock);
}

void
fit_leader_health_renewed (FitLeaderHealth *health, gint64 us, gint64 lease_us)
{
  set_until (health, us + lease_us + TOLERANCE_US);
}

void
fit_leader_health_lost (FitLeaderHealth *health)
{
  set_until (health, G_MAXINT64);
}

char *
fit_leader_health_check (FitLeaderHealth *health, const char *lock,
                         gint64 now_us)
{
  gboolean healthy;

  pthread_mutex_lock (&health->lock);
  healthy = now_us <= health->until_us;
  pthread_mutex_unlock (&health->lock);
  return healthy ? NULL
                 : g_strdup_printf ("failed election to renew leadership on "
                                    "lease %s",
                                    lock);
}
