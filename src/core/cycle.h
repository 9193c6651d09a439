/* cycle.h - the state of one scheduling cycle (private to core/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/behaviour.h"
#include "core/evaluation.h"
#include "rules/filter-phase.h"
#include "predicates/metadata.h"

/* A search in a column: core/class-search.h. */
typedef struct _FitWindow FitWindow;

/* The scores of the feasible nodes, and their sources. */
typedef struct
{
  guint n_scores;
  FitScores
      *scores; /* of priorities, then of Score plugins; memory of the arena,
                        errors owned */
  GArray *extenders; /* owned (nullable), of FitExtenderScores */
  gint64 *totals;    /* (nullable) by node; memory of the arena; NULL
                               after an error */
} FitRanking;

typedef struct
{
  FitCache *cache;
  const FitAlgorithm *algorithm;
  FitArena *arena;
  const FitPod *pod;
  FitFramework *framework;    /* (nullable) */
  FitFrameworkCycle plugins;  /* the arguments of plugin calls */
  const GPtrArray *extenders; /* (nullable): NULL if there are none */
  const FitBehaviour *behaviour;
  const FitFilterProfile *filters;            /* (nullable): of a profile */
  const FitDefaultPreemptionArgs *candidates; /* (nullable) */
  const GPtrArray *post_filters;              /* (nullable), of char */
  FitPreFilterResult pre;  /* result of the PreFilter plugins of @filters */
  FitStatusCode rejection; /* of all nodes, by a PreFilter plugin of a profile,
                              as preemption treats it; success if there is
                              none */
  const char
      *remove_error;  /* (nullable): in preemption: removing a pod fails */
  gboolean check_all; /* predicates: do not stop at the first failure */
  gboolean brief;     /* only the decision matters: FitScores.scores of
                     constant priorities are left out */
  gboolean undecided; /* this is no decision: fit_cycle_leave_no_counts() */
  FitPredicateMetadata *meta;
  guint n_runs;
  FitPredicateRun *runs; /* all of them, in evaluation order */
  guint n_active;
  gboolean asks_plugins;   /* there are Filter plugins */
  FitPredicateRun *active; /* the predicates that this pod can fail */

  /* The result */
  guint n_nodes;
  guint n_verdicts;
  FitNodeVerdict *verdicts; /* of the nodes checked, in order, each once */
  const FitNodeVerdict *nominated; /* (nullable): of the node that the pod is
                                      nominated to: it was checked first, and
                                      does not pass the filters */
  FitWindow *window;               /* (nullable): what was found in a column */
  FitNodeList feasible;     /* as v1.16 has it: a node may be there twice; only
                               the number with a window, unless it is checked */
  guint n_failed;           /* nodes that count as failed */
  char *rejected;           /* (nullable) owned: the FitError if PreFilter
                               plugins of a profile rejected the pod
                               everywhere */
  const char *rejected_by;  /* (nullable) borrowed: the plugin that rejected
                               it... */
  const char *rejected_for; /* ...and its first reason; memory of the arena */
  gboolean extended;        /* extenders have left out nodes */
  gboolean bare;            /* they have answered objects, so scores see neither
                               pods nor images on nodes */
  GArray *rejections;       /* owned (nullable), of FitExtenderRejection */
  GPtrArray *skipped;       /* owned (nullable), of char * */
  FitRanking ranking;       /* all zero if nothing was scored */
  char *signature;          /* (nullable) owned: only if lists are kept */
  const char *hint;         /* (nullable): the node that the list of a pod like
                               this one has next; memory of the arena */
  guint chosen;             /* index into feasible, unless that is empty or was
                               found in a column */
  const FitNodeInfo *host;  /* (nullable): the chosen node of an attempt */
} FitCycle;

/* fit_cycle_prepare: refreshes the cache, prepares metadata and predicates for
 * the pod, and runs the PreFilter plugins of a profile */
void fit_cycle_prepare (FitCycle *cycle);

/* fit_cycle_leave_no_counts: from now on the predicates of a prepared cycle do
 * not change the volume counts of the cache, which later decisions read.  What
 * is checked only to explain a decision must not count. */
void fit_cycle_leave_no_counts (FitCycle *cycle);

/* fit_cycle_check_nodes: verdicts[i].node is given; fills in the rest.  As in
 * v1.16, Filter plugins do not run if there are no predicates. */
void fit_cycle_check_nodes (FitCycle *cycle, FitNodeVerdict *verdicts, guint n);

