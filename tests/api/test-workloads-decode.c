/* Services, controllers, budgets, priority classes, namespaces.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "api/workloads.h"

#define OBJECT(kind, version, members)             \
  "{'kind':'" kind "','apiVersion':'" version "'," \
  "'metadata':{'name':'w'},'spec':{" members "}}"
#define TEMPLATE "'template':{'metadata':{'labels':{'app':'web'}}}"

static FitWorkload *
workload_with (const char *text, FitKind kind, FitDecodeFlags flags)
{
  g_autoptr (FitObjects) objects = read_with (text, flags);

  return fit_workload_ref (only (objects, kind));
}

static FitWorkload *
workload_of (const char *text, FitKind kind)
{
  return workload_with (text, kind, FIT_DECODE_DEFAULT);
}

static gboolean
matches (const FitSelector *selector, const char *text)
{
  g_autoptr (FitLabels) labels = labels_of (text);

  return fit_selector_matches (selector, labels);
}

static void
test_service (void **state)
{
  g_autoptr (FitWorkload) service = workload_of (
      OBJECT ("Service", "v1", "'selector':{'app':'web'}"), FIT_KIND_SERVICE);

  assert_int_equal (service->kind, FIT_KIND_SERVICE);
  assert_string_equal (service->meta.namespace_, "default");
  assert_int_equal (service->selector_map->n, 1);
  assert_true (matches (service->selector, "app=web,a=b"));
  assert_false (matches (service->selector, "app=db"));
  assert_true (
      fit_selector_equal (service->selector, service->spread_selector));
}

static void
test_service_without_selector (void **state)
{
  g_autoptr (FitWorkload) none
      = workload_of (OBJECT ("Service", "v1", ""), FIT_KIND_SERVICE);
  g_autoptr (FitWorkload) null = workload_of (
      OBJECT ("Service", "v1", "'selector':null"), FIT_KIND_SERVICE);
  g_autoptr (FitWorkload) empty = workload_of (
      OBJECT ("Service", "v1", "'selector':{}"), FIT_KIND_SERVICE);

  assert_null (none->selector_map);
  assert_false (matches (none->selector, ""));
  assert_null (null->selector_map);
  assert_non_null (empty->selector_map);
  assert_true (matches (empty->selector, ""));
}

/* An invalid map still compares; where it is validated it matches all. */
static void
test_invalid_service_selector (void **state)
{
  g_autoptr (FitWorkload) service = workload_of (
      OBJECT ("Service", "v1", "'selector':{'app':'-'}"), FIT_KIND_SERVICE);

  assert_true (matches (service->selector, "app=-"));
  assert_false (matches (service->selector, "app=web"));
  assert_true (matches (service->spread_selector, "app=web"));
}

static void
test_replication_controller (void **state)
{
  const char *text = OBJECT ("ReplicationController", "v1", TEMPLATE);
  g_autoptr (FitWorkload) completed
      = workload_of (text, FIT_KIND_REPLICATION_CONTROLLER);
  g_autoptr (FitWorkload) as_is
      = workload_with (text, FIT_KIND_REPLICATION_CONTROLLER, FIT_DECODE_AS_IS);
  g_autoptr (FitWorkload) own = workload_of (
      OBJECT ("ReplicationController", "v1", TEMPLATE ",'selector':{'a':'b'}"),
      FIT_KIND_REPLICATION_CONTROLLER);

  assert_int_equal (completed->kind, FIT_KIND_REPLICATION_CONTROLLER);
  assert_true (matches (completed->selector, "app=web"));
  assert_false (matches (completed->selector, "a=b"));
  assert_null (as_is->selector_map);
  assert_false (matches (as_is->selector, "app=web"));
  assert_true (matches (own->selector, "a=b"));
}

static void
test_label_selectors (void **state)
{
  static const struct
  {
    const char *kind;
    FitKind decoded;
    FitKind expected;
  } cases[] = {
    { "ReplicaSet", FIT_KIND_REPLICA_SET, FIT_KIND_REPLICA_SET },
    { "StatefulSet", FIT_KIND_STATEFUL_SET, FIT_KIND_STATEFUL_SET },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          OBJECT ("%s", "apps/v1",
                  "'selector':{'matchLabels':{'app':'web'},'matchExpressions':"
                  "[{'key':'tier','operator':'Exists'}]}"),
          cases[i].kind);
      g_autofree char *none
          = g_strdup_printf (OBJECT ("%s", "apps/v1", TEMPLATE), cases[i].kind);
      g_autoptr (FitWorkload) set = workload_of (text, cases[i].decoded);
      g_autoptr (FitWorkload) bare = workload_of (none, cases[i].decoded);

      assert_int_equal (set->kind, cases[i].expected);
      assert_null (set->selector_map);
      assert_true (matches (set->selector, "app=web,tier="));
      assert_false (matches (set->selector, "app=web"));
      assert_ptr_equal (set->selector, set->spread_selector);
      assert_false (matches (bare->selector, "app=web"));
    }
}

static void
test_invalid_label_selector (void **state)
{
  g_autoptr (FitWorkload) set
      = workload_of (OBJECT ("ReplicaSet", "apps/v1",
                             "'selector':{'matchExpressions':[{'key':'a',"
                             "'operator':'Exists','values':['b']}]}"),
                     FIT_KIND_REPLICA_SET);

  assert_string_equal (set->selector->error,
                       "values set must be empty for exists and does not "
                       "exist");
}

