/* factory-args.h - the arguments for creating predicates and priorities
 *
 * Source: kube-scheduler v1.16 factory.PluginFactoryArgs and the arguments of
 * custom predicates and priorities.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache-reading.h"

G_BEGIN_DECLS

typedef struct
{
  FitCache *cache; /* borrowed: listers, volume binder */
  FitFeatureGates gates;
  gint32 hard_pod_affinity_symmetric_weight; /* 1..100 */
} FitFactoryArgs;

/* The fields of the `argument` object in an entry of a Policy, which should have
 * exactly one.  All are kept, because none or several are rejected only when the
 * entry is registered. */
typedef enum
{
  FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY = 1 << 0,
  FIT_PREDICATE_ARGUMENT_LABELS_PRESENCE = 1 << 1,
} FitPredicateArgumentMembers;

typedef enum
{
  FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY = 1 << 0,
  FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE = 1 << 1,
  FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO = 1 << 2,
} FitPriorityArgumentMembers;

/* Argument of serviceAffinity (labels) and labelsPresence predicates. */
typedef struct
{
  const char *const *labels; /* NULL-terminated */
  gboolean presence;
} FitLabelsArgument;

/* Argument of serviceAntiAffinity (label) and labelPreference priorities. */
typedef struct
{
  const char *label;
  gboolean presence;
} FitLabelArgument;

typedef struct
{
  gint64 utilization; /* percent */
  gint64 score;       /* 0 to 10 */
} FitUtilizationPoint;

typedef struct
{
  const char *name;
  gint64 weight; /* 0 means 1 */
} FitWeightedResource;

typedef struct
{
  guint n;
  const FitUtilizationPoint *points;
} FitArgShape;

typedef struct
{
  guint n;
  const FitWeightedResource *items;
} FitArgResources;

/* Argument of requestedToCapacityRatioArguments, and of the plugin
 * RequestedToCapacityRatio. */
typedef struct
{
  FitArgShape shape;
  FitArgResources resources;
} FitCapacityRatioArgument;

G_END_DECLS
