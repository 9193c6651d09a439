/* test-duration.c - durations as text, from nanoseconds to days
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/duration.h"
#include "tests/support/cmocka.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

static void
test_durations (void **state)
{
  static const struct
  {
    gint64 ns;
    const char *text;
  } cases[] = {
    { 0, "0s" },
    { 1, "1ns" },
    { 999, "999ns" },
    { 1100, "1.1\302\265s" },
    { 2200000, "2.2ms" },
    { 500000000, "500ms" },
    { 999999999, "999.999999ms" },
    { SECOND, "1s" },
    { 1500000000, "1.5s" },
    { SECOND + 1, "1.000000001s" },
    { 10 * SECOND, "10s" },
    { 60 * SECOND, "1m0s" },
    { 15 * 60 * SECOND, "15m0s" },
    { 245 * SECOND + 1000000, "4m5.001s" },
    { 3600 * SECOND, "1h0m0s" },
    { 18367 * SECOND + 1000000, "5h6m7.001s" },
    { 360000 * SECOND, "100h0m0s" },
    { -1, "-1ns" },
    { -90 * SECOND, "-1m30s" },
    { G_MAXINT64, "2562047h47m16.854775807s" },
    { G_MININT64, "-2562047h47m16.854775808s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = fit_duration_text (cases[i].ns);

      assert_string_equal (text, cases[i].text);
    }
}

/* What people write in seconds may be any number. */
static void
test_seconds (void **state)
{
  assert_int_equal (fit_duration_of_seconds (0), 0);
  assert_int_equal (fit_duration_of_seconds (90), 90 * SECOND);
  assert_int_equal (fit_duration_of_seconds (G_MININT64), 0);
  assert_int_equal (fit_duration_of_seconds (1000000000), 1000000000 * SECOND);
  assert_int_equal (fit_duration_of_seconds (1152921505),
                    FIT_DURATION_LONGEST_NS);
  assert_int_equal (fit_duration_of_seconds (G_MAXINT64),
                    FIT_DURATION_LONGEST_NS);
}

/* As Go reads them. */
static void
test_parse (void **state)
{
  static const struct
  {
    const char *text;
    gint64 ns;
  } good[] = {
    { "0", 0 },
    { "-0", 0 },
    { "+0", 0 },
    { "0s", 0 },
    { "5s", 5 * SECOND },
    { "+5s", 5 * SECOND },
    { "-5s", -5 * SECOND },
    { "1ns", 1 },
    { "2us", 2000 },
    { "2\302\265s", 2000 },
    { "2\316\274s", 2000 },
    { "3ms", 3000000 },
    { "4m", 240 * SECOND },
    { "5h6m7.001s", 18367 * SECOND + 1000000 },
    { "7s5h", 18007 * SECOND },
    { "1.5h", 5400 * SECOND },
    { ".5s", SECOND / 2 },
    { "1.s", SECOND },
    { "1.9ns", 1 },
    { "0.1234567890123456789s", 123456789 },
    { "0.000000000000000000009s", 0 },
    { "9223372036854775807ns", G_MAXINT64 },
    { "9223372036854775806ns1ns", G_MAXINT64 },
    { "-9223372036854775807ns", -G_MAXINT64 },
    { "-9223372036854775808ns", G_MININT64 },
    { "2562047h47m16.854775807s", G_MAXINT64 },
  };
  static const char *const bad[] = {
    "",
    "-",
    "+",
    "s",
    ".s",
    "5",
    "5x",
    "--5s",
    "5s ",
    " 5s",
    "5s-5s",
    "1h0",
    "00",
    "9223372036854775808ns",
    "-9223372036854775809ns",
    "9223372036854775807ns1ns",
    "18446744073709551615ns1ns",
    "18446744073709551616ns",
    "18446744073709551620ns",
    "184467440737095516150ns",
    "2562048h",
    "-2562048h",
    "5124096h",
    "99999999999999999h",
  };
  gint64 ns = 42;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      if (!fit_duration_parse (good[i].text, &ns))
        fail_msg ("\"%s\" is a duration", good[i].text);
      if (ns != good[i].ns)
        fail_msg ("\"%s\": %" G_GINT64_FORMAT, good[i].text, ns);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    if (fit_duration_parse (bad[i], &ns))
      fail_msg ("\"%s\" is no duration", bad[i]);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_durations),
    cmocka_unit_test (test_seconds),
    cmocka_unit_test (test_parse),
  };

  return cmocka_run_group_tests_name ("duration", tests, NULL, NULL);
}
