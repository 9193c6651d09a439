/* configuration-private.h - computes the effective profiles (private to
 * config/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/args-table.h"
#include "config/configuration.h"

/* The data that all profiles of a configuration share. */
typedef struct
{
  const FitConfigTarget *target;
  const FitPluginRegistry *registry; /* (nullable) */
  FitArena *arena;
  FitConfigReader *reader; /* for arguments */
  const FitConfigFile *file;
  FitUnknownPlugins unknown_plugins;
  gboolean only_out_of_tree;
  GPtrArray *unknown; /* of FitUnknownPlugin: gets the unknown plugins */
} FitProfileBuild;

/* A profile being built. */
typedef struct
{
  const FitProfileBuild *build;
  guint index; /* of the profile */
  const FitProfileFile *written;
  FitPluginSets sets;                /* merged with the defaults */
  GHashTable *given;                 /* FitPluginConfigEntry by name */
  GHashTable *args;                  /* typed arguments by plugin */
  GHashTable *unknown;               /* FitUnknownPlugin by name */
  FitExtensionPoints unknown_points; /* points of all unknown plugins */
  FitProfile *profile;               /* the result */
} FitProfileDraft;

/* -- profile-merge.c ------------------------------------------------------- */

/* fit_merge_plugins: merges what remains of @defaults with what @written adds;
 * the disabled lists are those of @written */
FitPluginSets fit_merge_plugins (const FitConfigTarget *target,
                                 const FitPluginSets *defaults,
                                 const FitPluginSets *written, FitArena *arena);

/* fit_plugin_set_has: is @name enabled? */
gboolean fit_plugin_set_has (const FitPluginSet *set, const char *name);

/* fit_plugin_set_disables: is @name, which may be "*", disabled? */
gboolean fit_plugin_set_disables (const FitPluginSet *set, const char *name);

/* fit_plugin_sets_name: is @name enabled in any list? */
gboolean fit_plugin_sets_name (const FitPluginSets *sets, const char *name);

/* -- profile-expand.c ------------------------------------------------------ */

/* fit_profile_expand: fills in the lists of @draft's profile by point.  Fails
 * with FIT_ERROR_POLICY and the release's text, without a prefix */
gboolean fit_profile_expand (FitProfileDraft *draft, GError **error);

/* -- profile-unknown.c ----------------------------------------------------- */

/* fit_profile_settle_unknown: finds the unknown plugins, unless they are
 * errors, and removes them if they are to be skipped */
void fit_profile_settle_unknown (FitProfileDraft *draft);

/* fit_profile_hint_at_plugin: Returns: (transfer full) (nullable): which
 * releases have @name, or a similar name */
char *fit_profile_hint_at_plugin (const FitProfileBuild *build,
                                  const char *name);

/* -- profile-args.c -------------------------------------------------------- */

/* fit_profile_read_args: decodes pluginConfig, strictly if the release does */
gboolean fit_profile_read_args (FitProfileDraft *draft, GError **error);

/* fit_profile_check_args: adds the problems that validation finds in arguments
 * from 1.22 on to @problems */
void fit_profile_check_args (FitProfileDraft *draft, GPtrArray *problems);

/* fit_profile_make_args: fills in the arguments of enabled plugins; before 1.22
 * this also checks them */
gboolean fit_profile_make_args (FitProfileDraft *draft, GError **error);

/* fit_profile_ignore_resources: only extenders handle the resources @ignored:
 * makes this profile's NodeResourcesFit ignore them, as the release does */
gboolean fit_profile_ignore_resources (FitProfileDraft *draft,
                                       const FitArgStrings *ignored,
                                       GError **error);

/* -- profile-check.c ------------------------------------------------------- */

/* fit_profile_check_plugins: adds plugins that the version rejects by name to
 * @problems */
void fit_profile_check_plugins (const FitProfileDraft *draft,
                                GPtrArray *problems);

/* fit_profile_check_queue_sort: all profiles must have the same lists at
 * queueSort, compared as the release does */
void fit_profile_check_queue_sort (const FitProfileDraft *first,
                                   const FitProfileDraft *draft,
                                   GPtrArray *problems);

/* -- config-check.c -------------------------------------------------------- */

/* fit_config_check_head, fit_config_check_tail: adds problems in top-level
 * fields that the release checks before profiles, and in those that it checks
 * after them, and in extenders */
void fit_config_check_head (const FitConfigTarget *target,
                            const FitConfigFile *file, GPtrArray *problems);
void fit_config_check_tail (const FitConfigTarget *target,
                            const FitConfigFile *file, GPtrArray *problems);

/* fit_config_check_profile: adds problems in the fields of a profile */
void fit_config_check_profile (const FitProfileFile *profile, guint index,
                               GPtrArray *problems);

/* -- extenders.c ----------------------------------------------------------- */

/* fit_config_extenders: Returns: (transfer container): of FitExtenderPolicy */
GPtrArray *fit_config_extenders (const FitConfigFile *file);

/* fit_config_ignored_resources: Returns: the resources with ignoredByScheduler,
 * in order */
FitArgStrings fit_config_ignored_resources (const FitExtenderPolicy *extenders,
                                            guint n_extenders, FitArena *arena);

/* fit_config_check_tls: Returns: FALSE with FIT_ERROR_POLICY if an extender
 * cannot be created with its tlsConfig */
gboolean fit_config_check_tls (const FitConfigFile *file, GError **error);

/* fit_config_check_extenders: adds problems to @problems, with the text of
 * @release */
void fit_config_check_extenders (const FitConfigFile *file, FitRelease release,
                                 GPtrArray *problems);

/* -- problems -------------------------------------------------------------- */

/* fit_config_raise: Returns: TRUE if there are no problems; otherwise FALSE
 * with FIT_ERROR_POLICY and all of them, without duplicates */
gboolean fit_config_raise (const GPtrArray *problems, GError **error);
