/* Selectors: what they match, and why some are refused.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "tests/api/read.h"

#include "api/selector.h"

/* split: "a|b" into values; "" is none, "|" one empty value */
typedef struct
{
  char **strings;
  FitExpression expression;
} Expression;

static void
expression_clear (Expression *expression)
{
  g_strfreev (expression->strings);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Expression, expression_clear)

static Expression
expression_of (const char *key, const char *op, const char *values)
{
  Expression expression = { .strings = g_strsplit (values, "|", -1) };
  guint n = g_strv_length (expression.strings);

  expression.expression
      = (FitExpression){ key, op, g_str_equal (values, "|") ? 1 : n,
                         (const char *const *) expression.strings };
  return expression;
}

static FitSelector *
selector_of (const char *key, const char *op, const char *values,
             FitSelectorDialect dialect)
{
  g_auto (Expression) expression = expression_of (key, op, values);

  return fit_selector_new_expressions (NULL, &expression.expression, 1,
                                       dialect);
}

static gboolean
matches (const FitSelector *selector, const char *text)
{
  g_autoptr (FitLabels) labels = labels_of (text);

  return fit_selector_matches (selector, labels);
}

static void
test_operators (void **state)
{
  static const struct
  {
    const char *op;
    const char *values;
    const char *labels;
    gboolean matches;
  } cases[] = {
    { "In", "a|b", "k=b", TRUE },
    { "In", "a|b", "k=c", FALSE },
    { "In", "a|b", "", FALSE },
    { "In", "|", "k=", TRUE },
    { "In", "|", "", FALSE },
    { "NotIn", "a|b", "k=b", FALSE },
    { "NotIn", "a|b", "k=c", TRUE },
    { "NotIn", "a|b", "l=a", TRUE },
    { "Exists", "", "k=", TRUE },
    { "Exists", "", "l=", FALSE },
    { "DoesNotExist", "", "k=", FALSE },
    { "DoesNotExist", "", "", TRUE },
    { "Gt", "5", "k=6", TRUE },
    { "Gt", "5", "k=5", FALSE },
    { "Gt", "5", "k=+6", TRUE },
    { "Gt", "5", "", FALSE },
    { "Gt", "5", "k=x", FALSE },
    { "Gt", "5", "k=", FALSE },
    { "Gt", "5", "k=9223372036854775808", FALSE },
    { "Gt", "007", "k=8", TRUE },
    { "Lt", "5", "k=4", TRUE },
    { "Lt", "5", "k=-4", TRUE },
    { "Lt", "5", "k=5", FALSE },
    { "Lt", "5", "k=1.0", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitSelector) selector
          = selector_of ("k", cases[i].op, cases[i].values, FIT_SELECTOR_NODE);

      if (selector->error != NULL)
        fail_msg ("case %u: %s", i, selector->error);
      if (matches (selector, cases[i].labels) != cases[i].matches)
        fail_msg ("case %u: %s %s against %s", i, cases[i].op, cases[i].values,
                  cases[i].labels);
    }
}

static void
test_errors (void **state)
{
  static const struct
  {
    const char *key;
    const char *op;
    const char *values;
    const char *error; /* begins so */
  } cases[] = {
    { "k", "In", "", "for 'in', 'notin' operators, values set can't be empty" },
    { "k", "NotIn", "",
      "for 'in', 'notin' operators, values set can't be empty" },
    { "k", "Exists", "a",
      "values set must be empty for exists and does not exist" },
    { "k", "DoesNotExist", "a",
      "values set must be empty for exists and does not exist" },
    { "k", "Gt", "",
      "for 'Gt', 'Lt' operators, exactly one value is required" },
    { "k", "Gt", "1|2",
      "for 'Gt', 'Lt' operators, exactly one value is required" },
    { "k", "Lt", "",
      "for 'Gt', 'Lt' operators, exactly one value is required" },
    { "k", "Lt", "1|2",
      "for 'Gt', 'Lt' operators, exactly one value is required" },
    { "k", "Gt", "x",
      "for 'Gt', 'Lt' operators, the value must be an integer" },
    { "k", "Gt", "-5",
      "invalid label value: \"-5\": at key: \"k\": a valid label " },
    { "k", "In", "a|b c",
      "invalid label value: \"b c\": at key: \"k\": a valid " },
    { "k v", "In", "a",
      "invalid label key \"k v\": name part must consist of alphanumeric " },
    { "", "In", "",
      "invalid label key \"\": name part must be non-empty; name part must " },
    { "k", "in", "a", "\"in\" is not a valid node selector operator" },
    { "k", "", "a", "\"\" is not a valid node selector operator" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitSelector) selector = selector_of (
          cases[i].key, cases[i].op, cases[i].values, FIT_SELECTOR_NODE);

      assert_non_null (selector->error);
      if (!g_str_has_prefix (selector->error, cases[i].error))
        fail_msg ("case %u: %s", i, selector->error);
      assert_false (matches (selector, "k=a"));
      assert_false (matches (selector, ""));
    }
}

