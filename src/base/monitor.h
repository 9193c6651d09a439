/* monitor.h - a lock, and waiting for what it guards to change
 *
 * On POSIX threads: the thread sanitizer does not see GLib's locks.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include <glib.h>

typedef struct
{
  pthread_mutex_t lock;
  pthread_cond_t changed;
} FitMonitor;

void fit_monitor_init (FitMonitor *monitor);
void fit_monitor_clear (FitMonitor *monitor);

void fit_monitor_lock (FitMonitor *monitor);
void fit_monitor_unlock (FitMonitor *monitor);

/* fit_monitor_wait: unlocks, waits for fit_monitor_changed() or until @until_us
 * of the monotonic clock (G_MAXINT64: forever), and locks again.  Returns:
 * FALSE if it is later than @until_us */
gboolean fit_monitor_wait (FitMonitor *monitor, gint64 until_us);

/* fit_monitor_changed: wakes all that wait */
void fit_monitor_changed (FitMonitor *monitor);
