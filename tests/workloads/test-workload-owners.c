/* Which pods belong to which workload, so that fewer are made.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/workloads/workloads-scene.h"

/* Children of a Deployment that are not its ReplicaSet. */
static void
test_other_children_of_a_deployment (void **state)
{
  static const char *const others[] = {
    OBJECT ("apps/v1", "ReplicaSet",
            META ("web-1", OWNER ("Deployment", "web", "u")), ""),
    OBJECT ("batch/v1", "Job", META ("web-1", OWNER ("Deployment", "web", "u")),
            "'suspend':true," TEMPLATE),
    OBJECT ("apps/v1", "ReplicaSet",
            META ("web-1", OWNER ("StatefulSet", "web", "u")),
            "'replicas':0," TEMPLATE),
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_auto (Scene) scene
          = make (others[i],
                  OBJECT ("apps/v1", "Deployment", META ("web", ""), TEMPLATE));

      assert_int_equal (n_made (&scene), 1);
      assert_string_not_equal (made (&scene, 0)->meta.controller->name,
                               "web-1");
    }
}

/* Its ReplicaSet was not read, only the pods. */
static void
test_deployment_counts_its_pods (void **state)
{
#define RUNNING(name, hash, phase)                                            \
  "{'apiVersion':'v1','kind':'Pod'," META (                                   \
      name, ",'labels':{'app':'web','pod-template-hash':'" hash "'}" OWNER (  \
                "ReplicaSet", "web-" hash, "u")) "," POD_SPEC                 \
                                                 ",'status':{'phase':'" phase \
                                                 "'}}\n"
  const char *pods = RUNNING ("a", "1", "Running") RUNNING ("b", "2", "Pending")
      RUNNING ("c", "2", "Failed");
  const char *deployment = OBJECT ("apps/v1", "Deployment", META ("web", ""),
                                   "'replicas':3," TEMPLATE);
  g_autofree char *cluster = g_strconcat (pods, deployment, NULL);
  g_auto (Scene) given = make (pods, deployment);
  g_auto (Scene) there = make (cluster, "");

  assert_int_equal (n_made (&given), 1);
  assert_int_equal (n_made (&there), 0);
}

/* Which pods tell by their names and labels that they are of a Deployment whose
 * ReplicaSet was not read. */
