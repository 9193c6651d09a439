/* rules-file.h - the text of a Policy or a KubeSchedulerConfiguration, from a
 * file of its own or out of a ConfigMap
 */
#pragma once

#include "cli/recognise.h"
#include "cli/verbs.h"

G_BEGIN_DECLS

typedef struct
{
  FitInputType type; /* a Policy or a configuration */
  char *name;        /* owned: for messages: the file, and the key in it */
  char *place;       /* (nullable) owned: "ConfigMap NAME, key KEY" */
  GBytes *text;      /* owned */
  char *api_version; /* (nullable) owned: of a configuration */
} FitRulesFile;

void fit_rules_file_clear (FitRulesFile *file);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRulesFile, fit_rules_file_clear)

/* What is looked for, and where it was given. */
typedef enum
{
  FIT_RULES_POLICY,        /* --policy */
  FIT_RULES_CONFIGURATION, /* --config */
  FIT_RULES_ANY,           /* whatever it is */
  FIT_RULES_NAMED,         /* --policy: the Policy that a configuration names */
  FIT_RULES_POLICY_FILE,   /* what --policy-file says is a Policy */
} FitRulesWanted;

/* fit_rules_file_has: does @input hold rules, by themselves or in ConfigMaps? */
gboolean fit_rules_file_has (const FitInput *input);

/**
 * fit_rules_file_read:
 * @path: a file, or "-" for standard input
 * @invocation: its --configmap and --configmap-key choose
 * @out_file: (out): untouched on failure
 *
 * What is no rules of any kind is left to whoever reads it as @wanted.
 * Errors: what the file holds instead and which option takes it; several
 * ConfigMaps, none of them chosen.
 */
gboolean fit_rules_file_read (const char *path, FitRulesWanted wanted,
                              const FitInvocation *invocation,
                              FitRulesFile *out_file, GError **error);

/* fit_rules_file_take: the same of @source that has been recognised as @input */
gboolean fit_rules_file_take (FitSource *source, const FitInput *input,
                              FitRulesWanted wanted, const FitOptions *options,
                              FitRulesFile *out_file, GError **error);

/* fit_rules_file_from_config_map: @rules, which have text, of the file @name;
 * @out_file: (out) */
void fit_rules_file_from_config_map (const char *name,
                                     const FitConfigMapRules *rules,
                                     FitRulesFile *out_file);

/* fit_rules_file_text: for those who read it; @out_len: (out) */
const char *fit_rules_file_text (const FitRulesFile *file, gsize *out_len);

G_END_DECLS
