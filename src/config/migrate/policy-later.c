/* policy-later.c - converts a Policy to plugins like 1.17 to 1.22
 *
 * Source: kube-scheduler v1.17 to v1.22, framework/plugins legacy registry.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/policy-plan.h"

#include "api/syntax.h"
#include "config/migrate/policy-rules.h"
#include "rules/rule.h"

/* -- names ----------------------------------------------------------------- */

/* 1.17 and 1.18 know some names only if a gate is on. */
static gboolean
is_gated_off (const FitPlan *plan, const FitRule *rule)
{
  const FitGate gate = fit_rule_gate (rule);

  return gate != FIT_GATE_NONE && !fit_gate_on (plan->from_gates, gate);
}

/* Is SelectorSpread, which a gate replaces, done by PodTopologySpread's system
 * constraints? */
static gboolean
spreads_by_topology (const FitPlan *plan, const FitRule *rule)
{
  const FitRuleLeftOut *row = rule->left_out;

  return row != NULL && row->on && fit_gate_on (plan->from_gates, row->gate);
}

/* From 1.18 on a known name keeps its meaning, and its argument is ignored. */
static gboolean
name_wins (const FitPlan *plan)
{
  return fit_release_has_profiles (plan->from_release);
}

#define DEFAULT "a default of the source, where the list is missing"

/* -- predicates ------------------------------------------------------------ */

/* Returns: (nullable): the rule of the predicate or priority @name */
static const FitRule *
known_rule (const FitPlan *plan, FitNameKind kind, const char *name)
{
  const FitRule *rule = kind == FIT_NAME_PREDICATE
                            ? fit_policy_filter (name)
                            : fit_policy_score (name, plan->from_release);

  return rule != NULL && is_gated_off (plan, rule) ? NULL : rule;
}

static gboolean
is_rule (FitNameKind kind, const char *name, gconstpointer data)
{
  const FitPlan *plan = data;

  return fit_policy_has_own (plan, kind, name)
         || known_rule (plan, kind, name) != NULL;
}

static gboolean
refuse_name (FitPlan *plan, const FitPolicyEntry *entry, GError **error)
{
  const gboolean filters = entry->kind == FIT_NAME_PREDICATE;
  g_autofree char *quoted = fit_quote (entry->name);
  const char *advice
      = filters ? fit_former_predicate_advice (entry->name) : NULL;

  fit_policy_plan_refuse (plan, FIT_POLICY_FATAL, error,
                          "Invalid configuration: %s type not found for %s",
                          filters ? "Predicate" : "Priority", quoted);
  if (advice != NULL)
    fit_error_add_hint (
        error,
        "%s; if an older release read this file, name it with --from-release",
        advice);
  else
    {
      FitNameKind kind = entry->kind;
      const gboolean of_filters = kind == FIT_NAME_PREDICATE;
      const FitRegistry *own = plan->options->rules;
      const GPtrArray *entries = own == NULL  ? NULL
                                 : of_filters ? fit_registry_predicates (own)
                                              : fit_registry_priorities (own);
      g_autoptr (GPtrArray) names = g_ptr_array_new ();
      const FitRule *rule;

      /* Add a hint about the intended name; the release only reports that
       * the name is unknown. */
      for (guint i = 0; (rule = of_filters ? fit_policy_filter_at (i)
                                           : fit_policy_score_at (i));
           i++)
        {
          const FitRuleWeight *row = fit_rule_weight (rule, plan->from_release);
          const char *known = of_filters    ? rule->predicates[0]->name
                              : row != NULL ? row->priority
                                            : NULL;

          if (known != NULL && is_rule (kind, known, plan))
            g_ptr_array_add (names, (gpointer) known);
        }
      for (guint i = 0; entries != NULL && i < entries->len; i++)
        {
          gpointer known = *(gpointer *) entries->pdata[i];

          if (fit_policy_has_own (plan, kind, known))
            g_ptr_array_add (names, known);
        }
      fit_add_meant_name_hint (error, kind, entry->name, names, is_rule, plan);
    }
  return FALSE;
}

