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

#include "scheduler/scheduler.h"
#include "scheduler/live-objects.h"
#include "simulate/replay-observer.h"

typedef struct _FitVirtualWorld FitVirtualWorld;

/* fit_virtual_world_new: @observer: its data is borrowed */
FitVirtualWorld *fit_virtual_world_new (gint64 now_ns, gint64 bind_latency_ns,
                                        const FitReplayObserver *observer);
void fit_virtual_world_free (FitVirtualWorld *world);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitVirtualWorld, fit_virtual_world_free)

/* fit_virtual_world_interface: Returns: (transfer none) */
const FitWorld *fit_virtual_world_interface (FitVirtualWorld *world);

/* fit_virtual_world_set_now: time must not go backwards */
gint64 fit_virtual_world_now (const FitVirtualWorld *world);
void fit_virtual_world_set_now (FitVirtualWorld *world, gint64 now_ns);

/* fit_virtual_world_objects: Returns: (transfer none); read-only */
const FitLiveObjects *fit_virtual_world_objects (const FitVirtualWorld *world);

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

/* fit_virtual_world_next: Returns: the time of the next event; G_MAXINT64 if
 * there is none */
gint64 fit_virtual_world_next (const FitVirtualWorld *world);

/* fit_virtual_world_n_coming: Returns: the number of scheduled and running
 * events */
guint fit_virtual_world_n_coming (const FitVirtualWorld *world);

/* fit_virtual_world_n_failed: Returns: the number of pods that have failed
 * since the last change that may help them */
guint fit_virtual_world_n_failed (const FitVirtualWorld *world);
