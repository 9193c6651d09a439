/* shadow.h - what these rules say about a decision of another scheduler
 *
 * The other scheduler binds a pod, or says that it fits nowhere.  The same pod
 * is tried in the state before that, with all nodes scored, and both answers
 * are compared.  Nothing is assumed, and nothing is written.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/generic-scheduler.h"
#include "assembly/assembly.h"

typedef enum
{
  FIT_SHADOW_AGREED,       /* the same node, or none on both sides */
  FIT_SHADOW_EQUALLY_GOOD, /* their node has the best total, too */
  FIT_SHADOW_SCORES,       /* their node has a lower total */
  FIT_SHADOW_SEARCH, /* the same, but more nodes fit than are enough for their
                        search, which may have ended before our node */
  FIT_SHADOW_INFEASIBLE,          /* their node does not fit; another does */
  FIT_SHADOW_UNSCHEDULABLE_HERE,  /* no node fits; they have one */
  FIT_SHADOW_UNSCHEDULABLE_THERE, /* they have no node; here is one */
  FIT_SHADOW_NOT_COMPARED,
  FIT_SHADOW_RESULTS,
} FitShadowResult;

/* fit_shadow_result_name: "agreed", "equallyGood", "scores", ... */
const char *fit_shadow_result_name (FitShadowResult result);

/* fit_shadow_differs: neither agreed nor equally good, but compared */
gboolean fit_shadow_differs (FitShadowResult result);

/* A priority, plugin or extender that prefers one of the two nodes. */
typedef struct
{
  char *rule;          /* owned */
  gint64 ours, theirs; /* score times weight of our node, and of theirs */
} FitShadowVote;

typedef struct
{
  FitShadowResult result;
  gint64 time_us;      /* of the clock: when it was seen */
  FitPod *pod;         /* owned reference: as they have decided */
  char *ours;          /* (nullable) owned: our node */
  const char *theirs;  /* (nullable) their node; of @pod */
  gboolean scored;     /* the totals are known */
  gint64 total_ours;   /* of our node */
  gint64 total_theirs; /* of theirs */
  char *rule;          /* (nullable) owned: the one that made the difference */
  char *reason;  /* (nullable) owned: of @rule, or why there is no answer */
  GArray *votes; /* owned, of FitShadowVote: that differ, those first that
                           prefer our node most */
} FitShadowFinding;

void fit_shadow_finding_free (FitShadowFinding *finding);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitShadowFinding, fit_shadow_finding_free)

/**
 * fit_shadow_judge:
 * @evaluation: of the pod, of all nodes, by our rules
 * @decided: the pod as they have decided: with a node, or with the condition
 *   PodScheduled=False
 * @percentage: percentageOfNodesToScore of the profile
 *
 * Returns: (transfer full)
 */
FitShadowFinding *fit_shadow_judge (const FitEvaluation *evaluation,
                                    const FitPod *decided, gint32 percentage);

/* fit_shadow_finding_text: Returns: (transfer full): a line:
 * "differs web/a: n1 here, n2 there; 20 points to 10: ImageLocality +10" */
char *fit_shadow_finding_text (const FitShadowFinding *finding);

/* -- watching -------------------------------------------------------------- */

typedef struct _FitShadow FitShadow;

/* fit_shadow_new: @rules: borrowed; pods with the schedulerNames of its
 * profiles are compared.  Returns: (transfer full) */
FitShadow *fit_shadow_new (const FitAssembly *rules);
void fit_shadow_free (FitShadow *shadow);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitShadow, fit_shadow_free)

/**
 * fit_shadow_compare:
 * @old_pod, @new_pod: two versions of a pod; the cache of the rules has the
 *   first
 * @in_order: it came through a watch.  Versions in a list tell nothing about
 *   what happened first, so they are not compared
 *
 * Returns: (transfer full) (nullable): NULL: no decision was made about
 *   the pod, or it belongs to another scheduler
 */
FitShadowFinding *fit_shadow_compare (FitShadow *shadow, const FitPod *old_pod,
                                      const FitPod *new_pod, gboolean in_order);
