/* explain.h - explains where one pod is placed, and why
 *
 * The cache may be that of a simulation or of a running scheduler.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "explain/explanation.h"

typedef enum
{
  FIT_EXPLAIN_DEFAULT = 0,
  FIT_EXPLAIN_ALL_FAILURES = 1 << 0,  /* run every predicate on every node, even
                                         after one fails */
  FIT_EXPLAIN_ONLY_UNPLACED = 1 << 1, /* find details only for pods without a
                                         node */
  FIT_EXPLAIN_NO_MORE = 1 << 2, /* of an attempt that counts: neither details
                                   nor remedies nor preemption */
} FitExplainFlags;

/* FitExplainWanted: are details and remedies wanted for @explanation, of a pod
 * without a node?  Everything else is in it already. */
typedef gboolean (*FitExplainWanted) (FitExplanation *explanation,
                                      gpointer data);

/* The scheduler to use.  Everything is borrowed. */
typedef struct
{
  FitCache *cache;
  FitGenericScheduler *scheduler; /* over @cache, for the pod */
  const FitAlgorithm *algorithm;  /* of @scheduler */
  const FitConfiguration
      *configuration;      /* (nullable): @scheduler runs its profile for
                         the pod; NULL: v1.16's rules */
  FitModernObjects modern; /* for v1.16's rules */
  const FitPluginRegistry *plugins; /* of the embedding program, for
                                       @configuration */
  gboolean disable_preemption;      /* for v1.16's rules; a profile has its own
                                  setting */
  gboolean random_ties;             /* @scheduler breaks ties at random */
  FitTrialMaker make_trial;         /* of the cluster in @cache */
  gpointer data;                    /* for @make_trial */
  FitExplainWanted wanted; /* (nullable): asked with ONLY_UNPLACED; NULL: they
                              are */
  gpointer wanted_data;
  const char *node; /* (nullable): say why it is not this node */
} FitExplainSource;

/**
 * fit_explain:
 * @pod: pending, not assumed
 * @mode: the state of the cache, for the output
 *
 * Evaluates @pod and finds out what decided.  Like any attempt this advances
 * the round robin and the order of nodes, but nothing is assumed.  To avoid
 * side effects, use a separate scheduler and cache.
 *
 * Returns: (transfer full): valid as long as the nodes of the cache
 */
FitExplanation *fit_explain (const FitExplainSource *source, const FitPod *pod,
                             FitExplainMode mode, FitExplainFlags flags);

/* fit_explain_unevaluated: for a pod of another scheduler, or a new one that
 * admission refuses: nothing is evaluated.  @configuration: (nullable); @mode:
 * FIT_EXPLAIN_FOREIGN or FIT_EXPLAIN_REFUSED; @why: (transfer full): the message.
 * Returns: (transfer full) */
FitExplanation *fit_explain_unevaluated (const FitConfiguration *configuration,
                                         const FitPod *pod, FitExplainMode mode,
                                         char *why);

/* fit_explanation_ask_node: says why @explanation does not choose @node, and
 * what the node lacks against the chosen one; call it after
 * fit_explanation_finish(), before the cache changes */
void fit_explanation_ask_node (FitExplanation *explanation, const char *node);
