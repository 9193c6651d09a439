/* test-disk-limits-predicate.c - the predicates that limit the volumes of a cloud on a node
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/volume-scenario.h"
#include "cluster/cache.h"
#include "cluster/listers-private.h"

#define VARIABLE "KUBE_MAX_PD_VOLS"
#define EBS(id) "{name: v, awsElasticBlockStore: {volumeID: " id "}}"
#define EBS_PV(name, id) PV (name, "awsElasticBlockStore: {volumeID: " id "}")
#define EBS_CLASS LATE_CLASS ("ebs", "kubernetes.io/aws-ebs")
#define LIMIT(n) "attachable-volumes-aws-ebs: '" n "'"
#define FULL "MaxVolumeCount"

/* How a kind of disk is written inline, and what v1.16 says of it. */
static const struct
{
  const FitPredicateInfo *info;
  const char *volume; /* '#' stands for the number of the disk */
  const char *provisioner;
  const char *limit_key;
  guint limit;
} kinds[] = {
  { &fit_max_ebs_volume_count,
    "{name: v, awsElasticBlockStore: {volumeID: disk-#}}",
    "kubernetes.io/aws-ebs", "attachable-volumes-aws-ebs", 39 },
  { &fit_max_gce_pd_volume_count,
    "{name: v, gcePersistentDisk: {pdName: disk-#}}", "kubernetes.io/gce-pd",
    "attachable-volumes-gce-pd", 16 },
  { &fit_max_azure_disk_volume_count,
    "{name: v, azureDisk: {diskName: disk-#, diskURI: same}}",
    "kubernetes.io/azure-disk", "attachable-volumes-azure-disk", 16 },
  { &fit_max_cinder_volume_count, "{name: v, cinder: {volumeID: disk-#}}",
    "kubernetes.io/cinder", "attachable-volumes-cinder", 256 },
};

/* Asks for a pod with one disk of kind number @kind on a node whose pod uses
 * @used others.  @node is the manifest of the node "n1". */
static void
assert_with_used (guint kind, guint used, const char *node,
                  const char *expected)
{
  g_autoptr (GString) volumes = g_string_new (NULL);
  g_autoptr (GString) wanted = g_string_new (NULL);
  g_autofree char *pods = NULL;

  for (guint i = 1; i <= used; i++)
    {
      g_string_append (volumes, i > 1 ? ", " : "");
      append_numbered (volumes, kinds[kind].volume, i);
    }
  append_numbered (wanted, kinds[kind].volume, 0);
  pods = g_strdup_printf (POD ("user", "n1", "%s") PENDING ("%s"), volumes->str,
                          wanted->str);
  assert_volume_answers (kinds[kind].info, "", expected, node, pods, NULL);
}

static void
each_kind_has_its_default_limit (void **state)
{
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      assert_with_used (k, 0, NODE ("n1", "", ""), "yes");
      assert_with_used (k, kinds[k].limit - 1, NODE ("n1", "", ""), "yes");
      assert_with_used (k, kinds[k].limit, NODE ("n1", "", ""), FULL);
    }
}

static void
allocatable_is_the_limit_even_zero (void **state)
{
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autofree char *three
          = g_strdup_printf (NODE ("n1", "", "%s: '3'"), kinds[k].limit_key);
      g_autofree char *none
          = g_strdup_printf (NODE ("n1", "", "%s: '0'"), kinds[k].limit_key);

      assert_with_used (k, 2, three, "yes");
      assert_with_used (k, 3, three, FULL);
      assert_with_used (k, 0, none, FULL);
    }
}

static void
each_kind_counts_only_its_own (void **state)
{
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint other = 0; other < G_N_ELEMENTS (kinds); other++)
      {
        g_autofree char *objects
            = g_strdup_printf (NODE ("n1", "", "%s: '0'") PENDING ("%s"),
                               kinds[k].limit_key, kinds[other].volume);

        assert_volume_answers (kinds[k].info, "", k == other ? FULL : "yes",
                               objects, NULL);
      }
}

