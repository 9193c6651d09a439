/* A page holds the answers as they are, and what it allows itself to run is
 * exactly what is in it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <json-c/json.h>

#include "report/page.h"
#include "tests/support/cmocka.h"

#define N_RANDOM 300

/* Returns: (transfer full): a page of @answer, and of @other (nullable) */
static char *
page_of (const char *answer, const char *other)
{
  g_autoptr (GPtrArray) answers = g_ptr_array_new ();
  GString *out = g_string_new (NULL);

  g_ptr_array_add (answers, (gpointer) answer);
  if (other != NULL)
    g_ptr_array_add (answers, (gpointer) other);
  fit_page_append ("a <title>", answers, out);
  return g_string_free (out, FALSE);
}

/* Returns: (transfer full): what is between @begin and the next @end */
static char *
part_of (const char *page, const char *begin, const char *end)
{
  const char *from = strstr (page, begin);
  const char *to;

  assert_non_null (from);
  from += strlen (begin);
  to = strstr (from, end);
  assert_non_null (to);
  return g_strndup (from, (gsize) (to - from));
}

static guint
count (const char *page, const char *what)
{
  guint n = 0;

  for (; (page = strstr (page, what)) != NULL; page += strlen (what))
    n++;
  return n;
}

/* Returns: (transfer full) */
static struct json_object *
answers_of (const char *page)
{
  g_autofree char *text = part_of (page, "id=\"answers\">", "</script>");
  struct json_object *answers = json_tokener_parse (text);

  assert_non_null (answers);
  return answers;
}

static void
check_hash (const char *page, const char *begin, const char *end,
            const char *source)
{
  g_autofree char *text = part_of (page, begin, end);
  g_autofree char *allowed = part_of (page, source, "'");
  gsize len;
  g_autofree guchar *digest = g_base64_decode (allowed, &len);
  g_autofree char *found
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  assert_int_equal (len, 32);
  for (guint i = 0; i < len; i++)
    {
      char hex[3];

      g_snprintf (hex, sizeof hex, "%02x", digest[i]);
      assert_memory_equal (hex, found + 2 * i, 2);
    }
}

static void
allows_only_itself (void **state)
{
  g_autofree char *page = page_of ("{}", NULL);

  assert_non_null (strstr (page, "default-src 'none'"));
  check_hash (page, "<style>", "</style>", "style-src 'sha256-");
  check_hash (page, "<script>", "</script>", "script-src 'sha256-");
  assert_null (strstr (page, "unsafe"));
  assert_null (strstr (page, "@"
                             "SCRIPT@"));
}

/* Neither the style nor the script may end its element, nor begin a comment in
 * which HTML would look for another end. */
static void
ends_no_element (void **state)
{
  g_autofree char *page = page_of ("{}", NULL);
  g_autofree char *script = part_of (page, "<script>", "</script>");

  assert_int_equal (count (page, "</style"), 1);
  assert_int_equal (count (page, "</script"), 2);
  assert_null (strstr (script, "<!--"));
  assert_null (strstr (script, "<script"));
}

static void
escapes_the_title (void **state)
{
  g_autofree char *page = page_of ("{}", NULL);

  assert_non_null (strstr (page, "<title>a &lt;title&gt;</title>"));
}

static void
keeps_what_would_end_the_script (void **state)
{
  const char *hostile
      = "{\"name\": \"</script><script>alert(1)</script><!-- <script \\u003c\"}";
  g_autofree char *page = page_of (hostile, "{\"kind\": \"@ANSWERS@\"}");
  struct json_object *answers = answers_of (page);
  struct json_object *name, *kind, *expected = json_tokener_parse (hostile);

  assert_int_equal (count (page, "</script"), 2);
  assert_int_equal (json_object_array_length (answers), 2);
  assert_true (
      json_object_equal (json_object_array_get_idx (answers, 0), expected));
  assert_true (json_object_object_get_ex (
      json_object_array_get_idx (answers, 1), "kind", &kind));
  assert_string_equal (json_object_get_string (kind), "@ANSWERS@");
  assert_true (json_object_object_get_ex (expected, "name", &name));
  json_object_put (answers);
  json_object_put (expected);
}

/* Strings of characters that mean something to HTML, JSON or the frame. */
static void
keeps_any_text (void **state)
{
  static const char *const pieces[]
      = { "<",         ">",         "&",    "\"",           "'",
          "\\",        "</script>", "<!--", "]]>",          "@STYLE@",
          "\n",        "\t",        "\x01", "\xe2\x80\xa8", "\xd7\x90",
          "e\xcc\x81", "a" };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint run = 0; run < N_RANDOM; run++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      struct json_object *answer = json_object_new_object (), *answers;
      g_autofree char *page = NULL;

      for (gint n = g_rand_int_range (random, 0, 12); n > 0; n--)
        g_string_append (
            text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
      json_object_object_add (answer, text->str,
                              json_object_new_string (text->str));
      page = page_of (json_object_to_json_string_ext (
                          answer, JSON_C_TO_STRING_NOSLASHESCAPE),
                      NULL);
      answers = answers_of (page);
      assert_true (
          json_object_equal (json_object_array_get_idx (answers, 0), answer));
      assert_int_equal (count (page, "</script"), 2);
      json_object_put (answers);
      json_object_put (answer);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (allows_only_itself),
    cmocka_unit_test (ends_no_element),
    cmocka_unit_test (escapes_the_title),
    cmocka_unit_test (keeps_what_would_end_the_script),
    cmocka_unit_test (keeps_any_text),
  };

  cmocka_set_message_output (CM_OUTPUT_TAP);
  return cmocka_run_group_tests (tests, NULL, NULL);
}
