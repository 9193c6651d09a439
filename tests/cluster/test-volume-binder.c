/* test-volume-binder.c - which claims can be bound on a node, and the errors for those that cannot be evaluated
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cluster/binder-scene.h"

/* -- sorting the claims ---------------------------------------------------- */

static void
pod_without_claims_fits (void **state)
{
  assert_verdict ("", "yes", NULL);
  assert_verdict ("{name: v, emptyDir: {}}", "yes", NULL);
}

static void
missing_claim_is_an_error (void **state)
{
  /* The claim that waits for others comes second to it. */
  assert_verdict (CLAIM ("a") "," CLAIM ("gone"),
                  "error getting PVC \"ns/gone\": could not find "
                  "v1.PersistentVolumeClaim \"ns/gone\"",
                  PVC ("a", ""), NULL);
}

static void
claim_that_others_bind_is_an_error (void **state)
{
  static const char immediate[]
      = "pod has unbound immediate PersistentVolumeClaims";

  assert_verdict (CLAIM ("a"), immediate, PVC ("a", ""), NULL);
  assert_verdict (CLAIM ("a"), immediate, PVC ("a", OF_CLASS ("gone")), NULL);
  assert_verdict (CLAIM ("a"), immediate,
                  CLASS ("now", "example.com/disks", "Immediate"),
                  PVC ("a", OF_CLASS ("now")), NULL);
  /* Bound by somebody, but not completely. */
  assert_verdict (CLAIM ("a"), immediate, LATE, PV ("v", ""),
                  PVC ("a", OF_CLASS ("late") ", volumeName: v"), NULL);
}

static void
class_without_binding_mode_is_an_error (void **state)
{
  static const char odd[]
      = CLASS_WITH ("odd", "provisioner: example.com/disks");

  assert_verdict (CLAIM ("a"),
                  "VolumeBindingMode not set for StorageClass \"odd\"", odd,
                  PVC ("a", OF_CLASS ("odd")), NULL);
}

static void
annotation_names_the_class_first (void **state)
{
  assert_verdict (
      CLAIM ("a"), "yes", LATE,
      PVC_WITH ("a",
                "annotations: {volume.beta.kubernetes.io/storage-class: late}",
                OF_CLASS ("gone")),
      NULL);
}

/* -- bound claims ---------------------------------------------------------- */

static void
bound_volume_must_be_reachable (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", NODE ("east", ZONE ": e", ""),
              NODE ("west", ZONE ": w", ""), PV ("v", ONLY_WHERE (ZONE, "e")),
              BOUND_PVC ("a", "v"), PV ("w", ""), BOUND_PVC ("b", "w"),
              POD ("tied", "", CLAIM ("b") "," CLAIM ("a")),
              POD ("free", "", CLAIM ("b")), NULL);
  assert_answer (&scene, "tied", "east", "yes");
  assert_answer (&scene, "tied", "west", "bound");
  assert_answer (&scene, "free", "west", "yes");
}

static void
affinity_without_terms_reaches_no_node (void **state)
{
  assert_verdict (CLAIM ("a"), "bound",
                  PV ("v", "nodeAffinity: {required: {nodeSelectorTerms: []}}"),
                  BOUND_PVC ("a", "v"), NULL);
  assert_verdict (CLAIM ("a"), "yes", PV ("v", "nodeAffinity: {}"),
                  BOUND_PVC ("a", "v"), NULL);
}

static void
missing_bound_volume_is_an_error_where_it_matters (void **state)
{
  static const char gone[] = "could not find v1.PersistentVolume \"gone\"";
  static const char objects[] = PV ("v", ONLY_WHERE (ZONE, "e"))
      BOUND_PVC ("tied", "v") BOUND_PVC ("lost", "gone");

  assert_verdict (CLAIM ("lost"), gone, objects, NULL);
  assert_verdict (CLAIM ("lost") "," CLAIM ("tied"), gone, objects, NULL);
  /* The search ends at the first volume out of reach. */
  assert_verdict (CLAIM ("tied") "," CLAIM ("lost"), "bound", objects, NULL);
}

/* -- provisioning ---------------------------------------------------------- */

static void
claim_without_volume_is_provisioned (void **state)
{
  assert_verdict (CLAIM ("a"), "yes", LATE, PVC ("a", OF_CLASS ("late")), NULL);
  assert_verdict (CLAIM ("a"), "unbound", STATIC,
                  PVC ("a", OF_CLASS ("static")), NULL);
  assert_verdict (CLAIM ("a"), "unbound", LATE_CLASS ("none", "''"),
                  PVC ("a", OF_CLASS ("none")), NULL);
  /* One claim that cannot be had spoils the node. */
  assert_verdict (CLAIM ("a") "," CLAIM ("b"), "unbound", LATE, STATIC,
                  PVC ("a", OF_CLASS ("late")), PVC ("b", OF_CLASS ("static")),
                  NULL);
}

