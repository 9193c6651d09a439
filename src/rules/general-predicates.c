/* general-predicates.c - predicate GeneralPredicates
 *
 * PodFitsResources, HostName, PodFitsHostPorts and MatchNodeSelector in one.
 * All four are always checked and all their reasons are given, in this order.
 * Cost: the sum of the four.  Source: kube-scheduler v1.16 GeneralPredicates.
 * Tests: tests/rules/test-general-predicates*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/plain-nodes.h"
#include "predicates/metadata.h"
#include "predicates/predicates.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void check_nodes (const FitPredicateRun *run,
                         const FitNodeInfo *const *nodes, guint n,
                         gboolean *excluded);
static gboolean check_labels (const FitPredicateRun *run, const FitNode *node);
static gboolean check_plain (const FitPredicateRun *run,
                             const FitPlainNodes *nodes,
                             FitPlainAnswers *answers);
static gboolean demand (const FitPredicateRun *run, FitResources *amounts);
static void prepare (FitPredicateRun *run);
static void prepare_but_resources (FitPredicateRun *run);
static void explain (const FitPredicateRun *run, const FitNodeInfo *node,
                     const FitReason *reason, FitDetail *detail);

static const FitReasonCode gives[]
    = { FIT_REASON_INSUFFICIENT_RESOURCE, FIT_REASON_HOST_NAME,
        FIT_REASON_HOST_PORTS, FIT_REASON_NODE_SELECTOR, 0 };

const FitPredicateInfo fit_general_predicates = {
  .name = "GeneralPredicates",
  .summary
  = "PodFitsResources, HostName, PodFitsHostPorts and MatchNodeSelector",
  .cost = FIT_COST_LABELS,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .demand = demand,
  .check_nodes = check_nodes,
  .check_labels = check_labels,
  .check_plain = check_plain,
  .prepare = prepare,
  .explain = explain,
};

const FitPredicateInfo fit_general_predicates_but_resources = {
  .name = "GeneralPredicates",
  .check = check,
  .prepare = prepare_but_resources,
};

const FitPredicateInfo *const fit_general_parts[FIT_N_GENERAL_PARTS]
    = { &fit_pod_fits_resources, &fit_host_name, &fit_pod_fits_host_ports,
        &fit_match_node_selector };

/* The parts that this pod can fail. */
typedef struct
{
  guint n;
  const FitPredicateInfo *parts[FIT_N_GENERAL_PARTS];
} State;

/* @but: (nullable): leave out this part */
static void
prepare_parts (FitPredicateRun *run, const FitPredicateInfo *but)
{
  State *state = fit_arena_new0 (run->meta->arena, State, 1);

  for (guint i = 0; i < FIT_N_GENERAL_PARTS; i++)
    {
      FitPredicateRun part = { .predicate = run->predicate, .meta = run->meta };

      if (fit_general_parts[i]->prepare != NULL)
        fit_general_parts[i]->prepare (&part);
      if (part.skip || fit_general_parts[i] == but)
        continue;
      state->parts[state->n++] = fit_general_parts[i];
      run->asks_labels |= part.asks_labels;
      run->asks_configured_labels |= part.asks_configured_labels;
    }
  run->state = state;
}

static void
prepare (FitPredicateRun *run)
{
  prepare_parts (run, NULL);
}

static void
prepare_but_resources (FitPredicateRun *run)
{
  prepare_parts (run, &fit_pod_fits_resources);
  run->skip = ((const State *) run->state)->n == 0;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const State *state = run->state;
  FitAnswer answer = FIT_ANSWER_YES;

  for (guint i = 0; i < state->n; i++)
    {
      FitAnswer part = state->parts[i]->check (run, node, reasons, error);

      if (part == FIT_ANSWER_ERROR)
        return part;
      answer = MIN (answer, part);
    }
  return answer;
}

/* Parts other than PodFitsResources are rarely left. */
static void
check_nodes (const FitPredicateRun *run, const FitNodeInfo *const *nodes,
             guint n, gboolean *excluded)
{
  const State *state = run->state;
  FitReasons reasons;

  fit_reasons_init (&reasons, run->meta->arena);
  for (guint k = 0; k < state->n; k++)
    if (state->parts[k]->check_nodes != NULL)
      state->parts[k]->check_nodes (run, nodes, n, excluded);
    else
      for (guint i = 0; i < n; i++)
        excluded[i] = excluded[i]
                      || state->parts[k]->check (run, nodes[i], &reasons, NULL)
                             != FIT_ANSWER_YES;
}

static gboolean
check_labels (const FitPredicateRun *run, const FitNode *node)
{
  const State *state = run->state;

  for (guint k = 0; k < state->n; k++)
    if (state->parts[k]->check_labels != NULL
        && !state->parts[k]->check_labels (run, node))
      return FALSE;
  return TRUE;
}

/* Parts that cannot tell about many nodes are asked about each. */
static gboolean
check_plain (const FitPredicateRun *run, const FitPlainNodes *nodes,
             FitPlainAnswers *answers)
{
  const State *state = run->state;
  FitReasons reasons;

  fit_reasons_init (&reasons, run->meta->arena);
  for (guint k = 0; k < state->n; k++)
    {
      const FitPredicateInfo *part = state->parts[k];

      if (part->check_plain != NULL && part->check_plain (run, nodes, answers))
        continue;
      if (nodes->stand_in)
        return FALSE;
      for (guint64 left = nodes->plain; left != 0; left &= left - 1)
        {
          const gint i = __builtin_ctzll (left);

          if (answers->unfit[i / 2][i % 2] == 0
              && part->check (run, nodes->of[i], &reasons, NULL)
                     != FIT_ANSWER_YES)
            answers->unfit[i / 2][i % 2] = -1;
        }
    }
  return TRUE;
}

static gboolean
demand (const FitPredicateRun *run, FitResources *amounts)
{
  const State *state = run->state;
  gboolean place = FALSE;

  for (guint i = 0; i < state->n; i++)
    place |= state->parts[i]->demand != NULL
             && state->parts[i]->demand (run, amounts);
  return place;
}

static gboolean
gives_reason (const FitPredicateInfo *part, FitReasonCode code)
{
  for (guint i = 0; part->reasons[i]; i++)
    if (part->reasons[i] == code)
      return TRUE;
  return FALSE;
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  for (guint i = 0; i < FIT_N_GENERAL_PARTS; i++)
    if (gives_reason (fit_general_parts[i], reason->code))
      fit_general_parts[i]->explain (run, node, reason, detail);
}
