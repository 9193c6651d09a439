/* config-trial.h - places pods by a profile and by changes of it, to see what
 * the changes do
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/config-edit.h"
#include "warnings/config-lint.h"
#include "simulate/simulation.h"

/* At most so many pods of a cluster are placed. */
#define FIT_TRIAL_MAX_PODS 500

/* fit_pod_is_tied: is it a static pod or one of a DaemonSet, which has no other
 * place? */
gboolean fit_pod_is_tied (const FitPod *pod);

/* Where pods are placed: nodes, and pods that have no node yet. */
typedef struct
{
  const FitObjects *objects; /* borrowed */
  GPtrArray *pods;           /* owned, of FitPod (borrowed) to place */
  gboolean anew;             /* they have nodes, and are placed once more */
} FitTrialPlace;

void fit_trial_place_clear (FitTrialPlace *place);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitTrialPlace, fit_trial_place_clear)

/* fit_trial_place_init: the pods of the profile @index in the cluster: those
 * without a node, or else those that can be placed anew; all schedulers', if
 * the only profile has none.  @out: to be cleared.  Returns: FALSE if there are
 * no such pods */
gboolean fit_trial_place_init (FitTrialPlace *out, const FitConfigLint *lint,
                               guint index);

/* A profile that is tried. */
typedef struct
{
  const FitConfigLint *lint; /* borrowed */
  guint index;               /* of the profile */
  FitArena *arena;           /* borrowed: for changes */
} FitConfigTrial;

/* fit_config_trial_file: Returns: (transfer none): a file with this profile
 * only, which can be changed */
FitConfigFile *fit_config_trial_file (const FitConfigTrial *trial);

/* fit_config_trial_weigh: gives @plugin another weight at score */
void fit_config_trial_weigh (const FitConfigTrial *trial, FitConfigFile *file,
                             const char *plugin, gint32 weight);

/* fit_config_trial_silence: disables @plugin at score */
void fit_config_trial_silence (const FitConfigTrial *trial, FitConfigFile *file,
                               const char *plugin);

/* fit_config_trial_run: Returns: (transfer full) (nullable): the interned names
 * of the nodes of all pods, NULL for pods that fit nowhere; NULL if the release
 * rejects @file, or there is no answer */
GPtrArray *fit_config_trial_run (const FitConfigTrial *trial,
                                 const FitConfigFile *file,
                                 const FitTrialPlace *place);

/* fit_trial_count_nodes: how many different nodes are in @nodes?
 * fit_trial_count_placed: how many pods have one?
 * fit_trial_count_moved: how many pods have different nodes? */
guint fit_trial_count_nodes (const GPtrArray *nodes);
guint fit_trial_count_placed (const GPtrArray *nodes);
guint fit_trial_count_moved (const GPtrArray *one, const GPtrArray *other);
