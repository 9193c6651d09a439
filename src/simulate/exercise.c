/* exercise.c - which scenes there are, by rules and by their arguments
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/exercise-private.h"

#include "base/each.h"
#include "base/list-gap.h"
#include "rules/rule.h"

#include <string.h>

/* Of a kind of rules no more than this get scenes of their own, so that the
 * cluster does not grow with the square of the rules. */
#define MOST_SCENES 50

struct _FitExercise
{
  char *scheduler_name;
  GHashTable *rules;       /* of char *: owned */
  const FitPolicy *policy; /* (nullable) borrowed */
  GPtrArray
      *profiles;     /* of FitProfile, borrowed: those whose arguments count */
  GPtrArray *labels; /* of char: what all nodes have */
  GHashTable *forbidden; /* of char: keys of labels that no node has */
};

FitExercise *
fit_exercise_new (const char *scheduler_name)
{
  FitExercise *exercise = g_new0 (FitExercise, 1);

  exercise->scheduler_name = g_strdup (scheduler_name);
  exercise->rules
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  exercise->profiles = g_ptr_array_new ();
  exercise->labels = g_ptr_array_new_with_free_func (g_free);
  exercise->forbidden
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return exercise;
}

void
fit_exercise_free (FitExercise *exercise)
{
  if (exercise == NULL)
    return;
  g_free (exercise->scheduler_name);
  g_hash_table_unref (exercise->rules);
  g_ptr_array_unref (exercise->profiles);
  g_ptr_array_unref (exercise->labels);
  g_hash_table_unref (exercise->forbidden);
  g_free (exercise);
}

void
fit_exercise_add_rule (FitExercise *exercise, const char *type)
{
  g_hash_table_add (exercise->rules, g_strdup (type));
}

/* -- what all nodes need --------------------------------------------------- */

/* Some rule requires the label of every node. */
static void
require (FitExercise *exercise, const char *key, const char *value)
{
  char *label = fit_scene_label (key, value);

  if (label != NULL
      && !g_ptr_array_find_with_equal_func (exercise->labels, label,
                                            g_str_equal, NULL))
    g_ptr_array_add (exercise->labels, label);
  else
    g_free (label);
}

static void
forbid (FitExercise *exercise, const char *key)
{
  g_hash_table_add (exercise->forbidden, g_strdup (key));
}

static void
require_all (FitExercise *exercise, guint n, const char *const *keys,
             gboolean presence)
{
  for (guint i = 0; i < n; i++)
    if (presence)
      require (exercise, keys[i], "tried");
    else
      forbid (exercise, keys[i]);
}

/* Must a node have the label, to satisfy @expression? */
static gboolean
wants_label (const FitExpression *expression)
{
  return strcmp (expression->op, "NotIn") != 0
         && strcmp (expression->op, "DoesNotExist") != 0;
}

/* Returns: (transfer full): a value of the label with which @expression holds,
 * or, if it wants nodes without the label, does not hold */
static char *
telling_value (const FitExpression *expression)
{
  const char *first
      = expression->n_values > 0 ? expression->values[0] : "tried";

  if (strcmp (expression->op, "Gt") == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT,
                            g_ascii_strtoll (first, NULL, 10) + 1);
  if (strcmp (expression->op, "Lt") == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT,
                            g_ascii_strtoll (first, NULL, 10) - 1);
  return g_strdup (first);
}

void
fit_exercise_add_policy (FitExercise *exercise, const FitPolicy *policy)
{
  exercise->policy = policy;
  FIT_EACH (const FitPredicatePolicy, predicate, policy->predicates)
    require_all (exercise, predicate->n_presence_labels,
                 predicate->presence_labels, predicate->presence);
}

static gconstpointer
args_of (const FitProfile *profile, const char *plugin)
{
  const FitProfileArgs *found = fit_profile_find_args (profile, plugin);

  return found != NULL ? found->args : NULL;
}

static const FitExtensionPoint acting_points[]
    = { FIT_POINT_PRE_FILTER, FIT_POINT_FILTER, FIT_POINT_SCORE };

