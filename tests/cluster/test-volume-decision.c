/* What is written for the volumes of a pod, and what becomes of it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cluster/binder-scene.h"

#include "base/intern.h"
#include "cluster/listers-private.h"

#define VERSION(number) "resourceVersion: '" number "'"
/* Volume and claim of the class "static" as the API server has them. */
#define LISTED_DISK(name, version, spec)                            \
  PV_WITH (name, "uid: " name "-uid, " VERSION (version),           \
           CAPACITY ("1Gi") ", " OF_CLASS ("static") ", " RWO spec, \
           "Available")
#define KEPT_FOR(claim) ", " CLAIM_REF (claim, claim "-uid")
#define BIND_COMPLETED "pv.kubernetes.io/bind-completed: 'yes'"
#define SELECTED_NODE(node) "volume.kubernetes.io/selected-node: " node
#define DYNAMIC(version, annotations, spec)                            \
  PVC_WITH ("a", VERSION (version) ", annotations: {" annotations "}", \
            OF_CLASS ("late") spec)

/* The pod "pod" as assumed to be on n1. */
static FitPod *
assumed_pod (const Scene *scene)
{
  return fit_pod_with_node_name (pod_named (scene, "pod"), "n1");
}

/* What the binder says of the binding of "pod": "bound", "wait", or the
 * error. */
static void
assert_check (const Scene *scene, const char *expected)
{
  g_autoptr (FitPod) pod = assumed_pod (scene);
  g_autoptr (GError) error = NULL;
  gboolean bound = 77;

  if (!fit_volume_binder_check (scene->binder, pod, node_named (scene, "n1"),
                                &bound, &error))
    {
      assert_string_equal (error->message, expected);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_SCHEDULE));
      assert_int_equal (bound, 77);
      return;
    }
  assert_string_equal (bound ? "bound" : "wait", expected);
}

/* What is to be written: "VOLUME=CLAIM ... CLAIM@NODE ...". */
static void
assert_writes (const Scene *scene, const char *expected)
{
  g_autoptr (FitPod) pod = assumed_pod (scene);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  GPtrArray *volumes, *claims;

  if (!fit_volume_binder_writes (scene->binder, pod, &volumes, &claims, &error))
    fail_msg ("%s", error->message);
  for (guint i = 0; i < volumes->len; i++)
    {
      const FitPersistentVolume *pv = volumes->pdata[i];

      g_string_append_printf (text, "%s=%s ", pv->meta.name, pv->claim_name);
    }
  for (guint i = 0; i < claims->len; i++)
    {
      const FitPersistentVolumeClaim *claim = claims->pdata[i];

      g_string_append_printf (text, "%s@%s ", claim->meta.name,
                              claim->selected_node);
    }
  assert_string_equal (text->str, expected);
}

/* One claim "a" that gets the volume "v". */
static void
static_scene (Scene *scene)
{
  scene_init (scene, "", STATIC, NODE ("n1", "zone: z", ""),
              LISTED_DISK ("v", "9", ""),
              PVC_WITH ("a", VERSION ("5"),
                        REQUEST ("1Gi") ", " OF_CLASS ("static") ", " RWO),
              POD ("pod", "", CLAIM ("a")), NULL);
  assert_false (assume (scene, "pod", "n1"));
}

/* One claim "a" that is to be provisioned. */
static void
dynamic_scene (Scene *scene)
{
  scene_init (scene, "", LATE, NODE ("n1", "zone: z", ""),
              DYNAMIC ("5", "", ""), POD ("pod", "", CLAIM ("a")), NULL);
  assert_false (assume (scene, "pod", "n1"));
}

/* -- what is written ------------------------------------------------------- */

/* Volumes by the size of their claims, claims in the order of the pod, those
 * selected earlier first; what needs no change is written all the same. */
