/* Defaults of LimitRanges, and what they refuse.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/admission/admission-scene.h"

/* -- defaults -------------------------------------------------------------- */

/* The spec of the only pod of @text with its defaults, as JSON. */
static void
assert_defaults (const char *text, const char *expected)
{
  g_autoptr (FitObjects) objects
      = read_all (text, FIT_DECODE_DEMANDS | FIT_DECODE_KEEP_RAW);
  g_autoptr (FitAdmission) admission = fit_admission_new (objects, 0);
  const FitPod *pod = only (objects, FIT_KIND_POD);
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GString) json = g_string_new (NULL);
  FitValue changed;

  changed = fit_admission_set_defaults (admission, arena, pod->meta.namespace_,
                                        fit_raw_read (arena, pod->meta.raw));
  fit_value_append_json (json, fit_value_get (&changed, "spec"), G_MAXSIZE,
                         NULL);
  g_strdelimit (json->str, "\"", '\'');
  assert_string_equal (json->str, expected);
}

static void
test_defaults_fill_what_is_missing (void **state)
{
  assert_defaults (
      "LimitRange a spec: {limits: [{type: Container, default: {cpu: 500m, "
      "memory: 1Gi}, defaultRequest: {cpu: 0.1}}]}\n"
      "Pod p spec: {containers: [{name: c}], initContainers: [{name: i}]}",
      "{'containers':[{'name':'c','resources':{"
      "'limits':{'cpu':'500m','memory':'1Gi'},"
      "'requests':{'cpu':'100m','memory':'1Gi'}}}],"
      "'initContainers':[{'name':'i','resources':{"
      "'limits':{'cpu':'500m','memory':'1Gi'},"
      "'requests':{'cpu':'100m','memory':'1Gi'}}}]}");
}

/* A pod with a limit has that request before any LimitRange sees it. */
static void
test_limits_are_requests_first (void **state)
{
  assert_defaults (
      "LimitRange a spec: {limits: [{type: Container, "
      "defaultRequest: {cpu: 100m}}]}\n"
      "Pod p spec: {containers: [{resources: {limits: {cpu: 2}}}]}",
      "{'containers':[{'resources':{'limits':{'cpu':2},"
      "'requests':{'cpu':2}}}]}");
}

static void
test_what_is_said_stays (void **state)
{
  assert_defaults (
      "LimitRange a spec: {limits: [{type: Container, "
      "default: {cpu: 4, memory: 2Ki}, defaultRequest: {cpu: 1}}]}\n"
      "Pod p spec: {containers: [{resources: {limits: {cpu: 3}, "
      "requests: {cpu: '2', memory: null}}}]}",
      "{'containers':[{'resources':{'limits':{'cpu':3,'memory':'2Ki'},"
      "'requests':{'cpu':'2','memory':'2Ki'}}}]}");
}

/* Of two LimitRanges the first gives; of two items of one, the last. */
static void
test_several_ranges (void **state)
{
  assert_defaults (
      "LimitRange a spec: {limits: [{type: Container, "
      "defaultRequest: {cpu: 1}}, {type: Container, "
      "defaultRequest: {cpu: 2}}, {type: Pod, defaultRequest: {cpu: 7}}]}\n"
      "LimitRange b spec: {limits: [{type: Container, "
      "defaultRequest: {cpu: 3, example.com/gpu: 4}}]}\n"
      "Pod p spec: {containers: [{}]}",
      "{'containers':[{'resources':{'requests':{'cpu':'2',"
      "'example.com/gpu':'4'}}}]}");
}

static void
test_no_defaults (void **state)
{
  assert_defaults ("ResourceQuota q spec: {hard: {pods: 1}}\n"
                   "Pod p spec: {containers: [{name: c}]}",
                   "{'containers':[{'name':'c'}]}");
  assert_defaults ("LimitRange a spec: {limits: [{type: Pod, max: {cpu: 1}}]}\n"
                   "Pod p spec: {containers: [{name: c}], initContainers: []}",
                   "{'containers':[{'name':'c'}],'initContainers':[]}");
}

