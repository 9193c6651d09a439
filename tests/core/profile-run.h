/* profile-run.h - simulations of a profile, and what preemption finds in them
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "simulate/extender-answers.h"
#include "tests/support/simulated.h"

#define CONFIGURATION(version, profiles)             \
  "apiVersion: kubescheduler.config.k8s.io/" version \
  "\nkind: KubeSchedulerConfiguration\nprofiles: [" profiles "]\n"
#define DEFAULTS(version) CONFIGURATION (version, "{}")

#define CPU_NODE(name, cpu) NODE (name, "", "cpu: " cpu ", pods: 9")
#define CPU_POD(name, rest)                                                   \
  POD (name, "namespace: ns",                                                 \
       "schedulerName: default-scheduler, containers: [{name: c, resources: " \
       "{requests: {cpu: 1}}}]" rest)
#define RUNNING(name, node, labels, priority) \
  PLACED_WITH (name, node, labels,            \
               "priority: " priority          \
               ", containers: [{name: c, resources: {requests: {cpu: 1}}}]")

#define URGENT ", priority: 100"

typedef struct
{
  FitConfiguration *configuration;
  FitObjects *objects;
  FitExtenderAnswers *answers; /* (nullable) */
  FitSimulation *simulation;
} Run;

/* expect_placements: pods of @manifest go, one after the other, where @expected
 * says, as simulation_run() prints it */
void expect_placements (const char *release, const char *configuration,
                        const char *manifest, const char *expected);

/* run_init_with: @answers: (nullable): of extenders.  run_init: without any */
void run_init_with (Run *run, const char *release, const char *configuration,
                    const char *manifest, const char *answers);
void run_init (Run *run, const char *release, const char *configuration,
               const char *manifest);
void run_clear (Run *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* expect_preemption: what preemption finds for the first pending pod, which fits
 * nowhere: per candidate its victims and how many budgets they violate, the chosen
 * one with a star.  expect_preemption_with: the same with the @answers of
 * extenders (nullable), and the error */
void expect_preemption_with (const char *release, const char *configuration,
                             const char *manifest, const char *answers,
                             const char *expected);
void expect_preemption (const char *release, const char *configuration,
                        const char *manifest, const char *expected);
