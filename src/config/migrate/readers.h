/* readers.h - which releases read a Policy or a configuration
 *
 * Every release from 1.8 on is asked, as far as it is known, by reading the
 * file as it does.  Certificates that extenders name are not looked for: they
 * are on the machine where the scheduler runs.
 */
#pragma once

#include "config/migrate/migration.h"

G_BEGIN_DECLS

/* fit_migration_source_version: Returns: the version that the configuration
 * @source says it is; FIT_CONFIG_VERSION_LAST where it says none that is known */
FitConfigVersion
fit_migration_source_version (const FitMigrationSource *source);

/* One release and what it makes of the file. */
typedef struct
{
  FitRelease release; /* FIT_RELEASE (N, 0) up to 1.17 */
  char *name;         /* "1.11", "1.20.15" */
  char *label; /* "1.20" where all known releases of its line agree, or else
                  @name */
  gboolean reads;
  char *reason; /* (nullable): why not, in one line */
} FitReader;

/**
 * fit_readers_new:
 * @source: not FIT_MIGRATION_PROVIDER
 * @options: (nullable): its gates (a release that does not know one does not
 *   read the file), plugins, limits, and whether there may be plugins that no
 *   release has
 *
 * A Policy is read by 1.8 to 1.22, a configuration by the releases of
 * fit_releases().  What a configuration names in algorithmSource is not read.
 *
 * Returns: (transfer full): of FitReader, the oldest first
 */
GPtrArray *fit_readers_new (const FitMigrationSource *source,
                            const FitMigrationOptions *options);

/* fit_readers_newest: Returns: (transfer none) (nullable): the newest that
 * reads the file and is not newer than @limit, 0 being no limit */
const FitReader *fit_readers_newest (const GPtrArray *readers,
                                     FitRelease limit);

/* Releases next to each other that read the file. */
typedef struct
{
  const FitReader *from;
  const FitReader *to;
  const FitReader *before; /* (nullable): the last before that does not */
  const FitReader *after;  /* (nullable): the first after that does not */
} FitReaderRange;

/* fit_readers_ranges: Returns: (transfer full): of FitReaderRange, in order;
 * borrows from @readers */
GArray *fit_readers_ranges (const GPtrArray *readers);

/* fit_readers_describe: Returns: (transfer full): "1.11 to 1.16", "1.8, 1.10 to
 * 1.22", "no known release" */
char *fit_readers_describe (const GPtrArray *readers);

/* fit_readers_describe_edges: Returns: (transfer full): the same with ", not by
 * 1.17 (REASON)" for each end */
char *fit_readers_describe_edges (const GPtrArray *readers);

G_END_DECLS
