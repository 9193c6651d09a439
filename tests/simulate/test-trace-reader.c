/* test-trace-reader.c - traces and recordings of kwok as events, and the errors for what is neither
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/kwok-recording.h"
#include "simulate/trace.h"
#include "tests/support/cluster.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define NODE_A                                                  \
  "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": " \
  "{\"name\": \"a\"}}"
#define POD_P                                                  \
  "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": " \
  "{\"name\": \"p\"}}"
#define LINE(time, verb, object) \
  "{\"time\": " time ", \"verb\": " verb ", \"object\": " object "}\n"
#define ADD(time, object) LINE (time, "\"add\"", object)

/* Returns: (transfer full): a line per event: "LINE TIME VERB KIND NS/NAME" */
static char *
read_all (FitTraceReader *reader, GError **error)
{
  GString *text = g_string_new (NULL);
  const FitTraceEvent *event;

  while (fit_trace_reader_next (reader, &event, error) && event != NULL)
    g_string_append_printf (
        text, "%" G_GUINT64_FORMAT " %s%" G_GINT64_FORMAT " %s %s %s/%s%s\n",
        event->line, event->relative ? "+" : "", event->time_ns,
        fit_trace_verb_name (event->verb), fit_kind_name (event->kind),
        event->namespace_, event->name, event->object != NULL ? "" : " -");
  return g_string_free (text, FALSE);
}

/* Once, or again and again, if the events are kept. */
static void
assert_events (const char *trace, const char *expected)
{
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      trace, strlen (trace), "trace", FIT_DECODE_DEFAULT);
  g_autoptr (FitTraceReader) keeper = fit_trace_reader_new_for_bytes (
      trace, strlen (trace), "trace", FIT_DECODE_DEFAULT);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = read_all (reader, &error);

  if (error != NULL)
    fail_msg ("%s", error->message);
  assert_string_equal (text, expected);
  assert_true (fit_trace_reader_keep (keeper, NULL));
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *again = read_all (keeper, &error);

      assert_null (error);
      assert_string_equal (again, expected);
      fit_trace_reader_rewind (keeper);
    }
}

static void
assert_refused (const char *trace, FitErrorCode code, const char *message)
{
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      trace, strlen (trace), "t.jsonl", FIT_DECODE_DEFAULT);
  g_autoptr (GError) error = NULL;
  const FitTraceEvent *event = NULL;

  g_free (read_all (reader, &error));
  assert_error (&error, code, message);
  assert_true (fit_trace_reader_next (reader, &event, &error));
  assert_null (event);
}

static void
test_events_come_in_the_order_of_lines (void **state)
{
  assert_events (ADD ("0", NODE_A) ADD ("1.5", POD_P)
                     LINE ("1.5", "\"update\"", POD_P)
                         LINE ("20", "\"delete\"", POD_P),
                 "1 +0 add Node /a\n"
                 "2 +1500000000 add Pod default/p\n"
                 "3 +1500000000 update Pod default/p\n"
                 "4 +20000000000 delete Pod default/p -\n");
}

static void
test_times_have_nine_decimals (void **state)
{
  assert_events (ADD ("0.000000001", NODE_A) ADD ("0.123456789000", POD_P),
                 "1 +1 add Node /a\n2 +123456789 add Pod default/p\n");
  assert_events (ADD ("4102444799.999999999", NODE_A),
                 "1 +4102444799999999999 add Node /a\n");
  assert_events (ADD ("\"1970-01-01T00:00:00Z\"", NODE_A), "1 0 add Node /a\n");
  assert_events (ADD ("\"1970-01-01T00:00:01.000000001Z\"", NODE_A)
                     ADD ("\"1970-01-01T02:00:02+02:00\"", POD_P),
                 "1 1000000001 add Node /a\n2 2000000000 add Pod default/p\n");
}

static void
test_blank_lines_and_a_missing_newline_do_not_matter (void **state)
{
  assert_events ("\n \t\r\n" ADD ("0", NODE_A) "\r\n\n", "3 +0 add Node /a\n");
  assert_events ("{\"time\":1,\"verb\":\"delete\",\"object\":{\"kind\":"
                 "\"Node\",\"metadata\":{\"name\":\"x\"}}}",
                 "1 +1000000000 delete Node /x -\n");
  assert_events ("", "");
}

