/* test-watch-stream.c - events of a watch that come in pieces
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/watch-stream.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define EVENT(type, object) "{\"type\":\"" type "\",\"object\":" object "}\n"
#define META(name, version) \
  "\"metadata\":{\"name\":\"" name "\",\"resourceVersion\":\"" version "\"}"
#define NODE(name, version) \
  "{\"kind\":\"Node\",\"apiVersion\":\"v1\"," META (name, version) "}"

/* A line for each event. */
static void
note_event (const FitWatchEvent *event, gpointer data)
{
  static const char *const types[] = { [FIT_WATCH_CHANGED] = "changed",
                                       [FIT_WATCH_GONE] = "gone",
                                       [FIT_WATCH_BOOKMARK] = "bookmark",
                                       [FIT_WATCH_ERROR] = "error" };

  g_string_append (data, types[event->type]);
  if (event->object != NULL)
    {
      g_string_append_printf (data, " %s",
                              fit_object_meta (event->object)->name);
      fit_object_unref ((gpointer) event->object);
    }
  if (event->version != NULL)
    g_string_append_printf (data, " %s", event->version);
  if (event->message != NULL)
    g_string_append_printf (data, " %u %s", event->code, event->message);
  g_string_append_c (data, '\n');
}

/* Takes @text in pieces.  Returns: (transfer full): the events, and what is
 * wrong */
static char *
read_events (const char *text, gsize piece)
{
  g_autoptr (GError) error = NULL;
  GString *seen = g_string_new (NULL);
  g_autoptr (FitWatchStream) stream = fit_watch_stream_new (
      FIT_KIND_NODE, FIT_DECODE_AS_IS, note_event, seen);
  const gsize len = strlen (text);
  gboolean fine = TRUE;

  fit_watch_stream_begin (stream);
  for (gsize at = 0; at < len && fine; at += piece)
    fine = fit_watch_stream_take (stream, text + at, MIN (piece, len - at),
                                  &error);
  assert_int_equal (fine, error == NULL);
  if (error != NULL)
    g_string_append (seen, error->message);
  return g_string_free (seen, FALSE);
}

/* -- events ---------------------------------------------------------------- */

static const struct
{
  const char *text, *seen;
} cases[] = {
  { "", "" },
  { "\n\n", "" },
  { EVENT ("ADDED", NODE ("a", "7")), "changed a 7\n" },
  { EVENT ("MODIFIED", NODE ("a", "7")), "changed a 7\n" },
  { EVENT ("DELETED", NODE ("a", "7")), "gone a 7\n" },
  { EVENT ("BOOKMARK", NODE ("a", "7")), "bookmark 7\n" },
  { EVENT ("BOOKMARK", "{}"), "bookmark\n" },
  { EVENT ("BOOKMARK", "null"), "bookmark\n" },
  { EVENT ("ADDED", "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":"
                    "{\"name\":\"a\"}}"),
    "changed a\n" },
  /* One after the other; what is not complete is none. */
  { EVENT ("ADDED", NODE ("a", "7")) EVENT ("DELETED", NODE ("a", "8"))
        EVENT ("ADDED", NODE ("b", "9")) "{\"type\"",
    "changed a 7\ngone a 8\nchanged b 9\n" },
  { EVENT ("ADDED", NODE ("a", "7")) "\n" EVENT ("ADDED", NODE ("b", "8")),
    "changed a 7\nchanged b 8\n" },
  /* The watch is over. */
  { EVENT ("ERROR", "{\"code\":410,\"message\":\"too old\"}"),
    "error 410 too old\n" },
  { EVENT ("ERROR", "{\"code\":999,\"message\":\"\"}"), "error 999 \n" },
  { EVENT ("ERROR", "{\"code\":1000}"), "error 0 the watch has failed\n" },
  { EVENT ("ERROR", "{\"code\":-1}"), "error 0 the watch has failed\n" },
  { EVENT ("ERROR", "{\"code\":0}"), "error 0 the watch has failed\n" },
  { EVENT ("ERROR", "{\"code\":\"410\",\"message\":1}"),
    "error 0 the watch has failed\n" },
  { EVENT ("ERROR", "null"), "error 0 the watch has failed\n" },
  /* What is no event ends it, after those before it. */
  { EVENT ("ADDED", NODE ("a", "7")) "{}\n" EVENT ("ADDED", NODE ("b", "8")),
    "changed a 7\nan event: type: found nothing, expected that of an event" },
  { "[]\n", "an event: type: found nothing, expected that of an event" },
  { "{\"type\":1}\n",
    "an event: type: found nothing, expected that of an event" },
  { "x\n", "an event: invalid character 'x' looking for beginning of value "
           "(line 1, column 1)" },
  { FIT_BYTE_ORDER_MARK "\n", "an event: found a byte order mark" },
  { FIT_BYTE_ORDER_MARK EVENT ("BOOKMARK", "{}"),
    "an event: found a byte order mark" },
  { EVENT ("added", NODE ("a", "7")),
    "an event: type: found something else, expected ADDED, MODIFIED, DELETED, "
    "BOOKMARK or ERROR" },
  { EVENT ("ADDED", "[]"), "an event: object: found a list, expected Node" },
  { EVENT ("DELETED", "null"), "an event: object: found null, expected Node" },
  { "{\"type\":\"ADDED\"}\n",
    "an event: object: found nothing, expected Node" },
  { EVENT ("ADDED", "{}"), "an event: object: found no kind, expected Node" },
  { EVENT ("ADDED", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}"),
    "an event: object: found another kind, expected Node" },
  { EVENT ("ADDED", "{\"kind\":\"Node\",\"apiVersion\":\"v2\"}"),
    "an event: object: found another apiVersion of Node" },
  { EVENT ("ADDED", "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"spec\":[]}"),
    "an event: Node (no name): spec: found a list, expected an object" },
};

