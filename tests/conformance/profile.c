/* profile.c - cases of kind "profile": what a later release's plugins say
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "cluster/listers-private.h"
#include "config/profile-algorithm.h"
#include "core/cycle.h"
#include "predicates/metadata-build.h"

#include <string.h>

/* A profile over the objects of a case. */
typedef struct
{
  FitConfiguration *configuration;
  const FitProfile *profile; /* in @configuration */
  FitCache *cache;
  FitObjects *objects;
  FitObjects *pending;
  FitProfileAlgorithm *algorithm;
  const FitFilterProfile *filters; /* of @algorithm, as the scores */
  const GPtrArray *scores;         /* of FitPriority */
} Bench;

/* -- setting up ------------------------------------------------------------ */

/* Everything but nodes and pods. */
static void
list_objects (FitCache *cache, const FitObjects *objects)
{
  for (guint kind = FIT_KIND_SERVICE; kind < FIT_KIND_LAST; kind++)
    for (guint i = 0; i < objects->of[kind]->len; i++)
      fit_listers_set (fit_cache_listers (cache), objects->of[kind]->pdata[i]);
}

static void
fill_cache (const ConformanceCase *c, Bench *bench)
{
  const GPtrArray *nodes = bench->objects->of[FIT_KIND_NODE];
  const GPtrArray *pods = bench->objects->of[FIT_KIND_POD];

  bench->cache = fit_configuration_cache (bench->configuration);
  list_objects (bench->cache, bench->objects);
  for (guint i = 0; i < nodes->len; i++)
    fit_cache_add_node (bench->cache, nodes->pdata[i]);
  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];
      g_autoptr (GError) error = NULL;

      if (*pod->node_name && !fit_pod_terminal (pod)
          && !fit_cache_add_pod (bench->cache, pod, &error))
        conformance_refuse (c, error->message);
    }
}

static gboolean
bench_init (const ConformanceCase *c, Bench *bench, GError **error)
{
  FitDecodeFlags flags;

  bench->configuration = case_configuration (c, error);
  if (!bench->configuration)
    return FALSE;
  bench->profile = &bench->configuration->profiles[0];
  flags = fit_configuration_decode_flags (bench->configuration);
  bench->objects = fit_objects_new ();
  case_read_list (c,
                  fit_value_get (fit_value_get (c->value, "objects"), "items"),
                  flags, bench->objects);
  bench->pending = fit_objects_new ();
  case_read_list (c, fit_value_get (c->value, "pending"), flags,
                  bench->pending);
  fill_cache (c, bench);
  bench->algorithm = fit_profile_algorithm_new (bench->configuration, 0,
                                                bench->cache, error);
  if (!bench->algorithm)
    return FALSE;
  bench->filters = bench->algorithm->filters;
  bench->scores = bench->algorithm->scores;
  return TRUE;
}

static void
bench_clear (Bench *bench)
{
  g_clear_pointer (&bench->algorithm, fit_profile_algorithm_free);
  g_clear_pointer (&bench->cache, fit_cache_free);
  g_clear_pointer (&bench->objects, fit_objects_free);
  g_clear_pointer (&bench->pending, fit_objects_free);
  g_clear_pointer (&bench->configuration, fit_configuration_free);
}

/* -- lists ----------------------------------------------------------------- */

static json_object *
names_json (const FitProfileList *list)
{
  json_object *names = json_object_new_array ();

  for (guint i = 0; i < list->n; i++)
    json_object_array_add (names, json_object_new_string (list->items[i].name));
  return names;
}

static json_object *
effective_json (const FitProfile *profile)
{
  const FitProfileList *scores = &profile->plugins[FIT_POINT_SCORE];
  json_object *lists = json_object_new_object ();
  json_object *score = json_object_new_array ();

  for (guint i = 0; i < scores->n; i++)
    {
      json_object *pair = json_object_new_array ();

      json_object_array_add (pair,
                             json_object_new_string (scores->items[i].name));
      json_object_array_add (pair,
                             json_object_new_int (scores->items[i].weight));
      json_object_array_add (score, pair);
    }
  json_object_object_add (lists, "preFilter",
                          names_json (&profile->plugins[FIT_POINT_PRE_FILTER]));
  json_object_object_add (lists, "filter",
                          names_json (&profile->plugins[FIT_POINT_FILTER]));
  json_object_object_add (lists, "preScore",
                          names_json (&profile->plugins[FIT_POINT_PRE_SCORE]));
  json_object_object_add (lists, "score", score);
  return lists;
}