static void
topologies_say_where_to_provision (void **state)
{
  static const struct
  {
    const char *topologies;
    const char *east;
    const char *west;
  } cases[] = {
    { "[]", "yes", "yes" },
    { "[{matchLabelExpressions: [{key: " ZONE ", values: [e, x]}]}]", "yes",
      "unbound" },
    { "[{matchLabelExpressions: [{key: " ZONE ", values: [e]}]}, "
      "{matchLabelExpressions: [{key: " ZONE ", values: [w]}]}]",
      "yes", "yes" },
    { "[{matchLabelExpressions: [{key: " ZONE ", values: [w]}, "
      "{key: " REGION ", values: [r]}]}]",
      "unbound", "yes" },
    { "[{matchLabelExpressions: [{key: " ZONE ", values: [e]}, "
      "{key: " REGION ", values: [r]}]}]",
      "unbound", "unbound" },
    /* nothing matches a term without expressions or an invalid one */
    { "[{matchLabelExpressions: []}]", "unbound", "unbound" },
    { "[{matchLabelExpressions: [{key: ' ', values: [e]}]}]", "unbound",
      "unbound" },
    { "[{matchLabelExpressions: [{key: ' ', values: [e]}]}, "
      "{matchLabelExpressions: [{key: " ZONE ", values: [e]}]}]",
      "yes", "unbound" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *manifest = g_strdup_printf (
          NODE ("east", ZONE ": e", "")
              NODE ("west", ZONE ": w, " REGION ": r", "") CLASS_WITH (
                  "late", "provisioner: example.com/disks, volumeBindingMode: "
                          "WaitForFirstConsumer, allowedTopologies: %s")
                  PVC ("a", OF_CLASS ("late")) POD ("pod", "", CLAIM ("a")),
          cases[i].topologies);
      g_auto (Scene) scene = { 0 };

      scene_init (&scene, "", manifest, NULL);
      assert_answer (&scene, "pod", "east", cases[i].east);
      assert_answer (&scene, "pod", "west", cases[i].west);
    }
}

static void
selected_node_is_kept (void **state)
{
  g_auto (Scene) scene = { 0 };

  /* The volume that would do is not looked at any more. */
  scene_init (&scene, "", LATE, NODE ("n1", "", ""), NODE ("n2", "", ""),
              PV ("v", OF_CLASS ("late")),
              PVC_WITH ("a", SELECTED ("n2"), OF_CLASS ("late")),
              POD ("pod", "", CLAIM ("a")), NULL);
  assert_answer (&scene, "pod", "n1", "unbound");
  assert_answer (&scene, "pod", "n2", "yes");
  assert_false (assume (&scene, "pod", "n2"));
  assert_holder (&scene, "v", "");

  assert_verdict (CLAIM ("a"), "unbound", STATIC,
                  PVC_WITH ("a", SELECTED ("n1"), OF_CLASS ("static")), NULL);
}

static void
both_kinds_of_claims_are_judged (void **state)
{
  assert_verdict (CLAIM ("a") "," CLAIM ("b"), "bound unbound", STATIC,
                  PV ("v", ONLY_WHERE (ZONE, "e")), BOUND_PVC ("a", "v"),
                  WISH ("b", "1Gi"), NULL);
}

/* -- assuming -------------------------------------------------------------- */

static void
all_bound_means_nothing_to_assume (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", NODE ("n1", "", ""), PV ("v", ""),
              BOUND_PVC ("a", "v"), POD ("pod", "", CLAIM ("a")),
              POD ("plain", "", ""), NULL);
  assert_true (assume (&scene, "pod", "n1"));
  assert_true (assume (&scene, "plain", "n1"));
}

static void
assumed_volume_is_taken_for_others (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", STATIC, NODE ("n1", "", ""), DISK ("v", "1Gi", ""),
              WISH ("a", "1Gi"), WISH ("b", "1Gi"),
              POD ("first", "", CLAIM ("a")), POD ("second", "", CLAIM ("b")),
              POD ("sharer", "", CLAIM ("a")), NULL);
  assert_answer (&scene, "second", "n1", "yes");
  assume (&scene, "first", "n1");
  assert_holder (&scene, "v", "a");
  assert_answer (&scene, "second", "n1", "unbound");
  /* The claim's own pods find the volume kept for them. */
  assert_answer (&scene, "sharer", "n1", "yes");
  assert_false (assume (&scene, "sharer", "n1"));
  assert_holder (&scene, "v", "a");

  fit_volume_binder_revert (scene.binder, pod_named (&scene, "second"));
  assert_holder (&scene, "v", "a");
  fit_volume_binder_revert (scene.binder, pod_named (&scene, "first"));
  assert_holder (&scene, "v", "");
  assert_answer (&scene, "second", "n1", "yes");
}

