/* Which nodes could be drained: what keeps a pod on its node; and random
 * clusters, and what must hold of every answer.  The cluster that is left is
 * built anew from the answer and looked at without the code that gave it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "algorithmprovider/defaults.h"
#include "simulate/compress.h"
#include "tests/support/manifest.h"

#define ROUNDS 300

static FitObjects *
cluster_from (const char *text)
{
  FitObjects *objects = objects_with (text, FIT_DECODE_DEFAULT);

  assert_true (fit_objects_complete (objects, NULL));
  return objects;
}

/* -- random clusters ------------------------------------------------------- */

static const char *const controllers[]
    = { NULL,          "ReplicaSet", "ReplicaSet", "ReplicaSet",
        "StatefulSet", "ReplicaSet", "DaemonSet" };

static void
add_node (GString *out, GRand *dice, guint i)
{
  g_string_append_printf (
      out,
      "apiVersion: v1\nkind: Node\n"
      "metadata: {name: n%u, labels: {disk: %s%s}}\n"
      "spec: {unschedulable: %s, taints: [%s]}\n"
      "status: {allocatable: {cpu: %d, memory: %dGi, pods: %d}}\n---\n",
      i, g_rand_boolean (dice) ? "ssd" : "hdd",
      g_rand_int_range (dice, 0, 10) == 0
          ? ", node-role.kubernetes.io/master: \"\""
          : "",
      g_rand_int_range (dice, 0, 10) == 0 ? "true" : "false",
      g_rand_int_range (dice, 0, 8) == 0
          ? "{key: team, value: ml, effect: NoSchedule}"
          : "",
      g_rand_int_range (dice, 1, 6), g_rand_int_range (dice, 1, 6),
      g_rand_int_range (dice, 3, 9));
}

/* A pod on a node, or a pending one. */
static void
add_pod (GString *out, GRand *dice, guint i, guint n_nodes)
{
  const char *kind
      = controllers[g_rand_int_range (dice, 0, G_N_ELEMENTS (controllers))];
  const gboolean pending = g_rand_int_range (dice, 0, 5) == 0;

  g_string_append_printf (out,
                          "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p%u\n"
                          "  labels: {app: a%d}\n",
                          i, g_rand_int_range (dice, 0, 4));
  if (kind != NULL)
    g_string_append_printf (out,
                            "  ownerReferences: [{apiVersion: apps/v1, kind: "
                            "%s, name: o, uid: o, controller: true}]\n",
                            kind);
  if (g_rand_int_range (dice, 0, 12) == 0)
    g_string_append (out, "  annotations: {kubernetes.io/config.mirror: x}\n");
  g_string_append (out, "spec:\n");
  if (!pending)
    g_string_append_printf (out, "  nodeName: n%d\n",
                            g_rand_int_range (dice, 0, (gint32) n_nodes));
  if (g_rand_int_range (dice, 0, 5) == 0)
    g_string_append (out, "  nodeSelector: {disk: ssd}\n");
  if (g_rand_int_range (dice, 0, 8) == 0)
    g_string_append (out, "  tolerations: [{operator: Exists}]\n");
  if (g_rand_int_range (dice, 0, 12) == 0)
    g_string_append (out, "  schedulerName: other\n");
  if (g_rand_int_range (dice, 0, 6) == 0)
    g_string_append_printf (
        out,
        "  affinity: {podAntiAffinity: "
        "{requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: disk, "
        "labelSelector: {matchLabels: {app: a%d}}}]}}\n",
        g_rand_int_range (dice, 0, 4));
  g_string_append_printf (
      out,
      "  containers: [{name: c, resources: {requests: {cpu: %dm, memory: "
      "%dMi}}}]\n---\n",
      g_rand_int_range (dice, 0, 10) * 100,
      g_rand_int_range (dice, 0, 10) * 100);
}