static void
claims_without_volume_count_by_provisioner (void **state)
{
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint other = 0; other < G_N_ELEMENTS (kinds); other++)
      {
        g_autofree char *objects = g_strdup_printf (
            NODE ("n1", "", "%s: '0'") LATE_CLASS ("class", "%s")
                PVC ("a", OF_CLASS ("class")) PENDING (CLAIM ("a")),
            kinds[k].limit_key, kinds[other].provisioner);

        assert_volume_answers (kinds[k].info, "", k == other ? FULL : "yes",
                               objects, NULL);
      }
}

static void
nitro_instances_attach_fewer (void **state)
{
  static const struct
  {
    const char *type;
    gboolean nitro;
  } cases[] = {
    { "c5d.18xlarge", TRUE },
    { "m5.large", TRUE },
    { "r5.metal", TRUE },
    { "t3a.nano", TRUE },
    { "xt3", TRUE },
    { "z1d.metal", TRUE },
    { "not-a-z1d-at-all", TRUE },
    { "c4.large", FALSE },
    { "i3.large", FALSE },
    { "p3.2xlarge", FALSE },
    { "xm5.large", FALSE },
    { "t2.nano", FALSE },
    { "", FALSE },
    { "c", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *node = g_strdup_printf (
          NODE ("n1", "beta.kubernetes.io/instance-type: '%s'", ""),
          cases[i].type);

      assert_with_used (0, 24, node, "yes");
      assert_with_used (0, 25, node, cases[i].nitro ? FULL : "yes");
      assert_with_used (0, 39, node, FULL);
      /* Other clouds have no such instances. */
      assert_with_used (1, 15, node, "yes");
    }
  assert_with_used (
      0, 25, NODE ("n1", "node.kubernetes.io/instance-type: m5.large", ""),
      "yes");
}

static void
variable_replaces_the_default (void **state)
{
  static const char nitro[]
      = NODE ("n1", "beta.kubernetes.io/instance-type: m5.large", "");

  g_setenv (VARIABLE, "2", TRUE);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      assert_with_used (k, 1, NODE ("n1", "", ""), "yes");
      assert_with_used (k, 2, NODE ("n1", "", ""), FULL);
    }
  assert_with_used (0, 2, nitro, FULL);
  /* but not what the node says */
  assert_with_used (0, 2, NODE ("n1", "", LIMIT ("3")), "yes");
  g_setenv (VARIABLE, "30", TRUE);
  assert_with_used (0, 29, nitro, "yes");
  g_setenv (VARIABLE, "1", TRUE);
  assert_with_used (0, 0, nitro, "yes");
  assert_with_used (0, 1, nitro, FULL);
  g_unsetenv (VARIABLE);
}

static void
senseless_variable_is_ignored (void **state)
{
  static const char *const values[] = { "",    "0",   "-1",
                                        "ten", "2x",  " 2",
                                        "2.0", "0x2", "99999999999999999999" };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_setenv (VARIABLE, values[i], TRUE);
      assert_with_used (1, 15, NODE ("n1", "", ""), "yes");
      assert_with_used (1, 16, NODE ("n1", "", ""), FULL);
    }
  g_unsetenv (VARIABLE);
}

static void
gate_turns_limits_of_nodes_off (void **state)
{
  assert_volume_answers (&fit_max_ebs_volume_count, "AttachVolumeLimit=false",
                         "yes", NODE ("n1", "", LIMIT ("0")),
                         PENDING (EBS ("x")), NULL);
}

static void
disk_is_counted_once (void **state)
{
  assert_volume_answers (
      &fit_max_ebs_volume_count, "", "yes; " FULL, NODE ("n1", "", LIMIT ("2")),
      NODE ("n2", "", LIMIT ("2")), POD ("a", "n1", EBS ("x") ", " EBS ("x")),
      POD ("b", "n1", EBS ("x")), POD ("c", "n2", EBS ("z")),
      PENDING (EBS ("x") ", " EBS ("w") ", " EBS ("w")), NULL);
  /* Ids are compared as they are written. */
  assert_volume_answers (
      &fit_max_ebs_volume_count, "", FULL, NODE ("n1", "", LIMIT ("1")),
      POD ("a", "n1", EBS ("vol-1")), PENDING (EBS ("'aws://z/vol-1'")), NULL);
}

