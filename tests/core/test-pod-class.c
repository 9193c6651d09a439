/* Pods share what was found out about a node only if no rule that looks at one
 * node could tell them apart: see core/pod-class.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/pod-class.h"

#include "api/kinds-private.h"
#include "formats/value-edit.h"
#include "formats/value-json.h"
#include "tests/support/cluster.h"

#include <string.h>

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

static GBytes *
key_of (const FitPod *pod, gboolean whole)
{
  FitPodKey key = { 0 };

  fit_pod_key_begin (&key, 0);
  fit_pod_class_key (pod, whole, &key);
  return g_bytes_new_take (key.words, sizeof *key.words * key.n);
}

static gboolean
are_alike (const FitPod *one, const FitPod *other, gboolean whole)
{
  g_autoptr (GBytes) a = key_of (one, whole);
  g_autoptr (GBytes) b = key_of (other, whole);

  return g_bytes_equal (a, b);
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

/* -- each field of a pod --------------------------------------------------- */

/* A member of the pod of every-field.yaml that has no fields of its own. */
typedef struct
{
  const FitField *field;
  FitPodReader reader;
  char *path;        /* owned */
  GPtrArray *values; /* owned: FitValue *, borrowed: where it is */
} Leaf;

static void
leaf_free (gpointer data)
{
  Leaf *leaf = data;

  g_free (leaf->path);
  g_ptr_array_unref (leaf->values);
  g_free (leaf);
}

/* One leaf stands for all places where a row says the same. */
static Leaf *
find_leaf (GPtrArray *leaves, const FitField *field, FitPodReader reader,
           const char *path)
{
  Leaf *leaf;

  for (guint i = 0; i < leaves->len; i++)
    {
      leaf = leaves->pdata[i];
      if (leaf->field == field && leaf->reader == reader)
        return leaf;
    }
  leaf = g_new0 (Leaf, 1);
  leaf->field = field;
  leaf->reader = reader;
  leaf->path = g_strdup (path);
  leaf->values = g_ptr_array_new ();
  g_ptr_array_add (leaves, leaf);
  return leaf;
}

static void
collect (GPtrArray *leaves, const FitType *type, FitPodReader reader,
         const FitValue *value, const char *path)
{
  for (guint i = 0; value->type == FIT_VALUE_LIST && i < value->n; i++)
    collect (leaves, type, reader, &value->items[i], path);
  for (guint i = 0; value->type == FIT_VALUE_MAP && i < value->n; i++)
    {
      const FitMember *member = &value->members[i];
      const FitField *field
          = fit_type_find (type, member->key, member->key_len);
      g_autofree char *inner = g_strconcat (path, ".", member->key, NULL);
      FitPodReader its;

      if (field == NULL)
        continue;
      its = field->reader != FIT_POD_READER_UNSAID ? field->reader : reader;
      if (fit_type_described (field->type)->fields != NULL)
        collect (leaves, field->type, its, &member->value, inner);
      else
        g_ptr_array_add (find_leaf (leaves, field, its, inner)->values,
                         (gpointer) &member->value);
    }
}

typedef struct
{
  const FitValue *object;
  GBytes *keys[2]; /* owned: by its place, or whole, for the current flags */
  guint flags;
  gboolean changed[2]; /* by some change */
  const FitField *field;
  const GPtrArray *places; /* where it is */
  gboolean read;           /* a decoder looks there */
} Trial;

static void
note_read (const FitValue *map, const char *key, gpointer data)
{
  Trial *trial = data;

  trial->read |= trial->field->shape != FIT_FIELD_NOT_READ
                 && g_ptr_array_find ((GPtrArray *) trial->places,
                                      fit_value_get (map, key), NULL);
}

/* Returns: (transfer full) (nullable): NULL: it is not valid */
static FitPod *
decode_trial (Trial *trial)
{
  g_autoptr (FitArena) scratch = fit_arena_new ();
  FitDecoder decoder = { .flags = trial->flags,
                         .api_version = "v1",
                         .scratch = scratch,
                         .look = note_read,
                         .look_data = trial };

  return fit_decode_object (&decoder, FIT_KIND_POD, trial->object, NULL);
}

static void
try_value (Trial *trial, FitValue *place, FitValue value)
{
  const FitValue old = *place;
  g_autoptr (FitPod) pod = NULL;

  *place = value;
  pod = decode_trial (trial);
  for (guint whole = 0; pod != NULL && whole < 2; whole++)
    {
      g_autoptr (GBytes) key = key_of (pod, whole != 0);

      trial->changed[whole] |= !g_bytes_equal (key, trial->keys[whole]);
    }
  *place = old;
}

