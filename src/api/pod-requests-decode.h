/* pod-requests-decode.h - the requests of a pod: its containers, init
 * containers, own resources and overhead (private to api/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/decode.h"
#include "api/pod-private.h"
#include "api/pod-resizes-decode.h"

/* One resource while init containers run. */
typedef struct
{
  gboolean named; /* a sidecar has named it so far */
  gint64 sidecars;
  gint64 peak;
} FitInitSum;

/* A pod's spec while it is being decoded.  @spec comes first, so that tables
 * for FitPodSpec work. */
typedef struct
{
  FitPodSpec spec;
  const char *node_name;        /* interned */
  FitResourceList overhead;     /* owned */
  FitResourceList pod_requests; /* owned: spec.resources.requests */
  FitResourceList pod_limits;   /* owned: spec.resources.limits */
  FitContainerSums sidecars;    /* owned: the sidecars so far */
  FitContainerSums init_peak;   /* owned: while init containers run */
  FitResources sidecar_limits;  /* owned: so far */
  FitResources init_limits;     /* owned: while init containers run */
  gboolean names_cpu; /* the pod or one of its containers requests it */
  gboolean names_memory;
  FitInitSum init_milli_cpu;
  FitInitSum init_memory;
  const FitResizes *resizes; /* (nullable) borrowed: count as the status says */
} FitPodSpecParts;

/* fit_pod_spec_parts_clear: frees what @parts owns, even if it is incomplete */
void fit_pod_spec_parts_clear (FitPodSpecParts *parts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPodSpecParts, fit_pod_spec_parts_clear)

extern const FitType fit_type_container;

/* Fields of a pod's spec.  Decode them in this order, since each continues the
 * sums of the one before; hostNetwork comes first because host ports depend on
 * it. */
extern const FitType fit_type_pod_containers;      /* into FitPodSpecParts */
extern const FitType fit_type_pod_init_containers; /* FitPodSpecParts */
extern const FitType fit_type_pod_resources;       /* FitPodSpecParts */
extern const FitType fit_type_pod_overhead;        /* FitPodSpecParts */

extern const FitType fit_type_pod_spec; /* FitPodSpecParts; in pod-spec.c */

/* fit_decode_running: sets @pod->spec->running, if the status of @value
 * (nullable) makes a difference by the flags of @decoder; @pod has been decoded
 * from @value */
gboolean fit_decode_running (FitDecoder *decoder, const FitValue *value,
                             FitPod *pod, GError **error);
