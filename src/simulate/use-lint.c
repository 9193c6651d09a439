/* use-lint.c - warnings about what makes no difference in a cluster: profiles
 * that no pod uses, and percentages of nodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/use-lint.h"

#include "config/config-edit.h"
#include "core/generic-scheduler.h"

#include <string.h>

/* -- profiles -------------------------------------------------------------- */

static guint
count_pods (const GPtrArray *pods, const char *scheduler_name)
{
  guint n = 0;

  for (guint i = 0; i < pods->len; i++)
    n += strcmp (((const FitPod *) pods->pdata[i])->spec->scheduler_name,
                 scheduler_name)
         == 0;
  return n;
}

static gboolean
has_profile (const FitConfiguration *configuration, const char *name)
{
  for (guint i = 0; i < configuration->n_profiles; i++)
    if (strcmp (configuration->profiles[i].scheduler_name, name) == 0)
      return TRUE;
  return FALSE;
}

/* -- percentages ----------------------------------------------------------- */

/* @without: the percentage that counts if this one is not there */
static void
lint_percentage (const FitConfigLint *lint, gint32 percentage, gint32 without,
                 FitPlace place, char *path, GPtrArray *warnings)
{
  const guint n = lint->objects->of[FIT_KIND_NODE]->len;
  const guint enough = fit_num_feasible_nodes_to_find (n, percentage);

  if (n == 0 || enough != fit_num_feasible_nodes_to_find (n, without))
    {
      g_free (path);
      return;
    }
  if (enough == n)
    fit_warnings_add (warnings, FIT_WARN_PERCENTAGE, place, path,
                      "the scheduler looks at all nodes of the cluster (%u), "
                      "with %d and without it",
                      n, percentage);
  else
    fit_warnings_add (warnings, FIT_WARN_PERCENTAGE, place, path,
                      "the scheduler stops at %u of the %u nodes of the "
                      "cluster that fit, with %d and without it",
                      enough, n, percentage);
}

void
fit_use_lint (const FitConfigLint *lint, GPtrArray *warnings)
{
  const FitConfiguration *configuration = lint->configuration;
  const gint32 top = configuration->file->percentage_of_nodes_to_score;

  if (lint->objects == NULL)
    return;
  if (top != 0)
    lint_percentage (lint, top, 0, configuration->file->percentage_place,
                     g_strdup ("percentageOfNodesToScore"), warnings);
  for (guint i = 0; i < configuration->n_profiles; i++)
    {
      const gint32 own
          = configuration->profiles[i].percentage_of_nodes_to_score;
      const GPtrArray *pods = lint->objects->of[FIT_KIND_POD];
      const char *name = configuration->profiles[i].scheduler_name;
      const FitProfileFile *written = &lint->configuration->file->profiles[i];
      const char *other;
      FitWarning *warning;
      FitConfigFix *fix;

      if (pods->len != 0 && count_pods (pods, name) <= 0)
        {
          other = ((const FitPod *) pods->pdata[0])->spec->scheduler_name;
          warning = fit_warnings_add (
              warnings, FIT_WARN_UNUSED_PROFILE,
              written->name_place.line > 0 ? written->name_place
                                           : written->place,
              g_strdup_printf ("profiles[%u].schedulerName", i),
              "0 of %u pods of the cluster have the schedulerName %s; %u %s %s",
              pods->len, name, count_pods (pods, other),
              count_pods (pods, other) == 1 ? "has" : "have", other);
          fix = fit_config_fix_add (
              lint, warning, (gint) i,
              "write spec.schedulerName: %s in the pods that the profile is for",
              configuration->profiles[i].scheduler_name);
          if (fix != NULL)
            fix->hands_over = TRUE;
          if (!has_profile (configuration, other)
              && (fix = fit_config_fix_add (
                      lint, warning, -1,
                      "write schedulerName: %s in the profile", other))
                     != NULL)
            fix->file->profiles[i].scheduler_name = other;
          if (configuration->n_profiles > 1
              && (fix = fit_config_fix_add (lint, warning, -1,
                                            "remove the profile"))
                     != NULL)
            fit_config_file_drop_profile (fix->file, i, configuration->arena);
        }
      if (own != -1)
        lint_percentage (
            lint, own, top, configuration->file->profiles[i].percentage_place,
            g_strdup_printf ("profiles[%u].percentageOfNodesToScore", i),
            warnings);
    }
}