void
fit_exercise_add_profile (FitExercise *exercise, const FitProfile *profile)
{
  const FitNodeLabelArgs *labels = args_of (profile, fit_rule_node_label.name);
  const FitNodeAffinityArgs *affinity
      = args_of (profile, fit_rule_node_affinity.name);
  const FitPodTopologySpreadArgs *spread
      = args_of (profile, fit_rule_pod_topology_spread.name);

  for (guint p = 0; p < G_N_ELEMENTS (acting_points); p++)
    for (guint i = 0; i < profile->plugins[acting_points[p]].n; i++)
      fit_exercise_add_rule (exercise,
                             profile->plugins[acting_points[p]].items[i].name);
  g_ptr_array_add (exercise->profiles, (gpointer) profile);
  if (labels != NULL)
    {
      require_all (exercise, labels->present_labels.n,
                   labels->present_labels.items, TRUE);
      require_all (exercise, labels->absent_labels.n,
                   labels->absent_labels.items, FALSE);
    }
  if (affinity != NULL && affinity->added_affinity != NULL
      && affinity->added_affinity->required != NULL
      && affinity->added_affinity->required->n_terms > 0)
    {
      /* A node needs to satisfy one term only. */
      const FitArgNodeTerm *term
          = &affinity->added_affinity->required->terms[0];

      for (guint i = 0; i < term->n_expressions; i++)
        {
          const FitExpression *expression = &term->expressions[i];
          g_autofree char *value = telling_value (expression);

          if (wants_label (expression))
            require (exercise, expression->key, value);
          else
            forbid (exercise, expression->key);
        }
    }
  /* Pods are spread over the values of topology keys, so each node has one. */
  for (guint i = 0; spread != NULL && i < spread->n_constraints; i++)
    if (strcmp (spread->constraints[i].topology_key, "kubernetes.io/hostname")
        != 0)
      require (exercise, spread->constraints[i].topology_key, "tried");
}

/* -- scenes by arguments --------------------------------------------------- */

/* Numbers scenes of the same name. */
typedef struct
{
  const FitExercise *exercise;
  FitSceneWriter writer;
  guint n_filters;
  guint n_preferences;
  guint n_affinities;
  guint n_ratios;
  GString *refused; /* labels of the node that all further filters refuse */
  GString *missing; /* labels that it lacks, for the same reason */
  GString *liked;   /* labels that all further preferences like */
  GString *disliked;
} Director;

static const FitScenePod one_pod[] = { { "p" }, { 0 } };

/* If no rule prefers a node, the second pod goes to the other node. */
static const FitScenePod two_pods[] = { { "p" }, { "q" }, { 0 } };

static void
append_label (GString *list, const char *label)
{
  g_string_append_printf (list, "%s%s", fit_list_gap (list, ", "), label);
}

/* A filter refuses nodes that lack @key, or, without @presence, that have
 * it. */
static void
direct_filter (Director *director, const char *key, const char *value,
               gboolean presence)
{
  g_autofree char *label = fit_scene_label (key, value);

  if (label == NULL)
    return;
  if (director->n_filters++ >= MOST_SCENES)
    {
      append_label (presence ? director->missing : director->refused, label);
      return;
    }
  fit_scene_write (
      &director->writer,
      &(const FitScene){
          .name = "node-label",
          .nodes
          = (const FitSceneNode[]){ { "a" },
                                    { "b", .labels = presence ? NULL : label,
                                      .without = presence ? label : NULL },
                                    { 0 } },
          .pods = one_pod },
      director->n_filters);
}

/* A score prefers nodes that have @key, or, without @presence, that lack it. */
static void
direct_preference (Director *director, const char *key, const char *value,
                   gboolean presence)
{
  g_autofree char *label = fit_scene_label (key, value);

  if (label == NULL)
    return;
  if (director->n_preferences++ >= MOST_SCENES)
    {
      append_label (presence ? director->liked : director->disliked, label);
      return;
    }
  fit_scene_write (
      &director->writer,
      &(const FitScene){
          .name = "preferred-label",
          .nodes
          = (const FitSceneNode[]){ { presence ? "a" : "b", .labels = label },
                                    { presence ? "b" : "a", .without = label },
                                    { 0 } },
          .pods = two_pods },
      director->n_preferences);
}

