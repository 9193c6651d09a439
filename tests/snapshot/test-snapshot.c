/* test-snapshot.c - what a snapshot keeps of objects, and what it says of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot/snapshot-private.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define HEADER                                             \
  "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[\n" \
  "{\"apiVersion\":\"fitsched/v1\",\"kind\":\"Snapshot\""

static void
assert_snapshot (const FitSnapshot *snapshot, const char *header,
                 const char *objects)
{
  gsize len;
  g_autofree char *json = fit_snapshot_to_json (snapshot, &len);
  g_autofree char *expected
      = g_strconcat (HEADER, header, "}", objects, "\n]}\n", NULL);

  assert_string_equal (json, expected);
  assert_int_equal (len, strlen (json));
}

static void
add (FitSnapshot *snapshot, const char *text, const char *kind,
     const char *api_version)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  const FitValue *value
      = fit_json_parse (arena, text, strlen (text), NULL, NULL, &error);

  if (value == NULL)
    fail_msg ("%s", error->message);
  assert_true (fit_snapshot_add (snapshot, value, kind, api_version, NULL));
}

/* -- objects --------------------------------------------------------------- */

#define V1(kind) "{\"apiVersion\":\"v1\",\"kind\":\"" kind "\""
#define APPS(kind) "{\"apiVersion\":\"apps/v1\",\"kind\":\"" kind "\""
#define SECRETS                                                            \
  "\"args\":[1],\"command\":[2],\"env\":[3],\"envFrom\":[4],\"lifecycle\"" \
  ":5,\"livenessProbe\":6,\"readinessProbe\":7,\"startupProbe\":8"

/* What is kept: "" for nothing. */
static const struct
{
  const char *object, *kind, *api_version;
  const char *kept;
} cases[] = {
  { V1 ("Node") "}", NULL, NULL, V1 ("Node") "}" },
  { "{}", "Node", "v1", V1 ("Node") "}" },
  { "{\"kind\":\"\",\"apiVersion\":\"\"}", "Node", "v1", V1 ("Node") "}" },
  { V1 ("Service") "}", "Node", "v2", V1 ("Service") "}" },
  { "{\"a\":1,\"kind\":\"Node\",\"b\":2,\"apiVersion\":\"v1\",\"c\":3}", NULL,
    NULL, V1 ("Node") ",\"a\":1,\"b\":2,\"c\":3}" },
  /* Others are counted. */
  { V1 ("Secret") "}", NULL, NULL, "" },
  { "{}", NULL, "v1", "" },
  { "{}", "Node", NULL, "" },
  { "[]", "Node", "v1", "" },
  { "null", "Node", "v1", "" },
  /* Metadata. */
  { V1 ("Node") ",\"metadata\":{\"name\":\"a\",\"managedFields\":[1],"
                "\"annotations\":{\"b\":\"c\",\"kubectl.kubernetes.io/last-"
                "applied-configuration\":\"d\"}}}",
    NULL, NULL,
    V1 ("Node") ",\"metadata\":{\"name\":\"a\",\"annotations\":{\"b\":\"c\"}}}" },
  { V1 ("Node") ",\"metadata\":[{\"managedFields\":1}]}", NULL, NULL,
    V1 ("Node") ",\"metadata\":[{\"managedFields\":1}]}" },
  { V1 ("Node") ",\"metadata\":{\"annotations\":[\"x\"]}}", NULL, NULL,
    V1 ("Node") ",\"metadata\":{\"annotations\":[\"x\"]}}" },
  { V1 ("Node") ",\"metadata\":{\"annotations\":null}}", NULL, NULL,
    V1 ("Node") ",\"metadata\":{\"annotations\":null}}" },
  /* Pods. */
  { V1 ("Pod") ",\"spec\":{\"initContainers\":[{\"name\":\"a\"," SECRETS
               "}],\"containers\":[{" SECRETS ",\"name\":\"b\"},7,{\"name\":"
               "\"c\"}],\"ephemeralContainers\":[{" SECRETS "}],\"more\":{"
               "\"args\":1}}}",
    NULL, NULL,
    V1 ("Pod") ",\"spec\":{\"initContainers\":[{\"name\":\"a\"}],"
               "\"containers\":[{\"name\":\"b\"},7,{\"name\":\"c\"}],"
               "\"ephemeralContainers\":[{}],\"more\":{\"args\":1}}}" },
  { V1 ("Pod") ",\"spec\":{\"containers\":{\"args\":1}}}", NULL, NULL,
    V1 ("Pod") ",\"spec\":{\"containers\":{\"args\":1}}}" },
  { V1 ("Pod") ",\"spec\":{\"containers\":[]}}", NULL, NULL,
    V1 ("Pod") ",\"spec\":{\"containers\":[]}}" },
  { V1 ("Pod") "}", NULL, NULL, V1 ("Pod") "}" },
  { V1 ("Node") ",\"spec\":{\"containers\":[{\"args\":1}]}}", NULL, NULL,
    V1 ("Node") ",\"spec\":{\"containers\":[{\"args\":1}]}}" },
  /* Controllers. */
  { V1 ("ReplicationController") ",\"spec\":{\"replicas\":1,\"template\":{"
                                 "\"metadata\":{},\"spec\":{}}}}",
    NULL, NULL,
    V1 ("ReplicationController") ",\"spec\":{\"replicas\":1,\"template\":{"
                                 "\"metadata\":{}}}}" },
  { APPS ("ReplicaSet") ",\"spec\":{\"template\":{\"spec\":{}}}}", NULL, NULL,
    APPS ("ReplicaSet") ",\"spec\":{\"template\":{}}}" },
  { APPS ("StatefulSet") ",\"spec\":{\"volumeClaimTemplates\":[1],\"template\":"
                         "{\"spec\":{}}}}",
    NULL, NULL, APPS ("StatefulSet") ",\"spec\":{\"template\":{}}}" },
  { V1 ("Service") ",\"spec\":{\"volumeClaimTemplates\":[1],\"template\":{"
                   "\"spec\":{}}}}",
    NULL, NULL,
    V1 ("Service") ",\"spec\":{\"volumeClaimTemplates\":[1],\"template\":{"
                   "\"spec\":{}}}}" },
};

