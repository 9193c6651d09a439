/* queue-options.h - what a scheduling queue is made for
 */
#pragma once

#include "api/cluster-event.h"
#include "base/release.h"
#include "cluster/listers.h"

G_BEGIN_DECLS

/**
 * FitQueuePreEnqueue:
 *
 * Asks the PreEnqueue plugins of a profile, in order, whether @pod may become
 * active.
 *
 * Returns: (transfer none) (nullable): the name of the first that refuses; NULL
 *   when none does
 */
typedef const char *(*FitQueuePreEnqueue) (const FitPod *pod, gpointer data);

/* What a plugin wants to be told of. */
typedef struct
{
  const char *plugin; /* its name */
  FitEventRegistration registration;
  gpointer data; /* for the hint */
} FitQueueRegistration;

/* What holds for the pods of one schedulerName. */
typedef struct
{
  const char *scheduler_name;
  FitQueuePreEnqueue pre_enqueue; /* (nullable): nothing is refused */
  gpointer data;                  /* for @pre_enqueue */
  guint n_registrations;
  const FitQueueRegistration *registrations;
} FitQueueProfile;

/* A gate that may be set or not. */
typedef enum
{
  FIT_QUEUE_GATE_DEFAULT, /* as the release has it */
  FIT_QUEUE_GATE_OFF,
  FIT_QUEUE_GATE_ON,
} FitQueueGate;

/* All of 0 is v1.16's queue.  What is pointed to has to live as long as the
 * queue. */
typedef struct
{
  FitRelease release;          /* 0: FIT_RELEASE_LEGACY, which takes none of the
                                  following */
  gint64 initial_backoff_ns;   /* 0: 1 s */
  gint64 max_backoff_ns;       /* 0: 10 s */
  gint64 max_unschedulable_ns; /* 0: as the release has it */
  FitQueueGate hints;          /* SchedulerQueueingHints */
  guint n_profiles;
  const FitQueueProfile *profiles; /* pods of other schedulerNames are never
                                      refused, and every event wakes them */
  const FitListers *listers; /* (nullable): for the namespaceSelectors of pod
                                affinity terms */
} FitQueueOptions;

G_END_DECLS
