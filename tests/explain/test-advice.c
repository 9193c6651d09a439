/* Advice that is followed works: for random clusters, what 'fitsched explain'
 * says would help is read from its JSON and done to the cluster, and the pod
 * fits then.  Who is told to move may move, and fits where it is sent.
 *
 * FIT_TEST_SEED=N runs one cluster, and prints it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include <json-c/json.h>

#include "explain/explainer.h"
#include "tests/support/cmocka.h"

#define N_NODES 5
#define N_PODS 14
#define RUNS 3000 /* a tenth of them without FIT_TEST_LONG */

#define ZONE "topology.kubernetes.io/zone"

/* -- a cluster ------------------------------------------------------------- */

typedef enum
{
  BY_NOBODY,
  BY_REPLICA_SET,
  BY_DAEMON_SET,
  BY_KUBELET,
} Owner;

static const char *const owner_kinds[]
    = { "", "ReplicaSet", "DaemonSet", "Node" };

typedef struct
{
  char name[8];
  char zone;
  gboolean cordoned;
  gboolean unready;
  gboolean tainted; /* team=ml */
  gboolean ssd;     /* label disk=ssd */
  guint cpu;        /* millicores */
  guint slots;      /* allocatable pods */
} Node;

typedef struct
{
  char name[8];
  char app;  /* 'a', 'b' */
  gint node; /* -1: pending */
  Owner owner;
  gboolean deleted;
  gboolean absent; /* it has gone since */
  guint cpu;
  guint priority;
  gboolean port;
  gboolean spread;   /* its app over the zones */
  gboolean alone;    /* no other pod of its app on the node */
  gboolean ssd;      /* node selector disk=ssd */
  gboolean tolerant; /* of team=ml */
} Pod;

typedef struct
{
  Node nodes[N_NODES];
  Pod pods[N_PODS];
  guint n_nodes, n_pods;
  gint allowed; /* disruptions of pods of app a; -1: there is no budget */
} Cluster;

static gboolean
chance (GRand *random, guint percent)
{
  return g_rand_int_range (random, 0, 100) < (gint32) percent;
}

/* Kubelets let only one pod of a node have a port. */
static gboolean
port_is_free (const Cluster *cluster, gint node)
{
  for (guint i = 0; node >= 0 && i < cluster->n_pods; i++)
    if (cluster->pods[i].port && cluster->pods[i].node == node)
      return FALSE;
  return TRUE;
}

/* The last pod is the one that is asked about. */
static void
make_cluster (GRand *random, Cluster *out)
{
  *out
      = (Cluster){ .n_nodes = (guint) g_rand_int_range (random, 1, N_NODES + 1),
                   .n_pods = (guint) g_rand_int_range (random, 1, N_PODS + 1),
                   .allowed = g_rand_int_range (random, -1, 3) };
  for (guint i = 0; i < out->n_nodes; i++)
    {
      Node *node = &out->nodes[i];

      g_snprintf (node->name, sizeof node->name, "n%u", i);
      node->zone = "uvw"[g_rand_int_range (random, 0, 3)];
      node->cordoned = chance (random, 15);
      node->unready = chance (random, 10);
      node->tainted = chance (random, 15);
      node->ssd = chance (random, 60);
      node->cpu = 1000 * (guint) g_rand_int_range (random, 1, 5);
      node->slots = (guint) g_rand_int_range (random, 2, 8);
    }
  for (guint i = 0; i < out->n_pods; i++)
    {
      Pod *pod = &out->pods[i];
      const gboolean last = i + 1 == out->n_pods;

      g_snprintf (pod->name, sizeof pod->name, "p%u", i);
      pod->app = chance (random, 60) ? 'a' : 'b';
      pod->node
          = last ? -1 : g_rand_int_range (random, 0, (gint32) out->n_nodes);
      pod->owner = chance (random, 70)
                       ? BY_REPLICA_SET
                       : (Owner) g_rand_int_range (random, 0, 4);
      pod->deleted = !last && chance (random, 10);
      pod->cpu = 500 * (guint) g_rand_int_range (random, 0, last ? 7 : 4);
      pod->priority = chance (random, 20) ? 10 : 0;
      pod->port = port_is_free (out, pod->node) && chance (random, 25);
      pod->spread = chance (random, last ? 40 : 20);
      pod->alone = chance (random, last ? 25 : 10);
      pod->ssd = chance (random, last ? 30 : 10);
      pod->tolerant = chance (random, 20);
    }
}

