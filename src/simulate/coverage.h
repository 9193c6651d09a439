/* coverage.h - how much of a set of rules a cluster exercises
 *
 * Two sets of rules that place the same pods alike have only been compared where
 * the cluster made them decide: a rule that never refused a node, or that gave
 * all nodes the same score, may mean anything on either side.
 *
 * Counting takes a closer look at each attempt, so nobody counts unless asked.
 */
#pragma once

#include "simulate/simulation.h"

G_BEGIN_DECLS

/* What one rule did. */
typedef struct
{
  const char *profile; /* (nullable) interned: schedulerName, where there are
                          several profiles */
  const char *name;    /* interned: as configured */
  const char *type;    /* interned: predicate, priority or plugin that it is */
  const char *part;    /* (nullable) static: which part of GeneralPredicates */
  gboolean scores;     /* it ranks nodes; else it refuses them */
  const char *idle;    /* (nullable) static: why no cluster of files makes it do
                          anything */

  /* of rules that refuse */
  guint n_refused;       /* pods to which it refused a node */
  guint64 n_nodes;       /* nodes, counted once for each such pod */
  guint64 n_nodes_alone; /* those that no other rule refused */

  /* of rules that rank */
  guint n_ranked;  /* pods for which it scored two or more nodes */
  guint n_told;    /* pods of which it scored two nodes differently */
  guint n_decided; /* pods for which other nodes had been best without it */
} FitCoverageRule;

typedef struct
{
  guint n_pods;        /* that were tried */
  guint n_placed;      /* that found a node */
  guint n_with_choice; /* that fitted two or more nodes */
  GArray
      *rules; /* owned, of FitCoverageRule: those that refuse, then those that
                    rank, in the order in which they are asked */
  GHashTable *numbers; /* owned: of @rules, by name */
} FitCoverage;

FitCoverage *fit_coverage_new (void);
void fit_coverage_free (FitCoverage *coverage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCoverage, fit_coverage_free)

/* fit_coverage_begin: @coverage gets the rules of @simulation, which have done
 * nothing yet */
void fit_coverage_begin (FitCoverage *coverage,
                         const FitSimulation *simulation);

/* fit_coverage_schedule: what fit_simulation_schedule() does, while @coverage
 * counts */
void fit_coverage_schedule (FitCoverage *coverage, FitSimulation *simulation,
                            const FitPod *pod, FitPlacement *out_placement);

/* fit_coverage_rule_acted: it refused a node, or scored two differently */
gboolean fit_coverage_rule_acted (const FitCoverageRule *rule);

/* fit_coverage_rule_title: "PodFitsHostPorts (in GeneralPredicates)".
 * Returns: (transfer full) */
char *fit_coverage_rule_title (const FitCoverageRule *rule);

G_END_DECLS
