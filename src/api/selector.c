/* selector.c - label selectors and node selectors, compiled once
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/selector.h"
#include "base/intern.h"
#include "api/names.h"
#include "api/syntax.h"

#include <string.h>

#define FIELD_NAME "metadata.name"

static const char *const operator_names[] = {
  [FIT_OPERATOR_IN] = "In",
  [FIT_OPERATOR_NOT_IN] = "NotIn",
  [FIT_OPERATOR_EXISTS] = "Exists",
  [FIT_OPERATOR_DOES_NOT_EXIST] = "DoesNotExist",
  [FIT_OPERATOR_GT] = "Gt",
  [FIT_OPERATOR_LT] = "Lt",
};
G_STATIC_ASSERT (G_N_ELEMENTS (operator_names) == FIT_OPERATOR_LAST);

/* The operators of each dialect. */
static const struct
{
  const char *name;
  FitOperator last; /* the last operator that it has */
} dialects[] = {
  [FIT_SELECTOR_POD] = { "pod", FIT_OPERATOR_DOES_NOT_EXIST },
  [FIT_SELECTOR_NODE] = { "node", FIT_OPERATOR_LT },
};

/* How many values each operator takes, and the error otherwise. */
static const struct
{
  guint min;
  guint max;
  const char *error;
} arities[] = {
  [FIT_OPERATOR_IN]
  = { 1, G_MAXUINT, "for 'in', 'notin' operators, values set can't be empty" },
  [FIT_OPERATOR_NOT_IN]
  = { 1, G_MAXUINT, "for 'in', 'notin' operators, values set can't be empty" },
  [FIT_OPERATOR_EXISTS]
  = { 0, 0, "values set must be empty for exists and does not exist" },
  [FIT_OPERATOR_DOES_NOT_EXIST]
  = { 0, 0, "values set must be empty for exists and does not exist" },
  [FIT_OPERATOR_GT]
  = { 1, 1, "for 'Gt', 'Lt' operators, exactly one value is required" },
  [FIT_OPERATOR_LT]
  = { 1, 1, "for 'Gt', 'Lt' operators, exactly one value is required" },
};
G_STATIC_ASSERT (G_N_ELEMENTS (arities) == FIT_OPERATOR_LAST);

/* -- creating and freeing -------------------------------------------------- */

static FitSelector *
selector_new (guint room)
{
  FitSelector *selector = g_new0 (FitSelector, 1);

  g_atomic_ref_count_init (&selector->refs);
  selector->requirements = g_new0 (FitRequirement, room);
  return selector;
}

static void
clear_requirements (FitSelector *selector)
{
  for (guint i = 0; i < selector->n; i++)
    {
      FitRequirement *requirement = &selector->requirements[i];

      fit_intern_unref (requirement->key);
      for (guint j = 0; j < requirement->n_values; j++)
        fit_intern_unref (requirement->values[j]);
      g_free (requirement->values);
    }
  g_clear_pointer (&selector->requirements, g_free);
  selector->n = 0;
}

FitSelector *
fit_selector_ref (FitSelector *selector)
{
  g_atomic_ref_count_inc (&selector->refs);
  return selector;
}

void
fit_selector_unref (FitSelector *selector)
{
  if (selector == NULL || !g_atomic_ref_count_dec (&selector->refs))
    return;
  clear_requirements (selector);
  g_free (selector->error);
  g_free (selector->bad_value);
  g_free (selector);
}

FitSelector *
fit_selector_new_everything (void)
{
  return selector_new (0);
}

FitSelector *
fit_selector_new_nothing (void)
{
  FitSelector *selector = selector_new (0);

  selector->nothing = TRUE;
  return selector;
}

/* -- building -------------------------------------------------------------- */

/* Makes the selector invalid; @error: (transfer full) */
static void
make_invalid (FitSelector *selector, char *error)
{
  clear_requirements (selector);
  selector->error = error;
}

static char *
join_problems (GPtrArray *problems)
{
  g_ptr_array_add (problems, NULL);
  return g_strjoinv ("; ", (char **) problems->pdata);
}

/* Returns: (nullable): why @key is not a valid label key */
static char *
key_error (const char *key)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autofree char *quoted = NULL, *joined = NULL;

  if (fit_is_qualified_name (key))
    return NULL;
  problems = g_ptr_array_new_with_free_func (g_free);
  fit_qualified_name_problems (key, problems);
  quoted = fit_quote (key);
  joined = join_problems (problems);
  return g_strdup_printf ("invalid label key %s: %s", quoted, joined);
}

