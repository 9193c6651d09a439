/* scenario.c - lets a priority score nodes in YAML, and prints the scores
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "tests/priorities/scenario.h"

#include <string.h>

static void
add_node (GPtrArray *nodes, const FitNodeInfo *node)
{
  assert_non_null (node);
  if (node->node != NULL)
    g_ptr_array_add (nodes, (gpointer) node);
}

static GPtrArray *
feasible_nodes (const Scenario *scenario, FitCache *cache)
{
  GPtrArray *nodes = g_ptr_array_new ();
  g_auto (GStrv) names = NULL;

  if (scenario->feasible == NULL)
    for (guint i = 0; i < fit_cache_n_slots (cache); i++)
      add_node (nodes, fit_cache_node (cache, i));
  else
    names = g_strsplit (scenario->feasible, " ", -1);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    add_node (nodes, fit_cache_find_node (cache, names[i]));
  return nodes;
}

/* One priority, from beginning to end.  A map sees parts of the nodes. */
static gboolean
run_priority (const FitPriority *priority, const FitPriorityMetadata *meta,
              const FitNodeList *nodes, gint64 *scores, GError **error)
{
  const FitPriorityInfo *info = priority->info;
  const guint half = nodes->n / 2;
  const FitNodeList first = { half, nodes->nodes };
  const FitNodeList second = { nodes->n - half, nodes->nodes + half };
  FitPriorityRun run = { .priority = priority, .meta = meta };

  if (info->prepare != NULL && !info->prepare (&run, nodes, error))
    return FALSE;
  /* Another priority may make topology slots before this one is mapped. */
  fit_topology_slot (fit_cache_topology (meta->cache), priority->name);
  if (!info->map (&run, &second, scores + half, error)
      || !info->map (&run, &first, scores, error)
      || (info->reduce != NULL && !info->reduce (&run, nodes, scores, error)))
    return FALSE;
  for (guint i = 0; run.constant && i < nodes->n; i++)
    g_assert_cmpint (scores[i], ==, run.score);
  return TRUE;
}

static char *
join_scores (const gint64 *scores, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "",
                            scores[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
set_volumes (const Scenario *scenario, FitCache *cache)
{
  FitNodeVolumes *volumes = fit_cache_node_volumes (cache);

  if (scenario->volumes == NULL)
    return;
  for (guint i = 0; volumes != NULL && i < fit_cache_n_slots (cache); i++)
    {
      volumes[i].allocatable = scenario->volumes[2 * i];
      volumes[i].requested = scenario->volumes[2 * i + 1];
    }
}

static gboolean
score_cluster (const Scenario *scenario, Cluster *cluster, char **out_scores,
               GError **error)
{
  g_autoptr (GPtrArray) nodes = feasible_nodes (scenario, cluster->cache);
  const FitNodeList list
      = { nodes->len, (const FitNodeInfo *const *) nodes->pdata };
  const FitFactoryArgs args
      = { .cache = cluster->cache,
          .gates = fit_cache_gates (cluster->cache),
          .hard_pod_affinity_symmetric_weight = scenario->hard_weight };
  const char *name = fit_intern (scenario->info->name);
  FitPriority priority
      = { .name = name,
          .info = scenario->info,
          .weight = scenario->info->weight,
          .gates = args.gates,
          .hard_pod_affinity_symmetric_weight = scenario->hard_weight };
  g_autofree gint64 *scores = g_new (gint64, list.n);
  FitPriorityMetadata *meta;
  gboolean done = TRUE;

  set_volumes (scenario, cluster->cache);
  meta = fit_priority_metadata_new (cluster->cache, cluster->pending,
                                    cluster->arena);
  if (scenario->max_score != 0)
    meta->max_score = scenario->max_score;
  if (priority.info->create != NULL)
    done = priority.info->create (&args, scenario->argument, &priority.data,
                                  error);
  done = done && run_priority (&priority, meta, &list, scores, error);
  if (done)
    *out_scores = join_scores (scores, list.n);
  if (priority.data != NULL)
    priority.info->free_data (priority.data);
  fit_intern_unref (name);
  return done;
}

static void
remove_nodes (const Scenario *scenario, FitCache *cache)
{
  g_auto (GStrv) names = NULL;

  if (scenario->removed == NULL)
    return;
  names = g_strsplit (scenario->removed, " ", -1);
  for (guint i = 0; names[i] != NULL; i++)
    assert_true (fit_cache_remove_node (cache, names[i], NULL));
  fit_cache_refresh (cache);
}

char *
scenario_score (const Scenario *scenario)
{
  g_auto (Cluster) cluster = { 0 };
  g_autoptr (GError) error = NULL;
  char *scores = NULL;

  cluster_init (&cluster, scenario->manifest, scenario->gates);
  remove_nodes (scenario, cluster.cache);
  if (!score_cluster (scenario, &cluster, &scores, &error))
    return g_strdup_printf ("error: %s", error->message);
  return scores;
}

void
scenario_assert (const Scenario *scenario, const char *expected)
{
  g_autofree char *scores = scenario_score (scenario);

  if (g_strcmp0 (scores, expected) != 0)
    fail_msg ("%s\n%s: %s, expected %s", scenario->manifest,
              scenario->info->name, scores, expected);
}
