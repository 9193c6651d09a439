/* bodies.h - what is sent to an API server, as JSON
 *
 * Objects in, text out.  All texts are (transfer full).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

/* -- pods ------------------------------------------------------------------ */

/* fit_body_binding: of @pod to @node_name */
char *fit_body_binding (const FitPod *pod, const char *node_name);

/* fit_body_delete: DeleteOptions for @pod and no other pod of its name; its own
 * grace period applies */
char *fit_body_delete (const FitPod *pod);

/* fit_body_victim_patch: a strategic merge patch of pods/status that makes the
 * condition DisruptionTarget of @pod, and of no other pod of its name, True.
 * The time of the transition is @now_ns, unless it was True already.
 * @observed_generation: 0: the condition has none */
char *fit_body_victim_patch (const FitPod *pod, const char *reason,
                             const char *message, gint64 observed_generation,
                             gint64 now_ns);

/* fit_body_victim_apply: the same as what a field manager applies; always with
 * the time of the transition */
char *fit_body_victim_apply (const FitPod *pod, const char *reason,
                             const char *message, gint64 now_ns);

/* -- the status of a pod --------------------------------------------------- */

/* What is to be written; all strings are owned. */
typedef struct
{
  char *reason;  /* (nullable): of PodScheduled=False; NULL: leave it */
  char *message; /* (nullable): both or neither */
  char *nominated_node_name;  /* (nullable): "" clears it, NULL: leave it */
  gint64 observed_generation; /* of the condition; 0: it has none */
} FitStatusChange;

void fit_status_change_clear (FitStatusChange *change);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitStatusChange, fit_status_change_clear)

/* fit_status_change_any: is there anything to write? */
gboolean fit_status_change_any (const FitStatusChange *change);

/* fit_status_change_reduce: drops from @change what @pod has already */
void fit_status_change_reduce (FitStatusChange *change, const FitPod *pod);

/* fit_body_status_patch: a strategic merge patch of pods/status, for @pod and
 * no other pod of its name.  The time of the transition is @now_ns, unless the
 * condition was False already. */
char *fit_body_status_patch (const FitPod *pod, const FitStatusChange *change,
                             gint64 now_ns);

/**
 * fit_body_status_put:
 * @json: the pod as the API server has it, maybe with fields that are not known
 *   here
 * @uid: the pod that is meant
 *
 * Returns: (nullable): the pod with @change; NULL with FIT_ERROR_NOT_FOUND for
 * another pod of that name or one that has a node, FIT_ERROR_PARSE for anything
 * but a pod; NULL without an error if @change changes nothing
 */
char *fit_body_status_put (const char *json, gsize len, const char *uid,
                           const FitStatusChange *change, gint64 now_ns,
                           GError **error);

/* -- volumes --------------------------------------------------------------- */

/* fit_body_volume_patch: a merge patch that reserves @volume for its claim, if
 * @volume has not changed.
 * @known: (nullable): the volume as it was last seen
 * @claim: (nullable): its claim, the same */
char *fit_body_volume_patch (const FitPersistentVolume *volume,
                             const FitPersistentVolume *known,
                             const FitPersistentVolumeClaim *claim);

/* fit_body_claim_patch: a merge patch with the selected node of @claim, if
 * @claim has not changed */
char *fit_body_claim_patch (const FitPersistentVolumeClaim *claim);

/* -- parts ----------------------------------------------------------------- */

/* fit_body_append_pod: appends the member @name, a reference to @pod, after
 * others of its object */
void fit_body_append_pod (GString *json, const char *name, const FitPod *pod);