/* What is null, and lists without containers, are as good as not there. */
static void
test_defaults_and_nulls (void **state)
{
  static const char range[]
      = "LimitRange a spec: {limits: [{type: Container, "
        "default: {cpu: 2}, defaultRequest: {cpu: 1}}]}\nPod p ";
  static const struct
  {
    const char *pod;
    const char *expected;
  } rows[] = {
    { "spec: {containers: [{resources: null}]}",
      "{'containers':[{'resources':{'limits':{'cpu':'2'},"
      "'requests':{'cpu':'1'}}}]}" },
    { "spec: {containers: [{resources: {limits: null, requests: null}}]}",
      "{'containers':[{'resources':{'limits':{'cpu':'2'},"
      "'requests':{'cpu':'1'}}}]}" },
    { "spec: {containers: [{resources: {limits: {cpu: null, memory: 4}}}]}",
      "{'containers':[{'resources':{'limits':{'cpu':'2','memory':4},"
      "'requests':{'memory':4,'cpu':'1'}}}]}" },
    { "spec: {containers: [{resources: {limits: {memory: 4}, "
      "requests: {memory: null}}}]}",
      "{'containers':[{'resources':{'limits':{'memory':4,'cpu':'2'},"
      "'requests':{'memory':4,'cpu':'1'}}}]}" },
    { "spec: {containers: [{name: c}, {name: d, resources: {claims: []}}]}",
      "{'containers':[{'name':'c','resources':{'limits':{'cpu':'2'},"
      "'requests':{'cpu':'1'}}},{'name':'d','resources':{'claims':[],"
      "'limits':{'cpu':'2'},'requests':{'cpu':'1'}}}]}" },
    { "spec: {containers: null, initContainers: [{}]}",
      "{'containers':null,'initContainers':[{'resources':{'limits':{'cpu':"
      "'2'},'requests':{'cpu':'1'}}}]}" },
    { "spec: {containers: [], initContainers: null}",
      "{'containers':[],'initContainers':null}" },
    { "spec: {}", "{}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strconcat (range, rows[i].pod, NULL);

      assert_defaults (text, rows[i].expected);
    }
}

/* -- refusals -------------------------------------------------------------- */

static void
test_container_limits (void **state)
{
  static const char range[]
      = "LimitRange a spec: {limits: [{type: Container, "
        "min: {cpu: 100m, memory: 4Mi}, max: {memory: 1Gi}}]}\n";
  g_autofree char *text = g_strconcat (
      range,
      "Pod fine spec: {containers: [{resources: {limits: {cpu: 1, "
      "memory: 1Gi}}}]}\n"
      "Pod small spec: {containers: [{resources: {requests: {cpu: 50m}, "
      "limits: {memory: 1Mi}}}]}\n"
      "Pod silent spec: {containers: [{}]}\n"
      "Pod large spec: {containers: [{resources: {limits: {cpu: 1, "
      "memory: 2Gi}, requests: {memory: 1Gi}}}], initContainers: [{resources: "
      "{limits: {cpu: 1, memory: 3Gi}}}]}",
      NULL);

  assert_refusals (
      text,
      "small: [minimum cpu usage per Container is 100m, but request is 50m, "
      "minimum memory usage per Container is 4Mi, but request is 1Mi]\n"
      "silent: [minimum cpu usage per Container is 100m.  No request is "
      "specified, minimum memory usage per Container is 4Mi.  No request is "
      "specified, maximum memory usage per Container is 1Gi.  No limit is "
      "specified]\n"
      "large: [maximum memory usage per Container is 1Gi, but limit is 2Gi, "
      "maximum memory usage per Container is 1Gi, but limit is 3Gi]");
}

static void
test_ratio (void **state)
{
  assert_refusals (
      "LimitRange a spec: {limits: [{type: Container, "
      "maxLimitRequestRatio: {cpu: 2.5}}]}\n"
      "Pod fine spec: {containers: [{resources: {limits: {cpu: 250m}, "
      "requests: {cpu: 100m}}}]}\n"
      "Pod wide spec: {containers: [{resources: {limits: {cpu: 300m}, "
      "requests: {cpu: 100m}}}]}\n"
      "Pod open spec: {containers: [{resources: {requests: {cpu: 1}}}]}\n"
      "Pod zero spec: {containers: [{resources: {limits: {cpu: 1}, "
      "requests: {cpu: 0}}}]}",
      "wide: cpu max limit to request ratio per Container is 2500m, but "
      "provided ratio is 3.000000\n"
      "open: cpu max limit to request ratio per Container is 2500m, but no "
      "limit is specified or limit is 0\n"
      "zero: cpu max limit to request ratio per Container is 2500m, but no "
      "request is specified or request is 0");
}

/* v1.16 wants to hear from every container, later releases from any. */
static void
test_pod_limits (void **state)
{
  static const char text[]
      = "LimitRange a spec: {limits: [{type: Pod, max: {cpu: 2}}]}\n"
        "Pod fine spec: {containers: [{resources: {limits: {cpu: 1}}}, "
        "{resources: {limits: {cpu: 1}}}]}\n"
        "Pod half spec: {containers: [{resources: {limits: {cpu: 1}}}, {}]}\n"
        "Pod sum spec: {containers: [{resources: {limits: {cpu: 1}}}, "
        "{resources: {limits: {cpu: 1500m}}}]}\n"
        "Pod init spec: {containers: [{resources: {limits: {cpu: 1}}}], "
        "initContainers: [{resources: {limits: {cpu: 3}}}]}\n"
        "Pod side spec: {containers: [{resources: {limits: {cpu: 1500m}}}], "
        "initContainers: [{restartPolicy: Always, "
        "resources: {limits: {cpu: 1}}}]}";

  assert_refusals (
      text, "half: maximum cpu usage per Pod is 2.  No limit is specified\n"
            "sum: maximum cpu usage per Pod is 2, but limit is 2500m\n"
            "init: maximum cpu usage per Pod is 2, but limit is 3");
  assert_later_refusals (
      text, "sum: maximum cpu usage per Pod is 2, but limit is 2500m\n"
            "init: maximum cpu usage per Pod is 2, but limit is 3\n"
            "side: maximum cpu usage per Pod is 2, but limit is 2500m");
}

/* To later releases a container that says 0 has said something. */
static void
test_pod_says_zero (void **state)
{
  static const char text[]
      = "LimitRange a spec: {limits: [{type: Pod, min: {cpu: 1}}, "
        "{type: Pod, max: {memory: 1Gi}}]}\n"
        "Pod silent spec: {containers: [{}, {}]}\n"
        "Pod zero spec: {containers: [{}, {resources: {requests: {cpu: 0}, "
        "limits: {memory: 0}}}]}\n"
        "Pod first spec: {containers: [{resources: {requests: {cpu: 0}, "
        "limits: {memory: 0}}}, {}]}\n"
        "Pod fine spec: {containers: [{}, {resources: {requests: {cpu: 1}, "
        "limits: {memory: 0}}}]}";

  assert_later_refusals (
      text,
      "silent: [minimum cpu usage per Pod is 1.  No request is specified, "
      "maximum memory usage per Pod is 1Gi.  No limit is specified]\n"
      "zero: minimum cpu usage per Pod is 1, but request is 0\n"
      "first: minimum cpu usage per Pod is 1, but request is 0");
}

/* The default limit may be less than what a container requests. */
static void
test_request_beyond_limit (void **state)
{
  static const char text[]
      = "LimitRange a spec: {limits: [{type: Pod, max: {cpu: 9}}]}\n"
        "Pod p spec: {containers: [{resources: {limits: {cpu: 1}}}, "
        "{resources: {requests: {cpu: 2}, limits: {cpu: 500m}}}]}";

  assert_refusals (text,
                   "p: spec.containers[1].resources.requests: Invalid value: "
                   "\"2\": must be less than or equal to cpu limit");
  assert_later_refusals (
      text, "p: spec.containers[1].resources.requests: Invalid value: "
            "\"2\": must be less than or equal to cpu limit of 500m");
}

/* Init containers are numbered apart; an equal request is allowed.  The
 * LimitRange is not checked any more. */
static void
test_requests_of_init_containers (void **state)
{
  static const char text[]
      = "LimitRange a spec: {limits: [{type: Pod, max: {memory: 1}}]}\n"
        "Pod p spec: {initContainers: [{resources: {requests: {cpu: 1}, "
        "limits: {cpu: 1}}}, {resources: {requests: {cpu: 1001m, "
        "memory: 4Mi}, limits: {cpu: 1, memory: 3Mi}}}], containers: "
        "[{resources: {requests: {cpu: 3}, limits: {cpu: 2}}}]}";

  assert_refusals (
      text,
      "p: [spec.containers[0].resources.requests: Invalid value: \"3\": must "
      "be less than or equal to cpu limit, spec.initContainers[1].resources."
      "requests: Invalid value: \"1001m\": must be less than or equal to cpu "
      "limit, spec.initContainers[1].resources.requests: Invalid value: "
      "\"4Mi\": must be less than or equal to memory limit]");
}

/* In v1.16 an init container alone gives a pod its limit, though a container
 * has none. */
static void
test_limits_of_init_containers (void **state)
{
#define WITH_INIT(main, init)             \
  "spec: {containers: [{resources: " main \
  "}], initContainers: [{resources: " init "}]}"
  static const struct
  {
    const char *item;
    const char *pod;
    const char *refused;
  } rows[] = {
    { "min: {cpu: 2}", WITH_INIT ("{requests: {cpu: 2}}", "{limits: {cpu: 1}}"),
      "p: minimum cpu usage per Pod is 2, but limit is 1" },
    { "min: {cpu: 2}", WITH_INIT ("{requests: {cpu: 2}}", "{limits: {cpu: 2}}"),
      "" },
    { "min: {cpu: 2}", WITH_INIT ("{requests: {cpu: 2}}", "{}"), "" },
    { "min: {cpu: 2}", WITH_INIT ("{}", "{requests: {cpu: 2}}"), "" },
    { "min: {cpu: 2}", WITH_INIT ("{}", "{requests: {cpu: 1}}"),
      "p: minimum cpu usage per Pod is 2, but request is 1" },
    { "max: {cpu: 2}", WITH_INIT ("{requests: {cpu: 3}}", "{limits: {cpu: 1}}"),
      "p: maximum cpu usage per Pod is 2, but request is 3" },
    { "max: {cpu: 2}", WITH_INIT ("{requests: {cpu: 2}}", "{limits: {cpu: 2}}"),
      "" },
    { "max: {cpu: 2}", WITH_INIT ("{requests: {cpu: 3}}", "{}"),
      "p: maximum cpu usage per Pod is 2.  No limit is specified" },
    { "maxLimitRequestRatio: {cpu: 2}",
      WITH_INIT ("{requests: {cpu: 1}}", "{limits: {cpu: 0}}"),
      "p: cpu max limit to request ratio per Pod is 2, but no limit is "
      "specified or limit is 0" },
    { "maxLimitRequestRatio: {cpu: 2}",
      WITH_INIT ("{requests: {cpu: 1}}", "{}"),
      "p: cpu max limit to request ratio per Pod is 2, but no limit is "
      "specified or limit is 0" },
    { "maxLimitRequestRatio: {cpu: 2}", WITH_INIT ("{}", "{}"),
      "p: cpu max limit to request ratio per Pod is 2, but no request is "
      "specified or request is 0" },
    { "max: {cpu: 2}",
      "spec: {initContainers: [{resources: "
      "{limits: {cpu: 3}}}]}",
      "p: maximum cpu usage per Pod is 2, but limit is 3" },
    { "max: {cpu: 2}", "spec: {containers: []}",
      "p: maximum cpu usage per Pod is 2.  No limit is specified" },
    { "max: {memory: -2}", WITH_INIT ("{limits: {memory: -3}}", "{}"),
      "p: maximum memory usage per Pod is -2, but limit is 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("LimitRange a spec: {limits: [{type: Pod, %s}]}\n"
                             "Pod p %s",
                             rows[i].item, rows[i].pod);

      assert_refusals (text, rows[i].refused);
    }
}

/* Once one LimitRange refuses a pod, no other is asked; what is wrong with
 * several containers is said once. */
static void
test_first_range_that_refuses (void **state)
{
  assert_refusals (
      "LimitRange a spec: {limits: [{type: Container, max: {cpu: 1}}]}\n"
      "LimitRange b spec: {limits: [{type: Container, max: {memory: 1Gi}}, "
      "{type: Pod, max: {memory: 2Gi}}]}\n"
      "Pod cpu spec: {containers: [{}, {resources: {limits: {memory: 3Gi}}}]}\n"
      "Pod memory spec: {containers: [{resources: {limits: {cpu: 1, "
      "memory: 3Gi}}}]}\n"
      "Pod fine spec: {containers: [{resources: {limits: {cpu: 1, "
      "memory: 1Gi}}}]}",
      "cpu: maximum cpu usage per Container is 1.  No limit is specified\n"
      "memory: [maximum memory usage per Container is 1Gi, but limit is 3Gi, "
      "maximum memory usage per Pod is 2Gi, but limit is 3Gi]");
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_defaults_fill_what_is_missing),
    cmocka_unit_test (test_limits_are_requests_first),
    cmocka_unit_test (test_what_is_said_stays),
    cmocka_unit_test (test_several_ranges),
    cmocka_unit_test (test_no_defaults),
    cmocka_unit_test (test_defaults_and_nulls),
    cmocka_unit_test (test_container_limits),
    cmocka_unit_test (test_ratio),
    cmocka_unit_test (test_pod_limits),
    cmocka_unit_test (test_pod_says_zero),
    cmocka_unit_test (test_request_beyond_limit),
    cmocka_unit_test (test_requests_of_init_containers),
    cmocka_unit_test (test_limits_of_init_containers),
    cmocka_unit_test (test_first_range_that_refuses),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
