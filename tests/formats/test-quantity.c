/* test-quantity.c - quantities parse, convert and compare as in v1.16
 *
 * The expected numbers are those of v1.16's own resource package.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/quantity.h"

#include "formats/decimal.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define FORMAT_MESSAGE                            \
  "quantities must match the regular expression " \
  "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
#define NUMBER_MESSAGE "unable to parse numeric part of quantity"
#define SUFFIX_MESSAGE "unable to parse quantity's suffix"

typedef struct
{
  const char *text;
  gint64 value;
  gint64 milli_value;
} Conversion;

/* clang-format off */
static const Conversion conversions[] = {
  { "0", 0, 0 },
  { "1", 1, 1000 },
  { "007", 7, 7000 },
  { "+3", 3, 3000 },
  { "-0", 0, 0 },
  { "100m", 1, 100 },
  { "0.5", 1, 500 },
  { "1500m", 2, 1500 },
  { "0.1m", 1, 1 },
  { "1n", 1, 1 },
  { "1u", 1, 1 },
  { "-0.5", -1, -500 },
  { "-1500m", -2, -1500 },
  { "-1n", -1, -1 },
  { "1k", 1000, 1000000 },
  { "2T", 2000000000000, 2000000000000000 },
  { "1.5Ki", 1536, 1536000 },
  { "0.1Ki", 103, 102400 },
  { "1.5Gi", 1610612736, 1610612736000 },
  { "1Mi", 1048576, 1048576000 },
  { "64Ti", 70368744177664, 70368744177664000 },
  { "1Pi", 1125899906842624, 1125899906842624000 },
  { "1e3", 1000, 1000000 },
  { "1E3", 1000, 1000000 },
  { "1e+3", 1000, 1000000 },
  { "12e-1", 2, 1200 },
  { "1e-30", 1, 1 },
  { "-1e-30", 1, 1 },
  /* digits may be missing on one side of the point, or on both */
  { "1.", 1, 1000 },
  { ".5", 1, 500 },
  { "1.G", 1000000000, 1000000000000 },
  { ".5Pi", 562949953421312, 562949953421312000 },
  { "E", 0, 0 },
  { "m", 0, 0 },
  { "Ki", 0, 0 },
  { "+", 0, 0 },
  { ".", 0, 0 },
  /* the small form overflows to 0 ... */
  { "9E", 9000000000000000000, 0 },
  { "10E", 0, 0 },
  { "1e19", 0, 0 },
  { "9.3E", 0, 0 },
  { "10P", 10000000000000000, 0 },
  { "1e30", 0, 0 },
  { "-1e19", 0, 0 },
  /* ... but wraps around where one multiplication does it */
  { "999999999999999999", 999999999999999999, 3875820019684211736 },
  { "-999999999999999999", -999999999999999999, -3875820019684211736 },
  { "99999999999999999k", 7766279631452240920, 200376420519689664 },
  { "99999999999999999e1", 999999999999999990, 0 },
  { "999999999999999999e1", -8446744073709551626, 0 },
  { "999999999999999999e2", 7766279631452241820, 0 },
  { "999999999999999999e4", 0, 0 },
  { "99999999999999999M", 200376420519689664, -2537764291115403776 },
  { "99999999999999999G", -2537764291115403776, 0 },
  /* binary suffixes are capped */
  { "8Ei", 9223372036854775807, -1000 },
  { "16Ei", 9223372036854775807, -1000 },
  { "-16Ei", -9223372036854775807, 1000 },
  { "7Ei", 8070450532247928832, -9223372036854775808u },
  /* long decimal numbers are not */
  { "9223372036854775807", 9223372036854775807, -1000 },
  { "9223372036854775808", -9223372036854775808u, 0 },
  { "18446744073709551615", -1, -1000 },
  { "1234567890123456789n", 1234567891, 1234567890124 },
  { "-1234567890123456789n", -1234567889, -1234567890122 },
  { "99999999999999999999.9999999999", 7766279631452241920, 200376420520689664 },
  { "10000000000000000000.5", -8446744073709551615, 1864712049423024628 },
  { "10000000000000000000.0005", -8446744073709551615, 1864712049423024129 },
  { "9223372036.854775807", 9223372037, 9223372036855 },
  { "9223372036.854775808", 9223372037, 9223372036855 },
  { "18446744073.709551616", 18446744074, 18446744073710 },
  { "18446744073.709000000", 18446744074, 18446744073709 },
  { "-10000000000000000000.5", -4477988019, -4477988020892 },
  { ".999999999999999999e20", 7766279631452241820, 200376420520589664 },
  /* exponents are narrowed to 32 bits */
  { "1.5e4294967296", 2, 1500 },
  { "1e4294967299", 1000, 1000000 },
  { "1.5e-2147483648", 0, 15 },
  { "1e2147483647", 0, 1 },
};

