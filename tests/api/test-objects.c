/* What is read from streams of objects.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "base/arena.h"

static void
test_kind_names (void **state)
{
  assert_string_equal (fit_kind_name (FIT_KIND_NODE), "Node");
  assert_string_equal (fit_kind_name (FIT_KIND_CSI_NODE), "CSINode");
  assert_string_equal (fit_kind_name (FIT_KIND_NAMESPACE), "Namespace");
  for (guint i = 0; i < FIT_KIND_LAST; i++)
    assert_true (fit_kind_name ((FitKind) i)[0] != '\0');
}

static void
test_kinds_and_versions (void **state)
{
  static const struct
  {
    FitKind kind;
    const char *version;
  } cases[] = {
    { FIT_KIND_NODE, "v1" },
    { FIT_KIND_POD, "v1" },
    { FIT_KIND_SERVICE, "v1" },
    { FIT_KIND_REPLICATION_CONTROLLER, "v1" },
    { FIT_KIND_REPLICA_SET, "apps/v1" },
    { FIT_KIND_REPLICA_SET, "apps/v1beta2" },
    { FIT_KIND_REPLICA_SET, "extensions/v1beta1" },
    { FIT_KIND_STATEFUL_SET, "apps/v1" },
    { FIT_KIND_STATEFUL_SET, "apps/v1beta1" },
    { FIT_KIND_STATEFUL_SET, "apps/v1beta2" },
    { FIT_KIND_PERSISTENT_VOLUME, "v1" },
    { FIT_KIND_PERSISTENT_VOLUME_CLAIM, "v1" },
    { FIT_KIND_STORAGE_CLASS, "storage.k8s.io/v1" },
    { FIT_KIND_STORAGE_CLASS, "storage.k8s.io/v1beta1" },
    { FIT_KIND_CSI_NODE, "storage.k8s.io/v1" },
    { FIT_KIND_CSI_NODE, "storage.k8s.io/v1beta1" },
    { FIT_KIND_POD_DISRUPTION_BUDGET, "policy/v1beta1" },
    { FIT_KIND_POD_DISRUPTION_BUDGET, "policy/v1" },
    { FIT_KIND_PRIORITY_CLASS, "scheduling.k8s.io/v1" },
    { FIT_KIND_PRIORITY_CLASS, "scheduling.k8s.io/v1beta1" },
    { FIT_KIND_PRIORITY_CLASS, "scheduling.k8s.io/v1alpha1" },
    { FIT_KIND_NAMESPACE, "v1" },
    { FIT_KIND_LIMIT_RANGE, "v1" },
    { FIT_KIND_RESOURCE_QUOTA, "v1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{'kind':'%s','apiVersion':'%s','metadata':{'name':'x'}}",
          fit_kind_name (cases[i].kind), cases[i].version);
      g_autoptr (FitObjects) objects = read_text (text);

      only (objects, cases[i].kind);
      assert_int_equal (g_hash_table_size (objects->unknown), 0);
    }
}

static void
test_resources (void **state)
{
  static const struct
  {
    const char *group, *resource;
    FitKind kind; /* FIT_KIND_LAST: none */
  } rows[] = {
    { NULL, "pods", FIT_KIND_POD },
    { "", "pods", FIT_KIND_POD },
    { "", "nodes", FIT_KIND_NODE },
    { "apps", "replicasets", FIT_KIND_REPLICA_SET },
    { "extensions", "replicasets", FIT_KIND_REPLICA_SET },
    { "policy", "poddisruptionbudgets", FIT_KIND_POD_DISRUPTION_BUDGET },
    { "storage.k8s.io", "storageclasses", FIT_KIND_STORAGE_CLASS },
    { "scheduling.k8s.io", "priorityclasses", FIT_KIND_PRIORITY_CLASS },
    { "storage.k8s.io", "csinodes", FIT_KIND_CSI_NODE },
    { "storage.k8s.io", "csistoragecapacities", FIT_KIND_CSI_STORAGE_CAPACITY },
    { "storage.k8s.io", "csistoragecapacitys", FIT_KIND_LAST },
    { "storage.k8s.io", "csistoragecapacityies", FIT_KIND_LAST },
    { "storage.k8s.io", "storageclasss", FIT_KIND_LAST },
    { "storage.k8s.ix", "storageclasses", FIT_KIND_LAST },
    { "storage", "storageclasses", FIT_KIND_LAST },
    { NULL, "storageclasses", FIT_KIND_LAST },
    { "apps", "pods", FIT_KIND_LAST },
    { NULL, "pod", FIT_KIND_LAST },
    { NULL, "podes", FIT_KIND_LAST },
    { NULL, "podss", FIT_KIND_LAST },
    { NULL, "", FIT_KIND_LAST },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FitKind kind = FIT_KIND_LAST;

      assert_int_equal (
          fit_kind_of_resource (rows[i].group, rows[i].resource, &kind),
          rows[i].kind != FIT_KIND_LAST);
      assert_int_equal (kind, rows[i].kind);
    }
}

