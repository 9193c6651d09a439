/* What pods request, and at most use.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/pod-text.h"

static void
test_requests_add_up (void **state)
{
  g_autoptr (FitPod) pod = pod_of (POD (
      "{'containers':[" REQUESTS ("'cpu':'0.1m','memory':'1Gi','example.com/gpu':1") "," REQUESTS (
          "'cpu':1,'memory':1.5,'example.com/gpu':'2',"
          "'ephemeral-storage':'1k','storage':'5Gi'") "],"
                                                      "'initContainers':[" REQUESTS (
                                                          "'cpu':'500m','memory':'2Gi','example.com/b':0,"
                                                          "'hugepages-2Mi':'4Mi'") "]}"));
  const FitResources *requests = &pod->spec->requests;

  assert_int_equal (requests->milli_cpu, 1001);
  assert_true (requests->memory == 2LL * 1024 * 1024 * 1024);
  assert_int_equal (requests->ephemeral_storage, 1000);
  assert_int_equal (scalar (requests, "example.com/gpu"), 3);
  assert_int_equal (scalar (requests, "hugepages-2Mi"), 4 * 1024 * 1024);
  assert_int_equal (requests->n_scalars, 2);
  assert_false (pod->spec->best_effort);
}

/* A server takes no such pod, but a file may have one, and v1.16 counted it.  What is
 * not named has no least amount of zero. */
static void
test_requests_below_zero (void **state)
{
  static const FitDecodeFlags flags[]
      = { FIT_DECODE_DEFAULT, FIT_DECODE_SIDECARS | FIT_DECODE_SIDECARS_APART };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      g_autoptr (FitPod) pod = pod_with (
          CONTAINERS (REQUESTS ("'cpu':'-1','memory':'-2',"
                                "'ephemeral-storage':'-3','a.b/c':'-4'")),
          flags[i]);
      const FitPodSpec *spec = pod->spec;

      assert_int_equal (spec->requests.milli_cpu, -1000);
      assert_int_equal (spec->requests.memory, -2);
      assert_int_equal (spec->requests.ephemeral_storage, -3);
      assert_int_equal (scalar (&spec->requests, "a.b/c"), -4);
      assert_int_equal (spec->nonzero_milli_cpu, -1000);
      assert_int_equal (spec->placed_milli_cpu, -1000);
      assert_int_equal (spec->nonzero_memory, -2);
      assert_int_equal (spec->placed_memory, -2);
    }
}

static void
test_spelling_of_quantities (void **state)
{
  g_autoptr (FitPod) pod = pod_of (CONTAINERS (
      REQUESTS ("'cpu':' 100m\\t','memory':1e3,'ephemeral-storage':null,"
                "'example.com/x':2.5")));
  const FitResources *requests = &pod->spec->requests;

  assert_int_equal (requests->milli_cpu, 100);
  assert_int_equal (requests->memory, 1000);
  assert_int_equal (requests->ephemeral_storage, 0);
  assert_int_equal (scalar (requests, "example.com/x"), 3);
}

static void
test_limits_add_up (void **state)
{
  g_autoptr (FitPod) pod = pod_with (
      POD ("{'containers':[{'resources':{'limits':{'cpu':'1'}}},"
           "{'resources':{'limits':{'cpu':'2','memory':'10'}}}],"
           "'initContainers':[{'resources':{'limits':{'cpu':'5'}}}]}"),
      FIT_DECODE_AS_IS);

  assert_int_equal (pod->spec->limits.milli_cpu, 5000);
  assert_int_equal (pod->spec->limits.memory, 10);
  assert_int_equal (pod->spec->requests.milli_cpu, 0);
}

static void
test_requests_from_limits (void **state)
{
  const char *text = CONTAINERS (
      "{'resources':{'limits':{'cpu':'2','memory':'1Gi','example.com/gpu':1},"
      "'requests':{'cpu':'0'}}},{'resources':{'limits':{'cpu':'1'}}}");
  g_autoptr (FitPod) completed = pod_of (text);
  g_autoptr (FitPod) as_is = pod_with (text, FIT_DECODE_AS_IS);
  const FitPodSpec *spec = completed->spec;

  assert_int_equal (spec->requests.milli_cpu, 1000);
  assert_true (spec->requests.memory == 1024LL * 1024 * 1024);
  assert_int_equal (scalar (&spec->requests, "example.com/gpu"), 1);
  assert_int_equal (spec->nonzero_milli_cpu, 1000);
  assert_int_equal (as_is->spec->requests.milli_cpu, 0);
  assert_int_equal (as_is->spec->requests.n_scalars, 0);
  assert_int_equal (as_is->spec->nonzero_milli_cpu, 100);
}

