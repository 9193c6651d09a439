/* migration-verify.h - does a migrated configuration decide as its source did?
 */
#pragma once

#include "cli/diff-run.h"
#include "config/migrate/migration.h"

G_BEGIN_DECLS

/* Borrowed. */
typedef struct
{
  const FitInvocation *invocation; /* its options say which cluster and which
                                      pods */
  const FitMigrationSource *source;
  const char *source_name; /* for the report */
  const char *source_type; /* "Policy" */
  const FitMigration *migration;
  const char *from_gates;           /* (nullable): as in FitMigrationOptions */
  const FitPluginRegistry *plugins; /* the same */
} FitMigrationProof;

/**
 * fit_migration_verify:
 * @out_finding: (out): to be cleared even on failure
 *
 * Up to 1.17 a Policy or a provider decides as v1.16 does; later it decides as
 * the plugins do that its release made of it.
 */
gboolean fit_migration_verify (const FitMigrationProof *proof,
                               FitDiffFinding *out_finding, GError **error);

G_END_DECLS