static void
write_node (const Node *node, GString *out)
{
  g_string_append_printf (
      out,
      "---\napiVersion: v1\nkind: Node\nmetadata: {name: %s, labels: "
      "{kubernetes.io/hostname: %s, " ZONE ": %c%s}}\n"
      "spec: {unschedulable: %s, taints: [",
      node->name, node->name, node->zone, node->ssd ? ", disk: ssd" : "",
      node->cordoned ? "true" : "false");
  if (node->cordoned)
    g_string_append (
        out, "{key: node.kubernetes.io/unschedulable, effect: NoSchedule}, ");
  if (node->unready)
    g_string_append (
        out, "{key: node.kubernetes.io/not-ready, effect: NoSchedule}, ");
  if (node->tainted)
    g_string_append (out, "{key: team, value: ml, effect: NoSchedule}, ");
  g_string_append_printf (
      out,
      "]}\nstatus: {allocatable: {cpu: %um, memory: 8Gi, pods: %u}, "
      "conditions: [{type: Ready, status: '%s'}]}\n",
      node->cpu, node->slots, node->unready ? "False" : "True");
}

static void
write_pod (const Cluster *cluster, const Pod *pod, GString *out)
{
  if (pod->absent)
    return;
  g_string_append_printf (
      out,
      "---\napiVersion: v1\nkind: Pod\nmetadata: {name: %s, labels: {app: %c}",
      pod->name, pod->app);
  if (pod->owner != BY_NOBODY)
    g_string_append_printf (
        out,
        ", ownerReferences: [{apiVersion: v1, kind: %s, name: o, uid: o, "
        "controller: true}]",
        owner_kinds[pod->owner]);
  if (pod->deleted)
    g_string_append (out, ", deletionTimestamp: '2026-01-02T03:04:05Z'");
  g_string_append_printf (out, "}\nspec:\n  priority: %u\n", pod->priority);
  if (pod->node >= 0)
    g_string_append_printf (out, "  nodeName: %s\n",
                            cluster->nodes[pod->node].name);
  if (pod->ssd)
    g_string_append (out, "  nodeSelector: {disk: ssd}\n");
  if (pod->tolerant)
    g_string_append (out, "  tolerations: [{key: team, operator: Exists}]\n");
  if (pod->spread)
    g_string_append_printf (
        out,
        "  topologySpreadConstraints: [{maxSkew: 1, topologyKey: " ZONE
        ", whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: "
        "{app: %c}}}]\n",
        pod->app);
  if (pod->alone)
    g_string_append_printf (
        out,
        "  affinity: {podAntiAffinity: "
        "{requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: "
        "kubernetes.io/hostname, labelSelector: {matchLabels: {app: %c}}}]}}\n",
        pod->app);
  g_string_append_printf (
      out,
      "  containers: [{name: c, ports: [%s], resources: {requests: {cpu: "
      "%um}}}]\n",
      pod->port ? "{containerPort: 80, hostPort: 80}" : "", pod->cpu);
}

/* Returns: (transfer full) */
static GString *
write_cluster (const Cluster *cluster)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < cluster->n_nodes; i++)
    write_node (&cluster->nodes[i], out);
  for (guint i = 0; i < cluster->n_pods; i++)
    write_pod (cluster, &cluster->pods[i], out);
  if (cluster->allowed >= 0)
    g_string_append_printf (
        out,
        "---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: "
        "{name: b}\nspec: {selector: {matchLabels: {app: a}}}\nstatus: "
        "{disruptionsAllowed: %d}\n",
        cluster->allowed);
  return out;
}

/* -- asking ---------------------------------------------------------------- */

static const char configuration[]
    = "{\"apiVersion\": \"kubescheduler.config.k8s.io/v1\", \"kind\": "
      "\"KubeSchedulerConfiguration\"}";