static void
add_budget (GString *out, GRand *dice)
{
  g_string_append_printf (
      out,
      "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\n"
      "metadata: {name: b%d}\nspec: {selector: {matchLabels: {app: a%d}}}\n"
      "status: {disruptionsAllowed: %d}\n---\n",
      g_rand_int_range (dice, 0, 3), g_rand_int_range (dice, 0, 8),
      g_rand_int_range (dice, 0, 2));
}

static FitObjects *
random_cluster (GRand *dice)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint n_nodes = (guint) g_rand_int_range (dice, 1, 8);
  const guint n_pods = (guint) g_rand_int_range (dice, 0, 20);

  for (guint i = 0; i < n_nodes; i++)
    add_node (text, dice, i);
  for (guint i = 0; i < n_pods; i++)
    add_pod (text, dice, i, n_nodes);
  if (g_rand_boolean (dice))
    add_budget (text, dice);
  if (g_rand_boolean (dice))
    add_budget (text, dice);
  return cluster_from (text->str);
}

static FitSimulation *
make (const FitObjects *objects, gpointer registry, GError **error)
{
  FitSimulationOptions options = {
    .registry = registry,
    .gates = fit_feature_gates_default (),
    .hard_pod_affinity_symmetric_weight = 1,
    .scheduler_name = "default-scheduler",
  };

  return fit_simulation_new (objects, &options, error);
}

static FitSimulation *
simulate (const FitObjects *objects, FitRegistry *registry)
{
  g_autoptr (GError) error = NULL;
  FitSimulation *simulation = make (objects, registry, &error);

  assert_non_null (simulation);
  return simulation;
}

/* -- what keeps a pod on its node ------------------------------------------ */

/* A node, and another with more on it that stays because of its pod. */
#define TWO_NODES                                                    \
  "---\n{apiVersion: v1, kind: Node, metadata: {name: a}, status: "  \
  "{allocatable: {cpu: 4, pods: 10}}}\n"                             \
  "---\n{apiVersion: v1, kind: Node, metadata: {name: b}, status: "  \
  "{allocatable: {cpu: 4, pods: 10}}}\n"                             \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: shell}, spec: " \
  "{nodeName: b, containers: [{name: c, resources: {requests: {cpu: 2}}}]}}\n"
#define OWNED(kind)                                     \
  "ownerReferences: [{apiVersion: apps/v1, kind: " kind \
  ", name: o, uid: o, controller: true}]"
/* A pod that requests 1 CPU. */
#define ONE_POD(name, meta, spec)                              \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name    \
  ", labels: {app: web, tier: front}, " meta "}, spec: {" spec \
  ", containers: [{name: c, resources: {requests: {cpu: 1}}}]}}\n"
#define WEB ONE_POD ("web", OWNED ("ReplicaSet"), "nodeName: a")
#define BUDGET(meta, selector, allowed)                                           \
  "---\n{apiVersion: policy/v1beta1, kind: PodDisruptionBudget, metadata: {" meta \
  "}, spec: {" selector "}, status: {disruptionsAllowed: " allowed "}}\n"
#define APP(app) "selector: {matchLabels: {app: " app "}}"
#define TIER "selector: {matchLabels: {tier: front}}"
#define NO_MORE(name) \
  "cannot be evicted: PodDisruptionBudget " name " allows no disruption"
#define BOTH(one, other) \
  "cannot be evicted: PodDisruptionBudgets " one " and " other " both match it"

typedef struct
{
  const char *objects;
  const char *pod;    /* NULL: the node is drained */
  const char *reason; /* as above */
  guint n_moved;
  guint n_others;
} Kept;

