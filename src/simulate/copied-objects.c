/* copied-objects.c - copies a pod or a node under another name
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/copied-objects.h"

#include "api/raw.h"
#include "base/intern.h"
#include "formats/value-edit.h"

FitPod *
fit_pod_copy (const FitPod *pod, guint number)
{
  g_autoptr (FitPod) unassigned = fit_pod_with_node_name (pod, "");
  FitPod *copy = fit_pod_with_nominated_node_name (unassigned, "");
  FitObjectMeta *meta = &copy->meta;
  g_autofree char *name = g_strdup_printf ("%s-%u", meta->name, number);
  g_autofree char *uid
      = g_strdup_printf ("%s/%s/%u", meta->namespace_, meta->name, number);

  fit_object_meta_set_texts (meta, name, uid, meta->resource_version);
  fit_raw_set (meta, "metadata", "name", meta->name);
  fit_raw_set (meta, "metadata", "uid", meta->uid);
  fit_intern_unref (copy->phase);
  copy->phase = fit_intern ("");
  fit_raw_set (meta, "status", "phase", "");
  return copy;
}

static FitValue
renamed (FitArena *arena, const FitValue *node, const char *name)
{
  static const char hostname[] = "kubernetes.io/hostname";
  const FitValue *metadata = fit_value_get (node, "metadata");
  const FitValue *labels = fit_value_get (metadata, "labels");
  FitValue changed = fit_value_with_text (arena, metadata, "name", name);

  changed = fit_value_with_text (arena, &changed, "uid", name);
  if (fit_value_get (labels, hostname) != NULL)
    {
      const FitValue with_name
          = fit_value_with_text (arena, labels, hostname, name);

      changed = fit_value_with (arena, &changed, "labels", &with_name);
    }
  return fit_value_with (arena, node, "metadata", &changed);
}

gboolean
fit_node_copy (FitArena *arena, const FitValue *tree, const char *name,
               FitDecodeFlags flags, FitObjects *objects, GError **error)
{
  const FitArenaMark mark = fit_arena_mark (arena);
  const FitValue copy = renamed (arena, tree, name);
  const gboolean added
      = fit_objects_add_value (objects, &copy, "Node", "v1", flags, error);

  fit_arena_rewind (arena, mark);
  return added;
}
