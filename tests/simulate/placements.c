/* placements.c - schedules one random cluster
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/simulate/placements.h"

char *
placements (const char *manifest, const Way *way)
{
  g_autoptr (FitSimulation) simulation
      = simulation_from (&(const SimulationSetup){
          .manifest = manifest,
          .policy = way->policy,
          .provider = way->provider,
          .gates = way->gates,
          .scheduling = { .percentage_of_nodes_to_score = way->percentage,
                          .tie_break = way->tie_break,
                          .seed = 1 } });

  return simulation_run (simulation);
}
