/* find.c - the search
 * SPDX-License-Identifier: Apache-2.0 */
#include "find/find.h"

#include "find/sketch.h"

/* What the rules do is counted in so many clusters, because it takes more work
 * than to decide. */
#define COVERED_CLUSTERS 1000

/* So many clusters are made smaller for each kind of difference: chance decides
 * how small they become. */
#define TRIES_PER_KIND 5

typedef struct
{
  const FitFindSide *sides;
  const FitFindOptions *options;
  GArray *traits; /* owned, of FitTrait */
  FitArena *arena;
  GString *json;                 /* owned: the cluster that is tried */
  const FitFoundCluster *wanted; /* of this kind shall differences be */
  GError *error;                 /* (nullable) owned */
} Search;

static void
search_clear (Search *search)
{
  if (search->traits != NULL)
    g_array_unref (search->traits);
  g_string_free (search->json, TRUE);
  fit_arena_free (search->arena);
  g_clear_error (&search->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* -- one cluster ----------------------------------------------------------- */

/* @coverage: (nullable): of each side.  Returns: (transfer full) (nullable) */
static FitDiff *
compare (const Search *search, const FitSketch *sketch,
         FitCoverage *const *coverage, GError **error)
{
  g_autoptr (FitObjects) left = NULL;
  g_autoptr (FitObjects) right = NULL;
  FitObjects **const objects[] = { &left, &right };
  FitDiffSide sides[FIT_DIFF_SIDES];

  fit_sketch_write (sketch, search->traits, search->options->scheduler_name,
                    search->json);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      const FitFindSide *side = &search->sides[i];

      sides[i] = side->run;
      sides[i].objects = *objects[i] = side->read (
          search->json->str, search->json->len, side->run.data, error);
      sides[i].coverage = coverage != NULL ? coverage[i] : NULL;
      if (*objects[i] == NULL)
        return NULL;
    }
  return fit_diff_new (sides, error);
}

/* A pod that one side could not try says nothing. */
static gboolean
differs (const FitDiff *diff)
{
  return diff->items->len
         > fit_diff_count_changes (diff, FIT_DIFF_NOT_COMPARED);
}

/* What makes the difference. */
typedef struct
{
  FitDiffCause cause;
  const char *rule; /* (nullable) borrowed */
} Kind;

/* @diff: differs */
static Kind
kind_of (const FitDiff *diff)
{
  const FitDiffItem *item = NULL;
  const FitDiffEvidence *evidence;
  Kind kind;

  for (guint i = 0; item == NULL; i++)
    if (((FitDiffItem *) diff->items->pdata[i])->change
        != FIT_DIFF_NOT_COMPARED)
      item = diff->items->pdata[i];
  evidence = item->evidence;
  kind = (Kind){ item->cause, NULL };
  if (evidence == NULL)
    return kind;
  if (evidence->barriers->len > 0)
    {
      const FitDiffBarrier *barrier
          = &g_array_index (evidence->barriers, FitDiffBarrier, 0);

      kind.rule = barrier->plugin != NULL ? barrier->plugin : barrier->rule;
    }
  else if (evidence->deciding >= 0)
    kind.rule = g_array_index (evidence->votes, FitDiffVote,
                               (guint) evidence->deciding)
                    .plugin;
  return kind;
}

static gboolean
is_same_kind (Kind kind, FitDiffCause cause, const char *rule)
{
  return kind.cause == cause && g_strcmp0 (kind.rule, rule) == 0;
}

static gboolean
still_differs (const FitSketch *sketch, gpointer data)
{
  Search *search = data;
  g_autoptr (FitDiff) diff
      = search->error == NULL ? compare (search, sketch, NULL, &search->error)
                              : NULL;

  return diff != NULL && differs (diff)
         && is_same_kind (kind_of (diff), search->wanted->cause,
                          search->wanted->rule);
}

static void
count_failures (const FitDiff *diff, FitFound *found)
{
  found->n_failed += fit_diff_count_changes (diff, FIT_DIFF_NOT_COMPARED);
  for (guint i = 0; found->failure == NULL && i < diff->items->len; i++)
    {
      const FitDiffItem *item = diff->items->pdata[i];

      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        if (item->outcomes[side].error != NULL)
          {
            g_free (found->failure);
            found->failure = g_strdup (item->outcomes[side].error->message);
          }
    }
}

static void
free_cluster (gpointer data)
{
  FitFoundCluster *cluster = data;

  g_free (cluster->rule);
  g_free (cluster->manifests);
  g_free (cluster);
}

/* Returns: (transfer none): what was found of the kind of @diff, so far
 * nothing, if it is new */
static FitFoundCluster *
find_kind (GPtrArray *clusters, const FitDiff *diff)
{
  const Kind kind = kind_of (diff);
  FitFoundCluster *cluster;

  for (guint i = 0; i < clusters->len; i++)
    {
      cluster = clusters->pdata[i];
      if (is_same_kind (kind, cluster->cause, cluster->rule))
        return cluster;
    }
  cluster = g_new0 (FitFoundCluster, 1);
  cluster->cause = kind.cause;
  cluster->rule = g_strdup (kind.rule);
  cluster->size = G_MAXUINT;
  g_ptr_array_add (clusters, cluster);
  return cluster;
}

/* -- what the rules do ----------------------------------------------------- */

static void
begin (FitCoverage **coverage)
{
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    coverage[i] = fit_coverage_new ();
}

static void
end (FitCoverage **coverage)
{
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    g_clear_pointer (&coverage[i], fit_coverage_free);
}

/* -- the search ------------------------------------------------------------ */

/* Learns what the rules are, in an empty cluster. */
static gboolean
learn_rules (Search *search, FitFound *found, GError **error)
{
  const FitSketch empty = { 0 };
  g_autoptr (FitDiff) diff = NULL;

  search->traits = g_array_new (FALSE, FALSE, sizeof (FitTrait));
  diff = compare (search, &empty, found->coverage, error);
  g_array_unref (search->traits);
  search->traits
      = fit_traits_new (search->sides, found->coverage, search->arena);
  return diff != NULL;
}

/* Tries the cluster @number.  @out_cluster: (out) (nullable): of its kind; NULL:
 * the sides do not differ.  Returns: FALSE on an error */
static gboolean
try (Search *search, guint64 number, FitSketch *sketch,
     FitFoundCluster **out_cluster, FitFound *found, GError **error)
{
  const gboolean covered = found->n_covered < COVERED_CLUSTERS;
  FitCoverage *coverage[FIT_DIFF_SIDES] = { NULL };
  g_autoptr (FitDiff) diff = NULL;

  fit_sketch_fill (sketch, search->traits, search->options->seed, number);
  if (covered)
    begin (coverage);
  diff = compare (search, sketch, covered ? coverage : NULL, error);
  if (diff != NULL)
    {
      found->n_clusters++;
      found->n_pods += diff->n_pods;
      *out_cluster = differs (diff) ? find_kind (found->clusters, diff) : NULL;
      count_failures (diff, found);
      found->n_covered += covered;
      for (guint i = 0; covered && i < FIT_DIFF_SIDES; i++)
        fit_coverage_add (found->coverage[i], coverage[i]);
    }
  end (coverage);
  return diff != NULL;
}

/* Makes the cluster smaller, as long as it shows the same kind of difference,
 * and keeps it if there is no smaller one.  Returns: FALSE on an error */
static gboolean
take (Search *search, FitFoundCluster *cluster, FitSketch *sketch,
      GError **error)
{
  search->wanted = cluster;
  cluster->n_tries++;
  fit_sketch_shrink (sketch, search->traits, still_differs, search);
  if (search->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&search->error));
      return FALSE;
    }
  if (fit_sketch_size (sketch, search->traits) >= cluster->size)
    return TRUE;
  cluster->size = fit_sketch_size (sketch, search->traits);
  cluster->n_nodes = sketch->n_nodes;
  cluster->n_pods = sketch->n_pods;
  g_free (cluster->manifests);
  cluster->manifests = fit_sketch_yaml (sketch, search->traits,
                                        search->options->scheduler_name);
  return TRUE;
}

