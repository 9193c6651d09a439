/* profile-halves.c - plugins of a profile that fail every pod, because the
 * profile runs only half of them */
#include "config/profile-halves.h"

#include "config/profile-algorithm.h"
#include "rules/unprepared.h"

static const struct
{
  FitExtensionPoint point;
  const char *verb;
  const char *missing;
} halves[] = {
  { FIT_POINT_PRE_FILTER, NULL, NULL },
  { FIT_POINT_FILTER, "filters", "PreFilter" },
  { FIT_POINT_PRE_SCORE, NULL, NULL },
  { FIT_POINT_SCORE, "scores", "PreScore" },
};

static guint
points_of (const FitProfile *profile, const char *plugin)
{
  guint points = 0;

  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    if (fit_profile_has (profile, halves[i].point, plugin))
      points |= 1u << halves[i].point;
  return points;
}

static guint
note_profile (const FitConfiguration *configuration, guint index,
              GPtrArray *notes)
{
  const FitProfile *profile = &configuration->profiles[index];
  const FitFeatureGates gates = configuration->target.gates;
  guint n = 0;

  for (guint h = 0; h < G_N_ELEMENTS (halves); h++)
    for (guint i = 0;
         halves[h].verb != NULL && i < profile->plugins[halves[h].point].n; i++)
      {
        const char *plugin = profile->plugins[halves[h].point].items[i].name;
        const FitUnprepared *row = fit_unprepared_find (
            plugin, configuration->target.release, gates, 1u << halves[h].point,
            points_of (profile, plugin));

        if (row == NULL)
          continue;
        g_ptr_array_add (
            notes, g_strdup_printf (
                       "profiles[%u].plugins: %s %s, but its %s is off, which "
                       "fails every pod: %s",
                       index, plugin, halves[h].verb, halves[h].missing,
                       row->message));
        n++;
      }
  return n;
}

guint
fit_configuration_note_halves (const FitConfiguration *configuration,
                               GPtrArray *notes)
{
  guint n = 0;

  for (guint i = 0; i < configuration->n_profiles; i++)
    n += note_profile (configuration, i, notes);
  return n;
}
