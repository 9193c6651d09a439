/* test-framework-run.c - which calls follow which result of a plugin, at every extension point
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/framework/stage.h"

#define SECOND G_GINT64_CONSTANT (1000000000)
#define MINUTE (60 * SECOND)
#define NOW (1000 * SECOND)

static const gint64 at = NOW;

/* -- one point, one plugin ------------------------------------------------- */

static const FitExtensionPoint points[]
    = { FIT_POINT_PRE_FILTER, FIT_POINT_FILTER, FIT_POINT_POST_FILTER,
        FIT_POINT_RESERVE,    FIT_POINT_PERMIT, FIT_POINT_PRE_BIND,
        FIT_POINT_BIND };

/* What comes back when the plugin B gives @code with the message "m". */
static void
assert_answer (FitExtensionPoint point, FitStatusCode code,
               const char *expected)
{
  const char *name = fit_extension_point_info (point)->legacy_kind;
  g_autofree char *script
      = g_strdup_printf ("{%s: [B], args: {B: {%s: {code: %s, message: m}}}}",
                         name, name, fit_status_code_name (code));
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };

  stage_open (&stage, script);
  status = stage_ask (&stage, point);
  assert_status (&status, expected);
}

static void
test_success (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    assert_answer (points[i], FIT_STATUS_SUCCESS, "Success");
}

static void
test_rejections (void **state)
{
  static const struct
  {
    FitExtensionPoint point;
    const char *expected;
  } kept[] = {
    { FIT_POINT_PRE_FILTER, "rejected by \"B\" at prefilter: m" },
    { FIT_POINT_FILTER, "m" },
    { FIT_POINT_PERMIT, "rejected by \"B\" at permit: m" },
    { FIT_POINT_PRE_BIND, "rejected by \"B\" at prebind: m" },
  };
  static const FitStatusCode codes[] = {
    FIT_STATUS_UNSCHEDULABLE,
    FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE,
  };

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    for (guint c = 0; c < G_N_ELEMENTS (codes); c++)
      {
        g_autofree char *expected = g_strdup_printf (
            "%s: %s", fit_status_code_name (codes[c]), kept[i].expected);

        assert_answer (kept[i].point, codes[c], expected);
      }
}

#define RUNNING(word) \
  "Error: error while running \"B\" " word " plugin for pod \"p\": m"

/* Where a rejection is an error like any other. */
static void
test_rejections_that_are_errors (void **state)
{
  static const FitStatusCode codes[]
      = { FIT_STATUS_UNSCHEDULABLE, FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE };

  for (guint c = 0; c < G_N_ELEMENTS (codes); c++)
    {
      assert_answer (FIT_POINT_POST_FILTER, codes[c], RUNNING ("postfilter"));
      assert_answer (FIT_POINT_RESERVE, codes[c], RUNNING ("reserve"));
      assert_answer (FIT_POINT_BIND, codes[c],
                     "Error: bind plugin \"B\" failed to bind pod \"ns/p\": m");
    }
}

static void
test_errors (void **state)
{
  static const char *const expected[] = {
    RUNNING ("prefilter"),
    RUNNING ("filter"),
    RUNNING ("postfilter"),
    RUNNING ("reserve"),
    RUNNING ("permit"),
    RUNNING ("prebind"),
    "Error: bind plugin \"B\" failed to bind pod \"ns/p\": m",
  };

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      assert_answer (points[i], FIT_STATUS_ERROR, expected[i]);
      if (points[i] != FIT_POINT_PERMIT)
        assert_answer (points[i], FIT_STATUS_WAIT, expected[i]);
      if (points[i] != FIT_POINT_BIND)
        assert_answer (points[i], FIT_STATUS_SKIP, expected[i]);
    }
}

static void
test_a_failure_without_a_message (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };

  stage_open (&stage,
              "{prefilter: [A], args: {A: {prefilter: {code: Error}}}}");
  status = stage_ask (&stage, FIT_POINT_PRE_FILTER);
  assert_status (&status,
                 "Error: error while running \"A\" prefilter plugin for pod "
                 "\"p\": ");
}

