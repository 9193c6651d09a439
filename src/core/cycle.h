/* cycle.h - the state of one scheduling cycle (private to core/)
 */
#pragma once

#include "core/cycle-rules.h"
#include "core/evaluation.h"
#include "core/generic-scheduler.h"
#include "core/preemption.h"
#include "framework/plugins/filter-phase.h"
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
  FitFramework *framework;         /* (nullable) */
  FitFrameworkCycle plugins;       /* what they are asked about */
  const GPtrArray *extenders;      /* (nullable): NULL when there are none */
  guint rules;                     /* FitCycleRules */
  const FitFilterProfile *filters; /* (nullable): of a profile */
  const FitDefaultPreemptionSettings *candidates; /* (nullable) */
  FitPreFilterResult pre; /* what PreFilter plugins of @filters said */
  gboolean check_all;     /* predicates: do not stop at the first failure */
  FitPredicateMetadata *meta;
  guint n_runs;
  FitPredicateRun *runs; /* all, in order of evaluation */
  guint n_active;
  gboolean asks_plugins;   /* there are Filter plugins */
  FitPredicateRun *active; /* those that this pod can fail */
} FitCycle;

/* fit_cycle_prepare: refreshes the cache, makes metadata and predicates for the
 * pod; asks the PreFilter plugins of a profile */
void fit_cycle_prepare (FitCycle *cycle);

/* fit_cycle_check_nodes: verdicts[i].node is given, the rest is filled in.
 * Uses the worker pool where that pays.  Without any predicate, configured
 * Filter plugins are not asked either, as in v1.16. */
void fit_cycle_check_nodes (FitCycle *cycle, FitNodeVerdict *verdicts, guint n);

/* A node and metadata to ask the predicates about: the real ones, or what would
 * be if pods came or went. */
typedef struct
{
  const FitNodeInfo *node;
  FitPredicateMetadata *meta;
  guint n_runs;
  const FitPredicateRun *runs;
  gboolean asks_plugins; /* in v1.16 about the node as it is */
  FitCycleState *state;  /* (nullable): what plugins remember there; NULL: as of
                            the cycle */
} FitGround;

/* fit_cycle_ground: all predicates over @node and @meta, and all Filter plugins;
 * memory of @arena */
void fit_cycle_ground (const FitCycle *cycle, const FitNodeInfo *node,
                       FitPredicateMetadata *meta, FitArena *arena,
                       FitGround *out_ground);

/* fit_cycle_clone_state: Returns: (transfer full) (nullable): for a ground where
 * pods come and go; NULL where no plugin wants to know */
FitCycleState *fit_cycle_clone_state (const FitCycle *cycle);

/* fit_cycle_fits: does the pod fit, pods nominated to the node considered?  An
 * error is no. */
gboolean fit_cycle_fits (const FitCycle *cycle, const FitGround *ground,
                         FitArena *arena);

/* The scores of the feasible nodes, and who gave them. */
typedef struct
{
  guint n_results;
  FitPriorityResult *results; /* one per priority; memory of the arena, errors
                                 owned */
  guint n_plugins;
  FitPluginScores *plugins; /* memory of the arena */
  GArray *extenders;        /* owned (nullable), of FitExtenderScores */
  gint64 *totals;           /* (nullable) by node; memory of the arena; NULL
                               when somebody failed */
} FitRanking;

/* fit_cycle_prioritize: priorities, Score plugins and extenders.  Returns: FALSE
 * with the error; *@out_ranking says anyway what is known */
gboolean fit_cycle_prioritize (FitCycle *cycle, const FitNodeList *feasible,
                               FitRanking *out_ranking, GError **error);

void fit_ranking_clear (FitRanking *ranking);

/* fit_cycle_preempt: after a FitError, from the verdicts of the attempt and the
 * rejections (nullable, of FitExtenderRejection) of extenders.
 * Returns: (transfer full) */
FitPreemption *fit_cycle_preempt (const FitCycle *cycle,
                                  const FitNodeVerdict *verdicts,
                                  guint n_verdicts, const GArray *rejections);

/* fit_cycle_hopeless: the pod does not fit, whatever pods go */
gboolean fit_cycle_hopeless (const FitCycle *cycle,
                             const FitNodeVerdict *verdict);

/* fit_cycle_succeeded: Returns: FALSE with an error for any status but
 * success */
gboolean fit_cycle_succeeded (const FitStatus *status, GError **error);

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
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitMessages, fit_messages_clear)
void fit_messages_add (FitMessages *messages, const char *text);

/* fit_messages_aggregate: v1.16's text of several errors: one bare, several as
 * "[a, b]"; with "(repeated N times)" when @with_counts.
 * Returns: (transfer full) */
char *fit_messages_aggregate (const FitMessages *messages,
                              gboolean with_counts);

/* fit_fit_error_text: @rejections: (nullable): of FitExtenderRejection.
 * Returns: (transfer full): "0/N nodes are available: ...", with a dot at the
 * end: when there is nothing to say, only where @dot says so */
char *fit_fit_error_text (guint n_nodes, const FitNodeVerdict *verdicts,
                          guint n, const GArray *rejections, gboolean dot);

G_END_DECLS