static gint
by_size (gconstpointer a, gconstpointer b)
{
  const FitFoundCluster *one = *(FitFoundCluster *const *) a,
                        *other = *(FitFoundCluster *const *) b;

  return one->size < other->size ? -1 : one->size > other->size;
}

gboolean
fit_find (const FitFindSide *sides, const FitFindOptions *options,
          FitFound *out_found, GError **error)
{
  g_auto (Search) search = { .sides = sides,
                             .options = options,
                             .arena = fit_arena_new (),
                             .json = g_string_new (NULL) };

  *out_found = (FitFound){ .seed = options->seed };
  out_found->clusters = g_ptr_array_new_with_free_func (free_cluster);
  begin (out_found->coverage);
  if (!learn_rules (&search, out_found, error))
    return FALSE;
  while (options->may_try (out_found->n_clusters, options->data))
    {
      FitSketch sketch;
      FitFoundCluster *cluster = NULL;

      if (!try (&search, out_found->n_clusters, &sketch, &cluster, out_found,
                error)
          || (cluster != NULL && cluster->n_tries < TRIES_PER_KIND
              && !take (&search, cluster, &sketch, error)))
        return FALSE;
    }
  g_ptr_array_sort (out_found->clusters, by_size);
  return TRUE;
}

void
fit_found_clear (FitFound *found)
{
  end (found->coverage);
  g_clear_pointer (&found->failure, g_free);
  g_clear_pointer (&found->clusters, g_ptr_array_unref);
}