/* Names are quoted with escapes. */
static void
test_names_are_quoted (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };
  g_autoptr (FitPod) odd = pod_from (POD ("'a\"b'", "namespace: ns", ""));
  FitFrameworkCycle cycle;

  stage_open (
      &stage,
      "{reserve: [A], args: {A: {reserve: {code: Error, message: m}}}}");
  cycle = (FitFrameworkCycle){ stage.state, odd };
  status = fit_framework_reserve (stage.framework, &cycle, "n0");
  assert_status (&status, "Error: error while running \"A\" reserve plugin for "
                          "pod \"a\\\"b\": m");
}

/* What every call carries. */
static FitStatus
check_call (const FitPluginCall *call)
{
  GString *seen = fit_cycle_state_get (call->state, "seen", NULL);

  g_string_append_printf (
      seen, "%s at %" G_GINT64_FORMAT " with %u nodes and %s",
      call->pod->meta.name, call->now_ns / SECOND,
      fit_cache_n_nodes (call->handle->cache),
      fit_waiting_pods_get (call->handle->waiting, "p") ? "p" : "nobody");
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static void
test_what_plugins_are_given (void **state)
{
  static const FitPluginInfo info = { .name = "I", .pre_filter = check_call };
  g_autoptr (GString) seen = g_string_new (NULL);
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };

  stage_init (&stage, "{prefilter: [I]}");
  assert_true (fit_plugin_registry_add (stage.registry, &info, NULL));
  assert_true (stage_try (&stage, NULL));
  fit_cycle_state_set (stage.state, "seen", seen, NULL);
  fit_framework_set_clock (stage.framework, &at);
  fit_waiting_pods_add (fit_framework_waiting (stage.framework),
                        stage.cluster.pending, SECOND, NOW);
  status = stage_ask (&stage, FIT_POINT_PRE_FILTER);
  assert_string_equal (seen->str, "p at 1000 with 200 nodes and p");
}

/* -- several plugins ------------------------------------------------------- */

/* They are asked in the order of the list, the same one as often as it is
 * there, until one fails. */
static void
test_order (void **state)
{
  static const char *const nodes[] = { "", " n0", " n0", " n1", " n1", " n1" };

  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      const char *name = fit_extension_point_info (points[i])->legacy_kind;
      g_autofree char *script = g_strdup_printf (
          "{%s: [C, A, C, B, A], args: {B: {%s: {code: Error}}}}", name, name);
      g_autofree char *expected
          = g_strdup_printf ("C %s%s\nA %s%s\nC %s%s\nB %s%s\n", name, nodes[i],
                             name, nodes[i], name, nodes[i], name, nodes[i]);
      g_auto (Stage) stage = { 0 };
      g_auto (FitStatus) status = { 0 };

      stage_open (&stage, script);
      status = stage_ask (&stage, points[i]);
      assert_int_equal (status.code, FIT_STATUS_ERROR);
      assert_log (&stage, expected);
    }
}

static void
test_unreserve_asks_all_in_order (void **state)
{
  g_auto (Stage) stage = { 0 };
  FitFrameworkCycle cycle;

  stage_open (&stage, "{unreserve: [B, C, A]}");
  cycle = stage_cycle (&stage);
  fit_framework_unreserve (stage.framework, &cycle, "n7");
  assert_log (&stage, "B unreserve n7\nC unreserve n7\nA unreserve n7\n");
}

static void
test_post_bind_asks_all_in_order (void **state)
{
  g_auto (Stage) stage = { 0 };
  FitFrameworkCycle cycle;

  stage_open (&stage, "{postbind: [C, A]}");
  cycle = stage_cycle (&stage);
  fit_framework_post_bind (stage.framework, &cycle, "n7");
  assert_log (&stage, "C postbind n7\nA postbind n7\n");
}

