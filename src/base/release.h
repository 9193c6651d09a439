/* release.h - the releases of Kubernetes whose behaviour is known
 *
 * Rules changed from release to release, sometimes from patch to patch.  What
 * is known was seen by running one release of most lines; others are taken to
 * behave like their neighbour.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

/* A release of Kubernetes 1: 100 times the minor number, plus the patch; so
 * that later ones are greater. */
typedef gint FitRelease;

#define FIT_RELEASE(minor, patch) ((FitRelease) ((minor) *100 + (patch)))

/* The release whose predicates and priorities these are. */
#define FIT_RELEASE_LEGACY FIT_RELEASE (16, 7)

typedef struct
{
  FitRelease release;
  const char *name; /* "1.20.15", "1.19.0-rc.4" */
} FitReleaseName;

/* fit_releases: Returns: (transfer none): those that are known, from
 * FIT_RELEASE_LEGACY on; all others have framework profiles */
const FitReleaseName *fit_releases (guint *out_n);

/* fit_release_newest: Returns: the last of fit_releases() */
FitRelease fit_release_newest (void);

/* fit_release_name: Returns: (transfer none) (nullable): NULL for one that is
 * not known */
const char *fit_release_name (FitRelease release);

/* fit_release_split: the numbers of "1.27", "v1.27.9", "v1.27.9-gke.100",
 * "1.25.3+k3s1"; the patch is -1 where there is none.  Returns: FALSE where
 * @text is no release of Kubernetes 1 */
gboolean fit_release_split (const char *text, gint *out_minor, gint *out_patch);

/**
 * fit_release_parse:
 * @text: as fit_release_split() takes it
 *
 * "1.N" is the newest known release of its line, "1.N.P" the one with the
 * nearest patch number, the older of two that are equally near.  Behaviour that
 * changed between them is that of the one that is taken.  FIT_ERROR_USAGE for
 * a line of which no release is known.
 */
gboolean fit_release_parse (const char *text, FitRelease *out_release,
                            GError **error);

/* fit_release_describe_nearest: Returns: (transfer full) (nullable): "1.30.0
 * runs as 1.30.1, the nearest known release"; NULL where @text names a line or
 * a known release, or none that fit_release_parse() takes */
char *fit_release_describe_nearest (const char *text);

G_END_DECLS
