/* legacy-release.h - the releases with a Policy: 1.8 to 1.16
 *
 * A file for one of them can be read as that release reads it: with its names,
 * feature gates and decoding rules.  Predicates decide and priorities score as
 * in v1.16 in any case.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/release.h"

G_BEGIN_DECLS

/* fit_legacy_release_name: Returns: (transfer none): "1.8" to "1.16" */
const char *fit_legacy_release_name (FitRelease release);

/**
 * fit_legacy_release_parse:
 * @text: "1.10", "v1.10" or, with any patch and suffix, "1.10.13-gke.1"
 * @out_release: FIT_RELEASE (10, 0)
 *
 * Fails with FIT_ERROR_USAGE, with the range in a hint, for any other text.
 */
gboolean fit_legacy_release_parse (const char *text, FitRelease *out_release,
                                   GError **error);

/* Rules that changed.  Each function tells whether a rule holds in @release. */

/* fit_legacy_release_any_case: field names are case-insensitive (1.8 to
 * 1.10) */
gboolean fit_legacy_release_any_case (FitRelease release);

/* fit_legacy_release_missing_is_empty: a missing list means an empty one, not
 * the defaults (1.8, 1.9) */
gboolean fit_legacy_release_missing_is_empty (FitRelease release);

/* fit_legacy_release_runs_all: every configured predicate runs, whatever its
 * name, even after one has failed (1.8, 1.9); later releases run the predicates
 * of a list, in its order, up to the first that fails */
gboolean fit_legacy_release_runs_all (FitRelease release);

/**
 * fit_legacy_release_percentage:
 * @asked: percentageOfNodesToScore, 0 if not set
 *
 * Up to 1.11 all nodes are scored.  In 1.12 and 1.13 the default is half of
 * them.  Since 1.14 the default depends on the number of nodes.
 *
 * Returns: the equivalent setting of v1.16, where 0 means "depends"
 */
gint32 fit_legacy_release_percentage (FitRelease release, gint32 asked);

G_END_DECLS
