/* volume-decision.c - what is written to the API server to bind the volumes of
 * a pod, and whether it has succeeded
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/volume-decision.h"

#include <string.h>

#include "api/syntax.h"
#include "cluster/assume-cache.h"
#include "cluster/volume-match.h"

/* -- writes ---------------------------------------------------------------- */

FitVolumeDecision *
fit_volume_decision_new (const FitPod *pod)
{
  FitVolumeDecision *decision = g_new0 (FitVolumeDecision, 1);

  decision->pod_uid = g_strdup (pod->meta.uid);
  decision->volumes = g_ptr_array_new_with_free_func (fit_object_unref);
  decision->listed_volumes = g_ptr_array_new_with_free_func (fit_object_unref);
  decision->claims = g_ptr_array_new_with_free_func (fit_object_unref);
  decision->listed_claims = g_ptr_array_new_with_free_func (fit_object_unref);
  return decision;
}

void
fit_volume_decision_free (FitVolumeDecision *decision)
{
  if (decision == NULL)
    return;
  g_free (decision->pod_uid);
  g_ptr_array_unref (decision->volumes);
  g_ptr_array_unref (decision->listed_volumes);
  g_ptr_array_unref (decision->claims);
  g_ptr_array_unref (decision->listed_claims);
  g_free (decision);
}

void
fit_volume_decision_add_volume (FitVolumeDecision *decision,
                                const FitPersistentVolume *pv,
                                const FitPersistentVolume *listed)
{
  g_ptr_array_add (decision->volumes, fit_pv_ref (pv));
  g_ptr_array_add (decision->listed_volumes, fit_pv_ref (listed));
}

void
fit_volume_decision_add_claim (FitVolumeDecision *decision,
                               const FitPersistentVolumeClaim *claim,
                               const FitPersistentVolumeClaim *listed)
{
  g_ptr_array_add (decision->claims, fit_pvc_ref (claim));
  g_ptr_array_add (decision->listed_claims, fit_pvc_ref (listed));
}

/* -- state of the writes --------------------------------------------------- */

/* The state of one object of a decision. */
typedef enum
{
  BINDING_DONE,
  BINDING_PENDING,
  BINDING_FAILED, /* with the error set */
} Binding;

static Binding fail (GError **error, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

static Binding
fail (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, message);
  return BINDING_FAILED;
}

static Binding
fail_affinity (GError **error, const FitPersistentVolume *pv,
               const FitNode *node)
{
  return fail (error,
               "pv \"%s\" node affinity doesn't match node \"%s\": No matching "
               "NodeSelectorTerms",
               pv->meta.name, node->name);
}

static Binding
fail_missing_claim (GError **error, const char *what, const char *namespace_,
                    const char *name)
{
  return fail (error,
               "failed to check %s: could not find v1.PersistentVolumeClaim "
               "\"%s/%s\"",
               what, namespace_, name);
}

static Binding
check_volume (const FitVolumeDecision *decision, guint i,
              const FitListers *listers, const FitNode *node, GError **error)
{
  const FitPersistentVolume *written = decision->volumes->pdata[i];
  const FitPersistentVolume *pv = fit_listers_pv (listers, written->meta.name);
  const FitPersistentVolumeClaim *claim = fit_listers_pvc (
      listers, written->claim_namespace, written->claim_name);

  if (pv == NULL)
    return fail (
        error,
        "failed to check binding: could not find v1.PersistentVolume \"%s\"",
        written->meta.name);
  if (claim == NULL)
    return fail_missing_claim (error, "binding", written->claim_namespace,
                               written->claim_name);
  if (fit_assumed_pending (&fit_assumed_pv, written,
                           decision->listed_volumes->pdata[i], pv))
    return BINDING_PENDING;
  if (!fit_pv_reachable (pv, node))
    return fail_affinity (error, pv, node);
  if (!pv->has_claim_ref || (!*pv->claim_uid && *claim->meta.uid))
    return fail (error, "ClaimRef got reset for pv \"%s\"", pv->meta.name);
  return fit_pvc_fully_bound (claim) ? BINDING_DONE : BINDING_PENDING;
}

/* A provisioner that fails removes the selected node, so that the pod is
 * scheduled again. */
static Binding
check_claim (const FitVolumeDecision *decision, guint i,
             const FitListers *listers, const FitNode *node, GError **error)
{
  const FitPersistentVolumeClaim *written = decision->claims->pdata[i];
  const FitObjectMeta *meta = &written->meta;
  const FitPersistentVolumeClaim *claim
      = fit_listers_pvc (listers, meta->namespace_, meta->name);
  const FitPersistentVolume *pv;

  if (claim == NULL)
    return fail_missing_claim (error, "provisioning pvc", meta->namespace_,
                               meta->name);
  if (fit_assumed_pending (&fit_assumed_pvc, written,
                           decision->listed_claims->pdata[i], claim))
    return BINDING_PENDING;
  if (!claim->has_annotations)
    return fail (error, "selectedNode annotation reset for PVC \"%s\"",
                 meta->name);
  if (claim->selected_node == NULL
      || strcmp (claim->selected_node, node->name) != 0)
    {
      g_autofree char *value = fit_quote (
          claim->selected_node != NULL ? claim->selected_node : "");

      return fail (
          error,
          "selectedNode annotation value %s not set to scheduled node \"%s\"",
          value, node->name);
    }
  if (!*claim->volume_name)
    return BINDING_PENDING;
  /* The claim may be reported before its volume. */
  pv = fit_listers_pv (listers, claim->volume_name);
  if (pv == NULL)
    return BINDING_PENDING;
  if (!fit_pv_reachable (pv, node))
    return fail_affinity (error, pv, node);
  return fit_pvc_fully_bound (claim) ? BINDING_DONE : BINDING_PENDING;
}

gboolean
fit_volume_decision_check (const FitVolumeDecision *decision,
                           const FitListers *listers, const FitNode *node,
                           gboolean *out_bound, GError **error)
{
  Binding binding = BINDING_DONE;

  for (guint i = 0; binding == BINDING_DONE && i < decision->volumes->len; i++)
    binding = check_volume (decision, i, listers, node, error);
  for (guint i = 0; binding == BINDING_DONE && i < decision->claims->len; i++)
    binding = check_claim (decision, i, listers, node, error);
  if (binding == BINDING_FAILED)
    return FALSE;
  *out_bound = binding == BINDING_DONE;
  return TRUE;
}
