/* complete-objects.c - completes pods like admission, once all objects are
 * known
 *
 * Runs before the objects are shared, so it may still change them.  Priorities
 * follow v1.16's Priority admission plugin.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/objects.h"
#include "base/each.h"
#include "base/intern.h"
#include "base/intern-struct.h"
#include "api/pod-private.h"

#include <string.h>

/* The source of a pod's priority. */
typedef struct
{
  const char *name;
  gint32 value;
  gboolean never_preempts;
} PriorityRow;

static const PriorityRow system_classes[] = {
  { "system-cluster-critical", 2000000000, FALSE },
  { "system-node-critical", 2000001000, FALSE },
};

static gboolean
find_class (GHashTable *by_name, const char *name, PriorityRow *out)
{
  const FitPriorityClass *pc = g_hash_table_lookup (by_name, name);

  if (pc != NULL)
    {
      *out = (PriorityRow){ name, pc->value, pc->never_preempts };
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (system_classes); i++)
    if (strcmp (system_classes[i].name, name) == 0)
      {
        *out = system_classes[i];
        return TRUE;
      }
  return FALSE;
}

static void
set_priority (FitPodSpec *spec, const PriorityRow *row)
{
  spec->has_priority = TRUE;
  spec->priority = row->value;
  spec->never_preempts = spec->never_preempts || row->never_preempts;
}

static gboolean
add_priority (const FitPod *pod, FitPodSpec *spec, GHashTable *by_name,
              const FitPriorityClass *otherwise, GError **error)
{
  PriorityRow row = { NULL, 0, FALSE };

  if (spec->has_priority)
    return TRUE;
  if (spec->priority_class_name[0] == '\0')
    {
      if (otherwise != NULL)
        {
          row = (PriorityRow){ otherwise->meta.name, otherwise->value,
                               otherwise->never_preempts };
          g_free (spec->priority_class_name);
          spec->priority_class_name = g_strdup (row.name);
        }
      set_priority (spec, &row);
      return TRUE;
    }
  if (!find_class (by_name, spec->priority_class_name, &row))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                   "Pod %s/%s: spec.priorityClassName: no PriorityClass with "
                   "name \"%s\" was found",
                   pod->meta.namespace_, pod->meta.name,
                   spec->priority_class_name);
      fit_error_add_hint (error, "read the PriorityClass too, or give the pod "
                                 "a spec.priority");
      return FALSE;
    }
  set_priority (spec, &row);
  return TRUE;
}

/* Taints that DefaultTolerationSeconds makes every pod tolerate for some
 * time. */
static const char *const tolerated[]
    = { "node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable" };

static gboolean
says_something_about (const FitPodSpec *spec, const char *key)
{
  for (guint i = 0; i < spec->n_tolerations; i++)
    {
      const FitToleration *toleration = &spec->tolerations[i];

      if ((toleration->effect == FIT_EFFECT_NO_EXECUTE
           || toleration->effect == FIT_EFFECT_NONE)
          && (*toleration->key == '\0' || strcmp (toleration->key, key) == 0))
        return TRUE;
    }
  return FALSE;
}

/* Does the spec look as if an API server had completed it? */
static gboolean
is_complete (const FitPodSpec *spec)
{
  for (guint i = 0; i < G_N_ELEMENTS (tolerated); i++)
    if (!says_something_about (spec, tolerated[i]))
      return FALSE;
  return spec->has_priority;
}

/* @done: a completed pod for each spec that pods had before: those of a
 * workload are completed once. */
static gboolean
complete_pod (FitPod *pod, GHashTable *by_name,
              const FitPriorityClass *otherwise, GHashTable *done,
              GError **error)
{
  const FitPod *like = g_hash_table_lookup (done, pod->spec);
  g_auto (FitPodSpec) spec = { 0 };

  if (like != NULL)
    {
      fit_pod_share_spec (pod, like);
      return TRUE;
    }
  if (is_complete (pod->spec))
    return TRUE;
  fit_pod_spec_copy (pod->spec, &spec);
  if (!add_priority (pod, &spec, by_name, otherwise, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (tolerated); i++)
    {
      if (says_something_about (&spec, tolerated[i]))
        continue;
      spec.tolerations
          = g_renew (FitToleration, spec.tolerations, spec.n_tolerations + 1);
      spec.tolerations[spec.n_tolerations++] = (FitToleration){
        .key = fit_intern (tolerated[i]),
        .value = fit_intern (""),
        .op = FIT_TOLERATION_EXISTS,
        .effect = FIT_EFFECT_NO_EXECUTE,
      };
    }
  g_hash_table_insert (done, (gpointer) fit_intern_struct_ref (pod->spec), pod);
  fit_pod_set_spec (pod, &spec);
  return TRUE;
}

gboolean
fit_objects_complete (FitObjects *objects, GError **error)
{
  const GPtrArray *classes = objects->of[FIT_KIND_PRIORITY_CLASS];
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  const FitPriorityClass *otherwise = NULL;
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) done = g_hash_table_new_full (
      NULL, NULL, (GDestroyNotify) fit_intern_struct_unref, NULL);

  /* The class for pods without one; of several, the one with the lowest
   * value. */
  FIT_EACH (const FitPriorityClass, pc, classes)
    if (pc->global_default
        && (otherwise == NULL || pc->value < otherwise->value))
      otherwise = pc;
  FIT_EACH (const FitPriorityClass, pc, classes)
    g_hash_table_insert (by_name, pc->meta.name, (gpointer) pc);
  for (guint i = 0; i < pods->len; i++)
    if (!complete_pod (pods->pdata[i], by_name, otherwise, done, error))
      {
        fit_objects_prefix_place (objects, FIT_KIND_POD, i, error);
        return FALSE;
      }
  return TRUE;
}
