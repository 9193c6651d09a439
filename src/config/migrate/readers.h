/* readers.h - which releases read a Policy or a configuration
 *
 * Tries every known release from 1.8 on, by reading the file as that release
 * does.  Does not check the certificates of extenders: they are on the machine
 * where the scheduler runs.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/migrate/migration.h"

/* fit_migration_source_version: Returns: the version in the configuration
 * @source; FIT_CONFIG_VERSION_LAST if it is missing or unknown */
FitConfigVersion
fit_migration_source_version (const FitMigrationSource *source);

/* One release, and whether it reads the file. */
typedef struct
{
  FitRelease release; /* FIT_RELEASE (N, 0) up to 1.17 */
  char *name;         /* "1.11", "1.20.15" */
  char *label; /* "1.20" if all known 1.20 releases agree, otherwise @name */
  gboolean reads;
  char *reason; /* (nullable): why it does not read it, in one line */
} FitReader;

/**
 * fit_readers_new:
 * @source: not FIT_MIGRATION_PROVIDER
 * @options: (nullable): uses gates (a release that does not know one does not
 *   read the file), plugins, limits, and how to treat unknown plugins
 *
 * Tries 1.8 to 1.22 for a Policy, and fit_releases() for a configuration.  Does
 * not read the algorithmSource of a configuration.
 *
 * Returns: (transfer full): of FitReader, oldest first
 */
GPtrArray *fit_readers_new (const FitMigrationSource *source,
                            const FitMigrationOptions *options);

/* fit_readers_newest: Returns: (transfer none) (nullable): the newest one that
 * reads the file and is not newer than @limit (0: no limit) */
const FitReader *fit_readers_newest (const GPtrArray *readers,
                                     FitRelease limit);

/* Consecutive releases that read the file. */
typedef struct
{
  const FitReader *from;
  const FitReader *to;
  const FitReader *before; /* (nullable): the last one before, which does not */
  const FitReader *after;  /* (nullable): the first one after, which does not */
} FitReaderRange;

/* fit_readers_ranges: Returns: (transfer full): of FitReaderRange, in order;
 * borrows from @readers */
GArray *fit_readers_ranges (const GPtrArray *readers);

/* fit_readers_describe: Returns: (transfer full): "1.11 to 1.16", "1.8, 1.10 to
 * 1.22", "no known release"; with @edges ", not by 1.17 (REASON)" at each end */
char *fit_readers_describe (const GPtrArray *readers, gboolean edges);