/* -- filters --------------------------------------------------------------- */

/* One pod at a time. */
typedef struct
{
  const Bench *bench;
  FitArena *arena;
  const FitPod *pod;
  FitPredicateMetadata *meta;
  FitPredicateRun *runs;
  FitPreFilterResult pre;
  guint n_nodes;
  const guint32 *order; /* node indexes, as the scheduler looks at them */
  guint n_fitting;
  const FitNodeInfo **fitting;
  const FitEvaluation *evaluation; /* what the scheduler makes of it */
} Attempt;

static json_object *
answer_json (const char *plugin, const char *code, json_object *reasons)
{
  json_object *answer = json_object_new_array ();

  json_object_array_add (answer, json_object_new_string (plugin));
  json_object_array_add (answer, json_object_new_string (code));
  json_object_array_add (answer, reasons);
  return answer;
}

static const char *
code_name (const FitReason *reasons, guint n)
{
  return fit_reasons_unresolvable (reasons, n) ? "UnschedulableAndUnresolvable"
                                               : "Unschedulable";
}

static json_object *
error_reasons (const char *message)
{
  json_object *reasons = json_object_new_array ();

  json_object_array_add (reasons, json_object_new_string (message));
  return reasons;
}

/* All filters about one node, whatever those before say. */
static json_object *
ask_filters (const Attempt *attempt, const FitNodeInfo *node)
{
  const FitFilterProfile *filters = attempt->bench->filters;
  json_object *answers = json_object_new_array ();

  for (guint i = 0; i < filters->n_filters; i++)
    {
      const FitPredicateRun *run = &attempt->runs[i];
      const char *name = run->predicate->name;
      g_autoptr (GError) problem = NULL;
      FitReasons reasons;
      FitAnswer answer;

      if (run->says_skip)
        continue;
      fit_reasons_init (&reasons, attempt->arena);
      answer = run->predicate->info->check (run, node, &reasons, &problem);
      if (answer == FIT_ANSWER_ERROR)
        json_object_array_add (
            answers,
            answer_json (name, "Error", error_reasons (problem->message)));
      else if (answer == FIT_ANSWER_NO)
        json_object_array_add (
            answers,
            answer_json (name, code_name (reasons.items, reasons.n),
                         conformance_reasons (reasons.items, reasons.n)));
    }
  return answers;
}

static json_object *
node_json (Attempt *attempt, const FitNodeInfo *node)
{
  const guint8 *excluded = attempt->pre.excluded;
  const gboolean left_out = excluded && excluded[node->index];
  json_object *json = json_object_new_object ();
  json_object *answers = ask_filters (attempt, node);
  const gboolean rejected = json_object_array_length (answers) > 0;

  if (!rejected && !left_out)
    attempt->fitting[attempt->n_fitting++] = node;
  json_object_object_add (json, "fits",
                          json_object_new_boolean (!rejected && !left_out));
  if (rejected && !left_out)
    json_object_object_add (
        json, "firstFailed",
        json_object_get (json_object_array_get_idx (answers, 0)));
  if (rejected)
    json_object_object_add (json, "filters", answers);
  else
    json_object_put (answers);
  if (left_out)
    json_object_object_add (json, "excluded", json_object_new_boolean (TRUE));
  return json;
}

static json_object *
nodes_json (Attempt *attempt)
{
  json_object *nodes = json_object_new_object ();

  for (guint i = 0; i < attempt->n_nodes; i++)
    {
      const FitNodeInfo *node
          = fit_cache_node (attempt->bench->cache, attempt->order[i]);

      json_object_object_add (nodes, node->name, node_json (attempt, node));
    }
  return nodes;
}

