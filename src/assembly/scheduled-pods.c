/* scheduled-pods.c - which pods a set of rules schedules, and which of them are
 * gated
 */
#include "assembly/scheduled-pods.h"

#include <string.h>

#include "queue/queue-gates.h"
#include "rules/rule.h"

gboolean
fit_rules_take (const FitConfiguration *configuration,
                const char *scheduler_name, const FitPod *pod)
{
  const char *name = pod->spec->scheduler_name;

  return configuration != NULL
             ? fit_configuration_find (configuration, name) != NULL
             : strcmp (scheduler_name, name) == 0;
}

const FitProfile *
fit_rules_profile (const FitConfiguration *configuration, const FitPod *pod)
{
  const FitProfile *profile;

  if (configuration == NULL)
    return NULL;
  profile = fit_configuration_find (configuration, pod->spec->scheduler_name);
  return profile != NULL ? profile : &configuration->profiles[0];
}

gboolean
fit_rules_hold_back (const FitConfiguration *configuration, const FitPod *pod)
{
  const FitProfile *profile = fit_rules_profile (configuration, pod);

  return profile != NULL && fit_scheduling_gates_closed (pod)
         && fit_profile_has (profile, FIT_POINT_PRE_ENQUEUE,
                             fit_rule_scheduling_gates.name);
}

char *
fit_rules_schedulers (const FitConfiguration *configuration,
                      const char *scheduler_name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (configuration == NULL)
    return g_strdup (scheduler_name);
  for (guint i = 0; i < configuration->n_profiles; i++)
    g_ptr_array_add (names,
                     (gpointer) configuration->profiles[i].scheduler_name);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}