static void
volumes_are_written_before_claims (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", STATIC, LATE, NODE ("n1", "", ""),
              DISK ("big", "9Gi", ""), DISK ("small", "2Gi", ""),
              DISK ("own", "5Gi", CLAIM_REF ("own", "own-uid")),
              WISH ("large", "8Gi"), WISH ("little", "1Gi"),
              WISH ("own", "5Gi"), PVC ("new", OF_CLASS ("late")),
              PVC_WITH ("again", SELECTED ("n1"), OF_CLASS ("late")),
              POD ("pod", "",
                   CLAIM ("large") "," CLAIM ("new") "," CLAIM (
                       "own") "," CLAIM ("again") "," CLAIM ("little")),
              NULL);
  assert_false (assume (&scene, "pod", "n1"));
  assert_writes (&scene, "small=little own=own big=large again@n1 new@n1 ");
}

static void
only_claims_that_are_not_bound_are_written (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", STATIC, NODE ("n1", "", ""), PV ("b", ""),
              BOUND_PVC ("done", "b"), DISK ("v", "1Gi", ""), WISH ("a", "1Gi"),
              POD ("pod", "", CLAIM ("done") "," CLAIM ("a")), NULL);
  assert_false (assume (&scene, "pod", "n1"));
  assert_writes (&scene, "v=a ");
}

static void
assert_no_decision (const Scene *scene)
{
  g_autoptr (FitPod) pod = assumed_pod (scene);
  g_autoptr (GError) error = NULL;
  GPtrArray *volumes, *claims;

  assert_false (
      fit_volume_binder_writes (scene->binder, pod, &volumes, &claims, &error));
  assert_string_equal (error->message,
                       "failed to get cached bindings for pod \"ns/pod\"");
}

static void
nothing_is_written_after_the_decision_is_dropped (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GPtrArray) kept = NULL;
  g_autoptr (FitPod) pod = NULL;
  GPtrArray *volumes, *claims;

  static_scene (&scene);
  pod = assumed_pod (&scene);
  assert_true (
      fit_volume_binder_writes (scene.binder, pod, &volumes, &claims, NULL));
  kept = g_ptr_array_ref (volumes);
  fit_volume_binder_drop (scene.binder, pod);
  assert_no_decision (&scene);
  assert_check (&scene, "pod \"ns/pod\" does not exist any more");
  /* Who is writing goes on, and what is assumed stays. */
  assert_int_equal (kept->len, 1);
  assert_string_equal (((FitPersistentVolume *) kept->pdata[0])->claim_name,
                       "a");
  assert_holder (&scene, "v", "a");
}

static void
another_pod_of_the_name_is_another_pod (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (FitObjects) later = NULL;

  dynamic_scene (&scene);
  later = objects_from (OBJECT ("v1", "Pod",
                                "namespace: ns, name: pod, uid: later",
                                "spec: {volumes: [" CLAIM ("a") "]}"));
  g_ptr_array_set_size (scene.objects->of[FIT_KIND_POD], 0);
  g_ptr_array_add (scene.objects->of[FIT_KIND_POD],
                   fit_pod_ref (later->of[FIT_KIND_POD]->pdata[0]));
  assert_no_decision (&scene);
  assert_false (assume (&scene, "pod", "n1"));
  assert_writes (&scene, "a@n1 ");
}

/* -- writing fails --------------------------------------------------------- */

static void
what_was_not_written_is_as_before (void **state)
{
  static const char manifest[] = STATIC LATE NODE ("n1", "", "")
      DISK ("one", "1Gi", "") DISK ("two", "2Gi", "") WISH ("a", "1Gi") WISH (
          "b", "2Gi") PVC ("c", OF_CLASS ("late")) PVC ("d", OF_CLASS ("late"))
          POD ("pod", "",
               CLAIM ("a") "," CLAIM ("b") "," CLAIM ("c") "," CLAIM ("d"));

  for (guint written = 0; written <= 4; written++)
    {
      g_auto (Scene) scene = { 0 };

      scene_init (&scene, "", manifest, NULL);
      assume (&scene, "pod", "n1");
      fit_volume_binder_write_failed (scene.binder, pod_named (&scene, "pod"),
                                      written);
      assert_holder (&scene, "one", written > 0 ? "a" : "");
      assert_holder (&scene, "two", written > 1 ? "b" : "");
      assert_selected (&scene, "c", written > 2 ? "n1" : NULL);
      assert_selected (&scene, "d", written > 3 ? "n1" : NULL);
      assert_check (&scene, "wait");
    }
}