/* One scene for all that was too much for scenes of their own. */
static void
direct_rest (const Director *director)
{
  if (director->n_filters > MOST_SCENES)
    fit_scene_write (
        &director->writer,
        &(const FitScene){
            .name = "node-labels",
            .nodes
            = (const FitSceneNode[]){ { "a" },
                                      { "b", .labels = director->refused->str,
                                        .without = director->missing->str },
                                      { 0 } },
            .pods = one_pod },
        0);
  if (director->n_preferences > MOST_SCENES)
    fit_scene_write (
        &director->writer,
        &(const FitScene){
            .name = "preferred-labels",
            .nodes
            = (const FitSceneNode[]){ { "a", .labels = director->liked->str,
                                        .without = director->disliked->str },
                                      { "b", .labels = director->disliked->str,
                                        .without = director->liked->str },
                                      { 0 } },
            .pods = one_pod },
        0);
}

/* Returns: (transfer full): all @keys with @value */
static char *
labels_of (guint n, const char *const *keys, const char *value)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = fit_scene_label (keys[i], value);

      if (label != NULL)
        append_label (list, label);
    }
  return g_string_free (list, FALSE);
}

/* Pods of a service stay together. */
static void
direct_affinity (Director *director, guint n, const char *const *keys)
{
  g_autofree char *here = labels_of (n, keys, "here");
  g_autofree char *there = labels_of (n, keys, "there");

  if (*here == '\0' || director->n_affinities++ >= MOST_SCENES)
    return;
  fit_scene_write (
      &director->writer,
      &(const FitScene){
          .name = "service-affinity",
          .nodes = (const FitSceneNode[]){ { "a", .labels = here },
                                           { "b", .labels = there },
                                           { 0 } },
          .pods = (const FitScenePod[]){ { "r", "a", FIT_SCENE_ALIKE },
                                         { "p", FIT_SCENE_ALIKE },
                                         { 0 } },
          .objects = FIT_SCENE_SERVICE },
      director->n_affinities);
}

/* They stay apart: one runs on c. */
static void
direct_anti_affinity (Director *director, const char *key)
{
  g_autofree char *here = labels_of (1, &key, "here");
  g_autofree char *there = labels_of (1, &key, "there");

  if (*here == '\0' || director->n_affinities++ >= MOST_SCENES)
    return;
  fit_scene_write (
      &director->writer,
      &(const FitScene){
          .name = "service-anti-affinity",
          .nodes = (const FitSceneNode[]){ { "a", .labels = there },
                                           { "b", .labels = here },
                                           { "c", .labels = here },
                                           { 0 } },
          .pods = (const FitScenePod[]){ { "r", "c", FIT_SCENE_ALIKE },
                                         { "p", FIT_SCENE_ALIKE },
                                         { 0 } },
          .objects = FIT_SCENE_SERVICE },
      director->n_affinities);
}

/* -- use ------------------------------------------------------------------- */

static const FitWeightedResource cpu_and_memory[]
    = { { "cpu", 1 }, { "memory", 1 } };
static const FitArgResources usual_resources
    = { G_N_ELEMENTS (cpu_and_memory), cpu_and_memory };

/* A scene where all of @resources are used alike. */
static void
direct_use (Director *director, const char *name, guint number,
            const FitArgResources *resources, const guint *percent)
{
  FitSceneUse uses[FIT_SCENE_MAX_USES];
  const guint n = MIN (resources->n, FIT_SCENE_MAX_USES);

  for (guint i = 0; i < n; i++)
    uses[i]
        = (FitSceneUse){ resources->items[i].name, { percent[0], percent[1] } };
  fit_scene_write_use (&director->writer, name, number, uses, n);
}

/* On one node, what is used is all of one resource, and about as much on
 * average as on the other. */
static void
direct_imbalance (Director *director, const FitArgResources *resources)
{
  FitSceneUse uses[FIT_SCENE_MAX_USES];
  const guint n = MIN (resources->n, FIT_SCENE_MAX_USES);

  for (guint i = 0; i < n; i++)
    uses[i]
        = (FitSceneUse){ resources->items[i].name, { 35, i == 0 ? 68 : 0 } };
  fit_scene_write_use (&director->writer, "balanced", 0, uses, n);
}

static guint
clamp_percent (gint64 utilization)
{
  return (guint) CLAMP (utilization, 0, 100);
}

