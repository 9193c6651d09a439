/* packing.h - plugins that score nodes by how full they are
 */
#pragma once

#include "config/configuration.h"

/* How such a plugin scores. */
typedef struct
{
  const char *strategy; /* "MostAllocated", or the name of the plugin */
  const char *field;    /* in its arguments: "scoringStrategy", "" */
  FitArgResources resources;
  const FitArgShape *shape; /* (nullable) */
  gboolean packs;           /* it prefers full nodes */
} FitPacking;

/* fit_profile_packing: @plugin: of @profile.  Returns: FALSE if it does not
 * score by how full nodes are */
gboolean fit_profile_packing (const FitProfile *profile, const char *plugin,
                              FitPacking *out);

/* fit_shape_reach: Returns: the greatest difference between two of its points */
gint64 fit_shape_reach (const FitArgShape *shape);
