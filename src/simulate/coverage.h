/* coverage.h - how much of a set of rules a cluster exercises
 *
 * If two sets of rules place all pods alike, that says nothing about rules that
 * the cluster did not exercise: a rule that never rejected a node, or gave all
 * nodes the same score, may be different on each side.
 *
 * Counting needs extra work for each attempt, so it happens only on request.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/extender.h"
#include "simulate/simulation.h"

/* The actions of one rule. */
typedef struct
{
  const char *profile; /* (nullable) interned: schedulerName, if there are
                          several profiles */
  const char *name;    /* interned: as configured */
  const char *type;    /* interned: the predicate, priority or plugin */
  const char *part;    /* (nullable) static: which part of GeneralPredicates */
  gboolean scores;     /* TRUE: it scores nodes; FALSE: it filters them */
  const char *idle;    /* (nullable) static: why no cluster in files can
                          exercise it */

  /* rules that filter */
  guint n_refused;       /* pods for which it rejected a node */
  guint64 n_nodes;       /* rejected nodes, summed over these pods */
  guint64 n_nodes_alone; /* of these, nodes that no other rule rejected */

  /* rules that score */
  guint n_ranked;  /* pods for which it scored two or more nodes */
  guint n_told;    /* pods for which it scored two nodes differently */
  guint n_decided; /* pods for which other nodes would have been best without
                      it */
} FitCoverageRule;

/* One verb of an extender.  Pods are neither preempted nor bound here, so these
 * verbs are never called. */
typedef struct
{
  const char *name; /* interned: name of the extender */
  FitExtenderVerb verb;
  guint n_pods; /* pods for which it was called */
} FitCoverageCalls;

typedef struct
{
  guint n_pods;        /* pods tried */
  guint n_placed;      /* pods placed */
  guint n_with_choice; /* pods that fit two or more nodes */
  GArray
      *rules; /* owned, of FitCoverageRule: those that filter, then those that
                    score, in the order in which they run */
  GHashTable *numbers; /* owned: index in @rules, by predicate or
                          priority; valid while the simulation lasts */
  GArray *calls;       /* owned, of FitCoverageCalls: by extender and verb */
  FitRelease release;  /* of a configuration; 0 otherwise */
} FitCoverage;

FitCoverage *fit_coverage_new (void);
void fit_coverage_free (FitCoverage *coverage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCoverage, fit_coverage_free)

/* fit_coverage_begin: fills @coverage with the rules of @simulation, with all
 * counts 0 */
void fit_coverage_begin (FitCoverage *coverage,
                         const FitSimulation *simulation);

/* fit_coverage_stranger: extenders and plugins of embedding programs become rules
 * at their first action.  Returns: the index of that which scores, or filters */
guint fit_coverage_stranger (FitCoverage *coverage, const char *name,
                             gboolean scores);

/* fit_coverage_schedule: like fit_simulation_schedule(), and counts in
 * @coverage */
void fit_coverage_schedule (FitCoverage *coverage, FitSimulation *simulation,
                            const FitPod *pod, FitPlacement *out_placement);

/* fit_coverage_add: adds what @other counts, of the same rules in another
 * cluster */
void fit_coverage_add (FitCoverage *coverage, const FitCoverage *other);

/* fit_coverage_rule_acted: did it reject a node, or score two nodes
 * differently? */
gboolean fit_coverage_rule_acted (const FitCoverageRule *rule);

/* fit_coverage_rule_title: "PodFitsHostPorts (in GeneralPredicates)".
 * Returns: (transfer full) */
char *fit_coverage_rule_title (const FitCoverageRule *rule);