static void
node_over_its_limit_fails_without_new_disks (void **state)
{
  assert_volume_answers (
      &fit_max_ebs_volume_count, "", FULL "; yes", NODE ("n1", "", LIMIT ("1")),
      NODE ("n2", "", LIMIT ("2")), POD ("a", "n1", EBS ("x") ", " EBS ("w")),
      POD ("b", "n2", EBS ("x") ", " EBS ("w")), PENDING (EBS ("x")), NULL);
}

static void
bound_claims_count_by_their_volume (void **state)
{
  assert_volume_answers (
      &fit_max_ebs_volume_count, "", "yes; " FULL, NODE ("n1", "", LIMIT ("1")),
      NODE ("n2", "", LIMIT ("1")), EBS_PV ("pv-x", "x"),
      BOUND_PVC ("cx", "pv-x"), EBS_PV ("pv-y", "w"), BOUND_PVC ("cy", "pv-y"),
      POD ("a", "n1", EBS ("x")), POD ("b", "n2", CLAIM ("cy")),
      PENDING (CLAIM ("cx")), NULL);
  /* A volume of another kind does not count, whatever the class says. */
  assert_volume_answers (&fit_max_ebs_volume_count, "", "yes",
                         NODE ("n1", "", LIMIT ("0")), EBS_CLASS,
                         PV ("pv", "gcePersistentDisk: {pdName: x}"),
                         PVC ("c", OF_CLASS ("ebs") ", volumeName: pv"),
                         PENDING (CLAIM ("c")), NULL);
}

static void
claims_without_volume_are_told_apart (void **state)
{
  static const char other[]
      = OBJECT ("v1", "PersistentVolumeClaim", "namespace: other, name: a",
                "spec: {storageClassName: ebs}");
  static const char other_pod[]
      = OBJECT ("v1", "Pod", "namespace: other, name: o, uid: o",
                "spec: {nodeName: n2, volumes: [" CLAIM ("a") "]}");

  /* the same claim; one of that name elsewhere; another one */
  assert_volume_answers (
      &fit_max_ebs_volume_count, "", "yes; " FULL "; " FULL,
      NODE ("n1", "", LIMIT ("1")), NODE ("n2", "", LIMIT ("1")),
      NODE ("n3", "", LIMIT ("1")), EBS_CLASS, PVC ("a", OF_CLASS ("ebs")),
      PVC ("b", OF_CLASS ("ebs")), other, other_pod,
      POD ("one", "n1", CLAIM ("a")), POD ("three", "n3", CLAIM ("b")),
      PENDING (CLAIM ("a")), NULL);
}

static void
class_of_a_claim_is_its_field (void **state)
{
  static const char by_annotation[] = PVC_WITH (
      "c", "annotations: {volume.beta.kubernetes.io/storage-class: ebs}", "");
  static const char lost[] = PVC ("c", OF_CLASS ("ebs") ", volumeName: gone");

  assert_volume_answers (&fit_max_ebs_volume_count, "", "yes",
                         NODE ("n1", "", LIMIT ("0")), EBS_CLASS, by_annotation,
                         PENDING (CLAIM ("c")), NULL);
  assert_volume_answers (&fit_max_ebs_volume_count, "", FULL,
                         NODE ("n1", "", LIMIT ("0")), EBS_CLASS, lost,
                         PENDING (CLAIM ("c")), NULL);
  assert_volume_answers (&fit_max_ebs_volume_count, "", "yes",
                         NODE ("n1", "", LIMIT ("0")), lost,
                         PENDING (CLAIM ("c")), NULL);
  assert_volume_answers (&fit_max_ebs_volume_count, "", "yes",
                         NODE ("n1", "", LIMIT ("0")), PENDING (CLAIM ("gone")),
                         NULL);
}

static void
claim_without_name_is_an_error (void **state)
{
  static const char unnamed[] = "error: PersistentVolumeClaim had no name";

  assert_volume_answers (&fit_max_ebs_volume_count, "", unnamed,
                         NODE ("n1", "", ""),
                         PENDING (EBS ("x") ", " CLAIM ("''")), NULL);
  /* on the node it matters to pods with disks only */
  assert_volume_answers (&fit_max_ebs_volume_count, "", unnamed,
                         NODE ("n1", "", ""), POD ("a", "n1", CLAIM ("''")),
                         PENDING (EBS ("x")), NULL);
  assert_volume_answers (&fit_max_ebs_volume_count, "", "yes",
                         NODE ("n1", "", ""), POD ("a", "n1", CLAIM ("''")),
                         PENDING ("{name: v, emptyDir: {}}"), NULL);
}

