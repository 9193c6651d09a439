/* capacity.h - how many more pods fit
 *
 * Pods are placed one by one, like fit_simulation_schedule(), without
 * preemption.  A pod that fits nowhere is tried again as long as other pods are
 * placed, since it may have affinity to one of them.
 *
 * There is no answer if an attempt to place a pod fails with an error, for
 * example of an extender: "the attempt to place pod NAMESPACE/NAME failed:
 * ...", with the code of that error.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "admission/admission.h"
#include "simulate/simulation.h"

/* The maximum number of copies of a template. */
#define FIT_CAPACITY_MAX_REPLICAS 1000000

/* The copies of one template. */
typedef struct
{
  const FitPod *pod; /* owned reference: the template */
  guint placed;
  char *reason;     /* (nullable) owned: why the next copy does not fit, as a
                       FitError text, or why admission refuses it; NULL: all
                       copies were placed */
  gboolean refused; /* admission refuses it */
} FitCapacityTemplate;

typedef struct
{
  const char *name; /* interned, owned */
  guint total;      /* copies of all templates */
  guint *placed;    /* owned: by template */
} FitCapacityNode;

typedef struct
{
  guint n_templates;
  FitCapacityTemplate *templates; /* owned */
  guint n_nodes;
  FitCapacityNode *nodes; /* owned: all nodes, in input order */
  guint n_unplaced;       /* pods that were already pending and fit nowhere */
} FitCapacity;

void fit_capacity_free (FitCapacity *capacity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCapacity, fit_capacity_free)

/**
 * fit_capacity_until_full:
 * @simulation: a new simulation; it is full afterwards
 * @templates: of FitPod: completed; a nodeName is ignored
 * @replicas: maximum number of copies of each; 0: FIT_CAPACITY_MAX_REPLICAS
 * @admission: (nullable): may refuse copies; placed copies are charged to it
 *
 * Places the pending pods, then copies of the templates in turn, named
 * TEMPLATE-1, TEMPLATE-2, ..., until none fits.
 *
 * Returns: (transfer full) (nullable): NULL if an attempt fails with an error
 */
FitCapacity *fit_capacity_until_full (FitSimulation *simulation,
                                      const GPtrArray *templates,
                                      guint replicas, FitAdmission *admission,
                                      GError **error);
