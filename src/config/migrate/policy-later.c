/* policy-later.c - converts a Policy to plugins like 1.17 to 1.22
 *
 * Source: kube-scheduler v1.17 to v1.22, framework/plugins legacy registry.
 */
#include "config/migrate/policy-plan.h"

#include "api/syntax.h"
#include "base/behaviour.h"
#include "config/migrate/policy-own.h"
#include "config/migrate/policy-rules.h"
#include "rules/rule.h"
#include "factory/name-hints.h"

#include <string.h>

#define MAX_RULES 32

#define LABEL_PREDICATE "CheckNodeLabelPresence"
#define SERVICE_PREDICATE "CheckServiceAffinity"
#define LABEL_PRIORITY "NodeLabel"
#define SERVICE_PRIORITY "ServiceAffinity"
#define RATIO_PRIORITY "RequestedToCapacityRatio"

/* -- names ----------------------------------------------------------------- */

/* 1.17 and 1.18 know some names only if a gate is on. */
static gboolean
is_gated_off (const FitPolicyRules *rules, const char *plugin)
{
  if (strcmp (plugin, fit_rule_pod_topology_spread.name) == 0)
    return !fit_gate_on (rules->gates, FIT_GATE_EVEN_PODS_SPREAD);
  if (strcmp (plugin, "NodeResourceLimits") == 0)
    return !fit_gate_on (rules->gates,
                         FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION);
  return FALSE;
}

/* Is SelectorSpread done by PodTopologySpread's system constraints? */
static gboolean
spreads_by_topology (const FitPolicyRules *rules)
{
  return fit_gate_on (rules->gates, FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD);
}

/* From 1.18 on a known name keeps its meaning, and its argument is ignored. */
static gboolean
name_wins (const FitPolicyPlan *plan)
{
  return fit_release_has_profiles (plan->rules->release);
}

/* -- notes ----------------------------------------------------------------- */

#define DEFAULT "a default of the source, where the list is missing"

static void
note_predicate (FitPolicyPlan *plan, const FitPredicateRule *rule, gint index,
                const char *name)
{
  for (guint i = 0; rule->rules[i] != NULL; i++)
    fit_policy_note_entry (plan, rule->rules[i]->name, FIT_PLAN_FILTER_POINTS,
                           index, name, DEFAULT);
}

/* Releases up to 1.17 obey the argument, so it may have been meant. */
static void
note_ignored_argument (FitPolicyPlan *plan, const FitPredicateRule *rule,
                       guint index, const char *name)
{
  FitMigrationNote *note
      = fit_policy_note_entry (plan, rule->rules[0]->name,
                               FIT_PLAN_FILTER_POINTS, (gint) index, name, "");

  fit_plan_reword (
      note, FIT_MIGRATION_DECIDE,
      "the argument has no effect: from 1.18 on a predicate with the name of a "
      "known one ignores it; 1.16 obeys it, so if 1.16 ran this Policy, a rule "
      "is lost: migrate with --from-release 1.16");
}

/* -- predicates ------------------------------------------------------------ */

static guint
predicate_index (const FitPredicateRule *rule)
{
  guint n;

  return (guint) (rule - fit_predicate_rules (&n));
}

static const FitPredicateRule *
known_predicate (const FitPolicyPlan *plan, const char *name)
{
  const FitPredicateRule *rule = fit_predicate_rule (name);

  return rule != NULL && is_gated_off (plan->rules, rule->rules[0]->name)
             ? NULL
             : rule;
}

static const FitPriorityRule *
known_priority (const FitPolicyPlan *plan, const char *name)
{
  const FitPriorityRule *rule = fit_priority_rule (name, plan->rules->release);

  return rule != NULL && rule->rule != NULL
                 && is_gated_off (plan->rules, rule->rule->name)
             ? NULL
             : rule;
}

static gboolean
is_rule (FitNameKind kind, const char *name, gconstpointer data)
{
  const FitPolicyPlan *plan = data;

  return fit_policy_has_own (plan, kind, name)
         || (kind == FIT_NAME_PREDICATE ? known_predicate (plan, name) != NULL
                                        : known_priority (plan, name) != NULL);
}

/* Adds a hint about the intended name; the release only reports that the name
 * is unknown. */
