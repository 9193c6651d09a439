/* release.h - the Kubernetes releases whose behaviour is known
 *
 * Rules changed from release to release, sometimes from patch to patch.  The
 * known behaviour was observed by running one release of most minor versions;
 * other releases are assumed to behave like their neighbour.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

/* A release of Kubernetes 1: 100 times the minor number plus the patch number,
 * so later releases are greater. */
typedef gint FitRelease;

#define FIT_RELEASE(minor, patch) ((FitRelease) ((minor) *100 + (patch)))

/* The upper end of the releases 1.@minor, whatever the patch. */
#define FIT_LINE_END(minor) FIT_RELEASE (minor, 99)

/* The oldest release whose Policy can be read. */
#define FIT_RELEASE_OLDEST FIT_RELEASE (8, 0)

/* The release whose predicates and priorities fitsched has. */
#define FIT_RELEASE_LEGACY FIT_RELEASE (16, 7)

/* fit_release_is_legacy: does @release run predicates and priorities? */
static inline gboolean
fit_release_is_legacy (FitRelease release)
{
  return release <= FIT_RELEASE_LEGACY;
}

/* The oldest release that runs framework profiles. */
#define FIT_RELEASE_PROFILES FIT_RELEASE (18, 0)

/* fit_release_has_profiles: does it run framework profiles?  1.17 has plugins,
 * but only a Policy or a provider chooses them. */
static inline gboolean
fit_release_has_profiles (FitRelease release)
{
  return release >= FIT_RELEASE_PROFILES;
}

/* The releases from @since on, up to the last one before @before. */
typedef struct
{
  FitRelease since;
  FitRelease before; /* 0: no end */
} FitSpan;

/* How tables write a FitSpan, with minor numbers.  A row without one holds
 * always. */
#define FIT_SPAN(since, before)                         \
  {                                                     \
    FIT_RELEASE ((since), 0), FIT_RELEASE ((before), 0) \
  }
#define FIT_SINCE(minor) FIT_SPAN (minor, 0)
#define FIT_BEFORE(minor) FIT_SPAN (0, minor)
#define FIT_ALWAYS FIT_SPAN (0, 0)

static inline gboolean
fit_span_has (FitSpan span, FitRelease release)
{
  return release >= span.since && (span.before == 0 || release < span.before);
}

typedef struct
{
  FitRelease release;
  const char *name;       /* "1.20.15", "1.19.0-rc.4" */
  const char *unverified; /* (nullable): what is known of a release whose source
                             was not read as a whole */
} FitReleaseName;

/* fit_releases: Returns: (transfer none): the known releases, from
 * FIT_RELEASE_LEGACY on; all others have framework profiles */
const FitReleaseName *fit_releases (guint *out_n);

/* fit_release_newest: Returns: the last of fit_releases() that is verified */
FitRelease fit_release_newest (void);

/* fit_release_name: Returns: (transfer none) (nullable): NULL for an unknown
 * release */
const char *fit_release_name (FitRelease release);

/* fit_release_split: the numbers of "1.27", "v1.27.9", "v1.27.9-gke.100",
 * "1.25.3+k3s1"; the patch is -1 if there is none.  Returns: FALSE if @text is
 * not a release of Kubernetes 1 */
gboolean fit_release_split (const char *text, gint *out_minor, gint *out_patch);

/**
 * fit_release_parse:
 * @text: as for fit_release_split()
 *
 * "1.N" gives the newest known release of that minor version.  "1.N.P" gives
 * the one with the nearest patch number; of two equally near ones the older.
 * If behaviour changed between them, that of the chosen release applies.  Fails
 * with FIT_ERROR_USAGE if no release of the minor version is known.
 */
gboolean fit_release_parse (const char *text, FitRelease *out_release,
                            GError **error);

/* fit_release_later_changes: Returns: (transfer full) (nullable): what changed in
 * patch releases after @release, each with the first that is known to have it */
char *fit_release_later_changes (FitRelease release);

/* fit_release_describe_choice: Returns: (transfer full) (nullable): "1.30.0 runs
 * as 1.30.1, the nearest known release", and what is known to differ or is not
 * verified; NULL if there is nothing to say, or if fit_release_parse() fails */
char *fit_release_describe_choice (const char *text);

G_END_DECLS