static void
test_pod_dialect (void **state)
{
  g_autoptr (FitSelector) gt = selector_of ("k", "Gt", "5", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) in = selector_of ("k", "In", "5", FIT_SELECTOR_POD);

  assert_string_equal (gt->error,
                       "\"Gt\" is not a valid pod selector operator");
  assert_null (in->error);
}

static void
test_empty (void **state)
{
  g_autoptr (FitSelector) pod
      = fit_selector_new_expressions (NULL, NULL, 0, FIT_SELECTOR_POD);
  g_autoptr (FitSelector) node
      = fit_selector_new_expressions (NULL, NULL, 0, FIT_SELECTOR_NODE);
  g_autoptr (FitSelector) nothing = fit_selector_new_nothing ();
  g_autoptr (FitSelector) everything = fit_selector_new_everything ();

  assert_true (matches (pod, ""));
  assert_true (matches (pod, "a=1"));
  assert_true (matches (everything, "a=1"));
  assert_false (matches (node, ""));
  assert_false (matches (nothing, "a=1"));
}

static void
test_match_labels (void **state)
{
  g_autoptr (FitLabels) map = labels_of ("b=2,a=1");
  g_auto (Expression) expression = expression_of ("c", "Exists", "");
  g_autoptr (FitSelector) selector = fit_selector_new_expressions (
      map, &expression.expression, 1, FIT_SELECTOR_POD);

  assert_int_equal (selector->n, 3);
  assert_string_equal (selector->requirements[0].key, "a");
  assert_string_equal (selector->requirements[1].key, "b");
  assert_string_equal (selector->requirements[2].key, "c");
  assert_true (matches (selector, "a=1,b=2,c=x,d=y"));
  assert_false (matches (selector, "a=1,b=2"));
  assert_false (matches (selector, "a=1,b=3,c="));
}

/* The first invalid key in the order of keys gives the message. */
static void
test_invalid_match_labels (void **state)
{
  g_autoptr (FitLabels) map = labels_of ("z z=1,b=-,a=1");
  g_autoptr (FitSelector) selector
      = fit_selector_new_expressions (map, NULL, 0, FIT_SELECTOR_POD);

  assert_true (g_str_has_prefix (
      selector->error, "invalid label value: \"-\": at key: \"b\": "));
}

static void
test_equality (void **state)
{
  g_autoptr (FitLabels) good = labels_of ("a=1,b=2");
  g_autoptr (FitLabels) bad = labels_of ("a=1,b=-2");
  g_autoptr (FitSelector) checked = fit_selector_new_equality (good, TRUE);
  g_autoptr (FitSelector) invalid = fit_selector_new_equality (bad, TRUE);
  g_autoptr (FitSelector) unchecked = fit_selector_new_equality (bad, FALSE);
  g_autoptr (FitSelector) none = fit_selector_new_equality (NULL, TRUE);

  assert_true (matches (checked, "b=2,a=1"));
  assert_false (matches (checked, "a=1"));
  assert_null (invalid->error);
  assert_true (matches (invalid, ""));
  assert_true (matches (invalid, "a=2"));
  assert_true (matches (unchecked, "a=1,b=-2"));
  assert_false (matches (unchecked, "a=1,b=2"));
  assert_true (matches (none, ""));
}

