/* generic-scheduler-private.h - the steps of one attempt to find a node for a
 * pod (private to core/)
 */
#pragma once

#include "core/cycle.h"

G_BEGIN_DECLS

/* A search in a column: core/class-search.h. */
typedef struct _FitWindow FitWindow;

/* The result of one attempt.  Its memory belongs to the scheduler until the
 * next attempt, except for the arrays. */
typedef struct
{
  const FitBehaviour *behaviour;
  guint n_nodes;
  guint n_verdicts;
  FitNodeVerdict *verdicts; /* of the nodes checked, in order, each once */
  FitWindow *window;        /* (nullable): what was found in a column */
  FitNodeList feasible;     /* as v1.16 has it: a node may be there twice; only
                               the number with a window, unless it is checked */
  guint n_failed;           /* nodes that count as failed */
  char *rejected;           /* (nullable) owned: the FitError if PreFilter
                              plugins of a profile rejected the pod
                              everywhere */
  const char *rejected_by;  /* (nullable) borrowed: the plugin that rejected
                              it */
  gboolean extended;        /* extenders have left out nodes */
  GArray *rejections;       /* owned (nullable), of FitExtenderRejection */
  GPtrArray *skipped;       /* owned (nullable), of char * */
  FitRanking ranking;       /* all zero if nothing was scored */
  guint chosen;             /* index into feasible, unless that is empty */
} FitCycleResult;

struct _FitGenericScheduler
{
  FitCache *cache;
  const FitAlgorithm *algorithm;
  FitSchedulerOptions options;
  FitBehaviour behaviour; /* of the release */
  FitArena *arena;
  guint64 last_node_index; /* position of the round robin among ties */
  guint next_start;        /* search_goes_on: where the next cycle starts */
  GRand *random;           /* (nullable) */
  FitCycleState *state;    /* (nullable) owned: used if the caller gives none */
  guint64 class_user;      /* its number among those who use class columns */
  GArray *class_key;       /* owned, of guint64: room for the key of a pod */
  gboolean checks_columns; /* does without columns too, and compares */
  FitCycle cycle;          /* the last one, for preemption */
  FitCycleResult attempt;  /* its result; memory of the arena */
};

/* fit_cycle_begin: @state: (nullable): the caller's state for plugins.
 * fit_cycle_begin_inside: perhaps in the middle of another attempt on the same
 * cache, which still needs all that the cache has */
void fit_cycle_begin (FitGenericScheduler *scheduler, const FitPod *pod,
                      FitCycleState *state, gboolean check_all,
                      FitCycle *out_cycle);
void fit_cycle_begin_inside (FitGenericScheduler *scheduler, const FitPod *pod,
                             FitCycleState *state, gboolean check_all,
                             FitCycle *out_cycle);

/* fit_cycle_find_nodes: runs all steps up to the list of feasible nodes, which may
 * be empty */
gboolean fit_cycle_find_nodes (FitGenericScheduler *scheduler, FitCycle *cycle,
                               FitCycleResult *attempt, GError **error);

/* fit_cycle_enough: Returns: how many feasible nodes to find among @n */
guint fit_cycle_enough (const FitGenericScheduler *scheduler,
                        const FitCycle *cycle, guint n);

/* fit_cycle_select: chooses one of the feasible nodes.  If there is only one,
 * it is chosen without touching the round robin. */
void fit_cycle_select (FitGenericScheduler *scheduler, FitCycleResult *attempt);

/* fit_cycle_result_text: Returns: (transfer full): the FitError text */
char *fit_cycle_result_text (const FitCycleResult *attempt);

/* fit_cycle_result_clear: frees what does not belong to the arena */
void fit_cycle_result_clear (FitCycleResult *attempt);

G_END_DECLS
