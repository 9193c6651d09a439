/* cluster.c - reads objects in YAML, and fills a cache with them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/cluster.h"

#include <string.h>

FitNode *
node_from (const char *manifest)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);

  assert_int_equal (objects->of[FIT_KIND_NODE]->len, 1);
  return fit_node_ref (objects->of[FIT_KIND_NODE]->pdata[0]);
}

FitPod *
pod_from (const char *manifest)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);

  assert_int_equal (objects->of[FIT_KIND_POD]->len, 1);
  return fit_pod_ref (objects->of[FIT_KIND_POD]->pdata[0]);
}

FitFeatureGates
gates_from (const char *text)
{
  FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (GError) error = NULL;

  if (text != NULL && !fit_feature_gates_parse (&gates, text, &error))
    fail_msg ("%s", error->message);
  return gates;
}

static void
add_pod (Cluster *cluster, const FitPod *pod)
{
  g_autoptr (GError) error = NULL;

  if (*pod->node_name == '\0' || strcmp (pod->meta.name, "pending") == 0)
    {
      g_clear_pointer (&cluster->pending, fit_pod_unref);
      cluster->pending = fit_pod_ref (pod);
    }
  else if (!fit_cache_add_pod (cluster->cache, pod, &error))
    fail_msg ("%s", error->message);
}

void
cluster_fill (Cluster *cluster, const char *manifest, FitDecodeFlags flags)
{
  g_autoptr (FitObjects) objects
      = objects_with (manifest, FIT_DECODE_AS_IS | flags);
  GPtrArray *const *of = objects->of;

  for (guint i = 0; i < of[FIT_KIND_NODE]->len; i++)
    fit_cache_add_node (cluster->cache, of[FIT_KIND_NODE]->pdata[i]);
  for (FitKind kind = FIT_KIND_SERVICE; kind < FIT_KIND_LAST; kind++)
    for (guint i = 0; i < of[kind]->len; i++)
      fit_listers_set (fit_cache_listers (cluster->cache), of[kind]->pdata[i]);
  for (guint i = 0; i < of[FIT_KIND_POD]->len; i++)
    add_pod (cluster, of[FIT_KIND_POD]->pdata[i]);
  fit_cache_refresh (cluster->cache);
}

void
cluster_init (Cluster *cluster, const char *manifest, const char *gates)
{
  *cluster = (Cluster){ .cache = fit_cache_new (gates_from (gates)),
                        .arena = fit_arena_new () };
  cluster_fill (cluster, manifest, 0);
}

void
cluster_clear (Cluster *cluster)
{
  g_clear_pointer (&cluster->pending, fit_pod_unref);
  g_clear_pointer (&cluster->arena, fit_arena_free);
  g_clear_pointer (&cluster->cache, fit_cache_free);
}

const FitPod *
cluster_pod (const Cluster *cluster, const char *uid)
{
  const FitPod *found = NULL;

  for (guint i = 0; i < fit_cache_n_slots (cluster->cache); i++)
    if (found == NULL)
      found = fit_node_info_find_pod (fit_cache_node (cluster->cache, i), uid);
  if (found == NULL)
    fail_msg ("no pod %s in the cache", uid);
  return found;
}

const FitNodeInfo *
cluster_node (const Cluster *cluster, const char *name)
{
  const FitNodeInfo *node = fit_cache_find_node (cluster->cache, name);

  if (node == NULL)
    fail_msg ("no node %s in the cache", name);
  return node;
}

void
assert_error (GError **error, FitErrorCode code, const char *message)
{
  assert_non_null (*error);
  assert_string_equal ((*error)->message, message);
  assert_true (g_error_matches (*error, FIT_ERROR, (int) code));
  g_clear_error (error);
}
