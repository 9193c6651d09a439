/* LimitRange, ResourceQuota, and what pods say for them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

static void
assert_amount (const FitResourceList *list, const char *name, gint64 milli)
{
  const FitQuantity *quantity = fit_resource_list_get (list, name);

  assert_non_null (quantity);
  assert_int_equal (fit_quantity_milli_value (quantity), milli);
}

static void
test_limit_range (void **state)
{
  g_autoptr (FitObjects) objects
      = read_text ("kind: LimitRange\napiVersion: v1\nmetadata: {name: sizes}\n"
                   "spec:\n  limits:\n"
                   "  - type: Pod\n    max: {cpu: 4}\n"
                   "  - type: PersistentVolumeClaim\n    min: {storage: 1Ki}\n"
                   "    max: {storage: 2Ki}\n"
                   "  - type: Gadget\n  - {}\n");
  g_autoptr (FitLimitRange) range
      = fit_limit_range_ref (only (objects, FIT_KIND_LIMIT_RANGE));

  assert_string_equal (range->meta.namespace_, "default");
  assert_int_equal (range->n_items, 4);
  assert_int_equal (range->items[0].type, FIT_LIMIT_TYPE_POD);
  assert_amount (&range->items[0].max, "cpu", 4000);
  assert_int_equal (range->items[0].default_limits.n, 0);
  assert_int_equal (range->items[1].type,
                    FIT_LIMIT_TYPE_PERSISTENT_VOLUME_CLAIM);
  assert_amount (&range->items[1].min, "storage", 1024000);
  assert_int_equal (range->items[1].default_requests.n, 0);
  assert_int_equal (range->items[2].type, FIT_LIMIT_TYPE_OTHER);
  assert_int_equal (range->items[3].type, FIT_LIMIT_TYPE_OTHER);
}

/* A maximum is a default limit, a default limit a default request, and only then
 * the minimum is one. */
static void
test_defaults_of_containers (void **state)
{
  g_autoptr (FitObjects) objects
      = read_text ("kind: LimitRange\napiVersion: v1\nmetadata: {name: sizes}\n"
                   "spec:\n  limits:\n  - type: Container\n"
                   "    default: {cpu: 500m}\n    defaultRequest: {a.io/x: 1}\n"
                   "    min: {cpu: 100m, memory: 64, b.io/y: 2}\n"
                   "    max: {cpu: 2, memory: 128, a.io/x: 4}\n"
                   "    maxLimitRequestRatio: {cpu: 2.5}\n");
  const FitLimitRange *range = only (objects, FIT_KIND_LIMIT_RANGE);
  const FitLimitRangeItem *item = range->items;

  assert_int_equal (item->default_limits.n, 3);
  assert_amount (&item->default_limits, "cpu", 500);
  assert_amount (&item->default_limits, "memory", 128000);
  assert_amount (&item->default_limits, "a.io/x", 4000);
  assert_int_equal (item->default_requests.n, 4);
  assert_amount (&item->default_requests, "cpu", 500);
  assert_amount (&item->default_requests, "memory", 128000);
  assert_amount (&item->default_requests, "a.io/x", 1000);
  assert_amount (&item->default_requests, "b.io/y", 2000);
  assert_amount (&item->max_ratio, "cpu", 2500);
}

static void
test_resource_quota (void **state)
{
  g_autoptr (FitObjects) objects = read_text (
      "kind: ResourceQuota\napiVersion: v1\n"
      "metadata: {name: compute, namespace: shop}\n"
      "spec:\n  hard: {pods: 4, requests.cpu: 2500m}\n"
      "  scopes: [NotBestEffort, Wild]\n  scopeSelector:\n"
      "    matchExpressions:\n"
      "    - {scopeName: PriorityClass, operator: In, values: [a, b]}\n"
      "    - {scopeName: Terminating, operator: Exists}\n"
      "    - {scopeName: PriorityClass, operator: Maybe}\n"
      "status:\n  used: {pods: 3}\n");
  g_autoptr (FitResourceQuota) quota
      = fit_resource_quota_ref (only (objects, FIT_KIND_RESOURCE_QUOTA));

  assert_string_equal (quota->meta.namespace_, "shop");
  assert_int_equal (quota->hard.n, 2);
  assert_amount (&quota->hard, "requests.cpu", 2500);
  assert_int_equal (quota->n_scopes, 2);
  assert_int_equal (quota->scopes[0], FIT_QUOTA_SCOPE_NOT_BEST_EFFORT);
  assert_int_equal (quota->scopes[1], FIT_QUOTA_SCOPE_OTHER);
  assert_int_equal (quota->n_expressions, 3);
  assert_int_equal (quota->expressions[0].scope,
                    FIT_QUOTA_SCOPE_PRIORITY_CLASS);
  assert_int_equal (quota->expressions[0].op, FIT_SCOPE_OPERATOR_IN);
  assert_string_equal (quota->expressions[0].values[1], "b");
  assert_int_equal (quota->expressions[1].op, FIT_SCOPE_OPERATOR_EXISTS);
  assert_null (quota->expressions[1].values);
  assert_int_equal (quota->expressions[2].op, FIT_SCOPE_OPERATOR_OTHER);
}