static void
test_unknown_kinds (void **state)
{
  g_autoptr (FitObjects) objects = read_text (
      "{'kind':'Secret','apiVersion':'v1'}{'kind':'Secret','apiVersion':'v1'}"
      "{'kind':'Pod','apiVersion':'v2','spec':5}"
      "{'kind':'ReplicaSet','apiVersion':'v1'}"
      "{'kind':'Snapshot','apiVersion':'v1'}"
      "{'kind':'Explanation','apiVersion':'fitsched/v1'}");

  assert_int_equal (g_hash_table_size (objects->unknown), 5);
  assert_int_equal (
      GPOINTER_TO_UINT (g_hash_table_lookup (objects->unknown, "v1/Secret")),
      2);
  assert_int_equal (
      GPOINTER_TO_UINT (g_hash_table_lookup (objects->unknown, "v2/Pod")), 1);
  assert_int_equal (objects->of[FIT_KIND_POD]->len, 0);
}

static void
test_lists (void **state)
{
  g_autoptr (FitObjects) objects
      = read_text ("{'kind':'List','apiVersion':'v1','items':["
                   "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'a'}},"
                   "{'kind':'Node','apiVersion':'v1','metadata':{'name':'n'}}]}"
                   "{'kind':'PodList','apiVersion':'v1','items':["
                   "{'metadata':{'name':'b'}},{'metadata':{'name':'c'}}]}"
                   "{'items':[{'metadata':{'name':'d'}}],'kind':'PodList',"
                   "'apiVersion':'v1'}{'kind':'NodeList','apiVersion':'v1'}");
  const GPtrArray *pods = objects->of[FIT_KIND_POD];
  static const char *const names[] = { "a", "b", "c", "d" };

  assert_int_equal (pods->len, 4);
  for (guint i = 0; i < 4; i++)
    {
      const FitPod *pod = pods->pdata[i];

      assert_string_equal (pod->meta.name, names[i]);
    }
  assert_int_equal (objects->of[FIT_KIND_NODE]->len, 1);
}

static void
test_yaml_stream (void **state)
{
  g_autoptr (FitObjects) objects
      = read_text ("kind: Node\napiVersion: v1\nmetadata: {name: a}\n---\n"
                   "---\nkind: NodeList\napiVersion: v1\nitems:\n"
                   "- metadata: {name: b}\n");

  assert_int_equal (objects->of[FIT_KIND_NODE]->len, 2);
}

static void
test_nothing (void **state)
{
  g_autoptr (FitObjects) objects = read_text ("");
  g_autoptr (FitObjects) blank = read_text ("  \n---\n# nothing\n");

  for (guint i = 0; i < FIT_KIND_LAST; i++)
    {
      assert_int_equal (objects->of[i]->len, 0);
      assert_int_equal (blank->of[i]->len, 0);
    }
}

