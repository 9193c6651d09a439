/* pod-decode.c - decoding Pod v1
 *
 * pod-requests-decode.c decodes the pod's requests.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/decode-parts.h"
#include "api/kinds-private.h"
#include "api/labels-private.h"
#include "base/intern.h"
#include "api/digest.h"
#include "api/names.h"
#include "api/pod-requests-decode.h"
#include "api/pod-resizes-decode.h"
#include "api/raw.h"

#include <string.h>

/* -- the spec -------------------------------------------------------------- */

/* Releases that do not know generic ephemeral volumes read them as volumes
 * without a source. */
static gboolean
has_ephemeral_volume (const FitDecoder *decoder, const FitValue *spec)
{
  const FitValue *volumes = fit_decode_get (decoder, spec, "volumes");

  for (guint i = 0; i < volumes->n; i++)
    {
      const FitValue *volume = &volumes->items[i];
      const FitValue *source
          = volume->type == FIT_VALUE_MAP
                ? fit_decode_get (decoder, volume, "ephemeral")
                : NULL;

      if (source != NULL && source->type != FIT_VALUE_NULL)
        return TRUE;
    }
  return FALSE;
}

/* Decodes spec into the whole pod, because part of it is stored in the FitPod
 * itself. */
static gboolean
decode_spec (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  FitPod *pod = out;
  g_auto (FitPodSpecParts) parts = { .spec.best_effort = TRUE };

  if (!fit_decode (decoder, &fit_type_pod_spec, value, &parts, error))
    return FALSE;
  if (fit_decoder_completes (decoder) && parts.spec.scheduler_name[0] == '\0')
    {
      fit_intern_unref (parts.spec.scheduler_name);
      parts.spec.scheduler_name = fit_intern (FIT_DEFAULT_SCHEDULER_NAME);
    }
  if (parts.spec.n_volumes > 0 && has_ephemeral_volume (decoder, value))
    parts.spec.modern |= FIT_MODERN_EPHEMERAL_VOLUMES;
  pod->node_name = g_steal_pointer (&parts.node_name);
  fit_pod_set_spec (pod, &parts.spec);
  return TRUE;
}

/* -- the pod --------------------------------------------------------------- */

typedef struct
{
  const char *type;
  const char *status;
  const char *reason;
  const char *message;
  gint64 observed_generation;
} Condition;

static const FitField condition_fields[] = {
  FIT_FIELD ("type", &fit_type_text, Condition, type, FIT_NAMES (WORD)),
  FIT_FIELD ("status", &fit_type_text, Condition, status,
             .texts = FIT_TEXTS_KEPT),
  FIT_FIELD ("reason", &fit_type_text, Condition, reason, FIT_NAMES (WORD)),
  /* A new status is compared with it, and it names nodes and pods. */
  FIT_FIELD ("message", &fit_type_text, Condition, message,
             .texts = FIT_TEXTS_LEFT_OUT),
  /* It only goes into the status that is written. */
  FIT_FIELD ("observedGeneration", &fit_type_int64, Condition,
             observed_generation, .texts = FIT_TEXTS_LEFT_OUT),
};
static const FitType condition_type
    = FIT_TYPE_FIELDS (Condition, condition_fields);

/* Two of them matter: PodScheduled, if False, and DisruptionTarget. */
static gboolean
read_condition (FitDecoder *decoder, const FitValue *value, gpointer out,
                GError **error)
{
  FitPod *pod = out;
  Condition condition = { 0 };

  if (!fit_decode (decoder, &condition_type, value, &condition, error))
    return FALSE;
  if (strcmp (condition.type, FIT_CONDITION_DISRUPTION_TARGET) == 0)
    {
      pod->observed_disruption |= condition.observed_generation != 0;
      if (pod->disruption == FIT_DISRUPTION_NONE)
        pod->disruption
            = fit_disruption_of (condition.status, condition.reason);
    }
  if (strcmp (condition.type, "PodScheduled") != 0)
    return TRUE;
  pod->observed_unscheduled |= condition.observed_generation != 0;
  if (strcmp (condition.status, "False") != 0)
    return TRUE;
  g_free (pod->unscheduled_reason);
  g_free (pod->unscheduled_message);
  pod->unscheduled_reason = g_strdup (condition.reason);
  pod->unscheduled_message = g_strdup (condition.message);
  return TRUE;
}

