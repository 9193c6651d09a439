/* Volumes, claims and classes from JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "api/storage.h"

#define PV(members)                                                                \
  "{'kind':'PersistentVolume','apiVersion':'v1','metadata':{'name':'pv'}," members \
  "}"
#define PVC(members)                                   \
  "{'kind':'PersistentVolumeClaim','apiVersion':'v1'," \
  "'metadata':{'name':'data','namespace':'ns','uid':'u'}," members "}"
#define CLASS(members)                                       \
  "{'kind':'StorageClass','apiVersion':'storage.k8s.io/v1'," \
  "'metadata':{'name':'fast'}," members "}"

static FitPersistentVolume *
pv_of (const char *text)
{
  g_autoptr (FitObjects) objects = read_text (text);

  return fit_pv_ref (only (objects, FIT_KIND_PERSISTENT_VOLUME));
}

static FitPersistentVolumeClaim *
pvc_of (const char *text)
{
  g_autoptr (FitObjects) objects = read_text (text);

  return fit_pvc_ref (only (objects, FIT_KIND_PERSISTENT_VOLUME_CLAIM));
}

static FitStorageClass *
class_of (const char *text, FitDecodeFlags flags)
{
  g_autoptr (FitObjects) objects = read_with (text, flags);

  return fit_storage_class_ref (only (objects, FIT_KIND_STORAGE_CLASS));
}

static void
test_pv (void **state)
{
  g_autoptr (FitPersistentVolume) pv = pv_of (
      PV ("'spec':{'capacity':{'storage':'10Gi','x':1},'accessModes':["
          "'ReadWriteOnce','ReadOnlyMany'],'volumeMode':'Block',"
          "'storageClassName':'fast','claimRef':{'name':'data',"
          "'namespace':'ns','uid':'u'},'csi':{'driver':'d','volumeHandle':'h',"
          "'readOnly':true},'nodeAffinity':{'required':{'nodeSelectorTerms':["
          "{'matchExpressions':[{'key':'zone','operator':'In','values':['a']}]"
          "}]}}},'status':{'phase':'Available'}"));
  g_autoptr (FitLabels) labels = labels_of ("zone=a");

  assert_true (fit_quantity_value (&pv->capacity) == 10LL << 30);
  assert_int_equal (pv->access_modes,
                    FIT_ACCESS_READ_WRITE_ONCE | FIT_ACCESS_READ_ONLY_MANY);
  assert_int_equal (pv->volume_mode, FIT_VOLUME_MODE_BLOCK);
  assert_string_equal (fit_pv_class (pv), "fast");
  assert_true (pv->has_claim_ref);
  assert_string_equal (pv->claim_name, "data");
  assert_string_equal (pv->claim_namespace, "ns");
  assert_string_equal (pv->claim_uid, "u");
  assert_int_equal (pv->source.type, FIT_VOLUME_CSI);
  assert_string_equal (pv->source.aux, "d");
  assert_string_equal (pv->source.id, "h");
  assert_true (pv->source.read_only);
  assert_true (pv->available);
  assert_true (fit_node_selector_matches (pv->required_nodes, labels, NULL));
  assert_false (fit_node_selector_matches (pv->required_nodes, NULL, NULL));
}

static void
test_bare_pv (void **state)
{
  g_autoptr (FitPersistentVolume) pv = pv_of (PV ("'spec':{}"));

  assert_int_equal (fit_quantity_value (&pv->capacity), 0);
  assert_int_equal (pv->access_modes, 0);
  assert_int_equal (pv->volume_mode, FIT_VOLUME_MODE_FILESYSTEM);
  assert_string_equal (fit_pv_class (pv), "");
  assert_false (pv->has_claim_ref);
  assert_string_equal (pv->claim_name, "");
  assert_string_equal (pv->claim_uid, "");
  assert_int_equal (pv->source.type, FIT_VOLUME_OTHER);
  assert_string_equal (pv->source.id, "");
  assert_true (pv->available); /* as its controller would make it */
  assert_null (pv->required_nodes);
  assert_null (pv->class_annotation);
}