static void
test_equal_and_hash (void **state)
{
  g_autoptr (FitLabels) ab = labels_of ("a=1,b=2");
  g_autoptr (FitLabels) ba = labels_of ("b=2,a=1");
  g_autoptr (FitSelector) one = fit_selector_new_equality (ab, FALSE);
  g_autoptr (FitSelector) same = fit_selector_new_equality (ba, FALSE);
  g_autoptr (FitSelector) in = selector_of ("a", "In", "1|2", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) three
      = selector_of ("a", "In", "1|3", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) fewer
      = selector_of ("a", "In", "1", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) key
      = selector_of ("b", "In", "1|2", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) again
      = selector_of ("a", "In", "1|2", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) exists
      = selector_of ("a", "Exists", "", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) absent
      = selector_of ("a", "DoesNotExist", "", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) ni
      = selector_of ("a", "NotIn", "1|2", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) gt = selector_of ("a", "Gt", "1", FIT_SELECTOR_NODE);
  g_autoptr (FitSelector) lt = selector_of ("a", "Gt", "2", FIT_SELECTOR_NODE);
  g_autoptr (FitSelector) bad = selector_of ("a", "In", "", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) worse = selector_of ("a", "?", "", FIT_SELECTOR_POD);
  g_autoptr (FitSelector) all = fit_selector_new_everything ();
  g_autoptr (FitSelector) nothing = fit_selector_new_nothing ();

  assert_true (fit_selector_equal (one, same));
  assert_int_equal (fit_selector_hash (one), fit_selector_hash (same));
  assert_true (fit_selector_equal (one, one));
  assert_false (fit_selector_equal (one, in));
  assert_false (fit_selector_equal (in, ni));
  assert_true (fit_selector_equal (in, again));
  assert_false (fit_selector_equal (in, three));
  assert_false (fit_selector_equal (in, fewer));
  assert_false (fit_selector_equal (fewer, in));
  assert_false (fit_selector_equal (in, key));
  assert_false (fit_selector_equal (exists, absent));
  assert_false (fit_selector_equal (exists, fewer));
  assert_false (fit_selector_equal (gt, lt));
  assert_false (fit_selector_equal (bad, worse));
  assert_int_not_equal (fit_selector_hash (bad), fit_selector_hash (all));
  assert_false (fit_selector_equal (bad, all));
  assert_false (fit_selector_equal (all, nothing));
}

static FitSelector *
fields_of (const char *key, const char *op, const char *values)
{
  g_auto (Expression) expression = expression_of (key, op, values);

  return fit_selector_new_fields (&expression.expression, 1);
}

static gboolean
field_matches (const char *key, const char *op, const char *values,
               const char *node_name)
{
  g_autoptr (FitNodeSelector) selector = fit_node_selector_new (1);
  const char *interned = node_name != NULL ? fit_intern (node_name) : NULL;
  gboolean result;

  selector->terms[0].fields = fields_of (key, op, values);
  result = fit_node_selector_matches (selector, NULL, interned);
  fit_intern_unref (interned);
  return result;
}

static void
test_fields (void **state)
{
  assert_true (field_matches ("metadata.name", "In", "n1", "n1"));
  assert_false (field_matches ("metadata.name", "In", "n1", "n2"));
  assert_true (field_matches ("metadata.name", "NotIn", "n1", "n2"));
  assert_false (field_matches ("metadata.name", "NotIn", "n1", "n1"));
  assert_true (field_matches ("metadata.uid", "In", "|", "n1"));
  assert_true (field_matches ("metadata.uid", "NotIn", "x", "n1"));
  assert_false (field_matches ("metadata.uid", "In", "x", "n1"));
  assert_false (field_matches ("metadata.name", "In", "n1", NULL));
  assert_true (field_matches ("metadata.name", "NotIn", "n1", NULL));
  assert_false (field_matches ("metadata.name", "In", "n1|n2", "n1"));
  assert_false (field_matches ("metadata.name", "Exists", "", "n1"));
}

static void
test_invalid_fields (void **state)
{
  g_autoptr (FitSelector) two = fields_of ("metadata.name", "In", "a|b");
  g_autoptr (FitSelector) gt = fields_of ("metadata.name", "Gt", "1");
  g_autoptr (FitSelector) none = fit_selector_new_fields (NULL, 0);

  assert_string_equal (two->error, "unexpected number of value (2) for node "
                                   "field selector operator \"In\"");
  assert_string_equal (gt->error,
                       "\"Gt\" is not a valid node field selector operator");
  assert_true (none->nothing);
}

/* What is read from "KEY OP a|b; KEY OP c": at most three expressions. */
typedef struct
{
  Expression parts[3];
  FitExpression expressions[3];
  guint n;
} Several;