static gboolean
check_members (FitPlan *plan, const FitPolicyEntry *entry, GError **error)
{
  const gboolean filters = entry->kind == FIT_NAME_PREDICATE;
  const gint n = __builtin_popcount (entry->written->members);

  return !entry->written->has_argument || n == 1
         || fit_policy_plan_refuse (
             plan, FIT_POLICY_FATAL, error,
             "Exactly 1 %s argument is required, numArgs: %d, %s: %s",
             filters ? "predicate" : "priority", n,
             filters ? "Predicate" : "Priority", entry->name);
}

/* Rules of the program come after all others. */
static void
add_own (FitPlan *plan, FitNameKind kind, const GPtrArray *list)
{
  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      const FitPolicyEntry entry = fit_policy_entry (plan, kind, i);

      if (fit_policy_is_own (plan, &entry))
        fit_policy_add_own (plan, &entry);
    }
}

/* An argument counts as seen even if it is ignored because of the name. */
static gboolean
convert_predicate (FitPlan *plan, guint index, GHashTable *wanted,
                   GError **error)
{
  const FitPolicyEntry entry
      = fit_policy_entry (plan, FIT_NAME_PREDICATE, index);
  const FitRule *rule = known_rule (plan, entry.kind, entry.name);

  if (!check_members (plan, &entry, error))
    return FALSE;
  if (fit_policy_is_own (plan, &entry))
    return TRUE;
  if (rule == NULL && !fit_policy_has_argument (&entry))
    return refuse_name (plan, &entry, error);
  if (fit_policy_has_argument (&entry) && (rule == NULL || !name_wins (plan)))
    rule = fit_policy_add_argument (plan, &entry);
  else if (fit_policy_has_argument (&entry))
    {
      FitMigrationNote *note = fit_policy_note_entry (
          plan, &entry, fit_policy_plugin (rule, 0), "");

      /* Releases up to 1.17 obey it, so it may have been meant. */
      note->kind = FIT_MIGRATION_DECIDE;
      note->message
          = "the argument has no effect: from 1.18 on a predicate with the name "
            "of a known one ignores it; 1.16 obeys it, so if 1.16 ran this "
            "Policy, a rule is lost: migrate with --from-release 1.16";
    }
  g_hash_table_add (wanted, (gpointer) rule);
  fit_policy_note_filter (plan, &entry, rule, DEFAULT);
  return TRUE;
}

gboolean
fit_policy_add_filters (FitPlan *plan, GHashTable *wanted, gboolean defaults,
                        GError **error)
{
  const FitRule *rule;
  const char *plugin;

  for (guint i = 0; (rule = fit_policy_filter_at (i)) != NULL; i++)
    {
      const gboolean is_default
          = defaults && rule->by_default && !is_gated_off (plan, rule);
      const gboolean is_named
          = is_default || g_hash_table_contains (wanted, rule);

      if (is_default)
        fit_policy_note_filter (plan,
                                &(FitPolicyEntry){ FIT_NAME_PREDICATE, -1,
                                                   rule->predicates[0]->name },
                                rule, DEFAULT);
      if (!is_named && !rule->mandatory)
        continue;
      if (!is_named)
        FIT_PLAN_NOTE (plan->profile, .kind = FIT_MIGRATION_ADDED,
                       .plugin = rule->name, .points = FIT_AT (FILTER),
                       .message
                       = "always on, even if the Policy does not name it");
      for (guint j = 0; (plugin = fit_policy_plugin (rule, j)) != NULL; j++)
        {
          static const FitSpan unnoticed = FIT_SPAN (18, 20);

          /* 1.18 and 1.19 do not notice that a plugin was already added. */
          if (fit_plan_has (plan->profile, FIT_POINT_FILTER, plugin)
              && fit_span_has (unnoticed, plan->from_release))
            {
              fit_policy_plan_refuse (plan, FIT_POLICY_FRAMEWORK, error,
                                      "plugin \"%s\" already registered as "
                                      "\"FilterPlugin\"",
                                      plugin);
              fit_error_add_hint (error, "GeneralPredicates has it already");
              return FALSE;
            }
          fit_plan_add_filter (plan->profile, plugin);
        }
    }
  return TRUE;
}

/* -- priorities ------------------------------------------------------------ */

/* The priorities requested under a name. */
typedef struct
{
  gboolean wanted;
  gint32 weight;
  guint replaces; /* entries with this name before that index do not count */
} Wanted;