static void
test_nonzero_requests (void **state)
{
  static const struct
  {
    const char *spec;
    gint64 milli_cpu;
    gint64 memory;
  } cases[] = {
    { "{'containers':[{}]}", 100, 209715200 },
    { "{'containers':[" REQUESTS ("'cpu':0,'memory':'0'") "]}", 0, 0 },
    { "{'containers':[{}," REQUESTS ("'cpu':2") "]}", 2100, 2 * 209715200 },
    { "{'containers':[" REQUESTS (
          "'cpu':'50m','memory':1") "],"
                                    "'initContainers':[{}]}",
      100, 209715200 },
    { "{'containers':[{}],'initContainers':[{}," REQUESTS ("'cpu':'600m'") "]}",
      600, 209715200 },
    { "{'initContainers':[{}]}", 100, 209715200 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (
          "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'},'spec':",
          cases[i].spec, "}", NULL);
      g_autoptr (FitPod) pod = pod_of (text);

      assert_int_equal (pod->spec->nonzero_milli_cpu, cases[i].milli_cpu);
      assert_int_equal (pod->spec->nonzero_memory, cases[i].memory);
    }
}

static void
test_best_effort (void **state)
{
  static const struct
  {
    const char *spec;
    gboolean best_effort;
  } cases[] = {
    { "{'containers':[{}]}", TRUE },
    { "{'containers':[" REQUESTS ("'cpu':0,'memory':'0'") "]}", TRUE },
    { "{'containers':[" REQUESTS ("'example.com/gpu':1") "]}", TRUE },
    { "{'containers':[{}],'overhead':{'cpu':1}}", TRUE },
    { "{'containers':[" REQUESTS ("'cpu':'-1'") "]}", TRUE },
    { "{'containers':[" REQUESTS ("'memory':'1m'") "]}", FALSE },
    { "{'containers':[{'resources':{'limits':{'cpu':1}}}]}", FALSE },
    { "{'containers':[{}],'initContainers':[" REQUESTS ("'cpu':1") "]}",
      FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (
          "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'},'spec':",
          cases[i].spec, "}", NULL);
      g_autoptr (FitPod) pod = pod_with (text, FIT_DECODE_AS_IS);

      if (pod->spec->best_effort != cases[i].best_effort)
        fail_msg ("case %u", i);
    }
}

static void
test_overhead (void **state)
{
  g_autoptr (FitPod) pod
      = pod_of (POD ("{'overhead':{'cpu':'400m','memory':'10',"
                     "'example.com/x':1}}"));
  g_autoptr (FitPod) empty = pod_of (POD ("{'overhead':{}}"));

  assert_true (pod->spec->has_overhead);
  assert_int_equal (pod->spec->overhead.milli_cpu, 400);
  assert_int_equal (pod->spec->overhead.memory, 10);
  assert_int_equal (scalar (&pod->spec->overhead, "example.com/x"), 1);
  assert_int_equal (pod->spec->overhead_cpu_value, 1);
  assert_int_equal (pod->spec->requests.milli_cpu, 0);
  assert_true (empty->spec->has_overhead);
}

static void
test_extended_resources (void **state)
{
  g_autoptr (FitPod) pod = pod_with (
      POD ("{'containers':[" REQUESTS (
          "'cpu':1,'example.com/a':1,'hugepages-2Mi':1") ","
                                                         "{'resources':{'limits':{'example.com/b':1,'example.com/a':0}}}],"
                                                         "'initContainers':[" REQUESTS (
                                                             "'example.com/c':1") "]}"),
      FIT_DECODE_AS_IS);
  const FitPodSpec *spec = pod->spec;

  assert_int_equal (spec->n_extended, 3);
  assert_string_equal (spec->extended[0], "example.com/a");
  assert_string_equal (spec->extended[1], "example.com/b");
  assert_string_equal (spec->extended[2], "example.com/c");
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_requests_add_up),
    cmocka_unit_test (test_requests_below_zero),
    cmocka_unit_test (test_spelling_of_quantities),
    cmocka_unit_test (test_limits_add_up),
    cmocka_unit_test (test_requests_from_limits),
    cmocka_unit_test (test_nonzero_requests),
    cmocka_unit_test (test_best_effort),
    cmocka_unit_test (test_overhead),
    cmocka_unit_test (test_extended_resources),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