static void
test_objects (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const gboolean is_kept = *cases[i].kept != '\0';
      g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();
      g_autofree char *line
          = g_strconcat (is_kept ? ",\n" : "", cases[i].kept, NULL);

      add (snapshot, cases[i].object, cases[i].kind, cases[i].api_version);
      assert_snapshot (snapshot, "", line);
      assert_int_equal (fit_snapshot_count (snapshot), is_kept);
      assert_int_equal (fit_snapshot_left_out (snapshot), !is_kept);
    }
}

/* What came after the mark is forgotten. */
static void
test_marks (void **state)
{
  g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();
  FitSnapshotMark mark;

  (void) state;
  add (snapshot, V1 ("Node") "}", NULL, NULL);
  add (snapshot, V1 ("Secret") "}", NULL, NULL);
  mark = fit_snapshot_mark (snapshot);
  add (snapshot, V1 ("Service") "}", NULL, NULL);
  add (snapshot, V1 ("Secret") "}", NULL, NULL);
  assert_snapshot (snapshot, "", ",\n" V1 ("Node") "},\n" V1 ("Service") "}");
  assert_int_equal (fit_snapshot_count (snapshot), 2);
  assert_int_equal (fit_snapshot_left_out (snapshot), 2);
  fit_snapshot_rewind (snapshot, mark);
  assert_snapshot (snapshot, "", ",\n" V1 ("Node") "}");
  assert_int_equal (fit_snapshot_count (snapshot), 1);
  assert_int_equal (fit_snapshot_left_out (snapshot), 1);
}

/* -- notes ----------------------------------------------------------------- */

static void
test_notes (void **state)
{
  g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();

  (void) state;
  fit_snapshot_set_origin (snapshot, "https://jane:secret@host:6443", NULL);
  assert_snapshot (snapshot, ",\"server\":\"https://***@host:6443\"", "");
  fit_snapshot_set_origin (snapshot, "https://host:6443", "7");
  fit_snapshot_note_missing (snapshot, "Service", "forbidden");
  assert_snapshot (
      snapshot,
      ",\"server\":\"https://host:6443\",\"resourceVersion\":\"7\","
      "\"missing\":[{\"kind\":\"Service\",\"reason\":\"forbidden\"}"
      "]",
      "");
  fit_snapshot_note_missing (snapshot, "Pod", "a \"b\"");
  fit_snapshot_note_other_version (snapshot, "Node", "8");
  assert_snapshot (
      snapshot,
      ",\"server\":\"https://host:6443\",\"resourceVersion\":\"7\","
      "\"otherVersions\":[{\"kind\":\"Node\",\"resourceVersion\":\"8\"}],"
      "\"missing\":[{\"kind\":\"Service\",\"reason\":\"forbidden\"},{\"kind\":"
      "\"Pod\",\"reason\":\"a \\\"b\\\"\"}]",
      "");
  assert_int_equal (fit_snapshot_missing (snapshot)->len, 2);
}

