/* test-documents.c - the objects of a stream, one after the other
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/formats/value-text.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* What was handed over: "DOCUMENT[ITEM] LIST-VERSION/LIST-KIND VALUE\n"... */
typedef struct
{
  GString *log;
  guint stop_after; /* fail at this object; 0: never */
  guint seen;
} Collector;

static gboolean
collect (const FitValue *value, const FitObjectPlace *place, gpointer data,
         GError **error)
{
  Collector *collector = data;
  const char *version = place->list_api_version;

  assert_string_equal (place->source, "test.yaml");
  g_string_append_printf (collector->log, "%u", place->document);
  if (place->item >= 0)
    g_string_append_printf (collector->log, "[%d] %s/%s", place->item,
                            version ? version : "?",
                            place->list_kind ? place->list_kind : "?");
  else
    assert_null (place->list_kind);
  g_string_append_c (collector->log, ' ');
  value_append_text (collector->log, value);
  g_string_append_c (collector->log, '\n');
  if (++collector->seen != collector->stop_after)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "enough");
  return FALSE;
}

static void
collector_clear (Collector *collector)
{
  g_string_free (collector->log, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Collector, collector_clear)

/* Reads a copy of @text that ends where its memory ends. */
static gboolean
read_all (const char *text, gsize len, const FitLimits *limits,
          Collector *collector, GError **error)
{
  g_autofree char *copy = g_malloc (MAX (len, 1));

  memcpy (copy, text, len);
  return fit_read_objects (copy, len, "test.yaml", limits, collect, collector,
                           error);
}

static void
check (const char *text, const char *expected)
{
  g_auto (Collector) collector = { .log = g_string_new (NULL) };
  g_autoptr (GError) error = NULL;

  if (!read_all (text, strlen (text), NULL, &collector, &error))
    fail_msg ("%s: %s", text, error->message);
  if (strcmp (collector.log->str, expected) != 0)
    fail_msg ("%s:\n%s, expected\n%s", text, collector.log->str, expected);
}

/* @expected is what is handed over before the error. */
static void
check_error (const char *text, const char *expected, gint code,
             const char *message)
{
  g_auto (Collector) collector = { .log = g_string_new (NULL) };
  g_autoptr (GError) error = NULL;

  if (read_all (text, strlen (text), NULL, &collector, &error))
    fail_msg ("%s is accepted", text);
  assert_string_equal (error->message, message);
  assert_true (g_error_matches (error, FIT_ERROR, code));
  assert_string_equal (collector.log->str, expected);
}

static void
test_single_documents (void **state)
{
  check ("{\"kind\":\"Pod\"}", "1 {\"kind\":\"Pod\"}\n");
  check ("kind: Pod\nspec: {a: 010}\n",
         "1 {\"kind\":\"Pod\",\"spec\":{\"a\":8}}\n");
  check ("\357\273\277\n {\"a\":\"010\"}", "1 {\"a\":\"010\"}\n");
  check ("\357\273\277a: 010", "1 {\"a\":8}\n");
  check ("[1,2]", "1 [1,2]\n");
  check ("- 1\n- 2", "1 [1,2]\n");
  check ("12", "1 12\n");
}

static void
test_streams (void **state)
{
  check ("{\"a\":1}{\"b\":2} \n [3]\n", "1 {\"a\":1}\n2 {\"b\":2}\n3 [3]\n");
  check ("a: 1\n---\nb: 2\n---\nc: 3\n",
         "1 {\"a\":1}\n2 {\"b\":2}\n3 {\"c\":3}\n");
  check ("--- {a: 1}\n--- {b: 2}\n...\n--- {c: 3}",
         "1 {\"a\":1}\n2 {\"b\":2}\n3 {\"c\":3}\n");
}

#define LOG(lines)                                           \
  "==== START logs for container c of pod ns/p ====\n" lines \
  "==== END logs for container c of pod ns/p ====\n"

/* As 'kubectl cluster-info dump' writes them. */
static void
test_logs_are_skipped (void **state)
{
  check ("{\"a\":1}\n" LOG ("") LOG (
             "{ x\n==== END logs for container b\n") "{\"b\":2}\n" LOG ("\n"),
         "1 {\"a\":1}\n2 {\"b\":2}\n");
  check_error ("{\"a\":1}\n" LOG ("{\n}\n") " {\"b\":}", "1 {\"a\":1}\n",
               FIT_ERROR_PARSE,
               "test.yaml: document 2: line 6, column 7: invalid character "
               "'}' looking for beginning of value");
  check_error ("{}\n==== START logs for container c\nx\n"
               "==== END logs for container c {\"b\":}",
               "1 {}\n", FIT_ERROR_PARSE,
               "test.yaml: document 2: line 4, column 36: invalid character "
               "'}' looking for beginning of value");
  check_error ("{\"a\":1}\n ==== START logs for container c\n{}",
               "1 {\"a\":1}\n", FIT_ERROR_PARSE,
               "test.yaml: document 2: line 2, column 2: the log that begins "
               "here does not end");
  check_error ("{\"a\":1}\n==== START logs for container c", "1 {\"a\":1}\n",
               FIT_ERROR_PARSE,
               "test.yaml: document 2: line 2, column 1: the log that begins "
               "here does not end");
  check_error ("{\"a\":1}\n==== START logs for container ", "1 {\"a\":1}\n",
               FIT_ERROR_PARSE,
               "test.yaml: document 2: line 2, column 1: invalid character "
               "'=' looking for beginning of value");
}
#undef LOG

/* It is in front of the text, and no part of its first line. */
static void
test_byte_order_mark (void **state)
{
  check ("\357\273\277", "");
  check_error ("\357\273\277{\"b\":}", "", FIT_ERROR_PARSE,
               "test.yaml: document 1: line 1, column 6: invalid character "
               "'}' looking for beginning of value");
  check_error ("{}\357\273\277{}", "1 {}\n", FIT_ERROR_PARSE,
               "test.yaml: document 2: line 1, column 3: invalid character "
               "'\303\257' looking for beginning of value");
}

static void
test_empty_documents_are_skipped (void **state)
{
  check ("", "");
  check (" \n\t", "");
  check ("# nothing\n", "");
  check ("---\n---\n", "");
  check ("{\"a\":1} null {\"b\":2}", "1 {\"a\":1}\n3 {\"b\":2}\n");
  check ("---\n---\na: 1\n---\n# none\n---\nb: 2\n",
         "2 {\"a\":1}\n4 {\"b\":2}\n");
}

/* As kubectl writes it: each item says what it is, the List comes last. */
static void
test_list_kind_behind_items (void **state)
{
  check ("{\"apiVersion\":\"v1\",\"items\":[{\"kind\":\"Node\",\"n\":1},"
         "{\"kind\":\"Pod\",\"n\":2}],\"kind\":\"List\",\"metadata\":{}}",
         "1[0] v1/? {\"kind\":\"Node\",\"n\":1}\n"
         "1[1] v1/? {\"kind\":\"Pod\",\"n\":2}\n");
  check ("apiVersion: v1\nitems:\n- kind: Node\n  m: 1\n- {kind: Pod}\n"
         "kind: List\n---\nkind: Service\n",
         "1[0] v1/? {\"kind\":\"Node\",\"m\":1}\n"
         "1[1] v1/? {\"kind\":\"Pod\"}\n"
         "2 {\"kind\":\"Service\"}\n");
}

/* As the API server writes it: the list says what the items are. */
static void
test_list_kind_in_front_of_items (void **state)
{
  check ("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{},"
         "\"items\":[{\"n\":1},{\"n\":2}]}{\"kind\":\"List\",\"items\":[null]}",
         "1[0] v1/PodList {\"n\":1}\n1[1] v1/PodList {\"n\":2}\n"
         "2[0] ?/List null\n");
  check ("kind: NodeList\napiVersion: v1\nitems: [{m: 1}, {m: 2}]\n",
         "1[0] v1/NodeList {\"m\":1}\n1[1] v1/NodeList {\"m\":2}\n");
}

/* Items that only the list explains wait for it, and those behind them too. */
static void
test_items_without_kind_wait (void **state)
{
  check ("{\"items\":[{\"kind\":\"Pod\"},{\"n\":1},{\"kind\":\"Node\"},"
         "{\"kind\":\"\"}],\"apiVersion\":\"v1\",\"kind\":\"PodList\"}",
         "1[0] ?/? {\"kind\":\"Pod\"}\n"
         "1[1] v1/PodList {\"n\":1}\n"
         "1[2] v1/PodList {\"kind\":\"Node\"}\n"
         "1[3] v1/PodList {\"kind\":\"\"}\n");
  check ("items:\n- m: 1\n- m: 2\nkind: PodList\napiVersion: v1\n",
         "1[0] v1/PodList {\"m\":1}\n1[1] v1/PodList {\"m\":2}\n");
}

static void
test_lists_without_items (void **state)
{
  check ("{\"kind\":\"List\"}", "");
  check ("{\"kind\":\"PodList\",\"items\":[]}", "");
  check ("{\"items\":[],\"kind\":\"PodList\"}", "");
  check ("{\"kind\":\"PodList\",\"items\":null}", "");
  check ("kind: List\nitems:\n", "");
}

/* As jq -s makes it of several answers: a List of Lists. */
static void
test_lists_in_lists (void **state)
{
  check ("{\"kind\":\"List\",\"items\":[{\"kind\":\"Pod\"},"
         "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[{\"n\":1},"
         "{\"n\":2}]},{\"n\":3}]}",
         "1[0] ?/List {\"kind\":\"Pod\"}\n"
         "1[1] v1/NodeList {\"n\":1}\n"
         "1[1] v1/NodeList {\"n\":2}\n"
         "1[2] ?/List {\"n\":3}\n");
  check ("items:\n- kind: List\n  items:\n  - kind: List\n    items: "
         "[{kind: Pod}]\nkind: List\n",
         "1[0] ?/List {\"kind\":\"Pod\"}\n");
  check ("{\"kind\":\"List\",\"items\":[{\"kind\":\"PodList\",\"items\":[]}]}",
         "");
  check ("{\"kind\":\"List\",\"items\":[{\"kind\":\"PodList\"}]}",
         "1[0] ?/List {\"kind\":\"PodList\"}\n");
}

static void
test_items_of_what_is_no_list (void **state)
{
  check ("{\"kind\":\"Box\",\"items\":[{\"kind\":\"Pod\"}]}",
         "1 {\"kind\":\"Box\",\"items\":[{\"kind\":\"Pod\"}]}\n");
  check ("{\"items\":[{\"n\":1}],\"kind\":\"Box\"}",
         "1 {\"items\":[{\"n\":1}],\"kind\":\"Box\"}\n");
  check ("{\"items\":{\"a\":1},\"kind\":\"Box\"}",
         "1 {\"items\":{\"a\":1},\"kind\":\"Box\"}\n");
  check ("{\"items\":[{\"n\":1}]}", "1 {\"items\":[{\"n\":1}]}\n");
  check ("{\"a\":{\"kind\":\"List\",\"items\":[{\"kind\":\"Pod\"}]}}",
         "1 {\"a\":{\"kind\":\"List\",\"items\":[{\"kind\":\"Pod\"}]}}\n");
}

static void
test_wrong_lists (void **state)
{
  check_error ("{\"items\":[{\"kind\":\"Pod\"}],\"kind\":\"Box\"}",
               "1[0] ?/? {\"kind\":\"Pod\"}\n", FIT_ERROR_SCHEMA,
               "test.yaml: document 1: line 1, column 40: \"items\" holds "
               "objects, but kind \"Box\" is not a List");
  check_error ("{\"kind\":\"PodList\",\"items\":{}}", "", FIT_ERROR_SCHEMA,
               "test.yaml: document 1: line 1, column 30: \"items\" of a "
               "PodList is of type object, expected a list");
  check_error ("{\"kind\":\"List\",\"items\":[1],\"items\":[2]}",
               "1[0] ?/List 1\n", FIT_ERROR_SCHEMA,
               "test.yaml: document 1: line 1, column 36: \"items\" of a List "
               "is repeated");
}

/* Aliases reach back to items that have been handed over already. */
static void
test_aliases_between_items (void **state)
{
  check ("kind: PodList\nshared: &s {x: 1}\nitems:\n- a: &l [one, *s]\n"
         "- b: *l\n- c: {<<: *s, z: 2}\n",
         "1[0] ?/PodList {\"a\":[\"one\",{\"x\":1}]}\n"
         "1[1] ?/PodList {\"b\":[\"one\",{\"x\":1}]}\n"
         "1[2] ?/PodList {\"c\":{\"x\":1,\"z\":2}}\n");
  check ("base: &b {kind: PodList, items: [{m: 1}]}\n<<: *b\n",
         "1[0] ?/PodList {\"m\":1}\n");
  check ("kind: PodList\nall: &a [{m: 1}]\nitems: *a\n",
         "1[0] ?/PodList {\"m\":1}\n");
  check_error ("a: &x 1\n---\nb: *x\n", "1 {\"a\":1}\n", FIT_ERROR_PARSE,
               "test.yaml: document 2: line 3, column 4: unknown anchor 'x' "
               "referenced");
}

static void
test_errors_name_the_place (void **state)
{
  check_error ("{\"a\":1}\n{\"b\":}", "1 {\"a\":1}\n", FIT_ERROR_PARSE,
               "test.yaml: document 2: line 2, column 6: invalid character "
               "'}' looking for beginning of value");
  check_error ("{\"a\":1}\n---\n{\"b\":2}", "1 {\"a\":1}\n", FIT_ERROR_PARSE,
               "test.yaml: document 2: line 2, column 2: invalid character "
               "'-' in numeric literal");
  check_error ("{\"items\":[{\"kind\":\"Pod\"},{\"kind\"",
               "1[0] ?/? {\"kind\":\"Pod\"}\n", FIT_ERROR_PARSE,
               "test.yaml: document 1: line 1, column 33: unexpected end of "
               "JSON input");
  check_error (
      "a: 1\n---\nkind Pod\nspec: {}\n", "1 {\"a\":1}\n", FIT_ERROR_PARSE,
      "test.yaml: document 2: line 4, column 5: mapping values are not "
      "allowed in this context");
  check_error ("--- @a\n", "", FIT_ERROR_PARSE,
               "test.yaml: document 1: line 1, column 5: found character that "
               "cannot start any token");
  check_error ("a: 1\n---\nb: [\n", "1 {\"a\":1}\n", FIT_ERROR_PARSE,
               "test.yaml: document 2: line 4, column 1: did not find expected "
               "node content");
}

/* What stands behind a root is the business of the next document. */
static void
test_text_behind_the_root (void **state)
{
  check_error (
      "--- {a: 1} b", "1 {\"a\":1}\n", FIT_ERROR_PARSE,
      "test.yaml: document 2: line 1, column 12: did not find expected "
      "<document start>");
  check_error ("{\"a\":1} b", "1 {\"a\":1}\n", FIT_ERROR_PARSE,
               "test.yaml: document 2: line 1, column 9: invalid character 'b' "
               "looking for beginning of value");
}

static void
test_callback_stops_reading (void **state)
{
  static const char *const texts[] = {
    "{\"n\":1}{\"n\":2}{\"n\":3}",
    "{\"kind\":\"List\",\"items\":[1,2,3]}",
    "{\"items\":[1,2,3],\"kind\":\"List\"}",
    "n: 1\n---\nn: 2\n---\n[unfinished",
    "{\"kind\":\"List\",\"items\":[{\"kind\":\"NodeList\",\"items\":[1,2,3]}]}",
    "{\"kind\":\"List\",\"items\":[1,{\"kind\":\"NodeList\",\"items\":[2]},3]}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (Collector) collector
          = { .log = g_string_new (NULL), .stop_after = 2 };
      g_autoptr (GError) error = NULL;

      assert_false (
          read_all (texts[i], strlen (texts[i]), NULL, &collector, &error));
      assert_int_equal (collector.seen, 2);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_NOT_FOUND));
      assert_string_equal (error->message, "enough");
    }
}

