/* validation.h - the results of 'fitsched validate' (private)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/rules-file.h"
#include "cli/session.h"

/* The columns of its table for -o name. */
enum
{
  FIT_VALIDATION_FILE,
  FIT_VALIDATION_VALID,
};

/* The state and the results. */
typedef struct
{
  const FitInvocation *invocation; /* borrowed */
  FitFeatureGates gates;      /* set with the registry, when a Policy is read */
  FitRegistry *registry;      /* (nullable) */
  gboolean has_configuration; /* --feature-gates apply to its release */
  FitObjects
      *cluster; /* (nullable): from -f and --pods, to check Policies against */
  FitObjects *objects; /* the objects of all manifests among the files */
  FitJson *items;      /* an object for each file */
  FitJson *item;       /* borrowed: the one of the last file */
  FitTable *names;     /* borrowed: for -o name: a row for each file */
  char *message; /* (nullable): what is wrong with all manifests together */
  GPtrArray *readers; /* (nullable): of FitReader: the releases that read the
                         last file */
  GString *text;      /* borrowed: for people */
  gboolean all_valid;
  guint n_warnings;
} FitValidation;

/* The file being validated. */
typedef struct
{
  const char *path;
  const char *name;          /* name of the file, for messages */
  const FitRulesFile *rules; /* (nullable); NULL for manifests */
  const char *beside;        /* (nullable): "2 Pods" in the same file */
} FitValidated;

/* fit_validation_say_valid: prints "NAME: ok (TEXT)", then the releases that
 * read the file, the place of the rules in it, and the notes (char *) */
void fit_validation_say_valid (FitValidation *validation,
                               const FitValidated *file, const char *text,
                               const GPtrArray *notes);

void fit_validation_say_invalid (FitValidation *validation, const char *name,
                                 const GError *problem);

/* fit_validation_say_message: prints why @name is not valid, and nothing more */
void fit_validation_say_message (FitValidation *validation, const char *name,
                                 const GError *problem);

/* fit_validation_extender_names: @extenders of FitExtenderPolicy.  Returns:
 * (transfer full): of char * */
GPtrArray *fit_validation_extender_names (const GPtrArray *extenders);

/* fit_validation_append_count: ", 1 predicate" */
void fit_validation_append_count (GString *text, guint n, const char *one,
                                  const char *many);

/* fit_validation_append_warnings: "; 2 warnings", or nothing */
void fit_validation_append_warnings (GString *counts, guint n);

/* fit_validation_say_warnings: prints @warnings, of FitWarning, and what to do
 * about them */
void fit_validation_say_warnings (FitValidation *validation,
                                  const GPtrArray *warnings);

/* fit_validation_rules: sets up the gates and the registry for Policies.
 * Returns: FALSE with FIT_ERROR_USAGE */
gboolean fit_validation_rules (FitValidation *validation, GError **error);

/* fit_validation_check_named: would v1.16 accept the Policy @file that a
 * configuration names, or that is given beside it?  @notes gets a summary of it
 * that begins with @how */
gboolean fit_validation_check_named (const FitValidation *validation,
                                     const FitRulesFile *file, const char *how,
                                     GPtrArray *notes, GError **error);

/* fit_validate_policy, fit_validate_configuration: validate the file and set
 * members of its object.  Returns: FALSE with FIT_ERROR_USAGE if the command
 * line makes no sense for it */
gboolean fit_validate_policy (FitValidation *validation,
                              const FitValidated *file, GError **error);
gboolean fit_validate_configuration (FitValidation *validation,
                                     const FitValidated *file, GError **error);
