/* NodeLabel: prefers nodes that have some labels and lack others.
 *
 *   score = M * rules that hold / rules
 *
 * in integers.  A rule is a label that a node should have, or should lack,
 * whatever its value.  M is the maximum score (100).  Without rules all nodes
 * get 0, where the original panics in a division by zero.
 *
 * Cost per node: an array lookup per rule.
 */
#include "rules/score-formulas.h"
#include "base/intern.h"
#include "cluster/cache.h"

static gboolean create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error);
static void free_data (gpointer data);
static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);

const FitPriorityInfo fit_score_node_label = {
  .name = "NodeLabel",
  .summary = "nodes that have some labels and lack others",
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .create = create,
  .free_data = free_data,
};

typedef struct
{
  const char *label; /* interned, one reference held */
  gboolean presence;
} Rule;

typedef struct
{
  guint n;
  Rule rules[];
} Rules;

static void
add_rules (Rules *rules, const FitArgStrings *labels, gboolean presence)
{
  for (guint i = 0; i < labels->n; i++)
    rules->rules[rules->n++]
        = (Rule){ fit_intern (labels->items[i]), presence };
}

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  const FitNodeLabelArgs *labels = given->args;
  const gsize n = (gsize) labels->present_labels_preference.n
                  + labels->absent_labels_preference.n;
  Rules *rules = g_malloc0 (sizeof (Rules) + n * sizeof (Rule));

  add_rules (rules, &labels->present_labels_preference, TRUE);
  add_rules (rules, &labels->absent_labels_preference, FALSE);
  *out_data = rules;
  return TRUE;
}

static void
free_data (gpointer data)
{
  Rules *rules = data;

  for (guint i = 0; i < rules->n; i++)
    fit_intern_unref (rules->rules[i].label);
  g_free (rules);
}

/* The state is the topology slots of the labels. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Rules *rules = run->priority->data;
  FitTopology *topology = fit_cache_topology (run->meta->cache);
  guint *slots = fit_arena_newn (run->meta->arena, guint, rules->n);

  for (guint i = 0; i < rules->n; i++)
    slots[i] = fit_topology_slot (topology, rules->rules[i].label);
  run->state = slots;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const Rules *rules = run->priority->data;
  const guint *slots = run->state;
  const FitTopology *topology = fit_cache_topology (run->meta->cache);

  for (guint i = 0; i < nodes->n; i++)
    scores[i] = 0;
  for (guint k = 0; k < rules->n; k++)
    {
      const guint32 *column = fit_topology_column (topology, slots[k]);

      for (guint i = 0; i < nodes->n; i++)
        scores[i] += (column[nodes->nodes[i]->index] != FIT_TOPOLOGY_ABSENT)
                     == !!rules->rules[k].presence;
    }
  for (guint i = 0; i < nodes->n && rules->n > 0; i++)
    scores[i] = run->meta->max_score * scores[i] / (gint64) rules->n;
  return TRUE;
}
