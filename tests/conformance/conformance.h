/* conformance.h - cases whose expected values came from the original
 *
 * A case is run by building, as JSON, what this library says in the form of
 * the case's `expected`; the first difference between the two is the failure.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"
#include "simulate/simulation.h"

#include <json.h>

typedef struct
{
  const char *path;      /* of the file */
  json_object *json;     /* the whole case */
  const FitValue *value; /* the same, with number literals as written */
  FitArena *arena;
  const char *release; /* whose code gave the expected values: "v1.34.1" */
  char **problem;      /* why the case cannot be used, NULL while it can */
} ConformanceCase;

/* conformance_refuse: the case cannot be used, which fails it; the first reason
 * counts */
void conformance_refuse (const ConformanceCase *c, const char *reason);

/* How the case is configured. */
typedef struct
{
  FitFeatureGates gates;
  FitRegistry *registry;
  FitConfiguration *configuration; /* (nullable): of a later release; NULL: a
                                      Policy or a provider of v1.16 */
  GError *refused;      /* (nullable): why there is no configuration */
  FitDecodeFlags flags; /* which fields of objects the rules read */
  FitObjects *objects;
  FitObjects *pending;
  gboolean adapt; /* run the rules as plugins; FALSE after case_setup_init() */
} CaseSetup;

void case_setup_init (const ConformanceCase *c, CaseSetup *setup);
void case_setup_clear (CaseSetup *setup);

/* case_read_object: adds @object to @objects exactly as it is written, with the
 * fields that @flags name */
void case_read_object (const ConformanceCase *c, const FitValue *object,
                       FitDecodeFlags flags, FitObjects *objects);

/* case_read_list: adds all objects of @list (nullable), with the fields that
 * @flags name */
void case_read_list (const ConformanceCase *c, const FitValue *list,
                     FitDecodeFlags flags, FitObjects *objects);

/* case_configuration: the KubeSchedulerConfiguration of the case, as its release
 * reads it: its config, or the configuration in that beside feature gates.
 * Returns: NULL with an error when it is refused */
FitConfiguration *case_configuration (const ConformanceCase *c, GError **error);

/* case_extender: Returns: (transfer none): plays the extenders of a case.  The
 * path of an extender's URL says what it answers:
 *
 *   all      filter: all nodes; preempt: what it got
 *   id       preempt: what it got, with its numbers of violated budgets
 *   pdb      preempt: what it got, with n, n - 1, ..., 1 violated budgets, by
 *            name of the node
 *   fail500  every call fails with status 500
 *   unknown  filter and preempt: a node that nobody knows */
const FitExtenderCalls *case_extender (void);

/* case_setup_merge: the pending pods are among the objects too */
void case_setup_merge (const ConformanceCase *c, CaseSetup *setup);

/* case_simulation: a scheduler as the case configures it, with extenders as
 * case_extender() plays them if it is one of a later release.  @percentage
 * replaces that of a Policy or a provider unless it is negative.  Returns: NULL
 * with an error when it is refused */
FitSimulation *case_simulation (const ConformanceCase *c,
                                const CaseSetup *setup,
                                gboolean check_all_from_policy, gint percentage,
                                GError **error);

/* conformance_run: what the library says to a case of @kind.  Returns: a new
 * reference, NULL for an unknown kind */
json_object *conformance_run (const ConformanceCase *c, const char *kind);

/* The same for each kind. */
json_object *conformance_evaluate (const ConformanceCase *c);
json_object *conformance_sequence (const ConformanceCase *c);
json_object *conformance_events (const ConformanceCase *c);
json_object *conformance_policy (const ConformanceCase *c);
json_object *conformance_preempt (const ConformanceCase *c);
json_object *conformance_profile (const ConformanceCase *c);
json_object *conformance_migration (const ConformanceCase *c);
json_object *conformance_defaults (const ConformanceCase *c);
json_object *conformance_configuration (const ConformanceCase *c);
json_object *conformance_queue_event (const ConformanceCase *c);

/* placement_json: where @pod was placed.  Returns: a new reference */
json_object *placement_json (const FitPod *pod, const FitPlacement *placement);

/* placements_compare: the same rules as plugins, with the same arithmetic,
 * place every pod where the rules themselves do: the case fails by the first
 * difference between @list and @adapted, whose messages are dropped */
void placements_compare (const ConformanceCase *c, json_object *list,
                         json_object *adapted);

/* first_difference: Returns: (nullable) (transfer full): where and how two
 * documents differ first, NULL when they are equal.  Members of objects have
 * no order. */
char *first_difference (json_object *expected, json_object *actual,
                        const char *path);

/* Helpers */

/* conformance_reasons: texts of @n reasons.  The original gives those of scalar
 * resources in any order; the cases have them sorted. */
json_object *conformance_reasons (const FitReason *reasons, guint n);

/* conformance_sorted: @names as a list, sorted in place */
json_object *conformance_sorted (GPtrArray *names);

json_object *json_string_or_null (const char *text);
char *without_hints (const char *message);
