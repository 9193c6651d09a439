/* migration-verify.h - does a migrated configuration decide like its source?
 */
#pragma once

#include "cli/diff-run.h"
#include "config/migrate/migration.h"

/* Borrowed. */
typedef struct
{
  const FitInvocation *invocation; /* its options give the cluster and the
                                      pods */
  const FitMigrationSource *source;
  const char *source_name; /* for the report */
  const char *source_type; /* "Policy" */
  const FitMigration *migration;
  const char *from_gates;           /* (nullable): as in FitMigrationOptions */
  const FitPluginRegistry *plugins; /* the same */
  const FitRegistry *known;         /* the same: rules */
} FitMigrationProof;

/**
 * fit_migration_verify:
 * @out_finding: (out): must be cleared even after a failure
 *
 * Up to 1.17 a Policy or a provider decides like v1.16.  Later it decides like
 * the plugins that its release converts it to.
 */
gboolean fit_migration_verify (const FitMigrationProof *proof,
                               FitDiffFinding *out_finding, GError **error);
