/* packing.c - which plugins of a profile score nodes by how full they are, and
 * which of them prefer full ones
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/packing.h"

gint64
fit_shape_reach (const FitArgShape *shape)
{
  gint64 least = G_MAXINT64, most = G_MININT64;

  for (guint i = 0; i < shape->n; i++)
    {
      least = MIN (least, shape->points[i].score);
      most = MAX (most, shape->points[i].score);
    }
  return shape->n > 0 ? most - least : 0;
}

/* Never falls, and is not level. */
static gboolean
rises (const FitArgShape *shape)
{
  for (guint i = 1; i < shape->n; i++)
    if (shape->points[i].score < shape->points[i - 1].score)
      return FALSE;
  return fit_shape_reach (shape) > 0;
}

gboolean
fit_use_packs (const FitRuleUse *use)
{
  return use->kind == FIT_USE_MOST
         || (use->shape != NULL && rises (use->shape));
}

gboolean
fit_profile_use (const FitProfile *profile, const char *plugin, FitRuleUse *out)
{
  const FitProfileArgs *entry = fit_profile_find_args (profile, plugin);

  return fit_rule_use (fit_rule_find (plugin),
                       entry != NULL ? entry->args : NULL, out);
}