static const Kept kept[] = {
  { "", NULL, NULL, 0, 0 },
  { WEB, NULL, NULL, 1, 0 },
  /* budgets: their number, selector and namespace */
  { WEB BUDGET ("name: x", APP ("web"), "0"), "web", NO_MORE ("x"), 0, 0 },
  { WEB BUDGET ("name: x", APP ("web"), "1"), NULL, NULL, 1, 0 },
  { WEB BUDGET ("name: x", APP ("db"), "0"), NULL, NULL, 1, 0 },
  { WEB BUDGET ("name: x, namespace: other", APP ("web"), "0"), NULL, NULL, 1,
    0 },
  { WEB BUDGET ("name: x", "selector: {}", "0"), NULL, NULL, 1, 0 },
  { WEB BUDGET ("name: x", "", "0"), NULL, NULL, 1, 0 },
  { WEB BUDGET ("name: x", APP ("web"), "2") BUDGET ("name: z", TIER, "2"),
    "web", BOTH ("x", "z"), 0, 0 },
  { WEB BUDGET ("name: x", APP ("db"), "0") BUDGET ("name: z", TIER, "1"), NULL,
    NULL, 1, 0 },
  { WEB BUDGET ("name: x", APP ("db"), "1") BUDGET ("name: z", TIER, "0"),
    "web", NO_MORE ("z"), 0, 0 },
  { WEB BUDGET ("name: x", APP ("web"), "1") BUDGET ("name: w", APP ("db"), "0")
        BUDGET ("name: z", TIER, "1"),
    "web", BOTH ("x", "z"), 0, 0 },
  /* nobody evicts a pod that was pending */
  { ONE_POD ("new", "", "priority: 1") BUDGET ("name: x", APP ("web"), "0"),
    NULL, NULL, 1, 0 },
  { ONE_POD ("old", OWNED ("ReplicaSet"), "nodeName: a")
        ONE_POD ("new", "", "priority: 1"),
    NULL, NULL, 2, 0 },
  /* who replaces it */
  { ONE_POD ("bare", "", "nodeName: a"), "bare",
    "has no controller that would replace it", 0, 0 },
  { ONE_POD ("other", OWNED ("ReplicaSet"), "nodeName: a, schedulerName: s"),
    "other", "is scheduled by \"s\", whose rules are not known", 0, 0 },
  { ONE_POD ("agent", OWNED ("DaemonSet"), "nodeName: a"), NULL, NULL, 0, 1 },
  { ONE_POD ("agent", OWNED ("DaemonSet"), "nodeName: a") WEB, NULL, NULL, 1,
    1 },
  { ONE_POD ("static", OWNED ("Node"), "nodeName: a"), NULL, NULL, 0, 1 },
  { ONE_POD ("static", "annotations: {kubernetes.io/config.mirror: x}",
             "nodeName: a"),
    NULL, NULL, 0, 1 },
  { ONE_POD ("leaves", "deletionTimestamp: \"2020-01-01T00:00:00Z\"",
             "nodeName: a"),
    NULL, NULL, 0, 1 },
  /* nowhere else to go */
  { ONE_POD ("first", OWNED ("ReplicaSet"), "nodeName: a")
        ONE_POD ("second", OWNED ("ReplicaSet"),
                 "nodeName: a, nodeSelector: {disk: ssd}"),
    "second",
    "fits on no other node: 0/2 nodes are available: 1 node(s) didn't match "
    "node selector, 1 node(s) were unschedulable.",
    0, 0 },
  { ONE_POD ("returns", OWNED ("ReplicaSet"),
             "nodeName: a, tolerations: [{operator: Exists}]"),
    "returns", "goes to a although it is cordoned", 0, 0 },
};

static void
test_what_keeps_a_node (void **state)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      g_autofree char *text = g_strconcat (TWO_NODES, kept[i].objects, NULL);
      g_autoptr (FitObjects) objects = cluster_from (text);
      g_autoptr (FitSimulation) simulation = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (FitCompression) answer = fit_compress (
          make, objects, registry, NULL, NULL, &simulation, &error);
      const FitCompressNode *node;

      print_message ("row %u\n", i);
      assert_non_null (answer);
      assert_int_equal (answer->n_nodes, 2);
      node = &answer->nodes[0];
      assert_string_equal (node->name, "a");
      assert_string_equal (answer->nodes[1].name, "b");
      assert_string_equal (answer->nodes[1].reason,
                           "has no controller that would replace it");
      if (kept[i].pod != NULL)
        assert_string_equal (node->pod->meta.name, kept[i].pod);
      else
        assert_null (node->pod);
      if (kept[i].reason != NULL)
        assert_string_equal (node->reason, kept[i].reason);
      else
        assert_null (node->reason);
      assert_int_equal (node->drained, kept[i].reason == NULL);
      assert_int_equal (node->n_others, kept[i].n_others);
      assert_int_equal (node->moved->len, kept[i].n_moved);
      assert_int_equal (answer->n_moved, kept[i].n_moved);
      assert_int_equal (answer->n_drained, kept[i].reason == NULL);
    }
}

