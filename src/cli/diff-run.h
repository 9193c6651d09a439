/* diff-run.h - runs two sets of rules on the same cluster
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/extender-use.h"
#include "cli/release-groups.h"
#include "cli/verbs.h"
#include "find/find.h"
#include "simulate/division.h"
#include "simulate/what-if.h"

/* The rules of one side; strings are borrowed. */
typedef struct
{
  const char *name; /* (nullable): the user's name for them */

  /* At most one of the three; the paths may be "-".  Without one, the defaults
   * of the release, or of the cluster. */
  const char *policy;
  const char *provider;
  const char *config;

  const char *named_policy; /* (nullable): from --left-policy or --right-policy:
                               the Policy that @config names */
  const char *release;      /* (nullable): as for --emulate-release, or for a
                           configuration --release */
  char **feature_gates;     /* (nullable): each as for --feature-gates */
  const FitStandInOptions *kept; /* (nullable): a Policy that stands in for
                                    extenders */
  gboolean today;                /* the cluster as it is, without what-ifs */
  gboolean covered;              /* count what its rules do; not with a trace */
  const GPtrArray *others; /* (nullable) borrowed, of FitDiffSource, without a
                              trace: the same rules in other releases, which
                              are compared, too; if both sides have them, each
                              with that in its place */
  gboolean casual; /* nobody asked for @others: they are only tried if that is
                      little work, and may fail */
} FitDiffSource;

/**
 * fit_diff_source_init:
 * @invocation: its options choose a ConfigMap if there are several
 * @text: a file with a Policy or a KubeSchedulerConfiguration, "-", or the name
 *   of a provider, with or without "provider:"
 * @out_source: (out): without @release and gates; borrows @text
 */
gboolean fit_diff_source_init (const FitInvocation *invocation,
                               const char *text, FitDiffSource *out_source,
                               GError **error);

/* fit_diff_source_check: does the release read such rules?  @option: name of
 * its option */
gboolean fit_diff_source_check (const FitDiffSource *source, const char *option,
                                GError **error);

/* fit_diff_source_choose: changes @options, which are for both sides, so that
 * they name the rules of @source alone */
void fit_diff_source_choose (const FitDiffSource *source, FitOptions *options);

/* The result. */
typedef struct
{
  FitDiff *diff;                  /* owned */
  char *names[FIT_DIFF_SIDES];    /* owned */
  char *types[FIT_DIFF_SIDES];    /* owned: "Policy", "Provider",
                                   "KubeSchedulerConfiguration" */
  char *reader[FIT_DIFF_SIDES];   /* owned: the release that reads them */
  char *versions[FIT_DIFF_SIDES]; /* (nullable) owned: for configurations */
  FitExtenderUse extenders[FIT_DIFF_SIDES];
  GPtrArray
      *notes[FIT_DIFF_SIDES]; /* owned, of char: fields that are ignored */
  GPtrArray *left_out[FIT_DIFF_SIDES]; /* owned, of char: names of plugins, and
                                          of rules of programs, that cannot run
                                          here */
  FitCoverage *coverage[FIT_DIFF_SIDES]; /* (nullable) owned */
  gboolean since_today; /* the same rules, before and after what-ifs */
  FitWhatIfs *what_ifs; /* (nullable) owned: what is assumed */
  GPtrArray *others; /* (nullable) owned, of FitDiffFinding, in a g_rc_box: of
                        the other sources in their order, with a diff and the
                        extenders; NULL for those that decide like this one;
                        without a diff if the source could not be tried */
  GPtrArray *spans;  /* (nullable) owned, of FitReleaseSpan: releases that give
                        another result than this, with their verdicts */
  FitDivision *division; /* (nullable) owned: the sides are one scheduler and
                            several */
  FitJson *cluster;      /* (nullable) owned: its nodes, for pages */
  char *verdict; /* (nullable) owned: the verdict with that of @others */
  const struct _FitUpgrade *upgrade; /* (nullable) borrowed: the sides are two
                                        releases with one configuration */
  gboolean random_ties;
  gint64 seed;
  FitFound *found;    /* (nullable) owned: a search for more differences */
  gboolean generated; /* the cluster was generated */
  guint n_nodes;      /* in the cluster */
  guint n_pods;       /* in the cluster, including running pods */
  guint n_avoided; /* of @n_nodes, those with the preferAvoidPods annotation */
} FitDiffFinding;

void fit_diff_finding_clear (FitDiffFinding *finding);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitDiffFinding, fit_diff_finding_clear)

/**
 * fit_diff_run:
 * @invocation: its options give the cluster, the pods or trace, and how to
 *   search for nodes, but not the rules
 * @sources: the rules of both sides
 * @out_finding: (out): must be cleared even after a failure
 */
gboolean fit_diff_run (const FitInvocation *invocation,
                       const FitDiffSource *sources,
                       FitDiffFinding *out_finding, GError **error);
