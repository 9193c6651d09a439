/* explain.h - why one pod goes where it goes, asked of a cache
 *
 * The cache may be that of a simulation or of a scheduler that runs.
 */
#pragma once

#include "explain/explanation.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_EXPLAIN_DEFAULT = 0,
  FIT_EXPLAIN_ALL_FAILURES = 1 << 0,  /* ask every predicate about every node,
                                         not only until one fails */
  FIT_EXPLAIN_ONLY_UNPLACED = 1 << 1, /* look for details only where no node is
                                         found */
} FitExplainFlags;

/* Who is asked.  Everything is borrowed. */
typedef struct
{
  FitCache *cache;
  FitGenericScheduler *scheduler; /* over @cache, for the pod */
  const FitAlgorithm *algorithm;  /* of @scheduler */
  const FitConfiguration
      *configuration;               /* (nullable): whose profile for the pod
                                            @scheduler runs; NULL: v1.16's rules */
  const FitPluginRegistry *plugins; /* of the program, for @configuration */
  FitWorkerPool *pool;              /* (nullable) */
  gboolean disable_preemption; /* of v1.16's rules; a profile says it itself */
  gboolean random_ties;        /* @scheduler breaks them so */
} FitExplainSource;

/**
 * fit_explain:
 * @pod: pending, and not assumed
 * @mode: what the cache holds, for the reader
 *
 * Evaluates @pod and finds out what decided.  As any attempt this takes a turn
 * among ties and goes on in the order of nodes; nothing is assumed.  Whoever
 * must not be disturbed brings a scheduler and a cache of its own.
 *
 * Returns: (transfer full): valid as long as the nodes of the cache
 */
FitExplanation *fit_explain (const FitExplainSource *source, const FitPod *pod,
                             FitExplainMode mode, FitExplainFlags flags);

/* fit_explain_foreign: of a pod that another scheduler decides about; nothing is
 * evaluated.  @configuration: (nullable).  Returns: (transfer full) */
FitExplanation *fit_explain_foreign (const FitConfiguration *configuration,
                                     const FitPod *pod);

G_END_DECLS
