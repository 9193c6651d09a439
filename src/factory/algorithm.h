/* algorithm.h - a scheduler's rules, assembled from a Policy or a provider
 *
 * Source: kube-scheduler v1.16 factory.Configurator: CreateFromProvider,
 * CreateFromConfig, CreateFromKeys.
 */
#pragma once

#include "factory/registry.h"
#include "policy/policy.h"

G_BEGIN_DECLS

/* Everything is owned by the algorithm and read-only afterwards. */
typedef struct
{
  GPtrArray *predicates; /* of FitPredicate, sorted by name: all configured */
  GPtrArray *ordered;    /* of FitPredicate (borrowed), in order of evaluation;
                            names outside of the order are never evaluated */
  GPtrArray *priorities; /* of FitPriority, sorted by name */
  GPtrArray *extenders;  /* of FitExtenderPolicy (borrowed from @policy),
                            ignorable ones last */
  GPtrArray *ignored_resources; /* of interned char: ignoredByScheduler */
  gint32 hard_pod_affinity_symmetric_weight;
  gboolean always_check_all_predicates;
  gboolean binds_volumes; /* a predicate chooses volumes: they are to be assumed
                             and bound with the pod */
  gint64 max_score;   /* what priorities compute at most: FIT_MAX_PRIORITY, more
                         in profiles of later releases */
  gint64 score_scale; /* what their scores are multiplied by: 10 where v1.16's
                         functions serve as plugins of a profile, else 1 */
  FitPolicy *policy;  /* (nullable) owned */
} FitAlgorithm;

/* What the command line of v1.16 sets beside the Policy. */
typedef struct
{
  FitCache *cache; /* borrowed, must outlive the algorithm; its gates count */
  gint32 hard_pod_affinity_symmetric_weight; /* 1..100, default 1 */
  gboolean always_check_all_predicates;      /* as if the Policy said so */
  gboolean files_elsewhere; /* those that tlsConfig of extenders names may be on
                               another machine: v1.16 refuses a Policy whose
                               files are missing */
} FitAlgorithmOptions;

/**
 * fit_algorithm_new_from_policy:
 * @registry: (transfer none): stays as it is; what the Policy registers lives
 *   in the algorithm
 * @policy: (transfer full)
 *
 * Errors are FIT_ERROR_POLICY in v1.16's words: those that v1.16 returns begin
 * with "couldn't create scheduler from policy: ", those that end its process
 * stand bare.  A hint follows where there is a remedy.
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

/* fit_algorithm_new: Returns: (transfer full): without any rule; predicates and
 * priorities stay with whoever puts them in */
FitAlgorithm *fit_algorithm_new (void);

/* fit_algorithm_new_owning: the same for fit_algorithm_add_predicate() and
 * fit_algorithm_add_priority() */
FitAlgorithm *fit_algorithm_new_owning (void);

/* fit_algorithm_add_predicate: makes one that comes last in the order of
 * evaluation; @argument: see FitPredicateInfo.create */
gboolean fit_algorithm_add_predicate (FitAlgorithm *algorithm,
                                      const FitPredicateInfo *info,
                                      gconstpointer argument,
                                      const FitFactoryArgs *args,
                                      GError **error);

/* fit_algorithm_add_priority: @argument: see FitPriorityInfo.create */
gboolean fit_algorithm_add_priority (FitAlgorithm *algorithm,
                                     const FitPriorityInfo *info, gint64 weight,
                                     gconstpointer argument,
                                     const FitFactoryArgs *args,
                                     GError **error);

void fit_algorithm_free (FitAlgorithm *algorithm);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitAlgorithm, fit_algorithm_free)

G_END_DECLS