/* A volume that names the claim's UID already is not written again. */
static void
volume_that_names_the_claim_is_left_as_it_is (void **state)
{
  static const struct
  {
    const char *uid;
    gboolean kept;
  } cases[] = { { "uid-a", TRUE }, { "", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *volume = g_strdup_printf (
          DISK ("v", "1Gi", CLAIM_REF ("a", "%s")), cases[i].uid);
      g_auto (Scene) scene = { 0 };

      scene_init (&scene, "", STATIC, NODE ("n1", "", ""), volume,
                  PVC_WITH ("a", "uid: uid-a",
                            REQUEST ("1Gi") ", " OF_CLASS ("static") ", " RWO),
                  POD ("pod", "", CLAIM ("a")), NULL);
      assert_answer (&scene, "pod", "n1", "yes");
      assert_false (assume (&scene, "pod", "n1"));
      assert_holder (&scene, "v", "a");
      assert_string_equal (fit_volume_binder_pv (scene.binder, "v")->claim_uid,
                           "uid-a");
      assert_int_equal (fit_volume_binder_pv (scene.binder, "v")
                            == fit_listers_pv (scene.listers, "v"),
                        cases[i].kept);
    }
}

static void
assumed_claim_stays_on_its_node (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean bound;

  scene_init (&scene, "", LATE, NODE ("n1", "", ""), NODE ("n2", "", ""),
              PVC ("a", OF_CLASS ("late")), POD ("first", "", CLAIM ("a")),
              POD ("second", "", CLAIM ("a") "," CLAIM ("a")), NULL);
  assert_false (assume (&scene, "first", "n1"));
  assert_selected (&scene, "a", "n1");
  assert_answer (&scene, "second", "n2", "unbound");
  assert_answer (&scene, "second", "n1", "yes");
  assert_false (assume (&scene, "second", "n1"));
  assert_selected (&scene, "a", "n1");
  fit_volume_binder_revert (scene.binder, pod_named (&scene, "first"));
  assert_selected (&scene, "a", NULL);
  assert_answer (&scene, "second", "n2", "yes");
  /* What the pod would be bound to is forgotten, too. */
  assert_false (
      fit_volume_binder_check (scene.binder, pod_named (&scene, "first"),
                               node_named (&scene, "n1"), &bound, &error));
  assert_string_equal (error->message,
                       "pod \"ns/first\" does not exist any more");
}

/* One claim has its node, and another one waits for a volume. */
static void
claims_of_both_kinds_are_still_to_be_bound (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", LATE, STATIC, NODE ("n1", "", ""),
              DISK ("v", "1Gi", ""), WISH ("a", "1Gi"),
              PVC_WITH ("b", SELECTED ("n1"), OF_CLASS ("late")),
              POD ("pod", "", CLAIM ("a") "," CLAIM ("b")), NULL);
  assert_answer (&scene, "pod", "n1", "yes");
  assert_false (assume (&scene, "pod", "n1"));
  assert_holder (&scene, "v", "a");
}

static void
failed_assumption_leaves_nothing (void **state)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean all_bound = 77;

  scene_init (&scene, "", LATE, STATIC, NODE ("n1", "", ""),
              PVC ("a", OF_CLASS ("late")), PVC ("b", ""), WISH ("c", "1Gi"),
              POD ("waiting", "", CLAIM ("a") "," CLAIM ("b")),
              POD ("hopeless", "", CLAIM ("a") "," CLAIM ("c")), NULL);
  assert_false (
      fit_volume_binder_assume (scene.binder, pod_named (&scene, "waiting"),
                                node_named (&scene, "n1"), &all_bound, &error));
  assert_string_equal (error->message,
                       "pod has unbound immediate PersistentVolumeClaims");
  assert_int_equal (all_bound, 77);
  assert_selected (&scene, "a", NULL);

  /* Where a claim cannot be had, none is taken. */
  assert_false (assume (&scene, "hopeless", "n1"));
  assert_selected (&scene, "a", NULL);
}

/* -- what claims would take ------------------------------------------------ */