static void
test_what_is_deleted_is_named_only (void **state)
{
  assert_events (
      LINE ("0", "\"delete\"",
            "{\"kind\": \"Pod\", \"metadata\": {\"namespace\": \"n\", "
            "\"name\": \"p\"}}") LINE ("0", "\"delete\"",
                                       "{\"kind\": \"Node\", \"metadata\": "
                                       "{\"namespace\": \"n\", \"name\": "
                                       "\"p\"}}"),
      "1 +0 delete Pod n/p -\n2 +0 delete Node /p -\n");
  assert_events (LINE ("0", "\"delete\"",
                       "{\"kind\": \"Pod\", \"metadata\": {\"namespace\": "
                       "\"\", \"name\": \"p\"}}"),
                 "1 +0 delete Pod default/p -\n");
}

static void
test_unknown_kinds_are_counted (void **state)
{
  const char *trace = ADD ("0", "{\"apiVersion\": \"v1\", \"kind\": "
                                "\"Secret\", \"metadata\": {\"name\": \"s\"}}")
      LINE ("1", "\"delete\"",
            "{\"kind\": \"Secret\", \"metadata\": {\"name\": \"s\"}}")
          ADD ("2", NODE_A);
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      trace, strlen (trace), "trace", FIT_DECODE_DEFAULT);
  g_autofree char *text = read_all (reader, NULL);
  GHashTable *unknown = fit_trace_reader_unknown (reader);

  assert_string_equal (text, "3 +2000000000 add Node /a\n");
  assert_int_equal (g_hash_table_size (unknown), 2);
  assert_int_equal (
      GPOINTER_TO_UINT (g_hash_table_lookup (unknown, "v1/Secret")), 1);
  assert_int_equal (GPOINTER_TO_UINT (g_hash_table_lookup (unknown, "Secret")),
                    1);
}

#define TIMES                                         \
  "seconds with up to nine decimals, or a time like " \
  "\"2019-10-15T09:00:00.5Z\" before 2100"

#define FIFTY "12345678901234567890123456789012345678901234567890"
#define SIXTY FIFTY "1234567890"

