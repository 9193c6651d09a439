/* leader-health.h - whether a leader renews its lock in time, as a health check
 *
 * As in kube-scheduler: who does not lead is healthy, and a leader is until
 * twenty seconds after its lease has ended.  Times are of the monotonic clock.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include <glib.h>

typedef struct
{
  pthread_mutex_t lock;
  gint64 until_us; /* under the lock: the end of its lease; G_MAXINT64: it does
                      not lead */
} FitLeaderHealth;

void fit_leader_health_init (FitLeaderHealth *health);
void fit_leader_health_clear (FitLeaderHealth *health);

/* fit_leader_health_set: its lease ends at @us; G_MAXINT64: it does not lead, or
 * not any more.  From any thread, like the next. */
void fit_leader_health_set (FitLeaderHealth *health, gint64 us);

/* fit_leader_health_check: @lock: the name of the lock.  Returns: (transfer
 * full) (nullable): what is wrong */
char *fit_leader_health_check (FitLeaderHealth *health, const char *lock,
                               gint64 now_us);
