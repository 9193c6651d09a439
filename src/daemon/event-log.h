/* event-log.h - which events are written, and how
 *
 * Events in, requests out: repeated ones are combined as the recorders of
 * client-go do it.  No network, no clock, not thread-safe.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "scheduler/world.h"

/* The APIs, the preferred one first. */
typedef enum
{
  FIT_EVENT_API_V1,      /* events.k8s.io/v1 */
  FIT_EVENT_API_V1BETA1, /* events.k8s.io/v1beta1 */
  FIT_EVENT_API_CORE,    /* v1 */
} FitEventAPI;

typedef struct
{
  const char *method; /* "POST", "PATCH" (a strategic merge) */
  char *path;         /* owned */
  char *body;         /* owned */
} FitEventWrite;

void fit_event_write_clear (FitEventWrite *write);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitEventWrite, fit_event_write_clear)

typedef struct _FitEventLog FitEventLog;

/* fit_event_log_new: @host: of reportingInstance */
FitEventLog *fit_event_log_new (FitEventAPI api, const char *host);
void fit_event_log_free (FitEventLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitEventLog, fit_event_log_free)

/* fit_event_log_add: @now_ns: since 1970.  Returns: FALSE if nothing is to be
 * written now */
gboolean fit_event_log_add (FitEventLog *log, const FitEvent *event,
                            gint64 now_ns, FitEventWrite *out);

/* fit_event_log_sweep: to be called every FIT_EVENT_SWEEP_SECONDS: forgets what
 * is not repeated any more.  Returns: (transfer full): what is to be written,
 * of FitEventWrite */
GArray *fit_event_log_sweep (FitEventLog *log, gint64 now_ns);

#define FIT_EVENT_SWEEP_SECONDS 360

/* fit_event_log_lose: the server no longer has the event at @path: the next one
 * like it is a new event */
void fit_event_log_lose (FitEventLog *log, const char *path);
