/* test-volume-zone-predicate.c - NoVolumeZoneConflict: zones of volumes and nodes, and claims that cannot be evaluated
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/volume-scenario.h"

#define ZONED_PV(name, labels) \
  PV_WITH (name, "labels: {" labels "}", "", "Bound")
#define CONFLICT "NoVolumeZoneConflict"

/* Nodes in zone a and region r; in zone b; in region r; nowhere. */
#define NODES                                \
  NODE ("n1", ZONE ": a, " REGION ": r", "") \
  NODE ("n2", ZONE ": b", "")                \
  NODE ("n3", REGION ": r", "")              \
  NODE ("n4", "topology.kubernetes.io/zone: b", "")

static void
volume_and_node_share_the_zone (void **state)
{
  static const struct
  {
    const char *labels;
    const char *answers;
  } cases[] = {
    { "", "yes; yes; yes; yes" },
    { "disk: ssd", "yes; yes; yes; yes" },
    { "topology.kubernetes.io/zone: x", "yes; yes; yes; yes" },
    { ZONE ": a", "yes; " CONFLICT "; " CONFLICT "; yes" },
    { REGION ": r", "yes; " CONFLICT "; yes; yes" },
    { ZONE ": a, " REGION ": r", "yes; " CONFLICT "; " CONFLICT "; yes" },
    { ZONE ": a, " REGION ": s", CONFLICT "; " CONFLICT "; " CONFLICT "; yes" },
    { ZONE ": a__b", "yes; yes; " CONFLICT "; yes" },
    { ZONE ": 'c__ b __d'", CONFLICT "; yes; " CONFLICT "; yes" },
    /* a list with an empty member counts for nothing */
    { ZONE ": c__", "yes; yes; yes; yes" },
    { ZONE ": c____d", "yes; yes; yes; yes" },
    { ZONE ": ''", "yes; yes; yes; yes" },
    { ZONE ": c__, " REGION ": r", "yes; " CONFLICT "; yes; yes" },
    { ZONE ": c_a", CONFLICT "; " CONFLICT "; " CONFLICT "; yes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *pv
          = g_strdup_printf (ZONED_PV ("v", "%s"), cases[i].labels);

      assert_volume_answers (&fit_no_volume_zone_conflict, "", cases[i].answers,
                             NODES, pv, BOUND_PVC ("a", "v"),
                             PENDING (CLAIM ("a")), NULL);
    }
}

static void
every_claim_counts (void **state)
{
  assert_volume_answers (
      &fit_no_volume_zone_conflict, "",
      CONFLICT "; " CONFLICT "; " CONFLICT "; yes", NODES,
      ZONED_PV ("v", ZONE ": a"), ZONED_PV ("w", ZONE ": b"),
      BOUND_PVC ("a", "v"), BOUND_PVC ("b", "w"),
      PENDING (CLAIM ("a") ", {name: e, emptyDir: {}}, " CLAIM ("b")), NULL);
  assert_volume_answers (&fit_no_volume_zone_conflict, "", "yes; yes; yes; yes",
                         NODES, PENDING ("{name: e, emptyDir: {}}"), NULL);
}

/* The pod's only claim cannot be evaluated; nodes without zone do not mind. */
static void
assert_claim_error (const char *claim, const char *text, const char *objects)
{
  g_autofree char *pending = g_strdup_printf (PENDING (CLAIM ("%s")), claim);
  g_autofree char *expected = g_strdup_printf ("error: %s; yes", text);

  assert_volume_answers (&fit_no_volume_zone_conflict, "", expected,
                         NODE ("n1", ZONE ": a", ""), NODE ("n2", "", ""),
                         objects, pending, NULL);
}

static void
claims_that_cannot_be_evaluated_are_errors (void **state)
{
  assert_claim_error ("''", "PersistentVolumeClaim had no name", "");
  assert_claim_error ("gone", "persistentvolumeclaim \"gone\" not found", "");
  assert_claim_error ("a", "persistentvolume \"lost\" not found",
                      PVC ("a", "volumeName: lost"));
  assert_claim_error ("a", "PersistentVolumeClaim was not found: \"a\"",
                      PVC ("a", ""));
  assert_claim_error ("a", "PersistentVolumeClaim was not found: \"a\"",
                      PVC ("a", OF_CLASS ("gone")));
  assert_claim_error ("a", "PersistentVolumeClaim was not found: \"a\"",
                      CLASS ("now", "example.com/disks", "Immediate")
                          PVC ("a", OF_CLASS ("now")));
  assert_claim_error ("a", "VolumeBindingMode not set for StorageClass \"odd\"",
                      CLASS_WITH ("odd", "provisioner: example.com/disks")
                          PVC ("a", OF_CLASS ("odd")));
}

static void
claim_that_waits_for_its_consumer_is_skipped (void **state)
{
  static const char late[] = LATE_CLASS ("late", "example.com/disks");

  assert_volume_answers (&fit_no_volume_zone_conflict, "", "yes; yes; yes; yes",
                         NODES, late, PVC ("a", OF_CLASS ("late")),
                         PENDING (CLAIM ("a")), NULL);
  assert_volume_answers (
      &fit_no_volume_zone_conflict, "", "yes; yes; yes; yes", NODES, late,
      PVC_WITH ("a",
                "annotations: {volume.beta.kubernetes.io/storage-class: late}",
                ""),
      PENDING (CLAIM ("a")), NULL);
  assert_volume_answers (
      &fit_no_volume_zone_conflict, "", CONFLICT "; yes; " CONFLICT "; yes",
      NODES, late, PVC ("a", OF_CLASS ("late")), ZONED_PV ("v", ZONE ": b"),
      BOUND_PVC ("b", "v"), PENDING (CLAIM ("a") ", " CLAIM ("b")), NULL);
}

static void
conflict_hides_a_later_error (void **state)
{
  static const char objects[]
      = NODE ("n1", ZONE ": a", "") NODE ("n2", ZONE ": b", "")
          ZONED_PV ("v", ZONE ": a") BOUND_PVC ("a", "v");

  assert_volume_answers (
      &fit_no_volume_zone_conflict, "",
      "error: persistentvolumeclaim \"gone\" not found; " CONFLICT, objects,
      PENDING (CLAIM ("a") ", " CLAIM ("gone")), NULL);
  assert_volume_answers (&fit_no_volume_zone_conflict, "",
                         "error: persistentvolumeclaim \"gone\" not found; "
                         "error: persistentvolumeclaim \"gone\" not found",
                         objects, PENDING (CLAIM ("gone") ", " CLAIM ("a")),
                         NULL);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (volume_and_node_share_the_zone),
    cmocka_unit_test (every_claim_counts),
    cmocka_unit_test (claims_that_cannot_be_evaluated_are_errors),
    cmocka_unit_test (claim_that_waits_for_its_consumer_is_skipped),
    cmocka_unit_test (conflict_hides_a_later_error),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
