/* Volumes as a provisioner would make them, and objects as controllers would
 * bind them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "api/storage.h"
#include "base/intern.h"

#define BETA "failure-domain.beta.kubernetes.io/"
#define GA "topology.kubernetes.io/"
#define CLAIM                                                                 \
  "{'kind':'PersistentVolumeClaim','apiVersion':'v1','metadata':{'name':'c'," \
  "'namespace':'ns','uid':'u','resourceVersion':'5'},'spec':{'accessModes':[" \
  "'ReadWriteOnce'],'volumeMode':'Block','storageClassName':'fast',"          \
  "'resources':{'requests':{'storage':'7Gi'}}}}"
#define VOLUME                                                           \
  "{'kind':'PersistentVolume','apiVersion':'v1','metadata':{'name':'v'," \
  "'resourceVersion':'9'},'spec':{'capacity':{'storage':'7Gi'}},"        \
  "'status':{'phase':'Available'}}"

static FitPersistentVolumeClaim *
the_claim (void)
{
  g_autoptr (FitObjects) objects = read_text (CLAIM);

  return fit_pvc_ref (only (objects, FIT_KIND_PERSISTENT_VOLUME_CLAIM));
}

/* The volume of CLAIM on a node with @labels, as read_labels() takes them. */
static FitPersistentVolume *
provisioned (const char *provisioner, const char *labels)
{
  g_autofree char *text = g_strdup_printf (
      "{'kind':'Node','apiVersion':'v1','metadata':{'name':'n','labels':{%s}}}"
      "{'kind':'StorageClass','apiVersion':'storage.k8s.io/v1',"
      "'metadata':{'name':'fast'},'provisioner':'%s'}",
      labels, provisioner);
  g_autoptr (FitObjects) objects = read_text (text);
  g_autoptr (FitPersistentVolumeClaim) claim = the_claim ();

  return fit_pv_new_provisioned ("pvc-ns-c", claim,
                                 only (objects, FIT_KIND_STORAGE_CLASS),
                                 only (objects, FIT_KIND_NODE));
}

static void
test_volume_is_as_the_claim_wants_it (void **state)
{
  g_autoptr (FitPersistentVolume) pv = provisioned ("example.com/d", "");

  assert_string_equal (pv->meta.name, "pvc-ns-c");
  assert_string_equal (pv->meta.namespace_, "");
  assert_string_equal (fit_pv_class (pv), "fast");
  assert_true (fit_quantity_value (&pv->capacity) == 7LL << 30);
  assert_int_equal (pv->access_modes, FIT_ACCESS_READ_WRITE_ONCE);
  assert_int_equal (pv->volume_mode, FIT_VOLUME_MODE_BLOCK);
  assert_true (pv->has_claim_ref);
  assert_string_equal (pv->claim_namespace, "ns");
  assert_string_equal (pv->claim_name, "c");
  assert_string_equal (pv->claim_uid, "u");
  assert_false (pv->available);
  assert_null (pv->required_nodes);
  assert_false (fit_object_meta_deleting (&pv->meta));
}

static void
test_provisioner_says_of_which_type (void **state)
{
  static const struct
  {
    const char *provisioner;
    FitVolumeType type;
    const char *driver;
  } cases[] = {
    { "kubernetes.io/aws-ebs", FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE, "" },
    { "kubernetes.io/gce-pd", FIT_VOLUME_GCE_PERSISTENT_DISK, "" },
    { "kubernetes.io/azure-disk", FIT_VOLUME_AZURE_DISK, "" },
    { "kubernetes.io/cinder", FIT_VOLUME_CINDER, "" },
    { "kubernetes.io/rbd", FIT_VOLUME_RBD, "" },
    { "kubernetes.io/glusterfs", FIT_VOLUME_OTHER, "" },
    { "", FIT_VOLUME_OTHER, "" },
    { "ebs.csi.aws.com", FIT_VOLUME_CSI, "ebs.csi.aws.com" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitPersistentVolume) pv
          = provisioned (cases[i].provisioner, "");

      assert_int_equal (pv->source.type, cases[i].type);
      assert_string_equal (pv->source.id, "pvc-ns-c");
      assert_string_equal (pv->source.aux, cases[i].driver);
    }
}

static void
test_class_may_be_gone (void **state)
{
  g_autoptr (FitObjects) objects
      = read_text ("{'kind':'Node','apiVersion':'v1','metadata':{'name':'n'}}");
  g_autoptr (FitPersistentVolumeClaim) claim = the_claim ();
  g_autoptr (FitPersistentVolume) pv = fit_pv_new_provisioned (
      "v", claim, NULL, only (objects, FIT_KIND_NODE));

  assert_int_equal (pv->source.type, FIT_VOLUME_OTHER);
}

static gboolean
reachable (const FitPersistentVolume *pv, const char *labels)
{
  g_autoptr (FitLabels) where = labels_of (labels);

  return fit_node_selector_matches (pv->required_nodes, where, NULL);
}

static void
test_volume_stays_in_zone_and_region (void **state)
{
  g_autoptr (FitPersistentVolume) both = provisioned (
      "d", "'" BETA "zone':'a','" BETA "region':'r','" GA "zone':'other'");
  g_autoptr (FitPersistentVolume) zone = provisioned ("d", "'" GA "zone':'a'");

  assert_true (reachable (both, BETA "zone=a," BETA "region=r"));
  assert_false (reachable (both, BETA "zone=a," BETA "region=s"));
  assert_false (reachable (both, BETA "zone=b," BETA "region=r"));
  assert_false (reachable (both, ""));
  assert_true (reachable (zone, GA "zone=a," GA "region=s"));
  assert_false (reachable (zone, GA "zone=b"));
}

/* A version would make them look older than they are. */
static void
test_bound_objects_have_no_version (void **state)
{
  g_autoptr (FitObjects) objects = read_text (VOLUME);
  const FitPersistentVolume *pv = only (objects, FIT_KIND_PERSISTENT_VOLUME);
  g_autoptr (FitPersistentVolumeClaim) claim = the_claim ();
  g_autoptr (FitPersistentVolume) kept = fit_pv_with_claim_ref (pv, claim);
  g_autoptr (FitPersistentVolume) bound = fit_pv_bound_to_claim (kept, claim);
  g_autoptr (FitPersistentVolumeClaim) selected
      = fit_pvc_with_selected_node (claim, "n1");
  g_autoptr (FitPersistentVolumeClaim) done
      = fit_pvc_bound_to_volume (selected, "v");

  assert_string_equal (kept->meta.resource_version, "9");
  assert_true (kept->available);
  assert_string_equal (bound->meta.resource_version, "");
  assert_false (bound->available);
  assert_string_equal (bound->claim_name, "c");
  assert_string_equal (bound->claim_namespace, "ns");
  assert_string_equal (bound->claim_uid, "u");
  assert_true (fit_quantity_value (&bound->capacity) == 7LL << 30);

  assert_false (claim->has_annotations);
  assert_true (selected->has_annotations);
  assert_string_equal (selected->meta.resource_version, "5");
  assert_false (fit_pvc_fully_bound (selected));
  assert_true (fit_pvc_fully_bound (done));
  assert_string_equal (done->meta.resource_version, "");
  assert_string_equal (done->volume_name, "v");
  assert_string_equal (done->selected_node, "n1");
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_volume_is_as_the_claim_wants_it),
    cmocka_unit_test (test_provisioner_says_of_which_type),
    cmocka_unit_test (test_class_may_be_gone),
    cmocka_unit_test (test_volume_stays_in_zone_and_region),
    cmocka_unit_test (test_bound_objects_have_no_version),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
