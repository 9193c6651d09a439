/* Nodes and CSINodes from JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "api/avoid-pods.h"
#include "api/names.h"
#include "api/node.h"

#define NODE(members) \
  "{'kind':'Node','apiVersion':'v1','metadata':{'name':'n1'}," members "}"

static FitNode *
node_with (const char *text, FitDecodeFlags flags)
{
  g_autoptr (FitObjects) objects = read_with (text, flags);

  return fit_node_ref (only (objects, FIT_KIND_NODE));
}

static FitNode *
node_of (const char *text)
{
  return node_with (text, FIT_DECODE_DEFAULT);
}

static void
test_spec (void **state)
{
  g_autoptr (FitNode) node
      = node_of (NODE ("'spec':{'unschedulable':true,'taints':["
                       "{'key':'k','value':'v','effect':'NoExecute'},"
                       "{'key':'l','effect':'PreferNoSchedule',"
                       "'timeAdded':'2019-10-15T09:00:00Z'}]}"));

  assert_string_equal (node->name, "n1");
  assert_string_equal (node->meta.name, "n1");
  assert_string_equal (node->meta.namespace_, "");
  assert_true (node->traits->unschedulable);
  assert_int_equal (node->traits->n_taints, 2);
  assert_string_equal (node->traits->taints[0].key, "k");
  assert_string_equal (node->traits->taints[0].value, "v");
  assert_int_equal (node->traits->taints[0].effect, FIT_EFFECT_NO_EXECUTE);
  assert_string_equal (node->traits->taints[1].value, "");
  assert_int_equal (node->traits->taints[1].effect,
                    FIT_EFFECT_PREFER_NO_SCHEDULE);
}

/* Cordoning adds its taint, but not a second time. */
static void
test_cordoned (void **state)
{
#define CORDON "node.kubernetes.io/unschedulable"
  static const struct
  {
    const char *taints;
    guint n;
  } rows[] = {
    { "", 1 },
    { "{'key':'k','effect':'NoSchedule'}", 2 },
    { "{'key':'" CORDON "','effect':'NoExecute'}", 2 },
    { "{'key':'" CORDON "','effect':'NoSchedule'}", 1 },
    { "{'key':'k','effect':'NoSchedule'},{'key':'" CORDON
      "','effect':'NoSchedule'}",
      2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text
          = g_strdup_printf (NODE ("'spec':{'taints':[%s]}"), rows[i].taints);
      g_autoptr (FitNode) node = node_of (text);
      g_autoptr (FitNode) cordoned = fit_node_cordoned (node);
      const FitTaint *last = &cordoned->traits->taints[rows[i].n - 1];

      assert_false (node->traits->unschedulable);
      assert_true (cordoned->traits->unschedulable);
      assert_int_equal (cordoned->traits->n_taints, rows[i].n);
      assert_string_equal (last->key, CORDON);
      assert_string_equal (last->value, "");
      assert_int_equal (last->effect, FIT_EFFECT_NO_SCHEDULE);
    }
#undef CORDON
}

static void
test_allocatable (void **state)
{
  g_autoptr (FitNode) node = node_of (
      NODE ("'status':{'capacity':{'cpu':'8'},'allocatable':{'cpu':'3920m',"
            "'memory':'32Gi','ephemeral-storage':'100Gi','pods':'110',"
            "'example.com/gpu':'4','attachable-volumes-aws-ebs':39,"
            "'storage':'1'}}"));

  assert_int_equal (node->traits->allocatable.milli_cpu, 3920);
  assert_true (node->traits->allocatable.memory == 32LL << 30);
  assert_true (node->traits->allocatable.ephemeral_storage == 100LL << 30);
  assert_int_equal (node->traits->allowed_pods, 110);
  assert_int_equal (node->traits->allocatable.n_scalars, 2);
  assert_string_equal (node->traits->allocatable.scalars[0].name,
                       "example.com/gpu");
  assert_int_equal (node->traits->allocatable.scalars[1].value, 39);
}

static void
test_allocatable_from_capacity (void **state)
{
  const char *text = NODE ("'status':{'capacity':{'cpu':'8','pods':5}}");
  g_autoptr (FitNode) completed = node_of (text);
  g_autoptr (FitNode) as_is = node_with (text, FIT_DECODE_AS_IS);
  g_autoptr (FitNode) empty
      = node_of (NODE ("'status':{'capacity':{'cpu':'8'},'allocatable':{}}"));

  assert_int_equal (completed->traits->allocatable.milli_cpu, 8000);
  assert_int_equal (completed->traits->allowed_pods, 5);
  assert_int_equal (as_is->traits->allocatable.milli_cpu, 0);
  assert_int_equal (as_is->traits->allowed_pods, 0);
  assert_int_equal (empty->traits->allocatable.milli_cpu, 0);
}

static void
test_conditions (void **state)
{
  g_autoptr (FitNode) node
      = node_of (NODE ("'status':{'conditions':["
                       "{'type':'Ready','status':'True'},"
                       "{'type':'DiskPressure','status':'False'},"
                       "{'type':'Ready','status':'Unknown'},"
                       "{'type':'X','status':'maybe'},{'type':'Y'}]}"));
  static const FitConditionStatus expected[]
      = { FIT_CONDITION_TRUE, FIT_CONDITION_FALSE, FIT_CONDITION_UNKNOWN,
          FIT_CONDITION_UNKNOWN, FIT_CONDITION_ABSENT };

  assert_int_equal (node->traits->n_conditions, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_int_equal (node->traits->conditions[i].status, expected[i]);
  assert_string_equal (node->traits->conditions[1].type, "DiskPressure");
}

static void
test_images (void **state)
{
  g_autoptr (FitNode) node
      = node_of (NODE ("'status':{'images':[{'names':['a@sha256:1','a:v1'],"
                       "'sizeBytes':5000000000},{'sizeBytes':7},"
                       "{'names':['b'],'sizeBytes':1},null]}"));

  assert_int_equal (node->images->n, 3);
  assert_string_equal (node->images->of[0].name, "a@sha256:1");
  assert_string_equal (node->images->of[1].name, "a:v1");
  assert_true (node->images->of[1].size == 5000000000);
  assert_string_equal (node->images->of[2].name, "b");
  assert_int_equal (node->images->of[2].size, 1);
}

static guint64
taints_digest (const char *taints)
{
  g_autofree char *text
      = g_strdup_printf (NODE ("'spec':{'taints':%s}"), taints);
  g_autoptr (FitNode) node = node_of (text);

  return node->traits->taints_digest;
}

static void
test_digest_of_taints (void **state)
{
  static const char plain[] = "[{'key':'a','effect':'NoExecute'},{'key':'b'}]";
  static const char *const others[] = {
    "null",
    "[]",
    "[{'key':'a','effect':'NoExecute'}]",
    "[{'key':'b'},{'key':'a','effect':'NoExecute'}]",
    "[{'key':'a','effect':'NoExecute','value':'c'},{'key':'b'}]",
    "[{'key':'a','effect':'NoExecute','timeAdded':'2020-01-01'},{'key':'b'}]",
  };

  assert_true (taints_digest (plain)
               == taints_digest ("[{'effect':'NoExecute','key':'a'},"
                                 "{'timeAdded':null,'key':'b'}]"));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    assert_true (taints_digest (plain) != taints_digest (others[i]));
}

static guint64
annotations_digest (const char *annotations)
{
  g_autofree char *text
      = g_strdup_printf ("{'kind':'Node','apiVersion':'v1','metadata':{"
                         "'name':'n1','annotations':%s}}",
                         annotations);
  g_autoptr (FitNode) node = node_of (text);

  return node->annotations_digest;
}

static void
test_digest_of_annotations (void **state)
{
  static const char plain[] = "{'a':'1','b':'2'}";
  static const char *const others[]
      = { "null", "{}", "{'a':'1'}", "{'a':'1','b':'3'}", "{'a':'1','c':'2'}" };

  assert_true (annotations_digest (plain)
               == annotations_digest ("{'b':'2','a':'1'}"));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    assert_true (annotations_digest (plain) != annotations_digest (others[i]));
}

/* -- preferAvoidPods ------------------------------------------------------- */

/* The controllers of an annotation as "KIND/UID KIND/UID". */
static char *
avoided (const char *annotation)
{
  g_autofree char *json = g_strdelimit (g_strdup (annotation), "'", '"');
  FitAvoidedController *controllers = NULL;
  guint n = fit_avoided_parse (json, &controllers);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "%s%s/%s", i > 0 ? " " : "",
                              controllers[i].kind, controllers[i].uid);
      g_free (controllers[i].kind);
      g_free (controllers[i].uid);
    }
  g_free (controllers);
  return g_string_free (out, FALSE);
}

