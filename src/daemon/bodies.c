/* bodies.c - what is sent to an API server, as JSON
 *
 * Source: kube-scheduler v1.16 and v1.20, as observed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/bodies.h"

#include "api/times.h"
#include "formats/value-edit.h"
#include "formats/value-json.h"

#include <string.h>

/* An API server accepts objects of a few MiB at most. */
#define MOST_POD_BYTES ((gsize) 64 * 1024 * 1024)

/* -- parts ----------------------------------------------------------------- */

void
fit_body_append_pod (GString *json, const char *name, const FitPod *pod)
{
  fit_json_append_printf (json,
                          ",%s:{'kind':'Pod','apiVersion':'v1','namespace':%s,"
                          "'name':%s,'uid':%s,'resourceVersion':%s}",
                          name, pod->meta.namespace_, pod->meta.name,
                          pod->meta.uid, pod->meta.resource_version);
}

/* -- pods ------------------------------------------------------------------ */

char *
fit_body_binding (const FitPod *pod, const char *node_name)
{
  GString *json = g_string_new (NULL);

  fit_json_append_printf (json,
                          "{'kind':'Binding','apiVersion':'v1','metadata':{"
                          "'name':%s,'namespace':%s,'uid':%s},"
                          "'target':{'kind':'Node','name':%s}}",
                          pod->meta.name, pod->meta.namespace_, pod->meta.uid,
                          node_name);
  return g_string_free (json, FALSE);
}

/* kube-scheduler has no preconditions.  This request may leave later than its
 * own would, when there may be a new pod of the same name. */
char *
fit_body_delete (const FitPod *pod)
{
  GString *json = g_string_new (NULL);

  fit_json_append_printf (json,
                          "{'kind':'DeleteOptions','apiVersion':'v1',"
                          "'preconditions':{'uid':%s}}",
                          pod->meta.uid);
  return g_string_free (json, FALSE);
}

static void
append_generation (GString *json, gint64 observed)
{
  if (observed != 0)
    g_string_append_printf (json, ",\"observedGeneration\":%" G_GINT64_FORMAT,
                            observed);
}

static void
append_disruption (GString *json, const char *reason, const char *message,
                   gint64 observed_generation)
{
  fit_json_append_printf (json, ",'message':%s", message);
  append_generation (json, observed_generation);
  fit_json_append_printf (json, ",'reason':%s,'status':'True','type':%s}]}}",
                          reason, FIT_CONDITION_DISRUPTION_TARGET);
}

char *
fit_body_victim_patch (const FitPod *pod, const char *reason,
                       const char *message, gint64 observed_generation,
                       gint64 now_ns)
{
  GString *json = g_string_new (NULL);

  fit_json_append_printf (json, "{'metadata':{'uid':%s},'status':{",
                          pod->meta.uid);
  /* A merged item comes first in its list, unless the patch says after which
   * one it belongs; all that run are scheduled. */
  if (pod->disruption == FIT_DISRUPTION_NONE)
    g_string_append (json, "\"$setElementOrder/conditions\":[{\"type\":"
                           "\"PodScheduled\"},{\"type\":"
                           "\"" FIT_CONDITION_DISRUPTION_TARGET "\"}],");
  g_string_append (json, "\"conditions\":[{\"lastProbeTime\":null");
  if (pod->disruption <= FIT_DISRUPTION_NOT_TRUE)
    {
      g_autofree char *now = fit_time_format (now_ns);

      fit_json_append_printf (json, ",'lastTransitionTime':%s", now);
    }
  append_disruption (json, reason, message, observed_generation);
  return g_string_free (json, FALSE);
}

char *
fit_body_victim_apply (const FitPod *pod, const char *reason,
                       const char *message, gint64 now_ns)
{
  GString *json = g_string_new (NULL);
  g_autofree char *now = fit_time_format (now_ns);

  fit_json_append_printf (json,
                          "{'kind':'Pod','apiVersion':'v1','metadata':{"
                          "'name':%s,'namespace':%s,'uid':%s},"
                          "'status':{'conditions':[{'lastTransitionTime':%s",
                          pod->meta.name, pod->meta.namespace_, pod->meta.uid,
                          now);
  append_disruption (json, reason, message, 0);
  return g_string_free (json, FALSE);
}

