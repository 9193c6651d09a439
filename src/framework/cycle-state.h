/* cycle-state.h - data that plugins keep during one scheduling attempt
 *
 * v1.16 calls it the plugin context.  There is one for each attempt, shared by
 * all extension points of that attempt, including the binding.  Any plugin may
 * read, replace or delete any key.  The functions do not lock: plugins with
 * threads of their own must take the lock.
 *
 * Later releases also clone it for what-if questions: for a node with the pods
 * nominated to it, and in preemption.
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 PluginContext, v1.28
 * framework/cycle_state.go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef struct _FitCycleState FitCycleState;

FitCycleState *fit_cycle_state_new (void);
void fit_cycle_state_free (FitCycleState *state);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCycleState, fit_cycle_state_free)

/* fit_cycle_state_get: fails with FIT_ERROR_NOT_FOUND "not found".
 * Returns: (transfer none) (nullable) */
gpointer fit_cycle_state_get (const FitCycleState *state, const char *key,
                              GError **error);

/* fit_cycle_state_set: @free_data (nullable) frees @data when it is replaced or
 * deleted, or when the attempt ends */
void fit_cycle_state_set (FitCycleState *state, const char *key, gpointer data,
                          GDestroyNotify free_data);

/* fit_cycle_state_set_cloneable: the same for data that what-if questions
 * change; @clone returns a copy (transfer full) for a clone of the state */
void fit_cycle_state_set_cloneable (FitCycleState *state, const char *key,
                                    gpointer data, gpointer (*clone) (gpointer),
                                    GDestroyNotify free_data);

/* fit_cycle_state_clone: data that is not cloneable is shared, and freed with
 * the last state.  Returns: (transfer full) */
FitCycleState *fit_cycle_state_clone (const FitCycleState *state);

void fit_cycle_state_delete (FitCycleState *state, const char *key);

/* Key of a GPtrArray of FitPod.  These pods become active as soon as the pod of
 * this attempt has a node, and again when it is bound.  From v1.22 on. */
#define FIT_PODS_TO_ACTIVATE "kubernetes.io/pods-to-activate"

/* One writer, or any number of readers. */
void fit_cycle_state_lock (FitCycleState *state);
void fit_cycle_state_unlock (FitCycleState *state);
void fit_cycle_state_lock_shared (FitCycleState *state);
void fit_cycle_state_unlock_shared (FitCycleState *state);

G_END_DECLS
