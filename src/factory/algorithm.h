/* algorithm.h - a scheduler's rules, from a Policy or a provider
 *
 * Source: kube-scheduler v1.16 factory.Configurator: CreateFromProvider,
 * CreateFromConfig, CreateFromKeys.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "factory/registry.h"
#include "policy/policy.h"

/* Everything is owned by the algorithm and read-only afterwards. */
typedef struct
{
  GPtrArray *predicates; /* of FitPredicate, sorted by name: all configured */
  GPtrArray *ordered;    /* of FitPredicate (borrowed), in evaluation order;
                            predicates without a place in the order are never
                            evaluated */
  GPtrArray *priorities; /* of FitPriority, sorted by name */
  GPtrArray *prepared;   /* (nullable) owned array, of FitPriority, borrowed:
                            plugins that a profile runs at PreScore only */
  GPtrArray *extenders;  /* of FitExtenderPolicy (borrowed from @policy),
                            ignorable ones last */
  GPtrArray *ignored_resources; /* of interned char: ignoredByScheduler */
  gint32 hard_pod_affinity_symmetric_weight;
  gboolean always_check_all_predicates;
  gboolean binds_volumes; /* a predicate chooses volumes, which must be assumed
                             and bound with the pod */
  const char *reserve_fails; /* (nullable): why every pod fails when its volumes
                                are assumed: in a profile, the plugin does not
                                run at PreFilter */
  gint64 max_score;  /* maximum of a priority's scores: FIT_MAX_PRIORITY, more
                        in profiles of later releases */
  FitPolicy *policy; /* (nullable) owned */
} FitAlgorithm;

/* Options that v1.16 takes from the command line. */
typedef struct
{
  FitCache *cache; /* borrowed, must outlive the algorithm; its feature gates
                      apply */
  gint32 hard_pod_affinity_symmetric_weight; /* 1..100, default 1 */
  gboolean always_check_all_predicates;      /* as if the Policy said so */
  gboolean files_elsewhere; /* files in tlsConfig of extenders may be on another
                               machine; v1.16 rejects a Policy if they are
                               missing */
} FitAlgorithmOptions;

/**
 * fit_algorithm_new_from_policy:
 * @registry: (transfer none): is not changed; the algorithm keeps what the
 *   Policy registers
 * @policy: (transfer full)
 *
 * Errors are FIT_ERROR_POLICY with v1.16's texts.  Errors that v1.16 returns
 * begin with "couldn't create scheduler from policy: "; errors that make it
 * exit have no prefix.  A hint is added if there is a remedy.
 *
 * Returns: (transfer full) (nullable)
 */
FitAlgorithm *fit_algorithm_new_from_policy (const FitRegistry *registry,
                                             FitPolicy *policy,
                                             const FitAlgorithmOptions *options,
                                             GError **error);

/**
 * fit_algorithm_new_from_provider:
 *
 * Errors: `couldn't create scheduler using provider "NAME": ...`.
 *
 * Returns: (transfer full) (nullable)
 */
FitAlgorithm *fit_algorithm_new_from_provider (
    const FitRegistry *registry, const char *provider,
    const FitAlgorithmOptions *options, GError **error);

/* fit_algorithm_new: Returns: (transfer full): without any rules; the caller
 * keeps ownership of predicates and priorities that it adds */
FitAlgorithm *fit_algorithm_new (void);

/* fit_algorithm_new_owning: the same, but owns what
 * fit_algorithm_add_predicate() and fit_algorithm_add_priority() add */
FitAlgorithm *fit_algorithm_new_owning (void);

/* fit_algorithm_add_predicate: creates a predicate at the end of the evaluation
 * order; @argument: see FitPredicateInfo.create */
gboolean fit_algorithm_add_predicate (FitAlgorithm *algorithm,
                                      const FitPredicateInfo *info,
                                      gconstpointer argument,
                                      const FitFactoryArgs *args,
                                      GError **error);

/* fit_algorithm_add_priority: creates a priority; @argument: see
 * FitPriorityInfo.create */
gboolean fit_algorithm_add_priority (FitAlgorithm *algorithm,
                                     const FitPriorityInfo *info, gint64 weight,
                                     gconstpointer argument,
                                     const FitFactoryArgs *args,
                                     GError **error);

void fit_algorithm_free (FitAlgorithm *algorithm);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitAlgorithm, fit_algorithm_free)