/* A node and the metadata to check the predicates against: the real ones, or a
 * what-if copy with pods added or removed. */
typedef struct
{
  const FitNodeInfo *node;
  FitPredicateMetadata *meta;
  guint n_runs;
  const FitPredicateRun *runs;
  gboolean asks_plugins; /* in v1.16 they see the node as it really is */
  FitCycleState *state;  /* (nullable): the state of the plugins; NULL: the
                            state of the cycle */
} FitNodeView;

/* fit_cycle_view: sets up all predicates and Filter plugins over @node and
 * @meta, in memory of the cycle */
void fit_cycle_view (const FitCycle *cycle, const FitNodeInfo *node,
                     FitPredicateMetadata *meta, FitNodeView *out_view);

/* fit_cycle_counts_nominated: does @nominated, a pod that is nominated to a
 * node, take its place there before the cycle's pod? */
gboolean fit_cycle_counts_nominated (const FitCycle *cycle,
                                     const FitPod *nominated);

/* fit_cycle_clone_state: Returns: (transfer full) (nullable): a copy for a
 * view where pods are added and removed; NULL if no plugin needs one */
FitCycleState *fit_cycle_clone_state (const FitCycle *cycle);

/* fit_cycle_check: @verdict: fills in all but its node, in memory of the
 * cycle */
void fit_cycle_check (const FitCycle *cycle, const FitNodeView *view,
                      FitNodeVerdict *verdict);

/* fit_cycle_check_alone: the same without the pods that are nominated to the
 * node */
void fit_cycle_check_alone (const FitCycle *cycle, const FitNodeView *view,
                            FitNodeVerdict *verdict);

/* fit_cycle_fits: does the pod fit, taking pods nominated to the node into
 * account?  An error counts as no. */
gboolean fit_cycle_fits (const FitCycle *cycle, const FitNodeView *view);

/* fit_cycle_prioritize: runs priorities, Score plugins and extenders on the
 * feasible nodes.  Returns: FALSE with the error; cycle->ranking then holds
 * what is known */
gboolean fit_cycle_prioritize (FitCycle *cycle, GError **error);

void fit_ranking_clear (FitRanking *ranking);

/* fit_cycle_preempt: computes preemption after a FitError.
 * Returns: (transfer full) */
FitPreemption *fit_cycle_preempt (const FitCycle *cycle);

/* fit_cycle_ask_post_filter: what the plugin @name of the release says at
 * PostFilter if it never makes room.  @out_fails: (out): whether that is an
 * error.  Returns: (nullable): NULL if it is another plugin */
const char *fit_cycle_ask_post_filter (const FitCycle *cycle, const char *name,
                                       gboolean *out_fails);

/* fit_cycle_hopeless: will the pod still not fit, whatever pods are removed? */
gboolean fit_cycle_hopeless (const FitCycle *cycle,
                             const FitNodeVerdict *verdict);

/* fit_cycle_succeeded: Returns: FALSE with an error unless @status is
 * success */
gboolean fit_cycle_succeeded (const FitStatus *status, GError **error);

/* -- texts ----------------------------------------------------------------- */

/* Distinct messages and how often each occurred, in order of first
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

/* fit_messages_aggregate: v1.16's text for several errors: one as it is,
 * several as "[a, b]"; with "(repeated N times)" if @with_counts.
 * Returns: (transfer full) */
char *fit_messages_aggregate (const FitMessages *messages,
                              gboolean with_counts);

/* fit_first_reason: Returns: (transfer none): the text of the first of
 * @reasons, in their memory; "" if there is none */
const char *fit_first_reason (const FitReasons *reasons);

/* fit_count_text: adds @count to that of @text (transfer full), whatever its
 * reason */
void fit_count_text (GHashTable *texts, char *text, guint count);

/* fit_counted_text: @dot: as for fit_fit_error_text().  Returns: (transfer
 * full): "0/N nodes are available: ..." with what fit_count_text() has
 * counted */
char *fit_counted_text (guint n_nodes, GHashTable *texts, gboolean dot);

/* fit_fit_error_text: @rejections: (nullable): of FitExtenderRejection; @dot:
 * end with a dot even if there are no reasons.
 * Returns: (transfer full): "0/N nodes are available: ..." */
char *fit_fit_error_text (guint n_nodes, const FitNodeVerdict *verdicts,
                          guint n, const GArray *rejections, gboolean dot);
