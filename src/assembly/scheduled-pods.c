/* scheduled-pods.c - which pods a set of rules schedules, and which of them are
 * gated
 * SPDX-License-Identifier: Apache-2.0 */
#include "assembly/scheduled-pods.h"

#include <string.h>

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

/* A release decides as it does about what it does not read. */
FitModernUse
fit_rules_modern_use (const FitConfiguration *configuration,
                      const FitProfile *profile, FitModernObjects mode)
{
  FitModernUse use = { 0 };
  guint n;
  const FitModernField *fields = fit_modern_fields (&n);

  if (configuration == NULL)
    return fit_modern_use (mode);
  for (guint i = 0; i < n; i++)
    {
      const FitModernField *field = &fields[i];

      if (!fit_modern_field_read (field, configuration->target.release,
                                  configuration->target.gates)
          || (field->plugin != NULL
              && !(field->waits
                       ? fit_profile_has (profile, FIT_POINT_PRE_ENQUEUE,
                                          field->plugin)
                       : fit_profile_has_any (profile, field->plugin))))
        continue;
      if (field->waits)
        use.waits |= (guint) field->bit;
      else if (!fit_modern_field_evaluated (field))
        use.unanswered |= (guint) field->bit;
    }
  return use;
}

gboolean
fit_rules_hold_back (const FitConfiguration *configuration,
                     FitModernObjects mode, const FitPod *pod)
{
  FitModernUse use;

  if (pod->spec->modern == 0)
    return FALSE;
  use = fit_rules_modern_use (configuration,
                              fit_rules_profile (configuration, pod), mode);
  return fit_modern_waits (&use, pod);
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
