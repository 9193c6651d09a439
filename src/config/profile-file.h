/* profile-file.h - profiles as a file writes them
 *
 * What a list says before it is merged with the defaults of a release.  All
 * memory is of the arena of whoever made it.
 */
#pragma once

#include "base/value.h"
#include "config/profile-points.h"

G_BEGIN_DECLS

/* Where an entry stood, for messages; 0 when made by hand. */
typedef struct
{
  guint32 line;
  guint32 column;
} FitConfigPlace;

/* An entry of a list of plugins. */
typedef struct
{
  const char *name;
  gint32 weight; /* 0 when not written */
  FitConfigPlace place;
} FitPluginEntry;

/* The lists of one point. */
typedef struct
{
  guint n_enabled;
  FitPluginEntry *enabled;
  guint n_disabled;
  FitPluginEntry *disabled;
} FitPluginSet;

/* All lists, FIT_PROFILE_MULTI_POINT included. */
typedef struct
{
  FitPluginSet sets[FIT_PROFILE_SET_LAST];
} FitPluginSets;

/* An entry of pluginConfig. */
typedef struct
{
  const char *name;
  const FitValue *args; /* (nullable) as written */
  FitConfigPlace place;
} FitPluginConfigEntry;

typedef struct
{
  const char *scheduler_name; /* (nullable): NULL: not written */
  const gint32 *percentage_of_nodes_to_score; /* (nullable) */
  FitPluginSets plugins;
  guint n_plugin_config;
  FitPluginConfigEntry *plugin_config;
} FitProfileFile;

G_END_DECLS