static void
test_errors (void **state)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "{'apiVersion':'v1'}",
      "test: document 1: kind: found nothing, expected a kind like Pod" },
    { "{'kind':'Pod'}",
      "test: document 1: apiVersion: found nothing, expected a version like "
      "v1" },
    { "{'kind':'Node','apiVersion':'v1','metadata':{'name':'n'}}"
      "{'kind':5,'apiVersion':'v1'}",
      "test: document 2: kind: found number 5, expected a string\n"
      "hint: put it in quotes" },
    { "[1]", "test: document 1: found a list, expected an object" },
    { "- a\n", "test: document 1: found a list, expected an object" },
    { "{'kind':'List','apiVersion':'v1','items':["
      "{'kind':'Node','apiVersion':'v1','metadata':{'name':'n'}},null]}",
      "test: document 1, item 1: found null, expected an object" },
    { "{'kind':'PodList','apiVersion':'v1','items':["
      "{'metadata':{'name':'a','namespace':'b'}},"
      "{'metadata':{'name':'a','namespace':'b'},'spec':7}]}",
      "test: document 1, item 1: Pod b/a: spec: found number 7, expected "
      "an object" },
    { "{'kind':'List','apiVersion':'v1','items':[{'metadata':{}}]}",
      "test: document 1, item 0: kind: found nothing, expected a kind like "
      "Pod" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].text, FIT_ERROR_SCHEMA, cases[i].message);
}

static void
test_names_in_errors (void **state)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;
  const char *text = "{\"kind\":\"Pod\",\"apiVersion\":\"v1\","
                     "\"metadata\":{\"name\":\"p\"},\"spec\":1}";

  assert_false (fit_objects_read (objects, text, strlen (text), "x.json",
                                  FIT_DECODE_AS_IS, NULL, &error));
  assert_string_equal (error->message, "x.json: document 1: Pod p: spec: found "
                                       "number 1, expected an object");
}

static void
test_broken_text (void **state)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;

  assert_false (fit_objects_read (objects, "{\"kind\":", 8, "x.json",
                                  FIT_DECODE_DEFAULT, NULL, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_PARSE));
  assert_true (g_str_has_prefix (error->message, "x.json: document 1: line 1"));
}

/* What was read before the bad object stays. */
static void
test_objects_before_an_error (void **state)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  const char *text = "kind: Node\napiVersion: v1\nmetadata: {name: a}\n---\n"
                     "kind: Node\napiVersion: v1\nmetadata: 5\n";

  assert_false (fit_objects_read (objects, text, strlen (text), "x",
                                  FIT_DECODE_DEFAULT, NULL, NULL));
  assert_int_equal (objects->of[FIT_KIND_NODE]->len, 1);
}