/* A snapshot that is read is the same again.  Of notes that make no sense, none
 * is kept. */
static void
test_read_again (void **state)
{
  static const struct
  {
    const char *header, *kept;
  } headers[] = {
    { "", "" },
    { ",\"server\":\"https://h\"", ",\"server\":\"https://h\"" },
    { ",\"resourceVersion\":\"7\"", "" },
    { ",\"server\":7,\"missing\":7,\"otherVersions\":{}", "" },
    { ",\"server\":\"https://h\",\"resourceVersion\":\"7\",\"otherVersions\":[{"
      "\"kind\":\"Node\",\"resourceVersion\":\"8\"}],\"missing\":[{\"kind\":"
      "\"Pod\",\"reason\":\"x\"},{\"kind\":\"CSINode\",\"reason\":\"y\"}]",
      ",\"server\":\"https://h\",\"resourceVersion\":\"7\",\"otherVersions\":[{"
      "\"kind\":\"Node\",\"resourceVersion\":\"8\"}],\"missing\":[{\"kind\":"
      "\"Pod\",\"reason\":\"x\"},{\"kind\":\"CSINode\",\"reason\":\"y\"}]" },
    { ",\"missing\":[{\"kind\":\"Else\",\"reason\":\"x\"},7,{\"reason\":\"x\"},{"
      "\"kind\":\"Pod\"}]",
      ",\"missing\":[{\"kind\":\"Pod\",\"reason\":\"\"}]" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    {
      g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *text = g_strconcat (HEADER, headers[i].header,
                                           "},\n" V1 ("Node") "}\n]}\n", NULL);

      if (!fit_snapshot_read (snapshot, text, strlen (text), "f", &error))
        fail_msg ("%s", error->message);
      assert_snapshot (snapshot, headers[i].kept, ",\n" V1 ("Node") "}");
      assert_int_equal (fit_snapshot_left_out (snapshot), 0);
    }
}

/* -- files ----------------------------------------------------------------- */

static void
test_files (void **state)
{
  static const struct
  {
    const char *text;
    const char *objects; /* (nullable): NULL: it is no manifest */
    const char *error;
  } files[] = {
    { "", "", NULL },
    { "apiVersion: v1\nkind: Node\n---\n" V1 ("Service") "}",
      ",\n" V1 ("Node") "},\n" V1 ("Service") "}", NULL },
    { V1 ("NodeList") ",\"items\":[{},{\"a\":1}]}",
      ",\n" V1 ("Node") "},\n" V1 ("Node") ",\"a\":1}", NULL },
    { V1 ("List") ",\"items\":[{\"kind\":\"Node\"},{}]}", ",\n" V1 ("Node") "}",
      NULL },
    { "a: b\n", NULL,
      "f: document 1: kind: found nothing, expected a kind like Pod" },
    { "kind: Node\n---\n[1]\n", NULL,
      "f: document 2: found a list, expected an object" },
    { V1 ("NodeList") ",\"items\":[7]}", NULL,
      "f: document 1, item 0: found number 7, expected an object" },
    { V1 ("NodeList") ",\"items\":[{},7]}", NULL,
      "f: document 1, item 1: found number 7, expected an object" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();
      g_autoptr (GError) error = NULL;
      const gboolean done = fit_snapshot_read (
          snapshot, files[i].text, strlen (files[i].text), "f", &error);

      assert_string_equal (error != NULL ? error->message : "none",
                           files[i].error != NULL ? files[i].error : "none");
      assert_int_equal (done, files[i].objects != NULL);
      if (done)
        assert_snapshot (snapshot, "", files[i].objects);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_objects), cmocka_unit_test (test_marks),
    cmocka_unit_test (test_notes),   cmocka_unit_test (test_read_again),
    cmocka_unit_test (test_files),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
