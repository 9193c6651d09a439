/* fuzz-page.c - any answer becomes a page with exactly that answer in it
 *
 * The page is read as an HTML parser reads it: the text of a script ends at the
 * next "</script", whatever is around.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include "formats/value-json.h"
#include "report/page.h"

#define DATA "id=\"answers\">"

/* @around: lists around @text.  Returns: (transfer full) (nullable): its tree as
 * one text */
static char *
normal_form (const char *text, gsize len, guint around)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitLimits limits = *fit_limits_default ();
  const FitValue *value;

  limits.depth += around;
  value = fit_json_parse (arena, text, len, NULL, &limits, NULL);
  return value != NULL ? fit_value_to_json (value, NULL, NULL) : NULL;
}

static void
check_page (const GString *page, const char *expected)
{
  g_autofree char *lower = g_ascii_strdown (page->str, (gssize) page->len);
  const char *data = strstr (page->str, DATA) + strlen (DATA);
  const char *end = strstr (lower + (data - page->str), "</script");
  const gsize len = (gsize) (end - lower - (data - page->str));
  g_autofree char *found = normal_form (data, len, 1);
  g_autofree char *list = g_strconcat ("[", expected, "]", NULL);

  g_assert_cmpuint (strlen (page->str), ==, page->len);
  g_assert_nonnull (found);
  g_assert_cmpstr (found, ==, list);
  g_assert_null (memchr (data, '<', len));
  /* One more script, and the end of the document. */
  g_assert_nonnull (strstr (end, "<script>"));
  g_assert_true (g_str_has_suffix (page->str, "</html>\n"));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autofree char *answer = normal_form ((const char *) data, size, 0);
  g_autoptr (GPtrArray) answers = g_ptr_array_new ();
  g_autoptr (GString) page = g_string_new (NULL);

  if (answer == NULL || g_str_has_prefix (text, "\xef\xbb\xbf"))
    return 0; /* who reads files takes the byte order mark away */
  g_ptr_array_add (answers, text);
  fit_page_append (text, answers, page);
  check_page (page, answer);
  return 0;
}