/* -- order and totals ------------------------------------------------------ */

#define SIZED_NODE(name, labels, cpu, memory)                 \
  "---\n{apiVersion: v1, kind: Node, metadata: {name: " name  \
  ", labels: {" labels "}}, status: {allocatable: {cpu: " cpu \
  ", memory: " memory ", pods: 10}}}\n"
#define SIZED_POD(name, meta, node, cpu, memory)                      \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", " meta \
  "}, spec: {nodeName: " node                                         \
  ", containers: [{name: c, resources: {requests: {cpu: " cpu         \
  ", memory: " memory "}}}]}}\n"

static const char *const sized[] = {
  SIZED_NODE ("busy", "", "4", "8000"),
  SIZED_NODE ("half", "", "4", "8000"),
  SIZED_NODE ("memory", "", "4", "8000"),
  SIZED_NODE ("even", "", "4", "8000"),
  SIZED_NODE ("none", "", "0", "0"),
  SIZED_NODE ("new-master", "node-role.kubernetes.io/control-plane: x", "1",
              "8000"),
  SIZED_NODE ("old-master", "node-role.kubernetes.io/master: x", "2", "8000"),
  SIZED_POD ("p1", "", "busy", "3", "6000"),
  SIZED_POD ("p2", OWNED ("Job"), "half", "1", "0"),
  SIZED_POD ("p3", OWNED ("Job"), "memory", "0", "4001"),
  SIZED_POD ("p4", OWNED ("Job"), "even", "1", "0"),
  ONE_POD ("big", "", "nodeSelector: {no: node}"),
  NULL,
};

static void
note_progress (guint done, guint total, gpointer data)
{
  g_string_append_printf (data, "%u/%u ", done, total);
}

static void
assert_use (const FitCompressUse *use, const FitCompressUse *expected)
{
  assert_int_equal (use->nodes, expected->nodes);
  assert_int_equal (use->pods, expected->pods);
  assert_int_equal (use->milli_cpu, expected->milli_cpu);
  assert_int_equal (use->allocatable_milli_cpu,
                    expected->allocatable_milli_cpu);
  assert_int_equal (use->memory, expected->memory);
  assert_int_equal (use->allocatable_memory, expected->allocatable_memory);
}

/* Nodes are tried by load, and by name where it is the same.  A node without
 * resources has no load. */
static void
test_order_and_totals (void **state)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autofree char *manifest = g_strjoinv ("", (char **) sized);
  g_autoptr (FitObjects) objects = cluster_from (manifest);
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (GString) progress = g_string_new (NULL),
                      text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (FitCompression) answer = fit_compress (
      make, objects, registry, note_progress, progress, &simulation, &error);

  assert_non_null (answer);
  for (guint i = 0; i < answer->n_nodes; i++)
    {
      const FitCompressNode *node = &answer->nodes[i];

      g_string_append_printf (text, "%s: %s", node->name,
                              node->drained ? "drained" : node->reason);
      for (guint m = 0; m < node->moved->len; m++)
        g_string_append_printf (
            text, " %s to %s",
            g_array_index (node->moved, FitMovedPod, m).pod->meta.name,
            g_array_index (node->moved, FitMovedPod, m).node);
      g_string_append_c (text, '\n');
    }
  assert_string_equal (text->str,
                       "new-master: belongs to the control plane\n"
                       "none: drained\n"
                       "old-master: belongs to the control plane\n"
                       "even: drained p4 to half\n"
                       "half: drained p2 to old-master p4 to memory\n"
                       "memory: drained p3 to old-master p4 to new-master\n"
                       "busy: has no controller that would replace it\n");
  assert_string_equal (progress->str, "1/7 2/7 3/7 4/7 5/7 6/7 7/7 ");
  assert_int_equal (answer->n_unplaced, 1);
  assert_int_equal (answer->n_drained, 4);
  assert_int_equal (answer->n_moved, 5);
  assert_use (&answer->before,
              &(const FitCompressUse){ 7, 4, 5000, 19000, 10001, 48000 });
  assert_use (&answer->after,
              &(const FitCompressUse){ 3, 4, 5000, 7000, 10001, 24000 });
}

