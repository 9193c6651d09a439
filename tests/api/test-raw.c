/* The JSON of pods and nodes as extenders get it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

static FitPod *
pod_of (const char *text, FitDecodeFlags flags)
{
  g_autoptr (FitObjects) objects = read_with (text, flags);

  return fit_pod_ref (only (objects, FIT_KIND_POD));
}

static void
assert_raw (const char *raw, const char *expected)
{
  g_autofree char *text = g_strdelimit (g_strdup (expected), "'", '"');

  assert_non_null (raw);
  assert_string_equal (raw, text);
}

/* @text is a pod of the API server, and @expected what extenders get. */
static void
assert_pod_raw (const char *text, const char *expected)
{
  g_autoptr (FitPod) pod
      = pod_of (text, FIT_DECODE_KEEP_RAW | FIT_DECODE_AS_IS);

  assert_raw (fit_pod_raw (pod, NULL), expected);
}

static void
test_nothing_is_kept_unasked (void **state)
{
  g_autoptr (FitPod) pod
      = pod_of ("{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'}}",
                FIT_DECODE_DEFAULT);
  g_autoptr (FitPod) copy = fit_pod_with_node_name (pod, "n");

  assert_null (pod->meta.raw);
  assert_null (fit_pod_raw (pod, NULL));
  assert_null (copy->meta.raw);
}

static void
test_all_is_kept_but_the_kind (void **state)
{
  assert_pod_raw (
      "{'kind':'Pod','new':[1.50,null,{'kind':'x'}],'apiVersion':'v1',"
      "'metadata':{'name':'p','creationTimestamp':'2019-10-15T09:00:00Z',"
      "'managedFields':[{'apiVersion':'v1'}]},'spec':{'futureField':"
      "{'a':'\\u00e4\\n'},'containers':[]},'status':{'qosClass':'Burstable'}}",
      "{'new':[1.50,null,{'kind':'x'}],'metadata':{'name':'p',"
      "'creationTimestamp':'2019-10-15T09:00:00Z','managedFields':["
      "{'apiVersion':'v1'}]},'spec':{'futureField':{'a':'\u00e4\\n'},"
      "'containers':[]},'status':{'qosClass':'Burstable'}}");
}

static void
test_some_parts_are_always_there (void **state)
{
  static const char bare[]
      = "{'metadata':{'creationTimestamp':null},'spec':{},'status':{}}";

  assert_pod_raw ("{'kind':'Pod','apiVersion':'v1'}", bare);
  assert_pod_raw ("{'kind':'Pod','apiVersion':'v1','metadata':null,"
                  "'spec':null,'status':null}",
                  bare);
  assert_pod_raw ("{'kind':'Pod','apiVersion':'v1','status':{},'spec':{},"
                  "'metadata':{'creationTimestamp':null}}",
                  "{'status':{},'spec':{},"
                  "'metadata':{'creationTimestamp':null}}");
}

static void
test_completed_names_are_said (void **state)
{
  g_autoptr (FitPod) pod = pod_of (
      "{'kind':'Pod','apiVersion':'v1','metadata':{'uid':'','name':'p'}}",
      FIT_DECODE_KEEP_RAW);

  assert_raw (pod->meta.raw, "{'metadata':{'uid':'default/p','name':'p',"
                             "'creationTimestamp':null,'namespace':'default'},"
                             "'spec':{},'status':{}}");
}

static void
test_last_of_repeated_parts_counts (void **state)
{
  assert_pod_raw ("{'kind':'Pod','apiVersion':'v1','spec':{'a':1},"
                  "'metadata':{},'spec':{'b':2},'kind':'Pod'}",
                  "{'spec':{'b':2},'metadata':{'creationTimestamp':null},"
                  "'status':{}}");
}

static void
test_yaml (void **state)
{
  assert_pod_raw ("apiVersion: v1\n"
                  "kind: Pod\n"
                  "metadata: {name: p, x: {1: yes}}\n"
                  "spec: {priority: 0x10, x: [~, 1.0]}\n",
                  "{'metadata':{'name':'p','x':{'1':true},"
                  "'creationTimestamp':null},"
                  "'spec':{'priority':16,'x':[null,1]},'status':{}}");
}

