/* volume-decode.c - decoding volumes of pods and sources of
 * PersistentVolumes */
#include "api/decode-parts.h"
#include "base/intern.h"

#define DEFAULT_RBD_POOL "rbd"

static const FitField claim_fields[] = {
  FIT_FIELD ("claimName", &fit_type_interned, FitVolume, id),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField gce_fields[] = {
  FIT_FIELD ("pdName", &fit_type_interned, FitVolume, id),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
/* awsElasticBlockStore, cinder and portworxVolume */
static const FitField volume_id_fields[] = {
  FIT_FIELD ("volumeID", &fit_type_interned, FitVolume, id),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField azure_fields[] = {
  FIT_FIELD ("diskName", &fit_type_interned, FitVolume, id),
  FIT_FIELD ("diskURI", &fit_type_interned, FitVolume, aux),
  FIT_FIELD ("kind", &fit_type_interned, FitVolume, kind),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField iscsi_fields[] = {
  FIT_FIELD ("iqn", &fit_type_interned, FitVolume, id),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField rbd_fields[] = {
  FIT_FIELD ("image", &fit_type_interned, FitVolume, id),
  FIT_FIELD ("pool", &fit_type_interned, FitVolume, aux),
  FIT_FIELD ("monitors", &fit_type_strv, FitVolume, monitors),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField csi_fields[] = {
  FIT_FIELD ("volumeHandle", &fit_type_interned, FitVolume, id),
  FIT_FIELD ("driver", &fit_type_interned, FitVolume, aux),
  FIT_FIELD ("readOnly", &fit_type_bool, FitVolume, read_only),
};
static const FitField inline_csi_fields[] = {
  FIT_FIELD ("driver", &fit_type_interned, FitVolume, aux),
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

/* If there are several sources, which the API rejects, the first row counts. */
static const struct
{
  const char *name; /* name of the member with the source */
  FitVolumeType type;
  Places places;
  FitType fields;
} sources[] = {
  { "gcePersistentDisk", FIT_VOLUME_GCE_PERSISTENT_DISK, IN_BOTH,
    FIT_TYPE_FIELDS (FitVolume, gce_fields) },
  { "awsElasticBlockStore", FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE, IN_BOTH,
    FIT_TYPE_FIELDS (FitVolume, volume_id_fields) },
  { "azureDisk", FIT_VOLUME_AZURE_DISK, IN_BOTH,
    FIT_TYPE_FIELDS (FitVolume, azure_fields) },
  { "cinder", FIT_VOLUME_CINDER, IN_BOTH,
    FIT_TYPE_FIELDS (FitVolume, volume_id_fields) },
  { "iscsi", FIT_VOLUME_ISCSI, IN_BOTH,
    FIT_TYPE_FIELDS (FitVolume, iscsi_fields) },
  { "rbd", FIT_VOLUME_RBD, IN_BOTH, FIT_TYPE_FIELDS (FitVolume, rbd_fields) },
  { "portworxVolume", FIT_VOLUME_PORTWORX, IN_BOTH,
    FIT_TYPE_FIELDS (FitVolume, volume_id_fields) },
  { "persistentVolumeClaim", FIT_VOLUME_PERSISTENT_VOLUME_CLAIM, IN_POD,
    FIT_TYPE_FIELDS (FitVolume, claim_fields) },
  { "ephemeral", FIT_VOLUME_EPHEMERAL_CLAIM, IN_LATER_POD,
    FIT_TYPE_FUNC (FitVolume, decode_ephemeral) },
  { "csi", FIT_VOLUME_CSI, IN_PV, FIT_TYPE_FIELDS (FitVolume, csi_fields) },
  { "csi", FIT_VOLUME_INLINE_CSI, IN_POD,
    FIT_TYPE_FIELDS (FitVolume, inline_csi_fields) },
};

/* Absent fields become empty strings; an RBD pool has a default. */
static void
complete_volume (const FitDecoder *decoder, FitVolume *volume)
{
  if (volume->id == NULL)
    volume->id = fit_intern ("");
  if (volume->aux == NULL)
    volume->aux = fit_intern ("");
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
      FitMember member = { .key = sources[i].name };

      if ((sources[i].places & places) == 0)
        continue;
      source = fit_decode_get (decoder, value, sources[i].name);
      if (source == NULL || source->type == FIT_VALUE_NULL)
        continue;
      member.value = *source;
      volume->type = sources[i].type;
      if (!fit_decode_member (decoder, &member, &sources[i].fields, volume,
                              error))
        return FALSE;
      break;
    }
  complete_volume (decoder, volume);
  return TRUE;
}

static const FitField named_fields[] = {
  FIT_FIELD ("name", &fit_type_interned, FitVolume, id),
};
static const FitType named_type = FIT_TYPE_FIELDS (FitVolume, named_fields);

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
    = FIT_TYPE_FUNC (FitVolume, decode_pod_volume);
const FitType fit_type_pv_source = FIT_TYPE_FUNC (FitVolume, decode_pv_source);
