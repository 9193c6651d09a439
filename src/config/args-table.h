/* args-table.h - which plugins take which arguments (private)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/default-profile.h"
#include "policy/fields.h"
#include "rules/rule.h"

typedef struct _FitArgsCheck FitArgsCheck;

typedef struct
{
  const FitRule *rule;
  const FitConfigTable *table;
  FitConfigSpan span;
  /* complete: (nullable): called after reading, for what tables cannot express;
   * @args has the type of @table */
  void (*complete) (gpointer args, const FitConfigTarget *target);
  /* check: (nullable): appends problems */
  void (*check) (FitArgsCheck *check, gconstpointer args);
  gboolean when_made; /* @check runs only when the plugin is created */
} FitArgsRow;

/* fit_args_row: Returns: (nullable): the row of @plugin for the version and
 * release; NULL if it takes no arguments */
const FitArgsRow *fit_args_row (const char *plugin, FitConfigVersion version,
                                FitRelease release);

/* fit_args_since: Returns: the first release in which @plugin takes arguments
 * in @version; 0 if none does */
FitRelease fit_args_since (const char *plugin, FitConfigVersion version);

/* fit_args_default: Returns: (transfer none) (nullable): the default arguments
 * of @plugin, in @arena; NULL if it takes no arguments there */
gpointer fit_args_default (FitArena *arena, const char *plugin,
                           const FitConfigTarget *target);

/* fit_args_tree: Returns: (transfer none) (nullable): @args of @plugin as
 * @target writes them, in @arena; NULL if it takes no arguments there */
const FitValue *fit_args_tree (FitArena *arena, const char *plugin,
                               gconstpointer args,
                               const FitConfigTarget *target);

/* fit_args_have_binding_timeout: are the gates on that DynamicResources'
 * bindingTimeout needs? */
gboolean fit_args_have_binding_timeout (const FitConfigTarget *target);

/* Collects the problems of a check. */
struct _FitArgsCheck
{
  const FitConfigTarget *target;
  const char *path;    /* path of the arguments, "profiles[0]....args"; ""
                           before 1.22, where plugins do not know it */
  GPtrArray *problems; /* of owned char */
};

/* fit_args_problem: adds "PATH.FIELD: MESSAGE" */
void fit_args_problem (FitArgsCheck *check, const char *field,
                       const char *format, ...) G_GNUC_PRINTF (3, 4);

/* The checks of args-check.c. */
void fit_args_check_default_preemption (FitArgsCheck *check,
                                        gconstpointer args);
void fit_args_check_dynamic_resources (FitArgsCheck *check, gconstpointer args);
void fit_args_check_inter_pod_affinity (FitArgsCheck *check,
                                        gconstpointer args);
void fit_args_check_node_affinity (FitArgsCheck *check, gconstpointer args);
void fit_args_check_node_label (FitArgsCheck *check, gconstpointer args);
void fit_args_check_node_resources (FitArgsCheck *check, gconstpointer args);
void fit_args_check_balanced_allocation (FitArgsCheck *check,
                                         gconstpointer args);
void fit_args_check_node_resources_fit (FitArgsCheck *check,
                                        gconstpointer args);
void fit_args_check_topology_spread (FitArgsCheck *check, gconstpointer args);
void fit_args_check_capacity_ratio (FitArgsCheck *check, gconstpointer args);
void fit_args_check_volume_binding (FitArgsCheck *check, gconstpointer args);
