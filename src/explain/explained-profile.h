/* explained-profile.h - what plugins of a profile say about a pod as a whole
 *
 * An evaluation holds what was said about nodes.  Plugins also turn a pod away
 * before any node is looked at, leave out nodes, or have nothing to say; this asks
 * plugins of its own, made from the same profile, about that.
 */
#pragma once

#include "config/profile-algorithm.h"
#include "core/evaluation.h"

G_BEGIN_DECLS

typedef struct
{
  const char *release;               /* "1.34.1" */
  FitProfileAlgorithm *algorithm;    /* owned: the same rules */
  const FitPluginRegistry *registry; /* borrowed: plugins of the program */
  FitArena *arena;                   /* owned */
  FitPreFilterResult pre;            /* memory of @arena */
  char *choosy;      /* owned: who left only some nodes: "A, B" */
  guint n_skipped;   /* Score plugins that have nothing to say */
  gboolean *skipped; /* (nullable) owned: by priority of the evaluation; NULL:
                        nobody was asked */
} FitExplainedProfile;

/**
 * fit_explained_profile_new:
 * @index: of the profile
 * @pod, @cache: before they are evaluated
 *
 * Returns: (transfer full) (nullable): FIT_ERROR_POLICY when a plugin refuses its
 *   arguments
 */
FitExplainedProfile *
fit_explained_profile_new (const FitConfiguration *configuration, guint index,
                           const FitPluginRegistry *registry, const FitPod *pod,
                           FitCache *cache, GError **error);
void fit_explained_profile_free (FitExplainedProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExplainedProfile, fit_explained_profile_free)

/* fit_explained_profile_score: which Score plugins had nothing to say when
 * @evaluation was made?  @cache is still the same. */
void fit_explained_profile_score (FitExplainedProfile *profile,
                                  const FitEvaluation *evaluation,
                                  FitCache *cache);

/* fit_explained_profile_excludes: did plugins leave out @node, before it was
 * looked at? */
gboolean fit_explained_profile_excludes (const FitExplainedProfile *profile,
                                         const FitNodeInfo *node);

/* fit_failure_code: of the plugin that gave @reasons */
FitStatusCode fit_failure_code (const FitReason *reasons, guint n);

G_END_DECLS
