/* virtual-world-private.h - a virtual world from inside
 */
#pragma once

#include "base/intern.h"
#include "simulate/virtual-world.h"

G_BEGIN_DECLS

struct _FitVirtualWorld
{
  FitLiveObjects *live;     /* owned */
  FitAgenda *agenda;        /* owned */
  GHashTable *under_way;    /* owned, set of owned FitPod: assumed, neither
                               bound nor failed yet */
  const char *no_namespace; /* interned: "" */
  gint64 now_ns;
  gint64 bind_latency_ns;
  guint64 state;  /* greater after every change that may help a pod */
  guint n_failed; /* pods that failed in it */
  FitReplayObserver observer;
  FitWorld interface;
};

/* fit_virtual_world_run: @pod, which lives, has got a node and runs there */
void fit_virtual_world_run (FitVirtualWorld *world, const FitPod *pod,
                            const char *node_name);

/* fit_virtual_world_do_task: its time has come */
void fit_virtual_world_do_task (FitVirtualWorld *world, FitScheduler *scheduler,
                                const FitComing *coming);

G_END_DECLS
