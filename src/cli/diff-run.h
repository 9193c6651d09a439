/* diff-run.h - two sets of rules on the same cluster
 */
#pragma once

#include "cli/extender-use.h"
#include "cli/verbs.h"
#include "simulate/diff.h"

G_BEGIN_DECLS

/* Rules of one side; strings are borrowed. */
typedef struct
{
  const char *name; /* what the user calls them */

  /* One of the three; the paths may be "-". */
  const char *policy;
  const char *provider;
  const char *config;

  const char *named_policy; /* (nullable): that of --left-policy or
                               --right-policy, which @config names */
  const char *release;  /* (nullable): as --emulate-release, or --release for a
                           configuration, take it */
  char **feature_gates; /* (nullable): each as --feature-gates takes it */
  gboolean covered;     /* what its rules do is counted; not with a trace */
} FitDiffSource;

/**
 * fit_diff_source_init:
 * @invocation: its options say which of several ConfigMaps
 * @text: a file with a Policy or a KubeSchedulerConfiguration, "-", or the name
 *   of a provider, with or without "provider:"
 * @out_source: (out): without @release and gates; borrows @text
 */
gboolean fit_diff_source_init (const FitInvocation *invocation,
                               const char *text, FitDiffSource *out_source,
                               GError **error);

/* fit_diff_source_check: is the release one that reads such rules?  @option says
 * it */
gboolean fit_diff_source_check (const FitDiffSource *source, const char *option,
                                GError **error);

/* What has come of it. */
typedef struct
{
  FitDiff *diff;                  /* owned */
  char *names[FIT_DIFF_SIDES];    /* owned */
  char *types[FIT_DIFF_SIDES];    /* owned: "Policy", "Provider",
                                   "KubeSchedulerConfiguration" */
  char *reader[FIT_DIFF_SIDES];   /* owned: the release that reads them */
  char *versions[FIT_DIFF_SIDES]; /* (nullable) owned: of a configuration */
  FitExtenderUse extenders[FIT_DIFF_SIDES];
  GPtrArray
      *notes[FIT_DIFF_SIDES]; /* owned, of char: what is not taken of it */
  FitCoverage *coverage[FIT_DIFF_SIDES]; /* (nullable) owned */
  gboolean random_ties;
  gint64 seed;
  gboolean generated; /* the cluster was made for this */
  guint n_nodes;      /* of the cluster */
  guint n_pods;       /* the same, those that run included */
  guint
      n_avoided; /* of these: nodes that ask pods to stay away by annotation */
} FitDiffFinding;

void fit_diff_finding_clear (FitDiffFinding *finding);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitDiffFinding, fit_diff_finding_clear)

/**
 * fit_diff_run:
 * @invocation: its options say which cluster, which pods or which trace, and how
 *   nodes are looked for; which rules, is said by @sources
 * @sources: two
 * @out_finding: (out): to be cleared even on failure
 */
gboolean fit_diff_run (const FitInvocation *invocation,
                       const FitDiffSource *sources,
                       FitDiffFinding *out_finding, GError **error);

G_END_DECLS