static void
test_limits (void **state)
{
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;
  const char *text = "{\"kind\":\"A\",\"apiVersion\":\"v1\"}"
                     "{\"kind\":\"A\",\"apiVersion\":\"v1\"}";

  limits.objects = 1;
  assert_false (fit_objects_read (objects, text, strlen (text), "x",
                                  FIT_DECODE_DEFAULT, &limits, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
}

static void
test_add_value (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;
  const char *bare = "{\"metadata\":{\"name\":\"a\"}}";
  const char *wrong = "{\"metadata\":{\"name\":\"a\"},\"spec\":[]}";
  const FitValue *value
      = fit_json_parse (arena, bare, strlen (bare), NULL, NULL, NULL);
  const FitValue *list
      = fit_json_parse (arena, wrong, strlen (wrong), NULL, NULL, NULL);

  assert_true (fit_objects_add_value (objects, value, "Node", "v1",
                                      FIT_DECODE_AS_IS, NULL));
  assert_int_equal (objects->of[FIT_KIND_NODE]->len, 1);
  assert_false (fit_objects_add_value (objects, list, "Pod", "v1",
                                       FIT_DECODE_AS_IS, &error));
  assert_string_equal (error->message,
                       "Pod a: spec: found a list, expected an object");
  assert_false (fit_objects_add_value (objects, value, NULL, NULL,
                                       FIT_DECODE_AS_IS, NULL));
}

static void
read_more (FitObjects *objects, const char *text, const char *source)
{
  assert_true (fit_objects_read (objects, text, strlen (text), source,
                                 FIT_DECODE_DEFAULT, NULL, NULL));
}

static void
assert_place (const FitObjects *objects, FitKind kind, guint index,
              const char *expected)
{
  g_autoptr (GError) error
      = g_error_new_literal (FIT_ERROR, FIT_ERROR_SCHEMA, "no good");

  fit_objects_prefix_place (objects, kind, index, &error);
  assert_string_equal (error->message, expected);
}

#define POD_NAMED(name) \
  "kind: Pod\napiVersion: v1\nmetadata: {name: " name "}\n"

/* It is known of every object where it was read, whatever has come since. */
static void
test_places (void **state)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (FitObjects) more = fit_objects_new ();

  read_more (objects, POD_NAMED ("a") "---\n" POD_NAMED ("b"), "one.yaml");
  read_more (more,
             "kind: Service\napiVersion: v1\nmetadata: {name: s}\n---\n"
             "kind: PodList\napiVersion: v1\nitems: ["
             "{metadata: {name: c}}, {metadata: {name: d}}]\n",
             "two.yaml");
  fit_objects_move (more, objects);
  read_more (more,
             POD_NAMED ("e") "---\nkind: Node\napiVersion: v1\n"
                             "metadata: {name: m}\n",
             "three.yaml");
  assert_place (more, FIT_KIND_POD, 0, "three.yaml: document 1: no good");
  fit_objects_move (more, objects);

  assert_int_equal (objects->of[FIT_KIND_POD]->len, 5);
  assert_int_equal (more->of[FIT_KIND_POD]->len, 0);
  g_clear_pointer (&more, fit_objects_free);
  assert_place (objects, FIT_KIND_POD, 0, "one.yaml: document 1: no good");
  assert_place (objects, FIT_KIND_POD, 1, "one.yaml: document 2: no good");
  assert_place (objects, FIT_KIND_POD, 2,
                "two.yaml: document 2, item 0: no good");
  assert_place (objects, FIT_KIND_POD, 3,
                "two.yaml: document 2, item 1: no good");
  assert_place (objects, FIT_KIND_POD, 4, "three.yaml: document 1: no good");
  assert_place (objects, FIT_KIND_SERVICE, 0, "two.yaml: document 1: no good");
  assert_place (objects, FIT_KIND_NODE, 0, "three.yaml: document 2: no good");
}

/* Documents with one object, and with lists of them. */
static void
test_places_in_a_stream (void **state)
{
  static const char *const expected[] = {
    "document 1",          "document 3",          "document 4",
    "document 5, item 0",  "document 5, item 2",  "document 6, item 0",
    "document 7, item 0",  "document 7, item 1",  "document 8",
    "document 10",         "document 11, item 0", "document 12",
    "document 13, item 0", "document 13, item 1", "document 14, item 2",
  };
  g_autoptr (FitObjects) objects = fit_objects_new ();

#define ITEM(kind) "{kind: " kind ", apiVersion: v1, metadata: {name: x}}"
#define LIST(items) "--- {kind: List, apiVersion: v1, items: [" items "]}\n"
  read_more (
      objects,
      "--- " ITEM ("Pod") "\n--- " ITEM ("Node") "\n--- " ITEM ("Pod") "\n--- " ITEM (
          "Pod") "\n" LIST (ITEM ("Pod") ", " ITEM ("Node") ", " ITEM ("Pod"))
          LIST (ITEM ("Pod"))
              LIST (ITEM ("Pod") ", " ITEM ("Pod")) "--- " ITEM ("Pod") "\n--- " ITEM ("Node") "\n--- " ITEM (
                  "Pod") "\n" LIST (ITEM ("Pod")) "--- " ITEM ("Pod") "\n" LIST (ITEM ("Pod") ", " ITEM ("Pod"))
                  LIST (ITEM ("Node") ", " ITEM ("Node") ", " ITEM ("Pod")),
      "one.yaml");
#undef ITEM
#undef LIST
  assert_int_equal (objects->of[FIT_KIND_POD]->len, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *place
          = g_strdup_printf ("one.yaml: %s: no good", expected[i]);

      assert_place (objects, FIT_KIND_POD, i, place);
    }
  assert_place (objects, FIT_KIND_NODE, 0, "one.yaml: document 2: no good");
  assert_place (objects, FIT_KIND_NODE, 1,
                "one.yaml: document 5, item 1: no good");
  assert_place (objects, FIT_KIND_NODE, 2, "one.yaml: document 9: no good");
}

static gboolean
is_not_named_b (gconstpointer pod, gpointer unused)
{
  return strcmp (((const FitPod *) pod)->meta.name, "b") != 0;
}

/* Nor does it matter what stood between the objects, or stands there no more. */
static void
test_places_with_gaps (void **state)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  const char *mixed = "kind: List\napiVersion: v1\nitems:\n"
                      "- {kind: Pod, apiVersion: v1, metadata: {name: a}}\n"
                      "- {kind: Pod, apiVersion: v1, metadata: {name: b}}\n"
                      "- {kind: Pod, apiVersion: v1, metadata: {name: c}}\n"
                      "- {kind: Node, apiVersion: v1, metadata: {name: node}}\n"
                      "- {kind: Pod, apiVersion: v1, metadata: {name: d}}\n";

  read_more (objects, mixed, "one.yaml");
  fit_objects_keep (objects, FIT_KIND_POD, is_not_named_b, NULL);
  assert_int_equal (objects->of[FIT_KIND_POD]->len, 3);
  assert_place (objects, FIT_KIND_POD, 0,
                "one.yaml: document 1, item 0: no good");
  assert_place (objects, FIT_KIND_POD, 1,
                "one.yaml: document 1, item 2: no good");
  assert_place (objects, FIT_KIND_POD, 2,
                "one.yaml: document 1, item 4: no good");

  g_ptr_array_set_size (objects->of[FIT_KIND_POD], 1);
  read_more (objects, POD_NAMED ("e"), "two.yaml");
  assert_place (objects, FIT_KIND_POD, 0,
                "one.yaml: document 1, item 0: no good");
  assert_place (objects, FIT_KIND_POD, 1, "two.yaml: document 1: no good");
}

