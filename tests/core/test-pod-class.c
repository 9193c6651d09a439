/* Pods share what was found out about a node only if no rule that looks at one
 * node could tell them apart: see core/pod-class.h. */
#include "core/pod-class.h"

#include "tests/support/cluster.h"

#define CONTAINER(resources) \
  "containers: [{name: c, resources: {" resources "}}]"
#define FOUR(resources)                                                     \
  "containers: [{name: a, resources: {" resources                           \
  "}}, {name: b, resources: {" resources "}}, "                             \
  "{name: c, resources: {" resources "}}, {name: d, resources: {" resources \
  "}}]"
#define PORT(port) "containers: [{name: c, ports: [{" port "}]}]"
#define TOLERATION(toleration) "tolerations: [{" toleration "}]"
#define NODE_AFFINITY(affinity) "affinity: {nodeAffinity: {" affinity "}}"
#define EXPRESSIONS(list) "{matchExpressions: [" list "]}"
#define FIELDS(list) "{matchFields: [" list "]}"
#define IN(key, values) "{key: " key ", operator: In, values: [" values "]}"
#define REQUIRED_TERMS(terms) \
  NODE_AFFINITY (REQUIRED "{nodeSelectorTerms: [" terms "]}")
#define PREFERRED_TERM(weight, term) \
  NODE_AFFINITY (PREFERRED "[{weight: " weight ", preference: " term "}]")
#define OWNED(kind, uid)                                                  \
  "ownerReferences: [{apiVersion: v1, kind: " kind ", name: o, uid: " uid \
  ", controller: true}]"

/* No two of these are alike. */
static const struct
{
  const char *metadata, *spec;
} pods[] = {
  { "", "" },
  { "", "nodeName: n1" },
  { "", "nodeName: n2" },

  /* requests and limits */
  { "", CONTAINER ("requests: {cpu: 100m}") },
  { "", CONTAINER ("requests: {cpu: 200m}") },
  { "", CONTAINER ("requests: {memory: 100Mi}") },
  { "", CONTAINER ("requests: {memory: 200Mi}") },
  { "", CONTAINER ("requests: {memory: 200Mi, cpu: 0}") },
  { "", CONTAINER ("requests: {cpu: 100m, memory: 0}") },
  { "", CONTAINER ("requests: {cpu: 100m, memory: 100Mi}") },
  { "", CONTAINER ("requests: {ephemeral-storage: 1Gi}") },
  { "", CONTAINER ("requests: {ephemeral-storage: 2Gi}") },
  { "",
    CONTAINER ("requests: {example.com/a: 1}, limits: {example.com/a: 1}") },
  { "",
    CONTAINER ("requests: {example.com/a: 2}, limits: {example.com/a: 2}") },
  { "",
    CONTAINER ("requests: {example.com/b: 1}, limits: {example.com/b: 1}") },
  { "",
    CONTAINER (
        "requests: {example.com/a: 1, example.com/b: 1}, limits: {example.com/a: 1, example.com/b: 1}") },
  { "", CONTAINER ("requests: {cpu: 100m}, limits: {cpu: 100m}") },
  { "", CONTAINER ("requests: {cpu: 100m}, limits: {cpu: 200m}") },
  { "", CONTAINER ("limits: {memory: 1Gi}") },
  /* the sum wraps to 0, but this pod is not best-effort as the first one is */
  { "", FOUR ("requests: {cpu: 0, memory: 4Ei}") },
  { "", CONTAINER ("limits: {hugepages-2Mi: 2Mi}") },

  /* overhead: the last two have more thousandths of a core than a number holds */
  { "", "overhead: {cpu: 100m}" },
  { "", "overhead: {cpu: 200m}" },
  { "", "overhead: {memory: 1Gi}" },
  { "", "overhead: {}" },
  { "", "overhead: {cpu: 10P}" },
  { "", "overhead: {cpu: 20P}" },

  /* ports */
  { "", PORT ("containerPort: 80, hostPort: 80") },
  { "", PORT ("containerPort: 81, hostPort: 81") },
  { "", PORT ("containerPort: 80, hostPort: 80, protocol: UDP") },
  { "", PORT ("containerPort: 80, hostPort: 80, hostIP: 127.0.0.1") },
  { "",
    PORT (
        "containerPort: 80, hostPort: 80}, {containerPort: 81, hostPort: 81") },

  /* tolerations */
  { "", TOLERATION ("operator: Exists") },
  { "", TOLERATION ("operator: Exists, key: a") },
  { "", TOLERATION ("operator: Exists, key: b") },
  { "", TOLERATION ("operator: Equal, key: a, value: \"\"") },
  { "", TOLERATION ("operator: Equal, key: a, value: v") },
  { "", TOLERATION ("operator: Equal, key: a, value: w") },
  { "", TOLERATION ("operator: Exists, key: a, effect: NoSchedule") },
  { "", TOLERATION ("operator: Exists, key: a, effect: NoExecute") },
  { "", TOLERATION ("operator: Exists, key: a}, {operator: Exists, key: b") },

  /* selectors of nodes */
  { "", "nodeSelector: {a: b}" },
  { "", "nodeSelector: {a: c}" },
  { "", "nodeSelector: {b: b}" },
  { "", "nodeSelector: {a: b, c: d}" },
  { "", REQUIRED_TERMS ("") },
  { "", REQUIRED_TERMS ("{}") },
  { "", REQUIRED_TERMS (EXPRESSIONS (IN ("a", "x"))) },
  { "", REQUIRED_TERMS (EXPRESSIONS (IN ("a", "z"))) },
  { "", REQUIRED_TERMS (EXPRESSIONS (IN ("b", "x"))) },
  { "", REQUIRED_TERMS (EXPRESSIONS (IN ("a", "x, z"))) },
  { "", REQUIRED_TERMS (EXPRESSIONS (IN ("a", "x") ", " IN ("b", "x"))) },
  { "", REQUIRED_TERMS (
            EXPRESSIONS (IN ("a", "x")) ", " EXPRESSIONS (IN ("b", "x"))) },
  { "",
    REQUIRED_TERMS (EXPRESSIONS ("{key: a, operator: NotIn, values: [x]}")) },
  { "", REQUIRED_TERMS (EXPRESSIONS ("{key: a, operator: Exists}")) },
  { "", REQUIRED_TERMS (EXPRESSIONS ("{key: a, operator: DoesNotExist}")) },
  { "",
    REQUIRED_TERMS (EXPRESSIONS ("{key: a, operator: Gt, values: ['1']}")) },
  { "",
    REQUIRED_TERMS (EXPRESSIONS ("{key: a, operator: Gt, values: ['2']}")) },
  { "",
    REQUIRED_TERMS (EXPRESSIONS ("{key: a, operator: Lt, values: ['1']}")) },
  { "", REQUIRED_TERMS (EXPRESSIONS ("{key: a, operator: In, values: []}")) },
  { "", REQUIRED_TERMS (FIELDS (IN ("metadata.name", "x"))) },
  { "", REQUIRED_TERMS (FIELDS (IN ("metadata.name", "z"))) },
  { "", PREFERRED_TERM ("1", EXPRESSIONS (IN ("a", "x"))) },
  { "", PREFERRED_TERM ("2", EXPRESSIONS (IN ("a", "x"))) },
  { "", PREFERRED_TERM ("1", EXPRESSIONS (IN ("a", "z"))) },

  /* whose pods they are: nodes may ask to be avoided by these */
  { OWNED ("ReplicaSet", "u1"), "" },
  { OWNED ("ReplicaSet", "u2"), "" },
  { OWNED ("ReplicationController", "u1"), "" },
  { OWNED ("ReplicaSet", "a-uid-of-several-words"), "" },
  { OWNED ("ReplicaSet", "a-uid-in-several-words"), "" },
  { OWNED ("ReplicaSet", "a-uid-of-several-wordz"), "" },
  { OWNED ("Abcdefgh", "ijklmnopqrst"), "" },
  { OWNED ("Abcdefghijklmnop", "qrst"), "" },
};