static void
test_nodes (void **state)
{
  g_autoptr (FitObjects) objects = read_with (
      "{'kind':'NodeList','apiVersion':'v1','items':[{'metadata':{'name':'n',"
      "'labels':{'topology.kubernetes.io/zone':'z'}},'spec':{'podCIDR':'c'}}]}",
      FIT_DECODE_KEEP_RAW | FIT_DECODE_LEGACY_LABELS);
  const FitNode *node = only (objects, FIT_KIND_NODE);

  assert_raw (fit_node_raw (node, NULL),
              "{'metadata':{'name':'n','labels':{'topology.kubernetes.io/zone':"
              "'z'},'creationTimestamp':null},'spec':{'podCIDR':'c'},"
              "'status':{}}");
}

static void
test_other_kinds_keep_what_was_written (void **state)
{
  g_autoptr (FitObjects) objects = read_with (
      "{'kind':'PersistentVolume','apiVersion':'v1','metadata':{'name':'v'}}",
      FIT_DECODE_KEEP_RAW);
  const FitPersistentVolume *pv = only (objects, FIT_KIND_PERSISTENT_VOLUME);

  assert_string_equal (pv->meta.raw,
                       "{\"kind\":\"PersistentVolume\",\"apiVersion\":\"v1\","
                       "\"metadata\":{\"name\":\"v\"}}");
}

#define PLAIN                                                         \
  "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p','uid':'u'," \
  "'creationTimestamp':null},"

static void
test_copies_say_what_has_changed (void **state)
{
  g_autoptr (FitPod) pod = pod_of (PLAIN "'spec':{'nodeName':'old','x':1}}",
                                   FIT_DECODE_KEEP_RAW | FIT_DECODE_AS_IS);
  g_autoptr (FitPod) moved = fit_pod_with_node_name (pod, "n\"1");
  g_autoptr (FitPod) unassigned = fit_pod_with_node_name (pod, "");
  g_autoptr (FitPod) nominated = fit_pod_with_nominated_node_name (moved, "n2");
  g_autoptr (FitPod) cleared = fit_pod_with_nominated_node_name (nominated, "");
  g_autoptr (FitPod) dying
      = fit_pod_with_deletion_time (pod, G_GINT64_CONSTANT (1500000000));
  g_autoptr (FitPod) noted
      = fit_pod_with_disruption (pod, "r", "m", G_GINT64_CONSTANT (1500000000));
  g_autoptr (FitPod) again = fit_pod_with_disruption (
      noted, FIT_REASON_PREEMPTION_BY_SCHEDULER, "m", 0);

  assert_int_equal (noted->disruption, FIT_DISRUPTION_OTHER);
  assert_int_equal (again->disruption, FIT_DISRUPTION_PREEMPTED);
  assert_raw (noted->meta.raw,
              "{'metadata':{'name':'p','uid':'u','creationTimestamp':null},"
              "'spec':{'nodeName':'old','x':1},'status':{'conditions':[{"
              "'type':'DisruptionTarget','status':'True','lastTransitionTime':"
              "'1970-01-01T00:00:01Z','reason':'r','message':'m'}]}}");
  assert_raw (again->meta.raw,
              "{'metadata':{'name':'p','uid':'u','creationTimestamp':null},"
              "'spec':{'nodeName':'old','x':1},'status':{'conditions':[{"
              "'type':'DisruptionTarget','status':'True','lastTransitionTime':"
              "'1970-01-01T00:00:00Z','reason':'PreemptionByScheduler',"
              "'message':'m'}]}}");
  assert_raw (pod->meta.raw,
              "{'metadata':{'name':'p','uid':'u','creationTimestamp':null},"
              "'spec':{'nodeName':'old','x':1},'status':{}}");
  assert_raw (moved->meta.raw,
              "{'metadata':{'name':'p','uid':'u','creationTimestamp':null},"
              "'spec':{'nodeName':'n\\'1','x':1},'status':{}}");
  assert_raw (unassigned->meta.raw,
              "{'metadata':{'name':'p','uid':'u','creationTimestamp':null},"
              "'spec':{'x':1},'status':{}}");
  assert_raw (nominated->meta.raw,
              "{'metadata':{'name':'p','uid':'u','creationTimestamp':null},"
              "'spec':{'nodeName':'n\\'1','x':1},"
              "'status':{'nominatedNodeName':'n2'}}");
  assert_string_equal (cleared->meta.raw, moved->meta.raw);
  assert_raw (dying->meta.raw,
              "{'metadata':{'name':'p','uid':'u','creationTimestamp':null,"
              "'deletionTimestamp':'1970-01-01T00:00:01Z'},"
              "'spec':{'nodeName':'old','x':1},'status':{}}");
}

