/* virtual-world.h - a cluster without machines (private to simulate/)
 *
 * Holds all objects that live, the virtual clock and what is to come, and is
 * the FitWorld of a scheduler: what that asks for takes effect here, and comes
 * back to it as an event or the end of a task, in order, when the front end
 * delivers.  Nothing is delivered from inside a call of the scheduler.
 *
 * An extender that binds is not asked to: it would bind in a real cluster.
 */
#pragma once

#include "scheduler/scheduler.h"
#include "simulate/live-objects.h"
#include "simulate/replay.h"

G_BEGIN_DECLS

typedef struct _FitVirtualWorld FitVirtualWorld;

/* fit_virtual_world_new: @observer: its data is borrowed */
FitVirtualWorld *fit_virtual_world_new (gint64 now_ns, gint64 bind_latency_ns,
                                        const FitReplayObserver *observer);
void fit_virtual_world_free (FitVirtualWorld *world);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitVirtualWorld, fit_virtual_world_free)

/* fit_virtual_world_interface: Returns: (transfer none) */
const FitWorld *fit_virtual_world_interface (FitVirtualWorld *world);

/* fit_virtual_world_set_now: time does not go back */
gint64 fit_virtual_world_now (const FitVirtualWorld *world);
void fit_virtual_world_set_now (FitVirtualWorld *world, gint64 now_ns);

/* fit_virtual_world_objects: Returns: (transfer none); read-only */
const FitLiveObjects *fit_virtual_world_objects (const FitVirtualWorld *world);

/* fit_virtual_world_put: @object comes or changes now */
void fit_virtual_world_put (FitVirtualWorld *world, FitKind kind,
                            gconstpointer object);

/* fit_virtual_world_remove: @object goes now */
void fit_virtual_world_remove (FitVirtualWorld *world, FitKind kind,
                               FitLiveObject *object);

/* fit_virtual_world_deliver: all that has come by now, and what follows from it
 * at once */
void fit_virtual_world_deliver (FitVirtualWorld *world,
                                FitScheduler *scheduler);

/* fit_virtual_world_next: Returns: when something comes next, G_MAXINT64 for
 * never */
gint64 fit_virtual_world_next (const FitVirtualWorld *world);

/* fit_virtual_world_n_coming: Returns: how much is to come or under way */
guint fit_virtual_world_n_coming (const FitVirtualWorld *world);

/* fit_virtual_world_n_failed: Returns: how many pods have failed since
 * something changed that may matter to them */
guint fit_virtual_world_n_failed (const FitVirtualWorld *world);

G_END_DECLS