static json_object *
skipped_json (const Attempt *attempt)
{
  const FitFilterProfile *filters = attempt->bench->filters;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  /* 1.27 forgets what was to be skipped when it rejects the pod. */
  for (guint i = 0;
       i < filters->plugins->len
       && !(attempt->pre.reject && !filters->behaviour.filter_skip);
       i++)
    if (attempt->runs[i].says_skip)
      g_ptr_array_add (names, (gpointer) attempt->runs[i].predicate->name);
  return conformance_sorted (names);
}

/* -- scores ---------------------------------------------------------------- */

static json_object *
by_node (const Attempt *attempt, const gint64 *values)
{
  json_object *object = json_object_new_object ();

  for (guint i = 0; i < attempt->n_fitting; i++)
    json_object_object_add (object, attempt->fitting[i]->name,
                            json_object_new_int64 (values[i]));
  return object;
}

/* What the score plugins say together. */
typedef struct
{
  json_object *raw;
  json_object *scores;
  json_object *errors;
  json_object *skipped; /* (nullable) */
  gint64 *totals;
} Ranking;

/* PreScore, and all that is the same for all nodes.  Returns: FALSE when the
 * attempt ends here */
static gboolean
prepare_score (const Attempt *attempt, FitPriorityRun *run, Ranking *ranking)
{
  const FitNodeList nodes = { attempt->n_fitting, attempt->fitting };
  const FitPriority *score = run->priority;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (!score->info->prepare || score->info->prepare (run, &nodes, &error))
    return TRUE;
  text = g_strdup_printf ("running PreScore plugin \"%s\": %s", score->name,
                          error->message);
  json_object_object_add (ranking->errors, "preScore",
                          json_object_new_string (text));
  return FALSE;
}

static void
run_score (const Attempt *attempt, const FitPriorityRun *run, Ranking *ranking)
{
  const FitNodeList nodes = { attempt->n_fitting, attempt->fitting };
  const FitPriority *score = run->priority;
  gint64 *values = fit_arena_new0 (attempt->arena, gint64, nodes.n);
  g_autoptr (GError) error = NULL;
  gboolean ok;

  if (run->skip)
    return;
  ok = score->info->map (run, &nodes, values, &error);
  if (ok)
    json_object_object_add (ranking->raw, score->name,
                            by_node (attempt, values));
  if (ok && score->info->reduce)
    ok = score->info->reduce (run, &nodes, values, &error);
  if (!ok)
    {
      json_object_object_add (ranking->errors, score->name,
                              json_object_new_string (error->message));
      return;
    }
  json_object_object_add (ranking->scores, score->name,
                          by_node (attempt, values));
  for (guint i = 0; i < nodes.n; i++)
    ranking->totals[i] += values[i] * score->weight;
}

/* The plugins whose PreScore answered Skip, in the order in which it is asked. */
static json_object *
skipped_scores (const Attempt *attempt, const GPtrArray *skipped)
{
  const Bench *bench = attempt->bench;
  const FitProfileList *list = &bench->profile->plugins[FIT_POINT_PRE_SCORE];
  json_object *names = json_object_new_array ();

  for (guint i = 0; i < list->n; i++)
    for (guint k = 0; k < skipped->len; k++)
      if (g_str_equal (skipped->pdata[k], list->items[i].name))
        json_object_array_add (names,
                               json_object_new_string (list->items[i].name));
  return names;
}

/* PreScore of the plugins that do not score. */
static gboolean
prepare_others (const Attempt *attempt, const FitPriorityMetadata *meta,
                Ranking *ranking, GPtrArray *skipped)
{
  const GPtrArray *others = attempt->bench->algorithm->pre_scores;

  for (guint i = 0; i < others->len; i++)
    {
      FitPriorityRun run = { .priority = others->pdata[i], .meta = meta };

      if (!prepare_score (attempt, &run, ranking))
        return FALSE;
      if (run.skip)
        g_ptr_array_add (skipped, (gpointer) run.priority->name);
    }
  return TRUE;
}

