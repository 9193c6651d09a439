/* test-stand-in.c - a Policy that answers in the place of an extender, and leaves others alone
 * SPDX-License-Identifier: Apache-2.0 */
#include "answering/stand-in.h"

#include "algorithmprovider/defaults.h"
#include "core/extenders.h"
#include "simulate/extender-answers.h"
#include "tests/support/cluster.h"

#include <string.h>

#define OURS "http://ours:1/rules"
#define OTHER "http://other:1/e"

#define MANIFEST                                                 \
  NODE ("a", "disk: ssd", "cpu: 4, memory: 8Gi, pods: 10")       \
  NODE ("b", "", "cpu: 1, memory: 8Gi, pods: 10")                \
  NODE ("c", "disk: x, old: x", "cpu: 4, memory: 8Gi, pods: 10") \
  PLACED ("p1", "a", "") PENDING ("", REQUESTS ("cpu: 2"))

static const char policy[]
    = "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"predicates\":["
      "{\"name\":\"PodFitsResources\"},{\"name\":\"CheckNodeLabelPresence\","
      "\"argument\":{\"labelsPresence\":{\"labels\":[\"old\"],\"presence\":"
      "false}}}],\"priorities\":[{\"name\":\"disks\",\"weight\":2,"
      "\"argument\":{\"labelPreference\":{\"label\":\"disk\",\"presence\":"
      "true}}},{\"name\":\"one-more\",\"weight\":1,\"argument\":"
      "{\"labelPreference\":{\"label\":\"old\",\"presence\":true}}}]}";

typedef struct
{
  Cluster cluster;
  FitRegistry *registry;
  FitPolicy *policy;
  FitStandIn *stand_in;
  GPtrArray *extenders;
  const FitNodeInfo *nodes[3];
} Scene;

/* Nobody looks at it. */
static const char *
pod_json (const FitPod *pod, gpointer data)
{
  (void) pod;
  (void) data;
  return "{}";
}

static const char *
node_json (const FitNode *node, gpointer data)
{
  (void) node;
  (void) data;
  return "{}";
}

/* An extender at @url, whose verb to prioritize is @verb; @rules of the
 * stand-in */
static void
scene_init (Scene *scene, const char *url, const char *verb, const char *rules,
            const FitExtenderCalls *others)
{
  static const char *const names[] = { "a", "b", "c" };
  g_autofree char *text = g_strdup_printf (
      "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"extenders\":"
      "[{\"urlPrefix\":\"%s\",\"filterVerb\":\"f\",\"prioritizeVerb\":"
      "\"%s\",\"weight\":3,\"preemptVerb\":\"e\",\"bindVerb\":\"b\"}]}",
      url, verb);
  FitExtenderOptions options = { .pod_json = pod_json, .node_json = node_json };

  cluster_init (&scene->cluster, MANIFEST, NULL);
  scene->registry = fit_registry_new_default (fit_feature_gates_default ());
  scene->policy = fit_policy_parse (text, strlen (text), "test", NULL, NULL);
  scene->stand_in = fit_stand_in_new (
      &(const FitStandInOptions){ .url = OURS,
                                  .policy = rules,
                                  .registry = scene->registry,
                                  .others = others });
  options.calls = fit_stand_in_calls (scene->stand_in);
  scene->extenders = fit_extenders_new (scene->policy->extenders, &options);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    scene->nodes[i] = cluster_node (&scene->cluster, names[i]);
}

static void
scene_clear (Scene *scene)
{
  g_ptr_array_unref (scene->extenders);
  fit_stand_in_free (scene->stand_in);
  fit_policy_free (scene->policy);
  fit_registry_free (scene->registry);
  cluster_clear (&scene->cluster);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* -- questions ------------------------------------------------------------- */

static void
expect_filter (const Scene *scene, const char *expected)
{
  g_auto (FitFilterResult) result = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (!fit_extenders_filter (scene->extenders, scene->cluster.cache,
                             scene->cluster.pending, scene->nodes, 3, &result,
                             &error))
    g_string_append (out, error->message);
  for (guint i = 0; error == NULL && i < result.nodes->len; i++)
    g_string_append_printf (out, "%s ",
                            ((FitNodeInfo *) result.nodes->pdata[i])->name);
  for (guint i = 0; error == NULL && i < result.rejections->len; i++)
    {
      const FitExtenderRejection *rejection
          = &g_array_index (result.rejections, FitExtenderRejection, i);

      g_string_append_printf (out, "| %s: %s%s ", rejection->node_name,
                              rejection->message,
                              rejection->unresolvable ? " for ever" : "");
    }
  assert_string_equal (out->str, expected);
}

static void
expect_scores (const Scene *scene, gint64 a, gint64 b, gint64 c)
{
  gint64 totals[3] = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) scores = fit_extenders_prioritize (
      scene->extenders, scene->cluster.cache, scene->cluster.pending,
      &(const FitNodeList){ 3, scene->nodes }, 1, totals, &error);

  assert_non_null (scores);
  assert_int_equal (totals[0], a);
  assert_int_equal (totals[1], b);
  assert_int_equal (totals[2], c);
}