/* Objects that were taken out at the end leave no places behind. */
static void
test_places_of_what_is_cut (void **state)
{
  static const char *const places[] = {
    "one.yaml: document 1, item 0", "one.yaml: document 1, item 1",
    "one.yaml: document 1, item 2", "two.yaml: document 1",
    "two.yaml: document 2",
  };

  for (guint k = 0; k < 2 * (G_N_ELEMENTS (places) + 1); k++)
    {
      const guint n = k / 2;
      const gboolean moved = k % 2;
      g_autoptr (FitObjects) objects = fit_objects_new ();
      g_autoptr (FitObjects) more = fit_objects_new ();

      read_more (
          objects,
          "kind: PodList\napiVersion: v1\nitems: [{metadata: {name: a}}, "
          "{metadata: {name: b}}, {metadata: {name: c}}]\n",
          "one.yaml");
      read_more (objects, POD_NAMED ("d") "---\n" POD_NAMED ("e"), "two.yaml");
      g_ptr_array_set_size (objects->of[FIT_KIND_POD], (gint) n);
      read_more (moved ? more : objects, POD_NAMED ("f"), "two.yaml");
      fit_objects_move (more, objects);
      for (guint i = 0; i <= n; i++)
        {
          g_autofree char *place = g_strconcat (
              i < n ? places[i] : "two.yaml: document 1", ": no good", NULL);

          assert_place (objects, FIT_KIND_POD, i, place);
        }
    }
}

