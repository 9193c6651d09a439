/* simulated.h - simulations for tests, and what they decided as text
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "simulate/simulation.h"
#include "tests/support/cluster.h"

/* What a simulation is made of; all but the manifest may be left out. */
typedef struct
{
  const char *manifest;
  const char *policy;   /* text of a Policy; else the provider */
  const char *provider; /* DefaultProvider when there is no policy */
  const FitConfiguration *configuration;  /* (nullable) instead of both; lives
                                            longer than the simulation */
  const char *gates;                      /* "A=true" */
  void (*extend) (FitRegistry *registry); /* registers more */
  FitSchedulerOptions scheduling;
} SimulationSetup;

/* configuration_from: Returns: (transfer full): @text as @release reads it; with
 * @gates, "A=true" */
FitConfiguration *configuration_from (const char *release, const char *gates,
                                      const char *text);

/* configuration_with: the same in a program that has @plugins (borrowed during
 * the call), too */
FitConfiguration *configuration_with (const FitPluginRegistry *plugins,
                                      const char *release, const char *gates,
                                      const char *text);

/* simulation_try: Returns: (transfer full) (nullable) */
FitSimulation *simulation_try (const SimulationSetup *setup, GError **error);

/* simulation_from: the same; the test fails when it cannot be made */
FitSimulation *simulation_from (const SimulationSetup *setup);

/* simulation_run: schedules all pending pods.  Returns: (transfer full): a
 * line per pod: "NAME: NODE SCORE EVALUATED/FEASIBLE", SCORE is "-" where
 * nothing was scored, or "NAME: what is wrong" */
char *simulation_run (FitSimulation *simulation);

/* simulate: all in one step: the lines are @expected */
void simulate (const SimulationSetup *setup, const char *expected);

/* A Policy of two lists, in YAML. */
#define POLICY(predicates, priorities)                           \
  "---\n{apiVersion: v1, kind: Policy, predicates: [" predicates \
  "], priorities: [" priorities "]}"
