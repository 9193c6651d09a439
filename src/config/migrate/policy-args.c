/* policy-args.c - arguments of plugins from the entries of a Policy */
#include "config/migrate/policy-plan.h"
#include "rules/rule.h"

#include <string.h>

/* The capacity of these lists doubles: a list is full whenever its length is a
 * power of two. */
static void
append_string (const FitPlan *plan, FitArgStrings *list, const char *text)
{
  const char **items = (const char **) list->items;

  if ((list->n & (list->n - 1)) == 0)
    {
      items = fit_arena_newn (plan->arena, const char *, MAX (2 * list->n, 1));
      for (guint i = 0; i < list->n; i++)
        items[i] = list->items[i];
    }
  items[list->n++] = text;
  list->items = items;
}

/* Adds @labels to those by which @rule filters or scores. */
static const FitRule *
add_labels (FitPlan *plan, const FitRule *rule, gboolean scores,
            gboolean present, const char *const *labels)
{
  FitArgStrings *list = fit_rule_labels (
      rule, scores, present, fit_plan_need_args (plan->profile, rule->name));

  for (guint i = 0; labels[i] != NULL; i++)
    append_string (plan, list, labels[i]);
  return rule;
}

static void
set_capacity_ratio (FitPlan *plan, const FitPriorityPolicy *priority)
{
  FitCapacityRatioArgument *args = fit_plan_need_args (
      plan->profile, fit_rule_requested_to_capacity_ratio.name);
  const FitCapacityRatioArgument *ratio = &priority->ratio;
  FitUtilizationPoint *points
      = fit_arena_newn (plan->arena, FitUtilizationPoint, ratio->shape.n);
  FitWeightedResource *resources
      = fit_arena_newn (plan->arena, FitWeightedResource, ratio->resources.n);
  static const FitSpan mends_weights = FIT_BEFORE (19);
  const gboolean fills_in = !fit_release_has_profiles (plan->from_release);

  for (guint i = 0; i < ratio->shape.n; i++)
    {
      const FitUtilizationPoint *point = &ratio->shape.points[i];

      points[i].utilization
          = (gint32) CLAMP (point->utilization, G_MININT32, G_MAXINT32);
      points[i].score = (gint32) CLAMP (point->score, G_MININT32, G_MAXINT32);
    }
  for (guint i = 0; i < ratio->resources.n; i++)
    {
      const FitWeightedResource *resource = &ratio->resources.items[i];

      resources[i].name = resource->name;
      resources[i].weight
          = resource->weight == 0
                    && fit_span_has (mends_weights, plan->from_release)
                ? 1
                : resource->weight;
    }
  args->shape = (FitArgShape){ ratio->shape.n, points };
  /* An empty list means the defaults before 1.18, and in configuration
   * files. */
  if (!fills_in || ratio->resources.n > 0)
    args->resources = (FitArgResources){ ratio->resources.n, resources };
}

static const FitRule *
add_predicate_argument (FitPlan *plan, const FitPredicatePolicy *predicate)
{
  return (predicate->members & FIT_PREDICATE_ARGUMENT_SERVICE_AFFINITY) != 0
             ? add_labels (plan, &fit_rule_service_affinity, FALSE, TRUE,
                           predicate->service_affinity_labels)
             : add_labels (plan, &fit_rule_node_label, FALSE,
                           predicate->presence, predicate->presence_labels);
}

const FitRule *
fit_policy_add_argument (FitPlan *plan, const FitPolicyEntry *entry)
{
  const FitPriorityPolicy *priority = entry->written;
  const FitRule *const ratio = &fit_rule_requested_to_capacity_ratio;

  if (entry->kind == FIT_NAME_PREDICATE)
    return add_predicate_argument (plan, entry->written);
  if ((priority->members & FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY) != 0)
    return add_labels (
        plan, &fit_rule_service_affinity, TRUE, TRUE,
        (const char *const[]){ priority->anti_affinity_label, NULL });
  if ((priority->members & FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE) != 0)
    return add_labels (
        plan, &fit_rule_node_label, TRUE, priority->preference_presence,
        (const char *const[]){ priority->preference_label, NULL });
  if (fit_plan_args (plan->profile, ratio->name) == NULL)
    set_capacity_ratio (plan, priority);
  return ratio;
}

/* From 1.22 on a plugin that lacks its arguments is rejected, and so is an
 * extender that would change missing arguments. */
gboolean
fit_policy_check_args (FitPlan *plan, GError **error)
{
  const FitPlanProfile *profile = plan->profile;
  const char *const fit = fit_rule_with_setting (FIT_SETTING_IGNORED)->name;
  const gboolean strict
      = fit_behaviour (plan->from_release).config_merges_defaults;

  if (strict && fit_plan_args (profile, fit) != NULL
      && !fit_plan_has_any (profile, fit))
    return fit_policy_plan_refuse (plan, FIT_POLICY_FRAMEWORK, error,
                                   "can't find NodeResourcesFitArgs in plugin "
                                   "config");
  for (guint i = 0; fit_rules[i] != NULL; i++)
    {
      const char *plugin = fit_rules[i]->name;
      const FitArgsRow *row
          = fit_args_row (plugin, plan->form.version, plan->form.release);
      gconstpointer args = fit_plan_args (profile, plugin);
      const gboolean lacks = args == NULL && fit_rules[i]->needs_args;
      g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
      FitArgsCheck check
          = { .target = &plan->form, .path = "", .problems = problems };

      if ((args == NULL && !lacks) || !fit_plan_has_any (profile, plugin))
        continue;
      if (lacks)
        args = fit_args_default (plan->arena, plugin, &plan->form);
      if (row->check != NULL)
        row->check (&check, args);
      if (problems->len > 0)
        return fit_policy_plan_refuse (plan, FIT_POLICY_FRAMEWORK, error,
                                       "initializing plugin \"%s\": %s", plugin,
                                       (const char *) problems->pdata[0]);
      if (strict && lacks)
        return fit_policy_plan_refuse (
            plan, FIT_POLICY_FRAMEWORK, error,
            "initializing plugin \"%s\": want args to be of type %sArgs, got "
            "<nil>",
            plugin, plugin);
    }
  return TRUE;
}

/* -- extenders ------------------------------------------------------------- */

void
fit_policy_add_extenders (FitPlan *plan)
{
  const GPtrArray *extenders = plan->policy->extenders;
  FitArgStrings ignored, *set;

  plan->n_extenders = extenders->len;
  plan->extenders
      = fit_arena_new0 (plan->arena, FitExtenderPolicy, extenders->len);
  for (guint i = 0; i < extenders->len; i++)
    plan->extenders[i] = *(const FitExtenderPolicy *) extenders->pdata[i];
  ignored = fit_plan_ignored_resources (plan);
  if (ignored.n == 0)
    return;
  set = fit_plan_need_setting (plan->profile, FIT_SETTING_IGNORED);
  *set = ignored;
}
