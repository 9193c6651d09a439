/* Extenders that take part in simulations: a real program is asked.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/simulate/replayed.h"
#include "tests/support-extender/extender-process.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "tests/support/manifest.h"

#define THREE                        \
  NODE ("n0", "", "cpu: 1, pods: 9") \
  NODE ("n1", "", "cpu: 1, pods: 9") \
  NODE ("n2", "", "cpu: 1, pods: 9")

/* Asked whole objects for everything, and to bind. */
static char *
policy_of (ExtenderProcess *process)
{
  g_autofree char *url = extender_process_url (process, "ext");

  return g_strdup_printf (
      "---\n{apiVersion: v1, kind: Policy, predicates: [{name: "
      "PodFitsResources}], priorities: [], extenders: [{urlPrefix: '%s', "
      "filterVerb: filter, prioritizeVerb: prioritize, weight: 1, preemptVerb: "
      "preempt, bindVerb: bind}]}",
      url);
}

/* Returns: (transfer full): the verbs that were asked, with blanks between
 * them; @out_body (nullable) (transfer full): the first request */
static char *
verbs_asked (ExtenderProcess *process, char **out_body)
{
  json_object *log = extender_process_take_log (process);
  json_object *requests = json_object_object_get (log, "requests");
  GString *verbs = g_string_new (NULL);

  for (gsize i = 0; i < json_object_array_length (requests); i++)
    {
      json_object *request = json_object_array_get_idx (requests, i);
      const char *path
          = json_object_get_string (json_object_object_get (request, "path"));

      g_string_append_printf (verbs, "%s%s", i > 0 ? " " : "",
                              strrchr (path, '/') + 1);
      if (i == 0 && out_body != NULL)
        *out_body = g_strdup (json_object_to_json_string (
            json_object_object_get (request, "body")));
    }
  json_object_put (log);
  return g_string_free (verbs, FALSE);
}

static void
test_they_decide_but_do_not_bind (void **state)
{
  g_auto (Replayed) replayed;
  g_autofree char *policy = policy_of (*state);
  g_autofree char *verbs = NULL;
  g_autofree char *body = NULL;

  extender_process_set (*state, "reject", "n0");
  extender_process_set (*state, "favourite", "n2");
  replayed_init (&replayed, &(const ReplaySetup){
                                .policy = policy,
                                .ask_extenders = TRUE,
                                .manifest = THREE POD (
                                    "p", "annotations: {note: kept}", "") });
  assert_string_equal (replayed_pod (&replayed, "p")->node_name, "n2");
  verbs = verbs_asked (*state, &body);
  assert_string_equal (verbs, "filter prioritize");
  assert_non_null (strstr (body, "kept"));
}

static void
test_they_have_a_say_in_preemption (void **state)
{
  g_auto (Replayed) replayed;
  g_autofree char *policy = policy_of (*state);
  const char *words[] = { "nominated", "assumed", NULL };
  g_autofree char *lines = NULL;
  g_autofree char *verbs = NULL;

  extender_process_set (*state, "reject", "n2");
  extender_process_set (*state, "spare", "n0");
  replayed_init (
      &replayed,
      &(const ReplaySetup){
          .policy = policy,
          .ask_extenders = TRUE,
          .manifest = THREE POD ("v0", "", "nodeName: n0, " REQUESTS ("cpu: 1"))
              POD ("v1", "", "nodeName: n1, " REQUESTS ("cpu: 1")) POD (
                  "v2", "", "nodeName: n2, priority: 9, " REQUESTS ("cpu: 1"))
                  POD ("p", "", "priority: 1, " REQUESTS ("cpu: 1")) });
  lines = replayed_lines (replayed.text, words);
  assert_string_equal (lines, "0.000 nominated p: n1 victim v1\n"
                              "30.000 assumed p: n1 0 3/1\n");
  verbs = verbs_asked (*state, NULL);
  assert_string_equal (verbs, "preempt filter");
}

static void
test_they_are_not_asked_unless_wanted (void **state)
{
  g_auto (Replayed) replayed;
  g_autofree char *policy = policy_of (*state);
  g_autofree char *verbs = NULL;

  replayed_init (&replayed,
                 &(const ReplaySetup){ .policy = policy,
                                       .manifest = THREE POD ("p", "", "") });
  verbs = verbs_asked (*state, NULL);
  assert_string_equal (verbs, "");
}

static void
test_single_attempts_ask_them_too (void **state)
{
  const FitFeatureGates gates = gates_from (NULL);
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (FitSimulation) simulation = NULL;
  g_autofree char *policy = policy_of (*state);
  g_autofree char *verbs = NULL;
  g_auto (FitPlacement) placement = { 0 };
  const char *manifest = THREE POD ("p", "", "");
  FitSimulationOptions options = {
    .registry = registry,
    .gates = gates,
    .policy = fit_policy_parse (policy, strlen (policy), "policy", NULL, NULL),
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
    .ask_extenders = TRUE,
  };

  extender_process_set (*state, "reject", "n0");
  extender_process_set (*state, "favourite", "n1");
  objects_add (objects, manifest, FIT_DECODE_KEEP_RAW);
  simulation = fit_simulation_new (objects, &options, NULL);
  assert_non_null (simulation);
  fit_simulation_schedule (
      simulation, fit_simulation_pending (simulation)->pdata[0], &placement);
  assert_string_equal (placement.result.node->name, "n1");
  verbs = verbs_asked (*state, NULL);
  assert_string_equal (verbs, "filter prioritize");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown (test_they_decide_but_do_not_bind,
                                     extender_process_setup,
                                     extender_process_teardown),
    cmocka_unit_test_setup_teardown (test_they_have_a_say_in_preemption,
                                     extender_process_setup,
                                     extender_process_teardown),
    cmocka_unit_test_setup_teardown (test_they_are_not_asked_unless_wanted,
                                     extender_process_setup,
                                     extender_process_teardown),
    cmocka_unit_test_setup_teardown (test_single_attempts_ask_them_too,
                                     extender_process_setup,
                                     extender_process_teardown),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
