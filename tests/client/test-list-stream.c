/* test-list-stream.c - lists that come in pieces
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/list-stream.h"

#include "formats/value-json.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define HEAD "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\","
#define V "\"metadata\":{\"resourceVersion\":\"7\""
#define FULL HEAD V "},"
#define LIST                                                                   \
  HEAD                                                                         \
      "\"metadata\":{\"resourceVersion\":\"7\",\"items\":[1,2]},"              \
      " \"items\" : [ {\"a\":[1,{\"b\":\"]},\"}]} , {\"c\":\"\\\"\\\\\"}, {}]" \
      "}\n"

static gboolean
take_item (const FitValue *item, const char *api_version, gpointer data,
           GError **error)
{
  GString *seen = data;

  g_string_append_printf (seen, "%s ", api_version ? api_version : "-");
  fit_value_append_json (seen, item, 1000, NULL);
  g_string_append_c (seen, '\n');
  return TRUE;
}

/* Returns: (transfer full): the items, then the end of the list, or the error */
static char *
read_list (const char *text, gsize piece)
{
  g_autoptr (GError) error = NULL;
  GString *seen = g_string_new (NULL);
  g_autoptr (FitListStream) stream = fit_list_stream_new (take_item, seen);
  const gsize len = strlen (text);
  FitListEnd end = { 0 };
  gboolean fine = TRUE;

  fit_list_stream_begin (stream);
  for (gsize at = 0; at < len && fine; at += piece)
    fine = fit_list_stream_take (stream, text + at, MIN (piece, len - at),
                                 &error);
  if (fine && fit_list_stream_end (stream, "Node", &end, &error))
    g_string_append_printf (seen, "end %s %s", end.version,
                            end.next ? end.next : "-");
  else
    g_string_append (seen, error->message);
  return g_string_free (seen, FALSE);
}

static void
test_pieces (void **state)
{
  (void) state;
  for (gsize piece = 1; piece <= strlen (LIST); piece++)
    {
      g_autofree char *seen = read_list (LIST, piece);

      assert_string_equal (seen, "v1 {\"a\":[1,{\"b\":\"]},\"}]}\n"
                                 "v1 {\"c\":\"\\\"\\\\\"}\n"
                                 "v1 {}\n"
                                 "end 7 -");
    }
}

static void
test_ends (void **state)
{
#define NOTHING \
  "found something else, expected a NodeList with a resourceVersion"
  static const struct
  {
    const char *list, *end;
  } cases[] = {
    { HEAD "\"items\":[]," V "}}", "end 7 -" },
    { HEAD "\"items\":null," V ",\"continue\":\"\"}}", "end 7 -" },
    { HEAD V ",\"continue\":\"abc\"}}", "end 7 abc" },
    { HEAD "\"items\":[]}", NOTHING },
    { HEAD "\"metadata\":{\"resourceVersion\":\"\"}}", NOTHING },
    { HEAD "\"metadata\":{\"resourceVersion\":7}}", NOTHING },
    { HEAD "\"metadata\":[]}", NOTHING },
    { "{\"kind\":\"PodList\"," V "}}", NOTHING },
    { "{\"kind\":[\"NodeList\"]," V "}}", NOTHING },
    { "{" V "}}", NOTHING },
    { "[]", NOTHING },
    { "1", NOTHING },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *seen = read_list (cases[i].list, 3);

      assert_string_equal (seen, cases[i].end);
    }
}

#define MARK "\xEF\xBB\xBF" /* of the byte order */