static const struct
{
  const char *text;
  const char *message;
} malformed[] = {
  { "", FORMAT_MESSAGE },
  { " 1", FORMAT_MESSAGE },
  { "1 ", FORMAT_MESSAGE },
  { "abc", FORMAT_MESSAGE },
  { "1.2.3", FORMAT_MESSAGE },
  { "1..2", FORMAT_MESSAGE },
  { "--1", SUFFIX_MESSAGE },
  { "1x", FORMAT_MESSAGE },
  { "1e3m", FORMAT_MESSAGE },
  { "\303\251", FORMAT_MESSAGE },
  { "1e", SUFFIX_MESSAGE },
  { "1k5", SUFFIX_MESSAGE },
  { "1ki", SUFFIX_MESSAGE },
  { "1K", SUFFIX_MESSAGE },
  { "1mm", SUFFIX_MESSAGE },
  { "1e+", SUFFIX_MESSAGE },
  { "1-5", SUFFIX_MESSAGE },
  { "1e9223372036854775808", SUFFIX_MESSAGE },
  { "Pi", NUMBER_MESSAGE },
  { ".Ei", NUMBER_MESSAGE },
  { "e-20", NUMBER_MESSAGE },
};

/* From the least to the greatest; equal ones share a rank. */
static const struct
{
  gint rank;
  const char *text;
} ranked[] = {
  { -10, "-1e2000000000" },
  { -9, "-1E" },
  { -8, "-1.5" }, { -8, "-1500m" },
  { -7, "-1.4" },
  { -6, "-1" },
  { -5, "-1n" }, { -5, "-0.0000000001" },
  { 0, "0" }, { 0, "-0" }, { 0, "0e-20" }, { 0, "0Ei" },
  { 1, "1n" }, { 1, "0.0000000001" }, { 1, "1e-2000000000" },
  { 2, "1u" }, { 2, "1000n" },
  { 3, "1" }, { 3, "1000m" }, { 3, "0.9999999999" }, { 3, "1.000000000000000000000" },
  { 4, "1.000000000000000000001" }, { 4, "1.000000001" },
  { 5, "1023" }, { 5, "1022.9999999999" },
  { 6, "1Ki" }, { 6, "1024" }, { 6, "1.024k" },
  { 7, "9223372036854775807" }, { 7, "8Ei" }, { 7, "100Ei" },
  { 8, "9223372036854775807.000000001" },
  { 9, "9223372036854775808" },
  { 10, "10E" }, { 10, "1e19" }, { 10, "10000000000000000000" },
  { 11, "10000000000000000001" },
  { 12, "1e1999999999" },
  { 13, "1e2000000000" }, { 13, "1000000000000000000000e1999999979" },
  { 14, "1000000000000000000001e1999999979" },
};
/* clang-format on */

static void
parse (const char *text, FitQuantity *out)
{
  g_autoptr (GError) error = NULL;

  if (!fit_quantity_parse (text, strlen (text), out, &error))
    fail_msg ("\"%s\": %s", text, error->message);
}

static void
test_conversions (void **state)
{
  for (gsize i = 0; i < G_N_ELEMENTS (conversions); i++)
    {
      const Conversion *expected = &conversions[i];
      g_auto (FitQuantity) quantity = { 0 };
      gint64 value, milli;

      parse (expected->text, &quantity);
      value = fit_quantity_value (&quantity);
      milli = fit_quantity_milli_value (&quantity);
      if (value != expected->value || milli != expected->milli_value)
        fail_msg ("\"%s\": %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT
                  ", expected %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT,
                  expected->text, value, milli, expected->value,
                  expected->milli_value);
    }
}

static void
test_malformed (void **state)
{
  for (gsize i = 0; i < G_N_ELEMENTS (malformed); i++)
    {
      const char *text = malformed[i].text;
      g_autoptr (GError) error = NULL;
      FitQuantity quantity = { .scale = 42 };

      if (fit_quantity_parse (text, strlen (text), &quantity, &error))
        fail_msg ("\"%s\" is accepted", text);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_PARSE));
      assert_string_equal (error->message, malformed[i].message);
      assert_int_equal (quantity.scale, 42);
    }
}

static void
test_foreign_bytes (void **state)
{
  for (guint c = 0; c < 256; c++)
    {
      char text[] = { '1', (char) c };
      g_auto (FitQuantity) quantity = { 0 };
      gboolean known = c != 0 && strchr ("0123456789.numkMGTPE", (int) c);

      assert_int_equal (fit_quantity_parse (text, 2, &quantity, NULL), known);
    }
}

