/* find.c - the search
 *
 * Which clusters differ is found in blocks, in any order and in any process.  The
 * first clusters of each kind of difference, by number, are then made smaller, so
 * the answer is the same whoever tried which.
 * SPDX-License-Identifier: Apache-2.0 */
#include "find/find.h"

#include <string.h>

#include "base/each.h"
#include "base/intern.h"
#include "find/sketch.h"
#include "formats/json-build.h"
#include "formats/value.h"

/* What the rules do is counted in so many clusters, because it takes more work
 * than to decide. */
#define COVERED_CLUSTERS 1000

/* So many clusters are made smaller for each kind of difference: chance decides
 * how small they become. */
#define TRIES_PER_KIND 5

const char *const fit_side_names[] = { "left", "right" };

/* A cluster that the sides decide differently. */
typedef struct
{
  guint64 number;
  const char *kind; /* interned, owned */
} Differing;

struct _FitSearch
{
  const FitFindSide *sides;
  FitFindOptions options;
  GArray *traits; /* owned, of FitTrait */
  FitArena *arena;
  GString *json;                 /* owned: the cluster that is tried */
  FitFound found;                /* owned */
  guint n_rules[FIT_DIFF_SIDES]; /* that were learned: strangers follow them */
  GArray *differing;             /* owned, of Differing: by number */
  const FitFoundCluster *wanted; /* of this kind shall differences be */
  GError *error;                 /* (nullable) owned */
};

/* -- one cluster ----------------------------------------------------------- */

