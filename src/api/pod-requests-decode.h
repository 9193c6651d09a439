/* pod-requests-decode.h - what a pod asks for: its containers, init containers,
 * own resources and overhead (private to api/)
 */
#pragma once

#include "api/decode.h"
#include "api/pod-private.h"

G_BEGIN_DECLS

/* One resource while init containers run. */
typedef struct
{
  gboolean named; /* by a sidecar so far */
  gint64 sidecars;
  gint64 peak;
} FitInitSum;

/* A pod's spec while it is being read; @spec comes first, so that tables of
 * FitPodSpec work on it. */
typedef struct
{
  FitPodSpec spec;
  const char *node_name;        /* interned */
  FitResourceList overhead;     /* owned */
  FitResourceList pod_requests; /* owned: spec.resources.requests */
  FitContainerSums sidecars;    /* owned: so far */
  FitContainerSums init_peak;   /* owned: while init containers run */
  FitInitSum init_milli_cpu;
  FitInitSum init_memory;
} FitPodSpecParts;

/* Members of a pod's spec, to be read in this order, hostNetwork before all: host
 * ports depend on it, and each goes on from the sums of the one before. */
extern const FitType fit_type_pod_containers;      /* into FitPodSpec */
extern const FitType fit_type_pod_init_containers; /* FitPodSpecParts */
extern const FitType fit_type_pod_resources;       /* FitPodSpecParts */
extern const FitType fit_type_pod_overhead;        /* FitPodSpecParts */

G_END_DECLS
