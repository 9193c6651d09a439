/* test-similar.c - which word was probably meant
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/similar.h"
#include "tests/support/cmocka.h"

#define TEN "0123456789"
#define SIXTY TEN TEN TEN TEN TEN TEN

static const struct
{
  const char *wanted;
  const char *offers[4]; /* up to NULL */
  const char *best;      /* NULL: none */
} rows[] = {
  { "tait", { NULL }, NULL },
  { "tait", { "zone" }, NULL },
  /* a letter that is missing, too much or wrong; letter case */
  { "tait", { "taint" }, "taint" },
  { "taaint", { "taint" }, "taint" },
  { "taunt", { "taint" }, "taint" },
  { "TAINT", { "taint" }, "taint" },
  { "aint", { "taint" }, "taint" },
  { "tain", { "taint" }, "taint" },
  { "xtaint", { "taint" }, "taint" },
  { "taintx", { "taint" }, "taint" },
  /* how many, for how long a word */
  { "", { "a" }, NULL },
  { "ab", { "ac" }, NULL },
  { "ab", { "AB" }, "AB" },
  { "abc", { "abd" }, "abd" },
  { "abc", { "add" }, NULL },
  { "abcde", { "abcdx" }, "abcdx" },
  { "abcde", { "abcxy" }, NULL },
  { "abcdef", { "abcdxy" }, "abcdxy" },
  { "abcdef", { "abcxyz" }, NULL },
  { "abcd", { "abdc" }, NULL },
  /* the most similar one, of equal ones the first */
  { "abcdef", { "abcdxy", "abcdex" }, "abcdex" },
  { "abcdef", { "abcdex", "abcdxy" }, "abcdex" },
  { "abcdef", { "abcdex", "abcdey" }, "abcdex" },
  { "abcdef", { "abcdex", "abcdef", "ABCDEF" }, "abcdef" },
  /* a beginning */
  { "regio", { "regional-disk" }, "regional-disk" },
  { "REGIO", { "regional-disk" }, "regional-disk" },
  { "regi", { "regional-disk" }, NULL },
  { "regie", { "regional-disk" }, NULL },
  { "regio", { "regional-disk", "regional-pool" }, "regional-disk" },
  { "regio", { "regional-disk", "region" }, "region" },
  { "regio", { "region", "regional-disk" }, "region" },
  /* long words */
  { SIXTY "abcd", { SIXTY "abce" }, SIXTY "abce" },
  { SIXTY "abcde", { SIXTY "abcde" }, NULL },
  { SIXTY "abcd", { SIXTY "abcde" }, NULL },
  { SIXTY "abc", { SIXTY "abcd" }, SIXTY "abcd" },
};

static void
test_best (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FitSimilar similar;

      fit_similar_init (&similar, rows[i].wanted);
      for (guint k = 0; rows[i].offers[k] != NULL; k++)
        fit_similar_offer (&similar, rows[i].offers[k]);
      if (g_strcmp0 (similar.best, rows[i].best) != 0)
        fail_msg ("%s: %s, expected %s", rows[i].wanted, similar.best,
                  rows[i].best);
    }
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_best),
  };

  return cmocka_run_group_tests_name ("similar", tests, NULL, NULL);
}
