/* policy-args.c - arguments of plugins from the entries of a Policy
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/policy-plan.h"
#include "rules/rule.h"

void
fit_policy_add_ratio (FitPlan *plan, const FitRule *rule,
                      const FitCapacityRatioArgument *ratio)
{
  if (fit_plan_args (plan->profile, rule->name) == NULL)
    rule->take_ratio (fit_plan_need_args (plan->profile, rule->name), ratio,
                      plan->from_release, plan->arena);
}

const FitRule *
fit_policy_add_argument (FitPlan *plan, const FitPolicyEntry *entry)
{
  const gboolean scores = entry->kind == FIT_NAME_PRIORITY;
  const FitRulePolicy *written = entry->written;
  const FitRule *rule = fit_rule_of_argument (scores, written->members);
  const FitPolicyLabels labels = fit_policy_labels (written, scores);

  if (rule->take_ratio != NULL)
    fit_policy_add_ratio (plan, rule, &written->ratio);
  else
    {
      FitArgStrings *list
          = fit_rule_labels (rule, scores, labels.presence,
                             fit_plan_need_args (plan->profile, rule->name));

      for (guint i = 0; i < labels.n; i++)
        {
          const char **items = (const char **) list->items;

          /* The capacity of these lists doubles: a list is full whenever its
           * length is a power of two. */
          if ((list->n & (list->n - 1)) == 0)
            {
              items = fit_arena_newn (plan->arena, const char *,
                                      MAX (2 * list->n, 1));
              for (guint k = 0; k < list->n; k++)
                items[k] = list->items[k];
            }
          items[list->n++] = labels.items[i];
          list->items = items;
        }
    }
  return rule;
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
