/* attempt.h - the steps of one attempt to find a node for a pod (private to
 * core/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/pod-class.h"
#include "core/scheduler-options.h"

/* What the last pod that found a node has left for the next one: core/batch.h */
typedef struct
{
  guint64 turn;       /* which pod that was */
  const char *chosen; /* (nullable) interned, owned: its node */
  char *signature;    /* (nullable) owned: of the pods that the list is for */
  gint64 made_ns;     /* when the list was made */
  guint n;            /* in the list: the other nodes that fitted... */
  guint32 *nodes;     /* (nullable) owned: ...their indexes... */
  gint64 *totals;     /* (nullable) owned: ...and their totals */
  GPtrArray *names;   /* (nullable) owned, of interned strings (owned): of the
                         nodes by index, as they were... */
  guint64 version;    /* ...in this version of the node tree */
} FitBatch;

struct _FitGenericScheduler
{
  FitCache *cache;
  const FitAlgorithm *algorithm;
  FitSchedulerOptions options;
  FitBehaviour behaviour; /* of the release */
  FitArena *arena;
  FitTurns *turns; /* those of the options, or @own_turns */
  FitTurns own_turns;
  GRand *random;        /* (nullable) */
  FitCycleState *state; /* (nullable) owned: used if the caller gives none */
  guint64 class_user;   /* its number among the users of class columns */
  FitBatch batch;
  FitPodKey key;           /* room for the key of a pod */
  gboolean checks_columns; /* also searches without columns, and compares */
  FitCycle cycle;          /* the last one; its memory is @arena's */
};

/* fit_cycle_begin: @state: (nullable): the caller's state for plugins.
 * fit_cycle_begin_inside: the same without fit_cache_sweep(), since this may
 * happen in the middle of another attempt on the same cache */
void fit_cycle_begin (FitGenericScheduler *scheduler, const FitPod *pod,
                      FitCycleState *state, gboolean check_all,
                      FitCycle *out_cycle);
void fit_cycle_begin_inside (FitGenericScheduler *scheduler, const FitPod *pod,
                             FitCycleState *state, gboolean check_all,
                             FitCycle *out_cycle);

/* fit_cycle_find_nodes: runs all steps up to the list of feasible nodes, which
 * may be empty */
gboolean fit_cycle_find_nodes (FitGenericScheduler *scheduler, FitCycle *cycle,
                               GError **error);

/* fit_cycle_enough: Returns: how many feasible nodes to find among @n */
guint fit_cycle_enough (const FitGenericScheduler *scheduler,
                        const FitCycle *cycle, guint n);

/* fit_select_host: Returns: the index of one of the best nodes.  If there is
 * only one node, it is chosen without touching the round robin. */
guint fit_select_host (FitGenericScheduler *scheduler, const gint64 *totals,
                       guint n);

/* fit_cycle_fit_error: Returns: (transfer full): the FitError text */
char *fit_cycle_fit_error (const FitCycle *cycle);

/* fit_cycle_clear: frees what does not belong to the arena */
void fit_cycle_clear (FitCycle *cycle);