static void
migrated_plugin_is_left_to_csi (void **state)
{
  static const char objects[] = NODE ("n1", "", LIMIT ("0"))
      NODE ("n2", "", LIMIT ("0")) NODE ("n3", "", LIMIT ("0"))
          CSI_NODE ("n1",
                    "annotations: {storage.alpha.kubernetes.io/"
                    "migrated-plugins: "
                    "'kubernetes.io/gce-pd,kubernetes.io/aws-ebs'}",
                    "")
              CSI_NODE ("n2",
                        "annotations: {storage.alpha.kubernetes.io/"
                        "migrated-plugins: "
                        "'kubernetes.io/gce-pd, kubernetes.io/aws-ebs'}",
                        "") PENDING (EBS ("x"));

  assert_volume_answers (&fit_max_ebs_volume_count,
                         "CSIMigration=true,CSIMigrationAWS=true",
                         "yes; " FULL "; " FULL, objects, NULL);
  assert_volume_answers (&fit_max_ebs_volume_count, "CSIMigration=true",
                         FULL "; " FULL "; " FULL, objects, NULL);
  assert_volume_answers (&fit_max_ebs_volume_count, "CSIMigrationAWS=true",
                         FULL "; " FULL "; " FULL, objects, NULL);
  assert_volume_answers (
      &fit_max_ebs_volume_count,
      "CSIMigration=true,CSIMigrationAWS=true,CSINodeInfo=false",
      FULL "; " FULL "; " FULL, objects, NULL);
}

static void
counts_are_left_for_balancing (void **state)
{
  static const char objects[]
      = NODE ("n1", "", LIMIT ("5")) NODE ("n2", "", LIMIT ("1"))
          POD ("a", "n1", EBS ("x") ", " EBS ("w")) POD ("b", "n2", EBS ("x"))
              PENDING (EBS ("w") ", " EBS ("p") ", " EBS ("q"));
  g_auto (VolumeScene) scene = { 0 };
  g_autofree char *answers = NULL;
  const FitNodeVolumes *volumes;

  volume_scene_init (&scene, "BalanceAttachedNodeVolumes=true", objects);
  volume_scene_use (&scene, &fit_max_ebs_volume_count);
  answers = volume_scene_ask (&scene, NULL);
  assert_string_equal (answers, "yes; " FULL);
  volumes = fit_cache_node_volumes (scene.cache);
  assert_int_equal (volumes[0].allocatable, 3);
  assert_int_equal (volumes[0].requested, 2);
  assert_int_equal (volumes[1].allocatable, 0);
  assert_int_equal (volumes[1].requested, 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (each_kind_has_its_default_limit),
    cmocka_unit_test (allocatable_is_the_limit_even_zero),
    cmocka_unit_test (each_kind_counts_only_its_own),
    cmocka_unit_test (claims_without_volume_count_by_provisioner),
    cmocka_unit_test (nitro_instances_attach_fewer),
    cmocka_unit_test (variable_replaces_the_default),
    cmocka_unit_test (senseless_variable_is_ignored),
    cmocka_unit_test (gate_turns_limits_of_nodes_off),
    cmocka_unit_test (disk_is_counted_once),
    cmocka_unit_test (node_over_its_limit_fails_without_new_disks),
    cmocka_unit_test (bound_claims_count_by_their_volume),
    cmocka_unit_test (claims_without_volume_are_told_apart),
    cmocka_unit_test (class_of_a_claim_is_its_field),
    cmocka_unit_test (claim_without_name_is_an_error),
    cmocka_unit_test (migrated_plugin_is_left_to_csi),
    cmocka_unit_test (counts_are_left_for_balancing),
  };

  g_unsetenv (VARIABLE);
  return cmocka_run_group_tests (tests, NULL, NULL);
}
