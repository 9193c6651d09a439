/* node-resources-fit.c - NodeResourcesFit at PreFilter and Filter; up to v1.17
 * predicate PodFitsResources; resource-allocation.c has Score
 *
 * The pod's requests must fit into what is free on the node:
 *   pods on the node + 1 <= allocatable pods, and, if the pod requests
 *   anything at all, for every resource: requested + used <= allocatable.
 * CPU, memory and ephemeral storage are all checked if the pod requests any
 * resource: a node overcommitted in CPU rejects a pod that requests only
 * memory, for its CPU.  All reasons are given, not just the first.
 *
 * With no_request_fits and no_scalar_fits, a resource that the pod does not
 * request is ignored.  The plugin's arguments name extended resources to
 * ignore, one by one or by the part before the '/'; in v1.16 extenders do.
 * A pod with sidecars is rejected while the gate SidecarContainers is off.
 * With over_capacity_is_final, a request that does not even fit an empty node
 * has its own status.
 * Cost: constant, plus scalar resources.
 * Tests: tests/rules/test-node-resources-fit*.c,
 * tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "api/names.h"
#include "api/texts.h"
#include "base/wrapping.h"
#include "cluster/plain-nodes.h"
#include "predicates/predicates.h"
#include "rules/resource-sums.h"
#include "rules/scored-resources.h"
#include "rules/rule-rows.h"

#include <math.h>
#include <string.h>

/* -- the rule -------------------------------------------------------------- */

static const char *later_only (gconstpointer args, gboolean scores);

/* The formulas, defined below. */
static const FitPredicateInfo filter_resources_fit;

/* clang-format off */
const FitRule fit_rule_node_resources_fit = {
  .name = "NodeResourcesFit",
  .predicates = PREDICATES (&fit_pod_fits_resources),
  .trade = "resources",
  .points = POINTS (
    { PF | F, FIT_SPAN (18, 22) },
    { PF | F | S, FIT_SPAN (22, 27) },
    { PF | F | PS | S, FIT_SPAN (27, 36) },
    { PF | F | PS | S | PLS, FIT_SINCE (36) }),
  .filters = FILTERS ({ FROM (18), &filter_resources_fit }),
  .scores = SCORES ({ FROM (22), &fit_score_resources_fit }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_FILTER), FROM (18), NO_GATE, NOT_FOUND ("error reading", "PreFilterNodeResourcesFit") }),
  .events = EVENTS (
    EVENT (POD, DELETE, FIT_BEFORE (30), ALWAYS, NULL),
    EVENT (POD, DELETE, FIT_SINCE (30), ALWAYS, fit_hint_pod_freed_room),
    EVENT (POD, SCALE_DOWN, FIT_SINCE (31), RESIZES, fit_hint_pod_freed_room),
    EVENT (NODE, ADD | ALLOCATABLE, FIT_BEFORE (24), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (24, 30), ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_SPAN (30, 32), ALWAYS, fit_hint_node_has_room),
    EVENT (NODE, ADD | ALLOCATABLE, FIT_SINCE (32), ALWAYS, fit_hint_node_got_room),
    EVENT (NODE, TAINT | LABEL, FIT_SINCE (32), NO_HINTS, NULL)),
  .weights = WEIGHTS ({ NULL, FIT_SINCE (22), 0, 1, 1 }),
  .later_only = later_only,
  .use = fit_use_of_strategy,
  .setting = SETTING (IGNORED, FitNodeResourcesFitArgs, ignored_resources),
  .notes = NOTES (
    { FIT_SKIPS_RESOURCES, FIT_SINCE (22) },
    { "the overhead of pods does not count", FIT_SPAN (22, 24) },
    { FIT_COUNTS_OVERHEAD, FIT_SINCE (27) },
    { "utilization is rounded down instead of up, and resources that a node does not offer are skipped", FIT_SINCE (22), FIT_STRATEGY_RATIO },
    { "a resource that a pod does not request no longer keeps it off nodes where that is overcommitted", FIT_SINCE (28), .points = F }),
  .sign = fit_sign_requests,
};
/* clang-format on */