static void
several_clear (Several *several)
{
  for (guint i = 0; i < several->n; i++)
    expression_clear (&several->parts[i]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Several, several_clear)

/* @words: (inout): the keys, operators and values point into them */
static void
several_init (Several *several, char **words)
{
  several->n = g_strv_length (words) / 3;
  for (guint i = 0; i < several->n; i++)
    {
      const char *values = words[3 * i + 2];

      several->parts[i]
          = expression_of (words[3 * i], words[3 * i + 1],
                           strcmp (values, "-") == 0 ? "" : values);
      several->expressions[i] = several->parts[i].expression;
    }
}

/* The nodes that all lists of names have in common, in the order of the first. */
static void
test_named_nodes (void **state)
{
  static const struct
  {
    const char *fields; /* "KEY OP VALUES"...; "-" is no value */
    const char *names;  /* NULL: no field names nodes */
  } rows[] = {
    { "metadata.name In b|a|c", "b a c" },
    { "metadata.name In -", "" },
    { "metadata.name NotIn a", NULL },
    { "metadata.uid In a", NULL },
    { "metadata.uid In x metadata.name In a", "a" },
    { "metadata.name NotIn b metadata.name In a|b", "a b" },
    { "metadata.name In a|b|c metadata.name In c|b", "b c" },
    { "metadata.name In a|b metadata.name In b metadata.name In a|b", "b" },
    { "metadata.name In a|b metadata.name In c", "" },
    { "metadata.name In a|b metadata.uid In b", "a b" },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) words = *rows[i].fields != '\0'
                                 ? g_strsplit (rows[i].fields, " ", -1)
                                 : g_new0 (char *, 1);
      g_auto (Several) several = { 0 };
      g_autofree const char **names = NULL;
      g_autoptr (GString) found = g_string_new (NULL);
      guint n = 0;

      several_init (&several, words);
      assert_int_equal (
          fit_selector_named_nodes (several.expressions, several.n, &names, &n),
          rows[i].names != NULL);
      for (guint k = 0; k < n; k++)
        {
          g_string_append_printf (found, "%s%s", k > 0 ? " " : "", names[k]);
          fit_intern_unref (names[k]);
        }
      assert_string_equal (found->str,
                           rows[i].names != NULL ? rows[i].names : "");
    }
}

/* Which expression is wrong, and what should have been an integer. */
static void
test_faults (void **state)
{
  static const struct
  {
    const char *expressions;
    guint bad;
    const char *bad_value; /* (nullable) */
  } rows[] = {
    { "k Gt x", 0, "x" },
    { "k Lt 1.5", 0, "1.5" },
    { "a Exists - k Gt x", 1, "x" },
    { "a Exists - b In 1 k Lt x", 2, "x" },
    { "k Gt x k Lt y", 0, "x" },
    { "k Gt 1|2", 0, NULL },
    { "k Gt -", 0, NULL },
    { "k! Gt x", 0, NULL },
    { "k Gt 9223372036854775808", 0, "9223372036854775808" },
    { "k In x!", 0, NULL },
    { "a Exists - k ? x", 1, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) words = g_strsplit (rows[i].expressions, " ", -1);
      g_auto (Several) several = { 0 };
      g_autoptr (FitSelector) selector = NULL;

      several_init (&several, words);
      selector = fit_selector_new_expressions (NULL, several.expressions,
                                               several.n, FIT_SELECTOR_NODE);
      assert_non_null (selector->error);
      assert_int_equal (selector->bad, rows[i].bad);
      if (rows[i].bad_value == NULL)
        assert_null (selector->bad_value);
      else
        assert_string_equal (selector->bad_value, rows[i].bad_value);
    }
}

static void
test_node_selector_terms (void **state)
{
  g_autoptr (FitNodeSelector) empty = fit_node_selector_new (0);
  g_autoptr (FitNodeSelector) selector = fit_node_selector_new (3);
  g_autoptr (FitLabels) labels = labels_of ("zone=a");
  g_autoptr (FitLabels) other = labels_of ("zone=b");
  const char *n1 = fit_intern ("n1");
  const char *n2 = fit_intern ("n2");

  /* The first term is empty, the second invalid; the third is ANDed. */
  selector->terms[1].expressions
      = selector_of ("zone", "In", "", FIT_SELECTOR_NODE);
  selector->terms[2].expressions
      = selector_of ("zone", "In", "a", FIT_SELECTOR_NODE);
  selector->terms[2].fields = fields_of ("metadata.name", "In", "n1");
  assert_true (fit_node_selector_matches (selector, labels, n1));
  assert_false (fit_node_selector_matches (selector, labels, n2));
  assert_false (fit_node_selector_matches (selector, other, n1));
  assert_false (fit_node_selector_matches (empty, labels, n1));
  fit_intern_unref (n1);
  fit_intern_unref (n2);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_operators),
    cmocka_unit_test (test_errors),
    cmocka_unit_test (test_pod_dialect),
    cmocka_unit_test (test_empty),
    cmocka_unit_test (test_match_labels),
    cmocka_unit_test (test_invalid_match_labels),
    cmocka_unit_test (test_equality),
    cmocka_unit_test (test_equal_and_hash),
    cmocka_unit_test (test_fields),
    cmocka_unit_test (test_invalid_fields),
    cmocka_unit_test (test_named_nodes),
    cmocka_unit_test (test_faults),
    cmocka_unit_test (test_node_selector_terms),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
