/* move-labels.c - replaces NodeLabel and ServiceAffinity, which v1beta2 does
 * not have; before that, takes labels out of NodeLabel that it refuses
 *
 * Required labels become addedAffinity of NodeAffinity, which applies to every
 * pod.  Preferred labels become part of a different score, which is similar but
 * not the same.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/move.h"

#include "api/names.h"
#include "config/migrate/policy-plan.h"
#include "rules/rule.h"

#include <string.h>

#define AFFINITY fit_rule_node_affinity.name
#define SPREAD fit_rule_pod_topology_spread.name

#define FILTER_POINTS (FIT_AT (FILTER) | FIT_AT (PRE_FILTER))

/* -- expressions ----------------------------------------------------------- */

static gboolean
all_are_labels (const FitArgStrings *labels)
{
  for (guint i = 0; i < labels->n; i++)
    if (!fit_is_qualified_name (labels->items[i]))
      return FALSE;
  return TRUE;
}

/* Appends each label once; @out has room.  Returns: the new number of
 * expressions */
static guint
append_expressions (FitExpression *out, guint n, const FitArgStrings *labels,
                    const char *op)
{
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n; i++)
    if (strcmp (out[i].op, op) == 0)
      g_hash_table_add (keys, (gpointer) out[i].key);
  for (guint i = 0; i < labels->n; i++)
    if (g_hash_table_add (keys, (gpointer) labels->items[i]))
      out[n++] = (FitExpression){ .key = labels->items[i], .op = op };
  return n;
}

/* A copy of NodeAffinity's addedAffinity that may be changed. */
static FitArgAffinity *
need_added (FitPlanProfile *profile)
{
  FitNodeAffinityArgs *args = fit_plan_need_args (profile, AFFINITY);
  FitArgAffinity *added
      = fit_arena_new0 (profile->plan->arena, FitArgAffinity, 1);

  if (args->added_affinity != NULL)
    *added = *args->added_affinity;
  args->added_affinity = added;
  return added;
}

/* -- labels that are required ---------------------------------------------- */

static void
require_labels (FitPlanProfile *profile, gconstpointer args,
                FitMigrationNote *fate)
{
  static const FitArgNodeTerm empty = { 0 };
  FitArgAffinity *added = need_added (profile);
  FitArgNodeSelector *required
      = fit_arena_new0 (profile->plan->arena, FitArgNodeSelector, 1);
  const gboolean first
      = added->required == NULL || added->required->n_terms == 0;
  FitArgNodeTerm *terms;

  required->n_terms = first ? 1 : added->required->n_terms;
  terms = fit_arena_new0 (profile->plan->arena, FitArgNodeTerm,
                          required->n_terms);
  for (guint i = 0; i < required->n_terms; i++)
    {
      const FitArgNodeTerm *term = first ? &empty : &added->required->terms[i];
      const FitNodeLabelArgs *labels = args;
      FitArgNodeTerm narrow = *term;
      FitExpression *expressions
          = fit_arena_new0 (profile->plan->arena, FitExpression,
                            term->n_expressions + labels->present_labels.n
                                + labels->absent_labels.n);
      guint n = term->n_expressions;

      for (guint k = 0; k < n; k++)
        expressions[k] = term->expressions[k];
      n = append_expressions (expressions, n, &labels->present_labels,
                              "Exists");
      n = append_expressions (expressions, n, &labels->absent_labels,
                              "DoesNotExist");
      narrow.n_expressions = n;
      narrow.expressions = expressions;
      terms[i] = narrow;
    }
  required->terms = terms;
  added->required = required;
  if (fate->kind == FIT_MIGRATION_LOST)
    fate->message
        = "a required node affinity that NodeAffinity adds to every pod; "
          "that plugin was off, and now also enforces the node selectors "
          "and node affinity of pods";
}

/* -- labels that are preferred --------------------------------------------- */

static guint
append_preferences (FitPlan *plan, FitArgPreferredNodeTerm *out, guint n,
                    const FitArgStrings *labels, const char *op)
{
  for (guint i = 0; i < labels->n; i++)
    {
      FitExpression *expression
          = fit_arena_new0 (plan->arena, FitExpression, 1);

      expression->key = labels->items[i];
      expression->op = op;
      out[n].weight = 1;
      out[n].preference.n_expressions = 1;
      out[n++].preference.expressions = expression;
    }
  return n;
}

static void
prefer_labels (FitPlanProfile *profile, gconstpointer args,
               FitMigrationNote *fate)
{
  const FitNodeLabelArgs *labels = args;
  FitArgAffinity *added = need_added (profile);
  FitArgPreferredNodeTerm *preferred
      = fit_arena_new0 (profile->plan->arena, FitArgPreferredNodeTerm,
                        added->n_preferred + labels->present_labels_preference.n
                            + labels->absent_labels_preference.n);
  guint n = added->n_preferred;

  for (guint i = 0; i < n; i++)
    preferred[i] = added->preferred[i];
  n = append_preferences (profile->plan, preferred, n,
                          &labels->present_labels_preference, "Exists");
  n = append_preferences (profile->plan, preferred, n,
                          &labels->absent_labels_preference, "DoesNotExist");
  added->n_preferred = n;
  added->preferred = preferred;
}

