/* virtual-world.h - a cluster without machines (private to simulate/)
 *
 * Contains all live objects, the virtual clock and the agenda, and is the
 * FitWorld of a scheduler.  The scheduler's requests take effect here.  They
 * come back to it as an event or the end of a task, in order, when the front
 * end delivers them; never during a call of the scheduler.
 *
 * Extenders that bind are not called: they would bind in a real cluster.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "scheduler/live-objects.h"
#include "scheduler/scheduler.h"
#include "simulate/agenda.h"
#include "simulate/replay-observer.h"

/* To read; only the clock may be set, and must not go backwards. */
typedef struct
{
  FitLiveObjects *live;     /* owned */
  FitAgenda *agenda;        /* owned */
  GHashTable *under_way;    /* owned, set of owned FitPod: assumed, but neither
                               bound nor failed yet */
  const char *no_namespace; /* interned: "" */
  gint64 now_ns;
  gint64 bind_latency_ns;
  guint64 state;  /* increases with every change that may help a pod */
  guint n_failed; /* pods that failed in this state */
  FitReplayObserver observer;
  FitWorld interface;
} FitVirtualWorld;

/* fit_virtual_world_new: @observer: its data is borrowed */
FitVirtualWorld *fit_virtual_world_new (gint64 now_ns, gint64 bind_latency_ns,
                                        const FitReplayObserver *observer);
void fit_virtual_world_free (FitVirtualWorld *world);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitVirtualWorld, fit_virtual_world_free)

/* fit_virtual_world_put: adds or updates @object now */
void fit_virtual_world_put (FitVirtualWorld *world, FitKind kind,
                            gconstpointer object);

/* fit_virtual_world_remove: removes @object now */
void fit_virtual_world_remove (FitVirtualWorld *world, FitKind kind,
                               FitLiveObject *object);

/* fit_virtual_world_deliver: delivers all events up to now, and their immediate
 * consequences */
void fit_virtual_world_deliver (FitVirtualWorld *world,
                                FitScheduler *scheduler);

/* fit_virtual_world_n_coming: Returns: the number of scheduled and running
 * events */
guint fit_virtual_world_n_coming (const FitVirtualWorld *world);

/* fit_virtual_world_run: lets the live @pod run on its new node */
void fit_virtual_world_run (FitVirtualWorld *world, const FitPod *pod,
                            const char *node_name);

/* fit_virtual_world_changed: something has changed: pods that failed may fit
 * now */
void fit_virtual_world_changed (FitVirtualWorld *world);
