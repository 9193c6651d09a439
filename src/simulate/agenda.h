/* agenda.h - what is to come, in order of time (private to simulate/)
 *
 * Things that come at the same time come in the order in which they were put
 * down.
 */
#pragma once

#include "api/objects.h"
#include "scheduler/world.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_COMING_EVENT, /* the scheduler hears of an object */
  FIT_COMING_TASK,  /* what a task does is done */
  FIT_COMING_END,   /* the scheduler hears of the end of a task */
  FIT_COMING_DEATH, /* a pod that is being deleted is gone */
} FitComingType;

/* What does not belong to the type is zero. */
typedef struct
{
  FitComingType type;
  gint64 time_ns;
  FitKind kind;                /* EVENT */
  gconstpointer old_object;    /* EVENT (nullable) owned reference */
  gconstpointer new_object;    /* EVENT (nullable) owned reference */
  gboolean of_interest;        /* EVENT: it may help a pod that failed */
  struct _FitLiveObject *live; /* DEATH: borrowed, as it goes with it */
  const FitTask *task;         /* TASK, END: of the scheduler */
  GError *problem;             /* END (nullable) owned */

  /*< private >*/
  guint64 sequence;
  guint position; /* in the heap */
} FitComing;

/* fit_coming_free: NULL is fine */
void fit_coming_free (FitComing *coming);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitComing, fit_coming_free)

typedef struct _FitAgenda FitAgenda;

FitAgenda *fit_agenda_new (void);
void fit_agenda_free (FitAgenda *agenda);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitAgenda, fit_agenda_free)

/* fit_agenda_put: takes what @coming owns.  Returns: (transfer none): its copy,
 * until that is taken out */
FitComing *fit_agenda_put (FitAgenda *agenda, const FitComing *coming);

/* fit_agenda_next: Returns: when the next thing comes, G_MAXINT64 for never */
gint64 fit_agenda_next (const FitAgenda *agenda);

/* fit_agenda_take: takes out the next thing.  Returns: (transfer full)
 * (nullable): NULL when nothing comes by @now_ns */
FitComing *fit_agenda_take (FitAgenda *agenda, gint64 now_ns);

/* fit_agenda_cancel: takes out @coming and frees it */
void fit_agenda_cancel (FitAgenda *agenda, FitComing *coming);

guint fit_agenda_count (const FitAgenda *agenda);

G_END_DECLS