/* -- services -------------------------------------------------------------- */

#define ANYWAY "ScheduleAnyway"

/* @keys: the keys that already have constraints of this kind */
static void
add_constraint (FitPodTopologySpreadArgs *args, FitArgConstraint *constraints,
                GHashTable *keys, const char *key, gint32 skew)
{
  if (g_hash_table_add (keys, (gpointer) key))
    constraints[args->n_constraints++] = (FitArgConstraint){
      .max_skew = skew, .topology_key = key, .when_unsatisfiable = ANYWAY
    };
}

/* Adds constraints on @labels to the existing ones.  System constraints must be
 * written out, because there cannot be both. */
static void
spread_over_labels (FitPlanProfile *profile, gconstpointer given,
                    FitMigrationNote *fate)
{
  const FitArgStrings *labels = &((const FitServiceAffinityArgs *) given)
                                     ->anti_affinity_labels_preference;
  FitPodTopologySpreadArgs *args = fit_plan_need_args (profile, SPREAD);
  const guint n = args->n_constraints;
  FitArgConstraint *constraints = fit_arena_new0 (
      profile->plan->arena, FitArgConstraint, n + labels->n + 2);
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n; i++)
    {
      constraints[i] = args->constraints[i];
      if (strcmp (constraints[i].when_unsatisfiable, ANYWAY) == 0)
        g_hash_table_add (keys, (gpointer) constraints[i].topology_key);
    }
  args->constraints = constraints;
  if (fit_plan_has (profile, FIT_POINT_SCORE, SPREAD)
      && g_strcmp0 (args->defaulting_type, "System") == 0)
    {
      add_constraint (args, constraints, keys, "kubernetes.io/hostname", 3);
      add_constraint (args, constraints, keys, "topology.kubernetes.io/zone",
                      5);
    }
  for (guint i = 0; i < labels->n; i++)
    add_constraint (args, constraints, keys, labels->items[i], 1);
  args->defaulting_type = "List";
}

/* -- labels that are wanted both ways -------------------------------------- */

static gboolean
has_label (const FitArgStrings *labels, const char *label)
{
  for (guint i = 0; i < labels->n; i++)
    if (strcmp (labels->items[i], label) == 0)
      return TRUE;
  return FALSE;
}

static FitArgStrings
labels_without (FitArena *arena, const FitArgStrings *labels,
                const FitArgStrings *other)
{
  const char **items = fit_arena_new0 (arena, const char *, labels->n);
  FitArgStrings left = { 0, items };

  for (guint i = 0; i < labels->n; i++)
    if (!has_label (other, labels->items[i]))
      items[left.n++] = labels->items[i];
  return left;
}

/* Priorities of v1.16 may prefer a label both present and absent, which the
 * plugin refuses. */
static void
drop_opposed (FitPlanProfile *profile, const FitRule *rule, gconstpointer args)
{
  FitArgStrings *present = fit_rule_labels (rule, TRUE, TRUE, args);
  FitArgStrings *absent = fit_rule_labels (rule, TRUE, FALSE, args);
  const FitArgStrings all = *present;
  const guint n = present->n + absent->n;

  if (present == absent)
    return;
  *present = labels_without (profile->plan->arena, present, absent);
  *absent = labels_without (profile->plan->arena, absent, &all);
  if (present->n + absent->n == n)
    return;
  for (const GList *place = profile->notes.head; place != NULL;
       place = place->next)
    {
      FitMigrationNote *note = place->data;
      const FitPriorityPolicy *priority
          = note->entry != NULL ? note->entry->written : NULL;

      if (priority == NULL || g_strcmp0 (note->plugin, rule->name) != 0
          || (note->points & FIT_AT (SCORE)) == 0
          || has_label (present, priority->preference_label)
          || has_label (absent, priority->preference_label))
        continue;
      note->kind = FIT_MIGRATION_LOST;
      note->plugin = NULL;
      note->since = FIT_RELEASE (18, 0);
      note->message
          = fit_arena_printf (profile->plan->arena,
                              "%s refuses a label that is preferred both "
                              "present and absent",
                              rule->name);
    }
}

/* In releases up to 1.16 each priority with a label has its own weight.  A plugin
 * has the sum of them, and gives each label the same part of it. */
