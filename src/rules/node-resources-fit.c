/* node-resources-fit.c - NodeResourcesFit at PreFilter and Filter; resource-allocation.c has Score
 *
 * Like PodFitsResources of v1.16: the pod's requests must fit into what is free
 * on the node, including the number of pods.  The arguments name extended
 * resources to ignore, one by one or by the part before the '/'.  By the rules
 * NO_REQUEST_FITS and NO_SCALAR_FITS, a resource that the pod does not request
 * is ignored too.  By the rule CAPACITY, a request that does not even fit an
 * empty node has its own status.
 * Cost: constant, plus scalar resources.
 */
#include "base/intern.h"
#include "api/names.h"
#include "base/wrapping.h"
#include "predicates/rule-details.h"
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

#include <string.h>

/* -- the rule ------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_node_resources_fit = {
  .name = "NodeResourcesFit",
  .predicates = PREDICATES (&fit_pod_fits_resources),
  .trade = "resources",
  .points = POINTS (
    { PF | F, FIT_SPAN (18, 22) },
    { PF | F | S, FIT_SPAN (22, 27) },
    { PF | F | PS | S, FIT_SINCE (27) }),
  .filters = FILTERS ({ FROM (18), &fit_filter_resources_fit }),
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
};
/* clang-format on */

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
  FitScalar *scalars; /* names borrowed */
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
in_ignored_group (const Data *data, const char *name)
{
  const gsize len = strcspn (name, "/");

  for (guint i = 0; data->ignored_groups[i]; i++)
    if (strlen (data->ignored_groups[i]) == len
        && strncmp (data->ignored_groups[i], name, len) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_ignored (const Data *data, const char *name)
{
  if (!fit_is_extended_resource_name (name))
    return FALSE;
  for (guint i = 0; i < data->n_ignored; i++)
    if (data->ignored[i] == name)
      return TRUE;
  return in_ignored_group (data, name);
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
}

static inline void
require (const FitBehaviour *behaviour, FitReasons *reasons,
         const char *resource, gint64 requested, gint64 used, gint64 capacity)
{
  if (G_LIKELY (capacity >= fit_wrapping_add (requested, used)))
    return;
  if (behaviour->over_capacity_is_final && requested > capacity)
    fit_reasons_add_insufficient_capacity (reasons, resource, requested, used,
                                           capacity);
  else
    fit_reasons_add_insufficient (reasons, resource, requested, used, capacity);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const FitBehaviour *behaviour = fit_filter_behaviour (run);
  const gboolean all = !behaviour->no_request_fits;
  const FitPredicateMetadata *meta = run->meta;
  const FitResources *request = &meta->request, *used = &node->requested,
                     *capacity = &node->allocatable;
  const State *state = run->state;
  const guint before = reasons->n;
  guint used_place = 0, capacity_place = 0;

  if (G_UNLIKELY ((gint64) node->n_pods + 1 > node->allowed_pods))
    fit_reasons_add_text (reasons, FIT_REASON_TOO_MANY_PODS, NULL);
  if (!meta->requests_nothing)
    {
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
      for (guint i = 0; i < state->n; i++)
        require (behaviour, reasons, state->scalars[i].name,
                 state->scalars[i].value,
                 fit_resources_scalar_from (used, state->scalars[i].name,
                                            &used_place),
                 fit_resources_scalar_from (capacity, state->scalars[i].name,
                                            &capacity_place));
    }
  return reasons->n == before ? FIT_ANSWER_YES : FIT_ANSWER_NO;
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

/* What @pod requests, its overhead included; scalars are borrowed. */
static FitResources
request_of (const FitPod *pod)
{
  const FitResources *overhead = &pod->spec->overhead;
  FitResources request = *fit_pod_counted_requests (pod->spec);

  request.milli_cpu = fit_wrapping_add (request.milli_cpu, overhead->milli_cpu);
  request.memory = fit_wrapping_add (request.memory, overhead->memory);
  request.ephemeral_storage = fit_wrapping_add (request.ephemeral_storage,
                                                overhead->ephemeral_storage);
  return request;
}

FitQueueingHint
fit_hint_node_has_room (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const FitNode *node = new_object;
  const FitResources request = request_of (pod);

  return fit_hint_if (
      node->allowed_pods >= 1
      && !any (&request, NULL, &node->allocatable, is_too_little));
}

FitQueueingHint
fit_hint_node_got_room (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const FitNode *before = old_object, *now = new_object;
  const FitResources request = request_of (pod);

  return fit_hint_if (
      fit_hint_node_has_room (plugin, pod, NULL, now) != FIT_QUEUEING_SKIP
      && (before == NULL || now->allowed_pods > before->allowed_pods
          || any (&request, &before->allocatable, &now->allocatable, is_more)));
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
  request = request_of (pod);
  freed_before = request_of (old_object);
  freed_now = request_of (now);
  return fit_hint_if (any (&request, &freed_before, &freed_now, is_less));
}

static const FitReasonCode gives[]
    = { FIT_REASON_TOO_MANY_PODS, FIT_REASON_INSUFFICIENT_RESOURCE,
        FIT_REASON_INSUFFICIENT_CAPACITY, 0 };

const FitPredicateInfo fit_filter_resources_fit = {
  .name = "NodeResourcesFit",
  .summary
  = "enough CPU, memory, storage, extended resources and pod slots are free",
  .cost = FIT_COST_CONSTANT,
  .reasons = gives,
  .check = check,
  .prepare = filter_prepare,
  .explain = fit_explain_amount,
  .create = create,
  .free_data = filter_free_data,
};
