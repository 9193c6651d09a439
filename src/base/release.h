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

/**
 * fit_release_parse:
 * @text: "1.20", "1.20.2", "v1.20.2"
 *
 * "1.N" is the newest known of its line.  FIT_ERROR_USAGE, with the known ones
 * in a hint, for any other.
 */
gboolean fit_release_parse (const char *text, FitRelease *out_release,
                            GError **error);

G_END_DECLS