static void
share_weight (FitPlanProfile *profile, const FitRule *rule, gconstpointer args)
{
  gint64 sum = 0, least = G_MAXINT32, most = 0;

  drop_opposed (profile, rule, args);
  for (const GList *place = profile->notes.head; place != NULL;
       place = place->next)
    {
      const FitMigrationNote *note = place->data;
      const gint64 weight = MIN (note->weight_before, G_MAXINT32);

      if (note->kind != FIT_MIGRATION_CARRIED
          || g_strcmp0 (note->plugin, rule->name) != 0
          || (note->points & FIT_AT (SCORE)) == 0)
        continue;
      sum = MIN (sum + weight, G_MAXINT32);
      least = MIN (least, weight);
      most = MAX (most, weight);
    }
  if (sum == 0)
    fit_plan_remove (profile, FIT_PLAN_SCORE_POINTS, rule->name);
  else
    fit_plan_set_weight (profile, rule->name, (gint32) sum);
  if (least >= most)
    return;
  if (fit_move_keeps (profile, FIT_AT (SCORE)))
    fit_plan_remove (profile, FIT_PLAN_SCORE_POINTS, rule->name);
  FIT_PLAN_SETTLE (
      profile, .kind = FIT_MIGRATION_LOST, .name = rule->name,
      .plugin = rule->name, .points = FIT_PLAN_SCORE_POINTS,
      .since = FIT_RELEASE (17, 0),
      .message = fit_arena_printf (
          profile->plan->arena,
          "%s gives all its labels the same weight, and these priorities "
          "have different ones",
          rule->name));
}

/* -- all of them ----------------------------------------------------------- */

#define PASSES "without labels the filter passes all nodes"
#define SCORES_SAME "without labels all nodes get the same score"

/* Labels of a plugin at some of its points. */
static const struct
{
  const FitRule *rule;
  FitExtensionPoints points;
  const FitRule *heir; /* (nullable): what does it from now on */
  void (*move) (FitPlanProfile *profile, gconstpointer args,
                FitMigrationNote *fate);
  /* What happens if there are none, if not all of them can be labels, and if
   * @heir takes them. */
  const char *empty, *invalid, *moved;
} rows[] = {
  { &fit_rule_node_label, FILTER_POINTS, &fit_rule_node_affinity,
    require_labels, PASSES,
    "not all of these are valid label names, so no node can have them",
    "a required node affinity that NodeAffinity adds to every pod" },
  { &fit_rule_node_label, FIT_AT (SCORE), &fit_rule_node_affinity,
    prefer_labels, SCORES_SAME, "not all of these are valid label names",
    "approximate: a preferred node affinity that NodeAffinity adds to every "
    "pod and scales together with the pod's own preferences; check the "
    "weight" },
  { &fit_rule_service_affinity, FILTER_POINTS, NULL, NULL, PASSES,
    "the target has nothing like it: use pod affinity in the workloads", NULL },
  { &fit_rule_service_affinity, FIT_PLAN_SCORE_POINTS,
    &fit_rule_pod_topology_spread, spread_over_labels, SCORES_SAME,
    "not all of these are valid label names",
    "approximate: default constraints of PodTopologySpread on these labels, "
    "which also count the pods of replica sets and other controllers" },
};

void
fit_move_labels (FitPlanProfile *profile)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *plugin = rows[i].rule->name;
      gpointer args = fit_plan_args (profile, plugin);
      FitMigrationNote fate = { .kind = FIT_MIGRATION_LOST,
                                .name = plugin,
                                .points = rows[i].points,
                                .since = FIT_RELEASE (23, 0),
                                .message = rows[i].invalid };
      const gboolean scores = (rows[i].points & FIT_AT (SCORE)) != 0;
      const gboolean is_exact
          = rows[i].move == require_labels
            && fit_plan_has (profile, FIT_POINT_FILTER, AFFINITY);
      const guint n
          = args != NULL ? fit_rule_n_labels (rows[i].rule, scores, args) : 0;

      if ((fit_plan_points (profile, plugin) & rows[i].points) == 0)
        continue;
      if (profile->plan->target.version < FIT_CONFIG_V1BETA2)
        {
          if (scores && args != NULL && profile->plan->policy != NULL
              && fit_release_is_legacy (profile->plan->from_release))
            share_weight (profile, rows[i].rule, args);
          continue;
        }
      if (n == 0)
        {
          fate.kind = FIT_MIGRATION_DROPPED;
          fate.message = rows[i].empty;
        }
      else if (rows[i].heir != NULL
               && all_are_labels (
                   fit_rule_labels (rows[i].rule, scores, TRUE, args))
               && all_are_labels (
                   fit_rule_labels (rows[i].rule, scores, FALSE, args))
               && (is_exact || !fit_move_keeps (profile, rows[i].points)))
        {
          fate.kind = is_exact ? FIT_MIGRATION_CHANGED : FIT_MIGRATION_LOST;
          fate.plugin = rows[i].heir->name;
          fate.message = rows[i].moved;
          rows[i].move (profile, args, &fate);
        }
      fit_plan_change (profile, &fate);
    }
}
