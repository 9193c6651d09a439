/* What is shown of text that would do something to a terminal.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain-text.h"
#include "tests/support/cmocka.h"

static const struct
{
  const char *text;
  const char *shown;
} rows[] = {
  { "", "" },
  { "worker-1", "worker-1" },
  { "a\nfitsched: forged", "a\\nfitsched: forged" },
  { "\t\r\v\x01\x7f", "\\t\\r\\x0b\\x01\\x7f" },
  { "\033[31mred", "\\x1b[31mred" },
  { "\xc2\x9b"
    "1m",
    "\\u009b1m" },
  { "abc\xe2\x80\xae"
    "fed",
    "abc\\u202efed" },
  { "\xe2\x80\xa8\xe2\x80\xa9\xe2\x81\xa6\xef\xbb\xbf",
    "\\u2028\\u2029\\u2066\\ufeff" },
  { "na\xc3\xafve \xe2\x86\x92 \xf0\x9f\x98\x80",
    "na\xc3\xafve \xe2\x86\x92 \xf0\x9f\x98\x80" },
  { "\xff\xc3(\xe2\x80", "\\xff\\xc3(\\xe2\\x80" },
  { "back\\slash", "back\\slash" },
};

static void
test_text (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *shown = fit_plain_text (rows[i].text);

      assert_string_equal (shown, rows[i].shown);
    }
}

static void
test_cut (void **state)
{
  g_autofree char *fits = fit_plain_cut ("n\xc3\xa4\n", 4);
  g_autofree char *cut = fit_plain_cut ("n\xc3\xa4he", 3);

  assert_string_equal (fits, "n\xc3\xa4\\n");
  assert_string_equal (cut, "n\xc3\xa4h...");
}

static void
test_hidden (void **state)
{
  static const struct
  {
    gunichar c;
    gboolean hidden;
  } characters[] = {
    { 0, TRUE },        { '\n', TRUE },    { 0x1f, TRUE },   { ' ', FALSE },
    { 'a', FALSE },     { '~', FALSE },    { 0x7f, TRUE },   { 0x9f, TRUE },
    { 0xa0, FALSE },    { 0xe9, FALSE },   { 0x61b, FALSE }, { 0x61c, TRUE },
    { 0x61d, FALSE },   { 0x200a, FALSE }, { 0x200b, TRUE }, { 0x200f, TRUE },
    { 0x2010, FALSE },  { 0x2027, FALSE }, { 0x2028, TRUE }, { 0x202e, TRUE },
    { 0x202f, FALSE },  { 0x205f, FALSE }, { 0x2060, TRUE }, { 0x2069, TRUE },
    { 0x206a, FALSE },  { 0xfefe, FALSE }, { 0xfeff, TRUE }, { 0xff00, FALSE },
    { 0x1f600, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (characters); i++)
    if (fit_plain_is_hidden (characters[i].c) != characters[i].hidden)
      fail_msg ("U+%04x", characters[i].c);
}

/* What the format says stays, what stands for %s is made plain. */
static void
test_printf (void **state)
{
  g_autoptr (GString) out = g_string_new ("> ");

  fit_plain_printf (out, "%s:\n%d%% of %-5s|%.2s|%*s%" G_GINT64_FORMAT "\n",
                    "a\nb", 5, "x\r", "\n\n\n", 3, "z", (gint64) 7);
  assert_string_equal (out->str, "> a\\nb:\n5% of x\\r   |\\n\\n|  z7\n");
  g_string_truncate (out, 0);
  fit_plain_printf (out, "plain\n");
  fit_plain_printf (out, "%s", "");
  assert_string_equal (out->str, "plain\n");
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_text),
    cmocka_unit_test (test_cut),
    cmocka_unit_test (test_hidden),
    cmocka_unit_test (test_printf),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