static void
failure_for_a_pod_without_decision_is_nothing (void **state)
{
  g_auto (Scene) scene = { 0 };

  static_scene (&scene);
  fit_volume_binder_drop (scene.binder, pod_named (&scene, "pod"));
  fit_volume_binder_write_failed (scene.binder, pod_named (&scene, "pod"), 0);
  assert_holder (&scene, "v", "a");
}

/* As in v1.16, a decision that was never written binds the next attempt, and
 * is written then. */
static void
unwritten_decision_is_written_by_the_next_attempt (void **state)
{
  g_auto (Scene) scene = { 0 };

  static_scene (&scene);
  assert_false (assume (&scene, "pod", "n1"));
  assert_writes (&scene, "v=a ");
  /* The volume as it is listed does not say so yet. */
  assert_check (&scene, "wait");
  fit_volume_binder_revert (scene.binder, pod_named (&scene, "pod"));
  assert_holder (&scene, "v", "");
}

/* -- waiting for a volume -------------------------------------------------- */

static void
claim_is_bound_step_by_step (void **state)
{
  g_auto (Scene) scene = { 0 };

  static_scene (&scene);
  assert_check (&scene, "wait");
  /* What is older than what was written says nothing. */
  list_manifest (scene.listers, LISTED_DISK ("v", "9", ""));
  assert_check (&scene, "wait");
  list_manifest (scene.listers, LISTED_DISK ("v", "10", KEPT_FOR ("a")));
  assert_check (&scene, "wait");
  list_manifest (scene.listers,
                 PVC_WITH ("a", VERSION ("11"), "volumeName: v"));
  assert_check (&scene, "wait");
  list_manifest (scene.listers,
                 PVC_WITH ("a",
                           VERSION ("12") ", annotations: {" BIND_COMPLETED "}",
                           "volumeName: v"));
  assert_check (&scene, "bound");
}

static void
volume_or_claim_may_vanish (void **state)
{
  g_auto (Scene) scene = { 0 };
  const char *namespace_ = fit_intern ("ns");

  static_scene (&scene);
  fit_listers_remove (scene.listers, FIT_KIND_PERSISTENT_VOLUME_CLAIM,
                      namespace_, "a");
  fit_intern_unref (namespace_);
  assert_check (&scene, "failed to check binding: could not find "
                        "v1.PersistentVolumeClaim \"ns/a\"");
  fit_listers_remove (scene.listers, FIT_KIND_PERSISTENT_VOLUME, "", "v");
  assert_check (&scene, "failed to check binding: could not find "
                        "v1.PersistentVolume \"v\"");
}

static void
claim_reference_may_be_reset (void **state)
{
  static const char *const resets[] = {
    LISTED_DISK ("v", "10", ""),
    LISTED_DISK ("v", "10", ", " CLAIM_REF ("a", "")),
  };

  for (guint i = 0; i < G_N_ELEMENTS (resets); i++)
    {
      g_auto (Scene) scene = { 0 };

      static_scene (&scene);
      list_manifest (scene.listers, resets[i]);
      assert_check (&scene, "ClaimRef got reset for pv \"v\"");
    }
}

static void
volume_may_move_out_of_reach (void **state)
{
  g_auto (Scene) scene = { 0 };

  static_scene (&scene);
  list_manifest (scene.listers, LISTED_DISK ("v", "10",
                                             KEPT_FOR ("a") ", " ONLY_WHERE (
                                                 "zone", "other")));
  assert_check (&scene, "pv \"v\" node affinity doesn't match node \"n1\": No "
                        "matching NodeSelectorTerms");
}

static void
node_may_vanish (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (FitPod) pod = NULL;
  g_autoptr (GError) error = NULL;
  gboolean bound;

  static_scene (&scene);
  pod = assumed_pod (&scene);
  /* Before anything else. */
  fit_volume_binder_drop (scene.binder, pod);
  assert_false (
      fit_volume_binder_check (scene.binder, pod, NULL, &bound, &error));
  assert_string_equal (error->message,
                       "failed to get node \"n1\": node \"n1\" not found");
}

