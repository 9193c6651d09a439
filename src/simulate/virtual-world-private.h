/* virtual-world-private.h - the internals of a virtual world
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/intern.h"
#include "simulate/agenda.h"
#include "simulate/virtual-world.h"

struct _FitVirtualWorld
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
};

/* fit_virtual_world_run: lets the live @pod run on its new node */
void fit_virtual_world_run (FitVirtualWorld *world, const FitPod *pod,
                            const char *node_name);

/* fit_virtual_world_changed: something has changed: pods that failed may fit
 * now */
void fit_virtual_world_changed (FitVirtualWorld *world);
