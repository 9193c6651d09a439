/* profile-plugin.h - plugins of later releases
 *
 * From v1.18 on a scheduler runs profiles: lists of plugins per extension point.
 * What such a plugin does at PreFilter and Filter is a FitPredicate here, what
 * it does at PreScore, Score and NormalizeScore a FitPriority with a resolution
 * of FIT_PROFILE_MAX_SCORE; so a profile runs like a Policy.
 *
 * A formula, a FitPredicateInfo or FitPriorityInfo, belongs to a plugin from one
 * release on until another takes its place; formulas.c has the table.  What
 * differs in little reads FitProfilePluginArgs, which its create() is given as
 * @argument, and keeps what it needs.
 */
#pragma once

#include "api/objects.h"
#include "framework/plugins/plugin-args.h"
#include "framework/plugins/profile-gates.h"
#include "predicates/predicate.h"
#include "priorities/priority.h"

G_BEGIN_DECLS

#define FIT_PROFILE_MAX_SCORE 100

/* At which points the profile has the plugin: a plugin that is enabled at one of
 * two points that belong together behaves differently. */
typedef enum
{
  FIT_PROFILE_AT_PRE_FILTER = 1 << 0,
  FIT_PROFILE_AT_FILTER = 1 << 1,
  FIT_PROFILE_AT_PRE_SCORE = 1 << 2,
  FIT_PROFILE_AT_SCORE = 1 << 3,
} FitProfilePluginPoints;

/* What create() of a formula is given as @argument. */
typedef struct
{
  FitRelease release;
  FitProfileGates gates;
  guint points;                  /* FitProfilePluginPoints */
  const FitPluginSettings *args; /* never NULL: of the kind of the plugin */
  FitCache *cache;               /* borrowed, as in FitFactoryArgs */
} FitProfilePluginArgs;

/* A row of the table: the plugin computes so from @since on. */
typedef struct
{
  const char *plugin;
  FitRelease since;
  const FitPredicateInfo *filter; /* in the table of filters */
  const FitPriorityInfo *score;   /* in the table of scores */
} FitProfileFormula;

/* fit_profile_filter_formula, fit_profile_score_formula: Returns: (transfer none)
 * (nullable): of @plugin in @release */
const FitPredicateInfo *fit_profile_filter_formula (const char *plugin,
                                                    FitRelease release);
const FitPriorityInfo *fit_profile_score_formula (const char *plugin,
                                                  FitRelease release);

/* fit_profile_filter_new: Returns: (transfer full) (nullable): @plugin at
 * PreFilter and Filter; FIT_ERROR_NOT_FOUND when it does not take part there */
FitPredicate *fit_profile_filter_new (const char *plugin,
                                      const FitProfilePluginArgs *args,
                                      GError **error);
void fit_profile_filter_free (FitPredicate *filter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPredicate, fit_profile_filter_free)

/* fit_profile_score_new: the same at PreScore and Score */
FitPriority *fit_profile_score_new (const char *plugin, gint64 weight,
                                    const FitProfilePluginArgs *args,
                                    GError **error);
void fit_profile_score_free (FitPriority *score);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPriority, fit_profile_score_free)

/* How a score formula is run (fields of FitPriorityRun and FitPriorityInfo):
 *
 *   prepare   once per pod, when the feasible nodes are known: PreScore, and all
 *             else that is the same for all nodes.  It sets run->skip where
 *             PreScore answers Skip and the plugin is enabled there: then the
 *             plugin contributes nothing, and map and reduce are not called.
 *             An error is that of PreScore.
 *   map       Score: raw values
 *   reduce    NormalizeScore: 0 to FIT_PROFILE_MAX_SCORE, not weighted
 *
 * run->meta is made with max_score FIT_PROFILE_MAX_SCORE; meta->request,
 * milli_cpu and memory are v1.16's figures and must not be used for resources:
 * see api/pod.h for what the requests of a pod are.  Pods were decoded as the
 * release reads them (fit_profile_decode_flags), so a field that is unknown to it
 * is not there. */

/* fit_profile_decode_flags: how objects are to be read for plugins of
 * @release */
FitDecodeFlags fit_profile_decode_flags (FitRelease release,
                                         FitProfileGates gates);

G_END_DECLS
