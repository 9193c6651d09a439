/* calls.c - runs functions on the thread of the scheduler, for other threads
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/monitor.h"
#include "daemon/daemon-private.h"

/* Shared by both threads; the last one frees it. */
struct _FitCall
{
  gint refs; /* atomic */
  FitDaemonFunc func;
  gpointer data; /* borrowed from the thread that waits */
  FitMonitor monitor;
  enum
  {
    CALL_WAITS,
    CALL_RAN,
    CALL_GIVEN_UP, /* by the caller, or because the daemon ends */
  } state;
};

static void
call_unref (FitCall *call)
{
  if (!g_atomic_int_dec_and_test (&call->refs))
    return;
  fit_monitor_clear (&call->monitor);
  g_free (call);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCall, call_unref)

void
fit_call_end (FitCall *call, FitDaemon *daemon)
{
  fit_monitor_lock (&call->monitor);
  if (call->state == CALL_WAITS)
    {
      if (daemon != NULL)
        call->func (daemon, call->data);
      call->state = daemon != NULL ? CALL_RAN : CALL_GIVEN_UP;
      fit_monitor_changed (&call->monitor);
    }
  fit_monitor_unlock (&call->monitor);
  call_unref (call);
}

gboolean
fit_daemon_call (FitDaemon *daemon, FitDaemonFunc func, gpointer data,
                 guint timeout_ms)
{
  const gint64 end = g_get_monotonic_time () + (gint64) timeout_ms * 1000;
  g_autoptr (FitCall) call = g_new0 (FitCall, 1);
  gboolean ran;

  call->refs = 1;
  fit_monitor_init (&call->monitor);
  call->func = func;
  call->data = data;
  pthread_mutex_lock (&daemon->calls_lock);
  if (!daemon->calls_closed)
    {
      g_atomic_int_inc (&call->refs);
      fit_daemon_post (daemon, &(const FitMessage){ .type = FIT_MESSAGE_CALL,
                                                    .call = call });
    }
  else
    call->state = CALL_GIVEN_UP;
  pthread_mutex_unlock (&daemon->calls_lock);
  fit_monitor_lock (&call->monitor);
  while (call->state == CALL_WAITS && fit_monitor_wait (&call->monitor, end))
    ;
  ran = call->state == CALL_RAN;
  call->state = ran ? CALL_RAN : CALL_GIVEN_UP;
  fit_monitor_unlock (&call->monitor);
  return ran;
}