static void
check_truncated (const char *text, gboolean is_json)
{
  gsize len = strlen (text);
  g_auto (Collector) whole = { .log = g_string_new (NULL) };

  assert_true (read_all (text, len, NULL, &whole, NULL));
  for (gsize i = 0; i < len; i++)
    {
      g_auto (Collector) part = { .log = g_string_new (NULL) };
      g_autoptr (GError) error = NULL;
      gboolean done = read_all (text, i, NULL, &part, &error);

      assert_int_equal (done, error == NULL);
      /* What JSON hands over early is what the whole text hands over. */
      if (is_json)
        assert_true (g_str_has_prefix (whole.log->str, part.log->str));
    }
}

static void
test_truncated_anywhere (void **state)
{
  check_truncated ("{\"a\":[1,\"x\"]}\n{\"apiVersion\":\"v1\",\"items\":["
                   "{\"kind\":\"Pod\",\"n\":1},{\"kind\":\"Pod\"}],"
                   "\"kind\":\"List\"}{\"z\":null}",
                   TRUE);
  check_truncated ("a: &x [1, \"y\"]\nb: *x\n---\nkind: PodList\nitems:\n"
                   "- n: 1\n- {n: 2}\n---\nitems:\n- kind: Pod\nkind: List\n",
                   FALSE);
}

