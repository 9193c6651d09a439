/* explained-profile.h - what the plugins of a profile decide about a pod as a
 * whole
 *
 * An evaluation contains the results for nodes.  Plugins may also reject a pod
 * before any node is checked, exclude nodes, or skip the pod.  To find that
 * out, this module runs its own plugins, created from the same profile.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/profile-algorithm.h"
#include "core/evaluation.h"

typedef struct
{
  const char *release;               /* "1.34.1" */
  FitProfileAlgorithm *algorithm;    /* owned: the same rules */
  const FitPluginRegistry *registry; /* borrowed: plugins of the embedding
                                        program */
  FitArena *arena;                   /* owned */
  FitPreFilterResult pre;            /* memory of @arena */
  char *choosy;      /* owned: the plugins that restrict the nodes: "A, B" */
  guint n_skipped;   /* number of Score plugins that skip the pod */
  gboolean *skipped; /* (nullable) owned: by priority of the evaluation; NULL:
                        not computed */
} FitExplainedProfile;

/**
 * fit_explained_profile_new:
 * @index: of the profile
 * @pod, @cache: as before the evaluation
 *
 * Returns: (transfer full) (nullable): FIT_ERROR_POLICY if a plugin rejects its
 *   arguments
 */
FitExplainedProfile *
fit_explained_profile_new (const FitConfiguration *configuration, guint index,
                           const FitPluginRegistry *registry, const FitPod *pod,
                           FitCache *cache, GError **error);
void fit_explained_profile_free (FitExplainedProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExplainedProfile, fit_explained_profile_free)

/* fit_explained_profile_score: finds the Score plugins that skipped the pod in
 * @evaluation.  @cache must be unchanged. */
void fit_explained_profile_score (FitExplainedProfile *profile,
                                  const FitEvaluation *evaluation,
                                  FitCache *cache);

/* fit_explained_profile_excludes: did plugins exclude @node before it was
 * checked? */
gboolean fit_explained_profile_excludes (const FitExplainedProfile *profile,
                                         const FitNodeInfo *node);

/* fit_failure_code: Returns: the status code of the plugin that gave
 * @reasons */
FitStatusCode fit_failure_code (const FitReason *reasons, guint n);