/* Nothing of an answer that makes no sense is a list. */
static void
test_broken (void **state)
{
  static const struct
  {
    const char *text, *error;
  } cases[] = {
    { "", "unexpected end of JSON input (line 1, column 1)" },
    { FULL, "unexpected end of JSON input (line 1, column 73)" },
    { FULL "\"items\":[{}", "the list ends within its items" },
    { FULL "\"items\":[{}]",
      "unexpected end of JSON input (line 1, column 83)" },
    { FULL "\"items\":[{},]}",
      "unexpected end of JSON input (line 1, column 1)" },
    { FULL "\"items\":[,{}]}",
      "unexpected end of JSON input (line 1, column 1)" },
    { FULL "\"items\":[ ,{}]}",
      "unexpected end of JSON input (line 1, column 2)" },
    { FULL "\"items\":[{} {}]}",
      "invalid character '{' after top-level value (line 1, column 4)" },
    { FULL "\"items\":[{]}", "found a bracket that nothing opens" },
    { FULL "\"items\":[}", "found a bracket that nothing opens" },
    { FULL "\"items\":[{}}]}", "found a bracket that nothing opens" },
    { FULL "\"items\":[{}]}}", "found a bracket that nothing opens" },
    { "]", "found a bracket that nothing opens" },
    { FULL "\"items\":[],\"items\":[{}]}", "found items twice" },
    { FULL "\"items\":[]}{}",
      "invalid character '{' after top-level value (line 1, column 84)" },
    { FULL "\"items\":[\"]}", "the list ends within its items" },
    { "<html>]</html>", "found a bracket that nothing opens" },
    { "items\":[{}]}",
      "invalid character 'i' looking for beginning of value (line 1, column 1)" },
    { "{[{}]}",
      "invalid character '[' looking for beginning of object key string (line 1, "
      "column 2)" },
    { "{,\"items\":[{}]}",
      "invalid character ',' looking for beginning of object key string (line 1, column 2)" },
    { FULL "\"items\":[" MARK "{}]}",
      "found a byte order mark before an item" },
    { FULL "\"items\":[{}," MARK "{}]}",
      "found a byte order mark before an item" },
    { FULL "\"items\":[ " MARK "{}]}",
      "invalid character 'ï' looking for beginning of value (line 1, column 2)" },
    { FULL "\"items\":[" MARK "]}", "found a byte order mark before an item" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) seen = g_string_new (NULL);
      g_autoptr (FitListStream) stream = fit_list_stream_new (take_item, seen);
      FitListEnd end;

      fit_list_stream_begin (stream);
      assert_false (fit_list_stream_take (stream, cases[i].text,
                                          strlen (cases[i].text), &error)
                    && fit_list_stream_end (stream, "Node", &end, &error));
      assert_string_equal (error->message, cases[i].error);
    }
}

/* What opens the items, and what looks like it. */
static void
test_where_items_are (void **state)
{
  static const struct
  {
    const char *list, *seen;
  } cases[] = {
    { FULL "\"items\"\n:\t[1]}", "v1 1\nend 7 -" },
    { FULL "\"items\" :[1]}", "v1 1\nend 7 -" },
    { FULL "\"items\": [1]}", "v1 1\nend 7 -" },
    { FULL "\"Items\":[1]}", "end 7 -" },
    { FULL "\"xitems\":[1]}", "end 7 -" },
    { FULL "\"x\\\"items\":[1]}", "end 7 -" },
    { FULL "\"x\":\"items\",\"y\":[1]}", "end 7 -" },
    { FULL "\"x\":{\"items\":[1]}}", "end 7 -" },
    { FULL "\"items\":{\"items\":[1]}}", "end 7 -" },
    { FULL "\"items\":[1,\"]\\\\\",\"\\\"]\",[2,3],{\"a\":[4]}]}",
      "v1 1\nv1 \"]\\\\\"\nv1 \"\\\"]\"\nv1 [2,3]\nv1 {\"a\":[4]}\nend 7 -" },
    { "{\"items\":[1],\"kind\":\"NodeList\"," V "}}", "- 1\nend 7 -" },
    { FULL "\"items\":[ \r\n\t]}", "end 7 -" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize piece = 1; piece < 100; piece += 7)
      {
        g_autofree char *seen = read_list (cases[i].list, piece);

        assert_string_equal (seen, cases[i].seen);
      }
}

static void
test_endless (void **state)
{
  static const char *const heads[]
      = { HEAD "\"metadata\":\"", HEAD "\"items\":[\"" };
  static const char *const said[]
      = { "found a list without items of more than 1 MiB",
          "found an item of more than 16 MiB" };
  g_autofree char *blob = g_strnfill (1024 * 1024, 'x');

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) seen = g_string_new (NULL);
      g_autoptr (FitListStream) stream = fit_list_stream_new (take_item, seen);
      guint n = 0;

      assert_true (
          fit_list_stream_take (stream, heads[i], strlen (heads[i]), &error));
      while (n < 100
             && fit_list_stream_take (stream, blob, strlen (blob), &error))
        n++;
      assert_true (n < 100);
      assert_int_equal (error->code, FIT_ERROR_LIMIT);
      assert_string_equal (error->message, said[i]);
    }
}