/* -- waiting for a provisioner --------------------------------------------- */

static void
claim_is_provisioned_step_by_step (void **state)
{
  g_auto (Scene) scene = { 0 };

  dynamic_scene (&scene);
  assert_check (&scene, "wait");
  list_manifest (scene.listers, DYNAMIC ("5", "", ""));
  assert_check (&scene, "wait");
  list_manifest (scene.listers, DYNAMIC ("6", SELECTED_NODE ("n1"), ""));
  assert_check (&scene, "wait");
  /* The volume may come after the claim that names it. */
  list_manifest (scene.listers,
                 DYNAMIC ("7", SELECTED_NODE ("n1") ", " BIND_COMPLETED,
                          ", volumeName: v"));
  assert_check (&scene, "wait");
  list_manifest (scene.listers, PV ("v", ONLY_WHERE ("zone", "z")));
  assert_check (&scene, "bound");
  list_manifest (scene.listers, PV ("v", ONLY_WHERE ("zone", "other")));
  assert_check (&scene, "pv \"v\" node affinity doesn't match node \"n1\": No "
                        "matching NodeSelectorTerms");
  list_manifest (scene.listers, PV ("v", ""));
  list_manifest (scene.listers,
                 DYNAMIC ("8", SELECTED_NODE ("n1"), ", volumeName: v"));
  assert_check (&scene, "wait");
}

static void
selected_node_may_be_taken_away (void **state)
{
  g_auto (Scene) scene = { 0 };
  const char *namespace_ = fit_intern ("ns");

  dynamic_scene (&scene);
  list_manifest (scene.listers, DYNAMIC ("6", "", ""));
  assert_check (&scene, "selectedNode annotation reset for PVC \"a\"");
  list_manifest (scene.listers, DYNAMIC ("7", "some: note", ""));
  assert_check (&scene, "selectedNode annotation value \"\" not set to "
                        "scheduled node \"n1\"");
  list_manifest (scene.listers, DYNAMIC ("8", SELECTED_NODE ("n2"), ""));
  assert_check (&scene, "selectedNode annotation value \"n2\" not set to "
                        "scheduled node \"n1\"");
  fit_listers_remove (scene.listers, FIT_KIND_PERSISTENT_VOLUME_CLAIM,
                      namespace_, "a");
  fit_intern_unref (namespace_);
  assert_check (&scene, "failed to check provisioning pvc: could not find "
                        "v1.PersistentVolumeClaim \"ns/a\"");
}

/* Nothing has to be seen of a claim that was selected for the node before. */
static void
claim_selected_earlier_needs_no_news (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", LATE, NODE ("n1", "", ""),
              DYNAMIC ("5", SELECTED_NODE ("n1"), ""),
              POD ("pod", "", CLAIM ("a")), NULL);
  assert_false (assume (&scene, "pod", "n1"));
  list_manifest (scene.listers, DYNAMIC ("5", "some: note", ""));
  assert_check (&scene, "selectedNode annotation value \"\" not set to "
                        "scheduled node \"n1\"");
}

/* -- objects without versions ---------------------------------------------- */