static void
run_scores (const Attempt *attempt, Ranking *ranking)
{
  const Bench *bench = attempt->bench;
  const guint n = bench->scores->len;
  FitPriorityMetadata *meta
      = fit_priority_metadata_new (bench->cache, attempt->pod, attempt->arena);
  FitPriorityRun *runs = fit_arena_new0 (attempt->arena, FitPriorityRun, n);
  g_autoptr (GPtrArray) skipped = g_ptr_array_new ();

  meta->max_score = FIT_PROFILE_MAX_SCORE;
  for (guint i = 0; i < n; i++)
    {
      runs[i].priority = bench->scores->pdata[i];
      runs[i].meta = meta;
      if (!prepare_score (attempt, &runs[i], ranking))
        return;
      if (runs[i].skip)
        g_ptr_array_add (skipped, (gpointer) runs[i].priority->name);
    }
  if (n > 0 && !prepare_others (attempt, meta, ranking, skipped))
    return;
  ranking->skipped = skipped_scores (attempt, skipped);
  for (guint i = 0; i < n; i++)
    run_score (attempt, &runs[i], ranking);
  for (guint i = 0; n == 0 && i < attempt->n_fitting; i++)
    ranking->totals[i] = 1;
}

/* The scheduler's totals, unless it was content with fewer nodes. */
static const gint64 *
totals_of (const Attempt *attempt, const Ranking *ranking)
{
  const FitEvaluation *evaluation = attempt->evaluation;

  if (evaluation->totals && evaluation->n_feasible == attempt->n_fitting)
    return evaluation->totals;
  return ranking->totals;
}

static json_object *
best_json (const Attempt *attempt, const gint64 *totals)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gint64 most = G_MININT64;

  for (guint i = 0; i < attempt->n_fitting; i++)
    most = MAX (most, totals[i]);
  for (guint i = 0; i < attempt->n_fitting; i++)
    if (totals[i] == most)
      g_ptr_array_add (names, (gpointer) attempt->fitting[i]->name);
  return conformance_sorted (names);
}

static void
add_ranking (const Attempt *attempt, json_object *entry, const Ranking *ranking)
{
  const gboolean failed = json_object_object_length (ranking->errors) > 0;
  const gint64 *totals = totals_of (attempt, ranking);

  if (ranking->skipped && json_object_array_length (ranking->skipped))
    json_object_object_add (entry, "skippedScore", ranking->skipped);
  else
    json_object_put (ranking->skipped);
  json_object_object_add (entry, "rawScores", ranking->raw);
  json_object_object_add (entry, "scores", ranking->scores);
  json_object_object_add (entry, "totals",
                          failed ? json_object_new_object ()
                                 : by_node (attempt, totals));
  json_object_object_add (entry, "best",
                          failed ? json_object_new_array ()
                                 : best_json (attempt, totals));
  if (failed)
    json_object_object_add (entry, "scoreErrors", ranking->errors);
  else
    json_object_put (ranking->errors);
}

/* Did a filter end the attempt?  Nodes may have been found before that. */
static gboolean
filters_failed (const FitEvaluation *evaluation)
{
  for (guint i = 0; evaluation->error && i < evaluation->n_verdicts; i++)
    if (evaluation->verdicts[i].error)
      return TRUE;
  return evaluation->error && !evaluation->n_feasible;
}

static void
add_scores (Attempt *attempt, json_object *entry)
{
  const Bench *bench = attempt->bench;
  json_object *weights = json_object_new_object ();
  Ranking ranking = {
    .raw = json_object_new_object (),
    .scores = json_object_new_object (),
    .errors = json_object_new_object (),
    .totals = fit_arena_new0 (attempt->arena, gint64, attempt->n_nodes),
  };

  for (guint i = 0; i < bench->scores->len; i++)
    {
      const FitPriority *score = bench->scores->pdata[i];

      json_object_object_add (weights, score->name,
                              json_object_new_int64 (score->weight));
    }
  json_object_object_add (entry, "weights", weights);
  if (filters_failed (attempt->evaluation))
    attempt->n_fitting = 0;
  if (attempt->n_fitting > 0)
    run_scores (attempt, &ranking);
  add_ranking (attempt, entry, &ranking);
}

/* -- pods ------------------------------------------------------------------ */