static void
test_old_versions_default_to_the_template (void **state)
{
  g_autoptr (FitWorkload) rs
      = workload_of (OBJECT ("ReplicaSet", "extensions/v1beta1", TEMPLATE),
                     FIT_KIND_REPLICA_SET);
  g_autoptr (FitWorkload) newer = workload_of (
      OBJECT ("ReplicaSet", "apps/v1beta2", TEMPLATE), FIT_KIND_REPLICA_SET);
  g_autoptr (FitWorkload) set = workload_of (
      OBJECT ("StatefulSet", "apps/v1beta1", TEMPLATE), FIT_KIND_STATEFUL_SET);

  assert_true (matches (rs->selector, "app=web"));
  assert_false (matches (newer->selector, "app=web"));
  assert_true (matches (set->selector, "app=web"));
}

static void
test_budgets (void **state)
{
  static const struct
  {
    const char *version;
    const char *spec;
    gboolean matches_none; /* a pod without labels */
    gboolean matches_web;
  } cases[] = {
    { "policy/v1beta1", "'selector':{}", FALSE, FALSE },
    { "policy/v1", "'selector':{}", TRUE, TRUE },
    { "policy/v1beta1", "", FALSE, FALSE },
    { "policy/v1", "", FALSE, FALSE },
    { "policy/v1beta1", "'selector':{'matchLabels':{'app':'web'}}", FALSE,
      TRUE },
    { "policy/v1", "'selector':{'matchLabels':{'app':'web'}}", FALSE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf (OBJECT ("PodDisruptionBudget", "%s", "%s"),
                             cases[i].version, cases[i].spec);
      g_autoptr (FitObjects) objects = read_text (text);
      const FitPodDisruptionBudget *pdb
          = only (objects, FIT_KIND_POD_DISRUPTION_BUDGET);

      assert_int_equal (matches (pdb->selector, ""), cases[i].matches_none);
      assert_int_equal (matches (pdb->selector, "app=web"),
                        cases[i].matches_web);
    }
}

static void
test_budget_status (void **state)
{
  g_autoptr (FitObjects) objects = read_text (
      "{'kind':'PodDisruptionBudget','apiVersion':'policy/v1beta1',"
      "'metadata':{'name':'b'},'spec':{'selector':{'matchExpressions':[{"
      "'key':'a','operator':'In'}]}},'status':{'disruptionsAllowed':3,"
      "'disruptedPods':{'a':'2020-01-01T00:00:00Z','b':null}}}");
  const FitPodDisruptionBudget *pdb
      = only (objects, FIT_KIND_POD_DISRUPTION_BUDGET);
  g_autoptr (FitPodDisruptionBudget) same = fit_pdb_ref (pdb);

  assert_int_equal (same->disruptions_allowed, 3);
  assert_non_null (fit_labels_lookup (same->disrupted, "a"));
  assert_non_null (fit_labels_lookup (same->disrupted, "b"));
  assert_null (fit_labels_lookup (same->disrupted, "c"));
  assert_non_null (same->selector->error);
}

static void
test_priority_class (void **state)
{
  g_autoptr (FitObjects) objects = read_text (
      "{'kind':'PriorityClass','apiVersion':'scheduling.k8s.io/v1',"
      "'metadata':{'name':'high'},'value':1000,'globalDefault':true,"
      "'preemptionPolicy':'Never'}");
  g_autoptr (FitPriorityClass) pc
      = fit_priority_class_ref (only (objects, FIT_KIND_PRIORITY_CLASS));

  assert_string_equal (pc->meta.name, "high");
  assert_int_equal (pc->value, 1000);
  assert_true (pc->global_default);
  assert_true (pc->never_preempts);
}

static void
test_namespace (void **state)
{
  g_autoptr (FitObjects) objects
      = read_text ("{'kind':'Namespace','apiVersion':'v1','metadata':{"
                   "'name':'shop','labels':{'team':'a'}}}");
  g_autoptr (FitNamespace) namespace_
      = fit_namespace_ref (only (objects, FIT_KIND_NAMESPACE));

  assert_string_equal (namespace_->meta.name, "shop");
  assert_string_equal (namespace_->meta.namespace_, "");
  assert_string_equal (fit_labels_lookup (namespace_->meta.labels, "team"),
                       "a");
}

static void
test_errors (void **state)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { OBJECT ("Service", "v1", "'selector':'app=web'"),
      "test: document 1: Service default/w: spec.selector: found string "
      "\"app=web\", expected an object" },
    { OBJECT ("ReplicaSet", "apps/v1", "'selector':{'matchLabels':[]}"),
      "test: document 1: ReplicaSet default/w: spec.selector.matchLabels: "
      "found a list, expected an object" },
    { OBJECT ("StatefulSet", "apps/v1",
              "'template':{'metadata':{'labels':{'a':1}}}"),
      "test: document 1: StatefulSet default/w: "
      "spec.template.metadata.labels.a: found number 1, expected a string\n"
      "hint: put it in quotes" },
    { "{'kind':'PriorityClass','apiVersion':'scheduling.k8s.io/v1',"
      "'metadata':{'name':'high'},'value':3000000000}",
      "test: document 1: PriorityClass high: value: found number 3000000000, "
      "expected an integer of 32 bits" },
    { "{'kind':'Namespace','apiVersion':'v1','metadata':{}}",
      "test: document 1: Namespace (no name): metadata.name: found nothing, "
      "expected a name" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].text, FIT_ERROR_SCHEMA, cases[i].message);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_service),
    cmocka_unit_test (test_service_without_selector),
    cmocka_unit_test (test_invalid_service_selector),
    cmocka_unit_test (test_replication_controller),
    cmocka_unit_test (test_label_selectors),
    cmocka_unit_test (test_invalid_label_selector),
    cmocka_unit_test (test_old_versions_default_to_the_template),
    cmocka_unit_test (test_budgets),
    cmocka_unit_test (test_budget_status),
    cmocka_unit_test (test_priority_class),
    cmocka_unit_test (test_namespace),
    cmocka_unit_test (test_errors),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