/* Totals that are too large stop at the end of their type. */
static void
test_extreme_totals (void **state)
{
  static const char nodes[]
      = SIZED_NODE ("a", "", "9223372036854775807m", "9223372036854775807")
          SIZED_NODE ("b", "", "4", "1")
              SIZED_POD ("p1", "", "a", "4", "9223372036854775807")
                  SIZED_POD ("p2", "", "b", "4", "1");
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autoptr (FitObjects) objects = cluster_from (nodes);
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitCompression) answer
      = fit_compress (make, objects, registry, NULL, NULL, &simulation, &error);

  (void) state;
  assert_non_null (answer);
  assert_use (&answer->before,
              &(const FitCompressUse){ 2, 2, 8000, G_MAXINT64, G_MAXINT64,
                                       G_MAXINT64 });
}

/* -- moves ----------------------------------------------------------------- */

#define FOUR_CPUS(name) SIZED_NODE (name, "", "4", "8000")
#define OWNED_POD(name, node, cpu) \
  SIZED_POD (name, OWNED ("Job"), node, cpu, "0")

/* The pod of a needs 2 CPUs, and b and c have one each: c1 moves to b first.  A
 * budget that allows no disruption of it keeps everything as it is. */
static void
test_others_make_room (void **state)
{
  static const char cluster[] = FOUR_CPUS ("a") FOUR_CPUS ("b") FOUR_CPUS ("c")
      OWNED_POD ("a1", "a", "2") OWNED_POD ("b1", "b", "3")
          SIZED_POD ("c0", "", "c", "2", "0") SIZED_POD (
              "c1", OWNED ("Job") ", labels: {app: c1}", "c", "1", "0");
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());

  for (guint guarded = 0; guarded < 2; guarded++)
    {
      g_autofree char *text = g_strconcat (
          cluster, guarded ? BUDGET ("name: x", APP ("c1"), "0") : NULL, NULL);
      g_autoptr (FitObjects) objects = cluster_from (text);
      g_autoptr (FitSimulation) simulation = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (FitCompression) answer = fit_compress (
          make, objects, registry, NULL, NULL, &simulation, &error);
      const FitCompressNode *node;
      const FitMovedPod *moved;

      assert_non_null (answer);
      assert_int_equal (answer->n_drained, guarded ? 0 : 1);
      if (guarded)
        continue;
      node = &answer->nodes[answer->n_nodes - 1];
      moved = (const FitMovedPod *) node->moved->data;
      assert_string_equal (node->name, "a");
      assert_int_equal (node->moved->len, 2);
      assert_string_equal (moved[0].pod->meta.name, "a1");
      assert_string_equal (moved[0].from, "a");
      assert_string_equal (moved[0].node, "c");
      assert_string_equal (moved[1].pod->meta.name, "c1");
      assert_string_equal (moved[1].from, "c");
      assert_string_equal (moved[1].node, "b");
    }
}

/* -- the answer, replayed -------------------------------------------------- */

/* Where each pod is: name -> name of the node, both borrowed. */
static GHashTable *
positions (const FitCache *cache)
{
  GHashTable *out = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);

      for (guint p = 0; info != NULL && p < info->n_pods; p++)
        g_hash_table_insert (out, info->pods[p]->meta.name,
                             (gpointer) info->name);
    }
  return out;
}