static FitPod *
pod_at (guint index, const char *name, const char *more)
{
  g_autofree char *manifest = g_strdup_printf (
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: %s, uid: %s, %s}, spec: {%s%s}}\n",
      name, name, pods[index].metadata, more, pods[index].spec);

  return pod_from (manifest);
}

static GArray *
key_of (const FitPod *pod, gboolean whole)
{
  GArray *key = g_array_new (FALSE, FALSE, sizeof (guint64));

  fit_pod_class_key (pod, whole, key);
  return key;
}

static gboolean
are_alike (const FitPod *one, const FitPod *other, gboolean whole)
{
  g_autoptr (GArray) a = key_of (one, whole);
  g_autoptr (GArray) b = key_of (other, whole);

  return a->len == b->len
         && memcmp (a->data, b->data, a->len * sizeof (guint64)) == 0;
}

static void
test_what_tells_pods_apart (void **state)
{
  FitPod *made[G_N_ELEMENTS (pods)];

  for (guint i = 0; i < G_N_ELEMENTS (pods); i++)
    made[i] = pod_at (i, "one", "");
  for (guint i = 0; i < G_N_ELEMENTS (pods); i++)
    for (guint j = 0; j < i; j++)
      for (guint whole = FALSE; whole <= TRUE; whole++)
        if (are_alike (made[i], made[j], whole))
          fail_msg ("one class for both: {%s %s} and {%s %s}", pods[i].metadata,
                    pods[i].spec, pods[j].metadata, pods[j].spec);
  for (guint i = 0; i < G_N_ELEMENTS (pods); i++)
    fit_pod_unref (made[i]);
}

/* What no rule about one node reads does not make another class: otherwise each
 * pod would be looked at on each node. */
static void
test_what_does_not (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (pods); i++)
    {
      g_autoptr (FitPod) one = pod_at (i, "one", "");
      g_autoptr (FitPod) same = pod_at (i, "same", "");
      g_autoptr (FitPod) urgent = pod_at (i, "urgent", "priority: 7, ");

      assert_true (are_alike (one, same, FALSE));
      assert_true (are_alike (one, same, TRUE));
      assert_true (are_alike (one, urgent, FALSE));
      /* A plugin may read its priority. */
      assert_false (are_alike (one, urgent, TRUE));
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_tells_pods_apart),
    cmocka_unit_test (test_what_does_not),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
