/* queue-options.h - the options of a scheduling queue
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/cluster-event.h"
#include "releases/feature-gates.h"
#include "cluster/listers.h"

/**
 * FitQueuePreEnqueue:
 *
 * Runs the PreEnqueue plugins of a profile, in order, to decide whether @pod
 * may become active.
 *
 * Returns: (transfer none) (nullable): the name of the first plugin that
 *   refuses; NULL if none does
 */
typedef const char *(*FitQueuePreEnqueue) (const FitPod *pod, gpointer data);

/* An event that a plugin wants to hear about. */
typedef struct
{
  const char *plugin; /* its name */
  FitEventRegistration registration;
  gpointer data; /* for the hint */
} FitQueueRegistration;

/* The settings for the pods of one schedulerName. */
typedef struct
{
  const char *scheduler_name;
  FitQueuePreEnqueue pre_enqueue; /* (nullable): no pod is refused */
  gboolean asks_always; /* also in releases without PreEnqueue plugins */
  gpointer data;        /* for @pre_enqueue */
  guint n_registrations;
  const FitQueueRegistration *registrations;
} FitQueueProfile;

/* All zero gives v1.16's queue.  Everything these pointers refer to must
 * outlive the queue. */
typedef struct
{
  FitRelease release;        /* 0: FIT_RELEASE_LEGACY, which ignores the times,
                                  gates and listers */
  gint64 initial_backoff_ns; /* 0: 1 s */
  gint64 max_backoff_ns;     /* 0: 10 s */
  gint64 max_unschedulable_ns; /* 0: the release's default */
  const FitFeatureGates
      *gates; /* (nullable): of @release, read when the queue is
                                   made; NULL: its defaults */
  guint n_profiles;
  const FitQueueProfile *profiles; /* pods of other schedulerNames are never
                                      refused, and every event moves them */
  const FitListers *listers; /* (nullable): to resolve the namespaceSelectors of
                                pod affinity terms */
} FitQueueOptions;