/* Much memory for few bytes: a list of lists for one item. */
static void
test_tree (void **state)
{
  const guint n = 5 * 1024 * 1024;
  g_autoptr (GString) text = g_string_new (HEAD "\"items\":[[[]");
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (FitListStream) stream = fit_list_stream_new (take_item, seen);
  g_autoptr (GError) error = NULL;

  (void) state;
  for (guint i = 0; i < n; i++)
    g_string_append (text, ",[]");
  g_string_append (text, "]]}");
  assert_false (fit_list_stream_take (stream, text->str, text->len, &error));
  assert_int_equal (error->code, FIT_ERROR_LIMIT);
}

/* What one page may not be, several may not be together. */
static void
test_limits (void **state)
{
#define PAGE HEAD "\"items\":[{},{}]," V ",\"continue\":\"x\"}}"
#define LAST HEAD V "}}"
  static const struct
  {
    FitListLimits limits;
    const char *outcome; /* a dot for each complete page */
  } cases[] = {
    { { 4 * sizeof PAGE, 6, 4 }, "...." },
    { { 4 * sizeof PAGE, 5, 4 }, "..found a list of more than 5 objects" },
    { { 4 * sizeof PAGE, 0, 4 }, "found a list of more than 0 objects" },
    { { 4 * sizeof PAGE, 6, 2 }, ".found a list of more than 2 pages" },
    { { 3 * (sizeof PAGE - 1) + (sizeof LAST - 1), 6, 4 }, "...." },
    { { 3 * (sizeof PAGE - 1) + (sizeof LAST - 1) - 1, 6, 4 },
      "...found a list of more than 380 bytes" },
    { { (sizeof PAGE - 1), 6, 4 }, ".found a list of more than 103 bytes" },
    { { 4 * sizeof PAGE, 2, 4 }, ".found a list of more than 2 objects" },
    { { 4 * sizeof PAGE, 6, 3 }, "..found a list of more than 3 pages" },
    { { 4 * sizeof PAGE, 6, 1 }, "found a list of more than 1 pages" },
    { { 120, 6, 4 }, ".found a list of more than 120 bytes" },
    { { 10, 6, 4 }, "found a list of more than 10 bytes" },
  };
  static const char *const pages[] = { PAGE, PAGE, PAGE, LAST };
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (FitListStream) stream = fit_list_stream_new (take_item, seen);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) outcome = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      FitListEnd end;

      fit_list_stream_set_limits (stream, &cases[i].limits);
      fit_list_stream_begin (stream);
      for (guint j = 0; j < G_N_ELEMENTS (pages) && error == NULL; j++)
        {
          /* A page that comes twice counts once. */
          fit_list_stream_begin_page (stream);
          fit_list_stream_take (stream, pages[j], strlen (pages[j]), NULL);
          fit_list_stream_begin_page (stream);
          if (fit_list_stream_take (stream, pages[j], strlen (pages[j]), &error)
              && fit_list_stream_end (stream, "Node", &end, &error))
            g_string_append_c (outcome, '.');
        }
      if (error != NULL)
        {
          assert_int_equal (error->code, FIT_ERROR_LIMIT);
          g_string_append (outcome, error->message);
        }
      assert_string_equal (outcome->str, cases[i].outcome);
    }
}