/* Takes two points of the line that differ; a level line gets no scene. */
static void
direct_ratio (Director *director, const FitArgShape *shape,
              const FitArgResources *resources)
{
  for (guint i = 1; i < shape->n; i++)
    {
      const FitUtilizationPoint *last = &shape->points[i - 1],
                                *next = &shape->points[i];
      const gboolean rises = next->score > last->score;
      const guint percent[]
          = { clamp_percent (rises ? next->utilization : last->utilization),
              clamp_percent (rises ? last->utilization : next->utilization) };

      if (next->score == last->score)
        continue;
      if (director->n_ratios++ < MOST_SCENES)
        direct_use (director, "ratio", director->n_ratios,
                    resources->n > 0 ? resources : &usual_resources, percent);
      return;
    }
}

static const guint less_is_better[] = { 0, 50 };
static const guint more_is_better[] = { 50, 0 };

static gboolean
has (const Director *director, const char *type)
{
  return g_hash_table_contains (director->exercise->rules, type);
}

/* -- a profile ------------------------------------------------------------- */

static void
direct_labels (Director *director, const FitArgStrings *keys, gboolean presence,
               void (*direct) (Director *, const char *, const char *,
                               gboolean))
{
  for (guint i = 0; i < keys->n; i++)
    direct (director, keys->items[i], "tried", presence);
}

static void
direct_term (Director *director, const FitArgNodeTerm *term,
             void (*direct) (Director *, const char *, const char *, gboolean))
{
  g_autofree char *value = NULL;

  if (term->n_expressions == 0)
    return;
  value = telling_value (&term->expressions[0]);
  direct (director, term->expressions[0].key, value,
          wants_label (&term->expressions[0]));
}

/* @use: of a plugin, or of its strategy */
static void
direct_kind (Director *director, const FitRuleUse *use)
{
  const gboolean is_strategy = *use->field != '\0';
  const FitArgResources *resources
      = use->resources.n > 0 ? &use->resources : &usual_resources;

  if (use->kind == FIT_USE_BALANCED)
    direct_imbalance (director, resources);
  else if (use->shape != NULL)
    direct_ratio (director, use->shape, resources);
  else
    direct_use (director,
                is_strategy                 ? "resources-fit"
                : use->kind == FIT_USE_MOST ? "most-allocated"
                                            : "least-allocated",
                0, resources,
                use->kind == FIT_USE_MOST ? more_is_better : less_is_better);
}

static void
direct_profile (Director *director, const FitProfile *profile)
{
  const FitNodeLabelArgs *labels = args_of (profile, fit_rule_node_label.name);
  const FitServiceAffinityArgs *services
      = args_of (profile, fit_rule_service_affinity.name);
  const FitNodeAffinityArgs *affinity
      = args_of (profile, fit_rule_node_affinity.name);
  const FitPodTopologySpreadArgs *spread
      = args_of (profile, fit_rule_pod_topology_spread.name);
  FitRuleUse use;

  if (labels != NULL)
    {
      direct_labels (director, &labels->present_labels, TRUE, direct_filter);
      direct_labels (director, &labels->absent_labels, FALSE, direct_filter);
      direct_labels (director, &labels->present_labels_preference, TRUE,
                     direct_preference);
      direct_labels (director, &labels->absent_labels_preference, FALSE,
                     direct_preference);
    }
  if (services != NULL)
    direct_affinity (director, services->affinity_labels.n,
                     services->affinity_labels.items);
  for (guint i = 0;
       services != NULL && i < services->anti_affinity_labels_preference.n; i++)
    direct_anti_affinity (director,
                          services->anti_affinity_labels_preference.items[i]);
  if (affinity != NULL && affinity->added_affinity != NULL)
    {
      const FitArgAffinity *added = affinity->added_affinity;

      if (added->required != NULL && added->required->n_terms > 0)
        direct_term (director, &added->required->terms[0], direct_filter);
      for (guint i = 0; i < added->n_preferred; i++)
        direct_term (director, &added->preferred[i].preference,
                     direct_preference);
    }
  if (spread != NULL)
    {
      /* Pods of a service are spread by default. */
      for (guint i = 0; i < MIN (spread->n_constraints, MOST_SCENES); i++)
        {
          const char *key = spread->constraints[i].topology_key;
          g_autofree char *here = labels_of (1, &key, "here");
          g_autofree char *there = labels_of (1, &key, "there");

          fit_scene_write (
              &director->writer,
              &(const FitScene){
                  .name = "default-spread",
                  .nodes = (const FitSceneNode[]){ { "a", .labels = here },
                                                   { "b", .labels = there },
                                                   { 0 } },
                  .pods = (const FitScenePod[]){ { "q", "b", FIT_SCENE_ALIKE },
                                                 { "r", "b", FIT_SCENE_ALIKE },
                                                 { "p", FIT_SCENE_ALIKE },
                                                 { 0 } },
                  .objects = FIT_SCENE_SERVICE },
              i + 1);
        }
    }
  /* Plugins that are nothing else come first, those of a kind together. */
  for (FitUseKind kind = 0; kind <= FIT_USE_RATIO; kind++)
    for (guint i = 0; fit_rules[i] != NULL; i++)
      if (has (director, fit_rules[i]->name)
          && fit_rule_use (fit_rules[i], args_of (profile, fit_rules[i]->name),
                           &use)
          && use.kind == kind && *use.field == '\0')
        direct_kind (director, &use);
  for (guint i = 0; fit_rules[i] != NULL; i++)
    if (fit_rule_use (fit_rules[i], args_of (profile, fit_rules[i]->name), &use)
        && *use.field != '\0')
      direct_kind (director, &use);
}