static void
add_name_hint (const FitPolicyPlan *plan, FitNameKind kind, const char *name,
               GError **error)
{
  FitSimilar similar;
  guint n_predicates, n_priorities;
  const FitPredicateRule *predicates = fit_predicate_rules (&n_predicates);
  const FitPriorityRule *priorities = fit_priority_rules (&n_priorities);

  if (fit_add_common_name_hint (error, kind, name, is_rule, plan))
    return;
  fit_name_similar_init (&similar, name);
  for (guint i = 0; kind == FIT_NAME_PREDICATE && i < n_predicates; i++)
    if (is_rule (kind, predicates[i].name, plan))
      fit_similar_offer (&similar, predicates[i].name);
  for (guint i = 0; kind == FIT_NAME_PRIORITY && i < n_priorities; i++)
    if (is_rule (kind, priorities[i].name, plan))
      fit_similar_offer (&similar, priorities[i].name);
  fit_policy_offer_own (plan, kind, &similar);
  if (similar.best != NULL)
    fit_error_add_hint (error, "did you mean %s?", similar.best);
  else
    fit_add_list_hint (error, kind);
}

static gboolean
refuse_predicate (const FitPolicyPlan *plan, const char *name, GError **error)
{
  g_autofree char *quoted = fit_quote (name);

  fit_policy_plan_refuse (plan, FIT_POLICY_FATAL, error,
                          "Invalid configuration: Predicate type not found for "
                          "%s",
                          quoted);
  if (fit_former_predicate_advice (name) != NULL)
    fit_error_add_hint (
        error,
        "%s; if an older release read this file, name it with --from-release",
        fit_former_predicate_advice (name));
  else
    add_name_hint (plan, FIT_NAME_PREDICATE, name, error);
  return FALSE;
}

/* An argument counts as seen even if it is ignored because of the name. */
static gboolean
convert_predicate (FitPolicyPlan *plan, guint index, gboolean *wanted,
                   GError **error)
{
  const FitPredicatePolicy *predicate = plan->policy->predicates->pdata[index];
  const FitPredicateRule *rule = known_predicate (plan, predicate->name);
  const guint n_members = (guint) __builtin_popcount (predicate->members);

  if (predicate->has_argument && n_members != 1)
    return fit_policy_plan_refuse (plan, FIT_POLICY_FATAL, error,
                                   "Exactly 1 predicate argument is required, "
                                   "numArgs: %u, Predicate: %s",
                                   n_members, predicate->name);
  if (fit_policy_is_own_predicate (plan, predicate))
    return TRUE; /* added after all others */
  if (rule == NULL && !predicate->has_argument)
    return refuse_predicate (plan, predicate->name, error);
  if (predicate->has_argument && (rule == NULL || !name_wins (plan)))
    {
      fit_policy_add_labels (plan, predicate);
      rule = fit_predicate_rule (
          (predicate->members & FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY) != 0
              ? SERVICE_PREDICATE
              : LABEL_PREDICATE);
    }
  else if (predicate->has_argument)
    note_ignored_argument (plan, rule, index, predicate->name);
  wanted[predicate_index (rule)] = TRUE;
  note_predicate (plan, rule, (gint) index, predicate->name);
  return TRUE;
}

/* 1.18 and 1.19 do not notice that a plugin was already added. */
static gboolean
add_predicate_plugin (FitPolicyPlan *plan, const char *plugin, GError **error)
{
  static const FitSpan unnoticed = FIT_SPAN (18, 20);

  if (fit_plan_has (plan->profile, FIT_POINT_FILTER, plugin)
      && fit_span_has (unnoticed, plan->rules->release))
    {
      fit_policy_plan_refuse (plan, FIT_POLICY_FRAMEWORK, error,
                              "plugin \"%s\" already registered as "
                              "\"FilterPlugin\"",
                              plugin);
      fit_error_add_hint (error, "GeneralPredicates has it already");
      return FALSE;
    }
  fit_plan_add_filter (plan->profile, plugin, FIT_PLAN_RELEASE);
  return TRUE;
}

