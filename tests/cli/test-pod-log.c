/* Which pods the log is about, and how it writes times.  Its lines are in
 * docs/life-of-a-pod.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "api/objects.h"
#include "cli/clock-text.h"
#include "cli/pod-log.h"
#include "tests/cli/captured.h"
#include "tests/support/manifest.h"

/* A pod that is bound, and who is watched. */
typedef struct
{
  FitPodLog log;
  const FitPod *pod;
} Bound;

static void
log_bound (gpointer data)
{
  Bound *bound = data;

  fit_pod_log_decided (&bound->log, &(FitDecision){ .type = FIT_DECISION_BOUND,
                                                    .time_ns = 1250000000,
                                                    .pod = bound->pod,
                                                    .node_name = "n" });
}

/* Returns: (transfer full): what is logged of the pod shop/web-1 */
static char *
logged (const char *list)
{
  static const char pod[] = "apiVersion: v1\nkind: Pod\n"
                            "metadata: {name: web-1, namespace: shop}\n"
                            "spec: {containers: [{name: c}]}\n";
  g_autoptr (FitObjects) objects = objects_with (pod, FIT_DECODE_DEFAULT);
  Bound bound = { 0 };
  char *text;

  bound.pod = objects->of[FIT_KIND_POD]->pdata[0];
  fit_name_patterns_init (&bound.log.pods, list);
  text = captured_stderr (log_bound, &bound);
  fit_name_patterns_clear (&bound.log.pods);
  return text;
}

static void
test_names (void **state)
{
  static const char line[] = "log: 1.250 shop/web-1 bound on n\n";
  static const struct
  {
    const char *list;
    gboolean watched;
  } cases[] = {
    { NULL, FALSE },     { "", FALSE },          { "web-1", TRUE },
    { "web-2", FALSE },  { "shop/web-1", TRUE }, { "default/web-1", FALSE },
    { "*", TRUE },       { "web-?", TRUE },      { "a, shop/*", TRUE },
    { "*/web-1", TRUE }, { "shop", FALSE },      { "shop/", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = logged (cases[i].list);

      assert_string_equal (text, cases[i].watched ? line : "");
    }
}

static void
test_times (void **state)
{
  assert_owned (fit_clock_seconds (0), "0.000");
  assert_owned (fit_clock_seconds (1), "0.000000001");
  assert_owned (fit_clock_seconds (90 * G_GINT64_CONSTANT (1000000000)),
                "90.000");
  assert_owned (fit_clock_seconds (1250400000), "1.2504");
  assert_owned (fit_clock_time (0), "1970-01-01T00:00:00Z");
  assert_owned (fit_clock_time (1500000000), "1970-01-01T00:00:01.5Z");
  assert_owned (fit_clock_time (1000000001), "1970-01-01T00:00:01.000000001Z");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_names),
    cmocka_unit_test (test_times),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
