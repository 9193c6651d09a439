/* What is said of workloads that became pods, or could not.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/workloads/workloads-scene.h"

static void
test_too_many (void **state)
{
  g_autoptr (FitObjects) objects = read_with (
      OBJECT ("apps/v1", "ReplicaSet", META ("a", ""), "'replicas':3," TEMPLATE)
          OBJECT ("apps/v1", "StatefulSet", META ("b", ""),
                  "'replicas':999998," TEMPLATE),
      FIT_DECODE_CONTROLLERS);
  const FitWorkloadsOptions options = { .flags = FIT_DECODE_CONTROLLERS };
  g_autoptr (GError) error = NULL;

  assert_null (fit_workloads_make (objects, &options, &error));
  assert_int_equal (error->code, FIT_ERROR_LIMIT);
  assert_string_equal (
      error->message,
      "test: document 2: StatefulSet shop/b: 999998 pods would be "
      "created, but at most 1000000 are created from all workloads");
}

/* Two pods are wanted, and one may be made; or what is made is refused. */
static void
test_failures (void **state)
{
#define TOO_MANY(kind, n)                                                    \
  "test: document 3: " kind " shop/it: " n " pods would be created, but at " \
  "most 1 are created from all workloads"
  static const struct
  {
    const char *version, *kind;
    const char *spec;
    const char *message;
  } rows[] = {
    { "apps/v1", "Deployment", "'replicas':2," TEMPLATE,
      TOO_MANY ("Deployment", "2") },
    { "apps/v1", "ReplicaSet", "'replicas':2," TEMPLATE,
      TOO_MANY ("ReplicaSet", "2") },
    { "v1", "ReplicationController", "'replicas':2," TEMPLATE,
      TOO_MANY ("ReplicationController", "2") },
    { "apps/v1", "StatefulSet", "'replicas':2," TEMPLATE,
      TOO_MANY ("StatefulSet", "2") },
    { "apps/v1", "DaemonSet", TEMPLATE, TOO_MANY ("DaemonSet", "1") },
    { "batch/v1", "Job", "'parallelism':2," TEMPLATE, TOO_MANY ("Job", "2") },
    { "batch/v1", "Job",
      "'parallelism':2,'completions':2,'completionMode':'Indexed'," TEMPLATE,
      TOO_MANY ("Job", "1") },
    { "batch/v1", "CronJob",
      "'jobTemplate':{'spec':{'parallelism':2," TEMPLATE "}}",
      TOO_MANY ("CronJob", "2") },
    { "apps/v1", "StatefulSet",
      "'volumeClaimTemplates':[{'spec':{'resources':5}}]," TEMPLATE,
      "test: document 3: StatefulSet shop/it: PersistentVolumeClaim "
      "shop/-it-0: spec.resources: found number 5, expected an object" },
    { "batch/v1", "CronJob",
      "'jobTemplate':{'metadata':{'labels':5},'spec':{" TEMPLATE "}}",
      "test: document 3: CronJob shop/it: Job shop/it-26297280: "
      "metadata.labels: found number 5, expected an object" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text
          = g_strdup_printf (NODE ("a", "") NODE ("b", "")
                                 OBJECT ("%s", "%s", META ("it", ""), "%s"),
                             rows[i].version, rows[i].kind, rows[i].spec);
      g_autoptr (FitObjects) objects = read_with (text, FIT_DECODE_CONTROLLERS);
      const FitWorkloadsOptions options
          = { .flags = FIT_DECODE_CONTROLLERS, .max_pods = 1 };
      g_autoptr (GError) error = NULL;

      assert_null (fit_workloads_make (objects, &options, &error));
      assert_string_equal (error->message, rows[i].message);
    }
}

/* What is said about workloads that got pods and that got none. */
static void
test_descriptions (void **state)
{
#define SUSPENDED_JOB(name) \
  OBJECT ("batch/v1", "Job", META (name, ""), "'suspend':true," TEMPLATE)
#define CRON_JOB(name)                            \
  OBJECT ("batch/v1", "CronJob", META (name, ""), \
          "'jobTemplate':{'spec':{" TEMPLATE "}}")
#define POD_TEMPLATE \
  "{'apiVersion':'v1','kind':'PodTemplate'," META ("t", "") "," TEMPLATE "}\n"
#define BARE(name) OBJECT ("apps/v1", "DaemonSet", META (name, ""), "")
#define SET(name, n)                                \
  OBJECT ("apps/v1", "ReplicaSet", META (name, ""), \
          "'replicas':" n "," TEMPLATE)
#define OF_CRON "--pods makes the pods of one run of a CronJob"
  static const struct
  {
    const char *cluster;
    const char *became; /* these three are nullable */
    const char *rest;
    const char *advice;
  } rows[] = {
    { "", NULL, NULL, NULL },
    { SET ("a", "0"), NULL, NULL, NULL },
    { SET ("a", "1"), "1 ReplicaSet became 1 pod", NULL, NULL },
    { SET ("a", "1") SET ("b", "2") JOB ("'completions':1", ""),
      "2 ReplicaSets, 1 Job became 4 pods", NULL, NULL },
    { SUSPENDED_JOB ("a"), NULL, "left out 1 workload: 1 suspended", NULL },
    { CRON_JOB ("a"), NULL, "left out 1 workload: 1 CronJob that is not due",
      OF_CRON },
    { CRON_JOB ("a") CRON_JOB ("b"), NULL,
      "left out 2 workloads: 2 CronJobs that are not due", OF_CRON },
    { POD_TEMPLATE, NULL, "left out 1 workload: 1 PodTemplate",
      "--pods makes a pod of a PodTemplate" },
    { CRON_JOB ("a") POD_TEMPLATE, NULL,
      "left out 2 workloads: 1 CronJob that is not due, 1 PodTemplate",
      OF_CRON ", and one of a PodTemplate" },
    /* These may be there only to select pods. */
    { OBJECT ("apps/v1", "ReplicaSet", META ("a", ""), SELECTOR)
          OBJECT ("v1", "ReplicationController", META ("a", ""), "")
              OBJECT ("apps/v1", "StatefulSet", META ("a", ""), SELECTOR),
      NULL, NULL, NULL },
    { OBJECT ("apps/v1", "Deployment", META ("a", ""), SELECTOR)
          OBJECT ("apps/v1", "DaemonSet", META ("a", ""), SELECTOR)
              OBJECT ("batch/v1", "Job", META ("a", ""), ""),
      NULL, "left out 3 workloads: 3 without a template", NULL },
    { BARE ("a") BARE ("b"), NULL, "left out 2 workloads: 2 without a template",
      NULL },
    { SET ("a", "1") BARE ("a") SUSPENDED_JOB ("a") SUSPENDED_JOB ("b")
          JOB ("'completions':1",
               "'conditions':[{'type':'Complete','status':'True'}]"),
      "1 ReplicaSet became 1 pod",
      "left out 4 workloads: 2 suspended, 1 finished, 1 without a template",
      NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Scene) scene = make (rows[i].cluster, "");
      g_autofree char *became = fit_workloads_describe (scene.made);
      g_autofree char *rest = fit_workloads_describe_rest (scene.made);
      const char *advice = fit_workloads_advise (scene.made);

      if (g_strcmp0 (became, rows[i].became) != 0
          || g_strcmp0 (rest, rows[i].rest) != 0
          || g_strcmp0 (advice, rows[i].advice) != 0)
        fail_msg ("row %u: %s; %s; %s", i, became, rest, advice);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_too_many),
    cmocka_unit_test (test_failures),
    cmocka_unit_test (test_descriptions),
  };

  return cmocka_run_group_tests_name ("workload reports", tests, NULL, NULL);
}
