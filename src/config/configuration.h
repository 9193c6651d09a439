/* configuration.h - a KubeSchedulerConfiguration, as a given release reads it
 *
 * What is here is effective: defaults are filled in, lists are merged (multiPoint
 * expanded), arguments are typed.  The same bytes may mean different things to
 * different releases, or be refused by one.
 *
 * A configuration is immutable, and all of its memory goes with it.
 *
 * Source: pkg/scheduler/apis/config of the releases of base/release.h.
 */
#pragma once

#include "base/limits.h"
#include "config/config-file.h"
#include "config/default-profile.h"
#include "config/plugin-args.h"
#include "framework/plugin-registry.h"
#include "policy/policy.h"

G_BEGIN_DECLS

/* A plugin at a point. */
typedef struct
{
  const char *name;
  gint32 weight; /* what the scheduler uses; 0 at all points but score */
} FitProfilePlugin;

typedef struct
{
  guint n;
  const FitProfilePlugin *items; /* in the order in which they are asked */
} FitProfileList;

/* The arguments of a plugin that is enabled. */
typedef struct
{
  const char *plugin;
  gconstpointer args; /* (nullable): of the struct of plugin-args.h that the
                         plugin takes; NULL: it is not of the release */
  const FitValue *written; /* (nullable): as the file gives them */
} FitProfileArgs;

/* One profile. */
typedef struct
{
  const char *scheduler_name;
  FitProfileList plugins[FIT_PROFILE_POINT_LAST];
  FitProfileList multi_point; /* unknown plugins that multiPoint enables, with
                                 weights as written: which other points they
                                 extend is not known */
  guint n_args;
  const FitProfileArgs *args;          /* sorted by plugin, in bytes */
  gint32 percentage_of_nodes_to_score; /* -1: that of the configuration */
} FitProfile;

/* What becomes of plugins that neither the release nor the program has. */
typedef enum
{
  FIT_UNKNOWN_PLUGINS_ERROR, /* refused, as the release does */
  FIT_UNKNOWN_PLUGINS_KEEP,  /* they stay in the lists that name them */
  FIT_UNKNOWN_PLUGINS_SKIP,  /* they are left out; where nothing else sorts the
                                queue or binds, PrioritySort and DefaultBinder
                                do */
} FitUnknownPlugins;

/* Such a plugin. */
typedef struct
{
  guint profile; /* its number */
  const char *name;
  FitProfilePoints
      points;       /* whose lists enable it; multiPoint is one of them */
  const char *hint; /* (nullable): "in-tree up to 1.22", "did you mean ...?" */
} FitUnknownPlugin;

typedef struct
{
  FitConfigTarget target;    /* which version, release and gates */
  const FitConfigFile *file; /* top-level fields, and what was written */
  guint n_profiles;
  const FitProfile *profiles; /* at least one */
  GPtrArray *extenders; /* of FitExtenderPolicy, in the order of the file */
  GPtrArray *warnings;  /* of char: what lenient reading left out */
  FitUnknownPlugins unknown_plugins; /* what became of @unknown */
  GPtrArray *unknown; /* of FitUnknownPlugin, borrowed from @arena */
  FitArena *arena;    /* of all the rest */
} FitConfiguration;

/* For whom a configuration is read. */
typedef struct
{
  FitRelease release;
  const FitReleaseGates *gates; /* (nullable): NULL: as @release sets them */
  const FitPluginRegistry *registry; /* (nullable): plugins of programs that
                                        link the library */
  const FitLimits *limits;           /* (nullable) */
  FitUnknownPlugins unknown_plugins;
  gboolean only_out_of_tree; /* plugins that are in-tree in other releases are
                                refused nevertheless */
} FitConfigurationOptions;

/**
 * fit_configuration_read:
 * @source: name for messages
 *
 * Errors: FIT_ERROR_PARSE, FIT_ERROR_SCHEMA and FIT_ERROR_LIMIT for what cannot
 * be decoded (strictly, but for v1alpha1), with file, line, column and path;
 * FIT_ERROR_POLICY for what the release refuses, in its words where they are
 * known: "[A, B]" where there are several.
 *
 * Returns: (transfer full) (nullable)
 */
FitConfiguration *
fit_configuration_read (const char *bytes, gsize len, const char *source,
                        const FitConfigurationOptions *options, GError **error);

/* fit_configuration_load: the same for the file @path, or standard input where
 * that is "-" */
FitConfiguration *
fit_configuration_load (const char *path,
                        const FitConfigurationOptions *options, GError **error);

/**
 * fit_configuration_default:
 *
 * What the release makes of an empty file of @version, which it reads.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_POLICY where
 *   plugins of @options have names of the release's
 */
FitConfiguration *
fit_configuration_default (FitConfigVersion version,
                           const FitConfigurationOptions *options,
                           GError **error);

void fit_configuration_free (FitConfiguration *configuration);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitConfiguration, fit_configuration_free)

/* fit_configuration_find: Returns: (nullable): the profile of that name */
const FitProfile *fit_configuration_find (const FitConfiguration *configuration,
                                          const char *scheduler_name);

/* fit_profile_find_args: Returns: (nullable): NULL where @plugin is not enabled
 * or takes none */
const FitProfileArgs *fit_profile_find_args (const FitProfile *profile,
                                             const char *plugin);

/* fit_profile_has: is @plugin asked at @point? */
gboolean fit_profile_has (const FitProfile *profile, FitProfilePoint point,
                          const char *plugin);

/* fit_configuration_describe_unknown: @index: in @configuration->unknown.
 * Returns: (transfer full): "plugin Coscheduling (permit) is not in 1.30.1,
 * kept", with the hint */
char *fit_configuration_describe_unknown (const FitConfiguration *configuration,
                                          guint index);

/**
 * fit_configuration_profile_json:
 * @index: of the profile
 *
 * Returns: (transfer full): a JSON object of apiVersion, kubernetes (the
 *   release), schedulerName, plugins, pluginConfig (arguments by plugin, with
 *   defaults) and config (all other fields), indented, without a line end
 */
char *fit_configuration_profile_json (const FitConfiguration *configuration,
                                      guint index);

G_END_DECLS