/* What was not read from a source has no place, and takes nobody else's. */
static void
test_objects_without_a_place (void **state)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (FitObjects) objects = fit_objects_new ();
  const char *bare = "{\"metadata\":{\"name\":\"a\"}}";
  const FitValue *value
      = fit_json_parse (arena, bare, strlen (bare), NULL, NULL, NULL);

  assert_true (fit_objects_add_value (objects, value, "Pod", "v1",
                                      FIT_DECODE_DEFAULT, NULL));
  read_more (objects, POD_NAMED ("b"), "b.yaml");
  assert_place (objects, FIT_KIND_POD, 0, "no good");
  assert_place (objects, FIT_KIND_POD, 1, "b.yaml: document 1: no good");
  assert_place (objects, FIT_KIND_POD, 2, "no good");
}

/* -- what is misspelt ------------------------------------------------------ */

/* Ten thousand fields and words that are not known are compared with those that
 * are. */
static void
test_many_slips (void **state)
{
  static const struct
  {
    const char *item;
    gboolean is_word;
    const char *example;
  } rows[] = {
    { "{key: k, operator: Exist}", TRUE,
      "Pod default/p: spec.tolerations[0].operator: Exist (Exists?)" },
    { "{key: k, efect: NoSchedule}", FALSE,
      "Pod default/p: spec.tolerations[0].efect (effect?)" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint n = 9999; n <= 10002; n++)
      {
        g_autoptr (GString) text = g_string_new (
            "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, "
            "namespace: default}, spec: {tolerations: [");
        g_autoptr (FitObjects) objects = NULL;
        const FitTally *tally;

        for (guint j = 0; j < n; j++)
          g_string_append_printf (text, "%s%s", j > 0 ? ", " : "",
                                  rows[i].item);
        g_string_append (text, "]}}");
        objects = read_with (text->str, FIT_DECODE_DEFAULT);
        tally = rows[i].is_word ? &objects->odd_words : &objects->misspelt;
        assert_int_equal (tally->n, MIN (n, 10000));
        assert_string_equal (tally->examples[0], rows[i].example);
        assert_int_equal (rows[i].is_word ? objects->n_unknown_words
                                          : objects->n_unknown_fields,
                          n);
      }
}

/* As kubectl writes Lists: what they are comes last. */
static void
test_list_that_says_late_what_it_is (void **state)
{
  g_autoptr (FitObjects) objects = read_text (
      "{'apiVersion':'v1','items':[{'kind':'Pod','apiVersion':'v1',"
      "'metadata':{'name':'a'}},{'kind':'Node','apiVersion':'v1',"
      "'metadata':{'name':'m'}}],'kind':'List'}");
  g_autoptr (FitObjects) pods = read_text (
      "{'items':[{'metadata':{'name':'a'}},{'metadata':{'name':'b'}}],"
      "'apiVersion':'v1','kind':'PodList'}");

  assert_int_equal (objects->of[FIT_KIND_POD]->len, 1);
  assert_int_equal (objects->of[FIT_KIND_NODE]->len, 1);
  assert_int_equal (pods->of[FIT_KIND_POD]->len, 2);
}

/* Controllers are kept if they are asked for. */
static void
test_controllers (void **state)
{
  static const char text[]
      = "{'kind':'Deployment','apiVersion':'apps/v1','metadata':{'name':'d'}}"
        "{'kind':'ReplicaSet','apiVersion':'apps/v1','metadata':{'name':'r'}}"
        "{'kind':'Job','apiVersion':'batch/v1','metadata':{'name':'j'}}"
        "{'kind':'Job','apiVersion':'batch/v7','metadata':{'name':'j'}}";

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (FitObjects) objects
          = read_with (text, i ? FIT_DECODE_CONTROLLERS : 0);

      assert_int_equal (objects->controllers->len, i ? 3 : 0);
      assert_int_equal (objects->of[FIT_KIND_REPLICA_SET]->len, 1);
      assert_int_equal (g_hash_table_size (objects->unknown), i ? 1 : 3);
    }
}

