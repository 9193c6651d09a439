/* cycle.h - the state of one scheduling cycle (private to core/)
 */
#pragma once

#include "core/evaluation.h"
#include "core/generic-scheduler.h"
#include "core/preemption.h"
#include "predicates/metadata.h"

G_BEGIN_DECLS

typedef struct
{
  FitCache *cache;
  const FitAlgorithm *algorithm;
  FitWorkerPool *pool; /* (nullable) */
  guint n_arenas;
  FitArena **arenas; /* one per worker; the first belongs to the cycle too */
  const FitPod *pod;
  gboolean check_all; /* predicates: do not stop at the first failure */
  FitPredicateMetadata *meta;
  guint n_runs;
  FitPredicateRun *runs; /* all, in order of evaluation */
  guint n_active;
  FitPredicateRun *active; /* those that this pod can fail */
} FitCycle;

/* fit_cycle_prepare: metadata and predicates for @pod; arenas are reset by the
 * caller */
void fit_cycle_prepare (FitCycle *cycle, const FitPod *pod);

/* fit_cycle_check_nodes: verdicts[i].node is given, the rest is filled in.
 * Uses the worker pool where that pays. */
void fit_cycle_check_nodes (FitCycle *cycle, FitNodeVerdict *verdicts, guint n);

/* A node and metadata to ask the predicates about: the real ones, or what would
 * be if pods came or went. */
typedef struct
{
  const FitNodeInfo *node;
  FitPredicateMetadata *meta;
  guint n_runs;
  const FitPredicateRun *runs;
} FitGround;

/* fit_cycle_ground: all predicates over @node and @meta; memory of @arena */
void fit_cycle_ground (const FitCycle *cycle, const FitNodeInfo *node,
                       FitPredicateMetadata *meta, FitArena *arena,
                       FitGround *out_ground);

/* fit_cycle_fits: does the pod fit, pods nominated to the node considered?  An
 * error is no. */
gboolean fit_cycle_fits (const FitCycle *cycle, const FitGround *ground,
                         FitArena *arena);

/* fit_cycle_prioritize: Returns: FALSE with the aggregated error; *@out_results
 * (one per priority, owned by the arena, errors to be freed) is set anyway */
gboolean fit_cycle_prioritize (FitCycle *cycle, const FitNodeList *feasible,
                               FitPriorityResult **out_results, guint *out_n,
                               gint64 *totals, GError **error);

/* fit_cycle_preempt: after a FitError, from the verdicts of the attempt.
 * Returns: (transfer full) */
FitPreemption *fit_cycle_preempt (FitCycle *cycle,
                                  const FitNodeVerdict *verdicts,
                                  guint n_verdicts);

/* --- texts --------------------------------------------------------------- */

/* Distinct messages with how often each occurred, in order of first
 * occurrence. */
typedef struct
{
  GPtrArray *texts; /* owned strings */
  GArray *counts;   /* guint */
} FitMessages;

void fit_messages_init (FitMessages *messages);
void fit_messages_clear (FitMessages *messages);
void fit_messages_add (FitMessages *messages, const char *text);

/* fit_messages_aggregate: v1.16's text of several errors: one bare, several as
 * "[a, b]"; with "(repeated N times)" when @with_counts.
 * Returns: (transfer full) */
char *fit_messages_aggregate (const FitMessages *messages,
                              gboolean with_counts);

/* fit_fit_error_text: Returns: (transfer full): "0/N nodes are available: ..." */
char *fit_fit_error_text (guint n_nodes, const FitNodeVerdict *verdicts,
                          guint n);

G_END_DECLS
