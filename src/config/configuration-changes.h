/* configuration-changes.h - what differs between two effective configurations
 *
 * An upgrade of kube-scheduler changes what a file means, even if nobody edits
 * the file: plugins come and go, defaults and feature gates change.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"

/* A setting that differs.  Strings are owned. */
typedef struct
{
  char *profile; /* (nullable): its schedulerName; NULL: not of one profile */
  char *setting; /* "plugin ImageLocality", "args of NodeResourcesFit:
                    scoringStrategy.type", "parallelism", "feature gate X" */
  char *left;    /* (nullable): the value in words or as JSON; NULL: there is
                    none */
  char *right;   /* (nullable): the same on the right */
} FitConfigChange;

/**
 * fit_configuration_changes:
 *
 * Compares profiles of the same schedulerName, in the order of @left and then
 * of @right: the points and the weight of each plugin, and the arguments of the
 * plugins that both have.  Then the fields that all profiles share, and the
 * feature gates that decisions depend on.  The order of plugins within a list
 * is not compared.
 *
 * Returns: (transfer full): of FitConfigChange
 */
GPtrArray *fit_configuration_changes (const FitConfiguration *left,
                                      const FitConfiguration *right);