static const struct
{
  const char *trace;
  FitErrorCode code;
  const char *message;
} malformed[] = {
  { ADD ("0", NODE_A) "{\"time\": 1,\n", FIT_ERROR_PARSE,
    "t.jsonl: line 2: unexpected end of JSON input (column 12)" },
  { "[", FIT_ERROR_PARSE,
    "t.jsonl: line 1: unexpected end of JSON input (column 2)" },
  { "\n\n[]\n", FIT_ERROR_SCHEMA,
    "t.jsonl: line 3: event: found a list, expected an object" },
  { ADD ("0", NODE_A) "{} {}\n", FIT_ERROR_PARSE,
    "t.jsonl: line 2: invalid character '{' after top-level value (column "
    "4)" },
  { "{\"when\": 1}\n", FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: unknown field \"when\"" },
  { "{}\n", FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found nothing, expected " TIMES },
  { ADD ("-1", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found number -1, expected " TIMES },
  { ADD ("1e3", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found number 1e3, expected " TIMES },
  { ADD ("0.0000000001", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found number 0.0000000001, expected " TIMES },
  { ADD ("99999999999999999999", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found number 99999999999999999999, expected " TIMES },
  { ADD ("4102444800", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found number 4102444800, expected " TIMES },
  { ADD ("4102444801", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found number 4102444801, expected " TIMES },
  { ADD ("\"1969-12-31T23:59:59Z\"", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found string \"1969-12-31T23:59:59Z\", expected " TIMES },
  { ADD ("null", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found null, expected " TIMES },
  { ADD ("true", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found boolean true, expected " TIMES },
  /* It may be a secret. */
  { ADD ("\"" FIFTY FIFTY "\"", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found string \"***\", expected " TIMES },
  { ADD (FIFTY FIFTY, NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found number " SIXTY "..., expected " TIMES },
  { ADD ("\"yesterday\"", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found string \"yesterday\", expected " TIMES },
  { ADD ("\"2100-01-01T00:00:00Z\"", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: time: found string \"2100-01-01T00:00:00Z\", expected " TIMES },
  { ADD ("2", NODE_A) "\n" ADD ("1.999999999", POD_P), FIT_ERROR_SCHEMA,
    "t.jsonl: line 3: time: 1.999999999 is earlier than line 1" },
  { ADD ("2", NODE_A) ADD ("\"2019-10-15T09:00:00Z\"", POD_P), FIT_ERROR_SCHEMA,
    "t.jsonl: line 2: time: found a string, expected a number as on line "
    "1" },
  { LINE ("0", "\"remove\"", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: verb: found string \"remove\", expected add, update or "
    "delete" },
  { LINE ("0", "null", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: verb: found null, expected add, update or delete" },
  { LINE ("0", "5", NODE_A), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: verb: found number 5, expected add, update or delete" },
  { "{\"time\": 0, \"object\": {}}\n", FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: verb: found nothing, expected add, update or delete" },
  { "{\"time\": 0, \"verb\": \"add\"}\n", FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: object: found nothing, expected an object" },
  { ADD ("0", "null"), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: object: found null, expected an object" },
  { ADD ("0", "[]"), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: object: found a list, expected an object" },
  { LINE ("0", "\"delete\"",
          "{\"kind\": \"Pod\", \"metadata\": {\"name\": \"\"}}"),
    FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: object.metadata.name: found string \"\", expected a name" },
  { LINE ("0", "\"delete\"", "{\"kind\": 5}"), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: object.kind: found number 5, expected a kind like Pod" },
  { ADD ("0", "7"), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: object: found number 7, expected an object" },
  { ADD ("0", "{\"kind\": \"Pod\"}"), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: apiVersion: found nothing, expected a version like "
    "v1" },
  { ADD ("0", "{\"apiVersion\": \"v1\", \"kind\": \"Node\"}"), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: Node (no name): metadata.name: found nothing, expected "
    "a name" },
  { LINE ("0", "\"delete\"", "{\"kind\": \"Pod\"}"), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: object.metadata.name: found nothing, expected a "
    "name" },
  { LINE ("0", "\"delete\"", "{}"), FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: object.kind: found nothing, expected a kind like "
    "Pod" },
  { ADD ("0", "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": "
              "{\"name\": \"p\"}, \"spec\": {\"priority\": \"high\"}}"),
    FIT_ERROR_SCHEMA,
    "t.jsonl: line 1: Pod default/p: spec.priority: found string \"high\", expected "
    "an integer" },
};

static void
test_malformed_lines_are_refused (void **state)
{
  for (gsize i = 0; i < G_N_ELEMENTS (malformed); i++)
    assert_refused (malformed[i].trace, malformed[i].code,
                    malformed[i].message);
}

static void
test_everything_has_a_name (void **state)
{
  const char *trace = ADD ("0", "{\"apiVersion\": \"v1\", \"kind\": \"Node\"}");
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      trace, strlen (trace), "t.jsonl", FIT_DECODE_AS_IS);
  g_autoptr (GError) error = NULL;
  const FitTraceEvent *event;

  assert_false (fit_trace_reader_next (reader, &event, &error));
  assert_error (&error, FIT_ERROR_SCHEMA,
                "t.jsonl: line 1: object.metadata.name: found nothing, "
                "expected a name");
}

static void
test_start_is_the_first_time (void **state)
{
  const char *trace = ADD ("\"1970-01-01T00:01:00Z\"", NODE_A);
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      trace, strlen (trace), "trace", FIT_DECODE_DEFAULT);
  g_autoptr (FitTraceReader) relative = fit_trace_reader_new_for_bytes (
      ADD ("5", NODE_A), strlen (ADD ("5", NODE_A)), "trace",
      FIT_DECODE_DEFAULT);
  gint64 start = 0;
  g_autofree char *text = NULL;

  assert_true (fit_trace_reader_start (reader, &start, NULL));
  assert_int_equal (start, G_GINT64_CONSTANT (60000000000));
  text = read_all (reader, NULL);
  assert_string_equal (text, "1 60000000000 add Node /a\n");
  assert_true (fit_trace_reader_start (relative, &start, NULL));
  assert_true (start == FIT_TIME_NONE);
}

/* Of a file, which is read bit by bit. */
static void
assert_events_of_file (const GString *trace, const char *expected)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("fitsched-XXXXXX", &path, NULL);
  g_autoptr (FitTraceReader) reader = NULL;
  g_autofree char *found = NULL;

  assert_true (fd >= 0);
  close (fd);
  assert_true (
      g_file_set_contents (path, trace->str, (gssize) trace->len, NULL));
  reader = fit_trace_reader_new (path, FIT_DECODE_DEFAULT, NULL);
  assert_non_null (reader);
  found = read_all (reader, NULL);
  assert_string_equal (found, expected);
  g_unlink (path);
}

/* Lines that are longer than what is read at a time. */
static void
test_files_are_read_line_by_line (void **state)
{
  g_autofree char *pad = g_strnfill (200 * 1024, ' ');
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) expected = g_string_new (NULL);

  for (guint i = 1; i <= 10; i++)
    {
      g_string_append_printf (text, ADD ("%u", "%s" NODE_A), i, pad);
      g_string_append_printf (expected, "%u +%u000000000 add Node /a\n", i, i);
    }
  assert_events_of_file (text, expected->str);
}

/* -- recordings of kwok ---------------------------------------------------- */

#define PATCH_OF(resource, target, time, rest)                       \
  "---\n{apiVersion: action.kwok.x-k8s.io/v1alpha1, kind: "          \
  "ResourcePatch, resource: {version: v1, resource: " resource "}, " \
  "target: {" target "}, durationNanosecond: " time ", method: " rest "}\n"

static void
test_documents_of_a_recording_are_events (void **state)
{
  assert_events (
      "# kwok\n\n" NODE ("a", "", "cpu: 1") PATCH_OF (
          "pods", "name: p", "5", "create, template: " POD_P)
          PATCH_OF ("pods", "name: p, namespace: default", "7",
                    "patch, template: {spec: {nodeName: a}}")
              PATCH_OF ("nodes", "name: a", "7",
                        "update, template: {apiVersion: v1, kind: Node, "
                        "metadata: {name: a}}") "---\n" PATCH_OF ("events",
                                                                  "name: e",
                                                                  "8", "delete")
                  PATCH_OF ("pods", "name: p", "9", "delete"),
      "1 +0 add Node /a\n"
      "2 +5 add Pod default/p\n"
      "3 +7 update Pod default/p\n"
      "4 +7 update Node /a\n"
      "7 +9 delete Pod default/p -\n");
}

/* What follows "---" belongs to the document, and a member may begin like it. */
static void
test_documents_of_one_line_are_events (void **state)
{
#define DELETE(name, time)                                                \
  "--- {apiVersion: action.kwok.x-k8s.io/v1alpha1, kind: ResourcePatch, " \
  "resource: {version: v1, resource: nodes}, target: {name: " name        \
  "}, durationNanosecond: " time ", method: delete}\n"
  assert_events (
      "--- # first\napiVersion: v1\nkind: Node\nmetadata:\n"
      "  name: a\n---x: 1\n---:\n---\t{apiVersion: v1, kind: Node, "
      "metadata: {name: b}}\n"
      "--- {apiVersion: v1, kind: Node, metadata: {name: c}}\n" DELETE (
          "a", "1") DELETE ("b", "2"),
      "1 +0 add Node /a\n2 +0 add Node /b\n3 +0 add Node /c\n"
      "4 +1 delete Node /a -\n5 +2 delete Node /b -\n");
}

/* The first patch may be far from the start, and a document as long as memory
 * allows. */
static void
test_long_recordings_are_read (void **state)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *pad = g_strnfill (300, '#');

  for (guint i = 1; i <= 1000; i++)
    {
      g_string_append_printf (text, "%s\n" NODE ("n%u", "", ""), pad, i);
      g_string_append_printf (expected, "%u +0 add Node /n%u\n", i, i);
    }
  g_string_append (text, PATCH_OF ("nodes", "name: n1000", "3", "delete"));
  g_string_append (expected, "1001 +3 delete Node /n1000 -\n");
  assert_events (text->str, expected->str);
}

/* Wherever what is read at once ends, the first line that says something is known
 * by all of its beginning. */
static void
test_comments_may_come_first (void **state)
{
  const guint chunk = 64 * 1024;

  for (guint n = chunk - 16; n <= chunk; n++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint i = 0; i < n; i++)
        g_string_append_c (text, i % 64 == 63 || i == n - 1 ? '\n' : '#');
      g_string_append (text,
                       "apiVersion: v1\nkind: Node\nmetadata: {name: a}\n");
      g_string_append (text, PATCH_OF ("nodes", "name: a", "3", "delete"));
      assert_events_of_file (text, "1 +0 add Node /a\n2 +3 delete Node /a -\n");
    }
}

/* A recording begins with a document, or with a member and what follows it. */
static void
test_what_a_recording_begins_with (void **state)
{
  static const char *const beginnings[] = { "---\n",
                                            "--- # all\n",
                                            "apiVersion: v1\n",
                                            "apiVersion:\tv1\n",
                                            "metadata:\n  name: a\n",
                                            "a: b\n" };
  static const char *const others[] = { "apiVersion:v1\n", "api-version: v1\n",
                                        ": v1\n", "apiVersion v1\n", "--x\n" };

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    assert_true (fit_kwok_recording_begins (
        beginnings[i], (gsize) (strchr (beginnings[i], '\n') - beginnings[i])));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    assert_false (fit_kwok_recording_begins (
        others[i], (gsize) (strchr (others[i], '\n') - others[i])));
  assert_true (fit_kwok_recording_begins ("kind:", 5));
  assert_false (fit_kwok_recording_begins ("kind: x", 4));
  assert_false (fit_kwok_recording_begins ("---", 2));
  assert_false (fit_kwok_recording_begins ("", 0));
}

#define DELETE_OF_A PATCH_OF ("configmaps", "name: a", "1", "delete")
#define PATCH(rest)                                         \
  "---\n{apiVersion: action.kwok.x-k8s.io/v1alpha1, kind: " \
  "ResourcePatch, durationNanosecond: 1, method: create, " rest "}\n"

/* Behind a document of a recording. */
static const struct
{
  const char *document;
  const char *message;
} no_recordings[] = {
  { "---\n{apiVersion: v1}\n",
    "kind: found nothing, expected an object or a ResourcePatch" },
  { "---\n{apiVersion: v9, kind: ResourcePatch}\n",
    "apiVersion: found string \"v9\", expected action.kwok.x-k8s.io/v1alpha1" },
  { "---\n{apiVersion: v1, kind: [Node]}\n",
    "kind: found a list, expected an object or a ResourcePatch" },
  { "---\n{kind: ResourcePatch}\n",
    "apiVersion: found nothing, expected action.kwok.x-k8s.io/v1alpha1" },
  { "---\n{apiVersion: action.kwok.x-k8s.io/v1alpha1, kind: "
    "ResourcePatch, durationNanosecond: x}\n",
    "durationNanosecond: found string \"x\", expected nanoseconds since the start "
    "of the recording" },
  { "---\n{apiVersion: action.kwok.x-k8s.io/v1alpha1, kind: "
    "ResourcePatch}\n",
    "durationNanosecond: found nothing, expected nanoseconds since the "
    "start of the recording" },
  { PATCH_OF ("nodes", "name: a", "4102444800000000001", "delete"),
    "durationNanosecond: found number 4102444800000000001, expected "
    "nanoseconds since the start of the recording" },
  { PATCH_OF ("nodes", "name: a", "1", "apply"),
    "method: found string \"apply\", expected create, update, patch or delete" },
  /* This is no position. */
  { PATCH_OF ("nodes", "name: a", "1", "'apply (line 5)'"),
    "method: found string \"apply (line 5)\", expected create, update, patch or "
    "delete" },
  { PATCH_OF ("nodes", "name: a", "1", "'apply (line , 5'"),
    "method: found string \"apply (line , 5\", expected create, update, patch or "
    "delete" },
  { PATCH_OF ("nodes", "name: a", "1", "null"),
    "method: found null, expected create, update, patch or delete" },
  { PATCH ("resource: {version: v1, resource: nodes}"),
    "target.name: found nothing, expected a name" },
  { PATCH ("resource: {version: v1}, target: {name: a}"),
    "resource.resource: found nothing, expected a resource like pods" },
  { PATCH_OF ("nodes", "name: a", "1", "create, template: [a]"),
    "template: found a list, expected an object" },
  { PATCH_OF ("nodes", "name: a", "1", "create, template: {}"),
    "template.kind: found nothing, expected Node" },
  { PATCH_OF ("nodes", "name: a", "1", "create, template: {kind: Node}"),
    "template.metadata.name: found nothing, expected a" },
  { PATCH_OF ("pods", "name: a", "1",
              "create, template: {kind: Pod, metadata: {name: a, namespace: "
              "z}}"),
    "template.metadata.namespace: found string \"z\", expected default" },
  { PATCH ("resource: {resource: nodes}, target: {name: a}"),
    "resource.version: found nothing, expected a version like v1" },
  { PATCH ("resource: {version: v1, resource: [nodes]}, target: {name: a}"),
    "resource.resource: found a list, expected a resource like pods" },
  { PATCH ("resource: {version: v1, resource: nodes}, target: {name: ''}"),
    "target.name: found string \"\", expected a name" },
  { PATCH_OF ("nodes", "name: a", "1",
              "create, template: {kind: Pod, metadata: {name: a}}"),
    "template.kind: found string \"Pod\", expected Node" },
  { PATCH_OF ("nodes", "name: a", "1",
              "create, template: {kind: Node, metadata: {name: b}}"),
    "template.metadata.name: found string \"b\", expected a" },
  { PATCH_OF ("pods", "name: a, namespace: x", "1",
              "create, template: {kind: Pod, metadata: {name: a, namespace: "
              "z}}"),
    "template.metadata.namespace: found string \"z\", expected x" },
};

static void
test_what_is_no_recording_is_refused (void **state)
{
  assert_refused (
      "---\n{apiVersion: v1, kind: Node, metadata: {name: ''}}\n" DELETE_OF_A,
      FIT_ERROR_SCHEMA,
      "t.jsonl: document 1: metadata.name: found string \"\", expected a "
      "name");
  assert_refused (
      "a: b\nc: ]\n" DELETE_OF_A, FIT_ERROR_PARSE,
      "t.jsonl: document 1: did not find expected node content (line 2, column 4)");
  assert_refused (
      "---\na: b\nc: ]\n" DELETE_OF_A, FIT_ERROR_PARSE,
      "t.jsonl: document 1: did not find expected node content (line 3, column 4)");
  assert_refused (
      DELETE_OF_A "---\na: b\nc: ]\n", FIT_ERROR_PARSE,
      "t.jsonl: document 2: did not find expected node content (line 5, column 4)");
  assert_refused ("---\n{apiVersion: v1, kind: Node}\n" DELETE_OF_A,
                  FIT_ERROR_SCHEMA,
                  "t.jsonl: document 1: metadata.name: found nothing, expected "
                  "a name");
  assert_refused (NODE ("a", "", "")
                      PATCH_OF ("nodes", "name: a", "1",
                                "patch, template: {$patch: merge}"),
                  FIT_ERROR_SCHEMA,
                  "t.jsonl: document 2: template: $patch: expected delete or "
                  "replace");
  assert_refused (
      NODE ("a", "", "") PATCH_OF ("nodes", "name: a", "1",
                                   "patch, template: {metadata: {name: b}}"),
      FIT_ERROR_SCHEMA,
      "t.jsonl: document 2: template.metadata.name: found string \"b\", "
      "expected a");
  assert_refused (NODE ("a", "", ""), FIT_ERROR_SCHEMA,
                  "t.jsonl: found manifests, expected a trace\nhint: give them "
                  "with -f; docs/traces.md shows what a trace looks like");
  assert_refused (PATCH_OF ("nodes", "name: a", "1", "delete")
                      NODE ("b", "", ""),
                  FIT_ERROR_SCHEMA,
                  "t.jsonl: document 2: kind: found string \"Node\", expected "
                  "ResourcePatch, as in the documents before");
  assert_refused (PATCH_OF ("nodes", "name: a", "-1", "delete"),
                  FIT_ERROR_SCHEMA,
                  "t.jsonl: document 1: durationNanosecond: found number -1, "
                  "expected nanoseconds since the start of the recording");
  assert_refused (PATCH_OF ("pods", "name: a", "1", "patch, template: {}"),
                  FIT_ERROR_SCHEMA,
                  "t.jsonl: document 1: patch: Pod default/a is not there");
  assert_refused (PATCH_OF ("pods", "name: a", "1", "create"), FIT_ERROR_SCHEMA,
                  "t.jsonl: document 1: template: found nothing, expected an "
                  "object");
  assert_refused (
      PATCH_OF ("pods", "name: a", "1",
                "create, template: "
                "{apiVersion: v1, kind: Pod, metadata: "
                "{name: a}}") PATCH_OF ("pods", "name: a", "2", "delete")
          PATCH_OF ("pods", "name: a", "3", "patch, template: {}"),
      FIT_ERROR_SCHEMA,
      "t.jsonl: document 3: patch: Pod default/a is not there");
  for (gsize i = 0; i < G_N_ELEMENTS (no_recordings); i++)
    {
      g_autofree char *trace
          = g_strconcat (DELETE_OF_A, no_recordings[i].document, NULL);
      g_autofree char *message = g_strconcat (
          "t.jsonl: document 2: ", no_recordings[i].message, NULL);

      assert_refused (trace, FIT_ERROR_SCHEMA, message);
    }
}

/* -- files ----------------------------------------------------------------- */

/* @text, compressed with gzip, without its end. */
static void
set_cut_off (const char *path, const char *text)
{
  static const char header[] = "\x1f\x8b\x08\0\0\0\0\0\0\x03";
  const guint len = (guint) strlen (text);
  /* a block that is stored as it is, and not the last one */
  const char block[] = { 0, (char) (len & 0xff), (char) (len >> 8),
                         (char) (~len & 0xff), (char) (~len >> 8 & 0xff) };
  g_autoptr (GString) file
      = g_string_new_len (header, G_N_ELEMENTS (header) - 1);

  g_string_append_len (file, block, G_N_ELEMENTS (block));
  g_string_append (file, text);
  assert_true (g_file_set_contents (path, file->str, (gssize) file->len, NULL));
}

/* What came before the end has been read. */
static void
test_a_file_that_is_cut_off (void **state)
{
  static const struct
  {
    const char *text, *events, *message;
  } rows[] = {
    { "# nothing yet\n", "", "gzip: it ends too early" },
    { ADD ("0", NODE_A), "1 +0 add Node /a\n",
      "line 2: gzip: it ends too early" },
    { NODE ("a", "", ""), "", "gzip: it ends too early" },
    { NODE ("a", "", "") PATCH_OF ("nodes", "name: a", "3", "delete") "---\n",
      "1 +0 add Node /a\n2 +3 delete Node /a -\n",
      "document 3: gzip: it ends too early" },
  };
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("fitsched-XXXXXX", &path, NULL);

  assert_true (fd >= 0);
  close (fd);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitTraceReader) reader = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *found = NULL;
      g_autofree char *message
          = g_strdup_printf ("%s: %s", path, rows[i].message);

      set_cut_off (path, rows[i].text);
      reader = fit_trace_reader_new (path, FIT_DECODE_DEFAULT, NULL);
      assert_non_null (reader);
      found = read_all (reader, &error);
      assert_string_equal (found, rows[i].events);
      assert_error (&error, FIT_ERROR_PARSE, message);
    }
  g_unlink (path);
}

static void
test_a_file_that_cannot_be_read (void **state)
{
  g_autoptr (FitTraceReader) reader
      = fit_trace_reader_new ("/", FIT_DECODE_DEFAULT, NULL);
  const FitTraceEvent *event = NULL;
  g_autoptr (GError) error = NULL;

  assert_non_null (reader);
  assert_false (fit_trace_reader_next (reader, &event, &error));
  assert_error (&error, FIT_ERROR_IO, "/: cannot read: Is a directory");
}

static void
test_a_file_that_is_not_there (void **state)
{
  g_autoptr (GError) error = NULL;

  assert_null (
      fit_trace_reader_new ("/nowhere/t.jsonl", FIT_DECODE_DEFAULT, &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND,
                "cannot open /nowhere/t.jsonl: No such file or directory");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_events_come_in_the_order_of_lines),
    cmocka_unit_test (test_times_have_nine_decimals),
    cmocka_unit_test (test_blank_lines_and_a_missing_newline_do_not_matter),
    cmocka_unit_test (test_what_is_deleted_is_named_only),
    cmocka_unit_test (test_unknown_kinds_are_counted),
    cmocka_unit_test (test_malformed_lines_are_refused),
    cmocka_unit_test (test_everything_has_a_name),
    cmocka_unit_test (test_start_is_the_first_time),
    cmocka_unit_test (test_files_are_read_line_by_line),
    cmocka_unit_test (test_documents_of_a_recording_are_events),
    cmocka_unit_test (test_documents_of_one_line_are_events),
    cmocka_unit_test (test_long_recordings_are_read),
    cmocka_unit_test (test_comments_may_come_first),
    cmocka_unit_test (test_what_a_recording_begins_with),
    cmocka_unit_test (test_what_is_no_recording_is_refused),
    cmocka_unit_test (test_a_file_that_is_cut_off),
    cmocka_unit_test (test_a_file_that_cannot_be_read),
    cmocka_unit_test (test_a_file_that_is_not_there),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