/* -- the status of a pod --------------------------------------------------- */

void
fit_status_change_clear (FitStatusChange *change)
{
  g_clear_pointer (&change->reason, g_free);
  g_clear_pointer (&change->message, g_free);
  g_clear_pointer (&change->nominated_node_name, g_free);
}

gboolean
fit_status_change_any (const FitStatusChange *change)
{
  return change->reason != NULL || change->nominated_node_name != NULL;
}

void
fit_status_change_reduce (FitStatusChange *change, const FitPod *pod)
{
  if (g_strcmp0 (change->reason, pod->unscheduled_reason) == 0
      && g_strcmp0 (change->message, pod->unscheduled_message) == 0)
    {
      g_clear_pointer (&change->reason, g_free);
      g_clear_pointer (&change->message, g_free);
    }
  if (g_strcmp0 (change->nominated_node_name, pod->nominated_node_name) == 0)
    g_clear_pointer (&change->nominated_node_name, g_free);
}

char *
fit_body_status_patch (const FitPod *pod, const FitStatusChange *change,
                       gint64 now_ns)
{
  GString *json = g_string_new (NULL);

  fit_json_append_printf (json, "{'metadata':{'uid':%s},'status':{",
                          pod->meta.uid);
  if (change->reason != NULL)
    {
      g_string_append (json, "\"conditions\":[{\"lastProbeTime\":null");
      if (pod->unscheduled_reason == NULL)
        {
          g_autofree char *now = fit_time_format (now_ns);

          fit_json_append_printf (json, ",'lastTransitionTime':%s", now);
        }
      fit_json_append_printf (json, ",'message':%s", change->message);
      append_generation (json, change->observed_generation);
      fit_json_append_printf (
          json, ",'reason':%s,'status':'False','type':'PodScheduled'}]",
          change->reason);
    }
  if (change->nominated_node_name != NULL && *change->nominated_node_name)
    fit_json_append_member (json, "nominatedNodeName",
                            change->nominated_node_name);
  else if (change->nominated_node_name != NULL)
    g_string_append_printf (json, "%s\"nominatedNodeName\":null",
                            change->reason != NULL ? "," : "");
  g_string_append (json, "}}");
  return g_string_free (json, FALSE);
}

/* Returns: (nullable): the condition PodScheduled of @status */
static const FitValue *
find_condition (const FitValue *status)
{
  const FitValue *list = fit_value_get (status, "conditions");
  const FitValue *found = NULL;

  if (list == NULL || list->type != FIT_VALUE_LIST)
    return NULL;
  for (guint i = 0; i < list->n; i++)
    if (g_strcmp0 (fit_value_get_string (&list->items[i], "type"),
                   "PodScheduled")
        == 0)
      found = &list->items[i];
  return found;
}

static gboolean
has_text (const FitValue *map, const char *key, const char *text)
{
  return g_strcmp0 (fit_value_get_string (map, key), text) == 0;
}

/* Returns: the conditions of @status with PodScheduled=False, which keeps its
 * time if it was False before */
static FitValue
with_condition (FitArena *arena, const FitValue *status,
                const FitStatusChange *change, const char *now)
{
  const FitValue *list = fit_value_get (status, "conditions");
  const FitValue *old = find_condition (status);
  const FitValue null = { .type = FIT_VALUE_NULL };
  const gboolean same = has_text (old, "status", "False");
  FitValue condition = fit_value_with (arena, old, "lastProbeTime", &null);
  FitValue changed = { .type = FIT_VALUE_LIST };

  if (!same)
    condition
        = fit_value_with_text (arena, &condition, "lastTransitionTime", now);
  condition
      = fit_value_with_text (arena, &condition, "message", change->message);
  condition = fit_value_with_text (arena, &condition, "reason", change->reason);
  condition = fit_value_with_text (arena, &condition, "status", "False");
  condition = fit_value_with_text (arena, &condition, "type", "PodScheduled");
  if (old == NULL)
    return fit_value_with_item (arena, list, &condition);
  for (guint i = 0; i < list->n; i++)
    changed = fit_value_with_item (
        arena, &changed, &list->items[i] == old ? &condition : &list->items[i]);
  return changed;
}