static const char *
later_only (gconstpointer args, gboolean scores)
{
  const FitNodeResourcesFitArgs *fit = args;

  return !scores && fit->ignored_resource_groups.n > 0 ? "ignoredResourceGroups"
                                                       : NULL;
}

typedef struct
{
  FitFilterData common;
  char **ignored_groups; /* owned, NULL-terminated */
  guint n_ignored;
  const char **ignored; /* owned array of interned strings, references held */
} Data;

/* The pod's scalar resources that are checked. */
typedef struct
{
  guint n;
  FitScalar *scalars;    /* names borrowed */
  gboolean has_sidecars; /* which are not supported */
} State;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeResourcesFitArgs *written = given->args;
  Data *data = g_new0 (Data, 1);

  fit_filter_data_init (&data->common, given);
  data->ignored = g_new (const char *, written->ignored_resources.n);
  for (guint i = 0; i < written->ignored_resources.n; i++)
    data->ignored[data->n_ignored++]
        = fit_intern (written->ignored_resources.items[i]);
  data->ignored_groups
      = g_new0 (char *, (gsize) written->ignored_resource_groups.n + 1);
  for (guint i = 0; i < written->ignored_resource_groups.n; i++)
    data->ignored_groups[i]
        = g_strdup (written->ignored_resource_groups.items[i]);
  *out_data = data;
  return TRUE;
}

static void
filter_free_data (gpointer pointer)
{
  Data *data = pointer;

  for (guint i = 0; i < data->n_ignored; i++)
    fit_intern_unref (data->ignored[i]);
  g_free (data->ignored);
  g_strfreev (data->ignored_groups);
  g_free (data);
}

static gboolean
is_ignored (const Data *data, const char *name)
{
  gsize len;

  if (!fit_is_extended_resource_name (name))
    return FALSE;
  for (guint i = 0; i < data->n_ignored; i++)
    if (data->ignored[i] == name)
      return TRUE;
  len = strcspn (name, "/");
  for (guint i = 0; data->ignored_groups[i] != NULL; i++)
    if (strlen (data->ignored_groups[i]) == len
        && strncmp (data->ignored_groups[i], name, len) == 0)
      return TRUE;
  return FALSE;
}

static void
filter_prepare (FitPredicateRun *run)
{
  const FitResources *request = &run->meta->request;
  FitArena *arena = run->meta->arena;
  State *state = fit_arena_new0 (arena, State, 1);

  state->scalars = fit_arena_newn (arena, FitScalar, request->n_scalars);
  for (guint i = 0; i < request->n_scalars; i++)
    if (!(request->scalars[i].value == 0
          && fit_filter_behaviour (run)->no_scalar_fits)
        && !is_ignored (run->predicate->data, request->scalars[i].name))
      state->scalars[state->n++] = request->scalars[i];
  run->state = state;
  state->has_sidecars = run->meta->pod->spec->has_sidecars
                        && !fit_gate_on (fit_filter_data (run)->gates,
                                         FIT_GATE_SIDECAR_CONTAINERS);
  if (state->has_sidecars && fit_filter_behaviour (run)->sidecars_end_early)
    fit_filter_reject (run, FIT_REASON_SIDECARS_DISABLED, NULL);
}

/* Sums and differences wrap, so it matters for huge amounts which of them is
 * compared.  @rest: see compares_rest */
static inline gboolean
is_enough (gboolean rest, gint64 requested, gint64 used, gint64 capacity)
{
  return rest ? requested <= fit_wrapping_subtract (capacity, used)
              : fit_wrapping_add (requested, used) <= capacity;
}

static inline gboolean
compares_rest (const FitBehaviour *behaviour)
{
  return behaviour != NULL && behaviour->compares_rest;
}

