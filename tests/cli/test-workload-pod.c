/* The pod that stands for a workload.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/explain-pods.h"
#include "tests/support/manifest.h"
#include "workloads/workloads.h"
#include "tests/cli/captured.h"

#define META(name, more) "metadata: {name: " name ", namespace: shop" more "}\n"
#define OWNER(kind, name)                                            \
  ", ownerReferences: [{apiVersion: v1, kind: " kind ", name: " name \
  ", uid: u, "                                                       \
  "controller: true}]"
#define SET(name, more) \
  "---\nkind: ReplicaSet\napiVersion: apps/v1\n" META (name, more)
#define POD(name, more, spec, phase)        \
  "---\nkind: Pod\napiVersion: v1\n" META ( \
      name, more) "spec: {" spec "}\nstatus: {phase: " phase "}\n"
#define OF_WEB OWNER ("ReplicaSet", "web")
#define ON_NODE "nodeName: a"

/* A question, and its answer. */
typedef struct
{
  FitSession session;
  FitControllerKind kind;
  const char *name;
  GPtrArray *pods; /* (nullable) owned */
  GError *error;   /* (nullable) owned */
} Search;

static void
find (gpointer data)
{
  Search *search = data;

  search->pods = fit_workload_pods_find (&search->session, search->kind, "shop",
                                         search->name, &search->error);
}

static void
match (gpointer data)
{
  Search *search = data;

  search->pods = fit_workload_pods_match (&search->session, search->kind, "sh*",
                                          search->name);
}

/* @refused: the last pods that admission has refused.  Returns: (transfer
 * full): the error, or the notes and the names of the pods */
static char *
answer (void (*ask) (gpointer data), const char *text, guint refused,
        FitControllerKind kind, const char *name)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  GPtrArray *pods = objects->of[FIT_KIND_POD];
  g_autoptr (GPtrArray) out = g_ptr_array_new ();
  FitRefusals refusals = { .pods = out };
  FitRefusal refusal[4];
  Search search = { .session = { .objects = objects, .refused = &refusals },
                    .kind = kind,
                    .name = name };
  g_autofree char *notes = NULL;
  GString *answer = g_string_new (NULL);

  objects_add (objects, text, FIT_DECODE_CONTROLLERS);
  for (guint i = 0; i < refused; i++)
    {
      refusal[i].pod = pods->pdata[pods->len - refused + i];
      g_ptr_array_add (out, &refusal[i]);
    }
  g_ptr_array_set_free_func (pods, NULL);
  g_ptr_array_set_size (pods, (gint) (pods->len - refused));
  g_ptr_array_set_free_func (pods, fit_object_unref);
  notes = captured_stderr (ask, &search);
  g_string_append (answer, notes);
  if (search.error != NULL)
    g_string_append (answer, search.error->message);
  for (guint i = 0; search.pods != NULL && i < search.pods->len; i++)
    g_string_append_printf (
        answer, " %s", ((const FitPod *) search.pods->pdata[i])->meta.name);
  g_clear_error (&search.error);
  g_clear_pointer (&search.pods, g_ptr_array_unref);
  for (guint i = 0; i < refused; i++)
    fit_pod_unref (refusal[i].pod);
  return g_string_free (answer, FALSE);
}

static const struct
{
  const char *text;
  const char *answer;
} chosen[] = {
  { SET ("web", "") POD ("a", OF_WEB, ON_NODE, "Running")
        POD ("b", OF_WEB, "", "Pending") POD ("c", OF_WEB, "", "Pending"),
    "note: ReplicaSet shop/web has 3 pods: this is b (the first without a "
    "node)\n b" },
  { SET ("web", "") POD ("a", OF_WEB, "", "Failed") POD (
        "b", OF_WEB, ON_NODE, "Running") POD ("c", OF_WEB, ON_NODE, "Running"),
    "note: ReplicaSet shop/web has 3 pods: this is b (all have a node)\n b" },
  { SET ("web", "") POD ("a", OF_WEB, ON_NODE, "Succeeded"),
    "note: ReplicaSet shop/web has 1 pod: this is a (all have a node)\n a" },
  { SET ("web", ""), "ReplicaSet shop/web has no pods" },
  { SET ("wbe", ""), "no ReplicaSet shop/web in the cluster" },
  { "---\nkind: ReplicaSet\napiVersion: apps/v1\n"
    "metadata: {name: web, namespace: other}\n",
    "no ReplicaSet shop/web in the cluster\n"
    "hint: there is one in the namespace other" },
  { "---\nkind: DaemonSet\napiVersion: apps/v1\n"
    "metadata: {name: web, namespace: other}\n",
    "no ReplicaSet shop/web in the cluster" },
};