/* Returns: (transfer full) */
static FitPodAnswer *
ask (const Cluster *cluster, const Pod *pod)
{
  const FitExplainerRules rules = { .configuration = configuration };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitExplainer) explainer = fit_explainer_new (&rules, &error);
  g_autofree char *name = g_strconcat ("default/", pod->name, NULL);
  GString *text = write_cluster (cluster);
  FitPodAnswer *answer = NULL;

  assert_null (error);
  if (fit_explainer_read (explainer, text->str, text->len, "cluster", &error))
    answer = fit_explainer_ask (explainer, name, FIT_ASK_ALONE, &error);
  if (answer == NULL)
    fail_msg ("%s", error->message);
  g_string_free (text, TRUE);
  return answer;
}

static gboolean
fits (const Cluster *cluster, const Pod *pod, const char *on)
{
  g_autoptr (FitPodAnswer) answer = ask (cluster, pod);
  guint n;
  const FitNodeAnswer *nodes = fit_pod_answer_nodes (answer, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (nodes[i].name, on) == 0)
      return nodes[i].fits;
  return FALSE;
}

/* -- doing what it says ---------------------------------------------------- */

static json_object *
get (json_object *object, const char *key)
{
  json_object *value;

  if (!json_object_object_get_ex (object, key, &value))
    fail_msg ("no %s in %s", key, json_object_to_json_string (object));
  return value;
}

static const char *
get_text (json_object *object, const char *key)
{
  return json_object_get_string (get (object, key));
}

static Node *
find_node (Cluster *cluster, const char *name)
{
  for (guint i = 0; i < cluster->n_nodes; i++)
    if (strcmp (cluster->nodes[i].name, name) == 0)
      return &cluster->nodes[i];
  fail_msg ("no node %s", name);
  return NULL;
}

static Pod *
find_pod (Cluster *cluster, json_object *change)
{
  const char *name = get_text (get (change, "pod"), "name");

  for (guint i = 0; i < cluster->n_pods; i++)
    if (strcmp (cluster->pods[i].name, name) == 0)
      return &cluster->pods[i];
  fail_msg ("no pod %s", name);
  return NULL;
}

/* Evicts a pod, as the API server and its controller allow it, and lets it go
 * where it is sent. */
static void
move (Cluster *cluster, json_object *change)
{
  Pod *pod = find_pod (cluster, change);
  const char *to = get_text (change, "to");

  assert_int_equal (pod->owner, BY_REPLICA_SET);
  assert_false (pod->deleted);
  assert_string_equal (get_text (change, "from"),
                       cluster->nodes[pod->node].name);
  assert_string_not_equal (get_text (change, "from"), to);
  if (pod->app == 'a' && cluster->allowed >= 0)
    assert_true (cluster->allowed-- > 0);
  pod->node = -1;
  if (!fits (cluster, pod, to))
    fail_msg ("%s does not fit on %s", pod->name, to);
  pod->node = (gint) (find_node (cluster, to) - cluster->nodes);
}

static void
run_fewer (Cluster *cluster, json_object *change)
{
  gint64 n = json_object_get_int64 (get (change, "pods"));
  g_autofree char *selector
      = g_strdup_printf ("app=%c", cluster->pods[cluster->n_pods - 1].app);

  assert_string_equal (get_text (change, "key"), ZONE);
  assert_string_equal (get_text (change, "selector"), selector);
  for (guint i = 0; i + 1 < cluster->n_pods && n > 0; i++)
    {
      Pod *pod = &cluster->pods[i];

      if (pod->absent || pod->deleted
          || pod->app != cluster->pods[cluster->n_pods - 1].app
          || cluster->nodes[pod->node].zone != *get_text (change, "value"))
        continue;
      pod->absent = TRUE;
      n--;
    }
  assert_int_equal (n, 0);
}

static void
add_room (Node *node, json_object *change)
{
  const char *resource = get_text (change, "resource");
  const char *amount = get_text (change, "amount");
  char *unit;
  const guint n = (guint) g_ascii_strtoull (amount, &unit, 10);

  if (strcmp (resource, "pods") == 0)
    node->slots += n;
  else
    {
      assert_string_equal (resource, "cpu");
      node->cpu += *unit == 'm' ? n : n * 1000;
    }
}

