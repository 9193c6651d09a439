/* fuzz-selector.c - any words as "key operator value value..."
 *
 * A selector gives the same answer twice; an invalid one matches nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/selector.h"
#include "tests/fuzz/fuzz.h"

static void
check (FitSelector *selector, const FitLabels *labels)
{
  gboolean matches = fit_selector_matches (selector, labels);

  g_assert_true (fit_selector_equal (selector, selector));
  g_assert_true (matches == fit_selector_matches (selector, labels));
  g_assert_false (matches && (selector->error != NULL || selector->nothing));
  fit_selector_unref (selector);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_auto (GStrv) words = g_strsplit_set (text, " \n", 64);
  guint n = g_strv_length (words);
  g_autoptr (FitLabels) labels = fit_labels_new (1);
  FitExpression expression
      = { n > 0 ? words[0] : "", n > 1 ? words[1] : "", n > 2 ? n - 2 : 0,
          (const char *const *) words + MIN (n, 2) };

  fit_labels_append (labels, expression.key, n > 2 ? words[n - 1] : "");
  check (
      fit_selector_new_expressions (labels, &expression, 1, FIT_SELECTOR_POD),
      labels);
  check (fit_selector_new_expressions (NULL, &expression, 1, FIT_SELECTOR_NODE),
         labels);
  check (fit_selector_new_equality (labels, FALSE), labels);
  fit_selector_unref (fit_selector_new_fields (&expression, 1));
  return 0;
}
