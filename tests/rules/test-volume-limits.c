/* test-volume-limits.c - sets of volumes, and how the volumes of a pod are found
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/volume-scenario.h"

#include <string.h>

#include "rules/volume-limits.h"

#define FULL "MaxVolumeCount"

/* -- sets ------------------------------------------------------------------ */

static void
set_holds_each_volume_once (void **state)
{
  static const char a[] = "a", b[] = "b";
  const char *driver = "driver";
  g_autofree char *same_driver = g_strdup (driver);
  g_autoptr (GArray) volumes = fit_attached_volumes_new ();

  fit_attached_volumes_add (volumes, b, driver);
  fit_attached_volumes_add (volumes, a, NULL);
  fit_attached_volumes_add (volumes, a, "other");
  fit_attached_volumes_add (volumes, b, same_driver);
  fit_attached_volumes_add (volumes, a, NULL);
  fit_attached_volumes_unique (volumes);
  assert_int_equal (volumes->len, 3);

  assert_true (fit_attached_volumes_contain (
      volumes, &(FitAttachedVolume){ b, same_driver }));
  assert_true (
      fit_attached_volumes_contain (volumes, &(FitAttachedVolume){ a, NULL }));
  assert_false (
      fit_attached_volumes_contain (volumes, &(FitAttachedVolume){ b, NULL }));
  assert_false (fit_attached_volumes_contain (
      volumes, &(FitAttachedVolume){ a, driver }));
}

static void
empty_set_holds_nothing (void **state)
{
  g_autoptr (GArray) volumes = fit_attached_volumes_new ();

  fit_attached_volumes_unique (volumes);
  assert_int_equal (volumes->len, 0);
  assert_false (fit_attached_volumes_contain (
      volumes, &(FitAttachedVolume){ "a", NULL }));
}

/* -- answers from cycle to cycle ------------------------------------------- */

/* Both kinds of predicates that count volumes, over volumes of one kind. */
static const struct
{
  const FitPredicateInfo *info;
  const char *limit_key;
  const char *source; /* of volume number '#' */
  const char *other_source;
  const char *provisioner;
} counters[] = {
  { &fit_max_ebs_volume_count, "attachable-volumes-aws-ebs",
    "awsElasticBlockStore: {volumeID: vol-#}", "cinder: {volumeID: vol-#}",
    "kubernetes.io/aws-ebs" },
  { &fit_max_csi_volume_count, "attachable-volumes-csi-csi.example.com",
    "csi: {driver: csi.example.com, volumeHandle: vol-#}",
    "csi: {driver: other.example.com, volumeHandle: vol-#}",
    "csi.example.com" },
};

static void
append_pv (GString *manifest, const char *source, guint number)
{
  g_autofree char *pv = g_strdup_printf (PV ("pv-#", "%s"), source);

  append_numbered (manifest, pv, number);
}

/* Two nodes that attach two volumes each; the pending pod brings one; "a" on
 * the first node has one, and a claim that cannot be found. */
static void
init_counter (VolumeScene *scene, guint counter)
{
  g_autoptr (GString) manifest = g_string_new (NULL);

  g_string_append_printf (manifest,
                          NODE ("n1", "", "%s: '2'") NODE ("n2", "", "%s: '2'")
                              LATE_CLASS ("class", "%s"),
                          counters[counter].limit_key,
                          counters[counter].limit_key,
                          counters[counter].provisioner);
  for (guint i = 1; i <= 3; i++)
    {
      append_pv (manifest, counters[counter].source, i);
      append_numbered (manifest, BOUND_PVC ("c#", "pv-#"), i);
    }
  g_string_append (manifest,
                   POD ("a", "n1", CLAIM ("c2") ", " CLAIM ("late"))
                       POD ("b", "", CLAIM ("c3")) PENDING (CLAIM ("c1")));
  volume_scene_init (scene, "", manifest->str);
  volume_scene_use (scene, counters[counter].info);
}

static void
assert_answers (VolumeScene *scene, const FitNodeInfo *instead,
                const char *expected)
{
  g_autofree char *answers = volume_scene_ask (scene, instead);

  assert_string_equal (answers, expected);
}