static inline void
require (const FitBehaviour *behaviour, FitReasons *reasons,
         const char *resource, gint64 requested, gint64 used, gint64 capacity)
{
  if (G_LIKELY (
          is_enough (compares_rest (behaviour), requested, used, capacity)))
    return;
  if (behaviour != NULL && behaviour->over_capacity_is_final
      && requested > capacity)
    fit_reasons_add_insufficient_capacity (reasons, resource, requested, used,
                                           capacity);
  else
    fit_reasons_add_insufficient (reasons, resource, requested, used, capacity);
}

static gboolean
left_to_extenders (const FitPredicateMetadata *meta, const char *name)
{
  for (guint i = 0; i < meta->n_ignored; i++)
    if (meta->ignored[i] == name)
      return fit_is_extended_resource_name (name);
  return FALSE;
}

/* @behaviour: NULL for v1.16; @scalars: those to check */
static inline FitAnswer
check_amounts (const FitPredicateMetadata *meta, const FitBehaviour *behaviour,
               guint n, const FitScalar *scalars, const FitNodeInfo *node,
               FitReasons *reasons)
{
  const gboolean all = behaviour == NULL || !behaviour->no_request_fits;
  const FitResources *request = &meta->request, *used = &node->requested,
                     *capacity = &node->traits->allocatable;
  const guint before = reasons->n;
  guint used_place = 0, capacity_place = 0;

  if (G_LIKELY ((gint64) node->n_pods + 1 <= node->traits->allowed_pods))
    ;
  else if (behaviour == NULL)
    fit_reasons_add_insufficient (reasons, FIT_RESOURCE_PODS, 1, node->n_pods,
                                  node->traits->allowed_pods);
  else
    fit_reasons_add_text (reasons, FIT_REASON_TOO_MANY_PODS, NULL);
  if (meta->requests_nothing)
    return reasons->n == before ? FIT_ANSWER_YES : FIT_ANSWER_NO;
  if (all || request->milli_cpu > 0)
    require (behaviour, reasons, FIT_RESOURCE_CPU, request->milli_cpu,
             used->milli_cpu, capacity->milli_cpu);
  if (all || request->memory > 0)
    require (behaviour, reasons, FIT_RESOURCE_MEMORY, request->memory,
             used->memory, capacity->memory);
  if (all || request->ephemeral_storage > 0)
    require (behaviour, reasons, FIT_RESOURCE_EPHEMERAL_STORAGE,
             request->ephemeral_storage, used->ephemeral_storage,
             capacity->ephemeral_storage);
  for (guint i = 0; i < n; i++)
    if (behaviour != NULL || !left_to_extenders (meta, scalars[i].name))
      require (behaviour, reasons, scalars[i].name, scalars[i].value,
               fit_resources_scalar_from (used, scalars[i].name, &used_place),
               fit_resources_scalar_from (capacity, scalars[i].name,
                                          &capacity_place));
  return reasons->n == before ? FIT_ANSWER_YES : FIT_ANSWER_NO;
}

/* check_amounts() for many nodes.  A resource that does not matter is one of which
 * every node has enough. */