static void
test_pods_of_a_deployment_by_name (void **state)
{
#define NAMED(labels, kind, name) \
  "{'apiVersion':'v1','kind':'Pod'," META ("a", labels OWNER (kind, name, "u"))
  static const struct
  {
    const char *pod;
    const char *more; /* beside the Deployment */
    gboolean counts;
  } rows[] = {
    { NAMED (",'labels':{'pod-template-hash':'1'}", "ReplicaSet", "web-1"), "",
      TRUE },
    { NAMED ("", "ReplicaSet", "web-1"), "", FALSE },
    { NAMED (",'labels':{'app':'web'}", "ReplicaSet", "web-1"), "", FALSE },
    { NAMED (",'labels':{'pod-template-hash':'2'}", "ReplicaSet", "web-1"), "",
      FALSE },
    { NAMED (",'labels':{'pod-template-hash':'1'}", "ReplicaSet", "web1"), "",
      FALSE },
    { NAMED (",'labels':{'pod-template-hash':'1'}", "ReplicaSet", "webs-1"), "",
      FALSE },
    { NAMED (",'labels':{'pod-template-hash':'1'}", "Rollout", "web-1"), "",
      FALSE },
    { NAMED (",'labels':{'pod-template-hash':'1'}", "Deployment", "web"), "",
      TRUE },
    { NAMED (",'labels':{'pod-template-hash':'1'}", "ReplicaSet", "web-1"),
      OBJECT ("apps/v1", "ReplicaSet", META ("web-1", ""), ""), FALSE },
    { NAMED (",'labels':{'pod-template-hash':'1'}", "ReplicaSet", "web-1"),
      OBJECT ("apps/v1", "ReplicaSet",
              META ("web-1", OWNER ("Deployment", "web", "u")), ""),
      TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *cluster
          = g_strconcat (rows[i].pod, "," POD_SPEC "}\n", rows[i].more, NULL);
      g_auto (Scene) scene
          = make (cluster, OBJECT ("apps/v1", "Deployment", META ("web", ""),
                                   "'replicas':2," TEMPLATE));

      if (n_made (&scene) != (rows[i].counts ? 1 : 2))
        fail_msg ("row %u: %u pods", i, n_made (&scene));
    }
}

static void
test_replica_set_adopts (void **state)
{
  const char *orphan = "{'apiVersion':'v1','kind':'Pod'," META (
      "orphan", ",'labels':{'app':'web'}") "," POD_SPEC "}\n";
  g_auto (Scene) scene
      = make (orphan, OBJECT ("apps/v1", "ReplicaSet", META ("web", ""),
                              "'replicas':2," SELECTOR "," TEMPLATE));
  g_auto (Scene) other
      = make (orphan, OBJECT ("apps/v1", "StatefulSet", META ("web", ""),
                              "'replicas':2," SELECTOR "," TEMPLATE));

  assert_int_equal (n_made (&scene), 1);
  assert_int_equal (n_made (&other), 2);
}

/* A pod of a ReplicaSet of the same name that is gone. */
static void
test_uid_tells_owners_apart (void **state)
{
  const char *pod = "{'apiVersion':'v1','kind':'Pod'," META (
      "old", OWNER ("ReplicaSet", "web", "u1")) "," POD_SPEC "}\n";
  g_auto (Scene) scene
      = make (pod, OBJECT ("apps/v1", "ReplicaSet", META ("web", ",'uid':'u2'"),
                           TEMPLATE));

  assert_int_equal (n_made (&scene), 1);
  assert_string_equal (made (&scene, 0)->meta.controller->uid, "u2");
}

/* Without a UID on one side, names decide; a pod that is being deleted or has
 * finished does not count. */
static void
test_which_pods_count (void **state)
{
#define OWNED(uid, more, status)                                         \
  "{'apiVersion':'v1','kind':'Pod'," META (                              \
      "old", more OWNER ("ReplicaSet", "web", uid)) "," POD_SPEC         \
                                                    ",'status':{" status \
                                                    "}}\n"
  static const struct
  {
    const char *pod;
    const char *uid; /* of the ReplicaSet */
    guint n;         /* that are made */
  } rows[] = {
    { OWNED ("u1", "", ""), "u1", 0 },
    { OWNED ("u1", "", ""), "u2", 1 },
    { OWNED ("u1", "", ""), "", 0 },
    { OWNED ("", "", ""), "u2", 0 },
    { OWNED ("", "", ""), "", 0 },
    { OWNED ("u1", DELETING, ""), "u1", 1 },
    { OWNED ("u1", "", "'phase':'Running'"), "u1", 0 },
    { OWNED ("u1", "", "'phase':'Succeeded'"), "u1", 1 },
    { OWNED ("u1", "", "'phase':'Failed'"), "u1", 1 },
    { OWNED ("u1", "", "") "{'apiVersion':'v1','kind':'Pod'," META (
          "gone", DELETING OWNER ("ReplicaSet", "web", "u1")) "," POD_SPEC
                                                              "}\n",
      "u1", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *set = g_strdup_printf (
          OBJECT ("apps/v1", "ReplicaSet", META ("web", ",'uid':'%s'"),
                  SELECTOR "," TEMPLATE),
          rows[i].uid);
      g_auto (Scene) scene = make (rows[i].pod, set);

      if (n_made (&scene) != rows[i].n)
        fail_msg ("row %u: %u pods", i, n_made (&scene));
    }
}

/* Which pods without a controller are adopted. */
static void
test_who_adopts_what (void **state)
{
#define EXPRESSION(key, op, values) \
  "{'key':'" key "','operator':'" op "','values':[" values "]}"
#define EXPRESSIONS(all) "'selector':{'matchExpressions':[" all "]},"
#define LABELED "'selector':{'matchLabels':{'app':'web'}},"
  static const struct
  {
    const char *version, *kind;
    const char *selector;
    const char *name; /* of the pod */
    gboolean adopted;
  } rows[] = {
    { "apps/v1", "ReplicaSet", LABELED, "a", TRUE },
    { "v1", "ReplicationController", "'selector':{'app':'web'},", "a", TRUE },
    { "v1", "ReplicationController", "'selector':{'app':'other'},", "a",
      FALSE },
    { "apps/v1", "Deployment", LABELED, "a", FALSE },
    { "apps/v1", "ReplicaSet", "", "a", FALSE },
    { "apps/v1", "ReplicaSet",
      "'selector':{'matchLabels':{'app':'web','tier':'back'}},", "a", FALSE },
    { "apps/v1", "ReplicaSet",
      "'selector':{'matchLabels':{'app':'web','tier':'front'}},", "a", TRUE },
    { "apps/v1", "ReplicaSet",
      EXPRESSIONS (EXPRESSION ("app", "In", "'web','db'")), "a", TRUE },
    { "apps/v1", "ReplicaSet",
      EXPRESSIONS (EXPRESSION ("app", "In", "'db','web'")), "a", TRUE },
    { "apps/v1", "ReplicaSet",
      EXPRESSIONS (EXPRESSION ("app", "In", "'web','db'") "," EXPRESSION (
          "tier", "In", "'front'")),
      "a", TRUE },
    { "apps/v1", "ReplicaSet",
      EXPRESSIONS (EXPRESSION ("app", "NotIn", "'db'")), "a", TRUE },
    { "apps/v1", "ReplicaSet",
      EXPRESSIONS (EXPRESSION ("app", "NotIn", "'web'")), "a", FALSE },
    { "apps/v1", "ReplicaSet", EXPRESSIONS (EXPRESSION ("app", "Exists", "")),
      "a", TRUE },
    { "apps/v1", "StatefulSet", LABELED, "set-0", TRUE },
    { "apps/v1", "StatefulSet", LABELED, "set-17", TRUE },
    { "apps/v1", "StatefulSet", LABELED, "set", FALSE },
    { "apps/v1", "StatefulSet", LABELED, "set-", FALSE },
    { "apps/v1", "StatefulSet", LABELED, "set-0x", FALSE },
    { "apps/v1", "StatefulSet", LABELED, "set-x0", FALSE },
    { "apps/v1", "StatefulSet", LABELED, "set00", FALSE },
    { "apps/v1", "StatefulSet", LABELED, "sat-0", FALSE },
    { "apps/v1", "StatefulSet", "'selector':{'matchLabels':{'app':'db'}},",
      "set-0", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *pod = g_strdup_printf (
          "{'apiVersion':'v1','kind':'Pod'," META (
              "%s", ",'labels':{'app':'web','tier':'front'}") "," POD_SPEC
                                                              "}\n",
          rows[i].name);
      g_autofree char *set = g_strdup_printf (
          OBJECT ("%s", "%s", META ("set", ""), "'replicas':20,%s" TEMPLATE),
          rows[i].version, rows[i].kind, rows[i].selector);
      g_auto (Scene) scene = make (pod, set);

      if (n_made (&scene) != (rows[i].adopted ? 19 : 20))
        fail_msg ("row %u: %u pods", i, n_made (&scene));
    }
}

/* Pods are found through children: ReplicaSets of Deployments, Jobs of CronJobs,
 * each of them once. */
static void
test_pods_through_children (void **state)
{
#define CHILD(version, kind, of)                                    \
  OBJECT (version, kind, META ("child", OWNER (of, "parent", "u")), \
          "'replicas':0")                                           \
  "{'apiVersion':'v1','kind':'Pod'," META (                         \
      "pod", OWNER (kind, "child", "")) "," POD_SPEC "}\n"
  static const struct
  {
    const char *objects;
    FitControllerKind kind;
    guint n;
  } rows[] = {
    { CHILD ("apps/v1", "ReplicaSet", "Deployment"), FIT_CONTROLLER_DEPLOYMENT,
      1 },
    { CHILD ("batch/v1", "Job", "CronJob"), FIT_CONTROLLER_CRON_JOB, 1 },
    { CHILD ("batch/v1", "Job", "Deployment"), FIT_CONTROLLER_DEPLOYMENT, 0 },
    { CHILD ("apps/v1", "ReplicaSet", "CronJob"), FIT_CONTROLLER_CRON_JOB, 0 },
    { CHILD ("apps/v1", "ReplicaSet", "ReplicaSet"), FIT_CONTROLLER_REPLICA_SET,
      0 },
    { OBJECT ("apps/v1", "ReplicaSet",
              META ("child", OWNER ("Deployment", "parent", "u")), "")
          CHILD ("apps/v1", "ReplicaSet", "Deployment"),
      FIT_CONTROLLER_DEPLOYMENT, 1 },
    { CHILD ("apps/v1", "ReplicaSet", "Deployment")
          OBJECT ("apps/v1", "ReplicaSet", META ("child", ""), ""),
      FIT_CONTROLLER_DEPLOYMENT, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitObjects) objects
          = read_with (rows[i].objects, FIT_DECODE_CONTROLLERS);
      g_autoptr (FitOwners) owners = fit_owners_new (objects);
      g_autoptr (GPtrArray) pods
          = fit_owners_pods (owners, rows[i].kind, "shop", "parent");

      if (pods->len != rows[i].n)
        fail_msg ("row %u: %u pods", i, pods->len);
    }
}

/* A name that is taken is not given again. */
static void
test_generated_name_is_taken (void **state)
{
  const char *set = OBJECT ("apps/v1", "ReplicaSet", META ("web", ""),
                            "'replicas':2," TEMPLATE);
  g_auto (Scene) free_names = make ("", set);
  const char *first = made (&free_names, 0)->meta.name;
  const char *second = made (&free_names, 1)->meta.name;
  g_autofree char *pod = g_strdup_printf (
      "{'apiVersion':'v1','kind':'Pod'," META ("%s", "") "," POD_SPEC "}\n",
      first);
  g_auto (Scene) taken = make (pod, set);

  assert_int_equal (n_made (&taken), 2);
  assert_string_equal (made (&taken, 0)->meta.name, second);
  assert_string_not_equal (made (&taken, 1)->meta.name, first);
  assert_string_not_equal (made (&taken, 1)->meta.name, second);
}

/* Nobody may own himself, and an owner may be anything. */
static void
test_odd_owners (void **state)
{
  g_auto (Scene) scene
      = make (OBJECT ("apps/v1", "Deployment",
                      META ("a", OWNER ("Deployment", "a", "")), TEMPLATE)
                  OBJECT ("apps/v1", "ReplicaSet",
                          META ("b", OWNER ("ReplicaSet", "b", "")), TEMPLATE)
                      OBJECT ("apps/v1", "ReplicaSet",
                              META ("c", OWNER ("Rollout", "c", "")), TEMPLATE),
              "");

  assert_int_equal (n_made (&scene), 3);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_other_children_of_a_deployment),
    cmocka_unit_test (test_deployment_counts_its_pods),
    cmocka_unit_test (test_pods_of_a_deployment_by_name),
    cmocka_unit_test (test_replica_set_adopts),
    cmocka_unit_test (test_uid_tells_owners_apart),
    cmocka_unit_test (test_which_pods_count),
    cmocka_unit_test (test_who_adopts_what),
    cmocka_unit_test (test_pods_through_children),
    cmocka_unit_test (test_generated_name_is_taken),
    cmocka_unit_test (test_odd_owners),
  };

  return cmocka_run_group_tests_name ("workload owners", tests, NULL, NULL);
}
