/* Notes about a cluster: what is odd in it, and what was not read.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/cluster-notes.h"
#include "cli/session.h"
#include "tests/support/manifest.h"

#define META(name) "apiVersion: v1\nmetadata: {name: " name "}\n"
#define NODE(name) "---\nkind: Node\n" META (name)
#define POD(name, spec) "---\nkind: Pod\n" META (name) "spec: {" spec "}\n"
#define ON(name, node) POD (name, "nodeName: " node)
#define CLAIM(name, spec) \
  "---\nkind: PersistentVolumeClaim\n" META (name) "spec: {" spec "}\n"
#define USES(volumes) "volumes: [" volumes "]"
#define VOLUME(claim) \
  "{name: v-" claim ", persistentVolumeClaim: {claimName: " claim "}}"

static const struct
{
  char *(*note) (const FitObjects *objects);
  const char *text;
  const char *expected; /* (nullable) */
} rows[] = {
  { fit_cluster_note_fields, NODE ("a"), NULL },
  { fit_cluster_note_fields, POD ("a", "nodename: b"),
    "1 field is unknown and ignored: Pod a: spec.nodename (nodeName?)" },
  { fit_cluster_note_fields, POD ("a", "nodename: b") POD ("c", "nodename: d"),
    "2 fields are unknown and ignored: Pod a: spec.nodename (nodeName?), Pod c: spec.nodename (nodeName?)" },
  { fit_cluster_note_words, NODE ("a"), NULL },
  { fit_cluster_note_repeated, NODE ("a") NODE ("b") ON ("a", "a"), NULL },
  { fit_cluster_note_repeated, NODE ("a") NODE ("b") NODE ("a"),
    "1 object appears twice: Node a" },
  { fit_cluster_note_repeated,
    ON ("a", "b") ON ("a", "b") CLAIM ("c", "") CLAIM ("c", ""),
    "2 objects appear twice: Pod default/a, PersistentVolumeClaim default/c" },
  { fit_cluster_note_nodes, POD ("a", ""), "there are no nodes in the input" },
  { fit_cluster_note_nodes, NODE ("b") ON ("a", "b") POD ("c", ""), NULL },
  { fit_cluster_note_nodes, NODE ("b") ON ("a", "c"),
    "1 pod is on a node that is not in the input: default/a on c" },
  { fit_cluster_note_nodes,
    NODE ("b") NODE ("d") ON ("a", "c") ON ("b", "d") ON ("c", "e"),
    "2 pods are on nodes that are not in the input: default/a on c, default/c "
    "on e" },
  { fit_cluster_note_nodes,
    NODE ("b") ON ("a", "c") "status: {phase: Succeeded}\n", NULL },
  { fit_cluster_note_half_bound, CLAIM ("a", ""), NULL },
  { fit_cluster_note_half_bound,
    "kind: PersistentVolumeClaim\napiVersion: v1\nmetadata: {name: a, "
    "annotations: {pv.kubernetes.io/bind-completed: 'yes'}}\n"
    "spec: {volumeName: b}\n",
    NULL },
  { fit_cluster_note_half_bound, CLAIM ("a", "volumeName: b"),
    "1 claim names its volume, but counts as unbound without the annotation "
    "pv.kubernetes.io/bind-completed: default/a" },
  { fit_cluster_note_half_bound,
    CLAIM ("a", "volumeName: b") CLAIM ("c", "volumeName: d"),
    "2 claims name their volumes, but count as unbound without the annotation "
    "pv.kubernetes.io/bind-completed: default/a, default/c" },
  { fit_cluster_note_claims, POD ("a", USES (VOLUME ("b"))) CLAIM ("b", ""),
    NULL },
  { fit_cluster_note_claims, POD ("a", USES ("{name: v, emptyDir: {}}")),
    NULL },
  { fit_cluster_note_claims, POD ("a", USES (VOLUME ("b"))),
    "1 volume has a claim that is not in the input: default/a uses b" },
  { fit_cluster_note_claims,
    POD ("a", USES (VOLUME ("b") ", " VOLUME ("c") ", " VOLUME ("d")))
        CLAIM ("c", ""),
    "2 volumes have claims that are not in the input: default/a uses b, "
    "default/a uses d" },
  { fit_cluster_note_claims,
    POD ("a", "nodeName: e, " USES (VOLUME ("b"))) CLAIM ("c", ""), NULL },
  { fit_cluster_note_claims, POD ("a", "nodeName: e, " USES (VOLUME ("b"))),
    "1 volume of a pod has a claim, but the input holds no claims, so the pod "
    "could not be placed on any other node, and how much fits elsewhere is "
    "underestimated: default/a uses b" },
  { fit_cluster_note_claims,
    POD ("a", "nodeName: e, " USES (VOLUME ("b")))
        POD ("c", USES (VOLUME ("d"))),
    "2 volumes of pods have claims, but the input holds no claims, so these "
    "pods could not be placed on any other node, and how much fits elsewhere is "
    "underestimated: default/a uses b, default/c uses d" },
  { fit_cluster_note_claims,
    POD ("a", USES (VOLUME ("b"))) "status: {phase: Failed}\n", NULL },
};

