/* migrate.h - rewrites rules for a later release
 */
#pragma once

#include "config/migrate/migration.h"

/**
 * fit_migrate:
 *
 * Errors in the source have the text of the release that reads it
 * (FIT_ERROR_PARSE, FIT_ERROR_SCHEMA, FIT_ERROR_LIMIT, FIT_ERROR_POLICY,
 * FIT_ERROR_IO, FIT_ERROR_NOT_FOUND).  FIT_ERROR_USAGE: the target release does
 * not read the target version, a gate is unknown, or a configuration is newer
 * than the target.  FIT_ERROR_INTERNAL: the result, read back, does not match
 * the plan.
 *
 * Returns: (transfer full) (nullable)
 */
FitMigration *fit_migrate (const FitMigrationSource *source,
                           const FitMigrationOptions *options, GError **error);

/**
 * fit_migrate_keeping:
 * @url: of a 'fitsched extender'
 *
 * The same, but what would be lost of a Policy's predicates and priorities is
 * kept by extenders at @url, and put into a Policy of its own.  Each priority has
 * an extender with its weight, so that sums are those of the Policy.  What the
 * Policy does not name, such as the defaults of its release, can still be lost.
 *
 * Returns: (transfer full) (nullable)
 */
FitMigration *fit_migrate_keeping (const FitMigrationSource *source,
                                   const FitMigrationOptions *options,
                                   const char *url, GError **error);
