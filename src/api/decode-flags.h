/* decode-flags.h - how objects are read, and which fields a release reads
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

typedef enum
{
  FIT_DECODE_DEFAULT = 0,
  FIT_DECODE_AS_IS = 1 << 0,         /* do not complete objects */
  FIT_DECODE_LEGACY_LABELS = 1 << 1, /* copy GA zone, region and instance-type
                                        labels of nodes to the beta names */
  FIT_DECODE_KEEP_RAW = 1 << 2,      /* keep the JSON: FitObjectMeta.raw */

  /* Fields that only later releases read. */
  FIT_DECODE_NAMESPACE_SELECTORS = 1 << 3, /* in pod affinity terms */
  FIT_DECODE_SIDECARS = 1 << 4,            /* restartable init containers */
  FIT_DECODE_SIDECAR_PORTS = 1 << 5,       /* and their host ports */
  FIT_DECODE_POD_RESOURCES = 1 << 6,       /* spec.resources of pods */
  FIT_DECODE_SIDECARS_APART = 1 << 7,   /* defaults for sidecars count only for
                                           pods without a node */
  FIT_DECODE_VOLUMES_BY_LABEL = 1 << 8, /* matchFields of volumes match every
                                           node */
  FIT_DECODE_EPHEMERAL_CLAIMS = 1 << 9, /* generic ephemeral volumes */

  FIT_DECODE_CONTROLLERS = 1 << 10, /* keep controllers that create pods:
                                       FitObjects.controllers */
  FIT_DECODE_DEMANDS = 1 << 11,     /* keep what each container asks for:
                                       FitPodSpec.demands */

  FIT_DECODE_POD_HUGEPAGES = 1 << 12, /* in spec.resources of pods */

  /* Sizes of containers in the status of pods: all of them, allocatedResources,
   * or resources; one of these at most. */
  FIT_DECODE_RESIZES = 1 << 13,
  FIT_DECODE_RESIZES_BY_ALLOCATION = 1 << 14,
  FIT_DECODE_RESIZES_BY_REPORT = 1 << 15,

  /* ephemeral-storage of nodes and pods counts as 0; that of init containers
   * does only with both. */
  FIT_DECODE_NO_LOCAL_STORAGE = 1 << 16,
  FIT_DECODE_NO_INIT_LOCAL_STORAGE = 1 << 17,

  FIT_DECODE_ATTRIBUTES_CLASSES = 1 << 18, /* of volumes and claims */

  FIT_DECODE_NO_MANAGED_FIELDS = 1 << 19, /* a change of metadata.managedFields
                                             is no change of a pod */
  FIT_DECODE_COMPARISONS = 1 << 20,       /* operators Lt and Gt of
                                              tolerations */
  FIT_DECODE_POD_RESIZES = 1 << 21, /* sizes of whole pods in their status; with
                                       FIT_DECODE_RESIZES */
} FitDecodeFlags;
