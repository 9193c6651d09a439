/* binder-scene.c - sets up a volume binder over objects in YAML, and asks it about a pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cluster/binder-scene.h"

#include <string.h>

#include "base/intern.h"
#include "cluster/listers-private.h"

void
scene_init (Scene *scene, const char *gates, ...)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *manifest = NULL;
  FitFeatureGates set = fit_feature_gates_default ();
  va_list objects;

  va_start (objects, gates);
  manifest = join_objects (objects);
  va_end (objects);
  assert_true (fit_feature_gates_parse (&set, gates, &error));
  scene->objects = objects_from (manifest);
  scene->listers = fit_listers_new ();
  list_objects (scene->listers, scene->objects);
  scene->binder = fit_volume_binder_new (scene->listers, set);
  scene->arena = fit_arena_new ();
}

void
scene_clear (Scene *scene)
{
  fit_volume_binder_free (scene->binder);
  fit_listers_free (scene->listers);
  fit_objects_free (scene->objects);
  fit_arena_free (scene->arena);
}

const FitNode *
node_named (const Scene *scene, const char *name)
{
  const GPtrArray *nodes = scene->objects->of[FIT_KIND_NODE];

  for (guint i = 0; i < nodes->len; i++)
    if (strcmp (((const FitNode *) nodes->pdata[i])->name, name) == 0)
      return nodes->pdata[i];
  fail_msg ("no node %s", name);
  return NULL;
}

const FitPod *
pod_named (const Scene *scene, const char *name)
{
  const GPtrArray *pods = scene->objects->of[FIT_KIND_POD];

  for (guint i = 0; i < pods->len; i++)
    if (strcmp (((const FitPod *) pods->pdata[i])->meta.name, name) == 0)
      return pods->pdata[i];
  fail_msg ("no pod %s", name);
  return NULL;
}

/* What the binder says of the pod "pod" on @node: "yes", "bound", "unbound",
 * "bound unbound" (what is not all right), or the error. */
static char *
ask (const Scene *scene, const char *pod, const char *node)
{
  const FitPodClaims *claims = fit_volume_binder_prepare (
      scene->binder, pod_named (scene, pod), scene->arena);
  g_autoptr (GError) error = NULL;
  gboolean bound_ok, unbound_ok;
  guint problems;

  if (!fit_volume_binder_find (scene->binder, claims, node_named (scene, node),
                               FIT_BINDER_NEEDS_VOLUMES, &problems, &error))
    {
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_SCHEDULE));
      return g_strdup (error->message);
    }
  if (problems == 0)
    return g_strdup ("yes");
  bound_ok = (problems & FIT_VOLUMES_NODE_CONFLICT) == 0;
  unbound_ok = (problems & FIT_VOLUMES_BIND_CONFLICT) == 0;
  return g_strconcat (bound_ok ? "" : "bound",
                      bound_ok || unbound_ok ? "" : " ",
                      unbound_ok ? "" : "unbound", NULL);
}

void
assert_answer (const Scene *scene, const char *pod, const char *node,
               const char *expected)
{
  g_autofree char *answer = ask (scene, pod, node);

  assert_string_equal (answer, expected);
}

void
assert_verdict (const char *claims, const char *expected, ...)
{
  g_autofree char *manifest = NULL;
  g_autofree char *pod = g_strconcat (
      "---\n{apiVersion: v1, kind: Pod, metadata: {namespace: ns, name: pod}, "
      "spec: {volumes: [",
      claims, "]}}\n", NULL);
  g_auto (Scene) scene = { 0 };
  va_list objects;

  va_start (objects, expected);
  manifest = join_objects (objects);
  va_end (objects);
  scene_init (&scene, "", NODE ("n1", "", ""), manifest, pod, NULL);
  assert_answer (&scene, "pod", "n1", expected);
}

gboolean
assume (Scene *scene, const char *pod, const char *node)
{
  g_autoptr (GError) error = NULL;
  gboolean all_bound;

  if (!fit_volume_binder_assume (scene->binder, pod_named (scene, pod),
                                 node_named (scene, node), &all_bound, &error))
    fail_msg ("%s", error->message);
  return all_bound;
}

void
assert_holder (const Scene *scene, const char *pv, const char *claim)
{
  const FitPersistentVolume *latest = fit_volume_binder_pv (scene->binder, pv);

  assert_non_null (latest);
  assert_string_equal (latest->claim_name, claim);
  assert_int_equal (latest->has_claim_ref, *claim != '\0');
}

void
assert_selected (const Scene *scene, const char *claim, const char *node)
{
  const char *namespace_ = fit_intern ("ns");
  const FitPersistentVolumeClaim *latest
      = fit_volume_binder_pvc (scene->binder, namespace_, claim);

  fit_intern_unref (namespace_);
  assert_non_null (latest);
  if (node)
    assert_string_equal (latest->selected_node, node);
  else
    assert_null (latest->selected_node);
}
