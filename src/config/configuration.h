/* configuration.h - a KubeSchedulerConfiguration, as a given release reads it
 *
 * This is the effective configuration: defaults are filled in, lists are merged
 * (with multiPoint expanded), and arguments are typed.  The same file may mean
 * different things to different releases, or be rejected by some.
 *
 * A configuration is immutable and owns all its memory.
 *
 * Source: pkg/scheduler/apis/config of the releases of releases/release.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/limits.h"
#include "config/config-file.h"
#include "config/default-profile.h"
#include "rules/plugin-args.h"
#include "framework/plugin-registry.h"
#include "policy/policy.h"

/* The plugins at an extension point, with effective weights, which are 0 except
 * at score. */
typedef struct
{
  guint n;
  const FitPluginEntry *items; /* in the order in which they run */
} FitProfileList;

/* The arguments of an enabled plugin. */
typedef struct
{
  const char *plugin;
  gconstpointer args; /* (nullable): the plugin's struct from plugin-args.h;
                         NULL: not a plugin of the release */
  const FitValue *written; /* (nullable): as in the file */
} FitProfileArgs;

/* One profile. */
typedef struct
{
  const char *scheduler_name;
  FitProfileList plugins[FIT_POINT_LAST];
  FitProfileList multi_point; /* unknown plugins that multiPoint enables, with
                                 their weights from the file; which points they
                                 extend is unknown */
  guint n_args;
  const FitProfileArgs *args;          /* sorted by plugin name, bytewise */
  gint32 percentage_of_nodes_to_score; /* -1: use the configuration's */
} FitProfile;

/* What to do with plugins that neither the release nor the program has. */
typedef enum
{
  FIT_UNKNOWN_PLUGINS_ERROR, /* reject them, as the release does */
  FIT_UNKNOWN_PLUGINS_KEEP,  /* keep them in the lists */
  FIT_UNKNOWN_PLUGINS_SKIP,  /* leave them out; PrioritySort and DefaultBinder
                                replace them if no other plugin sorts the queue
                                or binds */
} FitUnknownPlugins;

/* An unknown plugin. */
typedef struct
{
  guint profile; /* index of its profile */
  const char *name;
  FitExtensionPoints
      points;       /* the points whose lists enable it, including multiPoint */
  const char *hint; /* (nullable): "in-tree up to 1.22", "did you mean ...?" */
} FitUnknownPlugin;

typedef struct
{
  FitConfigTarget target;    /* its version, release and gates */
  const FitConfigFile *file; /* top-level fields, and the contents of the
                                file */
  guint n_profiles;
  const FitProfile *profiles; /* at least one */
  GPtrArray *extenders;       /* of FitExtenderPolicy, in file order */
  GPtrArray *warnings; /* of char: fields that lenient decoding ignored */
  FitUnknownPlugins unknown_plugins; /* how @unknown plugins were treated */
  GPtrArray *unknown; /* of FitUnknownPlugin, borrowed from @arena */
  FitArena *arena;    /* memory of everything else */
} FitConfiguration;

/* How to read a configuration. */
typedef struct
{
  FitRelease release;
  const FitFeatureGates *gates; /* (nullable); NULL: the defaults of @release */
  const FitPluginRegistry *registry; /* (nullable): plugins of programs that
                                        link the library */
  const FitLimits *limits;           /* (nullable) */
  FitUnknownPlugins unknown_plugins;
  gboolean only_out_of_tree; /* reject plugins that are in-tree in other
                                releases nevertheless */
} FitConfigurationOptions;

/**
 * fit_configuration_read:
 * @source: name for messages
 *
 * Errors: FIT_ERROR_PARSE, FIT_ERROR_SCHEMA and FIT_ERROR_LIMIT, with file,
 * line, column and path, if it cannot be decoded (strictly, except v1alpha1).
 * FIT_ERROR_POLICY if the release rejects it, with the release's text if known;
 * several errors as "[A, B]".
 *
 * Returns: (transfer full) (nullable)
 */
FitConfiguration *
fit_configuration_read (const char *bytes, gsize len, const char *source,
                        const FitConfigurationOptions *options, GError **error);

/**
 * fit_configuration_default:
 *
 * The configuration that an empty file of @version gives; the release must read
 * @version.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_POLICY if plugins of
 *   @options have names of the release's plugins
 */
FitConfiguration *
fit_configuration_default (FitConfigVersion version,
                           const FitConfigurationOptions *options,
                           GError **error);

/**
 * fit_configuration_change:
 * @original: must outlive the result
 * @file: its file with other plugins or arguments, see config-edit.h; must
 *   outlive the result
 * @options: those that @original was read with
 *
 * Returns: (transfer full) (nullable): what the release makes of @file
 */
FitConfiguration *fit_configuration_change (
    const FitConfiguration *original, const FitConfigFile *file,
    const FitConfigurationOptions *options, GError **error);

void fit_configuration_free (FitConfiguration *configuration);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitConfiguration, fit_configuration_free)

/* fit_configuration_find: Returns: (nullable): the profile with that name */
const FitProfile *fit_configuration_find (const FitConfiguration *configuration,
                                          const char *scheduler_name);

/* fit_profile_find_args: Returns: (nullable): NULL if @plugin is not enabled or
 * takes no arguments */
const FitProfileArgs *fit_profile_find_args (const FitProfile *profile,
                                             const char *plugin);

/* fit_profile_find: Returns: (nullable): what @point has of @plugin */
const FitPluginEntry *fit_profile_find (const FitProfile *profile,
                                        FitExtensionPoint point,
                                        const char *plugin);

/* fit_profile_has: is @plugin enabled at @point? */
gboolean fit_profile_has (const FitProfile *profile, FitExtensionPoint point,
                          const char *plugin);

/* fit_profile_has_any: is it enabled at any point? */
gboolean fit_profile_has_any (const FitProfile *profile, const char *plugin);

/* fit_configuration_note_unread_args: adds to @notes arguments that only later
 * releases read: "profiles[0].pluginConfig[0].args: arguments of DynamicResources
 * came with 1.34; 1.33.13 does not read them" */
void fit_configuration_note_unread_args (const FitConfiguration *configuration,
                                         GPtrArray *notes);

/* fit_configuration_describe_unknown: @index: in @configuration->unknown.
 * Returns: (transfer full): "plugin Coscheduling (permit) is not in 1.30.1,
 * kept", with the hint */
char *fit_configuration_describe_unknown (const FitConfiguration *configuration,
                                          guint index);

/**
 * fit_configuration_profile_value:
 * @index: of the profile
 * @arena: owns what the result needs beside @configuration
 *
 * Returns: a map of apiVersion, kubernetes (the release), schedulerName,
 *   plugins, pluginConfig (arguments by plugin, with defaults) and config (all
 *   other fields)
 */
FitValue fit_configuration_profile_value (const FitConfiguration *configuration,
                                          guint index, FitArena *arena);

/* fit_configuration_profile_json: Returns: (transfer full): that map as JSON,
 * indented, without a line end */
char *fit_configuration_profile_json (const FitConfiguration *configuration,
                                      guint index);
