/* config-lint.h - warnings where a configuration probably does not do what its
 * author thinks
 *
 * They are about a configuration that its release accepts.  Others are in
 * simulate/packing-lint.h and simulate/use-lint.h.
 */
#pragma once

#include "api/objects.h"
#include "config/configuration.h"
#include "factory/shares.h"
#include "factory/warnings.h"

/* What the warnings are about. */
typedef struct
{
  const FitConfiguration *configuration;  /* borrowed */
  const FitConfigurationOptions *options; /* borrowed: it was read with them */
  const FitObjects *objects;              /* (nullable) borrowed: a cluster */
  gboolean in_config_map;                 /* so a pod reads it */
} FitConfigLint;

/* fit_configuration_lint: adds what can be said without a simulation to
 * @warnings */
void fit_configuration_lint (const FitConfigLint *lint, GPtrArray *warnings);

/* fit_profile_unheard: which scores of the profile @index are too small to
 * matter?  @out: (out).  Returns: FALSE if none is, or if plugins of other
 * programs may say anything */
gboolean fit_profile_unheard (const FitConfiguration *configuration,
                              guint index, FitUnheard *out);

/* fit_profile_score_place: where a file makes @plugin score, for warnings.  @out_path: (out) (transfer full) */
FitPlace fit_profile_score_place (const FitConfigFile *file, guint index,
                                  const char *plugin, char **out_path);
