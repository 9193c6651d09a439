/* release.c - the table of releases from 1.18 on; a new release begins here
 * SPDX-License-Identifier: Apache-2.0 */
#include "releases/release.h"

#include <string.h>

static const FitReleaseName known[] = {
  { FIT_RELEASE_LEGACY, "1.16.15" },
  { FIT_RELEASE (18, 2), "1.18.2" },
  { FIT_RELEASE (19, 0), "1.19.0-rc.4" },
  { FIT_RELEASE (20, 2), "1.20.2" },
  { FIT_RELEASE (20, 15), "1.20.15" },
  { FIT_RELEASE (21, 9), "1.21.9" },
  { FIT_RELEASE (22, 6), "1.22.6" },
  { FIT_RELEASE (23, 3), "1.23.3" },
  { FIT_RELEASE (24, 4), "1.24.4" },
  { FIT_RELEASE (25, 2), "1.25.2" },
  { FIT_RELEASE (26, 4), "1.26.4" },
  { FIT_RELEASE (27, 1), "1.27.1" },
  { FIT_RELEASE (28, 3), "1.28.3" },
  { FIT_RELEASE (29, 1), "1.29.1" },
  { FIT_RELEASE (30, 1), "1.30.1" },
  { FIT_RELEASE (31, 1), "1.31.1" },
  { FIT_RELEASE (32, 2), "1.32.2" },
  { FIT_RELEASE (33, 0), "1.33.0" },
  { FIT_RELEASE (33, 13), "1.33.13" },
  { FIT_RELEASE (34, 1), "1.34.1" },
  { FIT_RELEASE (34, 9), "1.34.9" },
  { FIT_RELEASE (35, 6), "1.35.6" },
  { FIT_RELEASE (36, 3), "1.36.3" },
  { FIT_RELEASE (37, 0), "1.37.0",
    "only the fields of its configuration were read, in v0.37.0-beta.0 of "
    "kube-scheduler; all else is as in 1.36" },
};

const FitReleaseName *
fit_releases (guint *out_n)
{
  *out_n = G_N_ELEMENTS (known);
  return known;
}

FitRelease
fit_release_newest (void)
{
  guint n = G_N_ELEMENTS (known);

  while (known[n - 1].unverified != NULL)
    n--;
  return known[n - 1].release;
}

const char *
fit_release_name (FitRelease release)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].release == release)
      return known[i].name;
  return NULL;
}

/* -- parsing --------------------------------------------------------------- */

/* Reads at most four digits.  Returns: (nullable): the rest of the text */
static const char *
read_number (const char *text, gint *out)
{
  const gsize n = strspn (text, "0123456789");

  if (n == 0 || n > 4)
    return NULL;
  *out = 0;
  for (gsize i = 0; i < n; i++)
    *out = *out * 10 + (text[i] - '0');
  return text + n;
}

/* Is it empty, or what vendors and builds append: "-gke.100", "+k3s1"?  The "+"
 * of "1.27+" may be the end. */
static gboolean
is_suffix (const char *text)
{
  if (*text == '\0')
    return TRUE;
  if (*text != '+' && (*text != '-' || text[1] == '\0'))
    return FALSE;
  for (text++; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && strchr (".-+_~", *text) == NULL)
      return FALSE;
  return TRUE;
}

gboolean
fit_release_split (const char *text, gint *out_minor, gint *out_patch)
{
  const char *rest = *text == 'v' ? text + 1 : text;
  gint minor;
  gint patch = -1;

  if (!g_str_has_prefix (rest, "1.")
      || (rest = read_number (rest + 2, &minor)) == NULL)
    return FALSE;
  if (*rest == '.' && (rest = read_number (rest + 1, &patch)) == NULL)
    return FALSE;
  if (!is_suffix (rest))
    return FALSE;
  *out_minor = minor;
  *out_patch = patch;
  return TRUE;
}

/* Finds the known release of 1.@minor with the patch nearest to @patch, or the
 * newest if @patch is -1.  Returns: (nullable): NULL if no release of 1.@minor
 * is known */
static const FitReleaseName *
find_nearest (gint minor, gint patch)
{
  const FitReleaseName *best = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].release / 100 == minor
        && (best == NULL || patch < 0
            || ABS (known[i].release % 100 - patch)
                   < ABS (best->release % 100 - patch)))
      best = &known[i];
  return best;
}