/* Returns: (nullable): why @value is not a valid value of @key */
static char *
value_error (const char *key, const char *value)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autofree char *quoted_key = NULL, *quoted_value = NULL, *joined = NULL;

  if (fit_is_label_value (value))
    return NULL;
  problems = g_ptr_array_new_with_free_func (g_free);
  fit_label_value_problems (value, problems);
  quoted_key = fit_quote (key);
  quoted_value = fit_quote (value);
  joined = join_problems (problems);
  return g_strdup_printf ("invalid label value: %s: at key: %s: %s",
                          quoted_value, quoted_key, joined);
}

/* Returns: (nullable): v1.16's error for this requirement.  If there are
 * several, the order of the checks decides. */
static char *
requirement_error (const FitExpression *expression, FitOperator op,
                   gint64 *number)
{
  char *error = key_error (expression->key);

  if (error != NULL)
    return error;
  if (expression->n_values < arities[op].min
      || expression->n_values > arities[op].max)
    return g_strdup (arities[op].error);
  if ((op == FIT_OPERATOR_GT || op == FIT_OPERATOR_LT)
      && !fit_parse_int64 (expression->values[0],
                           strlen (expression->values[0]), number))
    return g_strdup ("for 'Gt', 'Lt' operators, the value must be an integer");
  for (guint i = 0; i < expression->n_values && error == NULL; i++)
    error = value_error (expression->key, expression->values[i]);
  return error;
}

/* Adds a requirement to a selector that has room for it. */
static FitRequirement *
add_requirement (FitSelector *selector, const FitExpression *expression,
                 FitOperator op)
{
  FitRequirement *requirement = &selector->requirements[selector->n++];

  requirement->key = fit_intern (expression->key);
  requirement->op = op;
  if (expression->n_values == 0)
    return requirement;
  requirement->values = g_new (const char *, expression->n_values);
  requirement->n_values = expression->n_values;
  for (guint i = 0; i < expression->n_values; i++)
    requirement->values[i] = fit_intern (expression->values[i]);
  return requirement;
}

/* Returns: FALSE if the selector has become invalid */
static gboolean
add_checked (FitSelector *selector, const FitExpression *expression,
             FitOperator op)
{
  gint64 number = 0;
  char *error = requirement_error (expression, op, &number);

  if (error != NULL)
    {
      make_invalid (selector, error);
      return FALSE;
    }
  add_requirement (selector, expression, op)->number = number;
  return TRUE;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const FitLabel *const *) a)->key,
                 (*(const FitLabel *const *) b)->key);
}

/* Adds one equality per pair of @map (nullable) in the order of the keys. */
static gboolean
add_map (FitSelector *selector, const FitLabels *map, gboolean validate)
{
  g_autofree const FitLabel **sorted = NULL;
  guint n = map != NULL ? map->n : 0;

  if (n == 0)
    return TRUE;
  sorted = g_new (const FitLabel *, n);
  for (guint i = 0; i < n; i++)
    sorted[i] = &map->pairs[i];
  qsort (sorted, n, sizeof *sorted, compare_keys);
  for (guint i = 0; i < n; i++)
    {
      FitExpression equality = { .key = sorted[i]->key,
                                 .n_values = 1,
                                 .values = &sorted[i]->value };

      if (!validate)
        add_requirement (selector, &equality, FIT_OPERATOR_IN);
      else if (!add_checked (selector, &equality, FIT_OPERATOR_IN))
        return FALSE;
    }
  return TRUE;
}

FitSelector *
fit_selector_new_equality (const FitLabels *map, gboolean validate)
{
  FitSelector *selector = selector_new (map != NULL ? map->n : 0);

  if (!add_map (selector, map, validate))
    g_clear_pointer (&selector->error, g_free);
  return selector;
}

static FitOperator
parse_operator (const char *text, FitOperator last)
{
  for (guint i = 0; i <= last; i++)
    if (strcmp (text, operator_names[i]) == 0)
      return (FitOperator) i;
  return FIT_OPERATOR_LAST;
}

static gboolean
add_expression (FitSelector *selector, const FitExpression *expression,
                FitSelectorDialect dialect)
{
  FitOperator op = parse_operator (expression->op, dialects[dialect].last);
  g_autofree char *quoted = NULL;

  if (op != FIT_OPERATOR_LAST)
    return add_checked (selector, expression, op);
  quoted = fit_quote (expression->op);
  make_invalid (selector, g_strdup_printf ("%s is not a valid %s selector "
                                           "operator",
                                           quoted, dialects[dialect].name));
  return FALSE;
}

