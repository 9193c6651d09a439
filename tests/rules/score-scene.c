/* score-scene.c - lets a score plugin of a release score nodes in YAML
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"
#include "releases/gate-table.h"

#include <string.h>

#define WEIGHT 3

static GPtrArray *
feasible_nodes (const ScoreScene *scene, const Cluster *cluster)
{
  GPtrArray *nodes = g_ptr_array_new ();
  g_auto (GStrv) names = NULL;

  for (guint i = 0;
       scene->feasible == NULL && i < fit_cache_n_slots (cluster->cache); i++)
    g_ptr_array_add (nodes, (gpointer) fit_cache_node (cluster->cache, i));
  if (scene->feasible != NULL)
    names = g_strsplit (scene->feasible, " ", -1);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    g_ptr_array_add (nodes, (gpointer) cluster_node (cluster, names[i]));
  return nodes;
}

static void
append_scores (GString *text, const gint64 *scores, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT,
                            text->len > 0 ? " " : "", scores[i]);
}

/* Where a search has looked at all nodes, beginning in the middle of the list, the
 * plugin may add its points at once: they have to be @scores. */
static void
check_sums (const FitPriority *score, const Cluster *cluster,
            const FitNodeList *feasible, const gint64 *scores)
{
  const FitPriorityInfo *info = score->info;
  FitNodeTree *tree = fit_cache_node_tree (cluster->cache);
  const guint32 *list = fit_node_tree_list (tree);
  const guint n = fit_node_tree_size (tree), first = n / 2;
  guint n_positions;
  const guint32 *positions = fit_node_tree_positions (tree, &n_positions);
  g_autofree guint32 *indexes = g_new (guint32, n);
  g_autofree gint32 *sums = g_new (gint32, n);
  const FitNodeKinds *kinds = fit_cache_node_kinds (cluster->cache);
  const guint16 *kind_of = fit_node_kinds_of (kinds);
  g_autofree gint32 *points = g_new0 (gint32, FIT_NODE_KINDS);
  const FitTotals totals = { .n = n,
                             .indexes = indexes,
                             .totals = sums,
                             .kinds = kinds,
                             .n_kinds = fit_node_kinds_count (kinds),
                             .kind_of = kind_of,
                             .points = points,
                             .positions = positions,
                             .n_positions = n_positions,
                             .n_circle = n,
                             .first = first };
  FitPriorityMetadata *meta = fit_priority_metadata_new (
      cluster->cache, cluster->pending, cluster->arena);
  FitPriorityRun run = { .priority = score, .meta = meta };

  meta->max_score = FIT_PROFILE_MAX_SCORE;
  for (guint place = 0; place < n; place++)
    {
      indexes[place] = list[(first + place) % n];
      sums[place] = 2 * FIT_TOTALS_FEASIBLE;
    }
  for (guint i = 0; i < feasible->n; i++)
    sums[(positions[feasible->nodes[i]->index] + n - first) % n] = 7;
  if (info->prepare
      && !info->prepare (&run, &(const FitNodeList){ 0, NULL }, NULL))
    fail_msg ("%s cannot prepare", score->name);
  if (run.skip || !info->add (&run, &totals))
    return;
  for (guint place = 0; place < n; place++)
    sums[place] += points[kind_of[indexes[place]]];
  for (guint i = 0; i < feasible->n; i++)
    assert_int_equal (
        sums[(positions[feasible->nodes[i]->index] + n - first) % n],
        7 + WEIGHT * scores[i]);
  for (guint place = 0; place < n; place++)
    assert_true (sums[place] >= 7 || sums[place] < FIT_TOTALS_FEASIBLE);
}

/* From beginning to end.  A map sees parts of the nodes. */
static gboolean
run_plugin (const FitPriority *score, const Cluster *cluster,
            const FitNodeList *nodes, GString *text, GError **error)
{
  const FitPriorityInfo *info = score->info;
  const guint half = nodes->n / 2;
  const FitNodeList first = { half, nodes->nodes };
  const FitNodeList second = { nodes->n - half, nodes->nodes + half };
  g_autofree gint64 *scores = g_new (gint64, nodes->n);
  FitPriorityMetadata *meta = fit_priority_metadata_new (
      cluster->cache, cluster->pending, cluster->arena);
  FitPriorityRun run = { .priority = score, .meta = meta };

  meta->max_score = FIT_PROFILE_MAX_SCORE;
  if (info->prepare != NULL && !info->prepare (&run, nodes, error))
    return FALSE;
  /* Another plugin may make topology slots before this one is mapped. */
  fit_topology_slot (fit_cache_topology (cluster->cache), score->name);
  if (run.skip)
    {
      g_string_append (text, "skipped");
      return TRUE;
    }
  if (!info->map (&run, &second, scores + half, error)
      || !info->map (&run, &first, scores, error))
    return FALSE;
  append_scores (text, scores, nodes->n);
  if (info->reduce)
    {
      if (!info->reduce (&run, nodes, scores, error))
        return FALSE;
      g_string_append (text, " >");
      append_scores (text, scores, nodes->n);
    }
  if (info->add)
    check_sums (score, cluster, nodes, scores);
  return TRUE;
}

static FitProfilePluginArgs
plugin_args (const ScoreScene *scene)
{
  FitProfilePluginArgs given = { .args = scene->args };
  g_autoptr (GError) error = NULL;

  if (given.args == NULL)
    given.args = fit_plugin_args_default (scene->plugin);
  if (!fit_release_parse (scene->release, &given.release, &error))
    fail_msg ("%s", error->message);
  given.gates = fit_feature_gates_of_release (given.release);
  if (scene->gate != NULL)
    given.gates = fit_feature_gates_with (
        given.gates, fit_gate_named (scene->gate), !scene->gate_off);
  given.points = FIT_AT (SCORE) | scene->filter_points;
  if (!scene->score_only)
    given.points |= FIT_AT (PRE_SCORE);
  return given;
}

char *
score_scene_run (const ScoreScene *scene)
{
  g_auto (Cluster) cluster = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) nodes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPriority) score = NULL;
  FitProfilePluginArgs given = plugin_args (scene);

  cluster.cache = fit_cache_new (given.gates);
  cluster.arena = fit_arena_new ();
  given.cache = cluster.cache;
  fit_cache_use_ga_zones (cluster.cache);
  cluster_fill (&cluster, scene->manifest,
                fit_profile_decode_flags (given.release, given.gates));
  if (scene->removed != NULL)
    {
      assert_true (fit_cache_remove_node (cluster.cache, scene->removed, NULL));
      fit_cache_refresh (cluster.cache);
    }
  nodes = feasible_nodes (scene, &cluster);
  score = fit_profile_score_new (scene->plugin, WEIGHT, &given, &error);
  if (score == NULL)
    return g_strdup_printf ("error: %s", error->message);
  if (!run_plugin (score, &cluster,
                   &(FitNodeList){ nodes->len,
                                   (const FitNodeInfo *const *) nodes->pdata },
                   text, &error))
    return g_strdup_printf ("error: %s", error->message);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
score_scene_assert (const ScoreScene *scene, const char *expected)
{
  g_autofree char *scores = score_scene_run (scene);

  if (g_strcmp0 (scores, expected) != 0)
    fail_msg ("%s\n%s in %s: %s, expected %s", scene->manifest, scene->plugin,
              scene->release, scores, expected);
}

void
score_scene_in (const ScoreScene *scene, const char *release,
                const char *expected)
{
  ScoreScene there = *scene;

  there.release = release;
  score_scene_assert (&there, expected);
}
