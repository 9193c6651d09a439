/* modern-fields.h - what an object may have that v1.16 does not know
 *
 * The table in rules/modern-objects.c says which release reads it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bits of FitPodSpec.modern, and FIT_MODERN_ONE_POD_CLAIMS. */
typedef enum
{
  FIT_MODERN_GATES = 1 << 0,            /* spec.schedulingGates */
  FIT_MODERN_CLAIMS = 1 << 1,           /* spec.resourceClaims */
  FIT_MODERN_DEVICE_CLASSES = 1 << 2,   /* a request for devices of a class */
  FIT_MODERN_WORKLOAD = 1 << 3,         /* spec.workloadRef */
  FIT_MODERN_SCHEDULING_GROUP = 1 << 4, /* spec.schedulingGroup */
  FIT_MODERN_SIDECARS = 1 << 5,         /* init containers that are restarted */
  FIT_MODERN_POD_RESOURCES = 1 << 6,    /* spec.resources */
  FIT_MODERN_RESIZES = 1 << 7, /* containers that are being resized; only where
                                  these are read */
  FIT_MODERN_EPHEMERAL_VOLUMES = 1 << 8, /* spec.volumes.ephemeral */
  FIT_MODERN_ONE_POD_CLAIMS = 1 << 9, /* the access mode ReadWriteOncePod of a
                                         claim */
} FitModernFields;

G_END_DECLS
