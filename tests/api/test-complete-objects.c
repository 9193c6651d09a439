/* What pods get once all objects are known.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#define POD(spec) \
  "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'},'spec':{" spec "}}"
#define CLASS(name, members)                                     \
  "{'kind':'PriorityClass','apiVersion':'scheduling.k8s.io/v1'," \
  "'metadata':{'name':'" name "'}," members "}"

static FitPod *
completed (const char *text)
{
  g_autoptr (FitObjects) objects = read_text (text);
  g_autoptr (GError) error = NULL;

  if (!fit_objects_complete (objects, &error))
    fail_msg ("%s", error->message);
  return fit_pod_ref (only (objects, FIT_KIND_POD));
}

static void
test_priority (void **state)
{
  static const struct
  {
    const char *text;
    gint32 priority;
    const char *class_name;
    gboolean never_preempts;
  } cases[] = {
    { POD (""), 0, "", FALSE },
    { POD ("'priority':5"), 5, "", FALSE },
    { POD ("'priority':5,'priorityClassName':'none'"), 5, "none", FALSE },
    { POD ("'priorityClassName':'a'") CLASS ("a", "'value':7"), 7, "a", FALSE },
    { POD ("'priorityClassName':'a'") CLASS ("a", "'value':7,"
                                                  "'preemptionPolicy':"
                                                  "'Never'"),
      7, "a", TRUE },
    { POD ("'preemptionPolicy':'Never','priorityClassName':'a'")
          CLASS ("a", "'value':7"),
      7, "a", TRUE },
    { POD ("'priorityClassName':'system-cluster-critical'"), 2000000000,
      "system-cluster-critical", FALSE },
    { POD ("'priorityClassName':'system-node-critical'"), 2000001000,
      "system-node-critical", FALSE },
    { POD ("'priorityClassName':'system-node-critical'")
          CLASS ("system-node-critical", "'value':1"),
      1, "system-node-critical", FALSE },
    { CLASS ("a", "'value':7,'globalDefault':true,'preemptionPolicy':'Never'")
          POD (""),
      7, "a", TRUE },
    { CLASS ("a", "'value':7,'globalDefault':true") POD ("'priority':0"), 0, "",
      FALSE },
    { CLASS ("a", "'value':7,'globalDefault':true")
          CLASS ("b", "'value':-3,'globalDefault':true")
              CLASS ("c", "'value':4,'globalDefault':true")
                  CLASS ("d", "'value':-9") POD (""),
      -3, "b", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitPod) pod = completed (cases[i].text);

      assert_true (pod->spec->has_priority);
      assert_int_equal (pod->spec->priority, cases[i].priority);
      assert_string_equal (pod->spec->priority_class_name, cases[i].class_name);
      assert_int_equal (pod->spec->never_preempts, cases[i].never_preempts);
    }
}

/* Every pod tolerates a node that is not ready or unreachable for a while,
 * unless it says something about that itself. */
static void
test_tolerations (void **state)
{
  static const struct
  {
    const char *text;
    guint n;
    const char *last_key;
  } cases[] = {
    { POD (""), 2, "node.kubernetes.io/unreachable" },
    { POD ("'tolerations':[{'key':'a','operator':'Exists'}]"), 3,
      "node.kubernetes.io/unreachable" },
    { POD ("'tolerations':[{'key':'node.kubernetes.io/unreachable',"
           "'operator':'Exists','effect':'NoExecute'}]"),
      2, "node.kubernetes.io/not-ready" },
    { POD ("'tolerations':[{'key':'node.kubernetes.io/unreachable',"
           "'operator':'Exists','effect':'NoSchedule'}]"),
      3, "node.kubernetes.io/unreachable" },
    { POD ("'tolerations':[{'operator':'Exists'}]"), 1, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitPod) pod = completed (cases[i].text);
      const FitPodSpec *spec = pod->spec;

      assert_int_equal (spec->n_tolerations, cases[i].n);
      assert_string_equal (spec->tolerations[cases[i].n - 1].key,
                           cases[i].last_key);
    }
}

static void
test_unknown_class (void **state)
{
  g_autoptr (FitObjects) objects
      = read_text (POD ("'priorityClassName':'high'"));
  g_autoptr (GError) error = NULL;

  assert_false (fit_objects_complete (objects, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_SCHEMA));
  assert_string_equal (
      error->message,
      "test: document 1: Pod default/p: spec.priorityClassName: no "
      "PriorityClass with name \"high\" was found\nhint: read the PriorityClass too, or give the pod "
      "a spec.priority");
}

/* Reading alone leaves priorities as they are written. */
static void
test_before_completion (void **state)
{
  g_autoptr (FitObjects) objects
      = read_text (CLASS ("a", "'value':7,'globalDefault':true") POD (""));
  const FitPod *pod = only (objects, FIT_KIND_POD);

  assert_false (pod->spec->has_priority);
  assert_int_equal (pod->spec->priority, 0);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_priority),
    cmocka_unit_test (test_tolerations),
    cmocka_unit_test (test_unknown_class),
    cmocka_unit_test (test_before_completion),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
