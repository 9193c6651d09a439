/* agenda.h - upcoming events in order of time (private to simulate/)
 *
 * Events at the same time come in the order in which they were added.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "scheduler/live-objects.h"
#include "scheduler/world.h"

typedef enum
{
  FIT_COMING_EVENT, /* the scheduler is told about an object */
  FIT_COMING_TASK,  /* a task takes effect */
  FIT_COMING_END,   /* the scheduler is told that a task has ended */
  FIT_COMING_DEATH, /* a pod being deleted disappears */
} FitComingType;

/* Fields that do not apply to the type are zero. */
typedef struct _FitComing
{
  FitComingType type;
  gint64 time_ns;
  FitKind kind;             /* EVENT */
  gconstpointer old_object; /* EVENT (nullable) owned reference */
  gconstpointer new_object; /* EVENT (nullable) owned reference */
  gboolean of_interest;     /* EVENT: it may help a pod that failed */
  FitLiveObject *live;      /* DEATH: borrowed; freed together with it */
  const FitTask *task;      /* TASK, END: the scheduler's task */
  GError *problem;          /* END (nullable) owned */

  /*< private >*/
  guint64 sequence;
  guint position; /* in the heap */
} FitComing;

/* fit_coming_free: accepts NULL */
void fit_coming_free (FitComing *coming);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitComing, fit_coming_free)

typedef struct _FitAgenda FitAgenda;

FitAgenda *fit_agenda_new (void);
void fit_agenda_free (FitAgenda *agenda);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitAgenda, fit_agenda_free)

/* fit_agenda_put: takes over what @coming owns.  Returns: (transfer none): its
 * copy, valid until it is taken out */
FitComing *fit_agenda_put (FitAgenda *agenda, const FitComing *coming);

/* fit_agenda_next: Returns: the time of the next event; G_MAXINT64 if there is
 * none */
gint64 fit_agenda_next (const FitAgenda *agenda);

/* fit_agenda_take: takes out the next event.  Returns: (transfer full)
 * (nullable): NULL if there is none by @now_ns */
FitComing *fit_agenda_take (FitAgenda *agenda, gint64 now_ns);

/* fit_agenda_cancel: takes out @coming and frees it */
void fit_agenda_cancel (FitAgenda *agenda, FitComing *coming);

guint fit_agenda_count (const FitAgenda *agenda);
