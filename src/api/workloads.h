/* workloads.h - objects that select pods: services, controllers,
 * PodDisruptionBudgets
 *
 * Also PriorityClass and Namespace.  Immutable, reference counted,
 * thread-safe; fields are read-only.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/object.h"
#include "api/selector.h"

G_BEGIN_DECLS

/* Service, ReplicationController, ReplicaSet or StatefulSet. */
typedef struct
{
  FIT_OBJECT_FIELDS
  FitLabels *selector_map; /* (nullable) service, RC: as in the input; NULL =
                              nil */
  FitSelector *selector;   /* owned.  Service, RC: equality, built unvalidated
                              (NULL map: nothing).  RS, StatefulSet:
                              LabelSelector, maybe invalid */
  FitSelector *spread_selector; /* owned: for SelectorSpread.  Service, RC:
                                   validated equality (invalid = everything);
                                   RS, StatefulSet: same as @selector */
  guint n_pairs;                /* service: of @spread_selector */
  FitSelector **pairs;          /* owned: one selector for each of its
                                   requirements */
} FitWorkload;

FIT_OBJECT_TYPE (FitWorkload, fit_workload)

typedef struct
{
  FIT_OBJECT_FIELDS
  FitSelector *selector; /* owned; v1beta1: empty matches nothing, v1: all */
  gint32 disruptions_allowed;
  FitLabels *disrupted; /* (nullable) owned: the pods whose eviction is under
                           way, with the time of each */
} FitPodDisruptionBudget;

FIT_OBJECT_TYPE (FitPodDisruptionBudget, fit_pdb)

typedef struct
{
  FIT_OBJECT_FIELDS
  gint32 value;
  gboolean global_default;
  gboolean never_preempts;
} FitPriorityClass;

FIT_OBJECT_TYPE (FitPriorityClass, fit_priority_class)

typedef struct
{
  FIT_OBJECT_FIELDS
  const char *name;    /* interned meta.name */
  char *node_selector; /* (nullable) owned: OpenShift's annotation */
} FitNamespace;

FIT_OBJECT_TYPE (FitNamespace, fit_namespace)

G_END_DECLS