/* Makes it absent, and another of its kind. */
static void
try_changes (Trial *trial, const FitField *field, FitValue *place)
{
  static const char *const texts[] = { "", "other", "7", "99Gi", NULL };
  const char *const *words = field->words != NULL ? field->words : texts;

  try_value (trial, place, (FitValue){ .type = FIT_VALUE_NULL });
  if (place->type == FIT_VALUE_BOOL)
    try_value (
        trial, place,
        (FitValue){ .type = FIT_VALUE_BOOL, .boolean = !place->boolean });
  for (; *words != NULL && place->type == FIT_VALUE_STRING; words++)
    try_value (trial, place, fit_value_of_text (*words));
  if (place->type == FIT_VALUE_NUMBER)
    try_value (trial, place,
               (FitValue){ .type = FIT_VALUE_NUMBER, .text = "99", .n = 2 });
  for (guint i = 0; place->type == FIT_VALUE_LIST && i < place->n; i++)
    try_changes (trial, field, (FitValue *) &place->items[i]);
  for (guint i = 0; place->type == FIT_VALUE_MAP && i < place->n; i++)
    try_changes (trial, field, (FitValue *) &place->members[i].value);
}

/* With each flag, since a field may be read by some releases only.  Equal specs
 * must be one, otherwise a member is missing in api/pod-spec.c. */
static void
try_leaf (const FitValue *object, const Leaf *leaf, Trial *trial)
{
  for (guint flags = FIT_DECODE_AS_IS; flags <= FIT_DECODE_COMPARISONS;
       flags *= 2)
    {
      g_autoptr (FitPod) pod = NULL, again = NULL;

      trial->object = object;
      trial->flags = flags;
      pod = decode_trial (trial);
      again = decode_trial (trial);
      assert_non_null (pod);
      assert_ptr_equal (pod->spec, again->spec);
      for (guint whole = 0; whole < 2; whole++)
        trial->keys[whole] = key_of (pod, whole != 0);
      for (guint i = 0; i < leaf->values->len; i++)
        try_changes (trial, leaf->field, leaf->values->pdata[i]);
      for (guint whole = 0; whole < 2; whole++)
        g_bytes_unref (trial->keys[whole]);
    }
}

/* Whatever a node rule reads tells classes apart, and nothing else does; a
 * plugin may read whatever is decoded into the spec. */
static void
check_leaf (const FitValue *object, const Leaf *leaf, GString *problems)
{
  const gboolean told = leaf->reader == FIT_POD_READER_NODE_RULES;
  Trial trial = { .field = leaf->field, .places = leaf->values };

  if (leaf->reader == FIT_POD_READER_UNSAID)
    {
      g_string_append_printf (problems, "%s: nobody says who reads it\n",
                              leaf->path);
      return;
    }
  try_leaf (object, leaf, &trial);
  if (trial.changed[0] != told)
    g_string_append_printf (problems, "%s: %s, but its row says otherwise\n",
                            leaf->path, told ? "one class" : "another class");
  if (g_str_has_prefix (leaf->path, ".spec.") && trial.read
      && !trial.changed[1])
    g_string_append_printf (problems, "%s: not in the spec\n", leaf->path);
}

static gboolean
check_object (const FitValue *object, const FitObjectPlace *place,
              gpointer data, GError **error)
{
  g_autoptr (GPtrArray) leaves = g_ptr_array_new_with_free_func (leaf_free);
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autofree char *json = fit_value_to_json (object, NULL, NULL);
  GString *problems = data;

  (void) place;
  (void) error;
  if (strcmp (fit_value_get_string (object, "kind"), "Pod") != 0)
    return TRUE;
  /* In JSON no two places are one by an alias. */
  object = fit_json_parse (arena, json, strlen (json), NULL, NULL, NULL);
  collect (leaves, fit_kind_type (FIT_KIND_POD), FIT_POD_READER_UNSAID, object,
           "");
  assert_true (leaves->len > 50);
  for (guint i = 0; i < leaves->len; i++)
    check_leaf (object, leaves->pdata[i], problems);
  return TRUE;
}

static void
test_every_field (void **state)
{
  const char *srcdir = g_getenv ("FIT_TEST_SRCDIR");
  g_autofree char *path
      = g_build_filename (srcdir != NULL ? srcdir : ".", "tests", "snapshot",
                          "every-field.yaml", NULL);
  g_autoptr (GString) problems = g_string_new (NULL);
  g_autofree char *text = NULL;
  gsize len;

  (void) state;
  assert_true (g_file_get_contents (path, &text, &len, NULL));
  assert_true (fit_read_objects (text, len, "every-field.yaml", NULL,
                                 check_object, problems, NULL));
  if (problems->len > 0)
    fail_msg ("%s", problems->str);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_tells_pods_apart),
    cmocka_unit_test (test_what_does_not),
    cmocka_unit_test (test_every_field),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