static void
test_queue_sort (void **state)
{
  g_auto (Stage) stage = { 0 };
  g_autoptr (FitPod) other = pod_from (POD ("q", "", ""));
  FitQueuedPod p, q = { .pod = other };

  stage_open (&stage, "{queue sort: [A]}");
  p = (FitQueuedPod){ .pod = stage.cluster.pending };
  /* by name, the last one first */
  assert_true (fit_framework_less (stage.framework, &q, &p));
  assert_false (fit_framework_less (stage.framework, &p, &q));
}

/* -- Bind ------------------------------------------------------------------ */

#define SKIPS "{bind: {code: Skip, message: not mine}}"

static void
assert_bind (const char *script, const char *expected, const char *asked)
{
  g_auto (Stage) stage = { 0 };
  g_auto (FitStatus) status = { 0 };

  stage_open (&stage, script);
  status = stage_ask (&stage, FIT_POINT_BIND);
  assert_status (&status, expected);
  assert_log (&stage, asked);
}

static void
test_bind_skips (void **state)
{
  assert_bind ("{bind: [A, B, C], args: {A: " SKIPS "}}", "Success",
               "A bind n1\nB bind n1\n");
  assert_bind ("{bind: [A, B, C], args: {A: " SKIPS ", "
               "B: {bind: {code: Error, message: m}}}}",
               "Error: bind plugin \"B\" failed to bind pod \"ns/p\": m",
               "A bind n1\nB bind n1\n");
  assert_bind ("{bind: [A, B], args: {A: " SKIPS ", B: " SKIPS "}}", "Skip",
               "A bind n1\nB bind n1\n");
}

/* -- Permit ---------------------------------------------------------------- */

/* Opens @script, asks Permit at NOW: the pod has to wait until @deadline. */
static void
assert_waits (Stage *stage, const char *script, gint64 deadline)
{
  FitWaitingPods *waiting;
  g_auto (FitStatus) status = { 0 };

  stage_open (stage, script);
  fit_framework_set_clock (stage->framework, &at);
  status = stage_ask (stage, FIT_POINT_PERMIT);
  assert_status (&status, "Wait");
  waiting = fit_framework_waiting (stage->framework);
  assert_non_null (fit_waiting_pods_get (waiting, "p"));
  assert_int_equal (fit_waiting_pods_next_deadline (waiting), deadline);
}

static void
assert_decided (Stage *stage, gint64 now_ns, const char *expected)
{
  g_auto (FitStatus) status = { 0 };
  g_autoptr (FitPod) pod = fit_waiting_pods_take_decided (
      fit_framework_waiting (stage->framework), now_ns, &status);

  assert_ptr_equal (pod, stage->cluster.pending);
  assert_status (&status, expected);
}

#define WAITS(timeout) \
  "{permit: {code: Wait, message: hold on, timeout: " timeout "}}"

static void
test_permit_timeout (void **state)
{
  g_auto (Stage) stage = { 0 };

  assert_waits (&stage, "{permit: [A], args: {A: " WAITS ("'10000000000'") "}}",
                NOW + 10 * SECOND);
  assert_decided (&stage, NOW + 10 * SECOND,
                  "Unschedulable: pod \"p\" rejected due to timeout after "
                  "waiting 10s at permit");
}

/* All are asked; the shortest wish counts, whoever has it. */
static void
test_permit_asks_all (void **state)
{
  g_auto (Stage) stage = { 0 };

  assert_waits (&stage,
                "{permit: [A, B, C], args: {A: " WAITS (
                    "'90000000000'") ", B: " WAITS ("'1500000000'") "}}",
                NOW + 1500 * SECOND / 1000);
  assert_log (&stage, "A permit n1\nB permit n1\nC permit n1\n");
  assert_decided (&stage, NOW + 2 * SECOND,
                  "Unschedulable: pod \"p\" rejected due to timeout after "
                  "waiting 1.5s at permit");
}

static void
test_permit_waits_for_15_minutes_at_most (void **state)
{
  g_auto (Stage) stage = { 0 };

  assert_waits (&stage,
                "{permit: [A], args: {A: " WAITS ("'3600000000000'") "}}",
                NOW + 15 * MINUTE);
  assert_decided (&stage, NOW + 16 * MINUTE,
                  "Unschedulable: pod \"p\" rejected due to timeout after "
                  "waiting 15m0s at permit");
}