static gboolean
convert_predicates (FitPolicyPlan *plan, GError **error)
{
  const GPtrArray *list = plan->policy->predicates;
  gboolean wanted[MAX_RULES] = { FALSE };
  guint n;
  const FitPredicateRule *rules = fit_predicate_rules (&n);

  g_assert (n <= MAX_RULES);
  for (guint i = 0; list != NULL && i < list->len; i++)
    if (!convert_predicate (plan, i, wanted, error))
      return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const gboolean is_default
          = list == NULL && rules[i].is_default
            && !is_gated_off (plan->rules, rules[i].rules[0]->name);

      if (is_default)
        note_predicate (plan, &rules[i], -1, rules[i].name);
      if (!wanted[i] && !is_default && !rules[i].mandatory)
        continue;
      if (!wanted[i] && !is_default)
        fit_policy_note_always (plan, rules[i].rules[0]->name);
      for (guint j = 0; rules[i].rules[j] != NULL; j++)
        if (!add_predicate_plugin (plan, rules[i].rules[j]->name, error))
          return FALSE;
    }
  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      const FitPredicatePolicy *entry = list->pdata[i];

      if (fit_policy_is_own_predicate (plan, entry))
        fit_policy_add_own (plan, FIT_POINT_FILTER, i, entry->name, 0);
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
priority_index (const FitPriorityRule *rule)
{
  guint n;

  return (guint) (rule - fit_priority_rules (&n));
}

static const FitPriorityRule *
custom_priority (FitPolicyPlan *plan, const FitPriorityPolicy *priority)
{
  const char *name = RATIO_PRIORITY;

  if ((priority->members & FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO)
      != 0)
    fit_policy_set_capacity_ratio (plan, priority);
  else
    {
      fit_policy_add_preference (plan, priority);
      name = (priority->members & FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE) != 0
                 ? LABEL_PRIORITY
                 : SERVICE_PRIORITY;
    }
  return fit_priority_rule (name, FIT_PLAN_RELEASE);
}

/* From here on a weight has 32 bits. */
static gint32
cut_weight (gint64 weight)
{
  return (gint32) (guint32) ((guint64) weight & G_MAXUINT32);
}

/* The plugin for a rule. */
static const char *
plugin_of (const FitPolicyPlan *plan, const FitPriorityRule *rule)
{
  if (rule->rule == &fit_rule_selector_spread
      && spreads_by_topology (plan->rules))
    return fit_rule_pod_topology_spread.name;
  return rule->rule != NULL ? rule->rule->name : NULL;
}

/* The index of the entry of @note, or G_MAXUINT. */
static guint
entry_index (const FitMigrationNote *note)
{
  static const char list[] = "priorities[";

  return note->path != NULL && g_str_has_prefix (note->path, list)
             ? (guint) g_ascii_strtoull (note->path + strlen (list), NULL, 10)
             : G_MAXUINT;
}

/* Entries of @rule before @end have no effect. */
static void
drop_earlier (FitPolicyPlan *plan, const FitPriorityRule *rule, guint end,
              const char *message)
{
  for (const GList *place = plan->plan->notes.head; place; place = place->next)
    {
      FitMigrationNote *note = place->data;

      if (entry_index (note) >= end
          || fit_priority_rule (note->name, plan->rules->release) != rule)
        continue;
      fit_plan_reword (note, FIT_MIGRATION_DROPPED, message);
      note->points = 0;
    }
}

static void
note_priority (FitPolicyPlan *plan, const FitPriorityRule *rule, gint index,
               const char *name, gint64 weight)
{
  const char *plugin = plugin_of (plan, rule);
  FitMigrationNote *note = fit_policy_note_entry (
      plan, plugin, FIT_PLAN_SCORE_POINTS, index, name, DEFAULT);

  note->weight_before = weight;
  if (plugin == NULL)
    fit_plan_reword (note, FIT_MIGRATION_DROPPED,
                     "gives all nodes the same score");
}

static gboolean
refuse_priority (const FitPolicyPlan *plan, const char *name, GError **error)
{
  g_autofree char *quoted = fit_quote (name);

  fit_policy_plan_refuse (plan, FIT_POLICY_FATAL, error,
                          "Invalid configuration: Priority type not found for "
                          "%s",
                          quoted);
  add_name_hint (plan, FIT_NAME_PRIORITY, name, error);
  return FALSE;
}

/* A name without a plugin is ignored before its argument is checked. */
static gboolean
is_passed_over (const FitPolicyPlan *plan, const FitPriorityRule *rule)
{
  return rule != NULL && rule->rule == NULL && name_wins (plan);
}