static void
check_amounts_of (const FitPredicateMetadata *meta,
                  const FitBehaviour *behaviour, guint n_scalars,
                  const FitScalar *scalars, const FitNodeInfo *const *nodes,
                  guint n, gboolean *excluded)
{
  const gboolean all = behaviour == NULL || !behaviour->no_request_fits;
  const FitResources *request = &meta->request;
  const gboolean any = !meta->requests_nothing;
  const gboolean rest = compares_rest (behaviour);
  const gboolean cpu = any && (all || request->milli_cpu > 0),
                 memory = any && (all || request->memory > 0),
                 storage = any && (all || request->ephemeral_storage > 0);
  const FitArenaMark mark = fit_arena_mark (meta->arena);
  FitReasons reasons;

  fit_reasons_init (&reasons, meta->arena);
  for (guint i = 0; i < n; i++)
    {
      const FitResources *used = &nodes[i]->requested,
                         *capacity = &nodes[i]->traits->allocatable;

      excluded[i] |= (nodes[i]->n_pods >= nodes[i]->traits->allowed_pods)
                     | (cpu
                        & !is_enough (rest, request->milli_cpu, used->milli_cpu,
                                      capacity->milli_cpu))
                     | (memory
                        & !is_enough (rest, request->memory, used->memory,
                                      capacity->memory))
                     | (storage
                        & !is_enough (rest, request->ephemeral_storage,
                                      used->ephemeral_storage,
                                      capacity->ephemeral_storage));
      if (any && n_scalars > 0 && !excluded[i])
        excluded[i] = check_amounts (meta, behaviour, n_scalars, scalars,
                                     nodes[i], &reasons)
                      != FIT_ANSWER_YES;
    }
  fit_arena_rewind (meta->arena, mark);
}

/* The same for plain nodes.  A resource that does not matter is one of which any
 * node has enough. */
static gboolean
check_amounts_of_plain (const FitPredicateMetadata *meta,
                        const FitBehaviour *behaviour, guint n_scalars,
                        const FitPlainNodes *nodes, FitPlainAnswers *answers)
{
  const FitResources *request = &meta->request;
  const gboolean any = !meta->requests_nothing;
  const gboolean all
      = any && (behaviour == NULL || !behaviour->no_request_fits);
  const gdouble cpu = all || (any && request->milli_cpu > 0)
                          ? (gdouble) request->milli_cpu
                          : -INFINITY;
  const gdouble memory = all || (any && request->memory > 0)
                             ? (gdouble) request->memory
                             : -INFINITY;

  if (n_scalars > 0 || request->ephemeral_storage != 0
      || !fit_plain_amount (request->milli_cpu)
      || !fit_plain_amount (request->memory))
    return FALSE;
  for (guint i = 0; i < nodes->pairs; i++)
    answers->unfit[i] |= (nodes->cpu[i] + cpu > nodes->has_cpu[i])
                         | (nodes->memory[i] + memory > nodes->has_memory[i]);
  for (guint64 full = nodes->full; full != 0; full &= full - 1)
    {
      const gint i = __builtin_ctzll (full);

      answers->unfit[i / 2][i % 2] = -1;
    }
  return TRUE;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const State *state = run->state;

  if (G_UNLIKELY (state->has_sidecars))
    {
      fit_reasons_add (reasons, FIT_REASON_SIDECARS_DISABLED);
      return FIT_ANSWER_NO;
    }
  return check_amounts (run->meta, fit_filter_behaviour (run), state->n,
                        state->scalars, node, reasons);
}

static void
check_nodes (const FitPredicateRun *run, const FitNodeInfo *const *nodes,
             guint n, gboolean *excluded)
{
  const State *state = run->state;

  for (guint i = 0; state->has_sidecars && i < n; i++)
    excluded[i] = TRUE;
  check_amounts_of (run->meta, fit_filter_behaviour (run), state->n,
                    state->scalars, nodes, n, excluded);
}

static gboolean
check_plain (const FitPredicateRun *run, const FitPlainNodes *nodes,
             FitPlainAnswers *answers)
{
  const State *state = run->state;

  return !state->has_sidecars
         && check_amounts_of_plain (run->meta, fit_filter_behaviour (run),
                                    state->n, nodes, answers);
}

/* Also for GeneralPredicates, so without a state. */
static FitAnswer
former_check (const FitPredicateRun *run, const FitNodeInfo *node,
              FitReasons *reasons, GError **error)
{
  const FitResources *request = &run->meta->request;

  return check_amounts (run->meta, NULL, request->n_scalars, request->scalars,
                        node, reasons);
}

