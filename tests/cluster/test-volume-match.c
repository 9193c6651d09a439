/* test-volume-match.c - the volume that v1.16 would choose for a claim
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cluster/binder-scene.h"

#include <string.h>

static void
smallest_sufficient_volume_is_taken (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", STATIC, NODE ("n1", "", ""),
              DISK ("huge", "100Gi", ""), DISK ("small", "1Gi", ""),
              DISK ("first", "5Gi", ""), DISK ("second", "5120Mi", ""),
              WISH ("a", "2Gi"), POD ("pod", "", CLAIM ("a")), NULL);
  assert_answer (&scene, "pod", "n1", "yes");
  assert_false (assume (&scene, "pod", "n1"));
  assert_holder (&scene, "first", "a");
  assert_holder (&scene, "second", "");
  assert_holder (&scene, "small", "");
  assert_holder (&scene, "huge", "");
}

static void
volume_must_suit_the_claim (void **state)
{
  static const struct
  {
    const char *volume;
    const char *claim;
    const char *verdict;
  } cases[] = {
    { DISK ("v", "1Gi", ""), WISH ("a", "1Gi"), "yes" },
    { DISK ("v", "1Gi", ""), WISH ("a", "1025Mi"), "unbound" },
    { PV ("v", OF_CLASS ("static")), PVC ("a", OF_CLASS ("static")), "yes" },
    /* another class; one by annotation only */
    { PV ("v", OF_CLASS ("other")), PVC ("a", OF_CLASS ("static")), "unbound" },
    { PV_WITH ("v",
               "annotations: {volume.beta.kubernetes.io/storage-class: static}",
               OF_CLASS ("other"), "Available"),
      PVC ("a", OF_CLASS ("static")), "unbound" },
    { PV_WITH ("v",
               "annotations: {volume.beta.kubernetes.io/storage-class: other}",
               OF_CLASS ("static"), "Available"),
      PVC ("a", OF_CLASS ("static")), "unbound" },
    /* access modes */
    { DISK ("v", "1Gi", ""),
      PVC ("a",
           OF_CLASS ("static") ", accessModes: [ReadWriteOnce, ReadOnlyMany]"),
      "unbound" },
    { PV ("v",
          OF_CLASS ("static") ", accessModes: [ReadWriteOnce, ReadOnlyMany]"),
      PVC ("a", OF_CLASS ("static") ", accessModes: [ReadOnlyMany]"), "yes" },
    /* phase, owner, deletion */
    { PV_WITH ("v", "", OF_CLASS ("static"), "Released"),
      PVC ("a", OF_CLASS ("static")), "unbound" },
    { DISK ("v", "1Gi", CLAIM_REF ("other", "")), WISH ("a", "1Gi"),
      "unbound" },
    { PV_WITH ("v", "deletionTimestamp: '2020-01-01T00:00:00Z'",
               OF_CLASS ("static"), "Available"),
      PVC ("a", OF_CLASS ("static")), "unbound" },
    /* mode */
    { DISK ("v", "1Gi", "volumeMode: Block"), WISH ("a", "1Gi"), "unbound" },
    { DISK ("v", "1Gi", "volumeMode: Filesystem"), WISH ("a", "1Gi"), "yes" },
    { DISK ("v", "1Gi", "volumeMode: Block"),
      PVC ("a", OF_CLASS ("static") ", volumeMode: Block"), "yes" },
    /* selector */
    { PV_WITH ("v", "labels: {disk: ssd}", OF_CLASS ("static"), "Available"),
      PVC ("a", OF_CLASS ("static") ", selector: {matchLabels: {disk: ssd}}"),
      "yes" },
    { PV_WITH ("v", "labels: {disk: hdd}", OF_CLASS ("static"), "Available"),
      PVC ("a", OF_CLASS ("static") ", selector: {matchLabels: {disk: ssd}}"),
      "unbound" },
    { PV ("v", OF_CLASS ("static")),
      PVC ("a", OF_CLASS ("static") ", selector: {}"), "yes" },
    /* node affinity */
    { DISK ("v", "1Gi", ONLY_WHERE (ZONE, "e")), WISH ("a", "1Gi"), "unbound" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *objects
          = g_strconcat (STATIC, cases[i].volume, cases[i].claim, NULL);

      assert_verdict (CLAIM ("a"), cases[i].verdict, objects, NULL);
    }
}

