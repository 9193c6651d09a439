/* filter-phase.h - how a release runs the filters of a profile
 *
 * First the PreFilter plugins run, each once, in their own order.  They may
 * reject the pod or restrict the nodes to check.  Then the Filter plugins check
 * the nodes, in their own order.  This module applies the release's rules to
 * the results.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "rules/pre-filter.h"
#include "rules/profile-plugin.h"
#include "predicates/metadata.h"

/* The filters of a profile. */
typedef struct _FitFilterProfile
{
  FitRelease release;
  FitBehaviour behaviour; /* of @release */
  FitFeatureGates gates;
  GPtrArray *plugins; /* owned, of FitPredicate: the Filter plugins in order,
                         then those that run only at PreFilter */
  guint n_filters;    /* number of Filter plugins */
  GArray *order;      /* owned, of guint: indexes of the PreFilter plugins, in
                         order */
} FitFilterProfile;

/* The input for a FitFilterProfile. */
typedef struct
{
  FitRelease release;
  FitFeatureGates gates;
  FitCache *cache; /* borrowed */
  guint n_pre_filters;
  const char *const *pre_filters; /* names, in order */
  guint n_filters;
  const char *const *filters;
} FitFilterProfileOptions;

/* Returns the arguments of a plugin; called once per plugin. */
typedef gconstpointer (*FitArgsFunc) (const char *plugin, gpointer data);

/* fit_filter_profile_new: Returns: (transfer full) (nullable) */
FitFilterProfile *
fit_filter_profile_new (const FitFilterProfileOptions *options,
                        FitArgsFunc args, gpointer data, GError **error);
void fit_filter_profile_free (FitFilterProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitFilterProfile, fit_filter_profile_free)

/* fit_filter_profile_pre_filter: fills in @runs, one for each of
 * profile->plugins.  Part of a cycle that runs on one thread.  After a
 * rejection or an error some runs are not prepared. */
void fit_filter_profile_pre_filter (const FitFilterProfile *profile,
                                    FitPredicateMetadata *meta,
                                    FitPredicateRun *runs,
                                    FitPreFilterResult *out_result);

/* fit_filter_profile_asked: has PreFilter of @plugin run?  A plugin that
 * rejects the pod for good keeps those after it from running. */
gboolean fit_filter_profile_asked (const FitFilterProfile *profile,
                                   const FitPreFilterResult *result,
                                   const char *plugin);

/* fit_filter_profile_after_rejection: readies @runs for checking nodes although
 * PreFilter has rejected the pod (@result), as preemption does.  Plugins that
 * have not computed what they need fail then.
 * Returns: (nullable): an error that ends any trial without some pods */
const char *
fit_filter_profile_after_rejection (const FitFilterProfile *profile,
                                    FitPredicateRun *runs,
                                    const FitPreFilterResult *result);

/* fit_filter_error_text: the text of a filter's error.  Returns: (transfer
 * full) */
char *fit_filter_error_text (const FitBehaviour *behaviour, const char *plugin,
                             const char *pod_name, const char *message);

/* fit_pre_filter_fit_error: the FitError of a pod that PreFilter rejected.
 * Returns: (transfer full): "0/N nodes are available: ..." */
char *fit_pre_filter_fit_error (const FitBehaviour *behaviour, guint n_nodes,
                                const FitReasons *reject);