static void
test_copies_of_running_pods (void **state)
{
#define HEAD(name, uid) \
  "{'metadata':{'name':'" name "','uid':'" uid "','creationTimestamp':null},"
#define CONDITIONS                                          \
  "'conditions':[{'type':'Ready','status':'True'},{'type':" \
  "'DisruptionTarget','status':'False'},{'type':'Last','status':'False'}]"
  g_autoptr (FitPod) pod = pod_of (
      PLAIN "'spec':{'nodeName':'n'},'status':{'phase':'Running'," CONDITIONS
            "}}",
      FIT_DECODE_KEEP_RAW | FIT_DECODE_AS_IS);
  g_autoptr (FitPod) pending = fit_pod_as_pending (pod);
  g_autoptr (FitPod) started
      = fit_pod_with_start_time (pod, G_GINT64_CONSTANT (2500000000));
  g_autoptr (FitPod) renamed = fit_pod_with_name (pod, "q");
  g_autoptr (FitPod) noted = fit_pod_with_disruption (pod, "r", "m", 0);

  assert_string_equal (pending->node_name, "");
  assert_string_equal (pending->phase, "");
  assert_raw (pending->meta.raw,
              HEAD ("p", "u") "'spec':{},'status':{" CONDITIONS "}}");
  assert_int_equal (started->start_time_ns, 2500000000);
  assert_raw (started->meta.raw,
              HEAD ("p", "u") "'spec':{'nodeName':'n'},'status':{'phase':"
                              "'Running'," CONDITIONS
                              ",'startTime':'1970-01-01T00:00:02Z'}}");
  assert_string_equal (renamed->meta.name, "q");
  assert_raw (renamed->meta.raw,
              HEAD ("q", "/q") "'spec':{'nodeName':'n'},'status':{'phase':"
                               "'Running'," CONDITIONS "}}");
  assert_raw (noted->meta.raw,
              HEAD ("p", "u") "'spec':{'nodeName':'n'},'status':{'phase':"
                              "'Running','conditions':[{'type':'Ready',"
                              "'status':'True'},{'type':'Last','status':"
                              "'False'},{'type':'DisruptionTarget','status':"
                              "'True','lastTransitionTime':"
                              "'1970-01-01T00:00:00Z','reason':'r',"
                              "'message':'m'}]}}");
#undef HEAD
#undef CONDITIONS
}

/* A copy of a text that only wide limits let in. */
static void
test_copies_of_large_texts (void **state)
{
  const guint n = 5 * 1024 * 1024;
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (FitPod) copy = NULL;
  g_autoptr (GString) text = g_string_new (
      "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\","
      "\"annotations\":{\"a\":\"");

  for (guint i = 0; i < n; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\"}}}");
  limits.string_bytes = 2 * n;
  assert_true (fit_objects_read (objects, text->str, text->len, "test",
                                 FIT_DECODE_KEEP_RAW, &limits, NULL));
  copy = fit_pod_with_node_name (only (objects, FIT_KIND_POD), "n1");
  assert_true (strlen (copy->meta.raw) > n);
  assert_non_null (strstr (copy->meta.raw, "\"spec\":{\"nodeName\":\"n1\"}"));
}

static void
test_text_is_limited (void **state)
{
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (
      "apiVersion: v1\nkind: Node\nmetadata: {name: web}\nx: &x ");

  for (guint i = 0; i < 10000; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\ny: [");
  for (guint i = 0; i < 100; i++)
    g_string_append (text, "*x,");
  g_string_append (text, "]\n");
  limits.object_bytes = 500 * 1000;
  assert_false (fit_objects_read (objects, text->str, text->len, "test",
                                  FIT_DECODE_KEEP_RAW, &limits, &error));
  assert_string_equal (error->message,
                       "test: document 1: Node web: the object takes more than "
                       "500000 bytes as JSON");
  assert_int_equal (error->code, FIT_ERROR_LIMIT);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_nothing_is_kept_unasked),
    cmocka_unit_test (test_all_is_kept_but_the_kind),
    cmocka_unit_test (test_some_parts_are_always_there),
    cmocka_unit_test (test_completed_names_are_said),
    cmocka_unit_test (test_last_of_repeated_parts_counts),
    cmocka_unit_test (test_yaml),
    cmocka_unit_test (test_nodes),
    cmocka_unit_test (test_other_kinds_keep_what_was_written),
    cmocka_unit_test (test_copies_say_what_has_changed),
    cmocka_unit_test (test_copies_of_running_pods),
    cmocka_unit_test (test_copies_of_large_texts),
    cmocka_unit_test (test_text_is_limited),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
