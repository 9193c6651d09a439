/* The releases that are known, and how people write them
 * SPDX-License-Identifier: Apache-2.0 */
#include "releases/release.h"
#include "tests/support/cmocka.h"

static void
test_every_release_reads_as_it_is_written (void **state)
{
  guint n;
  const FitReleaseName *known = fit_releases (&n);

  assert_true (n > 1);
  for (guint i = 0; i < n; i++)
    {
      FitRelease release = 0;

      assert_true (fit_release_parse (known[i].name, &release, NULL));
      assert_int_equal (release, known[i].release);
      assert_string_equal (fit_release_name (release), known[i].name);
      assert_true (i == 0 || known[i - 1].release < release);
    }
  /* The newest is the last one whose source was read. */
  while (known[n - 1].unverified != NULL)
    n--;
  assert_int_equal (fit_release_newest (), known[n - 1].release);
}

static void
test_a_line_is_its_newest_release (void **state)
{
  FitRelease release = 0;

  assert_true (fit_release_parse ("1.20", &release, NULL));
  assert_int_equal (release, FIT_RELEASE (20, 15));
  assert_true (fit_release_parse ("v1.28", &release, NULL));
  assert_int_equal (release, FIT_RELEASE (28, 3));
  assert_true (fit_release_parse ("v1.19.0-rc.4", &release, NULL));
  assert_int_equal (release, FIT_RELEASE (19, 0));
}

/* What @text is read as, and what is said about it (nullable). */
static void
check_nearest (const char *text, FitRelease expected, const char *note)
{
  g_autofree char *said = fit_release_describe_choice (text);
  FitRelease release = 0;

  if (!fit_release_parse (text, &release, NULL))
    fail_msg ("%s is refused", text);
  assert_int_equal (release, expected);
  if (g_strcmp0 (said, note) != 0)
    fail_msg ("%s: \"%s\" is said, not \"%s\"", text, said, note);
}

#define CHANGE_OF_1_20 \
  "NodeResourcesMostAllocated scores an overfull node as full, the system constraints of PodTopologySpread count all feasible nodes, and VolumeZone rejects nodes where it failed the attempt"

static void
test_any_patch_runs_as_the_nearest (void **state)
{
  check_nearest ("1.30.0", FIT_RELEASE (30, 1),
                 "1.30.0 runs as 1.30.1, the nearest known release");
  check_nearest ("v1.30.0", FIT_RELEASE (30, 1),
                 "1.30.0 runs as 1.30.1, the nearest known release");
  check_nearest (
      "1.20.8", FIT_RELEASE (20, 2),
      "1.20.8 runs as 1.20.2, the nearest known release; in 1.20.15, but not in 1.20.2, " CHANGE_OF_1_20
      ": which is true of 1.20.8 is not known");
  check_nearest (
      "1.20.9", FIT_RELEASE (20, 15),
      "1.20.9 runs as 1.20.15, the nearest known release; in 1.20.15, but not in 1.20.2, " CHANGE_OF_1_20
      ": which is true of 1.20.9 is not known");
  check_nearest ("1.20.1", FIT_RELEASE (20, 2),
                 "1.20.1 runs as 1.20.2, the nearest known release");
  check_nearest ("1.20.9999", FIT_RELEASE (20, 15),
                 "1.20.9999 runs as 1.20.15, the nearest known release");
  check_nearest ("1.28.5", FIT_RELEASE (28, 3),
                 "1.28.5 runs as 1.28.3, the nearest known release");
  check_nearest ("1.28.6", FIT_RELEASE (28, 3),
                 "1.28.6 runs as 1.28.3, the nearest known release; but only "
                 "from 1.28.6 on queueing hints are off by default");
  check_nearest ("1.28.8", FIT_RELEASE (28, 3),
                 "1.28.8 runs as 1.28.3, the nearest known release; but only "
                 "from 1.28.6 on queueing hints are off by default");
  check_nearest ("1.31.14", FIT_RELEASE (31, 1),
                 "1.31.14 runs as 1.31.1, the nearest known release; but only "
                 "from 1.31.3 on volumes tied to hosts do not narrow the "
                 "nodes, and victims are in order of importance; and only "
                 "from 1.31.14 on CSI volumes in VolumeAttachments count");
  check_nearest ("1.26.0", FIT_RELEASE (26, 4),
                 "1.26.0 runs as 1.26.4, the nearest known release; but only "
                 "from 1.26.1 on no filter runs on a node after one has "
                 "rejected it");
  check_nearest ("1.34.4", FIT_RELEASE (34, 1),
                 "1.34.4 runs as 1.34.1, the nearest known release; but only "
                 "from 1.34.2 on no message names the taints that a pod does "
                 "not tolerate");
  check_nearest ("1.19.0", FIT_RELEASE (19, 0),
                 "1.19.0 runs as 1.19.0-rc.4, the nearest known release");
  check_nearest ("v1.30.1", FIT_RELEASE (30, 1), NULL);
  check_nearest ("1.30", FIT_RELEASE (30, 1), NULL);
}