static void
test_events (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize piece = 1; piece < 300; piece += 23)
      {
        g_autofree char *seen = read_events (cases[i].text, piece);

        assert_string_equal (seen, cases[i].seen);
      }
}

/* Another watch begins: of the line that was not complete nothing is left. */
static void
test_begins_anew (void **state)
{
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (FitWatchStream) stream = fit_watch_stream_new (
      FIT_KIND_NODE, FIT_DECODE_AS_IS, note_event, seen);
  g_autofree char *blob = g_strnfill (3 * 1024 * 1024, ' ');

  (void) state;
  for (guint i = 0; i < 2; i++)
    {
      const char *begun = i == 0 ? "{\"type\":" : blob;

      assert_true (fit_watch_stream_take (stream, begun, strlen (begun), NULL));
      fit_watch_stream_begin (stream);
      assert_true (fit_watch_stream_take (
          stream, EVENT ("BOOKMARK", NODE ("a", "7")),
          strlen (EVENT ("BOOKMARK", NODE ("a", "7"))), NULL));
    }
  assert_string_equal (seen->str, "bookmark 7\nbookmark 7\n");
}

/* -- limits ---------------------------------------------------------------- */

/* Blanks before an event, of as many bytes as a line may have, or one more. */
static void
test_long_lines (void **state)
{
  static const char event[] = EVENT ("BOOKMARK", "{}");
  const gsize most = FIT_WATCH_LINE_BYTES - (sizeof event - 2);

  (void) state;
  for (gsize more = 0; more < 2; more++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) seen = g_string_new (NULL);
      g_autoptr (FitWatchStream) stream = fit_watch_stream_new (
          FIT_KIND_NODE, FIT_DECODE_AS_IS, note_event, seen);
      g_autofree char *blanks = g_strnfill (most + more, ' ');

      assert_true (fit_watch_stream_take (stream, blanks, most + more, &error));
      assert_int_equal (
          fit_watch_stream_take (stream, event, sizeof event - 1, &error),
          more == 0);
      assert_string_equal (seen->str, more == 0 ? "bookmark\n" : "");
      if (more > 0)
        assert_string_equal (error->message,
                             "an event: longer than 16777216 bytes");
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_events),
    cmocka_unit_test (test_begins_anew),
    cmocka_unit_test (test_long_lines),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