/* A virtual API server hands back what was written, then the bound copies. */
static void
simulated_binding (const char *pv_metadata, const char *claim_metadata)
{
  g_autofree char *pv = g_strdup_printf (
      PV_WITH ("v", "%s", CAPACITY ("1Gi") ", " OF_CLASS ("static") ", " RWO,
               "Available"),
      pv_metadata);
  g_autofree char *claim = g_strdup_printf (
      OBJECT ("v1", "PersistentVolumeClaim", "namespace: ns, name: a, %s",
              "spec: {" REQUEST ("1Gi") ", " OF_CLASS ("static") ", " RWO "}"),
      claim_metadata);
  g_auto (Scene) scene = { 0 };
  g_autoptr (FitPersistentVolume) bound_pv = NULL;
  g_autoptr (FitPersistentVolumeClaim) bound_claim = NULL;
  GPtrArray *volumes, *claims;

  scene_init (&scene, "", STATIC, NODE ("n1", "", ""), pv, claim,
              POD ("pod", "", CLAIM ("a")), NULL);
  assert_false (assume (&scene, "pod", "n1"));
  assert_check (&scene, "wait");
  assert_true (fit_volume_binder_writes (
      scene.binder, pod_named (&scene, "pod"), &volumes, &claims, NULL));
  fit_listers_set (scene.listers, volumes->pdata[0]);
  assert_check (&scene, "wait");
  assert_holder (&scene, "v", "a");

  bound_claim = fit_pvc_bound_to_volume (
      fit_volume_binder_pvc (scene.binder, "ns", "a"), "v");
  bound_pv = fit_pv_bound_to_claim (volumes->pdata[0], bound_claim);
  fit_listers_set (scene.listers, bound_pv);
  assert_ptr_equal (fit_volume_binder_pv (scene.binder, "v"), bound_pv);
  assert_check (&scene, "wait");
  fit_listers_set (scene.listers, bound_claim);
  assert_check (&scene, "bound");
  fit_volume_binder_drop (scene.binder, pod_named (&scene, "pod"));
  assert_true (assume (&scene, "pod", "n1"));
}

static void
simulated_bindings (void **state)
{
  simulated_binding ("x: y", "x: y");
  simulated_binding ("uid: v-uid, " VERSION ("9"), "uid: u, " VERSION ("5"));
  simulated_binding ("uid: v-uid", "uid: u, " VERSION ("5"));
}

static void
simulated_provisioning (void **state)
{
  static const char *const versions[] = { "x: y", VERSION ("5") };

  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      g_autofree char *claim = g_strdup_printf (
          PVC_WITH ("a", "%s", OF_CLASS ("late")), versions[i]);
      g_auto (Scene) scene = { 0 };
      g_autoptr (FitPersistentVolume) pv = NULL;
      g_autoptr (FitPersistentVolumeClaim) bound = NULL;
      GPtrArray *volumes, *claims;

      scene_init (&scene, "", LATE, NODE ("n1", ZONE ": z", ""), claim,
                  POD ("pod", "", CLAIM ("a")), NULL);
      assert_false (assume (&scene, "pod", "n1"));
      assert_true (fit_volume_binder_writes (
          scene.binder, pod_named (&scene, "pod"), &volumes, &claims, NULL));
      fit_listers_set (scene.listers, claims->pdata[0]);
      assert_check (&scene, "wait");
      pv = fit_pv_new_provisioned ("pvc-ns-a", claims->pdata[0], NULL,
                                   node_named (&scene, "n1"));
      bound = fit_pvc_bound_to_volume (claims->pdata[0], "pvc-ns-a");
      fit_listers_set (scene.listers, pv);
      fit_listers_set (scene.listers, bound);
      assert_check (&scene, "bound");
      assert_ptr_equal (fit_volume_binder_pvc (scene.binder, "ns", "a"), bound);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (volumes_are_written_before_claims),
    cmocka_unit_test (only_claims_that_are_not_bound_are_written),
    cmocka_unit_test (nothing_is_written_after_the_decision_is_dropped),
    cmocka_unit_test (another_pod_of_the_name_is_another_pod),
    cmocka_unit_test (what_was_not_written_is_as_before),
    cmocka_unit_test (failure_for_a_pod_without_decision_is_nothing),
    cmocka_unit_test (unwritten_decision_is_written_by_the_next_attempt),
    cmocka_unit_test (claim_is_bound_step_by_step),
    cmocka_unit_test (volume_or_claim_may_vanish),
    cmocka_unit_test (claim_reference_may_be_reset),
    cmocka_unit_test (volume_may_move_out_of_reach),
    cmocka_unit_test (node_may_vanish),
    cmocka_unit_test (claim_is_provisioned_step_by_step),
    cmocka_unit_test (selected_node_may_be_taken_away),
    cmocka_unit_test (claim_selected_earlier_needs_no_news),
    cmocka_unit_test (simulated_bindings),
    cmocka_unit_test (simulated_provisioning),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
