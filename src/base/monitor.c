/* monitor.c - a lock, and waiting for what it guards to change
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/monitor.h"

void
fit_monitor_init (FitMonitor *monitor)
{
  pthread_condattr_t attributes;

  pthread_mutex_init (&monitor->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&monitor->changed, &attributes);
  pthread_condattr_destroy (&attributes);
}

void
fit_monitor_clear (FitMonitor *monitor)
{
  pthread_cond_destroy (&monitor->changed);
  pthread_mutex_destroy (&monitor->lock);
}

void
fit_monitor_lock (FitMonitor *monitor)
{
  pthread_mutex_lock (&monitor->lock);
}

void
fit_monitor_unlock (FitMonitor *monitor)
{
  pthread_mutex_unlock (&monitor->lock);
}

gboolean
fit_monitor_wait (FitMonitor *monitor, gint64 until_us)
{
  const struct timespec until
      = { .tv_sec = until_us / G_USEC_PER_SEC,
          .tv_nsec = (long) (until_us % G_USEC_PER_SEC) * 1000 };

  if (until_us == G_MAXINT64)
    return pthread_cond_wait (&monitor->changed, &monitor->lock) == 0;
  return pthread_cond_timedwait (&monitor->changed, &monitor->lock, &until)
         == 0;
}

void
fit_monitor_changed (FitMonitor *monitor)
{
  pthread_cond_broadcast (&monitor->changed);
}
