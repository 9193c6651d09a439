/* Times as the API writes them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/api/read.h"

#include "api/times.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

static void
test_good (void **state)
{
  static const struct
  {
    const char *text;
    gint64 time_ns;
  } cases[] = {
    { "1970-01-01T00:00:00Z", 0 },
    { "1970-01-01T00:00:00.000000001Z", 1 },
    { "1970-01-01T00:00:00.1234567899Z", 123456789 },
    { "1969-12-31T23:59:59Z", -SECOND },
    { "2000-02-29T00:00:00Z", 951782400 * SECOND },
    { "2000-03-01T00:00:00Z", 951868800 * SECOND },
    { "2019-10-15T09:00:00Z", 1571130000 * SECOND },
    { "2019-10-15T9:00:00Z", 1571130000 * SECOND },
    { "2019-10-15T11:30:00+02:30", 1571130000 * SECOND },
    { "2019-10-14T23:00:00-10:00", 1571130000 * SECOND },
    { "2100-12-31T23:59:59Z", 4133980799 * SECOND },
    { "0001-01-01T00:00:00Z", G_MININT64 + 1 },
    { "1999-12-31T23:59:59.999999999Z", 946684800 * SECOND - 1 },
    { "2019-10-15T09:00:00+00:00", 1571130000 * SECOND },
    { "2019-10-15T08:59:00-00:01", 1571130000 * SECOND },
    { "2019-10-31T00:00:00Z", 1572480000 * SECOND },
    { "2400-02-29T00:00:00Z", G_MAXINT64 },
    { "2020-02-29T00:00:00Z", 1582934400 * SECOND },
    { "2024-02-29T00:00:00Z", 1709164800 * SECOND },
    /* the first and the last that fit, and their neighbours */
    { "2262-04-11T23:47:16.854775806Z", G_MAXINT64 - 1 },
    { "2262-04-11T23:47:16.854775807Z", G_MAXINT64 },
    { "2262-04-11T23:47:16.854775808Z", G_MAXINT64 },
    { "2262-04-11T23:47:17Z", G_MAXINT64 },
    { "1677-09-21T00:12:44Z", G_MININT64 + 854775808 },
    { "1677-09-21T00:12:43Z", G_MININT64 + 1 },
    { "9999-12-31T23:59:59Z", G_MAXINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 time_ns = 42;

      if (!fit_time_parse (cases[i].text, &time_ns))
        fail_msg ("\"%s\" is a time", cases[i].text);
      if (time_ns != cases[i].time_ns)
        fail_msg ("\"%s\": %" G_GINT64_FORMAT, cases[i].text, time_ns);
    }
}

static void
test_bad (void **state)
{
  static const char *const texts[] = {
    "",
    "2019-10-15",
    "2019-10-15 09:00:00Z",
    "2019-10-15T09:00:00",
    "2019-10-15T09:00:00z",
    "2019-10-15t09:00:00Z",
    "2019-10-15T09:00:00Z ",
    "2019-10-15T09:00:00+0200",
    "2019-10-15T09:00:00+2:00",
    "2019-10-15T09:00:00.Z",
    "2019-10-15T09:00Z",
    "2019-10-15T24:00:00Z",
    "2019-10-15T09:60:00Z",
    "2019-10-15T09:00:60Z",
    "2019-13-15T09:00:00Z",
    "2019-00-15T09:00:00Z",
    "2019-10-00T09:00:00Z",
    "2019-02-29T09:00:00Z",
    "2025-02-29T09:00:00Z",
    "1900-02-29T09:00:00Z",
    "2019-04-31T09:00:00Z",
    "19-10-15T09:00:00Z",
    "1571130000",
    "2019/10-15T09:00:00Z",
    "2019-10/15T09:00:00Z",
    "2019-1x-15T09:00:00Z",
    "2019-10-1xT09:00:00Z",
    "2019-10-15T:00:00Z",
    "2019-10-15T9x:00:00Z",
    "2019-10-15T009:00:00Z",
    "2019-10-15T09-00:00Z",
    "2019-10-15T09:0x:00Z",
    "2019-10-15T09:00-00Z",
    "2019-10-15T09:00:0xZ",
    "2019-10-15T09:00:00*02:00",
    "2019-10-15T09:00:00+02.00",
    "2019-10-15T09:00:00+02:0x",
    "2019-10-32T09:00:00Z",
    "2019-12-32T09:00:00Z",
    "2100-02-29T09:00:00Z",
    "2000-02-30T09:00:00Z",
    "Z",
    "2019-10Z",
  };
  gint64 time_ns = 42;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (fit_time_parse (texts[i], &time_ns))
      fail_msg ("\"%s\" is no time", texts[i]);
  assert_int_equal (time_ns, 42);
}

static void
test_format (void **state)
{
  static const struct
  {
    gint64 time_ns;
    const char *text;
  } cases[] = {
    { 0, "1970-01-01T00:00:00Z" },
    { SECOND - 1, "1970-01-01T00:00:00Z" },
    { -1, "1969-12-31T23:59:59Z" },
    { -SECOND, "1969-12-31T23:59:59Z" },
    { 1571130000 * SECOND + 5, "2019-10-15T09:00:00Z" },
    { G_MAXINT64, "2262-04-11T23:47:16Z" },
    { G_MININT64 + 1, "1677-09-21T00:12:43Z" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = fit_time_format (cases[i].time_ns);

      assert_string_equal (text, cases[i].text);
    }
}

static void
test_format_micro (void **state)
{
  static const struct
  {
    gint64 time_ns;
    const char *text;
  } cases[] = {
    { 0, "1970-01-01T00:00:00.000000Z" },
    { SECOND - 1, "1970-01-01T00:00:00.999999Z" },
    { -1, "1969-12-31T23:59:59.999999Z" },
    { -SECOND, "1969-12-31T23:59:59.000000Z" },
    { 1571130000 * SECOND + 5000, "2019-10-15T09:00:00.000005Z" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = fit_time_format_micro (cases[i].time_ns);

      assert_string_equal (text, cases[i].text);
    }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_good),
    cmocka_unit_test (test_bad),
    cmocka_unit_test (test_format),
    cmocka_unit_test (test_format_micro),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
