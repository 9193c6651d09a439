/* test-volume-binding-predicate.c - CheckVolumeBinding: claims that are bound, can be bound, or are errors
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/volume-scenario.h"

#define STATIC LATE_CLASS ("static", "kubernetes.io/no-provisioner")
#define NODES NODE ("n1", ZONE ": a", "") NODE ("n2", ZONE ": b", "")

static void
pods_without_claims_fit (void **state)
{
  assert_volume_answers (&fit_check_volume_binding, "", "yes; yes", NODES,
                         PENDING (""), NULL);
  assert_volume_answers (&fit_check_volume_binding, "", "yes; yes", NODES,
                         PENDING ("{name: e, emptyDir: {}}"), NULL);
}

static void
bound_volumes_must_be_reachable (void **state)
{
  assert_volume_answers (&fit_check_volume_binding, "",
                         "yes; VolumeNodeAffinityConflict", NODES,
                         PV ("v", ONLY_WHERE (ZONE, "a")), BOUND_PVC ("a", "v"),
                         PENDING (CLAIM ("a")), NULL);
}

static void
other_claims_must_find_a_volume (void **state)
{
  assert_volume_answers (
      &fit_check_volume_binding, "", "VolumeBindingNoMatch; yes", NODES, STATIC,
      PV ("v", OF_CLASS ("static") ", " ONLY_WHERE (ZONE, "b")),
      PVC ("a", OF_CLASS ("static")), PENDING (CLAIM ("a")), NULL);
}

static void
both_reasons_are_given (void **state)
{
  assert_volume_answers (
      &fit_check_volume_binding, "",
      "VolumeBindingNoMatch; VolumeNodeAffinityConflict+VolumeBindingNoMatch",
      NODES, STATIC, PV ("v", ONLY_WHERE (ZONE, "a")), BOUND_PVC ("a", "v"),
      PVC ("b", OF_CLASS ("static")), PENDING (CLAIM ("b") ", " CLAIM ("a")),
      NULL);
}

static void
problems_are_errors_on_every_node (void **state)
{
  assert_volume_answers (
      &fit_check_volume_binding, "",
      "error: pod has unbound immediate PersistentVolumeClaims; "
      "error: pod has unbound immediate PersistentVolumeClaims",
      NODES, PVC ("a", ""), PENDING (CLAIM ("a")), NULL);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (pods_without_claims_fit),
    cmocka_unit_test (bound_volumes_must_be_reachable),
    cmocka_unit_test (other_claims_must_find_a_volume),
    cmocka_unit_test (both_reasons_are_given),
    cmocka_unit_test (problems_are_errors_on_every_node),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
