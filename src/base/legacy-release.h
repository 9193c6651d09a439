/* legacy-release.h - the releases of the time of the Policy: 1.8 to 1.16
 *
 * A file that served one of them may be read as it was then: with the names,
 * the feature gates and the rules of reading of that release.  How a rule
 * decides, and how scores are computed, is v1.16's in any case.
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
 * FIT_ERROR_USAGE, with the range in a hint, for any other.
 */
gboolean fit_legacy_release_parse (const char *text,
                                   FitLegacyRelease *out_release,
                                   GError **error);

/* Rules that changed.  Each is about @release and those of its kind. */

/* fit_legacy_release_any_case: letter case of the names of fields does not
 * matter (1.8 to 1.10) */
gboolean fit_legacy_release_any_case (FitLegacyRelease release);

/* fit_legacy_release_missing_is_empty: a list that is missing means the same
 * as an empty one, and not the defaults (1.8, 1.9) */
gboolean fit_legacy_release_missing_is_empty (FitLegacyRelease release);

/* fit_legacy_release_runs_all: every configured predicate is run, whatever its
 * name, and all of them after one has failed (1.8, 1.9); later releases run
 * those of a list, in its order, until the first that fails */
gboolean fit_legacy_release_runs_all (FitLegacyRelease release);

/**
 * fit_legacy_release_percentage:
 * @asked: percentageOfNodesToScore, 0 when not given
 *
 * Up to 1.11 all nodes were scored, in 1.12 and 1.13 half of them unless
 * something else was asked for; since 1.14 the share depends on their number.
 *
 * Returns: what to ask of v1.16 instead of @asked; 0 there is "depends"
 */
gint32 fit_legacy_release_percentage (FitLegacyRelease release, gint32 asked);

G_END_DECLS