static json_object *
pre_filter_json (const FitPreFilterResult *pre)
{
  json_object *json;

  if (!pre->reject)
    return NULL;
  json = json_object_new_object ();
  json_object_object_add (json, "plugin",
                          json_object_new_string (pre->rejected_by));
  json_object_object_add (
      json, "code",
      json_object_new_string (code_name (pre->reject->items, pre->reject->n)));
  json_object_object_add (
      json, "reasons",
      conformance_reasons (pre->reject->items, pre->reject->n));
  return json;
}

/* No filter can be asked, as not all are prepared. */
static gboolean
pre_filter_ended (const FitPreFilterResult *pre)
{
  return pre->reject || (pre->error && !pre->excluded);
}

static void
prepare_attempt (Attempt *attempt)
{
  const Bench *bench = attempt->bench;
  FitNodeTree *tree = fit_cache_node_tree (bench->cache);

  attempt->meta = fit_predicate_metadata_new_plain (bench->cache, attempt->pod,
                                                    attempt->arena);
  attempt->runs = fit_arena_new0 (attempt->arena, FitPredicateRun,
                                  bench->filters->plugins->len);
  attempt->n_nodes = fit_node_tree_size (tree);
  attempt->order = fit_node_tree_list (tree);
  attempt->fitting
      = fit_arena_newn (attempt->arena, const FitNodeInfo *, attempt->n_nodes);
  fit_filter_profile_pre_filter (bench->filters, attempt->meta, attempt->runs,
                                 &attempt->pre);
}

/* The decision is the scheduler's; what plugins say is asked for here. */
static json_object *
evaluate_pod (const Bench *bench, const FitPod *pod)
{
  const FitSchedulerOptions options = {
    .percentage_of_nodes_to_score = 100,
    .filters = bench->filters,
  };
  g_autoptr (FitGenericScheduler) scheduler = fit_generic_scheduler_new (
      bench->cache, bench->algorithm->algorithm, &options);
  g_autoptr (FitEvaluation) evaluation = fit_generic_scheduler_evaluate (
      scheduler, pod, FIT_EVALUATE_SCORE_ALWAYS);
  g_autoptr (FitArena) arena = fit_arena_new ();
  Attempt attempt = {
    .bench = bench, .arena = arena, .pod = pod, .evaluation = evaluation
  };
  json_object *entry = json_object_new_object ();
  g_autofree char *name
      = g_strdup_printf ("%s/%s", pod->meta.namespace_, pod->meta.name);
  json_object *skipped;

  prepare_attempt (&attempt);
  json_object_object_add (entry, "pod", json_object_new_string (name));
  json_object_object_add (entry, "preFilter", pre_filter_json (&attempt.pre));
  json_object_object_add (entry, "nodes",
                          pre_filter_ended (&attempt.pre)
                              ? json_object_new_object ()
                              : nodes_json (&attempt));
  json_object_object_add (entry, "fitError",
                          json_string_or_null (evaluation->fit_error));
  skipped = skipped_json (&attempt);
  if (json_object_array_length (skipped))
    json_object_object_add (entry, "skippedFilter", skipped);
  else
    json_object_put (skipped);
  add_scores (&attempt, entry);
  json_object_object_add (entry, "error",
                          json_string_or_null (evaluation->error
                                                   ? evaluation->error->message
                                                   : NULL));
  return entry;
}

json_object *
conformance_profile (const ConformanceCase *c)
{
  json_object *list = json_object_new_array ();
  g_autoptr (GError) error = NULL;
  g_autofree char *difference = NULL;
  Bench bench = { 0 };
  gboolean ok = bench_init (c, &bench, &error);

  if (ok && json_object_object_get_ex (c->json, "effective", NULL))
    {
      json_object *lists = effective_json (bench.profile);

      difference = first_difference (
          json_object_object_get (c->json, "effective"), lists, "effective");
      json_object_put (lists);
    }
  if (!ok || difference)
    json_object_array_add (
        list, json_object_new_string (ok ? difference : error->message));
  for (guint i = 0;
       ok && !difference && i < bench.pending->of[FIT_KIND_POD]->len; i++)
    json_object_array_add (
        list, evaluate_pod (&bench, bench.pending->of[FIT_KIND_POD]->pdata[i]));
  bench_clear (&bench);
  return list;
}