static FitPod *
placed_pod (const VolumeScene *scene, const char *node_name)
{
  const GPtrArray *pods = scene->objects->of[FIT_KIND_POD];
  const FitNodeInfo *node = fit_cache_find_node (scene->cache, node_name);

  for (guint i = 0; i < pods->len; i++)
    if (strcmp (((const FitPod *) pods->pdata[i])->meta.name, "b") == 0)
      return fit_pod_with_node_name (pods->pdata[i], node->name);
  return NULL;
}

static void
pods_come_and_go (void **state)
{
  for (guint c = 0; c < G_N_ELEMENTS (counters); c++)
    {
      g_auto (VolumeScene) scene = { 0 };
      g_autoptr (FitPod) pod = NULL;

      init_counter (&scene, c);
      pod = placed_pod (&scene, "n1");
      assert_answers (&scene, NULL, "yes; yes");
      assert_true (fit_cache_assume_pod (scene.cache, pod, NULL));
      assert_answers (&scene, NULL, FULL "; yes");
      assert_answers (&scene, NULL, FULL "; yes");
      assert_true (fit_cache_forget_pod (scene.cache, pod, NULL));
      assert_answers (&scene, NULL, "yes; yes");
    }
}

static void
nodes_come (void **state)
{
  for (guint c = 0; c < G_N_ELEMENTS (counters); c++)
    {
      g_autofree char *node
          = g_strdup_printf (NODE ("n3", "", "%s: '0'"), counters[c].limit_key);
      g_autoptr (FitObjects) objects = objects_from (node);
      g_auto (VolumeScene) scene = { 0 };

      init_counter (&scene, c);
      assert_answers (&scene, NULL, "yes; yes");
      fit_cache_add_node (scene.cache, objects->of[FIT_KIND_NODE]->pdata[0]);
      assert_answers (&scene, NULL, "yes; yes; " FULL);
    }
}

static void
volumes_and_claims_change (void **state)
{
  static const char late[] = PVC ("late", OF_CLASS ("class"));
  static const char slow[] = LATE_CLASS ("class", "example.com/other");

  for (guint c = 0; c < G_N_ELEMENTS (counters); c++)
    {
      g_autoptr (GString) other = g_string_new (NULL);
      g_auto (VolumeScene) scene = { 0 };
      FitListers *listers;

      init_counter (&scene, c);
      listers = fit_cache_listers (scene.cache);
      assert_answers (&scene, NULL, "yes; yes");
      list_manifest (listers, late);
      assert_answers (&scene, NULL, FULL "; yes");
      list_manifest (listers, slow);
      assert_answers (&scene, NULL, "yes; yes");
      fit_listers_remove (listers, FIT_KIND_STORAGE_CLASS, "", "class");
      assert_answers (&scene, NULL, "yes; yes");
      list_manifest (listers, PVC ("late", "volumeName: pv-3"));
      assert_answers (&scene, NULL, FULL "; yes");
      append_pv (other, counters[c].other_source, 3);
      list_manifest (listers, other->str);
      assert_answers (&scene, NULL, "yes; yes");
      list_manifest (listers, PVC ("late", "volumeName: pv-1"));
      assert_answers (&scene, NULL, "yes; yes");
      fit_listers_remove (listers, FIT_KIND_PERSISTENT_VOLUME, "", "pv-2");
      assert_answers (&scene, NULL, "yes; yes");
    }
}

static void
what_if_leaves_no_trace (void **state)
{
  for (guint c = 0; c < G_N_ELEMENTS (counters); c++)
    {
      g_auto (VolumeScene) scene = { 0 };
      g_autoptr (FitNodeInfo) clone = NULL;
      g_autoptr (FitPod) pod = NULL;

      init_counter (&scene, c);
      pod = placed_pod (&scene, "n1");
      clone = fit_node_info_clone (fit_cache_node (scene.cache, 0));
      fit_node_info_add_pod (clone, pod);
      assert_answers (&scene, clone, FULL "; yes");
      assert_answers (&scene, NULL, "yes; yes");
      assert_answers (&scene, clone, FULL "; yes");
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (set_holds_each_volume_once),
    cmocka_unit_test (empty_set_holds_nothing),
    cmocka_unit_test (pods_come_and_go),
    cmocka_unit_test (nodes_come),
    cmocka_unit_test (volumes_and_claims_change),
    cmocka_unit_test (what_if_leaves_no_trace),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