/* The last amount of a resource counts, among few and among many. */
static void
test_repeated_resources (void **state)
{
  static const guint more[] = { 0, 1, 14, 15, 16, 40 };

  for (guint i = 0; i < G_N_ELEMENTS (more); i++)
    {
      g_autoptr (GString) text
          = g_string_new ("{'kind':'ResourceQuota','apiVersion':'v1',"
                          "'metadata':{'name':'q'},'spec':{'hard':{'cpu':1");
      g_autoptr (FitObjects) objects = NULL;
      const FitResourceQuota *quota;

      for (guint j = 0; j < more[i]; j++)
        g_string_append_printf (text, ",'x.io/r%u':%u", j, j);
      g_string_append (text, ",'cpu':2}}}");
      objects = read_text (text->str);
      quota = only (objects, FIT_KIND_RESOURCE_QUOTA);
      assert_int_equal (quota->hard.n, 1 + more[i]);
      assert_amount (&quota->hard, "cpu", 2000);
    }
}

static const char pod_text[]
    = "kind: Pod\napiVersion: v1\nmetadata: {name: a}\nspec:\n"
      "  activeDeadlineSeconds: 0\n"
      "  containers:\n"
      "  - {name: web, resources: {limits: {cpu: 2}, requests: {memory: 5}}}\n"
      "  - {name: log}\n"
      "  initContainers:\n"
      "  - {name: proxy, restartPolicy: Always,"
      " resources: {limits: {cpu: 3}}}\n"
      "  - {name: setup, resources: {limits: {cpu: 4}}}\n";

static void
test_demands (void **state)
{
  g_autoptr (FitObjects) objects
      = read_with (pod_text, FIT_DECODE_DEMANDS | FIT_DECODE_SIDECARS);
  const FitPod *pod = only (objects, FIT_KIND_POD);
  const FitContainerDemand *demands = pod->spec->demands;

  assert_true (pod->spec->has_deadline);
  assert_int_equal (pod->spec->n_demands, 4);
  assert_string_equal (demands[0].name, "web");
  assert_int_equal (demands[0].requests.n, 2);
  assert_amount (&demands[0].requests, "cpu", 2000);
  assert_amount (&demands[0].limits, "cpu", 2000);
  assert_false (demands[0].init);
  assert_int_equal (demands[1].requests.n, 0);
  assert_true (demands[2].init && demands[2].sidecar);
  assert_true (demands[3].init && !demands[3].sidecar);
  /* proxy goes on beside setup */
  assert_int_equal (pod->spec->limits.milli_cpu, 7000);
}

/* Where a release has none, an init container is one whatever its
 * restartPolicy. */
static void
test_demands_without_sidecars (void **state)
{
  g_autoptr (FitObjects) objects = read_with (pod_text, FIT_DECODE_DEMANDS);
  const FitPod *pod = only (objects, FIT_KIND_POD);

  for (guint i = 2; i < 4; i++)
    assert_true (pod->spec->demands[i].init && !pod->spec->demands[i].sidecar);
  assert_int_equal (pod->spec->limits.milli_cpu, 4000);
}

static void
test_demands_are_asked_for (void **state)
{
  g_autoptr (FitObjects) objects = read_text (pod_text);
  const FitPod *pod = only (objects, FIT_KIND_POD);

  assert_int_equal (pod->spec->n_demands, 0);
  /* v1.16 knows no sidecars */
  assert_int_equal (pod->spec->limits.milli_cpu, 4000);
}

static void
test_limits_of_the_pod (void **state)
{
  static const char text[]
      = "kind: Pod\napiVersion: v1\nmetadata: {name: a}\nspec:\n"
        "  resources: {requests: {cpu: 1}, limits: {cpu: 6, a.io/x: 1}}\n"
        "  containers:\n  - {name: web, resources: {limits: {cpu: 2}}}\n";
  g_autoptr (FitObjects) late = read_with (text, FIT_DECODE_POD_RESOURCES);
  g_autoptr (FitObjects) early = read_text (text);
  const FitPod *pod = only (late, FIT_KIND_POD);

  assert_int_equal (pod->spec->limits.milli_cpu, 6000);
  assert_int_equal (pod->spec->limits.n_scalars, 0);
  assert_false (pod->spec->has_deadline);
  pod = only (early, FIT_KIND_POD);
  assert_int_equal (pod->spec->limits.milli_cpu, 2000);
}

static void
test_errors (void **state)
{
  assert_refused ("kind: LimitRange\napiVersion: v1\nmetadata: {name: a}\n"
                  "spec: {limits: [{type: Pod, max: {cpu: much}}]}\n",
                  FIT_ERROR_SCHEMA,
                  "test: document 1: LimitRange default/a: "
                  "spec.limits[0].max.cpu: invalid quantity \"much\": "
                  "quantities must match the regular expression "
                  "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  assert_refused ("kind: ResourceQuota\napiVersion: v1\nmetadata: {name: a}\n"
                  "spec: {scopes: Terminating}\n",
                  FIT_ERROR_SCHEMA,
                  "test: document 1: ResourceQuota default/a: spec.scopes: "
                  "found string \"Terminating\", expected a list");
  assert_refused ("kind: ResourceQuota\napiVersion: v1\nmetadata: {name: a}\n"
                  "spec: {scopeSelector: {matchExpressions: [{values: [1]}]}}",
                  FIT_ERROR_SCHEMA,
                  "test: document 1: ResourceQuota default/a: "
                  "spec.scopeSelector.matchExpressions[0].values[0]: found "
                  "number 1, expected a string\nhint: put it in quotes");
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_limit_range),
    cmocka_unit_test (test_defaults_of_containers),
    cmocka_unit_test (test_resource_quota),
    cmocka_unit_test (test_repeated_resources),
    cmocka_unit_test (test_demands),
    cmocka_unit_test (test_demands_without_sidecars),
    cmocka_unit_test (test_demands_are_asked_for),
    cmocka_unit_test (test_limits_of_the_pod),
    cmocka_unit_test (test_errors),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