static void
gates_change_what_suits (void **state)
{
  static const char manifest[]
      = STATIC NODE ("n1", "", "") DISK ("block", "1Gi", "volumeMode: Block")
          PVC ("a", OF_CLASS ("static") ", volumeMode: Block")
              POD ("pod", "", CLAIM ("a"));
  static const char going[] = STATIC NODE ("n1", "", "")
      PV_WITH ("v", "deletionTimestamp: '2020-01-01T00:00:00Z'",
               OF_CLASS ("static"), "Available") PVC ("a", OF_CLASS ("static"))
          POD ("pod", "", CLAIM ("a"));
  static const struct
  {
    const char *volume, *claim, *answer;
  } modes[] = {
    { "", "", "yes" },
    { "volumeMode: Block", "", "unbound" },
    { "", "volumeMode: Block", "unbound" },
    { "volumeMode: Filesystem", "", "yes" },
  };
  g_auto (Scene) on = { 0 };
  g_auto (Scene) off = { 0 };
  g_auto (Scene) protected = { 0 };
  FitFeatureGates gates = fit_feature_gates_default ();

  scene_init (&on, "", manifest, NULL);
  assert_answer (&on, "pod", "n1", "yes");
  scene_init (&off, "BlockVolume=false", manifest, NULL);
  assert_answer (&off, "pod", "n1", "unbound");

  /* Without the gate no block is used, and the rest alike. */
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autofree char *objects
          = g_strdup_printf (STATIC NODE ("n1", "", "") DISK ("v", "1Gi", "%s")
                                 PVC ("a", OF_CLASS ("static") ", %s")
                                     POD ("pod", "", CLAIM ("a")),
                             modes[i].volume, modes[i].claim);
      g_auto (Scene) scene = { 0 };

      scene_init (&scene, "BlockVolume=false", objects, NULL);
      assert_answer (&scene, "pod", "n1", modes[i].answer);
    }

  scene_init (&protected, "", going, NULL);
  assert_answer (&protected, "pod", "n1", "unbound");
  gates = fit_feature_gates_with (
      gates, FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION, FALSE);
  fit_volume_binder_free (protected.binder);
  protected.binder = fit_volume_binder_new (protected.listers, gates);
  assert_answer (&protected, "pod", "n1", "yes");
}

static void
prebound_volume_is_taken_unasked (void **state)
{
  g_auto (Scene) scene = { 0 };

  /* Phase, access modes, selector and annotated class do not matter. */
  scene_init (
      &scene, "", STATIC, NODE ("n1", "", ""), DISK ("free", "1Gi", ""),
      PV_WITH (
          "kept",
          "annotations: {volume.beta.kubernetes.io/storage-class: other}",
          CAPACITY ("9Gi") ", " OF_CLASS ("static") ", " CLAIM_REF ("a", ""),
          "Pending"),
      PVC ("a",
           REQUEST ("1Gi") ", " OF_CLASS (
               "static") ", " RWO ", selector: {matchLabels: {disk: ssd}}"),
      POD ("pod", "", CLAIM ("a")), NULL);
  assert_answer (&scene, "pod", "n1", "yes");
  assert_false (assume (&scene, "pod", "n1"));
  assert_string_equal (fit_volume_binder_pv (scene.binder, "kept")->claim_uid,
                       "a-uid");
  assert_holder (&scene, "free", "");
}

static void
prebound_volume_out_of_reach_vetoes_the_node (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", STATIC, NODE ("east", ZONE ": e", ""),
              NODE ("west", ZONE ": w", ""), DISK ("free", "1Gi", ""),
              DISK ("kept", "1Gi",
                    CLAIM_REF ("a", "a-uid") ", " ONLY_WHERE (ZONE, "e")),
              WISH ("a", "1Gi"), POD ("pod", "", CLAIM ("a")), NULL);
  assert_answer (&scene, "pod", "east", "yes");
  assert_answer (&scene, "pod", "west", "unbound");
}

static void
prebound_volume_too_small_is_passed_over (void **state)
{
  assert_verdict (CLAIM ("a"), "yes", STATIC,
                  DISK ("kept", "1Gi", CLAIM_REF ("a", "")),
                  DISK ("free", "5Gi", ""), WISH ("a", "2Gi"), NULL);
  assert_verdict (CLAIM ("a"), "unbound", STATIC,
                  DISK ("kept", "1Gi", CLAIM_REF ("a", "")), WISH ("a", "2Gi"),
                  NULL);
}