static gboolean
convert_priority (FitPolicyPlan *plan, guint index, Wanted *wanted,
                  GError **error)
{
  const FitPriorityPolicy *priority = plan->policy->priorities->pdata[index];
  const FitPriorityRule *rule = known_priority (plan, priority->name);
  const guint n_members = (guint) __builtin_popcount (priority->members);
  Wanted *former;

  if (priority->has_argument && n_members != 1 && !is_passed_over (plan, rule))
    return fit_policy_plan_refuse (plan, FIT_POLICY_FATAL, error,
                                   "Exactly 1 priority argument is required, "
                                   "numArgs: %u, Priority: %s",
                                   n_members, priority->name);
  if (priority->has_argument && (rule == NULL || !name_wins (plan)))
    rule = custom_priority (plan, priority);
  if (fit_policy_is_own_priority (plan, priority))
    return TRUE; /* added after all others */
  if (rule == NULL)
    return refuse_priority (plan, priority->name, error);
  former = &wanted[priority_index (rule)];
  /* The last entry with a name counts, unless each adds an argument. */
  *former = (Wanted){ TRUE, cut_weight (priority->weight),
                      !priority->has_argument && former->wanted
                          ? index
                          : former->replaces };
  note_priority (plan, rule, (gint) index, priority->name, priority->weight);
  return TRUE;
}

static void
want_defaults (FitPolicyPlan *plan, Wanted *wanted)
{
  guint n;
  const FitPriorityRule *rules = fit_priority_rules (&n);

  for (guint i = 0; i < n; i++)
    {
      const gint32 weight = rules[i].default_weight;

      if (weight == 0 || !fit_span_has (rules[i].span, plan->rules->release)
          || is_gated_off (plan->rules, rules[i].rule->name))
        continue;
      wanted[i] = (Wanted){ .wanted = TRUE, .weight = weight };
      note_priority (plan, &rules[i], -1, rules[i].name, weight);
    }
}

/* How often the weight of a plugin counts: once per preference. -1: there are
 * none, and the release crashes. */
static gint
times_of (const FitPolicyPlan *plan, const char *plugin)
{
  gconstpointer args = fit_plan_args (plan->profile, plugin);

  if (strcmp (plugin, LABEL_PRIORITY) == 0)
    {
      const FitNodeLabelArgs *labels = args;

      return labels != NULL ? (gint) (labels->present_labels_preference.n
                                      + labels->absent_labels_preference.n)
                            : -1;
    }
  if (strcmp (plugin, SERVICE_PRIORITY) == 0)
    {
      const FitServiceAffinityArgs *affinity = args;

      return affinity != NULL
                 ? (gint) affinity->anti_affinity_labels_preference.n
                 : -1;
    }
  return 1;
}

/* If a plugin gets two weights, the first counts. */
static void
add_score (FitPolicyPlan *plan, const char *plugin, gint32 weight)
{
  if (weight == 0 && !fit_plan_has (plan->profile, FIT_POINT_SCORE, plugin))
    g_hash_table_insert (plan->outcome->requested, (gpointer) plugin,
                         GINT_TO_POINTER (weight));
  fit_plan_add_score (plan->profile, plugin, weight != 0 ? weight : 1,
                      FIT_PLAN_RELEASE);
}

static gboolean
add_priority (FitPolicyPlan *plan, const FitPriorityRule *rule, gint32 weight,
              GError **error)
{
  const gint times = times_of (plan, rule->rule->name);
  const gboolean topology = spreads_by_topology (plan->rules);
  const char *plugin = rule->rule->name;

  if (times < 0)
    return fit_policy_plan_refuse (plan, FIT_POLICY_PANIC, error,
                                   "priority \"%s\" is the name of a plugin, "
                                   "and has no argument",
                                   rule->name);
  if (rule->rule == &fit_rule_selector_spread && topology)
    {
      plugin = plugin_of (plan, rule);
      fit_policy_set_spread (plan, "System");
      if (fit_plan_has (plan->profile, FIT_POINT_SCORE, plugin))
        drop_earlier (plan, rule, G_MAXUINT,
                      "PodTopologySpread does this with the weight of "
                      "EvenPodsSpreadPriority");
    }
  else if (rule->rule == &fit_rule_pod_topology_spread && topology)
    fit_policy_set_spread (plan, "List");
  if (rule->rule == &fit_rule_inter_pod_affinity
      && plan->policy->hard_pod_affinity_symmetric_weight != 0)
    fit_policy_set_hard_weight (
        plan, plan->policy->hard_pod_affinity_symmetric_weight);
  add_score (plan, plugin, cut_weight ((gint64) weight * (gint64) times));
  return TRUE;
}