/* @coverage: (nullable): of each side.  Returns: (transfer full) (nullable) */
static FitDiff *
compare (const FitSearch *search, const FitSketch *sketch,
         FitCoverage *const *coverage, GError **error)
{
  g_autoptr (FitObjects) left = NULL;
  g_autoptr (FitObjects) right = NULL;
  FitObjects **const objects[] = { &left, &right };
  FitDiffSide sides[FIT_DIFF_SIDES];

  fit_sketch_write (sketch, search->traits, search->options.scheduler_name,
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
  FitSearch *search = data;
  g_autoptr (FitDiff) diff
      = search->error == NULL ? compare (search, sketch, NULL, &search->error)
                              : NULL;

  return diff != NULL && differs (diff)
         && is_same_kind (kind_of (diff), search->wanted->cause,
                          search->wanted->rule);
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

/* -- blocks of clusters ---------------------------------------------------- */

#define CLUSTERS "clusters"
#define PODS "pods"
#define FAILED "failed"
#define FAILURE "failure"
#define WATCHED "watched"
#define DIFFER "differ"

/* What came of the clusters of a block. */
typedef struct
{
  guint n_clusters;
  guint64 n_pods;
  guint64 n_failed;
  char *failure; /* (nullable) owned */
  guint n_covered;
  FitCoverage *coverage[FIT_DIFF_SIDES]; /* owned */
  FitJson *differ;                       /* owned: of [NUMBER, KIND] */
  GHashTable *kinds; /* owned: KIND -> how many are in @differ */
} Block;

static void
block_clear (Block *block)
{
  g_free (block->failure);
  end (block->coverage);
  fit_json_free (block->differ);
  g_hash_table_unref (block->kinds);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Block, block_clear)

static void
count_failures (const FitDiff *diff, Block *block)
{
  block->n_failed += fit_diff_count_changes (diff, FIT_DIFF_NOT_COMPARED);
  for (guint i = 0; block->failure == NULL && i < diff->items->len; i++)
    {
      const FitDiffItem *item = diff->items->pdata[i];

      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        if (item->outcomes[side].error != NULL)
          {
            g_free (block->failure);
            block->failure = g_strdup (item->outcomes[side].error->message);
          }
    }
}

/* Only the first of each kind can be among those that are made smaller. */
static void
note_difference (Block *block, guint64 number, const FitDiff *diff)
{
  const Kind kind = kind_of (diff);
  char *name = g_strdup_printf ("%s %s", fit_diff_cause_name (kind.cause),
                                kind.rule != NULL ? kind.rule : "-");
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (block->kinds, name));

  if (n < TRIES_PER_KIND)
    {
      FitJson *pair = fit_json_array ();

      fit_json_add_integer (pair, (gint64) number);
      fit_json_add_text (pair, name);
      fit_json_add (block->differ, pair);
    }
  g_hash_table_replace (block->kinds, name, GUINT_TO_POINTER (n + 1));
}

/* Tries the cluster @number. */
static gboolean
try (FitSearch *search, guint64 number, Block *block, GError **error)
{
  const gboolean covered = number < COVERED_CLUSTERS;
  FitCoverage *coverage[FIT_DIFF_SIDES] = { NULL };
  g_autoptr (FitDiff) diff = NULL;
  FitSketch sketch;

  fit_sketch_fill (&sketch, search->traits, search->options.seed, number);
  if (covered)
    begin (coverage);
  diff = compare (search, &sketch, covered ? coverage : NULL, error);
  if (diff != NULL)
    {
      block->n_clusters++;
      block->n_pods += diff->n_pods;
      if (differs (diff))
        note_difference (block, number, diff);
      count_failures (diff, block);
      block->n_covered += covered;
      for (guint i = 0; covered && i < FIT_DIFF_SIDES; i++)
        fit_coverage_add (block->coverage[i], coverage[i]);
    }
  end (coverage);
  return diff != NULL;
}

/* How many nodes a rule rejected, or for how many pods it scored two
 * differently. */
static guint64
count_of (const FitCoverage *coverage, guint i)
{
  const FitCoverageRule *rule
      = &g_array_index (coverage->rules, FitCoverageRule, i);

  return rule->scores ? rule->n_told : rule->n_nodes;
}

static void
add_count (FitCoverage *coverage, guint i, guint64 n)
{
  FitCoverageRule *rule = &g_array_index (coverage->rules, FitCoverageRule, i);

  if (rule->scores)
    rule->n_told += (guint) n;
  else
    rule->n_nodes += n;
}

/* Returns: (transfer full): the counts of the @n_rules that every process has
 * learned, and [NAME, SCORES, COUNT] of each stranger that acted */
static FitJson *
counts_json (const FitCoverage *coverage, guint n_rules)
{
  FitJson *counts = fit_json_array ();

  for (guint i = 0; i < coverage->rules->len; i++)
    {
      const FitCoverageRule *rule
          = &g_array_index (coverage->rules, FitCoverageRule, i);
      FitJson *into = i < n_rules ? counts : fit_json_array ();

      if (i >= n_rules)
        {
          fit_json_add_text (into, rule->name);
          fit_json_add_integer (into, rule->scores);
          fit_json_add (counts, into);
        }
      fit_json_add_integer (into, (gint64) count_of (coverage, i));
    }
  return counts;
}

static void
write_block (const FitSearch *search, const Block *block, GString *out)
{
  g_autoptr (FitJson) object = fit_json_object ();

  fit_json_set_integer (object, CLUSTERS, block->n_clusters);
  fit_json_set_integer (object, PODS, (gint64) block->n_pods);
  fit_json_set_integer (object, FAILED, (gint64) block->n_failed);
  fit_json_set_text (object, FAILURE, block->failure);
  fit_json_set_integer (object, WATCHED, block->n_covered);
  fit_json_set (object, DIFFER, fit_json_ref (block->differ));
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    fit_json_set (object, fit_side_names[side],
                  counts_json (block->coverage[side], search->n_rules[side]));
  fit_json_append_compact (object, out);
}

gboolean
fit_search_try (FitSearch *search, guint number, GString *out, GError **error)
{
  const guint64 first = (guint64) number * FIT_SEARCH_BLOCK;
  g_auto (Block) block = { .differ = fit_json_array (),
                           .kinds = g_hash_table_new_full (
                               g_str_hash, g_str_equal, g_free, NULL) };

  begin (block.coverage);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    fit_coverage_add (block.coverage[i], search->found.coverage[i]);
  for (guint64 i = first; i < first + FIT_SEARCH_BLOCK
                          && search->options.may_try (i, search->options.data);
       i++)
    if (!try (search, i, &block, error))
      return FALSE;
  if (block.n_clusters > 0)
    write_block (search, &block, out);
  return TRUE;
}

static gboolean
take_number (const FitValue *value, guint64 *out)
{
  return value != NULL && value->type == FIT_VALUE_NUMBER
         && g_ascii_string_to_unsigned (value->text, 10, 0, G_MAXUINT32, out,
                                        NULL);
}

/* Takes what counts_json() writes. */
static gboolean
take_counts (const FitValue *list, FitCoverage *coverage, guint n_rules)
{
  if (list == NULL || list->type != FIT_VALUE_LIST || list->n < n_rules)
    return FALSE;
  for (guint i = 0; i < list->n; i++)
    {
      const FitValue *item = &list->items[i];
      guint64 scores, n;

      if (i < n_rules)
        {
          if (!take_number (item, &n))
            return FALSE;
          add_count (coverage, i, n);
          continue;
        }
      if (item->type != FIT_VALUE_LIST || item->n != 3
          || item->items[0].type != FIT_VALUE_STRING
          || !take_number (&item->items[1], &scores)
          || !take_number (&item->items[2], &n))
        return FALSE;
      add_count (
          coverage,
          fit_coverage_stranger (coverage, item->items[0].text, scores != 0),
          n);
    }
  return TRUE;
}

static gboolean
take_sides (FitSearch *search, const FitValue *block)
{
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    if (!take_counts (fit_value_get (block, fit_side_names[i]),
                      search->found.coverage[i], search->n_rules[i]))
      return FALSE;
  return TRUE;
}

static gboolean
take_differing (FitSearch *search, const FitValue *list)
{
  if (list == NULL || list->type != FIT_VALUE_LIST)
    return FALSE;
  for (guint i = 0; i < list->n; i++)
    {
      const FitValue *pair = &list->items[i];
      Differing one;

      if (pair->type != FIT_VALUE_LIST || pair->n != 2
          || !take_number (&pair->items[0], &one.number)
          || pair->items[1].type != FIT_VALUE_STRING)
        return FALSE;
      one.kind = fit_intern (pair->items[1].text);
      g_array_append_val (search->differing, one);
    }
  return TRUE;
}

gboolean
fit_search_take (FitSearch *search, const char *text, gsize len, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *block = fit_json_parse (arena, text, len, NULL, NULL, NULL);
  FitFound *found = &search->found;
  guint64 n_clusters, n_pods, n_failed, n_covered;

  if (block == NULL
      || !take_number (fit_value_get (block, CLUSTERS), &n_clusters)
      || !take_number (fit_value_get (block, PODS), &n_pods)
      || !take_number (fit_value_get (block, FAILED), &n_failed)
      || !take_number (fit_value_get (block, WATCHED), &n_covered)
      || !take_differing (search, fit_value_get (block, DIFFER))
      || !take_sides (search, block))
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "a block of clusters is not what this program writes");
  found->n_clusters += n_clusters;
  found->n_pods += n_pods;
  found->n_failed += n_failed;
  found->n_covered += (guint) n_covered;
  if (found->failure == NULL)
    found->failure = g_strdup (fit_value_get_string (block, FAILURE));
  return TRUE;
}

