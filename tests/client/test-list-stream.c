/* test-list-stream.c - lists that come in pieces */
#include "client/list-stream.h"

#include "base/value-json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\","
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

/* Returns: (transfer full): the items, then the list, or the error */
static char *
read_list (const char *text, gsize piece)
{
  g_autoptr (GError) error = NULL;
  GString *seen = g_string_new (NULL);
  g_autoptr (FitListStream) stream = fit_list_stream_new (take_item, seen);
  const gsize len = strlen (text);
  const FitValue *list = NULL;
  gboolean fine = TRUE;

  fit_list_stream_begin (stream);
  for (gsize at = 0; at < len && fine; at += piece)
    fine = fit_list_stream_take (stream, text + at, MIN (piece, len - at),
                                 &error);
  if (fine)
    list = fit_list_stream_end (stream, &error);
  if (list != NULL)
    fit_value_append_json (seen, list, 1000, NULL);
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
                                 "v1 {}\n" HEAD
                                 "\"metadata\":{\"resourceVersion\":\"7\","
                                 "\"items\":[1,2]},\"items\":[]}");
    }
}

static void
test_without_items (void **state)
{
  static const char *const lists[]
      = { HEAD "\"items\":[]}", HEAD "\"items\":null}",
          "{\"kind\":\"NodeList\"}", "[]", "1" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *seen = read_list (lists[i], 3);

      assert_string_equal (seen, lists[i]);
    }
}

/* Nothing of an answer that makes no sense is a list. */
static void
test_broken (void **state)
{
  static const char *const texts[] = {
    "",
    HEAD,
    HEAD "\"items\":[{}",
    HEAD "\"items\":[{}]",
    HEAD "\"items\":[{},]}",
    HEAD "\"items\":[,{}]}",
    HEAD "\"items\":[{} {}]}",
    HEAD "\"items\":[{]}",
    HEAD "\"items\":[}",
    HEAD "\"items\":[],\"items\":[{}]}",
    HEAD "\"items\":[]}{}",
    HEAD "\"items\":[\"]}",
    "<html>]</html>",
    "items\":[{}]}",
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) seen = g_string_new (NULL);
      g_autoptr (FitListStream) stream = fit_list_stream_new (take_item, seen);

      fit_list_stream_begin (stream);
      assert_false (
          fit_list_stream_take (stream, texts[i], strlen (texts[i]), &error)
          && fit_list_stream_end (stream, &error) != NULL);
      assert_non_null (error);
    }
}

static void
test_endless (void **state)
{
  static const char *const heads[]
      = { HEAD "\"metadata\":\"", HEAD "\"items\":[\"" };
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
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_pieces),
    cmocka_unit_test (test_without_items),
    cmocka_unit_test (test_broken),
    cmocka_unit_test (test_endless),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