static void
assert_storage (const Scene *scene, const char *pod, const char *node,
                gboolean provisions, const char *expected)
{
  const FitPodClaims *claims = fit_volume_binder_prepare (
      scene->binder, pod_named (scene, pod), scene->arena);
  g_autoptr (GArray) storage
      = g_array_new (FALSE, FALSE, sizeof (FitClassStorage));
  g_autoptr (GString) text = g_string_new (NULL);

  if (fit_volume_binder_storage (scene->binder, claims,
                                 node_named (scene, node), provisions, storage))
    g_string_append (text, "binds");
  for (guint i = 0; i < storage->len; i++)
    {
      const FitClassStorage *row = &g_array_index (storage, FitClassStorage, i);

      g_string_append_printf (text, "%s%s %d of %d", text->len > 0 ? ", " : "",
                              row->class_name, (int) row->requested,
                              (int) row->capacity);
    }
  assert_string_equal (text->str, expected);
}

#define SIZED(class, size) OF_CLASS (class) ", " REQUEST (size) ", " RWO

static void
bound_claims_take_volumes (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (
      &scene, "", STATIC, LATE_CLASS ("other", "kubernetes.io/no-provisioner"),
      NODE ("n1", "", ""), DISK ("v", "10", ""), DISK ("w", "30", ""),
      PV ("x", CAPACITY ("7") ", " OF_CLASS ("other") ", " RWO),
      PVC ("a", SIZED ("static", "4")), PVC ("b", SIZED ("static", "20")),
      PVC ("c", SIZED ("other", "7")), POD ("one", "", CLAIM ("a")),
      POD ("all", "", CLAIM ("a") "," CLAIM ("b") "," CLAIM ("c")),
      POD ("none", "", ""), NULL);
  assert_storage (&scene, "one", "n1", FALSE, "binds, static 4 of 10");
  assert_storage (&scene, "all", "n1", TRUE,
                  "binds, static 24 of 40, other 7 of 7");
  assert_storage (&scene, "none", "n1", TRUE, "");
}

#define DRIVER(name)                                       \
  OBJECT ("storage.k8s.io/v1", "CSIDriver", "name: " name, \
          "spec: {storageCapacity: true}")
#define ROOM(name, class, size)                      \
  OBJECT ("storage.k8s.io/v1", "CSIStorageCapacity", \
          "namespace: ns, name: " name,              \
          "storageClassName: " class ", nodeTopology: {}, capacity: " size)

/* Claims whose node was selected earlier count as well; where a volume is bound,
 * nothing else does. */
static void
provisioned_claims_take_capacity (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", LATE, LATE_CLASS ("fast", "example.com/disks"),
              STATIC, NODE ("n1", "", ""), DRIVER ("example.com/disks"),
              ROOM ("r", "late", "100"), ROOM ("s", "fast", "50"),
              DISK ("v", "10", ""), PVC ("a", SIZED ("late", "4")),
              PVC ("b", SIZED ("late", "5")),
              PVC_WITH ("c", SELECTED ("n1"), SIZED ("fast", "7")),
              WISH ("d", "1"), POD ("open", "", CLAIM ("a") "," CLAIM ("b")),
              POD ("selected", "", CLAIM ("c")),
              POD ("both", "", CLAIM ("a") "," CLAIM ("c")),
              POD ("bound", "", CLAIM ("a") "," CLAIM ("d")), NULL);
  assert_storage (&scene, "open", "n1", TRUE, "late 9 of 100");
  assert_storage (&scene, "open", "n1", FALSE, "");
  assert_storage (&scene, "selected", "n1", TRUE, "fast 7 of 50");
  assert_storage (&scene, "both", "n1", TRUE, "fast 7 of 50, late 4 of 100");
  assert_storage (&scene, "bound", "n1", TRUE, "binds, static 1 of 10");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (pod_without_claims_fits),
    cmocka_unit_test (missing_claim_is_an_error),
    cmocka_unit_test (claim_that_others_bind_is_an_error),
    cmocka_unit_test (class_without_binding_mode_is_an_error),
    cmocka_unit_test (annotation_names_the_class_first),
    cmocka_unit_test (bound_volume_must_be_reachable),
    cmocka_unit_test (affinity_without_terms_reaches_no_node),
    cmocka_unit_test (missing_bound_volume_is_an_error_where_it_matters),
    cmocka_unit_test (claim_without_volume_is_provisioned),
    cmocka_unit_test (topologies_say_where_to_provision),
    cmocka_unit_test (selected_node_is_kept),
    cmocka_unit_test (both_kinds_of_claims_are_judged),
    cmocka_unit_test (all_bound_means_nothing_to_assume),
    cmocka_unit_test (assumed_volume_is_taken_for_others),
    cmocka_unit_test (volume_that_names_the_claim_is_left_as_it_is),
    cmocka_unit_test (assumed_claim_stays_on_its_node),
    cmocka_unit_test (claims_of_both_kinds_are_still_to_be_bound),
    cmocka_unit_test (failed_assumption_leaves_nothing),
    cmocka_unit_test (bound_claims_take_volumes),
    cmocka_unit_test (provisioned_claims_take_capacity),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