static gboolean
count (const FitValue *value, const FitObjectPlace *place, gpointer data,
       GError **error)
{
  guint *n = data;

  assert_string_equal (fit_value_get_string (value, "kind"), "Pod");
  assert_int_equal (place->item, *n);
  (*n)++;
  return TRUE;
}

static void
check_many (const char *before, const char *item, const char *separator,
            const char *after)
{
  FitLimits limits = *fit_limits_default ();
  g_autoptr (GString) text = g_string_new (before);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : separator, item);
  g_string_append (text, after);
  limits.object_bytes = 20 * 1000;
  if (!fit_read_objects (text->str, text->len, "test.yaml", &limits, count, &n,
                         &error))
    fail_msg ("%s", error->message);
  assert_int_equal (n, 5000);
}

/* A list of 5,000 items takes no more memory than one of them. */
static void
test_memory_is_that_of_one_item (void **state)
{
  check_many ("{\"items\":[", "{\"kind\":\"Pod\",\"a\":[1,2,{\"b\":\"text\"}]}",
              ",", "],\"kind\":\"List\"}");
  check_many ("{\"kind\":\"PodList\",\"items\":[",
              "{\"kind\":\"Pod\",\"a\":[1,2,{\"b\":\"text\"}]}", ",", "]}");
  check_many ("kind: PodList\nitems:\n", "- {kind: Pod, a: [1, b: text]}\n", "",
              "");
}

