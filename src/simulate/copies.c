#include "simulate/copies.h"

#include <string.h>

#include "api/raw.h"
#include "base/intern.h"

static void
replace (char **text, char *other)
{
  g_free (*text);
  *text = other;
}

FitPod *
fit_pod_copy (const FitPod *pod, guint number)
{
  g_autoptr (FitPod) unassigned = fit_pod_with_node_name (pod, "");
  FitPod *copy = fit_pod_with_nominated_node_name (unassigned, "");
  FitObjectMeta *meta = &copy->meta;

  replace (&meta->name, g_strdup_printf ("%s-%u", pod->meta.name, number));
  replace (&meta->uid, g_strdup_printf ("%s/%s/%u", pod->meta.namespace_,
                                        pod->meta.name, number));
  fit_raw_set (meta, "metadata", "name", meta->name);
  fit_raw_set (meta, "metadata", "uid", meta->uid);
  fit_intern_unref (copy->phase);
  copy->phase = fit_intern ("");
  fit_raw_set (meta, "status", "phase", "");
  return copy;
}

/* @map (nullable) with @key set to @value */
static FitValue
with_member (FitArena *arena, const FitValue *map, const char *key,
             const FitValue *value)
{
  guint32 n = map != NULL && map->type == FIT_VALUE_MAP ? map->n : 0;
  FitMember *members = fit_arena_newn (arena, FitMember, n + 1);

  for (guint32 i = 0; i < n; i++)
    members[i] = map->members[i];
  members[n] = (FitMember){ .key = key,
                            .key_len = (guint32) strlen (key),
                            .value = *value };
  return (FitValue){ .type = FIT_VALUE_MAP, .n = n + 1, .members = members };
}

static FitValue
renamed (FitArena *arena, const FitValue *node, const char *name)
{
  static const char hostname[] = "kubernetes.io/hostname";
  const FitValue *metadata = fit_value_get (node, "metadata");
  const FitValue *labels = fit_value_get (metadata, "labels");
  const FitValue text = { .type = FIT_VALUE_STRING,
                          .n = (guint32) strlen (name),
                          .text = name };
  FitValue changed = with_member (arena, metadata, "name", &text);

  changed = with_member (arena, &changed, "uid", &text);
  if (fit_value_get (labels, hostname) != NULL)
    {
      const FitValue with_name = with_member (arena, labels, hostname, &text);

      changed = with_member (arena, &changed, "labels", &with_name);
    }
  return with_member (arena, node, "metadata", &changed);
}

gboolean
fit_node_copies (const FitNode *node, FitDecodeFlags flags, guint n,
                 FitObjects *objects, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *value;

  if (node->meta.raw == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "cannot copy Node %s: its text was not kept", node->name);
      return FALSE;
    }
  value = fit_json_parse (arena, node->meta.raw, strlen (node->meta.raw), NULL,
                          NULL, error);
  if (value == NULL)
    return FALSE;
  for (guint i = 1; i <= n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%u", node->name, i);
      const FitValue copy = renamed (arena, value, name);

      if (!fit_objects_add_value (objects, &copy, "Node", "v1", flags, error))
        return FALSE;
    }
  return TRUE;
}
