/* config-lint.h - warnings where a configuration probably does not do what its
 * author thinks
 *
 * They are about a configuration that its release accepts.  Others are in
 * simulate/packing-lint.h and simulate/use-lint.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "config/configuration.h"
#include "warnings/shares.h"
#include "warnings/warnings.h"

/* A change that may do away with a warning.  It is only said after it was tried:
 * simulate/fix-trial.h. */
typedef struct
{
  FitWarning *warning; /* borrowed */
  char *text;          /* owned: "remove the arguments" */
  FitConfigFile *file; /* the changed file, in the arena of the configuration */
  FitObjects *objects; /* (nullable) owned: the changed cluster; NULL: as is */
  gint profile;        /* index: whose placements it may change; -1: none's */
  gboolean hands_over; /* pods of other schedulers are given to the profile */
} FitConfigFix;

/* What the warnings are about. */
typedef struct
{
  const FitConfiguration *configuration;  /* borrowed */
  const FitConfigurationOptions *options; /* borrowed: it was read with them */
  const FitObjects *objects;              /* (nullable) borrowed: a cluster */
  gboolean in_config_map;                 /* so a pod reads it */
  gboolean again;                         /* after a change, of many: briefly */
  GPtrArray *fixes; /* (nullable) owned, of FitConfigFix: to be tried; NULL: the
                       warnings have what their codes say */
} FitConfigLint;

/* fit_configuration_lint: adds what can be said without a simulation to
 * @warnings */
void fit_configuration_lint (const FitConfigLint *lint, GPtrArray *warnings);

/* So many changes are tried for a file. */
#define FIT_MOST_CONFIG_FIXES 20

/* fit_config_fixes_new: Returns: (transfer full): room for FitConfigFixes */
GPtrArray *fit_config_fixes_new (void);

/* fit_config_fix_add: @profile: as in the struct.  @format: the change.  Returns:
 * (transfer none) (nullable): with a copy of the file, which is to be changed;
 * NULL if nothing is tried, or too much already */
FitConfigFix *fit_config_fix_add (const FitConfigLint *lint,
                                  FitWarning *warning, gint profile,
                                  const char *format, ...) G_GNUC_PRINTF (4, 5);

/* fit_profile_unheard: which scores of the profile @index are too small to
 * matter?  @out: (out).  Returns: FALSE if none is, or if plugins of other
 * programs may say anything */
gboolean fit_profile_unheard (const FitConfiguration *configuration,
                              guint index, FitUnheard *out);

/* fit_profile_score_place: where a file makes @plugin score, for warnings.  @out_path: (out) (transfer full) */
FitPlace fit_profile_score_place (const FitConfigFile *file, guint index,
                                  const char *plugin, char **out_path);