/* -- the search ------------------------------------------------------------ */

static void
clear_differing (gpointer data)
{
  fit_intern_unref (((Differing *) data)->kind);
}

/* Learns what the rules are, in an empty cluster. */
static gboolean
learn_rules (FitSearch *search, GError **error)
{
  const FitSketch empty = { 0 };
  g_autoptr (FitDiff) diff = NULL;

  search->traits = g_array_new (FALSE, FALSE, sizeof (FitTrait));
  diff = compare (search, &empty, search->found.coverage, error);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    search->n_rules[i] = search->found.coverage[i]->rules->len;
  g_array_unref (search->traits);
  search->traits
      = fit_traits_new (search->sides, search->found.coverage, search->arena);
  return diff != NULL;
}

FitSearch *
fit_search_new (const FitFindSide *sides, const FitFindOptions *options,
                GError **error)
{
  g_autoptr (FitSearch) search = g_new0 (FitSearch, 1);

  search->sides = sides;
  search->options = *options;
  search->arena = fit_arena_new ();
  search->json = g_string_new (NULL);
  search->found.seed = options->seed;
  search->found.clusters = g_ptr_array_new_with_free_func (free_cluster);
  search->differing = g_array_new (FALSE, FALSE, sizeof (Differing));
  g_array_set_clear_func (search->differing, clear_differing);
  begin (search->found.coverage);
  return learn_rules (search, error) ? g_steal_pointer (&search) : NULL;
}

void
fit_search_free (FitSearch *search)
{
  if (search == NULL)
    return;
  if (search->traits != NULL)
    g_array_unref (search->traits);
  g_array_unref (search->differing);
  fit_found_clear (&search->found);
  g_string_free (search->json, TRUE);
  fit_arena_free (search->arena);
  g_clear_error (&search->error);
  g_free (search);
}

/* Makes the cluster smaller, as long as it shows the same kind of difference,
 * and keeps it if there is no smaller one.  Returns: FALSE on an error */
static gboolean
take (FitSearch *search, FitFoundCluster *cluster, FitSketch *sketch,
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
                                        search->options.scheduler_name);
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
fit_search_end (FitSearch *search, FitFound *out_found, GError **error)
{
  g_autoptr (GHashTable) tries = g_hash_table_new (NULL, NULL);
  FitFound *found = &search->found;

  FIT_EACH_OF (const Differing, one, search->differing)
    {
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (tries, one->kind));
      g_autoptr (FitDiff) diff = NULL;
      FitSketch sketch;

      if (n >= TRIES_PER_KIND)
        continue;
      g_hash_table_insert (tries, (gpointer) one->kind,
                           GUINT_TO_POINTER (n + 1));
      fit_sketch_fill (&sketch, search->traits, search->options.seed,
                       one->number);
      diff = compare (search, &sketch, NULL, error);
      if (diff == NULL
          || (differs (diff)
              && !take (search, find_kind (found->clusters, diff), &sketch,
                        error)))
        return FALSE;
    }
  g_ptr_array_sort (found->clusters, by_size);
  *out_found = *found;
  *found = (FitFound){ 0 };
  return TRUE;
}

void
fit_found_clear (FitFound *found)
{
  end (found->coverage);
  g_clear_pointer (&found->failure, g_free);
  g_clear_pointer (&found->clusters, g_ptr_array_unref);
}