#define AVOID(entry) "{'preferAvoidPods':[" entry "]}"
#define CONTROLLER(members) "{'podSignature':{'podController':{" members "}}}"

static void
test_avoided (void **state)
{
  static const struct
  {
    const char *annotation;
    const char *expected;
  } cases[] = {
    { AVOID (CONTROLLER (
          "'kind':'ReplicaSet','uid':'a','apiVersion':'v1',"
          "'name':'x','controller':true,"
          "'blockOwnerDeletion':false,'more':1") "," CONTROLLER ("'kind':'ReplicationController','uid':'b'")),
      "ReplicaSet/a ReplicationController/b" },
    { "{'PREFERAVOIDPODS':[{'podsignature':{'PodController':{'Kind':'A',"
      "'UID':'1'}}}]}",
      "A/1" },
    { AVOID ("{'reason':'r','message':'m',"
             "'evictionTime':'2019-10-15T09:00:00Z',"
             "'podSignature':{'podController':{'kind':'A','uid':'1'}}}"),
      "A/1" },
    { AVOID (CONTROLLER ("")), "/" },
    { AVOID (CONTROLLER ("'kind':null")), "/" },
    { AVOID ("{'podSignature':{}},{},null,{'podSignature':null},"
             "{'podSignature':{'podController':null}}"),
      "" },
    { AVOID ("{'podSignature':{'podController':{'kind':'A'},"
             "'podController':{'uid':'1'}}}"),
      "A/1" },
    { AVOID ("{'podSignature':{'podController':{'kind':'A'},"
             "'podController':null}}"),
      "" },
    { AVOID ("null," CONTROLLER ("'kind':'A','uid':'1'")), "A/1" },
    { "{'preferAvoidPods':[" CONTROLLER (
          "'kind':'A'") "],"
                        "'preferAvoidPods':[" CONTROLLER ("'kind':'B'") "]}",
      "B/" },
    { "{'preferAvoidPods':[" CONTROLLER (
          "'kind':'A'") "],"
                        "'preferAvoidPods':null}",
      "" },
    { "{}", "" },
    { "null", "" },
    { "{'preferAvoidPods':null}", "" },
    /* Any mistake, and nothing is avoided. */
    { "", "" },
    { "[]", "" },
    { "{'preferAvoidPods':{}}", "" },
    { AVOID (CONTROLLER ("'kind':'A','uid':'1'")) "x", "" },
    { AVOID (CONTROLLER ("'kind':'A','uid':'1'") ",5"), "" },
    { AVOID (CONTROLLER ("'kind':'A','uid':1")), "" },
    { AVOID (CONTROLLER ("'kind':'A','uid':'1','name':1")), "" },
    { AVOID (CONTROLLER ("'kind':'A','uid':'1','controller':'yes'")), "" },
    { AVOID (CONTROLLER ("'kind':'A','uid':'1'") ",{'reason':1}"), "" },
    { AVOID (CONTROLLER ("'kind':'A','uid':'1'") ",{'evictionTime':'now'}"),
      "" },
    { AVOID (CONTROLLER ("'kind':'A','uid':'1'") ",{'evictionTime':1}"), "" },
    { AVOID (CONTROLLER ("'kind':'A','uid':'1'") ",{'podSignature':[]}"), "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = avoided (cases[i].annotation);

      assert_string_equal (found, cases[i].expected);
    }
}

/* -- labels ---------------------------------------------------------------- */

#define GA_NODE(labels)                                                        \
  "{'kind':'Node','apiVersion':'v1','metadata':{'name':'n1','labels':{" labels \
  "}}}"

static void
test_legacy_labels (void **state)
{
  const char *text = GA_NODE (
      "'topology.kubernetes.io/zone':'z','topology.kubernetes.io/region':'r',"
      "'failure-domain.beta.kubernetes.io/region':'old',"
      "'node.kubernetes.io/instance-type':'m5'");
  g_autoptr (FitNode) node = node_with (text, FIT_DECODE_LEGACY_LABELS);
  g_autoptr (FitNode) plain = node_of (text);
  const FitLabels *labels = node->meta.labels;

  assert_string_equal (fit_labels_lookup (labels, FIT_LABEL_ZONE), "z");
  assert_string_equal (fit_labels_lookup (labels, FIT_LABEL_REGION), "old");
  assert_string_equal (fit_labels_lookup (labels, FIT_LABEL_INSTANCE_TYPE),
                       "m5");
  assert_int_equal (labels->n, 6);
  assert_null (fit_labels_lookup (plain->meta.labels, FIT_LABEL_ZONE));
}

static void
test_ga_only_nodes (void **state)
{
  const char *text = GA_NODE ("'topology.kubernetes.io/zone':'z'")
      GA_NODE ("'topology.kubernetes.io/zone':'z',"
               "'failure-domain.beta.kubernetes.io/zone':'z'")
          GA_NODE ("'a':'b'")
              GA_NODE ("'node.kubernetes.io/instance-type':'m5'");
  g_autoptr (FitObjects) plain = read_text (text);
  g_autoptr (FitObjects) copied = read_with (text, FIT_DECODE_LEGACY_LABELS);

  assert_int_equal (plain->n_ga_only_nodes, 2);
  assert_int_equal (copied->n_ga_only_nodes, 0);
}

/* -- CSINode --------------------------------------------------------------- */

static void
test_csi_node (void **state)
{
  g_autoptr (FitObjects) objects
      = read_text ("{'kind':'CSINode','apiVersion':'storage.k8s.io/v1',"
                   "'metadata':{'name':'n1','annotations':{"
                   "'storage.alpha.kubernetes.io/migrated-plugins':"
                   "'kubernetes.io/aws-ebs, x,'}},'spec':{'drivers':["
                   "{'name':'ebs.csi.aws.com','allocatable':{'count':39}},"
                   "{'name':'a','allocatable':{}},{'name':'b'}]}}");
  g_autoptr (FitCSINode) csi_node
      = fit_csi_node_ref (only (objects, FIT_KIND_CSI_NODE));

  g_clear_pointer (&objects, fit_objects_free);
  assert_string_equal (csi_node->meta.name, "n1");
  assert_int_equal (csi_node->n_drivers, 3);
  assert_string_equal (csi_node->drivers[0].name, "ebs.csi.aws.com");
  assert_true (csi_node->drivers[0].has_count);
  assert_int_equal (csi_node->drivers[0].count, 39);
  assert_false (csi_node->drivers[1].has_count);
  assert_false (csi_node->drivers[2].has_count);
  assert_int_equal (g_strv_length (csi_node->migrated_plugins), 3);
  assert_string_equal (csi_node->migrated_plugins[1], " x");
}

static void
test_csi_node_without_annotation (void **state)
{
  g_autoptr (FitObjects) objects
      = read_text ("{'kind':'CSINode','metadata':{'name':'n1'},"
                   "'apiVersion':'storage.k8s.io/v1beta1'}");
  const FitCSINode *csi_node = only (objects, FIT_KIND_CSI_NODE);

  assert_null (csi_node->migrated_plugins);
  assert_int_equal (csi_node->n_drivers, 0);
}

static void
test_errors (void **state)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { NODE ("'status':{'allocatable':{'memory':'1Zi'}}"),
      "test: document 1: Node n1: status.allocatable.memory: invalid quantity "
      "\"1Zi\": quantities must match the regular expression "
      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'" },
    { NODE ("'status':{'capacity':[]}"),
      "test: document 1: Node n1: status.capacity: found a list, expected "
      "an object" },
    { NODE ("'status':{'images':[{'sizeBytes':'5'}]}"),
      "test: document 1: Node n1: status.images[0].sizeBytes: found string "
      "\"5\", expected an integer" },
    { NODE ("'spec':{'taints':[{'effect':1}]}"),
      "test: document 1: Node n1: spec.taints[0].effect: found number 1, "
      "expected a string\nhint: put it in quotes" },
    { "{'kind':'CSINode','apiVersion':'storage.k8s.io/v1','metadata':{"
      "'name':'n1'},'spec':{'drivers':[{'allocatable':{'count':'1'}}]}}",
      "test: document 1: CSINode n1: spec.drivers[0].allocatable.count: found "
      "string \"1\", expected an integer" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].text, FIT_ERROR_SCHEMA, cases[i].message);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_spec),
    cmocka_unit_test (test_cordoned),
    cmocka_unit_test (test_allocatable),
    cmocka_unit_test (test_allocatable_from_capacity),
    cmocka_unit_test (test_conditions),
    cmocka_unit_test (test_images),
    cmocka_unit_test (test_digest_of_taints),
    cmocka_unit_test (test_digest_of_annotations),
    cmocka_unit_test (test_avoided),
    cmocka_unit_test (test_legacy_labels),
    cmocka_unit_test (test_ga_only_nodes),
    cmocka_unit_test (test_csi_node),
    cmocka_unit_test (test_csi_node_without_annotation),
    cmocka_unit_test (test_errors),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