char *
fit_body_status_put (const char *json, gsize len, const char *uid,
                     const FitStatusChange *change, gint64 now_ns,
                     GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *pod = fit_json_parse (arena, json, len, NULL, NULL, error);
  const FitValue *status = fit_value_get (pod, "status");
  const FitValue *condition = find_condition (status);
  const char *node
      = fit_value_get_string (fit_value_get (pod, "spec"), "nodeName");
  const char *nominated = fit_value_get_string (status, "nominatedNodeName");
  const char *wanted = change->nominated_node_name;
  g_autofree char *now = fit_time_format (now_ns);
  g_autoptr (GString) text = NULL;
  FitValue changed, whole;

  if (pod == NULL)
    return NULL;
  if (!has_text (fit_value_get (pod, "metadata"), "uid", uid))
    return fit_fail_null (error, FIT_ERROR_NOT_FOUND,
                          "there is another pod of this name now");
  if (node != NULL && *node != '\0')
    return fit_fail_null (error, FIT_ERROR_NOT_FOUND, "it has been bound to %s",
                          node);
  /* A pod that has all of it needs no write. */
  if ((change->reason == NULL
       || (has_text (condition, "status", "False")
           && has_text (condition, "reason", change->reason)
           && has_text (condition, "message", change->message)))
      && (wanted == NULL
          || strcmp (nominated != NULL ? nominated : "", wanted) == 0))
    return NULL;
  changed = status != NULL ? *status : (FitValue){ .type = FIT_VALUE_MAP };
  if (change->reason != NULL)
    {
      const FitValue list = with_condition (arena, status, change, now);

      changed = fit_value_with (arena, &changed, "conditions", &list);
    }
  if (wanted != NULL && *wanted != '\0')
    changed
        = fit_value_with_text (arena, &changed, "nominatedNodeName", wanted);
  else if (wanted != NULL)
    changed = fit_value_with (arena, &changed, "nominatedNodeName", NULL);
  whole = fit_value_with (arena, pod, "status", &changed);
  text = g_string_new (NULL);
  return fit_value_append_json (text, &whole, MOST_POD_BYTES, error)
             ? g_string_free (g_steal_pointer (&text), FALSE)
             : NULL;
}

/* -- volumes --------------------------------------------------------------- */

char *
fit_body_volume_patch (const FitPersistentVolume *volume,
                       const FitPersistentVolume *known,
                       const FitPersistentVolumeClaim *claim)
{
  GString *json = g_string_new (NULL);
  const gboolean is_reserved
      = known != NULL && known->has_claim_ref
        && strcmp (known->claim_name, volume->claim_name) == 0
        && strcmp (known->claim_namespace, volume->claim_namespace) == 0
        && (*known->claim_uid == '\0'
            || strcmp (known->claim_uid, volume->claim_uid) == 0);

  /* A volume that its owner reserved for the claim is not marked as bound by a
   * controller. */
  fit_json_append_printf (json, "{'metadata':{'resourceVersion':%s",
                          volume->meta.resource_version);
  if (!is_reserved)
    g_string_append (json, ",\"annotations\":{"
                           "\"pv.kubernetes.io/bound-by-controller\":\"yes\"}");
  fit_json_append_printf (json,
                          "},'spec':{'claimRef':{"
                          "'kind':'PersistentVolumeClaim','apiVersion':'v1',"
                          "'namespace':%s,'name':%s,'uid':%s",
                          volume->claim_namespace, volume->claim_name,
                          volume->claim_uid);
  if (claim != NULL)
    fit_json_append_printf (json, ",'resourceVersion':%s",
                            claim->meta.resource_version);
  g_string_append (json, "}}}");
  return g_string_free (json, FALSE);
}

char *
fit_body_claim_patch (const FitPersistentVolumeClaim *claim)
{
  GString *json = g_string_new (NULL);

  fit_json_append_printf (json,
                          "{'metadata':{'resourceVersion':%s,'annotations':{"
                          "'volume.kubernetes.io/selected-node':%s}}}",
                          claim->meta.resource_version, claim->selected_node);
  return g_string_free (json, FALSE);
}
