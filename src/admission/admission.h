/* admission.h - which new pods the API server would admit, and with which
 * requests
 *
 * LimitRanges add default requests and limits to the containers of new pods,
 * and reject pods that ask for too little or too much.  ResourceQuotas reject
 * pods and claims that exceed what is left for their namespace.  Pods that
 * already exist passed these checks when they were created; they only count as
 * used.
 *
 * Usage is counted from the pods and claims of the input.  The status of a
 * ResourceQuota is not read, because it may be out of date.
 *
 * A FitAdmission belongs to one thread at a time.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "base/arena.h"

typedef struct _FitAdmission FitAdmission;

/**
 * fit_admission_new:
 * @objects: its LimitRanges and ResourceQuotas are used; if several have the
 *   same name, the last one counts
 * @flags: the flags with which the pods are read; they tell whether to follow
 *   v1.16 or, if pods have sidecars, 1.28 and later
 *
 * Nothing counts as used yet.
 *
 * Returns: (transfer full) (nullable): NULL if no namespace is restricted
 */
FitAdmission *fit_admission_new (const FitObjects *objects,
                                 FitDecodeFlags flags);

/* fit_admission_free: accepts NULL */
void fit_admission_free (FitAdmission *admission);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitAdmission, fit_admission_free)

/* fit_admission_concerns: does @namespace_ (interned) have a LimitRange or a
 * ResourceQuota? */
gboolean fit_admission_concerns (const FitAdmission *admission,
                                 const char *namespace_);

/* fit_admission_set_defaults: adds the default requests and limits of
 * @namespace_ (interned) to the containers of @pod, a pod that is not created
 * yet.  Returns: the pod; what is new is in @arena, the rest is shared with
 * @pod */
FitValue fit_admission_set_defaults (const FitAdmission *admission,
                                     FitArena *arena, const char *namespace_,
                                     const FitValue *pod);

/* fit_admission_refuse: would @pod, which was read with FIT_DECODE_DEMANDS, be
 * rejected now?  Returns: (transfer full) (nullable): why, in the words of the
 * API server; NULL if it would be admitted */
char *fit_admission_refuse (const FitAdmission *admission, const FitPod *pod);

/* fit_admission_charge: counts @pod as used; call it when the pod is created */
void fit_admission_charge (FitAdmission *admission, const FitPod *pod);

/* fit_admission_save: Returns: (transfer full): what counts as used now */
GArray *fit_admission_save (const FitAdmission *admission);

/* fit_admission_restore: counts as used again what fit_admission_save() returned
 * as @used */
void fit_admission_restore (FitAdmission *admission, const GArray *used);

/* A pod that was rejected. */
typedef struct
{
  FitPod *pod;  /* owned reference */
  char *reason; /* owned: in the words of the API server */
} FitRefusal;

typedef struct
{
  GPtrArray *pods;    /* owned, of FitRefusal, in the order of creation */
  GHashTable *claims; /* owned set of char: NAMESPACE/NAME of the claims that
                         were rejected; their pods are in @pods */
} FitRefusals;

/* fit_refusals_add: rejects those of @pods that are left in @objects, and removes
 * them.  @refusals: (inout) (nullable) */
void fit_refusals_add (FitRefusals **refusals, FitObjects *objects,
                       const GPtrArray *pods, const char *reason);

/* fit_refusals_free: accepts NULL */
void fit_refusals_free (FitRefusals *refusals);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitRefusals, fit_refusals_free)

/**
 * fit_admission_run:
 * @objects: all objects of the cluster; rejected pods and claims are removed
 * @made: the new pods, in the order in which they are created; they belong to
 *   @objects and were read with FIT_DECODE_DEMANDS.  All other pods existed
 *   before
 * @first_claim: index of the first new PersistentVolumeClaim in @objects; a new
 *   claim is created together with the first new pod that uses it
 *
 * Creates the pods one by one: each is rejected, or counts as used for the
 * next.
 *
 * Returns: (transfer full): what was rejected
 */
FitRefusals *fit_admission_run (FitAdmission *admission, FitObjects *objects,
                                const GPtrArray *made, guint first_claim);

/* fit_admission_repeat: removes from @objects what fit_admission_run()
 * rejected.
 * @objects: the same cluster, read with other flags.  Returns: (transfer full):
 * the same refusals, with the pods of @objects */
FitRefusals *fit_admission_repeat (FitObjects *objects,
                                   const FitRefusals *refused);
