/* volume.h - inline volumes of pods, and the sources of PersistentVolumes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FIT_VOLUME_OTHER, /* no rule about volumes reads it; with an ID it is an image,
                       with the name that nodes give it */
  FIT_VOLUME_PERSISTENT_VOLUME_CLAIM,
  FIT_VOLUME_EPHEMERAL_CLAIM, /* a generic ephemeral volume, whose claim is
                                 named after the pod: with
                                 FIT_DECODE_EPHEMERAL_CLAIMS */
  FIT_VOLUME_GCE_PERSISTENT_DISK,
  FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE,
  FIT_VOLUME_AZURE_DISK,
  FIT_VOLUME_CINDER,
  FIT_VOLUME_ISCSI,
  FIT_VOLUME_RBD,
  FIT_VOLUME_PORTWORX,
  FIT_VOLUME_CSI,        /* of a PersistentVolume */
  FIT_VOLUME_INLINE_CSI, /* of a pod: only the driver is known */
  FIT_VOLUME_LAST,
} FitVolumeType;

/* An inline volume of a pod, or the source of a PersistentVolume. */
typedef struct
{
  FitVolumeType type;
  gboolean read_only;
  const char *id;   /* interned: claim name, pdName, volumeID, diskName, iqn,
                       RBD image, CSI volumeHandle; "" when absent */
  const char *aux;  /* interned: RBD pool, azureDisk diskURI, CSI driver; "" */
  const char *kind; /* (nullable) interned: of azureDisk: "Managed"; "" */
  char **monitors;  /* (nullable) owned: RBD monitors */
} FitVolume;

static inline gboolean
fit_volume_is_claim (const FitVolume *volume)
{
  return volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
         || volume->type == FIT_VOLUME_EPHEMERAL_CLAIM;
}

G_END_DECLS