static guint
priority_index (const FitRule *rule)
{
  guint i = 0;

  while (fit_policy_score_at (i) != rule)
    i++;
  return i;
}

/* From here on a weight has 32 bits. */
static gint32
cut_weight (gint64 weight)
{
  return (gint32) (guint32) ((guint64) weight & G_MAXUINT32);
}

/* The plugin for a rule. */
static const char *
plugin_of (const FitPlan *plan, const FitRule *rule)
{
  if (spreads_by_topology (plan, rule))
    return fit_rule_with_setting (FIT_SETTING_SPREADING)->name;
  return fit_policy_plugin (rule, 0);
}

/* Entries of @rule before @end have no effect. */
static void
drop_earlier (FitPlan *plan, const FitRule *rule, guint end,
              const char *message)
{
  for (const GList *place = plan->profile->notes.head; place != NULL;
       place = place->next)
    {
      FitMigrationNote *note = place->data;

      if (note->entry == NULL || note->entry->kind != FIT_NAME_PRIORITY
          || (guint) note->entry->index >= end
          || fit_policy_score (note->name, plan->from_release) != rule)
        continue;
      note->kind = FIT_MIGRATION_DROPPED;
      note->message = message;
      note->points = 0;
    }
}

static gboolean
convert_priority (FitPlan *plan, guint index, Wanted *wanted, GError **error)
{
  const FitPolicyEntry entry
      = fit_policy_entry (plan, FIT_NAME_PRIORITY, index);
  const FitRule *named = fit_rule_find (entry.name);
  const FitRule *rule = known_rule (plan, entry.kind, entry.name);
  /* A name without a plugin is ignored before its argument is checked. */
  const gboolean passed_over
      = rule != NULL && name_wins (plan) && fit_policy_plugin (rule, 0) == NULL;
  Wanted *former;

  /* From 1.18 on the name of a plugin drops the argument of the priority. */
  if (named != NULL && named->needs_args && name_wins (plan)
      && !plan->to_the_letter)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "priorities[%d]: priority \"%s\" is the name of a plugin, "
                   "which drops its argument",
                   entry.index, entry.name);
      fit_error_add_hint (error, "give the priority another name");
      return FALSE;
    }
  if (!passed_over && !check_members (plan, &entry, error))
    return FALSE;
  if (fit_policy_has_argument (&entry) && (rule == NULL || !name_wins (plan)))
    rule = fit_policy_add_argument (plan, &entry);
  if (fit_policy_is_own (plan, &entry))
    return TRUE;
  if (rule == NULL)
    return refuse_name (plan, &entry, error);
  former = &wanted[priority_index (rule)];
  /* The last entry with a name counts, unless each adds an argument. */
  *former = (Wanted){ TRUE, cut_weight (entry.weight),
                      !fit_policy_has_argument (&entry) && former->wanted
                          ? index
                          : former->replaces };
  fit_policy_note_entry (plan, &entry, plugin_of (plan, rule), DEFAULT);
  return TRUE;
}

static void
set_spreading (FitPlan *plan, const char *defaulting_type)
{
  *(const char **) fit_plan_need_setting (plan->profile, FIT_SETTING_SPREADING)
      = defaulting_type;
}