/* Whatever stands behind a quantity is not part of it. */
static void
test_length_is_respected (void **state)
{
  static const char behind[] = "0-+.5eEKim ";

  for (gsize c = 0; c < sizeof behind; c++)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (conversions); i++)
        {
          const Conversion *expected = &conversions[i];
          g_autofree char *text
              = g_strdup_printf ("%s%c9", expected->text, behind[c]);
          g_auto (FitQuantity) quantity = { 0 };

          assert_true (fit_quantity_parse (text, strlen (expected->text),
                                           &quantity, NULL));
          assert_true (fit_quantity_value (&quantity) == expected->value);
          assert_true (fit_quantity_milli_value (&quantity)
                       == expected->milli_value);
        }
      for (gsize i = 0; i < G_N_ELEMENTS (malformed); i++)
        {
          g_autofree char *text
              = g_strdup_printf ("%s%c9", malformed[i].text, behind[c]);
          g_autoptr (GError) error = NULL;
          FitQuantity quantity = { 0 };

          assert_false (fit_quantity_parse (text, strlen (malformed[i].text),
                                            &quantity, &error));
          assert_string_equal (error->message, malformed[i].message);
        }
    }
}

static gint
sign (gint number)
{
  return (number > 0) - (number < 0);
}

static void
test_comparison (void **state)
{
  for (gsize i = 0; i < G_N_ELEMENTS (ranked); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (ranked); j++)
      {
        g_auto (FitQuantity) a = { 0 };
        g_auto (FitQuantity) b = { 0 };
        gint expected = sign (ranked[i].rank - ranked[j].rank);

        parse (ranked[i].text, &a);
        parse (ranked[j].text, &b);
        if (sign (fit_quantity_cmp (&a, &b)) != expected)
          fail_msg ("\"%s\" against \"%s\": expected %d", ranked[i].text,
                    ranked[j].text, expected);
        assert_int_equal (fit_quantity_sign (&a), sign (ranked[i].rank));
      }
}

/* A number of a million digits with a huge exponent costs what its text costs. */
static void
test_huge_numbers_stay_cheap (void **state)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (FitQuantity) huge = { 0 };
  g_auto (FitQuantity) larger = { 0 };
  g_auto (FitQuantity) binary = { 0 };
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < 1000000; i++)
    g_string_append_c (text, (char) ('1' + i % 9));
  parse (text->str, &binary);
  g_string_append (text, "e2000000000");
  parse (text->str, &huge);
  text->str[text->len - 1] = '1';
  parse (text->str, &larger);
  assert_int_equal (fit_quantity_value (&huge), 0);
  assert_int_equal (fit_quantity_milli_value (&huge), 0);
  assert_true (fit_quantity_cmp (&huge, &larger) < 0);
  assert_true (fit_quantity_cmp (&binary, &huge) < 0);
  g_string_truncate (text, 1000000);
  g_string_append (text, "Ei");
  fit_quantity_clear (&huge);
  parse (text->str, &huge);
  assert_int_equal (fit_quantity_value (&huge), G_MAXINT64);
  assert_true (g_get_monotonic_time () - start < 20 * G_USEC_PER_SEC);
}

/* Digits belong to a longer text: what is behind them does not count. */
static void
test_digits_of_zero (void **state)
{
  const FitDecimal zero = fit_decimal_init ("0000", 2, 0);
  const FitDecimal zeros = fit_decimal_init ("000", 3, 5);
  const FitDecimal one = fit_decimal_init ("0100", 2, 0);

  (void) state;
  assert_int_equal (zero.len, 0);
  assert_int_equal (one.len, 1);
  assert_true (fit_decimal_cmp (zero, one) < 0);
  assert_true (fit_decimal_cmp (one, zero) > 0);
  assert_true (fit_decimal_cmp (zeros, one) < 0);
  assert_true (fit_decimal_cmp (one, zeros) > 0);
  assert_int_equal (fit_decimal_cmp (zeros, zero), 0);
}

static void
test_copy_is_independent (void **state)
{
  g_auto (FitQuantity) original = { 0 };
  g_auto (FitQuantity) copy = { 0 };

  parse ("1234567890123456789n", &original);
  fit_quantity_copy (&original, &copy);
  assert_int_equal (fit_quantity_cmp (&original, &copy), 0);
  fit_quantity_clear (&original);
  assert_int_equal (fit_quantity_value (&original), 0);
  assert_int_equal (fit_quantity_value (&copy), 1234567891);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_conversions),
    cmocka_unit_test (test_malformed),
    cmocka_unit_test (test_foreign_bytes),
    cmocka_unit_test (test_length_is_respected),
    cmocka_unit_test (test_comparison),
    cmocka_unit_test (test_huge_numbers_stay_cheap),
    cmocka_unit_test (test_digits_of_zero),
    cmocka_unit_test (test_copy_is_independent),
  };

  return cmocka_run_group_tests_name ("quantity", tests, NULL, NULL);
}