static void
follow (Cluster *cluster, const char *node_name, json_object *change)
{
  const char *what = get_text (change, "change");
  Node *node = find_node (cluster, node_name);

  if (strcmp (what, "evict") == 0)
    move (cluster, change);
  else if (strcmp (what, "wait") == 0)
    {
      assert_true (find_pod (cluster, change)->deleted);
      find_pod (cluster, change)->absent = TRUE;
    }
  else if (strcmp (what, "fewer") == 0)
    run_fewer (cluster, change);
  else if (strcmp (what, "room") == 0)
    add_room (node, change);
  else if (strcmp (what, "uncordon") == 0)
    node->cordoned = FALSE;
  else if (strcmp (what, "repair") == 0)
    node->unready = FALSE;
  else if (strcmp (what, "tolerate") == 0)
    cluster->pods[cluster->n_pods - 1].tolerant = TRUE;
  else if (strcmp (what, "addLabel") == 0)
    node->ssd = TRUE;
  else
    fail_msg ("what does %s mean?", what);
}

/* Follows one remedy on each of its nodes, each time in a new copy. */
static void
follow_remedy (const Cluster *cluster, json_object *remedy)
{
  json_object *nodes = get (remedy, "nodes"),
              *changes = get (remedy, "changes");

  assert_true (json_object_array_length (nodes) > 0);
  assert_true (json_object_array_length (changes) > 0);
  for (size_t n = 0; n < json_object_array_length (nodes); n++)
    {
      const char *node
          = json_object_get_string (json_object_array_get_idx (nodes, n));
      Cluster copy = *cluster;

      for (size_t i = 0; i < json_object_array_length (changes); i++)
        follow (&copy, node, json_object_array_get_idx (changes, i));
      if (!fits (&copy, &copy.pods[copy.n_pods - 1], node))
        fail_msg ("it does not fit on %s after: %s", node,
                  get_text (remedy, "text"));
    }
}

/* What the runs came across, so that none of it is left untested. */
static const char *const kinds[]
    = { "evict",  "wait",     "fewer",    "room",   "uncordon",
        "repair", "tolerate", "addLabel", "several" };
static guint seen[G_N_ELEMENTS (kinds)];

static void
check_advice (const Cluster *cluster)
{
  g_autoptr (FitPodAnswer) answer
      = ask (cluster, &cluster->pods[cluster->n_pods - 1]);
  json_object *document = json_tokener_parse (fit_pod_answer_json (answer));
  json_object *item = json_object_array_get_idx (get (document, "items"), 0);
  json_object *remedies = get (item, "remedies");

  for (size_t i = 0; i < json_object_array_length (remedies); i++)
    {
      json_object *remedy = json_object_array_get_idx (remedies, i);

      follow_remedy (cluster, remedy);
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        seen[k] += strcmp (kinds[k], get_text (remedy, "change")) == 0;
    }
  json_object_put (document);
}

static void
test_advice_holds (void **state)
{
  const char *wanted = g_getenv ("FIT_TEST_SEED");
  const guint n = wanted != NULL                       ? 1
                  : g_getenv ("FIT_TEST_LONG") != NULL ? RUNS
                                                       : RUNS / 10;
  Cluster cluster;

  for (guint run = 0; run < n; run++)
    {
      const guint32 seed = wanted != NULL
                               ? (guint32) g_ascii_strtoull (wanted, NULL, 10)
                               : 1000 + run;
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      make_cluster (random, &cluster);
      print_message ("# seed %u\n", seed);
      if (wanted != NULL)
        {
          GString *text = write_cluster (&cluster);

          fputs (text->str, stderr);
          g_string_free (text, TRUE);
        }
      check_advice (&cluster);
    }
  for (guint k = 0; wanted == NULL && k < G_N_ELEMENTS (kinds); k++)
    if (seen[k] == 0)
      fail_msg ("no advice of the kind %s", kinds[k]);
}

int
main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_advice_holds) };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
