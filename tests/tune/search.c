/* search.c - weights whose worth is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/tune/search.h"

#include <string.h>

#include "algorithmprovider/defaults.h"

const FitTuneGoals search_goals
    = { 2, { FIT_TUNE_PREEMPTED, FIT_TUNE_ZONE_SKEW } };

static const char policy_text[]
    = "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"priorities\":["
      "{\"name\":\"LeastRequestedPriority\",\"weight\":1},"
      "{\"name\":\"BalancedResourceAllocation\",\"weight\":1},"
      "{\"name\":\"NodeAffinityPriority\",\"weight\":3},"
      "{\"name\":\"NodePreferAvoidPodsPriority\",\"weight\":10000},"
      "{\"name\":\"InterPodAffinityPriority\",\"weight\":2},"
      "{\"name\":\"ImageLocalityPriority\",\"weight\":1}]}";

FitTuneSpace *
search_space (void)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autoptr (FitPolicy) policy = fit_policy_parse (
      policy_text, strlen (policy_text), "test", NULL, NULL);

  return fit_tune_space_new_policy (policy, policy_text, strlen (policy_text),
                                    registry, NULL, 1, NULL);
}

void
search_judge (GArray *trials)
{
  for (guint i = 0; i < trials->len; i++)
    {
      FitTuneTrial *trial = &g_array_index (trials, FitTuneTrial, i);
      const gint32 a = trial->genes[0], b = trial->genes[1];

      if (trial->done)
        continue;
      trial->done = TRUE;
      trial->outcome.of[FIT_TUNE_PREEMPTED]
          = ABS (a - 30) + MAX (a + b - 80, 0);
      trial->outcome.of[FIT_TUNE_ZONE_SKEW]
          = ABS (b - 60) + MAX (a + b - 80, 0);
      trial->outcome.decisions = (guint64) a << 32 | (guint64) b;
    }
}