static void
test_pv_sources (void **state)
{
  static const struct
  {
    const char *source;
    FitVolumeType type;
    const char *id;
    const char *aux;
  } cases[] = {
    { "'gcePersistentDisk':{'pdName':'a'}", FIT_VOLUME_GCE_PERSISTENT_DISK, "a",
      "" },
    { "'rbd':{'image':'i','monitors':[]}", FIT_VOLUME_RBD, "i", "rbd" },
    { "'azureDisk':{'diskName':'a','diskURI':'u'}", FIT_VOLUME_AZURE_DISK, "a",
      "u" },
    { "'hostPath':{'path':'/x'}", FIT_VOLUME_OTHER, "", "" },
    { "'persistentVolumeClaim':{'claimName':'x'}", FIT_VOLUME_OTHER, "", "" },
    { "'cinder':null,'csi':{}", FIT_VOLUME_CSI, "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf (PV ("'spec':{%s}"), cases[i].source);
      g_autoptr (FitPersistentVolume) pv = pv_of (text);

      assert_int_equal (pv->source.type, cases[i].type);
      assert_string_equal (pv->source.id, cases[i].id);
      assert_string_equal (pv->source.aux, cases[i].aux);
    }
}

static void
test_pvc (void **state)
{
  g_autoptr (FitPersistentVolumeClaim) pvc = pvc_of (
      PVC ("'spec':{'resources':{'requests':{'storage':'1Gi'}},"
           "'accessModes':['ReadWriteMany','ReadWriteOncePod'],"
           "'volumeName':'pv','storageClassName':'','volumeMode':'Block',"
           "'selector':{'matchLabels':{'a':'1'}}}"));
  g_autoptr (FitLabels) labels = labels_of ("a=1");

  assert_string_equal (pvc->meta.namespace_, "ns");
  assert_true (fit_quantity_value (&pvc->request) == 1LL << 30);
  assert_int_equal (pvc->access_modes, FIT_ACCESS_READ_WRITE_MANY
                                           | FIT_ACCESS_READ_WRITE_ONCE_POD);
  assert_string_equal (pvc->volume_name, "pv");
  assert_true (pvc->has_storage_class);
  assert_string_equal (fit_pvc_class (pvc), "");
  assert_int_equal (pvc->volume_mode, FIT_VOLUME_MODE_BLOCK);
  assert_true (fit_selector_matches (pvc->selector, labels));
  assert_false (fit_selector_matches (pvc->selector, NULL));
  assert_false (pvc->bind_completed);
  assert_null (pvc->selected_node);
}

static void
test_bare_pvc (void **state)
{
  g_autoptr (FitPersistentVolumeClaim) pvc
      = pvc_of ("{'kind':'PersistentVolumeClaim','apiVersion':'v1',"
                "'metadata':{'name':'data'}}");
  g_autoptr (FitPersistentVolumeClaim) any = pvc_of (PVC ("'spec':{"
                                                          "'selector':{}}"));

  assert_string_equal (pvc->meta.namespace_, "default");
  assert_null (pvc->selector);
  assert_false (pvc->has_storage_class);
  assert_string_equal (pvc->storage_class, "");
  assert_string_equal (pvc->volume_name, "");
  assert_true (fit_selector_matches (any->selector, NULL));
}

static void
test_annotations (void **state)
{
  g_autoptr (FitPersistentVolumeClaim) pvc = pvc_of (
      "{'kind':'PersistentVolumeClaim','apiVersion':'v1','metadata':{"
      "'name':'data','annotations':{'pv.kubernetes.io/bind-completed':'',"
      "'volume.beta.kubernetes.io/storage-class':'beta',"
      "'volume.kubernetes.io/selected-node':'n1'}},"
      "'spec':{'storageClassName':'fast'}}");
  g_autoptr (FitPersistentVolume) pv
      = pv_of ("{'kind':'PersistentVolume','apiVersion':'v1','metadata':{"
               "'name':'pv','annotations':{"
               "'volume.beta.kubernetes.io/storage-class':''}},"
               "'spec':{'storageClassName':'fast'}}");

  assert_true (pvc->bind_completed);
  assert_string_equal (fit_pvc_class (pvc), "beta");
  assert_string_equal (pvc->storage_class, "fast");
  assert_string_equal (pvc->selected_node, "n1");
  assert_string_equal (fit_pv_class (pv), "");
  assert_string_equal (pv->storage_class, "fast");
}

static void
test_bound_copies (void **state)
{
  g_autoptr (FitPersistentVolume) pv = pv_of (
      PV ("'spec':{'capacity':{'storage':'1'},'storageClassName':'fast',"
          "'rbd':{'image':'i','monitors':['m']},'nodeAffinity':{'required':{"
          "'nodeSelectorTerms':[]}}},'status':{'phase':'Available'}"));
  g_autoptr (FitPersistentVolumeClaim) pvc = pvc_of (
      PVC ("'spec':{'selector':{},'volumeName':'v','resources':{'requests':{"
           "'storage':'3'}}}"));
  g_autoptr (FitPersistentVolume) bound = fit_pv_with_claim_ref (pv, pvc);
  g_autoptr (FitPersistentVolumeClaim) chosen
      = fit_pvc_with_selected_node (pvc, "n1");

  g_clear_pointer (&pv, fit_pv_unref);
  g_clear_pointer (&pvc, fit_pvc_unref);
  assert_true (bound->has_claim_ref);
  assert_string_equal (bound->claim_name, "data");
  assert_string_equal (bound->claim_namespace, "ns");
  assert_string_equal (bound->claim_uid, "u");
  assert_string_equal (bound->meta.name, "pv");
  assert_string_equal (bound->storage_class, "fast");
  assert_string_equal (bound->source.monitors[0], "m");
  assert_int_equal (fit_quantity_value (&bound->capacity), 1);
  assert_false (fit_node_selector_matches (bound->required_nodes, NULL, NULL));
  assert_string_equal (chosen->selected_node, "n1");
  assert_string_equal (chosen->volume_name, "v");
  assert_int_equal (fit_quantity_value (&chosen->request), 3);
  assert_true (fit_selector_matches (chosen->selector, NULL));
}

/* An amount beyond any number is kept as its digits, by each of the two. */
static void
test_copies_of_huge_requests (void **state)
{
  g_autoptr (FitPersistentVolumeClaim) pvc
      = pvc_of (PVC ("'spec':{'resources':{'requests':{'storage':"
                     "'123456789012345678901234567890'}}}"));
  g_autoptr (FitPersistentVolumeClaim) chosen
      = fit_pvc_with_selected_node (pvc, "n1");

  assert_string_equal (pvc->request.digits, "123456789012345678901234567890");
  g_clear_pointer (&pvc, fit_pvc_unref);
  assert_string_equal (chosen->request.digits,
                       "123456789012345678901234567890");
}

/* Only releases that have the gate read it. */
static void
test_attributes_classes (void **state)
{
  const char *volume = PV ("'spec':{'volumeAttributesClassName':'gold'}");
  const char *claim = PVC ("'spec':{'volumeAttributesClassName':'gold'}");

  for (guint i = 0; i < 2; i++)
    {
      const FitDecodeFlags flags = i ? FIT_DECODE_ATTRIBUTES_CLASSES : 0;
      g_autoptr (FitObjects) volumes = read_with (volume, flags);
      g_autoptr (FitObjects) claims = read_with (claim, flags);
      const FitPersistentVolume *pv
          = only (volumes, FIT_KIND_PERSISTENT_VOLUME);
      const FitPersistentVolumeClaim *pvc
          = only (claims, FIT_KIND_PERSISTENT_VOLUME_CLAIM);

      assert_string_equal (pv->attributes_class, i ? "gold" : "");
      assert_string_equal (pvc->attributes_class, i ? "gold" : "");
    }
}

/* A volume without a phase becomes available, unless it is claimed. */
static void
test_available_volumes (void **state)
{
  static const struct
  {
    FitDecodeFlags flags;
    const char *text;
    gboolean available;
  } rows[] = {
    { 0, PV ("'spec':{}"), TRUE },
    { 0, PV ("'spec':{},'status':{}"), TRUE },
    { FIT_DECODE_AS_IS, PV ("'spec':{}"), FALSE },
    { 0, PV ("'spec':{'claimRef':{'name':'c'}}"), FALSE },
    { FIT_DECODE_AS_IS, PV ("'spec':{'claimRef':{'name':'c'}}"), FALSE },
    { 0, PV ("'spec':{},'status':{'phase':'Released'}"), FALSE },
    { FIT_DECODE_AS_IS, PV ("'spec':{},'status':{'phase':'Released'}"), FALSE },
    { 0, PV ("'spec':{'claimRef':{'name':'c'}},'status':{'phase':'Released'}"),
      FALSE },
    { 0, PV ("'spec':{},'status':{'phase':'Available'}"), TRUE },
    { FIT_DECODE_AS_IS, PV ("'spec':{},'status':{'phase':'Available'}"), TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitObjects) objects = read_with (rows[i].text, rows[i].flags);
      const FitPersistentVolume *pv
          = only (objects, FIT_KIND_PERSISTENT_VOLUME);

      print_message ("row %u\n", i);
      assert_int_equal (pv->available, rows[i].available);
    }
}

static void
test_storage_class (void **state)
{
  g_autoptr (FitStorageClass) sc = class_of (
      CLASS ("'provisioner':'kubernetes.io/aws-ebs',"
             "'volumeBindingMode':'WaitForFirstConsumer',"
             "'allowedTopologies':[{'matchLabelExpressions':["
             "{'key':'zone','values':['a','b']},{'key':'x','values':['1']}]},"
             "{},{'matchLabelExpressions':[{'key':'zone'}]},null]"),
      FIT_DECODE_DEFAULT);
  g_autoptr (FitLabels) labels = labels_of ("zone=b,x=1");
  g_autoptr (FitLabels) partial = labels_of ("zone=b");

  assert_string_equal (sc->provisioner, "kubernetes.io/aws-ebs");
  assert_int_equal (sc->binding_mode, FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER);
  assert_int_equal (sc->n_topologies, 4);
  assert_true (fit_selector_matches (sc->topologies[0], labels));
  assert_false (fit_selector_matches (sc->topologies[0], partial));
  assert_false (fit_selector_matches (sc->topologies[1], labels));
  assert_string_equal (sc->topologies[2]->error,
                       "for 'in', 'notin' operators, values set can't be "
                       "empty");
  assert_false (fit_selector_matches (sc->topologies[3], labels));
}

static void
test_binding_mode (void **state)
{
  g_autoptr (FitStorageClass) completed
      = class_of (CLASS ("'x':1"), FIT_DECODE_DEFAULT);
  g_autoptr (FitStorageClass) as_is
      = class_of (CLASS ("'x':1"), FIT_DECODE_AS_IS);
  g_autoptr (FitStorageClass) written
      = class_of (CLASS ("'volumeBindingMode':'Immediate'"), FIT_DECODE_AS_IS);

  assert_int_equal (completed->binding_mode, FIT_BINDING_MODE_IMMEDIATE);
  assert_int_equal (as_is->binding_mode, FIT_BINDING_MODE_ABSENT);
  assert_int_equal (written->binding_mode, FIT_BINDING_MODE_IMMEDIATE);
  assert_string_equal (as_is->provisioner, "");
}

static void
test_errors (void **state)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { PV ("'spec':{'capacity':{'storage':''}}"),
      "test: document 1: PersistentVolume pv: spec.capacity.storage: invalid "
      "quantity \"\": quantities must match the regular expression "
      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'" },
    { PV ("'spec':{'csi':{'volumeHandle':1}}"),
      "test: document 1: PersistentVolume pv: spec.csi.volumeHandle: found "
      "number 1, expected a string\nhint: put it in quotes" },
    { PV ("'spec':{'accessModes':'ReadWriteOnce'}"),
      "test: document 1: PersistentVolume pv: spec.accessModes: found string "
      "\"ReadWriteOnce\", expected a list" },
    { PVC ("'spec':{'resources':{'requests':{'storage':'1GB'}}}"),
      "test: document 1: PersistentVolumeClaim ns/data: "
      "spec.resources.requests.storage: invalid quantity \"1GB\": quantities "
      "must match the regular expression "
      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'" },
    { CLASS ("'allowedTopologies':[{'matchLabelExpressions':[{'key':1}]}]"),
      "test: document 1: StorageClass fast: allowedTopologies[0]."
      "matchLabelExpressions[0].key: found number 1, expected a string\n"
      "hint: put it in quotes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].text, FIT_ERROR_SCHEMA, cases[i].message);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pv),
    cmocka_unit_test (test_bare_pv),
    cmocka_unit_test (test_pv_sources),
    cmocka_unit_test (test_pvc),
    cmocka_unit_test (test_bare_pvc),
    cmocka_unit_test (test_annotations),
    cmocka_unit_test (test_bound_copies),
    cmocka_unit_test (test_copies_of_huge_requests),
    cmocka_unit_test (test_storage_class),
    cmocka_unit_test (test_binding_mode),
    cmocka_unit_test (test_errors),
    cmocka_unit_test (test_attributes_classes),
    cmocka_unit_test (test_available_volumes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
