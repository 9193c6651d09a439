/* place-pods.h - pods are placed one by one, for questions about capacity
 * (private to simulate/)
 *
 * An attempt that fails with an error is no answer: "the attempt to place pod
 * NAMESPACE/NAME failed: ...", with the code of that error.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/simulation.h"

/* fit_pod_copy: Returns: (transfer full): a pending copy of @pod named
 * "NAME-@number", with its own UID */
FitPod *fit_pod_copy (const FitPod *pod, guint number);

/* fit_place: @out_node: (nullable): NULL with @out_reason (transfer full).
 * Returns: FALSE if the attempt failed with an error */
gboolean fit_place (FitSimulation *simulation, const FitPod *pod,
                    const FitNodeInfo **out_node, char **out_reason,
                    GError **error);

/* The pods to place. */
typedef struct
{
  guint n;            /* number of all pods */
  GPtrArray *left;    /* owned, of FitPod (borrowed): those not placed */
  GPtrArray *reasons; /* owned, of interned strings (owned): why each of these
                         does not fit */
} FitRound;

void fit_round_clear (FitRound *round);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRound, fit_round_clear)

/* fit_place_all: tries each of @pods, and those that fit nowhere again while
 * others are placed; @out: to be cleared even on failure */
gboolean fit_place_all (FitSimulation *simulation, const GPtrArray *pods,
                        FitRound *out, GError **error);
