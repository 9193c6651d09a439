/* pod-topology-spread.h - what the files of PodTopologySpread share (private to
 * them)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "predicates/detail.h"
#include "priorities/priority.h"

#define FIT_SPREAD_FILTER_SUMMARY \
  "the node satisfies the pod's DoNotSchedule topology spread constraints"
#define FIT_SPREAD_SCORE_SUMMARY \
  "domains with the fewest matching pods, for ScheduleAnyway constraints"

/* fit_spread_repels: does a taint keep pods of @spec away?  @any: also one with
 * effect PreferNoSchedule */
gboolean fit_spread_repels (const FitPodSpec *spec, const FitNode *node,
                            gboolean any);

/* fit_spread_own_labels: sets @out, which has room for all keys, to the labels
 * of @pod that matchLabelKeys of @constraint names.  Returns: how many */
guint fit_spread_own_labels (const FitPod *pod,
                             const FitSpreadConstraint *constraint,
                             FitLabel *out);

/* The counts of a spread constraint. */
typedef struct
{
  const FitSpreadConstraint *constraint;
  const char *selects;         /* (nullable): "app=web" */
  const FitSelector *selector; /* (nullable): what selects all that count */
  const char *value;           /* of the node */
  gint64 count;                /* number of pods there */
  gboolean self;               /* count the incoming pod too */
  gint64 least;
  const char *least_value; /* (nullable): the value with that count */
} FitSpreadCount;

/* fit_explain_spread: too many pods on a node; @counts are those of the key of
 * @slot, by value id.  fit_explain_missing_key: the node lacks the key */
void fit_explain_spread (const FitTopology *topology, guint slot,
                         const gint32 *counts, const FitSpreadCount *spread,
                         FitDetail *detail);
void fit_explain_missing_key (const char *key, FitDetail *detail);

/* how it scores from 1.19 on, in pod-topology-spread-score.c */
extern const FitPriorityInfo fit_score_pod_topology_spread;
