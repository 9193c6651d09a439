/* pod-resizes-decode.h - what a pod counts while its containers are resized in
 * place (private to api/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/decode.h"
#include "api/pod.h"

/* What the status of a pod says about one container, or about the whole pod. */
typedef struct
{
  const char *name;          /* of the container */
  gboolean has_resources;    /* resources is there, maybe empty */
  FitResourceList requests;  /* owned: resources.requests */
  FitResourceList allocated; /* owned: allocatedResources */
} FitResizedContainer;

/* What the status of a pod says about its size. */
typedef struct FitResizes
{
  guint n_containers;
  FitResizedContainer *containers; /* owned */
  guint n_init_containers;
  FitResizedContainer *init_containers; /* owned */
  FitResizedContainer pod;              /* read of every pod; counts with
                                           FIT_DECODE_POD_RESIZES */
  gboolean infeasible;                  /* the node cannot resize the pod */
  gboolean has_pending; /* there was a condition about it already */
} FitResizes;

extern const FitType fit_type_resized_status; /* FitResizes: a pod's status */

/* fit_resizes_decode: reads the status of the pod @value if the flags of
 * @decoder ask for it.  @out: zero before, must be cleared even after a
 * failure */
gboolean fit_resizes_decode (FitDecoder *decoder, const FitValue *value,
                             FitResizes *out, GError **error);
void fit_resizes_clear (FitResizes *resizes);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitResizes, fit_resizes_clear)

/* fit_resizes_apply: makes @requests, which the spec of the container @name
 * has, what counts for it; @is_init: an init container; @is_sidecar: one that
 * goes on running */
void fit_resizes_apply (const FitResizes *resizes, const FitDecoder *decoder,
                        const char *name, gboolean is_init, gboolean is_sidecar,
                        FitResourceList *requests);

/* fit_resizes_apply_to_pod: makes @requests, which the pod has as a whole, what
 * counts for it.  Resources that the pod does not name stay as they are. */
void fit_resizes_apply_to_pod (const FitResizes *resizes,
                               const FitDecoder *decoder,
                               FitResourceList *requests);
