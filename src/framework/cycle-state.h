/* cycle-state.h - what plugins remember about one pod from point to point
 *
 * v1.16 calls it the plugin context: one for each attempt with a pod, shared
 * by all points of that attempt, the binding included.  Any plugin may read,
 * replace or delete any key.  Nothing is locked inside: Filter and Score run on
 * several threads, and plugins that write there take the lock.
 *
 * Later releases also clone it, where they ask plugins what would be: about a
 * node with the pods that are nominated to it, and in preemption.
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 PluginContext, v1.28
 * framework/cycle_state.go.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef struct _FitCycleState FitCycleState;

FitCycleState *fit_cycle_state_new (void);
void fit_cycle_state_free (FitCycleState *state);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCycleState, fit_cycle_state_free)

/* fit_cycle_state_get: FIT_ERROR_NOT_FOUND "not found".
 * Returns: (transfer none) (nullable) */
gpointer fit_cycle_state_get (const FitCycleState *state, const char *key,
                              GError **error);

/* fit_cycle_state_set: @data is freed by @free_data (nullable) when replaced,
 * deleted, or at the end of the attempt */
void fit_cycle_state_set (FitCycleState *state, const char *key, gpointer data,
                          GDestroyNotify free_data);

/* fit_cycle_state_set_cloneable: the same for data that changes with what would
 * be: @clone makes (transfer full) another one for a clone */
void fit_cycle_state_set_cloneable (FitCycleState *state, const char *key,
                                    gpointer data, gpointer (*clone) (gpointer),
                                    GDestroyNotify free_data);

/* fit_cycle_state_clone: data that is not cloneable is in both, and freed with
 * the last of them.  Returns: (transfer full) */
FitCycleState *fit_cycle_state_clone (const FitCycleState *state);

void fit_cycle_state_delete (FitCycleState *state, const char *key);

/* Pods that are to be active as soon as this attempt has got so far that the pod
 * has a node, and once more when it is bound: a GPtrArray of FitPod.  From v1.22
 * on. */
#define FIT_PODS_TO_ACTIVATE "kubernetes.io/pods-to-activate"

/* One writer, or any number of readers. */
void fit_cycle_state_lock (FitCycleState *state);
void fit_cycle_state_unlock (FitCycleState *state);
void fit_cycle_state_lock_shared (FitCycleState *state);
void fit_cycle_state_unlock_shared (FitCycleState *state);

G_END_DECLS