/* Where the slip is, and what may have been meant. */
static void
test_places_of_slips (void **state)
{
  static const struct
  {
    const char *object;
    const char *field, *word; /* (nullable) */
  } rows[] = {
    { "kind: Pod, metadata: {name: p, label: {}}",
      "Pod p: metadata.label (labels?)", NULL },
    { "kind: Pod, metadata: {name: p, namespace: ns}, statsu: {}",
      "Pod ns/p: statsu (status?)", NULL },
    { "kind: Pod, metadata: {name: p}, spec: {containers: [{name: a}, {name: "
      "b, ports: [{}, {hostport: 1}]}]}",
      "Pod p: spec.containers[1].ports[1].hostport (hostPort?)", NULL },
    { "kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, ports: "
      "[{protocol: TPC}]}], nodeNam: x}",
      "Pod p: spec.nodeNam (nodeName?)",
      "Pod p: spec.containers[0].ports[0].protocol: TPC (TCP or UDP or SCTP?)" },
    { "kind: Node, metadata: {name: m}, spec: {taints: [{key: a, effect: "
      "Evict}], unschedulabel: true}",
      "Node m: spec.unschedulabel (unschedulable?)",
      "Node m: spec.taints[0].effect: Evict (NoSchedule or PreferNoSchedule or "
      "NoExecute?)" },
    { "kind: Node, metadata: {name: m}, status: {conditions: [{type: Ready, "
      "status: 0123456789012345678901234567890123456789x}]}",
      NULL,
      "Node m: status.conditions[0].status: "
      "0123456789012345678901234567890123456789 (True or False or Unknown?)" },
    { "kind: Node, metadata: {name: m}, status: {conditions: [{type: Ready, "
      "status: 012345678901234567890123456789012345678\303\251}]}",
      NULL,
      "Node m: status.conditions[0].status: ... (True or False or Unknown?)" },
    { "kind: Node, metadata: {name: m}, status: {conditions: [{type: Ready, "
      "status: x}]}",
      NULL,
      "Node m: status.conditions[0].status: x (True or False or Unknown?)" },
    { "kind: Node, metadata: {name: m}, status: {conditions: [{type: Ready, "
      "status: ''}, {status: null}, {status: 'True'}]}",
      NULL, NULL },
    { "kind: Service, metadata: {name: s}, specs: {}", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("--- {apiVersion: v1, %s}\n", rows[i].object);
      g_autoptr (FitObjects) objects = read_with (text, FIT_DECODE_AS_IS);

      print_message ("row %u\n", i);
      assert_int_equal (objects->misspelt.n, rows[i].field != NULL);
      if (rows[i].field != NULL)
        assert_string_equal (objects->misspelt.examples[0], rows[i].field);
      assert_int_equal (objects->odd_words.n, rows[i].word != NULL);
      if (rows[i].word != NULL)
        assert_string_equal (objects->odd_words.examples[0], rows[i].word);
    }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_kind_names),
    cmocka_unit_test (test_kinds_and_versions),
    cmocka_unit_test (test_resources),
    cmocka_unit_test (test_unknown_kinds),
    cmocka_unit_test (test_lists),
    cmocka_unit_test (test_yaml_stream),
    cmocka_unit_test (test_nothing),
    cmocka_unit_test (test_errors),
    cmocka_unit_test (test_names_in_errors),
    cmocka_unit_test (test_broken_text),
    cmocka_unit_test (test_objects_before_an_error),
    cmocka_unit_test (test_limits),
    cmocka_unit_test (test_add_value),
    cmocka_unit_test (test_places),
    cmocka_unit_test (test_places_in_a_stream),
    cmocka_unit_test (test_places_with_gaps),
    cmocka_unit_test (test_places_of_what_is_cut),
    cmocka_unit_test (test_objects_without_a_place),
    cmocka_unit_test (test_many_slips),
    cmocka_unit_test (test_places_of_slips),
    cmocka_unit_test (test_list_that_says_late_what_it_is),
    cmocka_unit_test (test_controllers),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