gboolean
fit_release_parse (const char *text, FitRelease *out_release, GError **error)
{
  const FitReleaseName *nearest;
  gint minor;
  gint patch;

  if (!fit_release_split (text, &minor, &patch))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "\"%s\" is not a release of Kubernetes; write 1.30 or "
                     "1.30.1",
                     text);
  nearest = find_nearest (minor, patch);
  if (nearest == NULL)
    {
      const FitReleaseName *oldest = &known[0];
      const FitReleaseName *newest = &known[G_N_ELEMENTS (known) - 1];
      guint after = 0;

      while (after < G_N_ELEMENTS (known) && known[after].release / 100 < minor)
        after++;
      if (after == G_N_ELEMENTS (known))
        g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                     "unknown release %s; the newest known release is %s", text,
                     newest->name);
      else if (after == 0)
        g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                     "unknown release %s; the oldest known release is %s", text,
                     oldest->name);
      else
        g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                     "unknown release %s; the known releases next to it are %s "
                     "and %s",
                     text, known[after - 1].name, known[after].name);
      return FALSE;
    }
  *out_release = nearest->release;
  return TRUE;
}

/* What several minor versions took over. */
#define FIRST_REJECTION "no filter runs on a node after one has rejected it"
#define NAMED_NODE "the one node that a pod asks for need not exist"
#define HOSTS_AND_VICTIMS                                              \
  "volumes tied to hosts do not narrow the nodes, and victims are in " \
  "order of importance"

/* What changed among the patch releases of a minor version: not yet in
 * 1.N.BEFORE, but in 1.N.SINCE; in between it is not known. */
static const struct
{
  gint minor;
  gint before;
  gint since;
  const char *what;
} changes[] = {
  { 20, 2, 15,
    "NodeResourcesMostAllocated scores an overfull node as full, the system "
    "constraints of PodTopologySpread count all feasible nodes, and VolumeZone "
    "rejects nodes where it failed the attempt" },
  { 24, 9, 10, FIRST_REJECTION },
  { 25, 5, 6, FIRST_REJECTION },
  { 26, 0, 1, FIRST_REJECTION },
  { 27, 13, 16, NAMED_NODE },
  { 28, 5, 6, "queueing hints are off by default" },
  { 28, 9, 11, NAMED_NODE },
  { 29, 4, 6, NAMED_NODE },
  { 29, 10, 11, HOSTS_AND_VICTIMS },
  { 30, 1, 3, NAMED_NODE ", and no message counts those left out with it" },
  { 30, 6, 7, HOSTS_AND_VICTIMS },
  { 31, 2, 3, HOSTS_AND_VICTIMS },
  { 31, 1, 14, "CSI volumes in VolumeAttachments count" },
  { 33, 5, 6, "NodePorts counts the host ports of sidecars" },
  { 34, 1, 2, "no message names the taints that a pod does not tolerate" },
};

char *
fit_release_later_changes (FitRelease release)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    if (changes[i].minor == release / 100 && release % 100 <= changes[i].before)
      g_string_append_printf (text, "%sin 1.%d.%d: %s",
                              text->len > 0 ? "; " : "", changes[i].minor,
                              changes[i].since, changes[i].what);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

char *
fit_release_describe_choice (const char *text)
{
  const char *name = *text == 'v' ? text + 1 : text;
  const FitReleaseName *nearest = NULL;
  g_autoptr (GString) note = g_string_new (NULL);
  gboolean again = FALSE;
  gint minor;
  gint patch;

  if (fit_release_split (text, &minor, &patch))
    nearest = find_nearest (minor, patch);
  if (nearest == NULL)
    return NULL;
  if (patch >= 0 && strcmp (nearest->name, name) != 0)
    {
      g_string_append_printf (note, "%s runs as %s, the nearest known release",
                              name, nearest->name);
      /* Appends what is known to differ between 1.minor.patch and nearest. */
      for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
        {
          const gint before = changes[i].before, since = changes[i].since;
          const gint known_patch = nearest->release % 100;

          if (changes[i].minor != minor
              || (patch <= before && known_patch <= before)
              || (patch >= since && known_patch >= since))
            continue;
          if (patch > before && patch < since)
            g_string_append_printf (
                note,
                "; in 1.%d.%d, but not in 1.%d.%d, %s: which "
                "is true of 1.%d.%d is not known",
                minor, since, minor, before, changes[i].what, minor, patch);
          else
            {
              g_string_append_printf (note, "; %s only from 1.%d.%d on %s",
                                      again ? "and" : "but", minor, since,
                                      changes[i].what);
              again = TRUE;
            }
        }
    }
  if (nearest->unverified != NULL)
    g_string_append_printf (note, "%s%s is not verified: %s",
                            note->len > 0 ? "; " : "", nearest->name,
                            nearest->unverified);
  return note->len > 0 ? g_string_free (g_steal_pointer (&note), FALSE) : NULL;
}
