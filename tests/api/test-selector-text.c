/* Label selectors as kubectl takes them.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "api/selector-text.h"
#include "base/error.h"
#include "tests/support/cmocka.h"

static FitLabels *
labels_of (const char *text)
{
  g_auto (GStrv) pairs = g_strsplit (text, ",", 0);
  FitLabels *labels = fit_labels_new (g_strv_length (pairs));

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *equals = strchr (pairs[i], '=');

      *equals = '\0';
      fit_labels_append (labels, pairs[i], equals + 1);
    }
  return labels;
}

static void
test_matches (void **unused)
{
  static const struct
  {
    const char *selector;
    gboolean old, spot, bare; /* does it match these? */
  } rows[] = {
    { "pool=old", TRUE, FALSE, FALSE },
    { "pool==old", TRUE, FALSE, FALSE },
    { "pool!=old", FALSE, TRUE, TRUE },
    { " pool in ( old , spot ) ", TRUE, TRUE, FALSE },
    { "pool notin (spot)", TRUE, FALSE, TRUE },
    { "pool", TRUE, TRUE, FALSE },
    { "!pool", FALSE, FALSE, TRUE },
    { "! pool", FALSE, FALSE, TRUE },
    { "cores>4", FALSE, TRUE, FALSE },
    { "cores<4", TRUE, FALSE, FALSE },
    { "pool=old,cores=2", TRUE, FALSE, FALSE },
    { "pool=old, cores=8", FALSE, FALSE, FALSE },
    { "internal=", FALSE, FALSE, FALSE },
  };
  g_autoptr (FitLabels) old = labels_of ("pool=old,cores=2");
  g_autoptr (FitLabels) spot = labels_of ("pool=spot,cores=8");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FitSelector) selector
          = fit_selector_parse (rows[i].selector, &error);

      assert_null (error);
      assert_int_equal (fit_selector_matches (selector, old), rows[i].old);
      assert_int_equal (fit_selector_matches (selector, spot), rows[i].spot);
      assert_int_equal (fit_selector_matches (selector, NULL), rows[i].bare);
    }
}

static void
test_refused (void **unused)
{
  static const char *const texts[] = {
    "",        "=old",          "pool=old,", "pool in old", "pool in (old",
    "pool in", "pool=old spot", "pool=(",    "a b",         "cores>many",
    "!",       "pool=old)",     "p@ol=x",    "pool=a=b"
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      assert_null (fit_selector_parse (texts[i], &error));
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
      assert_true (g_str_has_prefix (error->message, "selector \""));
    }
}

static void
test_is_one (void **unused)
{
  assert_true (fit_selector_text_is_one ("pool=old"));
  assert_true (fit_selector_text_is_one ("!pool"));
  assert_true (fit_selector_text_is_one ("pool in (a,b)"));
  assert_true (fit_selector_text_is_one ("node-role.kubernetes.io/worker"));
  assert_false (fit_selector_text_is_one ("worker-a1,worker-a2"));
  assert_false (fit_selector_text_is_one ("ip-10-0-0-1.eu.internal"));
  assert_false (fit_selector_text_is_one ("worker-*"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_matches),
    cmocka_unit_test (test_refused),
    cmocka_unit_test (test_is_one),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