/* -- the whole ------------------------------------------------------------- */

static gboolean
is_wanted (const FitExercise *exercise, const FitScene *scene)
{
  g_auto (GStrv) rules = g_strsplit (scene->rules, " ", 0);

  for (guint i = 0; rules[i] != NULL; i++)
    if (g_hash_table_contains (exercise->rules, rules[i]))
      return TRUE;
  return FALSE;
}

void
fit_exercise_write (const FitExercise *exercise, const char *prefix,
                    GString *out)
{
  Director director = { .exercise = exercise,
                        .writer = { out, prefix, exercise->scheduler_name,
                                    exercise->labels, exercise->forbidden },
                        .refused = g_string_new (NULL),
                        .missing = g_string_new (NULL),
                        .liked = g_string_new (NULL),
                        .disliked = g_string_new (NULL) };

  for (const FitScene *scene = fit_scene_table (); scene->name != NULL; scene++)
    if (is_wanted (exercise, scene))
      fit_scene_write (&director.writer, scene, 0);
  /* The scores of v1.16, and plugins without arguments. */
  if (has (&director, "LeastRequestedPriority"))
    direct_use (&director, "least-requested", 0, &usual_resources,
                less_is_better);
  if (has (&director, "MostRequestedPriority"))
    direct_use (&director, "most-requested", 0, &usual_resources,
                more_is_better);
  if (has (&director, "BalancedResourceAllocation"))
    direct_imbalance (&director, &usual_resources);
  if (exercise->policy != NULL)
    {
      const GPtrArray *predicates = exercise->policy->predicates;

      FIT_EACH (const FitPredicatePolicy, predicate, predicates)
        {
          if (predicate->presence_labels[0] != NULL)
            direct_filter (&director, predicate->presence_labels[0], "tried",
                           predicate->presence);
          direct_affinity (&director, predicate->n_service_affinity_labels,
                           predicate->service_affinity_labels);
        }
      FIT_EACH (const FitPriorityPolicy, priority, exercise->policy->priorities)
        {
          if (*priority->preference_label)
            direct_preference (&director, priority->preference_label, "tried",
                               priority->preference_presence);
          if (*priority->anti_affinity_label)
            direct_anti_affinity (&director, priority->anti_affinity_label);
          direct_ratio (&director, &priority->ratio.shape,
                        &priority->ratio.resources);
        }
      /* Without an argument it has a default line. */
      if (has (&director, "RequestedToCapacityRatioPriority")
          && director.n_ratios == 0)
        direct_use (&director, "ratio", 0, &usual_resources, less_is_better);
    }
  for (guint i = 0; i < exercise->profiles->len; i++)
    direct_profile (&director, exercise->profiles->pdata[i]);
  direct_rest (&director);
  g_string_free (director.refused, TRUE);
  g_string_free (director.missing, TRUE);
  g_string_free (director.liked, TRUE);
  g_string_free (director.disliked, TRUE);
}