static void
test_chosen (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (chosen); i++)
    {
      g_autofree char *got
          = answer (find, chosen[i].text, 0, FIT_CONTROLLER_REPLICA_SET, "web");

      assert_string_equal (got, chosen[i].answer);
    }
}

/* Pods that admission has refused. */
static void
test_refused (void **state)
{
  g_autofree char *none = answer (
      find,
      SET ("web", "") POD ("a", "", "", "Pending")
          POD ("b", OWNER ("ReplicaSet", "other"), "", "Pending")
              POD ("c", OWNER ("DaemonSet", "web"), "",
                   "Pending") "---\nkind: Pod\napiVersion: v1\n"
                              "metadata: {name: d, namespace: other" OF_WEB
                              "}\n",
      4, FIT_CONTROLLER_REPLICA_SET, "web");
  g_autofree char *first
      = answer (find,
                SET ("web", "") POD ("a", OF_WEB, "", "Pending")
                    POD ("b", OF_WEB, "", "Pending"),
                2, FIT_CONTROLLER_REPLICA_SET, "web");
  g_autofree char *between
      = answer (find,
                SET ("web-1", OWNER ("Deployment", "web")) SET ("web", "")
                    POD ("a", OF_WEB, "", "Pending")
                        POD ("b", OWNER ("ReplicaSet", "web-1"), "", "Pending"),
                2, FIT_CONTROLLER_DEPLOYMENT, "web");

  assert_string_equal (none, "ReplicaSet shop/web has no pods");
  assert_string_equal (first, "note: ReplicaSet shop/web has no pods, because "
                              "admission refused 2: this is a\n a");
  assert_string_equal (between,
                       "note: Deployment shop/web has no pods, because "
                       "admission refused 1: this is b\n b");
}

/* Workloads without pods do not match. */
static void
test_matches (void **state)
{
  static const char text[] = SET ("web", "") SET ("db", "") SET ("wiki", "")
      POD ("a", OF_WEB, "", "Pending")
          POD ("b", OWNER ("ReplicaSet", "db"), "", "Pending");
  g_autofree char *one
      = answer (match, text, 0, FIT_CONTROLLER_REPLICA_SET, "w*");
  g_autofree char *elsewhere = answer (
      match,
      "kind: ReplicaSet\napiVersion: apps/v1\n"
      "metadata: {name: web, namespace: other}\n---\n"
      "kind: Pod\napiVersion: v1\nmetadata: {name: a, namespace: other" OF_WEB
      "}\n",
      0, FIT_CONTROLLER_REPLICA_SET, "w*");
  g_autofree char *other
      = answer (match, text, 0, FIT_CONTROLLER_DAEMON_SET, "w*");

  assert_string_equal (one, "note: ReplicaSet shop/web has 1 pod: this is a "
                            "(the first without a node)\n a");
  assert_string_equal (other, "");
  assert_string_equal (elsewhere, "");
}

static const struct
{
  const char *word;
  FitControllerKind kind; /* LAST: none */
} words[] = {
  { "deployment", FIT_CONTROLLER_DEPLOYMENT },
  { "Deployments", FIT_CONTROLLER_DEPLOYMENT },
  { "deploy", FIT_CONTROLLER_DEPLOYMENT },
  { "deploys", FIT_CONTROLLER_LAST },
  { "deploymentss", FIT_CONTROLLER_LAST },
  { "deploymens", FIT_CONTROLLER_LAST },
  { "deployment.extensions", FIT_CONTROLLER_DEPLOYMENT },
  { "deployment.v1.apps", FIT_CONTROLLER_DEPLOYMENT },
  { "deployment.batch", FIT_CONTROLLER_LAST },
  { "deployment.", FIT_CONTROLLER_LAST },
  { "rc.", FIT_CONTROLLER_REPLICATION_CONTROLLER },
  { "rc.v1.", FIT_CONTROLLER_REPLICATION_CONTROLLER },
  { "rc.v1", FIT_CONTROLLER_LAST },
  { "sts.apps", FIT_CONTROLLER_STATEFUL_SET },
  { "sts.extensions", FIT_CONTROLLER_LAST },
  { "jobs.batch", FIT_CONTROLLER_JOB },
  { "j", FIT_CONTROLLER_LAST },
  { "CJ", FIT_CONTROLLER_CRON_JOB },
  { "pod", FIT_CONTROLLER_LAST },
  { "", FIT_CONTROLLER_LAST },
};

static void
test_words (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    assert_int_equal (fit_workload_kind_find (words[i].word), words[i].kind);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_chosen),
    cmocka_unit_test (test_refused),
    cmocka_unit_test (test_matches),
    cmocka_unit_test (test_words),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