static void
volume_kept_for_another_uid_is_not_free (void **state)
{
  assert_verdict (CLAIM ("a"), "unbound", STATIC,
                  DISK ("kept", "1Gi", CLAIM_REF ("a", "earlier-uid")),
                  WISH ("a", "1Gi"), NULL);
}

static void
first_prebound_volume_decides (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", STATIC, NODE ("n1", "", ""),
              DISK ("one", "5Gi", CLAIM_REF ("a", "")),
              DISK ("two", "1Gi", CLAIM_REF ("a", "")), WISH ("a", "1Gi"),
              POD ("pod", "", CLAIM ("a")), NULL);
  assume (&scene, "pod", "n1");
  assert_string_equal (fit_volume_binder_pv (scene.binder, "one")->claim_uid,
                       "a-uid");
  assert_string_equal (fit_volume_binder_pv (scene.binder, "two")->claim_uid,
                       "");
}

static void
small_claims_choose_first (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", STATIC, NODE ("n1", "", ""), DISK ("ten", "10Gi", ""),
              DISK ("two", "2Gi", ""), WISH ("big", "2Gi"),
              WISH ("little", "1Gi"),
              POD ("pod", "", CLAIM ("big") "," CLAIM ("little")), NULL);
  assert_answer (&scene, "pod", "n1", "yes");
  assume (&scene, "pod", "n1");
  assert_holder (&scene, "two", "little");
  assert_holder (&scene, "ten", "big");
}

static void
claims_of_equal_size_choose_in_order (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", STATIC, NODE ("n1", "", ""), DISK ("v1", "1Gi", ""),
              DISK ("v2", "2Gi", ""), DISK ("v3", "3Gi", ""), WISH ("c", "1Gi"),
              WISH ("a", "1Gi"), WISH ("b", "1024Mi"),
              POD ("pod", "", CLAIM ("b") "," CLAIM ("c") "," CLAIM ("a")),
              NULL);
  assume (&scene, "pod", "n1");
  assert_holder (&scene, "v1", "b");
  assert_holder (&scene, "v2", "c");
  assert_holder (&scene, "v3", "a");
}

static void
claim_used_twice_needs_two_volumes (void **state)
{
  static const char twice[] = CLAIM ("a") "," CLAIM ("a");

  assert_verdict (twice, "unbound", STATIC, DISK ("v", "1Gi", ""),
                  WISH ("a", "1Gi"), NULL);
  assert_verdict (twice, "unbound", STATIC,
                  DISK ("v", "1Gi", CLAIM_REF ("a", "")), WISH ("a", "1Gi"),
                  NULL);
  assert_verdict (twice, "yes", STATIC, DISK ("v", "1Gi", ""),
                  DISK ("w", "1Gi", ""), WISH ("a", "1Gi"), NULL);
  assert_verdict (twice, "yes", LATE, PVC ("a", OF_CLASS ("late")), NULL);
}

static void
many_claims_are_matched (void **state)
{
  g_autoptr (GString) objects = g_string_new (STATIC);
  g_autoptr (GString) claims = g_string_new (CLAIM ("c0"));

  for (guint i = 0; i < 20; i++)
    append_numbered (objects, DISK ("v#", "1#Gi", "") WISH ("c#", "1#Gi"), i);
  for (guint i = 1; i < 20; i++)
    append_numbered (claims, "," CLAIM ("c#"), i);
  assert_verdict (claims->str, "yes", objects->str, NULL);
  g_string_append (objects, WISH ("more", "1Gi"));
  g_string_append (claims, "," CLAIM ("more"));
  assert_verdict (claims->str, "unbound", objects->str, NULL);
}

static void
invalid_claim_selector_is_an_error (void **state)
{
  static const char objects[] = STATIC LATE PVC (
      "odd",
      OF_CLASS (
          "static") ", selector: {matchExpressions: [{key: a, operator: In}]}")
      PVC_WITH ("away", SELECTED ("elsewhere"), OF_CLASS ("late"));

  assert_verdict (CLAIM ("odd"),
                  "error creating internal label selector for claim: ns/odd: "
                  "for 'in', 'notin' operators, values set can't be empty",
                  objects, NULL);
  /* A claim that belongs elsewhere is noticed before. */
  assert_verdict (CLAIM ("odd") "," CLAIM ("away"), "unbound", objects, NULL);
}