/* Moves pods as the answer says, from where the pending pods went. */
static void
follow (GHashTable *where, const FitCompression *answer)
{
  for (guint i = 0; i < answer->n_nodes; i++)
    {
      const FitCompressNode *node = &answer->nodes[i];

      for (guint m = 0; m < node->moved->len; m++)
        {
          const FitMovedPod *moved
              = &g_array_index (node->moved, FitMovedPod, m);

          assert_string_equal (
              g_hash_table_lookup (where, moved->pod->meta.name), moved->from);
          assert_string_not_equal (moved->node, node->name);
          g_hash_table_insert (where, moved->pod->meta.name,
                               (gpointer) moved->node);
        }
    }
}

static const FitCompressNode *
find_node (const FitCompression *answer, const char *name)
{
  for (guint i = 0; i < answer->n_nodes; i++)
    if (strcmp (answer->nodes[i].name, name) == 0)
      return &answer->nodes[i];
  return NULL;
}

static gboolean
stays_with_node (const FitPod *pod)
{
  return pod->mirror
         || (pod->meta.controller != NULL
             && strcmp (pod->meta.controller->kind, "DaemonSet") == 0);
}

/* May the pod be where it is?  Written anew: room, selector, taints. */
static void
check_pod (const FitObjects *objects, const FitPod *pod, const char *name,
           GHashTable *where)
{
  const FitNode *node = NULL;
  gint64 cpu = 0, memory = 0, n = 0;

  for (guint i = 0; i < objects->of[FIT_KIND_NODE]->len; i++)
    {
      const FitNode *one = objects->of[FIT_KIND_NODE]->pdata[i];

      if (strcmp (one->name, name) == 0)
        node = one;
    }
  for (guint i = 0; i < objects->of[FIT_KIND_POD]->len; i++)
    {
      const FitPod *other = objects->of[FIT_KIND_POD]->pdata[i];

      if (g_strcmp0 (g_hash_table_lookup (where, other->meta.name), name) != 0)
        continue;
      n++;
      cpu += other->spec->requests.milli_cpu;
      memory += other->spec->requests.memory;
    }
  assert_true (n <= node->traits->allowed_pods);
  assert_true (pod->spec->requests.milli_cpu == 0
               || cpu <= node->traits->allocatable.milli_cpu);
  assert_true (pod->spec->requests.memory == 0
               || memory <= node->traits->allocatable.memory);
  assert_true (fit_pod_matches_node (pod, node->meta.labels, node->name));
  for (guint i = 0; i < node->traits->n_taints; i++)
    assert_true (fit_tolerations_tolerate (pod->spec->tolerations,
                                           pod->spec->n_tolerations,
                                           &node->traits->taints[i]));
}

/* Does @pod leave @from, which stays, to let in one of a drained node? */
static gboolean
makes_room (const FitCompression *answer, const FitPod *pod, const char *from)
{
  for (guint i = 0; i < answer->n_nodes; i++)
    for (guint m = 0; m < answer->nodes[i].moved->len; m++)
      {
        const FitMovedPod *moved
            = &g_array_index (answer->nodes[i].moved, FitMovedPod, m);

        if (strcmp (moved->pod->meta.name, pod->meta.name) == 0
            && strcmp (moved->from, from) == 0
            && strcmp (moved->from, answer->nodes[i].name) != 0)
          return TRUE;
      }
  return FALSE;
}

/* A node that is drained has only pods that go with it; every other pod is
 * somewhere, and where it moved to it may be. */