static const FitField status_fields[] = {
  FIT_FIELD (
      "phase", &fit_type_interned, FitPod, phase, .texts = FIT_TEXTS_KEPT,
      FIT_WORDS ("Pending", "Running", "Succeeded", "Failed", "Unknown")),
  FIT_FIELD ("nominatedNodeName", &fit_type_interned, FitPod,
             nominated_node_name, FIT_NAMES (NODE)),
  FIT_FIELD ("startTime", &fit_type_time, FitPod, start_time_ns),
  FIT_FIELD_EACH_WHOLE ("conditions", read_condition, &condition_type),
};
static const FitType status_type = FIT_TYPE_FIELDS (
    FitPod, status_fields, .also = &fit_type_resized_status,
    FIT_OTHERS ("observedGeneration", "message", "reason", "hostIP", "hostIPs",
                "podIP", "podIPs", "qosClass", "ephemeralContainerStatuses",
                "resourceClaimStatuses", "extendedResourceClaimStatus"));

static const FitType spec_type
    = FIT_TYPE_FUNC (FitPod, decode_spec, .inner = &fit_type_pod_spec);
static const FitField pod_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitPod, meta, FIT_READ_BY (NO_RULE)),
  FIT_FIELD_WHOLE ("spec", &spec_type),
  FIT_FIELD_WHOLE ("status", &status_type, FIT_READ_BY (NO_RULE)),
};
static const FitType pod_type
    = FIT_TYPE_FIELDS (FitPod, pod_fields, FIT_OTHERS ("apiVersion", "kind"));

/* Decodes everything, but completes nothing. */
static gboolean
decode_template (FitDecoder *decoder, const FitValue *value, FitPod *pod,
                 GError **error)
{
  if (!fit_decode (decoder, &pod_type, value, pod, error)
      || !fit_decode_running (decoder, value, pod, error))
    return FALSE;
  if (pod->meta.labels != NULL)
    pod->meta.labels = fit_labels_share (pod->meta.labels);
  return TRUE;
}

FitPod *
fit_decode_pod_template (FitDecoder *decoder, const FitValue *value,
                         GError **error)
{
  g_autoptr (FitPod) pod = fit_object_new (FIT_KIND_POD);

  return decode_template (decoder, value, pod, error) ? g_steal_pointer (&pod)
                                                      : NULL;
}

static gboolean
decode_pod (FitDecoder *decoder, const FitValue *value, gpointer out,
            GError **error)
{
  FitPod *pod = out;
  g_autofree char *uid = NULL;

  if (!decode_template (decoder, value, pod, error)
      || !fit_decode_complete_meta (decoder, &pod->meta, TRUE, error)
      || !fit_digest_pod (decoder, value, &pod->digests, error))
    return FALSE;
  pod->mirror
      = fit_decode_annotation (decoder, value, FIT_ANNOTATION_MIRROR_POD)
        != NULL;
  /* Pods are identified by UID, so a pod without one gets a unique one. */
  if (fit_decoder_completes (decoder) && pod->meta.uid[0] == '\0')
    {
      uid = g_strconcat (pod->meta.namespace_, "/", pod->meta.name, NULL);
      fit_object_meta_set_texts (&pod->meta, pod->meta.name, uid,
                                 pod->meta.resource_version);
    }
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    if (pod->spec->volumes[i].type == FIT_VOLUME_EPHEMERAL_CLAIM)
      {
        g_auto (FitPodSpec) spec = { 0 };
        g_autofree char *name = NULL;

        /* "POD-VOLUME" */
        fit_pod_spec_copy (pod->spec, &spec);
        name = g_strconcat (pod->meta.name, "-", spec.volumes[i].id, NULL);
        fit_intern_unref (spec.volumes[i].id);
        spec.volumes[i].id = fit_intern (name);
        fit_pod_set_spec (pod, &spec);
      }
  return fit_raw_keep (decoder, value, &pod->meta, error);
}

const FitType fit_type_pod
    = FIT_TYPE_FUNC (FitPod, decode_pod, .inner = &pod_type);