/* -- volumes tied to hosts ------------------------------------------------- */

static void
local_volume_is_used_on_its_host (void **state)
{
  g_auto (Scene) scene = { 0 };

  scene_init (&scene, "", STATIC, NODE ("h1", HOSTNAME ": h1", ""),
              NODE ("h2", HOSTNAME ": h2", ""), NODE ("bare", "", ""),
              DISK ("on-h2", "3Gi", ONLY_WHERE (HOSTNAME, "h2")),
              DISK ("small-on-h2", "2Gi", ONLY_WHERE (HOSTNAME, "h2")),
              DISK ("shared", "2Gi", ONLY_WHERE (HOSTNAME, "h2, h3")),
              WISH ("a", "1Gi"), POD ("pod", "", CLAIM ("a")), NULL);
  assert_answer (&scene, "pod", "h1", "unbound");
  assert_answer (&scene, "pod", "bare", "unbound");
  assert_answer (&scene, "pod", "h2", "yes");
  assume (&scene, "pod", "h2");
  assert_holder (&scene, "small-on-h2", "a");
}

/* A volume is tied to a host only if its one term says so with one name. */
static void
volumes_that_are_not_tied_to_one_host (void **state)
{
#define ON(op, values)                                                         \
  "{matchExpressions: [{key: " HOSTNAME ", operator: " op ", values: [" values \
  "]}]}"
#define WHERE(terms) \
  "nodeAffinity: {required: {nodeSelectorTerms: [" terms "]}}"
  static const struct
  {
    const char *terms;
    const char *h1, *h2, *bare;
  } cases[] = {
    { WHERE (ON ("In", "h1") ", " ON ("In", "h2")), "yes", "yes", "unbound" },
    { WHERE (ON ("In", "h2") ", {}"), "unbound", "yes", "unbound" },
    { WHERE (ON ("In", "h2") ", " ON ("DoesNotExist", "")), "unbound", "yes",
      "yes" },
    { WHERE (ON ("NotIn", "h2")), "yes", "unbound", "yes" },
    { WHERE (ON ("In", "h1, h2")), "yes", "yes", "unbound" },
    { WHERE (""), "unbound", "unbound", "unbound" },
    { WHERE ("{}"), "unbound", "unbound", "unbound" },
    { WHERE ("{matchFields: [{key: metadata.name, operator: NotIn, values: "
             "[h1]}]}"),
      "yes", "yes", "yes" },
    { WHERE ("{matchFields: [{key: metadata.name, operator: In, values: "
             "[h1]}]}"),
      "unbound", "unbound", "unbound" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *volume
          = g_strdup_printf (DISK ("v", "3Gi", "%s"), cases[i].terms);
      g_auto (Scene) scene = { 0 };

      scene_init (&scene, "", STATIC, NODE ("h1", HOSTNAME ": h1", ""),
                  NODE ("h2", HOSTNAME ": h2", ""), NODE ("bare", "", ""),
                  volume, WISH ("a", "1Gi"), POD ("pod", "", CLAIM ("a")),
                  NULL);
      assert_answer (&scene, "pod", "h1", cases[i].h1);
      assert_answer (&scene, "pod", "h2", cases[i].h2);
      assert_answer (&scene, "pod", "bare", cases[i].bare);
    }
#undef ON
#undef WHERE
}

/* -- against the rule as it is written ------------------------------------- */

/* One claim, all volumes in order of input: what v1.16 does. */
static const FitPersistentVolume *
match_by_the_book (const GPtrArray *pvs, const FitPersistentVolumeClaim *claim,
                   const FitNode *node)
{
  const FitPersistentVolume *best = NULL;

  for (guint i = 0; i < pvs->len; i++)
    {
      const FitPersistentVolume *pv = pvs->pdata[i];
      const gboolean reachable
          = !pv->required_nodes
            || fit_node_selector_matches (pv->required_nodes, node->meta.labels,
                                          NULL);
      const gboolean enough
          = fit_quantity_cmp (&pv->capacity, &claim->request) >= 0;

      if (pv->has_claim_ref && strcmp (pv->claim_name, claim->meta.name) == 0)
        {
          if (enough)
            return reachable ? pv : NULL;
        }
      else if (pv->available && !pv->has_claim_ref && reachable && enough
               && (!best
                   || fit_quantity_cmp (&pv->capacity, &best->capacity) < 0))
        best = pv;
    }
  return best;
}

static const char *
pick (GRand *dice, const char *const *texts, int n)
{
  return texts[g_rand_int_range (dice, 0, n)];
}

static void
append_random_volume (GString *manifest, guint number, GRand *dice)
{
  static const char *const places[]
      = { ONLY_WHERE (HOSTNAME, "h1"),     ONLY_WHERE (HOSTNAME, "h2"),
          ONLY_WHERE (HOSTNAME, "h1, h2"), ONLY_WHERE (ZONE, "e"),
          ONLY_WHERE (ZONE, "w"),          "" };
  static const char *const sizes[] = { "1Gi", "2Gi", "3Gi", "4Gi" };
  const gboolean kept = g_rand_int_range (dice, 0, 12) == 0;
  g_autofree char *volume = g_strdup_printf (
      PV_WITH ("v#", "", "%s" OF_CLASS ("static") ", " CAPACITY ("%s") ", %s",
               "%s"),
      kept ? CLAIM_REF ("a", "") ", " : "",
      pick (dice, sizes, G_N_ELEMENTS (sizes)),
      pick (dice, places, G_N_ELEMENTS (places)),
      g_rand_int_range (dice, 0, 8) ? "Available" : "Bound");

  append_numbered (manifest, volume, number);
}

/* Asks for the one claim on every node and takes its volume.
 * Returns: on how many nodes there is one */
static guint
compare_with_the_rule (Scene *scene)
{
  const GPtrArray *nodes = scene->objects->of[FIT_KIND_NODE];
  guint found = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      const FitNode *node = nodes->pdata[i];
      const FitPersistentVolume *expected = match_by_the_book (
          scene->objects->of[FIT_KIND_PERSISTENT_VOLUME],
          scene->objects->of[FIT_KIND_PERSISTENT_VOLUME_CLAIM]->pdata[0], node);

      assert_answer (scene, "pod", node->name, expected ? "yes" : "unbound");
      assume (scene, "pod", node->name);
      if (expected)
        assert_string_equal (
            fit_volume_binder_pv (scene->binder, expected->meta.name)
                ->claim_uid,
            "a-uid");
      fit_volume_binder_revert (scene->binder, pod_named (scene, "pod"));
      found += expected != NULL;
    }
  return found;
}