static void
test_permit_without_a_time (void **state)
{
  g_auto (Stage) none = { 0 }, negative = { 0 };

  assert_waits (&none, "{permit: [A], args: {A: " WAITS ("'0'") "}}", NOW);
  assert_decided (&none, NOW,
                  "Unschedulable: pod \"p\" rejected due to timeout after "
                  "waiting 0s at permit");
  assert_waits (&negative,
                "{permit: [A, B], args: {A: " WAITS (
                    "'5000000000'") ", B: " WAITS ("'-1000000000'") "}}",
                NOW);
  assert_decided (&negative, NOW,
                  "Unschedulable: pod \"p\" rejected due to timeout after "
                  "waiting -1s at permit");
}

/* A rejection or an error by a later plugin ends it: nothing waits. */
static void
test_permit_fails_after_a_wait (void **state)
{
  static const char *const codes[][2] = {
    { "Unschedulable", "Unschedulable: rejected by \"B\" at permit: m" },
    { "Skip", "Error: error while running \"B\" permit plugin for pod "
              "\"p\": m" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      g_autofree char *script
          = g_strdup_printf ("{permit: [A, B, C], args: {A: " WAITS (
                                 "'5'") ", B: {permit: {code: %s, "
                                        "message: m, timeout: '1'}}}}",
                             codes[i][0]);
      g_auto (Stage) stage = { 0 };
      g_auto (FitStatus) status = { 0 };

      stage_open (&stage, script);
      status = stage_ask (&stage, FIT_POINT_PERMIT);
      assert_status (&status, codes[i][1]);
      assert_log (&stage, "A permit n1\nB permit n1\n");
      assert_int_equal (fit_waiting_pods_next_deadline (
                            fit_framework_waiting (stage.framework)),
                        G_MAXINT64);
    }
}

/* One allows for all who wanted to wait. */
static void
test_permit_allowed (void **state)
{
  g_auto (Stage) stage = { 0 };

  assert_waits (&stage,
                "{permit: [A, B], args: {A: " WAITS (
                    "'5000000000'") ", B: " WAITS ("'5000000000'") "}}",
                NOW + 5 * SECOND);
  assert_true (fit_waiting_pod_allow (
      fit_waiting_pods_get (fit_framework_waiting (stage.framework), "p")));
  assert_decided (&stage, NOW, "Success");
}

static void
test_permit_rejected (void **state)
{
  g_auto (Stage) stage = { 0 };

  assert_waits (&stage, "{permit: [A], args: {A: " WAITS ("'5000000000'") "}}",
                NOW + 5 * SECOND);
  assert_true (fit_waiting_pod_reject (
      fit_waiting_pods_get (fit_framework_waiting (stage.framework), "p"),
      "preempted"));
  assert_decided (&stage, NOW,
                  "Unschedulable: rejected while waiting at permit: preempted");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_success),
    cmocka_unit_test (test_rejections),
    cmocka_unit_test (test_rejections_that_are_errors),
    cmocka_unit_test (test_errors),
    cmocka_unit_test (test_a_failure_without_a_message),
    cmocka_unit_test (test_names_are_quoted),
    cmocka_unit_test (test_what_plugins_are_given),
    cmocka_unit_test (test_order),
    cmocka_unit_test (test_unreserve_asks_all_in_order),
    cmocka_unit_test (test_post_bind_asks_all_in_order),
    cmocka_unit_test (test_queue_sort),
    cmocka_unit_test (test_bind_skips),
    cmocka_unit_test (test_permit_timeout),
    cmocka_unit_test (test_permit_asks_all),
    cmocka_unit_test (test_permit_waits_for_15_minutes_at_most),
    cmocka_unit_test (test_permit_without_a_time),
    cmocka_unit_test (test_permit_fails_after_a_wait),
    cmocka_unit_test (test_permit_allowed),
    cmocka_unit_test (test_permit_rejected),
  };

  return cmocka_run_group_tests_name ("framework-run", tests, NULL, NULL);
}