static gboolean
add_priority (FitPlan *plan, const FitRule *rule, gint32 weight, GError **error)
{
  gconstpointer args = fit_plan_args (plan->profile, rule->name);
  gint times;
  const char *plugin = rule->name;
  gint32 sum;

  /* How often the weight of a plugin counts: once per preference. -1: there
   * are none, and the release crashes. */
  if (rule->labels == NULL)
    times = 1;
  else
    times = args != NULL ? (gint) fit_rule_n_labels (rule, TRUE, args) : -1;
  if (times < 0)
    return fit_policy_plan_refuse (plan, FIT_POLICY_PANIC, error,
                                   "priority \"%s\" is the name of a plugin, "
                                   "and has no argument",
                                   rule->name);
  if (spreads_by_topology (plan, rule))
    {
      plugin = plugin_of (plan, rule);
      set_spreading (plan, "System");
      if (fit_plan_has (plan->profile, FIT_POINT_SCORE, plugin))
        drop_earlier (plan, rule, G_MAXUINT,
                      "PodTopologySpread does this with the "
                      "weight of EvenPodsSpreadPriority");
    }
  else if (rule->setting == FIT_SETTING_SPREADING
           && fit_gate_on (plan->from_gates,
                           FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD))
    set_spreading (plan, "List");
  if (rule->setting == FIT_SETTING_HARD_WEIGHT
      && plan->policy->hard_pod_affinity_symmetric_weight != 0)
    *(gint32 *) fit_plan_need_setting (plan->profile, rule->setting)
        = plan->policy->hard_pod_affinity_symmetric_weight;
  sum = cut_weight ((gint64) weight * (gint64) times);
  if (sum == 0 && !fit_plan_has (plan->profile, FIT_POINT_SCORE, plugin))
    g_hash_table_insert (plan->requested, (gpointer) plugin,
                         GINT_TO_POINTER (sum));
  /* If a plugin gets two weights, the first counts. */
  fit_plan_add_score (plan->profile, plugin, sum != 0 ? sum : 1);
  return TRUE;
}

static gboolean
convert_priorities (FitPlan *plan, GError **error)
{
  const GPtrArray *list = plan->policy->priorities;
  Wanted wanted[FIT_POLICY_MAX_RULES] = { 0 };
  const FitRule *rule;

  for (guint i = 0; list == NULL && (rule = fit_policy_score_at (i)) != NULL;
       i++)
    {
      const FitRuleWeight *row = fit_rule_weight (rule, plan->from_release);

      if (row == NULL || row->in_policies == 0 || is_gated_off (plan, rule))
        continue;
      wanted[i] = (Wanted){ .wanted = TRUE, .weight = row->in_policies };
      fit_policy_note_entry (plan,
                             &(FitPolicyEntry){ FIT_NAME_PRIORITY, -1,
                                                row->priority,
                                                row->in_policies },
                             plugin_of (plan, rule), DEFAULT);
    }
  for (guint i = 0; list != NULL && i < list->len; i++)
    if (!convert_priority (plan, i, wanted, error))
      return FALSE;
  for (guint i = 0; (rule = fit_policy_score_at (i)) != NULL; i++)
    if (wanted[i].replaces > 0)
      drop_earlier (plan, rule, wanted[i].replaces,
                    "a later entry of the same name replaces it");
  for (guint i = 0; (rule = fit_policy_score_at (i)) != NULL; i++)
    if (wanted[i].wanted && fit_policy_plugin (rule, 0) != NULL
        && !add_priority (plan, rule, wanted[i].weight, error))
      return FALSE;
  add_own (plan, FIT_NAME_PRIORITY, list);
  return TRUE;
}

/* -- the whole ------------------------------------------------------------- */

gboolean
fit_policy_plan_later (FitPlan *plan, GError **error)
{
  const GPtrArray *list;
  g_autoptr (GHashTable) wanted = NULL;

  fit_policy_add_extenders (plan);
  if (!fit_policy_check (plan, error))
    return FALSE;
  list = plan->policy->predicates;
  wanted = g_hash_table_new (NULL, NULL);
  for (guint i = 0; list != NULL && i < list->len; i++)
    if (!convert_predicate (plan, i, wanted, error))
      return FALSE;
  if (!fit_policy_add_filters (plan, wanted, list == NULL, error))
    return FALSE;
  add_own (plan, FIT_NAME_PREDICATE, list);
  if (!convert_priorities (plan, error)
      || (plan->to_the_letter
          && !fit_policy_check_extender_files (plan, error)))
    return FALSE;
  fit_policy_note_rest (plan);
  if (!fit_policy_check_args (plan, error))
    return FALSE;
  /* This check comes last: in the release it depends on map order, and may
   * even succeed. */
  for (guint i = 0; i < plan->profile->lists[FIT_POINT_SCORE]->len; i++)
    if (fit_plan_entry (plan->profile, FIT_POINT_SCORE, i)->weight < 0)
      return fit_policy_plan_refuse (plan, FIT_POLICY_FRAMEWORK, error,
                                     "total score of Score plugins could "
                                     "overflow");
  return TRUE;
}
