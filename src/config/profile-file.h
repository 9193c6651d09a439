/* profile-file.h - profiles as they are in a file
 *
 * The lists before they are merged with the defaults of a release.  All memory
 * belongs to the creator's arena.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"
#include "rules/points.h"

/* An entry of a list of plugins. */
typedef struct
{
  const char *name;
  gint32 weight; /* 0 if not in the file */
  FitPlace place;
} FitPluginEntry;

/* The lists of one point. */
typedef struct
{
  guint n_enabled;
  FitPluginEntry *enabled; /* (nullable): NULL: not in the file */
  guint n_disabled;
  FitPluginEntry *disabled; /* (nullable) */
  FitPlace place;
} FitPluginSet;

/* All lists, including FIT_POINT_MULTI. */
typedef struct
{
  FitPluginSet sets[FIT_POINT_SET_LAST];
  FitPlace place;
} FitPluginSets;

/* An entry of pluginConfig. */
typedef struct
{
  const char *name;
  const FitValue *args; /* (nullable) as in the file */
  FitPlace place;
} FitPluginConfigEntry;

typedef struct
{
  const char *scheduler_name; /* (nullable); NULL: not in the file */
  const gint32 *percentage_of_nodes_to_score; /* (nullable) */
  FitPlace place;                             /* in the file; 0: not there */
  FitPlace name_place;
  FitPlace percentage_place;
  FitPluginSets plugins;
  guint n_plugin_config;
  FitPluginConfigEntry *plugin_config; /* (nullable): NULL: not in the file */
} FitProfileFile;