static void
search_agrees_with_the_rule (void **state)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (20191);
  guint found = 0;

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GString) volumes = g_string_new (NULL);
      const int n = g_rand_int_range (dice, 0, 9);
      g_auto (Scene) scene = { 0 };

      for (int i = 0; i < n; i++)
        append_random_volume (volumes, (guint) i, dice);
      scene_init (&scene, "", STATIC,
                  NODE ("n1", HOSTNAME ": h1, " ZONE ": e", ""),
                  NODE ("n2", HOSTNAME ": h2, " ZONE ": w", ""),
                  NODE ("n3", ZONE ": e", ""), POD ("pod", "", CLAIM ("a")),
                  PVC ("a", REQUEST ("2Gi") ", " OF_CLASS ("static")),
                  volumes->str, NULL);
      found += compare_with_the_rule (&scene);
    }
  assert_in_range (found, 100, 800);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (smallest_sufficient_volume_is_taken),
    cmocka_unit_test (volume_must_suit_the_claim),
    cmocka_unit_test (gates_change_what_suits),
    cmocka_unit_test (prebound_volume_is_taken_unasked),
    cmocka_unit_test (prebound_volume_out_of_reach_vetoes_the_node),
    cmocka_unit_test (prebound_volume_too_small_is_passed_over),
    cmocka_unit_test (volume_kept_for_another_uid_is_not_free),
    cmocka_unit_test (first_prebound_volume_decides),
    cmocka_unit_test (small_claims_choose_first),
    cmocka_unit_test (claims_of_equal_size_choose_in_order),
    cmocka_unit_test (claim_used_twice_needs_two_volumes),
    cmocka_unit_test (many_claims_are_matched),
    cmocka_unit_test (invalid_claim_selector_is_an_error),
    cmocka_unit_test (local_volume_is_used_on_its_host),
    cmocka_unit_test (volumes_that_are_not_tied_to_one_host),
    cmocka_unit_test (search_agrees_with_the_rule),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
