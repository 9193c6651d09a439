/* rules-file.h - the text of a Policy or a KubeSchedulerConfiguration, from its
 * own file or from a ConfigMap
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/invocation.h"
#include "cli/recognise.h"
#include "config/config-file.h"
#include "factory/registry.h"
#include "policy/policy.h"

typedef struct
{
  FitInputType type; /* a Policy or a configuration */
  char *name;        /* owned: for messages: the file, and the key in it */
  char *place;       /* (nullable) owned: "ConfigMap NAME, key KEY" */
  char *note;        /* (nullable) owned: what the object there asks for that is
                        not a matter of rules */
  char *node_selector; /* (nullable) owned: which OpenShift gives new pods; ""
                          if it gives none by default */
  GBytes *text;        /* owned */
  gboolean generated;  /* other releases have another text */
  char *api_version;   /* (nullable) owned: for a configuration */
} FitRulesFile;

void fit_rules_file_clear (FitRulesFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRulesFile, fit_rules_file_clear)

/* What to look for, and the option that gives it. */
typedef enum
{
  FIT_RULES_POLICY,        /* --policy */
  FIT_RULES_CONFIGURATION, /* --config */
  FIT_RULES_ANY,           /* any kind of rules */
  FIT_RULES_NAMED,         /* --policy: the Policy that a configuration names */
  FIT_RULES_ANSWERING,     /* --policy of an extender */
  FIT_RULES_POLICY_FILE,   /* --policy-file: a Policy */
} FitRulesWanted;

/* fit_rules_file_has: does @input contain rules, directly or in ConfigMaps? */
gboolean fit_rules_file_has (const FitInput *input);

/**
 * fit_rules_file_read:
 * @path: a file, or "-" for standard input
 * @invocation: its --configmap and --configmap-key choose the ConfigMap
 * @out_file: (out): untouched on failure
 *
 * If the file contains no rules, the caller gets it anyway, and reading it as
 * @wanted reports the error.  A configuration and the Policy that it names are
 * one set of rules.  Errors: the file contains something else, with the option
 * for that; there are several ConfigMaps and none is chosen.
 */
gboolean fit_rules_file_read (const char *path, FitRulesWanted wanted,
                              const FitInvocation *invocation,
                              FitRulesFile *out_file, GError **error);

/* fit_rules_file_take: the same for @source, which was recognised as @input */
gboolean fit_rules_file_take (FitSource *source, const FitInput *input,
                              FitRulesWanted wanted, const FitOptions *options,
                              FitRulesFile *out_file, GError **error);

/* fit_rules_file_find_named: Returns: (transfer none) (nullable): what @input,
 * which was recognised in @source, holds of the Policy that @named names */
const FitConfigMapRules *fit_rules_file_find_named (const FitSource *source,
                                                    const FitInput *input,
                                                    const FitPolicyName *named);

/* fit_rules_file_from_config_map: takes @rules, which must have text, of the
 * file @name; @out_file: (out) */
void fit_rules_file_from_config_map (const char *name,
                                     const FitConfigMapRules *rules,
                                     FitRulesFile *out_file);

/* fit_rules_file_text: Returns: (transfer none): the text; @out_len: (out) */
const char *fit_rules_file_text (const FitRulesFile *file, gsize *out_len);

/**
 * fit_named_policy_read:
 * @named: algorithmSource.policy
 * @config: the file of the configuration, or "-"
 *
 * Reads the Policy of --policy.  Without --policy, reads the named file, or
 * finds the named ConfigMap in @config or in the manifests of -f and --pods.
 * Errors: FIT_ERROR_NOT_FOUND, with what is missing and how to supply it; those
 * of fit_rules_file_read().
 */
gboolean fit_named_policy_read (const FitPolicySource *named,
                                const char *config,
                                const FitInvocation *invocation,
                                FitRulesFile *out_file, GError **error);

/* fit_rules_warnings_say: prints warnings on standard error if @policy does not
 * do what it seems to.  @policy: from @file, read by the release of
 * @registry.  'fitsched validate' prints more. */
void fit_rules_warnings_say (const FitRulesFile *file, const FitPolicy *policy,
                             const FitRegistry *registry);
