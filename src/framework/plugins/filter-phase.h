/* filter-phase.h - how a release runs the filters of a profile
 *
 * PreFilter plugins are asked first, each once, in their own order; they may
 * reject the pod, or leave only some nodes to look at.  Then Filter plugins are
 * asked about nodes, in theirs.  What a release makes of the answers is said here.
 */
#pragma once

#include "framework/plugins/profile-plugin.h"
#include "predicates/metadata.h"

G_BEGIN_DECLS

/* The filters of a profile. */
typedef struct _FitFilterProfile
{
  FitRelease release;
  GPtrArray *plugins; /* owned, of FitPredicate: those at Filter in order, then
                         those at PreFilter alone */
  guint n_filters;    /* those at Filter */
  GArray *order;      /* owned, of guint: indexes of those at PreFilter */
} FitFilterProfile;

/* What FitFilterProfile is made for. */
typedef struct
{
  FitRelease release;
  FitProfileGates gates;
  FitCache *cache; /* borrowed */
  guint n_pre_filters;
  const char *const *pre_filters; /* names, in order */
  guint n_filters;
  const char *const *filters;
} FitFilterProfileOptions;

/* The settings of a plugin, for which they are asked once. */
typedef const FitPluginSettings *(*FitSettingsFunc) (const char *plugin,
                                                     gpointer data);

/* fit_filter_profile_new: Returns: (transfer full) (nullable) */
FitFilterProfile *
fit_filter_profile_new (const FitFilterProfileOptions *options,
                        FitSettingsFunc settings, gpointer data,
                        GError **error);
void fit_filter_profile_free (FitFilterProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitFilterProfile, fit_filter_profile_free)

/* What came of PreFilter; memory of the cycle's arena. */
typedef struct
{
  const FitPredicate *rejected_by; /* (nullable): fits nowhere, for */
  const FitReasons *reject;        /* these reasons */
  const char *error;               /* (nullable): the attempt fails */
  const guint8 *excluded; /* (nullable): by node index: not to be looked at */
  const char *excluded_reason; /* (nullable): what is said of such nodes; NULL:
                                  they are passed over in silence */
} FitPreFilterResult;

/* fit_filter_profile_pre_filter: fills in @runs, one for each of
 * profile->plugins; single-threaded part of a cycle.  After a rejection or an
 * error some are not prepared. */
void fit_filter_profile_pre_filter (const FitFilterProfile *profile,
                                    FitPredicateMetadata *meta,
                                    FitPredicateRun *runs,
                                    FitPreFilterResult *out_result);

/* fit_filter_profile_asks_all: are all filters asked about a node, or only those
 * up to the first that rejects it? */
gboolean fit_filter_profile_asks_all (FitRelease release);

/* fit_filter_error_text: of a filter that could not answer.  Returns: (transfer
 * full) */
char *fit_filter_error_text (FitRelease release, const char *plugin,
                             const char *pod_name, const char *message);

/* fit_pre_filter_fit_error: of a pod that PreFilter rejected.  Returns: (transfer
 * full): "0/N nodes are available: ..." */
char *fit_pre_filter_fit_error (FitRelease release, guint n_nodes,
                                const FitReasons *reject);

G_END_DECLS