static void
test_notes (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitObjects) objects
          = objects_with (rows[i].text, FIT_DECODE_DEFAULT);
      g_autofree char *note = rows[i].note (objects);

      if (g_strcmp0 (note, rows[i].expected) != 0)
        fail_msg ("%s: %s", rows[i].text, note);
    }
}

static void
test_words (void **state)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autofree char *one = NULL, *two = NULL;

  fit_tally_add (&objects->odd_words, "%s", "a");
  one = fit_cluster_note_words (objects);
  assert_string_equal (one, "1 value is unknown; an API server would refuse "
                            "it: a");
  fit_tally_add (&objects->odd_words, "%s", "b");
  two = fit_cluster_note_words (objects);
  assert_string_equal (two, "2 values are unknown; an API server would refuse "
                            "them: a, b");
}

/* Ten kinds are named, in order. */
static void
test_kinds (void **state)
{
  static const char ten[] = "K0 (2), K1 (2), K2 (2), K3 (2), K4 (2), K5 (2), "
                            "K6 (2), K7 (2), K8 (2), K9 (2)";
  g_autoptr (GHashTable) unknown = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *none = fit_session_list_kinds (unknown);
  g_autofree char *nothing = fit_session_describe_unknown (unknown);
  g_autofree char *one = NULL, *all = NULL, *more = NULL, *many = NULL;

  assert_null (none);
  assert_null (nothing);
  g_hash_table_insert (unknown, (gpointer) "K0", GUINT_TO_POINTER (1));
  one = fit_session_describe_unknown (unknown);
  assert_string_equal (one, "ignored 1 object of kinds: K0 (1)");
  for (guint i = 0; i < 10; i++)
    g_hash_table_insert (
        unknown,
        (gpointer) g_intern_string ((char[]){ 'K', (char) ('0' + i), '\0' }),
        GUINT_TO_POINTER (2));
  all = fit_session_list_kinds (unknown);
  assert_string_equal (all, ten);
  g_hash_table_insert (unknown, (gpointer) "L", GUINT_TO_POINTER (1));
  more = fit_session_list_kinds (unknown);
  assert_string_equal (more + strlen (ten), " and 1 more");
  many = fit_session_describe_unknown (unknown);
  assert_true (g_str_has_prefix (many, "ignored 21 objects of kinds: K0 (2),"));
}

static void
test_labels (void **state)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  FitOptions options = { .emulate_release = (char *) "1.12" };
  g_autofree char *none = fit_session_describe_labels (objects, &options);
  g_autofree char *one = NULL, *two = NULL;

  assert_null (none);
  objects->n_ga_only_nodes = 1;
  one = fit_session_describe_labels (objects, &options);
  assert_string_equal (one, "1 node has zone, region or instance type only "
                            "under labels that v1.12 does not read");
  objects->n_ga_only_nodes = 2;
  two = fit_session_describe_labels (objects, &options);
  assert_string_equal (two, "2 nodes have zone, region or instance type only "
                            "under labels that v1.12 does not read");
  options.legacy_labels = TRUE;
  assert_null (fit_session_describe_labels (objects, &options));
  options.legacy_labels = FALSE;
  options.release = (char *) "1.20";
  assert_null (fit_session_describe_labels (objects, &options));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_notes),
    cmocka_unit_test (test_words),
    cmocka_unit_test (test_kinds),
    cmocka_unit_test (test_labels),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