static void
check_answer (const FitObjects *objects, const FitCompression *answer,
              GHashTable *before, GHashTable *after)
{
  guint n_drained = 0;

  for (guint i = 0; i < answer->n_nodes; i++)
    {
      n_drained += answer->nodes[i].drained;
      assert_int_equal (answer->nodes[i].drained,
                        answer->nodes[i].reason == NULL);
    }
  assert_int_equal (n_drained, answer->n_drained);
  assert_int_equal (g_hash_table_size (before), g_hash_table_size (after));
  for (guint i = 0; i < objects->of[FIT_KIND_POD]->len; i++)
    {
      const FitPod *pod = objects->of[FIT_KIND_POD]->pdata[i];
      const char *from = g_hash_table_lookup (before, pod->meta.name),
                 *to = g_hash_table_lookup (after, pod->meta.name);

      assert_int_equal (from == NULL, to == NULL);
      if (to == NULL)
        continue;
      if (find_node (answer, to)->drained)
        assert_true (stays_with_node (pod));
      if (strcmp (from, to) == 0)
        continue;
      assert_true (find_node (answer, from)->drained
                   || makes_room (answer, pod, from));
      assert_false (stays_with_node (pod));
      assert_true (*pod->node_name == '\0' || pod->meta.controller != NULL);
      check_pod (objects, pod, to, after);
    }
}

static void
test_every_pod_is_placed (void **state)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  const char *wanted = g_getenv ("FIT_TEST_SEED");
  const guint32 first
      = wanted ? (guint32) g_ascii_strtoull (wanted, NULL, 10) : 1;
  guint n_drained = 0, n_moved = 0, n_kept = 0;

  for (guint32 seed = first; seed < first + (wanted ? 1 : ROUNDS); seed++)
    {
      g_autoptr (GRand) dice = g_rand_new_with_seed (seed);
      g_autoptr (FitObjects) objects = random_cluster (dice);
      g_autoptr (FitSimulation) simulation = NULL;
      g_autoptr (FitSimulation) placed = simulate (objects, registry);
      g_autoptr (FitCompression) answer = NULL;
      g_autoptr (GHashTable) before = NULL, after = NULL, got = NULL;
      g_autoptr (GError) error = NULL;
      guint progress;

      print_message ("seed %u\n", seed);
      /* The same start, placed by the scheduler alone. */
      do
        {
          progress = 0;
          for (guint i = 0; i < fit_simulation_pending (placed)->len; i++)
            {
              const FitPod *pod = fit_simulation_pending (placed)->pdata[i];
              g_auto (FitPlacement) placement = { 0 };

              if (fit_cache_find_pod (fit_simulation_cache (placed),
                                      pod->meta.uid)
                  != NULL)
                continue;
              fit_simulation_schedule (placed, pod, &placement);
              assert_null (placement.error);
              progress += placement.result.node != NULL;
            }
        }
      while (progress > 0);
      before = positions (fit_simulation_cache (placed));
      answer = fit_compress (make, objects, registry, NULL, NULL, &simulation,
                             &error);
      assert_non_null (answer);
      after = positions (fit_simulation_cache (placed));
      follow (after, answer);
      check_answer (objects, answer, before, after);
      /* The cluster that is left is the one that the answer tells of. */
      got = positions (fit_simulation_cache (simulation));
      assert_int_equal (g_hash_table_size (got), g_hash_table_size (after));
      for (guint i = 0; i < objects->of[FIT_KIND_POD]->len; i++)
        {
          const FitPod *pod = objects->of[FIT_KIND_POD]->pdata[i];

          if (g_hash_table_contains (after, pod->meta.name))
            assert_string_equal (g_hash_table_lookup (got, pod->meta.name),
                                 g_hash_table_lookup (after, pod->meta.name));
        }
      n_drained += answer->n_drained;
      n_moved += answer->n_moved;
      n_kept += answer->n_nodes - answer->n_drained;
    }
  if (wanted != NULL)
    return;
  /* Not of empty nodes alone. */
  assert_true (n_drained > ROUNDS / 2);
  assert_true (n_moved > ROUNDS / 4);
  assert_true (n_kept > ROUNDS);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_keeps_a_node),
    cmocka_unit_test (test_order_and_totals),
    cmocka_unit_test (test_extreme_totals),
    cmocka_unit_test (test_others_make_room),
    cmocka_unit_test (test_every_pod_is_placed),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
