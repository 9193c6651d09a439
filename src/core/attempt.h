/* attempt.h - one attempt to find a node for a pod, step by step (private to
 * core/)
 */
#pragma once

#include "core/cycle.h"

G_BEGIN_DECLS

/* What one attempt found; memory is the scheduler's until the next attempt, but
 * for the arrays. */
typedef struct
{
  guint rules; /* FitCycleRules of the cycle */
  guint n_nodes;
  guint n_verdicts;
  FitNodeVerdict *verdicts; /* of the nodes examined, in order */
  FitNodeList feasible;
  guint n_failed;          /* nodes that count as looked at in vain */
  char *rejected;          /* (nullable) owned: FitError of a pod that PreFilter
                         plugins of a profile let go nowhere */
  const char *rejected_by; /* (nullable) borrowed: the plugin that did */
  GArray *rejections;      /* owned (nullable), of FitExtenderRejection */
  GPtrArray *skipped;      /* owned (nullable), of char * */
  FitRanking ranking;      /* all zero when nothing was scored */
  guint chosen;            /* index into feasible, if there is one */
} FitAttempt;

struct _FitGenericScheduler
{
  FitCache *cache;
  const FitAlgorithm *algorithm;
  FitSchedulerOptions options;
  FitArena **arenas; /* one per worker */
  guint n_arenas;
  guint64 last_node_index; /* of the round robin among ties */
  guint next_start;        /* FIT_CYCLE_GOES_ON: where the next cycle begins */
  GRand *random;           /* (nullable) */
  FitCycleState *state; /* (nullable) owned: of a cycle that was given none */
  FitCycle cycle;       /* the last one, for preemption */
  FitAttempt attempt;   /* what it found; memory of the arenas */
};

/* One arena for each of @n workers. */
FitArena **fit_arenas_new (guint n);
void fit_arenas_free (FitArena **arenas, guint n);

/* fit_attempt_begin: @state: (nullable): what the caller gives to plugins */
void fit_attempt_begin (FitGenericScheduler *scheduler, const FitPod *pod,
                        FitCycleState *state, gboolean check_all,
                        FitCycle *out_cycle);

/* fit_attempt_find: everything up to the list of feasible nodes, which may be
 * empty */
gboolean fit_attempt_find (FitGenericScheduler *scheduler, FitCycle *cycle,
                           FitAttempt *attempt, GError **error);

/* fit_attempt_select: chooses among the feasible nodes.  A single one is taken
 * as it is: ties and turns are untouched. */
void fit_attempt_select (FitGenericScheduler *scheduler, FitAttempt *attempt);

/* fit_attempt_error_text: Returns: (transfer full): the FitError */
char *fit_attempt_error_text (const FitAttempt *attempt);

/* fit_attempt_clear: frees what is not memory of the arenas */
void fit_attempt_clear (FitAttempt *attempt);

G_END_DECLS