FitSelector *
fit_selector_new_expressions (const FitLabels *map,
                              const FitExpression *expressions, guint n,
                              FitSelectorDialect dialect)
{
  FitSelector *selector = selector_new ((map != NULL ? map->n : 0) + n);

  selector->nothing = dialect == FIT_SELECTOR_NODE && n == 0;
  if (!add_map (selector, map, TRUE))
    return selector;
  for (guint i = 0; i < n; i++)
    if (!add_expression (selector, &expressions[i], dialect))
      {
        /* Records which expression made @selector invalid, and the value that
         * should have been an integer. */
        const FitOperator op
            = parse_operator (expressions[i].op, FIT_OPERATOR_LT);
        gint64 number;

        selector->bad = i;
        if ((op == FIT_OPERATOR_GT || op == FIT_OPERATOR_LT)
            && expressions[i].n_values == 1
            && fit_is_qualified_name (expressions[i].key)
            && !fit_parse_int64 (expressions[i].values[0],
                                 strlen (expressions[i].values[0]), &number))
          selector->bad_value = g_strdup (expressions[i].values[0]);
        break;
      }
  return selector;
}

FitSelector *
fit_selector_new_fields (const FitExpression *expressions, guint n)
{
  FitSelector *selector = selector_new (n);

  selector->nothing = n == 0;
  for (guint i = 0; i < n; i++)
    {
      FitOperator op = parse_operator (expressions[i].op, FIT_OPERATOR_NOT_IN);
      g_autofree char *quoted = fit_quote (expressions[i].op);

      if (op != FIT_OPERATOR_LAST && expressions[i].n_values == 1)
        {
          add_requirement (selector, &expressions[i], op);
          continue;
        }
      make_invalid (
          selector,
          op == FIT_OPERATOR_LAST
              ? g_strdup_printf ("%s is not a valid node field selector "
                                 "operator",
                                 quoted)
              : g_strdup_printf ("unexpected number of value (%u) for node "
                                 "field selector operator %s",
                                 expressions[i].n_values, quoted));
      break;
    }
  return selector;
}

