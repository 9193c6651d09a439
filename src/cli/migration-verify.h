/* migration-verify.h - does a migrated configuration decide like its source?
 * SPDX-License-Identifier: Apache-2.0 */
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
  const FitMigration *migration;
  const char *from_gates;           /* (nullable): as in FitMigrationOptions */
  const FitPluginRegistry *plugins; /* the same */
} FitMigrationProof;

/**
 * fit_migration_verify:
 * @out_finding: (out): must be cleared even after a failure
 *
 * Up to 1.17 a Policy or a provider decides like v1.16.  Later it decides like
 * the plugins that its release converts it to.  If nobody named the release of
 * a Policy, the finding has the others that read it, too: newest first, none
 * newer than migration->from_release.
 */
gboolean fit_migration_verify (const FitMigrationProof *proof,
                               FitDiffFinding *out_finding, GError **error);

/* fit_generated_cluster: Returns: (transfer full) (nullable): manifests as
 * YAML, made for the rules of the source */
GString *fit_generated_cluster (const FitMigrationProof *proof, GError **error);
