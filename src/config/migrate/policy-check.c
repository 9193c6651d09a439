/* policy-check.c - the checks of 1.17 to 1.22 before they use a Policy
 *
 * Source: kube-scheduler v1.20 pkg/scheduler/apis/config/validation.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/policy-plan.h"

#include "api/syntax.h"
#include "base/each.h"
#include "config/configuration-private.h"
#include "factory/extender-config.h"

/* Scores are at most 100, but the check limits weights to a tenth of 64
 * bits. */
#define MAX_WEIGHT (G_MAXINT64 / 10)

#define MAX_HARD_WEIGHT 100

/* Arguments that several priorities may have. */
static const struct
{
  guint member;
  const char *name; /* NULL: only one priority may have it */
} arguments[] = {
  { FIT_PRIORITY_ARGUMENT_LABEL_PREFERENCE, "LabelPreference" },
  { FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY, "ServiceAntiAffinity" },
  { FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO, NULL },
};

/* Those with the same argument become one plugin, with one weight.  @first: by
 * argument */
static void
check_argument (const FitPriorityPolicy **first,
                const FitPriorityPolicy *priority, GPtrArray *problems)
{
  g_autofree char *name = fit_quote (priority->name);
  g_autofree char *other = NULL;
  guint i = 0;

  while (i < G_N_ELEMENTS (arguments)
         && (priority->members & arguments[i].member) == 0)
    i++;
  if (i == G_N_ELEMENTS (arguments))
    {
      fit_config_problem (problems, "no priority arguments set for priority %s",
                          priority->name);
      return;
    }
  if (first[i] == NULL
      || (arguments[i].name != NULL && first[i]->weight == priority->weight))
    {
      first[i] = priority;
      return;
    }
  other = fit_quote (first[i]->name);
  if (arguments[i].name != NULL)
    fit_config_problem (problems,
                        "%s  priority %s has a different weight with %s",
                        arguments[i].name, name, other);
  else
    fit_config_problem (problems,
                        "priority %s redeclares custom priority "
                        "\"RequestedToCapacityRatio\", from: %s",
                        name, other);
}

static gboolean
refuse (FitPlan *plan, GError **error)
{
  plan->stage = FIT_POLICY_VALIDATION;
  return fit_blame (error, "couldn't create scheduler from policy: ");
}

gboolean
fit_policy_check (FitPlan *plan, GError **error)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  const FitPolicy *policy = plan->policy;
  const FitConfigFile file
      = { .n_extenders = plan->n_extenders, .extenders = plan->extenders };
  const gint32 hard = policy->hard_pod_affinity_symmetric_weight;

  if (policy->priorities != NULL)
    {
      const FitPriorityPolicy *first[G_N_ELEMENTS (arguments)] = { NULL };

      FIT_EACH (const FitPriorityPolicy, priority, policy->priorities)
        {
          if (priority->weight <= 0 || priority->weight >= MAX_WEIGHT)
            fit_config_problem (problems,
                                "priority %s should have a positive weight "
                                "applied to it or it has overflown",
                                priority->name);
          if (priority->has_argument)
            check_argument (first, priority, problems);
        }
    }
  fit_config_check_extenders (&file, plan->from_release, problems);
  if (hard < 0 || hard > MAX_HARD_WEIGHT)
    fit_config_problem (problems,
                        "hardPodAffinitySymmetricWeight: Invalid value: %d: "
                        "not in valid range [0-100]",
                        hard);
  return fit_config_raise (problems, error) || refuse (plan, error);
}

gboolean
fit_policy_check_extender_files (FitPlan *plan, GError **error)
{
  for (guint i = 0; i < plan->policy->extenders->len; i++)
    if (!fit_extender_check_tls (plan->policy->extenders->pdata[i], FALSE,
                                 error))
      return refuse (plan, error);
  return TRUE;
}
