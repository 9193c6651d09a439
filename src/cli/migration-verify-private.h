/* migration-verify-private.h - a cluster that exercises the rules of a
 * migration
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/migration-verify.h"

/* fit_generated_cluster: Returns: (transfer full) (nullable): manifests as
 * YAML, made for the rules of the source */
GString *fit_generated_cluster (const FitMigrationProof *proof, GError **error);