static void
expect_preempt (const Scene *scene, const char *expected)
{
  g_autoptr (GArray) candidates = fit_node_victims_array_new ();
  g_autoptr (GError) error = NULL;
  FitNodeVictims victims = { .node = scene->nodes[0], .n_victims = 1 };

  victims.victims = g_new (const FitPod *, 1);
  victims.victims[0] = fit_pod_ref (cluster_pod (&scene->cluster, "p1"));
  g_array_append_val (candidates, victims);
  if (fit_extenders_preempt (scene->extenders, scene->cluster.cache,
                             scene->cluster.pending, FALSE, &candidates, NULL,
                             &error))
    assert_null (expected);
  else
    assert_error (&error, FIT_ERROR_UNASKED, expected);
}

static void
expect_bind (const Scene *scene, const char *expected)
{
  g_autoptr (GError) error = NULL;

  assert_false (fit_extender_bind (scene->extenders->pdata[0],
                                   scene->cluster.pending, "a", NULL, &error));
  assert_error (&error, FIT_ERROR_UNASKED, expected);
}

/* -- tests ----------------------------------------------------------------- */

static void
test_ours (void **state)
{
  g_auto (Scene) scene;

  (void) state;
  scene_init (&scene, OURS, "prioritize", policy, fit_extender_refusals ());
  expect_filter (
      &scene,
      "a | b: Insufficient cpu | c: node(s) didn't have the requested labels for ever ");
  expect_scores (&scene, 21, 0, 30);
  expect_preempt (&scene, "extender " OURS " is not asked to preempt in a "
                          "simulation");
  expect_bind (&scene, "extender " OURS " is not asked to bind in a "
                       "simulation");
}

/* One priority alone, by the name in the verb. */
static void
test_one_priority (void **state)
{
  g_auto (Scene) scene;
  g_auto (Scene) other;

  (void) state;
  scene_init (&scene, OURS, "prioritize/disks", policy, NULL);
  expect_scores (&scene, 30, 0, 30);
  scene_init (&other, OURS, "prioritize/one%2Dmore", policy, NULL);
  expect_scores (&other, 0, 0, 30);
}

static void
test_others (void **state)
{
  g_auto (Scene) left_out;
  g_auto (Scene) refused;

  (void) state;
  scene_init (&left_out, OTHER, "p", policy, fit_extender_omissions ());
  expect_filter (&left_out, "a b c ");
  expect_scores (&left_out, 0, 0, 0);
  scene_init (&refused, OTHER, "p", policy, fit_extender_refusals ());
  expect_filter (&refused, "extender " OTHER " would have to be called to "
                           "filter for pod ns/pending");
}

/* Nobody answers, and the Policy is not asked instead. */
static void
test_others_over_http (void **state)
{
  g_auto (Scene) scene;

  (void) state;
  scene_init (&scene, "http://127.0.0.1:1", "p", policy, NULL);
  expect_scores (&scene, 0, 0, 0);
}

static void
test_policy_that_cannot_be_read (void **state)
{
  g_auto (Scene) scene;

  (void) state;
  scene_init (&scene, OURS, "p", "{\"kind\":\"Policy\",", NULL);
  expect_filter (
      &scene, "invalid policy: policy: couldn't get version/kind; json "
              "parse error: unexpected end of JSON input (line 1, column 18)\n"
              "hint: a bracket or a quote is not closed");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_ours),
    cmocka_unit_test (test_one_priority),
    cmocka_unit_test (test_others),
    cmocka_unit_test (test_others_over_http),
    cmocka_unit_test (test_policy_that_cannot_be_read),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
