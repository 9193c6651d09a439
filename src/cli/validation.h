/* validation.h - what 'fitsched validate' has found (private)
 */
#pragma once

#include "cli/rules-file.h"
#include "cli/session.h"

G_BEGIN_DECLS

/* Columns of the table of files. */
enum
{
  FIT_FILE_NAME,
  FIT_FILE_TYPE,
  FIT_FILE_RELEASE,
  FIT_FILE_VERSION,
  FIT_FILE_VALID,
  FIT_FILE_MESSAGE,
  FIT_FILE_READ_BY,
  FIT_FILE_NOT_READ_BY,
  FIT_FILE_NOTES,
  FIT_FILE_WARNINGS,
  FIT_FILE_PREDICATES,
  FIT_FILE_PRIORITIES,
  FIT_FILE_EXTENDERS,
  FIT_FILE_PROFILES,
  FIT_FILE_OBJECTS,
  FIT_FILE_CONFIG_MAP,
};

/* The work and what it has come to. */
typedef struct
{
  const FitInvocation *invocation; /* borrowed */
  FitFeatureGates gates;      /* with the registry, once a Policy is read */
  FitRegistry *registry;      /* (nullable) */
  gboolean has_configuration; /* --feature-gates are those of its release */
  FitObjects
      *cluster; /* (nullable): of -f and --pods, which Policies are for */
  FitObjects *objects; /* of all manifests among the files */
  FitTable *files;     /* in @record */
  FitTable *record;
  GPtrArray *readers; /* (nullable): of FitReader: who reads the file that is
                         in the last row */
  GString *text;      /* for people */
  gboolean all_valid;
  guint n_warnings;
} FitValidation;

/* What is validated. */
typedef struct
{
  const char *path;
  const char *name;          /* of the file, for messages */
  const FitRulesFile *rules; /* (nullable): NULL for manifests */
  const char *beside;        /* (nullable): "2 Pods" in the same file */
} FitValidated;

/* fit_validation_say_valid: "NAME: ok (TEXT)", and below it who reads the file,
 * where in it the rules stand, and the notes (char *) */
void fit_validation_say_valid (FitValidation *validation,
                               const FitValidated *file, const char *text,
                               const GPtrArray *notes);

void fit_validation_say_invalid (FitValidation *validation, const char *name,
                                 const GError *problem);

/* fit_validation_extender_names: @extenders of FitExtenderPolicy.  Returns:
 * (transfer full): of char * */
GPtrArray *fit_validation_extender_names (const GPtrArray *extenders);

/* fit_validation_append_count: ", 1 predicate" */
void fit_validation_append_count (GString *text, guint n, const char *one,
                                  const char *many);

/* fit_validation_rules: sees to the gates and the registry of Policies.
 * Returns: FALSE with FIT_ERROR_USAGE */
gboolean fit_validation_rules (FitValidation *validation, GError **error);

/* fit_validation_check_named: would v1.16 build the Policy @file that a
 * configuration names?  @notes gets what it holds */
gboolean fit_validation_check_named (const FitValidation *validation,
                                     const FitRulesFile *file, GPtrArray *notes,
                                     GError **error);

/* fit_validate_policy, fit_validate_configuration: the file goes into the last
 * row.  Returns: FALSE with FIT_ERROR_USAGE when the command line makes no
 * sense for it */
gboolean fit_validate_policy (FitValidation *validation,
                              const FitValidated *file, GError **error);
gboolean fit_validate_configuration (FitValidation *validation,
                                     const FitValidated *file, GError **error);

G_END_DECLS
