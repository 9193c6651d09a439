/* profile-plugin.h - plugins of later releases
 *
 * From v1.18 on a scheduler runs profiles: lists of plugins per extension
 * point.  Here, a plugin at PreFilter and Filter is a FitPredicate, and a
 * plugin at PreScore, Score and NormalizeScore is a FitPriority with scores up
 * to FIT_PROFILE_MAX_SCORE.  So a profile runs like a Policy.
 *
 * A formula is a FitPredicateInfo or FitPriorityInfo.  It applies to a plugin
 * from one release on until another formula replaces it, as the rows of its
 * FitRule say.  Small differences are decided by FitProfilePluginArgs, which
 * create() gets as @argument; the formula keeps what it needs of them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "rules/plugin-args.h"
#include "rules/points.h"
#include "releases/feature-gates.h"
#include "predicates/predicate.h"
#include "priorities/priority.h"

#define FIT_PROFILE_MAX_SCORE 100

/* The @argument of a formula's create(). */
typedef struct
{
  FitRelease release;
  FitFeatureGates gates;
  FitExtensionPoints points; /* where the profile enables the plugin: some
                                behave differently if only one of two related
                                points is enabled */
  gconstpointer args;        /* never NULL; of the plugin's type */
  FitCache *cache;           /* borrowed, as in FitFactoryArgs */
} FitProfilePluginArgs;

/* fit_profile_filter_formula, fit_profile_score_formula: Returns: (transfer
 * none) (nullable): the formula of @plugin in @release */
const FitPredicateInfo *fit_profile_filter_formula (const char *plugin,
                                                    FitRelease release);
const FitPriorityInfo *fit_profile_score_formula (const char *plugin,
                                                  FitRelease release);

/* fit_profile_filter_new: Returns: (transfer full) (nullable): @plugin at
 * PreFilter and Filter; fails with FIT_ERROR_NOT_FOUND if it does not run
 * there */
FitPredicate *fit_profile_filter_new (const char *plugin,
                                      const FitProfilePluginArgs *args,
                                      GError **error);
void fit_profile_filter_free (FitPredicate *filter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPredicate, fit_profile_filter_free)

/* fit_profile_score_new: the same for PreScore and Score */
FitPriority *fit_profile_score_new (const char *plugin, gint64 weight,
                                    const FitProfilePluginArgs *args,
                                    GError **error);
void fit_profile_score_free (FitPriority *score);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPriority, fit_profile_score_free)

/* How a score formula runs (fields of FitPriorityRun and FitPriorityInfo):
 *
 *  prepare   once per pod, when the feasible nodes are known: PreScore, and all
 *            other work that is the same for all nodes.  It sets run->skip if
 *            PreScore returns Skip and the plugin is enabled there: then the
 *            plugin contributes nothing, and map and reduce are not called.
 *            An error is an error of PreScore.
 *  map       Score: raw values
 *  reduce    NormalizeScore: 0 to FIT_PROFILE_MAX_SCORE, unweighted
 *
 * run->meta has max_score FIT_PROFILE_MAX_SCORE.  Do not use meta->milli_cpu
 * and memory for resources: they are v1.16's numbers.  api/pod.h describes the
 * requests of a pod.  Pods were decoded as the release reads them
 * (fit_profile_decode_flags), so fields that it does not know are not set. */

/* fit_profile_decode_flags: Returns: how to decode objects for plugins of
 * @release */
FitDecodeFlags fit_profile_decode_flags (FitRelease release,
                                         FitFeatureGates gates);
