/* test-assume-cache.c - assumed objects give way to newer ones, and only to those
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cluster/binder-scene.h"
#include "cluster/assume-cache.h"
#include "cluster/listers-private.h"

#define VERSIONED(name, version, claim)                              \
  PV_WITH (name, "uid: v-uid, resourceVersion: '" version "'",       \
           CAPACITY ("1Gi") ", " OF_CLASS ("static") ", " RWO claim, \
           "Available")

static void
newer_object_replaces_the_assumption (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", STATIC, NODE ("n1", "", ""), VERSIONED ("v", "9", ""),
              WISH ("a", "1Gi"), POD ("pod", "", CLAIM ("a")), NULL);
  assume (&scene, "pod", "n1");
  assert_holder (&scene, "v", "a");
  /* what was known already, and something older */
  list_manifest (scene.listers, VERSIONED ("v", "9", ""));
  assert_holder (&scene, "v", "a");
  list_manifest (scene.listers, VERSIONED ("v", "8", ""));
  assert_holder (&scene, "v", "a");
  /* versions are compared as numbers */
  list_manifest (scene.listers,
                 VERSIONED ("v", "10", ", claimRef: {name: other}"));
  assert_holder (&scene, "v", "other");
}

static void
other_object_of_the_name_ends_the_assumption (void **state)
{
  static const char manifest[] = STATIC NODE ("n1", "", "")
      VERSIONED ("v", "9", "") WISH ("a", "1Gi") POD ("pod", "", CLAIM ("a"));
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", manifest, NULL);
  assume (&scene, "pod", "n1");
  fit_listers_remove (scene.listers, FIT_KIND_PERSISTENT_VOLUME, "", "v");
  assert_null (fit_volume_binder_pv (scene.binder, "v"));
  list_manifest (
      scene.listers,
      PV_WITH ("v", "uid: later-uid, resourceVersion: '3'", "", "Available"));
  assert_holder (&scene, "v", "");
}

static void
last_object_wins_without_versions (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", LATE, NODE ("n1", "", ""),
              PVC ("a", OF_CLASS ("late")), POD ("pod", "", CLAIM ("a")), NULL);
  assume (&scene, "pod", "n1");
  assert_selected (&scene, "a", "n1");
  list_manifest (scene.listers, PVC ("a", OF_CLASS ("late") ", volumeName: v"));
  assert_selected (&scene, "a", NULL);
}

/* Assumptions that came true are forgotten now and then; others never. */
static void
many_assumptions_are_kept_as_long_as_needed (void **state)
{
  enum
  {
    N = 200
  };
  g_autoptr (GString) manifest = g_string_new (STATIC NODE ("n1", "", ""));
  g_auto (Scene) scene = { 0 };

  for (guint i = 0; i < N; i++)
    append_numbered (manifest,
                     VERSIONED ("v#", "1", "") WISH ("c#", "1Gi")
                         POD ("p#", "", CLAIM ("c#")),
                     i);
  scene_init (&scene, "", manifest->str, NULL);
  for (guint i = 0; i < N; i++)
    {
      g_autofree char *pod = g_strdup_printf ("p%u", i);
      g_autoptr (GString) update = g_string_new (NULL);

      assume (&scene, pod, "n1");
      append_numbered (update,
                       VERSIONED ("v#", "2", ", claimRef: {name: truth}"), i);
      if (i % 2)
        list_manifest (scene.listers, update->str);
    }
  for (guint i = 0; i < N; i++)
    {
      const FitPod *pod = scene.objects->of[FIT_KIND_POD]->pdata[i];
      g_autofree char *pv = g_strdup_printf ("v%u", i);

      assert_holder (&scene, pv, i % 2 ? "truth" : pod->spec->volumes[0].id);
    }
}

/* What the API server says counts once it is another object, or newer.  What has
 * the version that the assumption is based on is not newer, if that changed
 * anything. */
static void
assumption_is_pending_until_something_newer_comes (void **state)
{
#define OF_UID(uid, version) \
  PV_WITH ("v", "uid: " uid ", resourceVersion: '" version "'", "", "Available")
  static const struct
  {
    const char *assumed, *listed;
    gboolean pending, pending_if_changed;
  } rows[] = {
    { OF_UID ("u1", "9"), OF_UID ("u1", "8"), TRUE, TRUE },
    { OF_UID ("u1", "9"), OF_UID ("u1", "9"), FALSE, TRUE },
    { OF_UID ("u1", "9"), OF_UID ("u1", "10"), FALSE, FALSE },
    { OF_UID ("u1", "11"), OF_UID ("u1", "10"), TRUE, TRUE },
    { OF_UID ("u1", "10"), OF_UID ("u1", "10"), FALSE, TRUE },
    { OF_UID ("u1", "10"), OF_UID ("u1", "11"), FALSE, FALSE },
    { OF_UID ("u1", "9"), OF_UID ("u2", "8"), FALSE, FALSE },
    { OF_UID ("u1", "9"), OF_UID ("u1", "x"), FALSE, FALSE },
    { OF_UID ("u1", "x"), OF_UID ("u1", "8"), FALSE, FALSE },
    { OF_UID ("u1", "9"), OF_UID ("u1", ""), FALSE, FALSE },
    { OF_UID ("u1", "-1"), OF_UID ("u1", "-2"), TRUE, TRUE },
    { OF_UID ("u1", "9223372036854775807"), OF_UID ("u1", "1"), TRUE, TRUE },
    { OF_UID ("u1", "9223372036854775808"), OF_UID ("u1", "1"), FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitObjects) one = objects_from (rows[i].assumed);
      g_autoptr (FitObjects) two = objects_from (rows[i].listed);
      g_autoptr (FitObjects) three = objects_from (rows[i].assumed);
      gconstpointer assumed = one->of[FIT_KIND_PERSISTENT_VOLUME]->pdata[0];
      gconstpointer listed = two->of[FIT_KIND_PERSISTENT_VOLUME]->pdata[0];
      gconstpointer before = three->of[FIT_KIND_PERSISTENT_VOLUME]->pdata[0];

      assert_int_equal (
          fit_assumed_pending (&fit_assumed_pv, assumed, assumed, listed),
          rows[i].pending);
      assert_int_equal (
          fit_assumed_pending (&fit_assumed_pv, assumed, before, listed),
          rows[i].pending_if_changed);
      assert_true (
          fit_assumed_pending (&fit_assumed_pv, assumed, listed, listed));
      assert_false (
          fit_assumed_pending (&fit_assumed_pv, assumed, before, assumed));
    }
#undef OF_UID
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (newer_object_replaces_the_assumption),
    cmocka_unit_test (other_object_of_the_name_ends_the_assumption),
    cmocka_unit_test (last_object_wins_without_versions),
    cmocka_unit_test (many_assumptions_are_kept_as_long_as_needed),
    cmocka_unit_test (assumption_is_pending_until_something_newer_comes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