static void
former_check_nodes (const FitPredicateRun *run, const FitNodeInfo *const *nodes,
                    guint n, gboolean *excluded)
{
  const FitResources *request = &run->meta->request;

  check_amounts_of (run->meta, NULL, request->n_scalars, request->scalars,
                    nodes, n, excluded);
}

static gboolean
former_check_plain (const FitPredicateRun *run, const FitPlainNodes *nodes,
                    FitPlainAnswers *answers)
{
  return check_amounts_of_plain (run->meta, NULL, run->meta->request.n_scalars,
                                 nodes, answers);
}

/* -- demands --------------------------------------------------------------- */

/* @behaviour: NULL for v1.16; @scalars: those to check */
static gboolean
demand_amounts (const FitPredicateMetadata *meta, const FitBehaviour *behaviour,
                guint n, const FitScalar *scalars, FitResources *amounts)
{
  const FitResources *request = &meta->request;

  if (meta->requests_nothing)
    return TRUE;
  amounts->milli_cpu = MAX (amounts->milli_cpu, request->milli_cpu);
  amounts->memory = MAX (amounts->memory, request->memory);
  amounts->ephemeral_storage
      = MAX (amounts->ephemeral_storage, request->ephemeral_storage);
  for (guint i = 0; i < n; i++)
    if ((behaviour != NULL || !left_to_extenders (meta, scalars[i].name))
        && scalars[i].value > fit_resources_scalar (amounts, scalars[i].name))
      fit_resources_set_scalar (amounts, scalars[i].name, scalars[i].value);
  return TRUE;
}

static gboolean
demand (const FitPredicateRun *run, FitResources *amounts)
{
  const State *state = run->state;

  return demand_amounts (run->meta, fit_filter_behaviour (run), state->n,
                         state->scalars, amounts);
}

/* Also for GeneralPredicates, so without a state. */
static gboolean
former_demand (const FitPredicateRun *run, FitResources *amounts)
{
  const FitResources *request = &run->meta->request;

  return demand_amounts (run->meta, NULL, request->n_scalars, request->scalars,
                         amounts);
}

/* -- events ---------------------------------------------------------------- */

/* Compares the amounts of two objects of one resource that a pod requests. */
typedef gboolean (*Comparison) (gint64 request, gint64 before, gint64 now);

