/* volume-decode.c - decoding volumes of pods and sources of
 * PersistentVolumes
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/decode-parts.h"
#include "base/intern.h"

#define DEFAULT_RBD_POOL "rbd"

static const FitField claim_fields[] = {
  FIT_FIELD ("claimName", &fit_type_interned, FitVolume, id, FIT_NAMES (CLAIM)),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField gce_fields[] = {
  FIT_FIELD ("pdName", &fit_type_interned, FitVolume, id, FIT_NAMES (DISK)),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
/* awsElasticBlockStore, cinder and portworxVolume */
static const FitField volume_id_fields[] = {
  FIT_FIELD ("volumeID", &fit_type_interned, FitVolume, id, FIT_NAMES (DISK)),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField azure_fields[] = {
  FIT_FIELD ("diskName", &fit_type_interned, FitVolume, id, FIT_NAMES (DISK)),
  FIT_FIELD ("diskURI", &fit_type_interned, FitVolume, aux, FIT_NAMES (DISK)),
  FIT_FIELD ("kind", &fit_type_interned, FitVolume, kind,
             .texts = FIT_TEXTS_KEPT),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField iscsi_fields[] = {
  FIT_FIELD ("iqn", &fit_type_interned, FitVolume, id, FIT_NAMES (DISK)),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField rbd_fields[] = {
  FIT_FIELD ("image", &fit_type_interned, FitVolume, id, FIT_NAMES (DISK)),
  FIT_FIELD ("pool", &fit_type_interned, FitVolume, aux, FIT_NAMES (DISK)),
  FIT_FIELD ("monitors", &fit_type_strv, FitVolume, monitors,
             FIT_NAMES (ADDRESS)),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField csi_fields[] = {
  FIT_FIELD ("volumeHandle", &fit_type_interned, FitVolume, id,
             FIT_NAMES (DISK)),
  FIT_FIELD ("driver", &fit_type_interned, FitVolume, aux, FIT_NAMES (DRIVER)),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField inline_csi_fields[] = {
  FIT_FIELD ("driver", &fit_type_interned, FitVolume, aux, FIT_NAMES (DRIVER)),
};

/* An image that is mounted as a volume; whether a node has it is only for
 * ImageLocality. */
static const FitField image_fields[] = {
  FIT_FIELD ("reference", &fit_type_interned, FitVolume, id,
             .texts = FIT_TEXTS_IMAGE),
};

/* The template of the claim matters only to the controller that creates it. */
static gboolean
decode_ephemeral (FitDecoder *decoder, const FitValue *value, gpointer out,
                  GError **error)
{
  return fit_decode_expect (decoder, value, FIT_VALUE_MAP, error);
}

typedef enum
{
  IN_POD = 1 << 0,
  IN_PV = 1 << 1,
  IN_BOTH = IN_POD | IN_PV,
  IN_LATER_POD = 1 << 2, /* with FIT_DECODE_EPHEMERAL_CLAIMS */
} Places;

static const FitField claim_template_fields[] = {
  FIT_FIELD_UNREAD ("metadata", &fit_type_meta),
  FIT_FIELD_UNREAD ("spec", &fit_type_pvc_spec),
};
static const FitField ephemeral_fields[] = {
  FIT_FIELD_UNREAD (
      "volumeClaimTemplate",
      FIT_STRUCT (FitVolume, claim_template_fields, FIT_NO_OTHERS),
      .texts = FIT_TEXTS_LEFT_OUT),
};
static const FitType ephemeral_parts
    = FIT_TYPE_FIELDS (FitVolume, ephemeral_fields, FIT_OTHERS ("readOnly"));

#define FIELDS(...) FIT_STRUCT (FitVolume, __VA_ARGS__)

/* ROW (member with the source, type of the volume, where, fields): if there are
 * several sources, which the API rejects, the first row counts. */
#define SOURCES(ROW)                                                           \
  ROW ("gcePersistentDisk", GCE_PERSISTENT_DISK, IN_BOTH, FIELDS (gce_fields)) \
  ROW ("awsElasticBlockStore", AWS_ELASTIC_BLOCK_STORE, IN_BOTH,               \
       FIELDS (volume_id_fields))                                              \
  ROW ("azureDisk", AZURE_DISK, IN_BOTH, FIELDS (azure_fields))                \
  ROW ("cinder", CINDER, IN_BOTH, FIELDS (volume_id_fields))                   \
  ROW ("iscsi", ISCSI, IN_BOTH, FIELDS (iscsi_fields))                         \
  ROW ("rbd", RBD, IN_BOTH, FIELDS (rbd_fields))                               \
  ROW ("portworxVolume", PORTWORX, IN_BOTH, FIELDS (volume_id_fields))         \
  ROW ("persistentVolumeClaim", PERSISTENT_VOLUME_CLAIM, IN_POD,               \
       FIELDS (claim_fields, FIT_NO_OTHERS))                                   \
  ROW ("ephemeral", EPHEMERAL_CLAIM, IN_LATER_POD, &ephemeral_type)            \
  ROW ("csi", CSI, IN_PV, FIELDS (csi_fields))                                 \
  ROW ("csi", INLINE_CSI, IN_POD, FIELDS (inline_csi_fields))                  \
  ROW ("image", OTHER, IN_POD, FIELDS (image_fields, FIT_OTHERS ("pullPolicy")))

static const FitType ephemeral_type
    = FIT_TYPE_FUNC (FitVolume, decode_ephemeral, .inner = &ephemeral_parts);

#define FIELD_ROW(name, volume_type, places, type) FIT_FIELD_WHOLE (name, type),
static const FitField source_fields[] = { SOURCES (FIELD_ROW) };
static const FitType source_type = FIT_TYPE_FIELDS (FitVolume, source_fields);

#define PLACE_ROW(name, volume_type, places, type) \
  { FIT_VOLUME_##volume_type, places },
static const struct
{
  FitVolumeType type;
  Places places;
} sources[] = { SOURCES (PLACE_ROW) };

/* Absent fields become empty strings; an RBD pool has a default. */
static void
complete_volume (const FitDecoder *decoder, FitVolume *volume)
{
  if (volume->id == NULL)
    volume->id = fit_intern ("");
  if (volume->aux == NULL)
    volume->aux = fit_intern ("");
  if (volume->type == FIT_VOLUME_OTHER && volume->id[0] != '\0')
    {
      const char *written = volume->id;

      volume->id = fit_image_normalized_name (written);
      fit_intern_unref (written);
    }
  if (volume->type != FIT_VOLUME_RBD || volume->aux[0] != '\0'
      || !fit_decoder_completes (decoder))
    return;
  fit_intern_unref (volume->aux);
  volume->aux = fit_intern (DEFAULT_RBD_POOL);
}

static gboolean
decode_volume (FitDecoder *decoder, const FitValue *value, guint places,
               FitVolume *volume, GError **error)
{
  if (!fit_decode_expect (decoder, value, FIT_VALUE_MAP, error))
    return FALSE;
  for (guint i = 0; value != NULL && i < G_N_ELEMENTS (sources); i++)
    {
      const FitValue *source;
      FitMember member = { .key = source_fields[i].name };

      if ((sources[i].places & places) == 0)
        continue;
      source = fit_decode_get (decoder, value, source_fields[i].name);
      if (source == NULL || source->type == FIT_VALUE_NULL)
        continue;
      member.value = *source;
      volume->type = sources[i].type;
      if (!fit_decode_member (decoder, &member, source_fields[i].type, volume,
                              error))
        return FALSE;
      break;
    }
  complete_volume (decoder, volume);
  return TRUE;
}

static const FitField named_fields[] = {
  FIT_FIELD ("name", &fit_type_interned, FitVolume, id, FIT_NAMES (WORD)),
};
/* clang-format off */
static const FitType named_type = FIT_TYPE_FIELDS (
    FitVolume, named_fields, .also = &source_type,
    FIT_OTHERS ("hostPath", "emptyDir", "gitRepo", "secret", "nfs", "glusterfs", "flexVolume", "cephfs",
                "flocker", "downwardAPI", "fc", "azureFile", "configMap", "vsphereVolume", "quobyte",
                "photonPersistentDisk", "projected", "scaleIO", "storageos", "metadata"));
/* clang-format on */

/* The claim of a generic ephemeral volume is named after pod and volume.  The
 * volume's name is added here, the pod's when it is known. */
static gboolean
decode_pod_volume (FitDecoder *decoder, const FitValue *value, gpointer out,
                   GError **error)
{
  const gboolean later = (decoder->flags & FIT_DECODE_EPHEMERAL_CLAIMS) != 0;
  FitVolume *volume = out;

  if (!decode_volume (decoder, value, later ? IN_POD | IN_LATER_POD : IN_POD,
                      volume, error))
    return FALSE;
  if (volume->type != FIT_VOLUME_EPHEMERAL_CLAIM)
    return TRUE;
  fit_intern_unref (g_steal_pointer (&volume->id));
  return fit_decode (decoder, &named_type, value, volume, error);
}

static gboolean
decode_pv_source (FitDecoder *decoder, const FitValue *value, gpointer out,
                  GError **error)
{
  return decode_volume (decoder, value, IN_PV, out, error);
}

const FitType fit_type_pod_volume
    = FIT_TYPE_FUNC (FitVolume, decode_pod_volume, .inner = &named_type);
const FitType fit_type_pv_source
    = FIT_TYPE_FUNC (FitVolume, decode_pv_source, .inner = &source_type);