static void
check_fits (const FitLimits *limits, const char *text, guint n)
{
  g_auto (Collector) collector = { .log = g_string_new (NULL) };

  assert_true (read_all (text, strlen (text), limits, &collector, NULL));
  assert_int_equal (collector.seen, n);
}

static void
check_limit (const FitLimits *limits, const char *text, const char *message)
{
  g_auto (Collector) collector = { .log = g_string_new (NULL) };
  g_autoptr (GError) error = NULL;

  assert_false (read_all (text, strlen (text), limits, &collector, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
  assert_string_equal (error->message, message);
}

static void
test_limits (void **state)
{
  FitLimits limits = *fit_limits_default ();

  limits.objects = 2;
  check_limit (&limits, "{\"a\":1}{\"b\":2}{\"c\":3}",
               "test.yaml: document 3: line 1, column 22: more than 2 objects");
  check_limit (&limits, "{\"kind\":\"List\",\"items\":[1,2,3]}",
               "test.yaml: document 1: line 1, column 30: more than 2 objects");
  check_fits (&limits, "{\"a\":1}{\"b\":2}", 2);
  check_fits (&limits, "{\"kind\":\"List\",\"items\":[1,2]}", 2);
  limits.document_bytes = 6;
  check_limit (&limits, "{\"a\":1}", "test.yaml: longer than 6 bytes");
  check_fits (&limits, "[1, 2]", 1);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_single_documents),
    cmocka_unit_test (test_streams),
    cmocka_unit_test (test_logs_are_skipped),
    cmocka_unit_test (test_byte_order_mark),
    cmocka_unit_test (test_empty_documents_are_skipped),
    cmocka_unit_test (test_list_kind_behind_items),
    cmocka_unit_test (test_list_kind_in_front_of_items),
    cmocka_unit_test (test_items_without_kind_wait),
    cmocka_unit_test (test_lists_without_items),
    cmocka_unit_test (test_lists_in_lists),
    cmocka_unit_test (test_items_of_what_is_no_list),
    cmocka_unit_test (test_wrong_lists),
    cmocka_unit_test (test_aliases_between_items),
    cmocka_unit_test (test_errors_name_the_place),
    cmocka_unit_test (test_text_behind_the_root),
    cmocka_unit_test (test_callback_stops_reading),
    cmocka_unit_test (test_truncated_anywhere),
    cmocka_unit_test (test_memory_is_that_of_one_item),
    cmocka_unit_test (test_limits),
  };

  return cmocka_run_group_tests_name ("documents", tests, NULL, NULL);
}
