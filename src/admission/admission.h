/* admission.h - which new pods an API server would take, and as what
 *
 * LimitRanges give the containers of new pods requests and limits, and refuse
 * pods that are too small or too large; ResourceQuotas refuse what is too much
 * for a namespace.  Pods that are in a cluster went through that when they were
 * made: they only count.
 *
 * What has been used is counted from the pods and claims at hand; what the status
 * of a quota says may be old, and is not read.
 */
#pragma once

#include "api/objects.h"
#include "base/arena.h"

G_BEGIN_DECLS

typedef struct _FitAdmission FitAdmission;

/**
 * fit_admission_new:
 * @objects: its LimitRanges and ResourceQuotas; of several of the same name the
 *   last one
 * @flags: with which pods are read: whether the rules are those of 1.28 and
 *   later, which know sidecars, or v1.16's
 *
 * Returns: (transfer full) (nullable): NULL when nothing is restricted
 */
FitAdmission *fit_admission_new (const FitObjects *objects,
                                 FitDecodeFlags flags);
void fit_admission_free (FitAdmission *admission);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitAdmission, fit_admission_free)

/* fit_admission_concerns: does anything restrict @namespace_ (interned)? */
gboolean fit_admission_concerns (const FitAdmission *admission,
                                 const char *namespace_);

/* fit_admission_set_defaults: the tree @pod, which is to be made in @namespace_
 * (interned), with the requests and limits that its containers get.  The result
 * lives in @arena and shares what is not changed. */
FitValue fit_admission_set_defaults (const FitAdmission *admission,
                                     FitArena *arena, const char *namespace_,
                                     const FitValue *pod);

/* fit_admission_refuse: would @pod, read with FIT_DECODE_DEMANDS, be refused
 * now?  Returns: (transfer full) (nullable): why, in the words of the API
 * server; NULL when it would not */
char *fit_admission_refuse (const FitAdmission *admission, const FitPod *pod);

/* fit_admission_charge: @pod is there now */
void fit_admission_charge (FitAdmission *admission, const FitPod *pod);

/* A pod that has not been made. */
typedef struct
{
  FitPod *pod;  /* owned reference */
  char *reason; /* owned: in the words of the API server */
} FitRefusal;

typedef struct
{
  GPtrArray *pods;    /* owned, of FitRefusal, in the order of @made */
  GHashTable *claims; /* owned set: NAMESPACE/NAME of claims, without which
                         some of these pods were not made */
} FitRefusals;

void fit_refusals_free (FitRefusals *refusals);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitRefusals, fit_refusals_free)

/**
 * fit_admission_run:
 * @objects: complete; loses what is refused
 * @made: pods of @objects (borrowed), read with FIT_DECODE_DEMANDS, that are made
 *   one after the other; all others were there before
 * @first_claim: PersistentVolumeClaims of @objects from this number on are made
 *   with the first of these pods that names them
 *
 * Returns: (transfer full): what was refused
 */
FitRefusals *fit_admission_run (FitAdmission *admission, FitObjects *objects,
                                const GPtrArray *made, guint first_claim);

/* fit_admission_repeat: takes out of @objects, which are like those of
 * fit_admission_run() but read otherwise, what was refused there.
 * Returns: (transfer full) */
FitRefusals *fit_admission_repeat (FitObjects *objects,
                                   const FitRefusals *refused);

G_END_DECLS