static gboolean
convert_priorities (FitPolicyPlan *plan, GError **error)
{
  const GPtrArray *list = plan->policy->priorities;
  Wanted wanted[MAX_RULES] = { 0 };
  guint n;
  const FitPriorityRule *rules = fit_priority_rules (&n);

  g_assert (n <= MAX_RULES);
  if (list == NULL)
    want_defaults (plan, wanted);
  for (guint i = 0; list != NULL && i < list->len; i++)
    if (!convert_priority (plan, i, wanted, error))
      return FALSE;
  for (guint i = 0; i < n; i++)
    if (wanted[i].replaces > 0)
      drop_earlier (plan, &rules[i], wanted[i].replaces,
                    "a later entry of the same name replaces it");
  for (guint i = 0; i < n; i++)
    if (wanted[i].wanted && rules[i].rule != NULL
        && !add_priority (plan, &rules[i], wanted[i].weight, error))
      return FALSE;
  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      const FitPriorityPolicy *entry = list->pdata[i];

      if (fit_policy_is_own_priority (plan, entry))
        fit_policy_add_own (plan, FIT_POINT_SCORE, i, entry->name,
                            entry->weight);
    }
  return TRUE;
}

/* -- the whole ------------------------------------------------------------- */

/* From 1.22 on a plugin that lacks its arguments is rejected, and so is an
 * extender that would change missing arguments. */
static gboolean
check_given (const FitPolicyPlan *plan, GError **error)
{
  static const FitRule *const needy[]
      = { &fit_rule_node_label, &fit_rule_service_affinity };

  if (!fit_behaviour (plan->rules->release).config_merges_defaults)
    return TRUE;
  if (fit_plan_args (plan->profile, fit_rule_node_resources_fit.name) != NULL
      && !fit_plan_has_any (plan->profile, fit_rule_node_resources_fit.name))
    return fit_policy_plan_refuse (plan, FIT_POLICY_FRAMEWORK, error,
                                   "can't find NodeResourcesFitArgs in plugin "
                                   "config");
  for (guint i = 0; i < G_N_ELEMENTS (needy); i++)
    if (fit_plan_has_any (plan->profile, needy[i]->name)
        && fit_plan_args (plan->profile, needy[i]->name) == NULL)
      return fit_policy_plan_refuse (
          plan, FIT_POLICY_FRAMEWORK, error,
          "initializing plugin \"%s\": want args to be of type %sArgs, got "
          "<nil>",
          needy[i]->name, needy[i]->name);
  return TRUE;
}

/* The plugin cannot be created without a shape. */
static gboolean
check_shape (const FitPolicyPlan *plan, GError **error)
{
  static const char plugin[] = "RequestedToCapacityRatio";

  if (!fit_plan_has (plan->profile, FIT_POINT_SCORE, plugin)
      || fit_plan_args (plan->profile, plugin) != NULL)
    return TRUE;
  return fit_policy_plan_refuse (plan, FIT_POLICY_FRAMEWORK, error,
                                 "initializing plugin \"%s\": at least one "
                                 "point must be specified",
                                 plugin);
}

/* This check comes last: in the release it depends on map order, and may even
 * succeed. */
static gboolean
check_weights (const FitPolicyPlan *plan, GError **error)
{
  for (guint i = 0; i < plan->profile->lists[FIT_POINT_SCORE]->len; i++)
    if (fit_plan_entry (plan->profile, FIT_POINT_SCORE, i)->weight < 0)
      return fit_policy_plan_refuse (plan, FIT_POLICY_FRAMEWORK, error,
                                     "total score of Score plugins could "
                                     "overflow");
  return TRUE;
}

gboolean
fit_policy_plan_later (FitPolicyPlan *plan, GError **error)
{
  fit_policy_add_extenders (plan);
  if (!fit_policy_check (plan, error) || !convert_predicates (plan, error)
      || !convert_priorities (plan, error)
      || (!plan->rules->files_elsewhere
          && !fit_policy_check_extender_files (plan, error)))
    return FALSE;
  fit_policy_note_rest (plan);
  return check_given (plan, error) && check_shape (plan, error)
         && fit_policy_check_args (plan, error) && check_weights (plan, error);
}