static void
test_builds_of_vendors_are_releases (void **state)
{
  check_nearest ("v1.27.9-gke.100", FIT_RELEASE (27, 1),
                 "1.27.9-gke.100 runs as 1.27.1, the nearest known release");
  check_nearest ("1.25.3+k3s1", FIT_RELEASE (25, 2),
                 "1.25.3+k3s1 runs as 1.25.2, the nearest known release");
  check_nearest ("v1.21.14-eks-18ef993", FIT_RELEASE (21, 9),
                 "1.21.14-eks-18ef993 runs as 1.21.9, the nearest known "
                 "release");
  check_nearest ("1.30.1+rke2r1", FIT_RELEASE (30, 1),
                 "1.30.1+rke2r1 runs as 1.30.1, the nearest known release");
  check_nearest ("1.30.1-a.b_c~d+e-9", FIT_RELEASE (30, 1),
                 "1.30.1-a.b_c~d+e-9 runs as 1.30.1, the nearest known "
                 "release");
  check_nearest ("1.27+", FIT_RELEASE (27, 1), NULL);
}

static void
check_refused (const char *text, const char *message)
{
  g_autoptr (GError) error = NULL;
  FitRelease release = -1;

  assert_null (fit_release_describe_choice (text));
  if (fit_release_parse (text, &release, &error))
    fail_msg ("\"%s\" is taken for %d", text, release);
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
  assert_string_equal (error->message, message);
  assert_int_equal (release, -1);
}

static void
test_lines_that_are_not_known_are_refused (void **state)
{
  guint n;
  const FitReleaseName *known = fit_releases (&n);
  const char *newest = known[n - 1].name;
  g_autofree char *line = g_strdup_printf (
      "unknown release 1.99; the newest known release is %s", newest);
  g_autofree char *patch = g_strdup_printf (
      "unknown release v1.99.3-gke.1; the newest known release is %s", newest);

  check_refused ("1.99", line);
  check_refused ("v1.99.3-gke.1", patch);
  check_refused ("1.17.2", "unknown release 1.17.2; the known releases next to "
                           "it are 1.16.15 and 1.18.2");
  check_refused ("1.9",
                 "unknown release 1.9; the oldest known release is 1.16.15");
}

static void
test_what_is_no_release_is_refused (void **state)
{
  const char *const texts[] = { "",           "1",          "1.",
                                "1.20.",      "2.0",        "vv1.20",
                                "1.20 ",      "1.20-",      "1.20.1-",
                                "1.20.x",     "1.x",        "1.20.1.2",
                                "1.-3",       "1.+20",      "1.20.-1",
                                "1.20;rm",    "latest",     "1.99999999999",
                                "V1.20",      "1.20.99999", "1.20.1-a b",
                                "1.20.1+a/b", "1.20.1+:" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *message
          = g_strdup_printf ("\"%s\" is not a release of Kubernetes; write "
                             "1.30 or 1.30.1",
                             texts[i]);

      check_refused (texts[i], message);
    }
}

/* What comes with a later patch release. */
static void
test_later_changes (void **state)
{
  static const struct
  {
    FitRelease release;
    const char *text; /* (nullable): nothing */
  } rows[] = {
    { FIT_RELEASE_LEGACY, NULL },
    { FIT_RELEASE (19, 0), NULL },
    { FIT_RELEASE (20, 2), "in 1.20.15: " CHANGE_OF_1_20 },
    { FIT_RELEASE (20, 3), NULL },
    { FIT_RELEASE (20, 15), NULL },
    { FIT_RELEASE (25, 2),
      "in 1.25.6: no filter runs on a node after one has rejected it" },
    { FIT_RELEASE (26, 4), NULL },
    { FIT_RELEASE (28, 3),
      "in 1.28.6: queueing hints are off by default; in 1.28.11: the one node "
      "that a pod asks for need not exist" },
    { FIT_RELEASE (28, 6),
      "in 1.28.11: the one node that a pod asks for need not exist" },
    { FIT_RELEASE (28, 11), NULL },
    { FIT_RELEASE (33, 0),
      "in 1.33.6: NodePorts counts the host ports of sidecars" },
    { FIT_RELEASE (34, 2), NULL },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = fit_release_later_changes (rows[i].release);

      assert_int_equal (text != NULL, rows[i].text != NULL);
      if (text != NULL)
        assert_string_equal (text, rows[i].text);
    }
}

static void
test_only_known_releases_have_names (void **state)
{
  assert_null (fit_release_name (FIT_RELEASE (17, 0)));
  assert_string_equal (fit_release_name (FIT_RELEASE_LEGACY), "1.16.15");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_every_release_reads_as_it_is_written),
    cmocka_unit_test (test_a_line_is_its_newest_release),
    cmocka_unit_test (test_any_patch_runs_as_the_nearest),
    cmocka_unit_test (test_builds_of_vendors_are_releases),
    cmocka_unit_test (test_lines_that_are_not_known_are_refused),
    cmocka_unit_test (test_what_is_no_release_is_refused),
    cmocka_unit_test (test_later_changes),
    cmocka_unit_test (test_only_known_releases_have_names),
  };

  return cmocka_run_group_tests_name ("release", tests, NULL, NULL);
}
