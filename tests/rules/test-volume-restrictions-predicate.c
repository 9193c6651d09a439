/* test-volume-restrictions-predicate.c - NoDiskConflict: which disks two pods may share
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/volume-scenario.h"

#define GCE(fields) "{name: v, gcePersistentDisk: {" fields "}}"
#define EBS(fields) "{name: v, awsElasticBlockStore: {" fields "}}"
#define ISCSI(fields) "{name: v, iscsi: {" fields "}}"
#define RBD(fields) "{name: v, rbd: {" fields "}}"
#define READ_ONLY ", readOnly: true"

static void
disks_conflict_as_the_table_says (void **state)
{
  static const struct
  {
    const char *used;
    const char *wanted;
    const char *answer;
  } cases[] = {
    { GCE ("pdName: a"), GCE ("pdName: a"), "NoDiskConflict" },
    { GCE ("pdName: a"), GCE ("pdName: b"), "yes" },
    { GCE ("pdName: a" READ_ONLY), GCE ("pdName: a"), "NoDiskConflict" },
    { GCE ("pdName: a"), GCE ("pdName: a" READ_ONLY), "NoDiskConflict" },
    { GCE ("pdName: a" READ_ONLY), GCE ("pdName: a" READ_ONLY), "yes" },
    { EBS ("volumeID: a"), EBS ("volumeID: a"), "NoDiskConflict" },
    { EBS ("volumeID: a"), EBS ("volumeID: b"), "yes" },
    { EBS ("volumeID: a" READ_ONLY), EBS ("volumeID: a" READ_ONLY),
      "NoDiskConflict" },
    { EBS ("volumeID: a"), GCE ("pdName: a"), "yes" },
    { ISCSI ("iqn: a, targetPortal: p, lun: 0"),
      ISCSI ("iqn: a, targetPortal: q, lun: 1"), "NoDiskConflict" },
    { ISCSI ("iqn: a"), ISCSI ("iqn: b"), "yes" },
    { ISCSI ("iqn: a" READ_ONLY), ISCSI ("iqn: a" READ_ONLY), "yes" },
    { RBD ("monitors: [m1, m2], pool: p, image: i"),
      RBD ("monitors: [m2, m3], pool: p, image: i"), "NoDiskConflict" },
    { RBD ("monitors: [m1], pool: p, image: i"),
      RBD ("monitors: [m3], pool: p, image: i"), "yes" },
    { RBD ("monitors: [m1], pool: p, image: i"),
      RBD ("monitors: [m1], pool: q, image: i"), "yes" },
    { RBD ("monitors: [m1], pool: p, image: i"),
      RBD ("monitors: [m1], pool: p, image: j"), "yes" },
    { RBD ("monitors: [m1], pool: p, image: i" READ_ONLY),
      RBD ("monitors: [m1], pool: p, image: i" READ_ONLY), "yes" },
    { RBD ("pool: p, image: i"), RBD ("pool: p, image: i"), "yes" },
    /* kinds that may be shared, or that somebody else looks after */
    { "{name: v, azureDisk: {diskName: a}}",
      "{name: v, azureDisk: {diskName: a}}", "yes" },
    { "{name: v, cinder: {volumeID: a}}", "{name: v, cinder: {volumeID: a}}",
      "yes" },
    { CLAIM ("a"), CLAIM ("a"), "yes" },
    { "{name: v, emptyDir: {}}", "{name: v, emptyDir: {}}", "yes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *objects = g_strdup_printf (
          NODE ("n1", "", "") POD ("used", "n1", "%s") PENDING ("%s"),
          cases[i].used, cases[i].wanted);

      assert_volume_answers (&fit_no_disk_conflict, "", cases[i].answer,
                             objects, NULL);
    }
}

static void
every_volume_of_every_pod_counts (void **state)
{
  assert_volume_answers (
      &fit_no_disk_conflict, "", "NoDiskConflict; yes; NoDiskConflict",
      NODE ("n1", "", ""), NODE ("n2", "", ""), NODE ("n3", "", ""),
      POD ("a", "n1", ""),
      POD ("b", "n1", "{name: w, emptyDir: {}}, " EBS ("volumeID: x")),
      POD ("c", "n2", EBS ("volumeID: w")), POD ("d", "n3", GCE ("pdName: z")),
      PENDING (EBS ("volumeID: x") ", " GCE ("pdName: z")), NULL);
}

static void
volumes_of_one_pod_do_not_conflict (void **state)
{
  assert_volume_answers (&fit_no_disk_conflict, "", "yes", NODE ("n1", "", ""),
                         PENDING (EBS ("volumeID: x") ", " EBS ("volumeID: x")),
                         NULL);
  assert_volume_answers (&fit_no_disk_conflict, "", "yes", NODE ("n1", "", ""),
                         PENDING (""), NULL);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (disks_conflict_as_the_table_says),
    cmocka_unit_test (every_volume_of_every_pod_counts),
    cmocka_unit_test (volumes_of_one_pod_do_not_conflict),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
