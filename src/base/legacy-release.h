/* legacy-release.h - the releases with a Policy: 1.8 to 1.16
 *
 * A file for one of them can be read as that release reads it: with its names,
 * feature gates and decoding rules.  Predicates decide and priorities score as
 * in v1.16 in any case.
 *
 * src/base/release.h has the releases from 1.16 on.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

/* The minor number of a release: 10 is 1.10. */
typedef guint8 FitLegacyRelease;

#define FIT_LEGACY_RELEASE_FIRST ((FitLegacyRelease) 8)
#define FIT_LEGACY_RELEASE_LAST ((FitLegacyRelease) 16)

/* fit_legacy_release_name: Returns: (transfer none): "1.8" to "1.16" */
const char *fit_legacy_release_name (FitLegacyRelease release);

/**
 * fit_legacy_release_parse:
 * @text: "1.10", "v1.10" or, with any patch and suffix, "1.10.13-gke.1"
 *
 * Fails with FIT_ERROR_USAGE, with the range in a hint, for any other text.
 */
gboolean fit_legacy_release_parse (const char *text,
                                   FitLegacyRelease *out_release,
                                   GError **error);

/* Rules that changed.  Each function tells whether a rule holds in @release. */

/* fit_legacy_release_any_case: field names are case-insensitive (1.8 to
 * 1.10) */
gboolean fit_legacy_release_any_case (FitLegacyRelease release);

/* fit_legacy_release_missing_is_empty: a missing list means an empty one, not
 * the defaults (1.8, 1.9) */
gboolean fit_legacy_release_missing_is_empty (FitLegacyRelease release);

/* fit_legacy_release_runs_all: every configured predicate runs, whatever its
 * name, even after one has failed (1.8, 1.9); later releases run the predicates
 * of a list, in its order, up to the first that fails */
gboolean fit_legacy_release_runs_all (FitLegacyRelease release);

/**
 * fit_legacy_release_percentage:
 * @asked: percentageOfNodesToScore, 0 if not set
 *
 * Up to 1.11 all nodes are scored.  In 1.12 and 1.13 the default is half of
 * them.  Since 1.14 the default depends on the number of nodes.
 *
 * Returns: the equivalent setting of v1.16, where 0 means "depends"
 */
gint32 fit_legacy_release_percentage (FitLegacyRelease release, gint32 asked);

G_END_DECLS