/* Is @holds TRUE for any resource that @wanted names? */
static gboolean
any (const FitResources *wanted, const FitResources *before,
     const FitResources *now, Comparison holds)
{
  static const FitResources none;

  before = before != NULL ? before : &none;
  if ((wanted->milli_cpu > 0
       && holds (wanted->milli_cpu, before->milli_cpu, now->milli_cpu))
      || (wanted->memory > 0
          && holds (wanted->memory, before->memory, now->memory))
      || (wanted->ephemeral_storage > 0
          && holds (wanted->ephemeral_storage, before->ephemeral_storage,
                    now->ephemeral_storage)))
    return TRUE;
  for (guint i = 0; i < wanted->n_scalars; i++)
    {
      const FitScalar *scalar = &wanted->scalars[i];

      if (scalar->value != 0
          && holds (scalar->value, fit_resources_scalar (before, scalar->name),
                    fit_resources_scalar (now, scalar->name)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_too_little (gint64 request, gint64 before, gint64 now)
{
  return request > now;
}

static gboolean
is_more (gint64 request, gint64 before, gint64 now)
{
  return now > before;
}

static gboolean
is_less (gint64 request, gint64 before, gint64 now)
{
  return MAX (before, 0) > MAX (now, 0);
}

/* @requests of @pod with its overhead; scalars are borrowed. */
static FitResources
with_overhead (const FitPod *pod, const FitResources *requests)
{
  const FitResources *overhead = &pod->spec->overhead;
  FitResources request = *requests;

  request.milli_cpu = fit_wrapping_add (request.milli_cpu, overhead->milli_cpu);
  request.memory = fit_wrapping_add (request.memory, overhead->memory);
  request.ephemeral_storage = fit_wrapping_add (request.ephemeral_storage,
                                                overhead->ephemeral_storage);
  return request;
}

static FitResources
counted (const FitPod *pod)
{
  return with_overhead (pod, fit_pod_counted_requests (pod->spec));
}

FitQueueingHint
fit_hint_node_has_room (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const FitNode *node = new_object;
  const FitResources request = with_overhead (pod, &pod->spec->requests);

  return fit_hint_if (
      node->traits->allowed_pods >= 1
      && !any (&request, NULL, &node->traits->allocatable, is_too_little));
}

FitQueueingHint
fit_hint_node_got_room (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const FitNode *before = old_object, *now = new_object;
  const FitResources request = with_overhead (pod, &pod->spec->requests);

  return fit_hint_if (
      fit_hint_node_has_room (plugin, pod, NULL, now) != FIT_QUEUEING_SKIP
      && (before == NULL
          || now->traits->allowed_pods > before->traits->allowed_pods
          || any (&request, &before->traits->allocatable,
                  &now->traits->allocatable, is_more)));
}

FitQueueingHint
fit_hint_pod_freed_room (gpointer plugin, const FitPod *pod,
                         gconstpointer old_object, gconstpointer new_object)
{
  const FitPod *now = new_object;
  FitResources request, freed_before, freed_now;

  if (now == NULL)
    return fit_hint_if (fit_hint_was_placed (plugin, old_object));
  if (fit_hint_same_pod (pod, now))
    return FIT_QUEUEING_AFTER_BACKOFF;
  if (*now->node_name == '\0')
    return FIT_QUEUEING_SKIP;
  request = counted (pod);
  freed_before = counted (old_object);
  freed_now = counted (now);
  return fit_hint_if (any (&request, &freed_before, &freed_now, is_less));
}

/* -- with numbers only ----------------------------------------------------- */

gboolean
fit_resource_sums_possible (const FitPredicateMetadata *meta)
{
  return meta->request.n_scalars <= FIT_SUMS_MOST_SCALARS;
}

void
fit_resource_sums_init (FitResourceSums *sums, const FitPredicateMetadata *meta)
{
  const FitResources *request = &meta->request;

  sums->amounts = (FitAmounts){ 1, request->milli_cpu, request->memory,
                                request->ephemeral_storage };
  for (guint i = 0; i < request->n_scalars; i++)
    sums->scalars[i] = request->scalars[i].value;
}

void
fit_resource_sums_scalar_capacity (gint64 *scalars,
                                   const FitPredicateMetadata *meta,
                                   const FitNodeInfo *node)
{
  for (guint i = 0; i < meta->request.n_scalars; i++)
    {
      const char *name = meta->request.scalars[i].name;

      scalars[i]
          = meta->requests_nothing || left_to_extenders (meta, name)
                ? G_MAXINT64
                : fit_resources_scalar (&node->traits->allocatable, name);
    }
}

void
fit_resource_sums_count_scalars (gint64 *scalars,
                                 const FitPredicateMetadata *meta,
                                 const FitNodeInfo *node,
                                 const FitPodSpec *spec, gint sign)
{
  const FitResources *request = fit_pod_counted_requests (spec);
  const FitResources *overhead
      = node->counts_overhead && spec->has_overhead ? &spec->overhead : NULL;

  for (guint i = 0; i < meta->request.n_scalars; i++)
    {
      const char *name = meta->request.scalars[i].name;
      gint64 value = fit_resources_scalar (request, name);

      if (overhead != NULL)
        value = fit_wrapping_add (value, fit_resources_scalar (overhead, name));
      scalars[i]
          = fit_wrapping_add (scalars[i], fit_wrapping_multiply (sign, value));
    }
}

/* -- explaining ------------------------------------------------------------ */

/* Explains how much is missing; even the empty node may be too small. */
static void
explain_room (const char *resource, gint64 missing, gboolean too_small,
              const FitNodeInfo *node, FitDetail *detail)
{
  g_autofree char *amount = fit_amount_format (resource, missing);
  const gboolean slots = strcmp (resource, FIT_RESOURCE_PODS) == 0;

  if (missing <= 0)
    return;
  if (too_small && slots)
    fit_detail_advise (detail, "use a larger node than %s", node->name);
  else if (too_small)
    fit_detail_advise (detail, "request less %s, or use a larger node than %s",
                       resource, node->name);
  else
    fit_detail_advise (detail, "make room for %s more %s on %s", amount,
                       slots && missing == 1 ? "pod" : resource, node->name);
  fit_detail_add_change (detail, &(FitChange){ .type = FIT_CHANGE_ROOM,
                                               .resource = resource,
                                               .amount = missing });
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  if (reason->code == FIT_REASON_SIDECARS_DISABLED)
    fit_detail_advise (detail, "turn the feature gate SidecarContainers on");
  else
    {
      const gboolean slots = reason->code == FIT_REASON_TOO_MANY_PODS;
      const char *resource = slots ? FIT_RESOURCE_PODS : reason->text;
      const gint64 requested = slots ? 1 : reason->requested;
      const gint64 used = slots ? node->n_pods : reason->used;
      const gint64 capacity
          = slots ? node->traits->allowed_pods : reason->capacity;
      const gint64 left = fit_wrapping_subtract (capacity, used);
      g_autofree char *asked = fit_amount_format (resource, requested);
      g_autofree char *taken = fit_amount_format (resource, used);
      g_autofree char *all = fit_amount_format (resource, capacity);
      g_autofree char *free_ = fit_amount_format (resource, left);

      if (reason->code == FIT_REASON_INSUFFICIENT_CAPACITY)
        fit_detail_say (detail, "requested %s, the node has %s", asked, all);
      else
        fit_detail_say (detail, "requested %s, used %s of %s, free %s", asked,
                        taken, all, free_);
      fit_detail_add_fact (detail, "resource", resource);
      fit_detail_add_number (detail, "requested", requested);
      fit_detail_add_number (detail, "used", used);
      fit_detail_add_number (detail, "capacity", capacity);
      fit_detail_add_number (detail, "free", left);
      explain_room (resource, fit_wrapping_subtract (requested, left),
                    requested > capacity, node, detail);
    }
}

static const FitReasonCode gives[]
    = { FIT_REASON_TOO_MANY_PODS, FIT_REASON_INSUFFICIENT_RESOURCE,
        FIT_REASON_INSUFFICIENT_CAPACITY, FIT_REASON_SIDECARS_DISABLED, 0 };

static const FitPredicateInfo filter_resources_fit = {
  .name = "NodeResourcesFit",
  .summary
  = "enough CPU, memory, storage, extended resources and pod slots are free",
  .cost = FIT_COST_CONSTANT,
  .reasons = gives,
  .check = check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .demand = demand,
  .check_nodes = check_nodes,
  .check_plain = check_plain,
  .prepare = filter_prepare,
  .explain = explain,
  .create = create,
  .free_data = filter_free_data,
};

static const FitReasonCode former_gives[]
    = { FIT_REASON_INSUFFICIENT_RESOURCE, 0 };

const FitPredicateInfo fit_pod_fits_resources = {
  .name = "PodFitsResources",
  .summary
  = "enough CPU, memory, storage, extended resources and pod slots are free",
  .cost = FIT_COST_CONSTANT,
  .reasons = former_gives,
  .check = former_check,
  .by_node = TRUE,
  .fits_emptier = TRUE,
  .demand = former_demand,
  .check_nodes = former_check_nodes,
  .check_plain = former_check_plain,
  .explain = explain,
};
