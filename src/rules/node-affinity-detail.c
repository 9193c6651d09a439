/* node-affinity-detail.c - explains which node selectors and terms of required
 * affinity a node does not match
 * Tests: tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/rule-details.h"
#include "api/texts.h"

#include <string.h>

/* Collects what does not match. */
typedef struct
{
  const FitNodeInfo *node;
  FitDetail *detail;
  GString *text;
  GString *common;
  GString *remedy;
  const char *where; /* (nullable): the last one mentioned: "nodeSelector" */
  gboolean fixable;  /* by changing labels */
  guint n_unmet;
} Unmet;

/* Labels that describe a node: do not suggest changing them. */
static gboolean
describes_node (const char *key)
{
  const char *slash = strchr (key, '/');

  return slash != NULL && slash - key >= 13
         && strncmp (slash - 13, "kubernetes.io", 13) == 0;
}

static guint
count_unmet (const FitSelector *selector, const FitLabels *labels)
{
  guint n = 0, place = 0;

  for (guint i = 0; selector != NULL && i < selector->n; i++)
    n += !fit_requirement_matches (
        &selector->requirements[i],
        fit_labels_get_from (labels, selector->requirements[i].key, &place));
  return n;
}

static void
separate (Unmet *unmet)
{
  if (unmet->n_unmet++ == 0)
    return;
  g_string_append (unmet->text, "; ");
  g_string_append (unmet->common, ", ");
}

/* @found: (nullable): the value of the label on the node */
static void
note_unmet (Unmet *unmet, const char *where, const FitRequirement *requirement,
            const char *found)
{
  g_autofree char *wanted = fit_requirement_format (requirement);
  gboolean adds;
  gboolean removes;
  FitChange change;

  separate (unmet);
  if (where != unmet->where)
    {
      g_string_append_printf (unmet->text, "%s ", where);
      g_string_append_printf (unmet->common, "%s ", where);
      unmet->where = where;
    }
  g_string_append_printf (unmet->text, "%s, ", wanted);
  if (found != NULL)
    g_string_append_printf (unmet->text, "the node has %s=%s", requirement->key,
                            found);
  else
    g_string_append_printf (unmet->text, "the node has no label %s",
                            requirement->key);
  g_string_append (unmet->common, wanted);
  fit_detail_add_fact (unmet->detail, "selector", where);
  fit_detail_add_fact (unmet->detail, "wanted", wanted);
  fit_detail_add_fact (unmet->detail, "label", requirement->key);
  fit_detail_add_fact (unmet->detail, "found", found);
  adds = requirement->op == FIT_OPERATOR_IN
         || requirement->op == FIT_OPERATOR_EXISTS;
  removes = requirement->op == FIT_OPERATOR_DOES_NOT_EXIST
            || requirement->op == FIT_OPERATOR_NOT_IN;
  change = (FitChange){
    .type = adds ? FIT_CHANGE_LABEL : FIT_CHANGE_UNLABEL,
    .key = requirement->key,
    .value = requirement->op == FIT_OPERATOR_IN ? requirement->values[0] : "",
  };
  if (unmet->remedy->len > 0)
    g_string_append (unmet->remedy, ", and ");
  if ((adds || removes) && !describes_node (requirement->key))
    {
      fit_detail_add_change (unmet->detail, &change);
      g_string_append_printf (
          unmet->remedy, "%s the label %s%s%s %s %s", adds ? "add" : "remove",
          requirement->key, adds && *change.value ? "=" : "",
          adds ? change.value : "", adds ? "to" : "from", unmet->node->name);
      return;
    }
  unmet->fixable = FALSE;
  g_string_append_printf (unmet->remedy, "drop %s from the pod",
                          requirement->key);
}

static void
note_selector (Unmet *unmet, const char *where, const FitSelector *selector)
{
  const FitLabels *labels = unmet->node->node->meta.labels;
  guint place = 0;

  for (guint i = 0; selector != NULL && i < selector->n; i++)
    {
      const FitRequirement *requirement = &selector->requirements[i];
      const char *found
          = fit_labels_get_from (labels, requirement->key, &place);

      if (!fit_requirement_matches (requirement, found))
        note_unmet (unmet, where, requirement, found);
    }
}

/* Records something that labels cannot fix. */
static void
note_fixed (Unmet *unmet, const char *text)
{
  separate (unmet);
  g_string_append (unmet->text, text);
  g_string_append (unmet->common, text);
  unmet->fixable = FALSE;
}

/* The term that is closest to matching. */
static const FitNodeSelectorTerm *
nearest_term (const FitNodeSelector *required, const FitLabels *labels)
{
  const FitNodeSelectorTerm *best = NULL;
  guint least = G_MAXUINT;

  for (guint i = 0; i < required->n; i++)
    {
      const FitNodeSelectorTerm *term = &required->terms[i];
      const guint n
          = count_unmet (term->expressions, labels)
            + (term->fields != NULL ? 1000 : 0)
            + (term->expressions != NULL && term->expressions->error != NULL
                   ? 1000
                   : 0);

      if (n < least)
        {
          least = n;
          best = term;
        }
    }
  return best;
}

static void
note_required (Unmet *unmet, const FitNodeSelector *required)
{
  const FitNodeSelectorTerm *term
      = nearest_term (required, unmet->node->node->meta.labels);
  g_autofree char *fields = NULL;
  g_autofree char *text = NULL;

  if (term == NULL)
    {
      note_fixed (unmet,
                  "required node affinity without terms matches no node");
      return;
    }
  if (term->expressions != NULL && term->expressions->error != NULL)
    {
      note_fixed (unmet, "invalid term of required node affinity");
      return;
    }
  note_selector (unmet, "node affinity", term->expressions);
  if (term->fields == NULL
      || fit_field_selector_matches (term->fields, unmet->node->name))
    return;
  fields = fit_selector_format (term->fields);
  text = g_strdup_printf ("node affinity %s", fields);
  fit_detail_add_fact (unmet->detail, "wanted", fields);
  note_fixed (unmet, text);
}

void
fit_explain_selectors (const FitSelector *pairs,
                       const FitNodeSelector *required, const FitNodeInfo *node,
                       FitDetail *detail)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) common = g_string_new (NULL);
  g_autoptr (GString) remedy = g_string_new (NULL);
  Unmet unmet = { node, detail, text, common, remedy, NULL, TRUE, 0 };

  note_selector (&unmet, "nodeSelector", pairs);
  if (required != NULL
      && !fit_node_selector_matches (required, node->node->meta.labels,
                                     node->name))
    note_required (&unmet, required);
  if (unmet.n_unmet == 0)
    return;
  fit_detail_say (detail, "%s", text->str);
  fit_detail_say_common (detail, "%s", common->str);
  if (remedy->len > 0)
    fit_detail_advise (detail, "%s", remedy->str);
  if (!unmet.fixable)
    g_array_set_size (detail->changes, 0);
}
