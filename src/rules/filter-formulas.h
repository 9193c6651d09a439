/* filter-formulas.h - how plugins filter (private to rules)
 *
 * Each formula lives in the file named after its plugin, or is v1.16's if that
 * still applies.  The plugin's FitRule lists the release from which a formula
 * applies, FitBehaviour how it differs between releases.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/behaviour.h"
#include "rules/profile-plugin.h"
#include "predicates/metadata.h"

/* The common start of every formula's FitPredicate.data. */
typedef struct
{
  FitBehaviour behaviour;
  FitFeatureGates gates;
  guint points; /* FitExtensionPoints */
} FitFilterData;

/* fit_filter_data_init: initialises @data from @args; NULL: for a predicate of
 * v1.16, which has no points */
void fit_filter_data_init (FitFilterData *data,
                           const FitProfilePluginArgs *args);

/* fit_filter_data_create: FitPredicateInfo.create for a formula without further
 * data; freed by g_free() */
gboolean fit_filter_data_create (const FitFactoryArgs *args,
                                 gconstpointer argument, gpointer *out_data,
                                 GError **error);

static inline const FitFilterData *
fit_filter_data (const FitPredicateRun *run)
{
  return run->predicate->data;
}

static inline const FitBehaviour *
fit_filter_behaviour (const FitPredicateRun *run)
{
  return &fit_filter_data (run)->behaviour;
}

/* fit_filter_skip: the plugin does not matter for this pod; if @says and
 * PreFilter is enabled, it returns Skip */
void fit_filter_skip (FitPredicateRun *run, gboolean says);

/* fit_filter_reject: rejects the pod on all nodes, with @code and @text
 * (nullable, copied), if PreFilter is enabled */
void fit_filter_reject (FitPredicateRun *run, FitReasonCode code,
                        const char *text);

/* fit_node_affinity_holds: node-affinity.c: does @node satisfy the nodeSelector
 * and the required node affinity of @spec? */
gboolean fit_node_affinity_holds (const FitPodSpec *spec, const FitNode *node);

/* VolumeRestrictions, which fails only some pods without its PreFilter */
extern const FitPredicateInfo fit_filter_volume_restrictions;