static gboolean
expression_lists (const FitExpression *expression, const char *value)
{
  for (guint i = 0; i < expression->n_values; i++)
    if (strcmp (expression->values[i], value) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
names_nodes (const FitExpression *expression)
{
  return strcmp (expression->key, FIELD_NAME) == 0
         && strcmp (expression->op, operator_names[FIT_OPERATOR_IN]) == 0;
}

/* Is @name in the lists of all requirements on names? */
static gboolean
all_list (const FitExpression *expressions, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (names_nodes (&expressions[i])
        && !expression_lists (&expressions[i], name))
      return FALSE;
  return TRUE;
}

gboolean
fit_selector_named_nodes (const FitExpression *expressions, guint n,
                          const char ***out_names, guint *out_n)
{
  const FitExpression *first = NULL;
  const char **names;
  guint count = 0;

  for (guint i = 0; i < n && first == NULL; i++)
    if (names_nodes (&expressions[i]))
      first = &expressions[i];
  if (first == NULL)
    return FALSE;
  names = g_new (const char *, first->n_values);
  for (guint i = 0; i < first->n_values; i++)
    if (all_list (expressions, n, first->values[i]))
      names[count++] = fit_intern (first->values[i]);
  *out_names = names;
  *out_n = count;
  return TRUE;
}

/* -- matching -------------------------------------------------------------- */

static gboolean
has_value (const FitRequirement *requirement, const char *value)
{
  for (guint i = 0; i < requirement->n_values; i++)
    if (requirement->values[i] == value)
      return TRUE;
  return FALSE;
}

static gboolean
exceeds (const FitRequirement *requirement, const char *value)
{
  gint64 number;

  if (value == NULL || !fit_parse_int64 (value, strlen (value), &number))
    return FALSE;
  return requirement->op == FIT_OPERATOR_GT ? number > requirement->number
                                            : number < requirement->number;
}

gboolean
fit_requirement_matches (const FitRequirement *requirement, const char *value)
{
  switch (requirement->op)
    {
    case FIT_OPERATOR_IN:
      return value != NULL && has_value (requirement, value);
    case FIT_OPERATOR_NOT_IN:
      return value == NULL || !has_value (requirement, value);
    case FIT_OPERATOR_EXISTS:
      return value != NULL;
    case FIT_OPERATOR_DOES_NOT_EXIST:
      return value == NULL;
    default:
      return exceeds (requirement, value);
    }
}

gboolean
fit_selector_matches (const FitSelector *selector, const FitLabels *labels)
{
  guint place = 0;

  if (selector->nothing || selector->error != NULL)
    return FALSE;
  for (guint i = 0; i < selector->n; i++)
    {
      const FitRequirement *requirement = &selector->requirements[i];

      if (!fit_requirement_matches (
              requirement,
              fit_labels_get_from (labels, requirement->key, &place)))
        return FALSE;
    }
  return TRUE;
}

gboolean
fit_selector_equal (const FitSelector *a, const FitSelector *b)
{
  if (a == b)
    return TRUE;
  if (a->n != b->n || a->nothing != b->nothing
      || g_strcmp0 (a->error, b->error) != 0 || a->bad != b->bad
      || g_strcmp0 (a->bad_value, b->bad_value) != 0)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (a->requirements[i].key != b->requirements[i].key
        || a->requirements[i].op != b->requirements[i].op
        || a->requirements[i].number != b->requirements[i].number
        || a->requirements[i].n_values != b->requirements[i].n_values
        || (a->requirements[i].n_values > 0
            && memcmp (a->requirements[i].values, b->requirements[i].values,
                       a->requirements[i].n_values
                           * sizeof *a->requirements[i].values)
                   != 0))
      return FALSE;
  return TRUE;
}

guint
fit_selector_hash (const FitSelector *selector)
{
  guint hash = selector->nothing ? 1 : 2;

  if (selector->error != NULL)
    hash += g_str_hash (selector->error);
  for (guint i = 0; i < selector->n; i++)
    {
      const FitRequirement *requirement = &selector->requirements[i];

      hash = (hash * 31 + g_direct_hash (requirement->key)) * 31
             + (guint) requirement->op;
      for (guint j = 0; j < requirement->n_values; j++)
        hash = hash * 2654435761u + g_direct_hash (requirement->values[j]);
    }
  return hash;
}

/* -- node selectors -------------------------------------------------------- */

FitNodeSelector *
fit_node_selector_new (guint n)
{
  FitNodeSelector *selector = g_malloc0 (
      sizeof (FitNodeSelector) + (gsize) n * sizeof (FitNodeSelectorTerm));

  g_atomic_ref_count_init (&selector->refs);
  selector->n = n;
  return selector;
}

FitNodeSelector *
fit_node_selector_ref (FitNodeSelector *selector)
{
  g_atomic_ref_count_inc (&selector->refs);
  return selector;
}

void
fit_node_selector_unref (FitNodeSelector *selector)
{
  if (selector == NULL || !g_atomic_ref_count_dec (&selector->refs))
    return;
  for (guint i = 0; i < selector->n; i++)
    {
      fit_selector_unref (selector->terms[i].expressions);
      fit_selector_unref (selector->terms[i].fields);
      for (guint j = 0; j < selector->terms[i].n_names; j++)
        fit_intern_unref (selector->terms[i].names[j]);
      g_free (selector->terms[i].names);
    }
  g_free (selector);
}

/* An absent field reads as the empty string. */
static gboolean
field_has_value (const FitRequirement *requirement, const char *node_name)
{
  const char *wanted = requirement->values[0];

  if (node_name == NULL || strcmp (requirement->key, FIELD_NAME) != 0)
    return wanted[0] == '\0';
  return wanted == node_name;
}

gboolean
fit_field_selector_matches (const FitSelector *fields, const char *node_name)
{
  if (fields->nothing || fields->error != NULL)
    return FALSE;
  for (guint i = 0; i < fields->n; i++)
    if (field_has_value (&fields->requirements[i], node_name)
        != (fields->requirements[i].op == FIT_OPERATOR_IN))
      return FALSE;
  return TRUE;
}

static gboolean
term_matches (const FitNodeSelectorTerm *term, const FitLabels *labels,
              const char *node_name)
{
  if (term->expressions == NULL && term->fields == NULL)
    return FALSE;
  return (term->expressions == NULL
          || fit_selector_matches (term->expressions, labels))
         && (term->fields == NULL
             || fit_field_selector_matches (term->fields, node_name));
}

gboolean
fit_node_selector_matches (const FitNodeSelector *selector,
                           const FitLabels *labels, const char *node_name)
{
  for (guint i = 0; i < selector->n; i++)
    if (term_matches (&selector->terms[i], labels, node_name))
      return TRUE;
  return FALSE;
}
