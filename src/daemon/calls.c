/* calls.c - runs functions on the thread of the scheduler, for other threads */
#include "daemon/daemon-private.h"

/* Shared by both threads; the last one frees it. */
struct _FitCall
{
  gatomicrefcount refs;
  FitDaemonFunc func;
  gpointer data; /* borrowed from the thread that waits */
  GMutex lock;
  GCond changed;
  enum
  {
    CALL_WAITS,
    CALL_RAN,
    CALL_GIVEN_UP, /* by whoever waited, or because the daemon ends */
  } state;
};

static void
call_unref (FitCall *call)
{
  if (!g_atomic_ref_count_dec (&call->refs))
    return;
  g_mutex_clear (&call->lock);
  g_cond_clear (&call->changed);
  g_free (call);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCall, call_unref)

/* @state: CALL_RAN or CALL_GIVEN_UP */
static void
end_call (FitCall *call, FitDaemon *daemon)
{
  g_autoptr (FitCall) ours = call;

  g_mutex_lock (&call->lock);
  if (call->state == CALL_WAITS)
    {
      if (daemon != NULL)
        call->func (daemon, call->data);
      call->state = daemon != NULL ? CALL_RAN : CALL_GIVEN_UP;
      g_cond_signal (&call->changed);
    }
  g_mutex_unlock (&call->lock);
}

void
fit_call_run (FitCall *call, FitDaemon *daemon)
{
  end_call (call, daemon);
}

void
fit_call_refuse (FitCall *call)
{
  end_call (call, NULL);
}

gboolean
fit_daemon_call (FitDaemon *daemon, FitDaemonFunc func, gpointer data,
                 guint timeout_ms)
{
  const gint64 end = g_get_monotonic_time () + (gint64) timeout_ms * 1000;
  g_autoptr (FitCall) call = g_new0 (FitCall, 1);
  gboolean ran;

  g_atomic_ref_count_init (&call->refs);
  g_mutex_init (&call->lock);
  g_cond_init (&call->changed);
  call->func = func;
  call->data = data;
  g_mutex_lock (&daemon->calls_lock);
  if (!daemon->calls_closed)
    {
      g_atomic_ref_count_inc (&call->refs);
      fit_daemon_post (daemon, &(const FitMessage){ .type = FIT_MESSAGE_CALL,
                                                    .call = call });
    }
  else
    call->state = CALL_GIVEN_UP;
  g_mutex_unlock (&daemon->calls_lock);
  g_mutex_lock (&call->lock);
  while (call->state == CALL_WAITS
         && g_cond_wait_until (&call->changed, &call->lock, end))
    ;
  ran = call->state == CALL_RAN;
  call->state = ran ? CALL_RAN : CALL_GIVEN_UP;
  g_mutex_unlock (&call->lock);
  return ran;
}