/* -- room ------------------------------------------------------------------ */

#define ITEMS(items) FULL "\"items\":[" items "]}"

/* Returns: (transfer full): why @stream does not take a list; "": it does.
 * @is_kept: or it is given up */
static char *
list_in_room (FitListStream *stream, const char *text, gboolean is_kept)
{
  g_autoptr (GError) error = NULL;
  FitListEnd end;

  fit_list_stream_begin (stream);
  if (!fit_list_stream_take (stream, text, strlen (text), &error)
      || !fit_list_stream_end (stream, "Node", &end, &error))
    {
      assert_int_equal (error->code, FIT_ERROR_LIMIT);
      fit_list_stream_begin (stream);
      return g_strdup (error->message);
    }
  if (is_kept)
    fit_list_stream_keep (stream);
  fit_list_stream_begin (stream);
  return g_strdup ("");
}

/* Two lists share a room; the outcome of each step, and what is taken then. */
static void
test_room (void **state)
{
  static const struct
  {
    guint stream;
    const char *text;
    gboolean is_kept;
    const char *outcome;
    guint objects;
  } steps[] = {
    { 0, ITEMS ("{},{},{}"), TRUE, "", 3 },
    { 1, ITEMS ("{},{},{}"), TRUE,
      "found more than 5 objects in all lists together", 3 },
    { 1, ITEMS ("{},{}"), FALSE, "", 3 },
    { 1, ITEMS ("{},{}"), TRUE, "", 5 },
    /* Another list replaces the first one, and needs no room of its own. */
    { 0, ITEMS ("{},{},{}"), TRUE, "", 5 },
    { 0, ITEMS ("{},{},{},{}"), TRUE,
      "found more than 5 objects in all lists together", 5 },
    { 0, ITEMS ("{}"), TRUE, "", 3 },
    { 1, ITEMS ("{},{},{},{}"), TRUE, "", 5 },
    { 1, ITEMS ("{}"), TRUE, "", 2 },
  };
  g_autoptr (GString) seen = g_string_new (NULL);
  FitListStream *streams[2];
  FitListRoom room = { .most = { .bytes = 1000, .objects = 5 } };
  g_autofree char *blanks = g_strnfill (900, ' ');
  g_autofree char *large = g_strconcat (ITEMS ("{}"), blanks, NULL);
  g_autofree char *outcome = NULL;

  (void) state;
  for (guint i = 0; i < 2; i++)
    {
      streams[i] = fit_list_stream_new (take_item, seen);
      fit_list_stream_set_room (streams[i], &room);
    }
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *said = list_in_room (streams[steps[i].stream],
                                            steps[i].text, steps[i].is_kept);

      assert_string_equal (said, steps[i].outcome);
      assert_int_equal (room.objects, steps[i].objects);
    }
  assert_int_equal (room.bytes, 2 * strlen (ITEMS ("{}")));
  outcome = list_in_room (streams[0], large, TRUE);
  assert_string_equal (outcome,
                       "found more than 1000 bytes in all lists together");
  assert_int_equal (room.bytes, 2 * strlen (ITEMS ("{}")));
  for (guint i = 0; i < 2; i++)
    fit_list_stream_free (streams[i]);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pieces),
    cmocka_unit_test (test_ends),
    cmocka_unit_test (test_broken),
    cmocka_unit_test (test_endless),
    cmocka_unit_test (test_where_items_are),
    cmocka_unit_test (test_limits),
    cmocka_unit_test (test_tree),
    cmocka_unit_test (test_room),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
