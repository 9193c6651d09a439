/* Taking pods away from a copy of the metadata, or adding some, gives what a
 * cluster would give that was made that way; putting them back gives what was
 * there before.  But for one quirk of the original: an added pod that matches
 * one anti-affinity term of the incoming pod counts for all of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/affinity-answers.h"
#include "cluster/node-kinds.h"
#include "predicates/metadata-build.h"
#include "tests/predicates/question.h"
#include "tests/support/random-objects.h"

#include <string.h>

#define RUNS 60
#define NODES 8
#define PODS 60
#define TRIES 10 /* incoming pods per cluster */
#define GATES "EvenPodsSpread=true"

/* Predicates whose answers follow the metadata. */
static const FitPredicateInfo *const predicates[]
    = { &fit_match_inter_pod_affinity, &fit_even_pods_spread };

typedef struct
{
  GRand *random;
  GPtrArray *nodes; /* texts */
  GPtrArray *pods;  /* texts of those that run */
  GPtrArray *where; /* "node-3", by pod */
} World;

static void
world_init (World *world, guint32 seed)
{
  world->random = g_rand_new_with_seed (seed);
  world->nodes = g_ptr_array_new_with_free_func (g_free);
  world->pods = g_ptr_array_new_with_free_func (g_free);
  world->where = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < NODES; i++)
    {
      g_autofree char *name = g_strdup_printf ("node-%u", i);

      g_ptr_array_add (world->nodes,
                       random_node (world->random, name, RANDOM_PLAIN));
    }
  for (guint i = 0; i < PODS; i++)
    {
      g_autofree char *name = g_strdup_printf ("pod-%u", i);
      char *node = g_strdup_printf ("node-%d",
                                    g_rand_int_range (world->random, 0, NODES));

      g_ptr_array_add (world->where, node);
      g_ptr_array_add (world->pods,
                       random_pod (world->random, name, node, RANDOM_TERMS));
    }
}

static void
world_clear (World *world)
{
  g_rand_free (world->random);
  g_ptr_array_unref (world->nodes);
  g_ptr_array_unref (world->pods);
  g_ptr_array_unref (world->where);
}

/* The cluster with the pods that do not run on @except (nullable), and the
 * incoming pod. */
static char *
manifest_of (const World *world, const char *except, const char *incoming)
{
  GString *text = g_string_new ("{\"kind\":\"List\",\"items\":[");

  for (guint i = 0; i < world->nodes->len; i++)
    g_string_append_printf (text, "%s,\n", (char *) world->nodes->pdata[i]);
  for (guint i = 0; i < world->pods->len; i++)
    if (g_strcmp0 (world->where->pdata[i], except) != 0)
      g_string_append_printf (text, "%s,\n", (char *) world->pods->pdata[i]);
  g_string_append_printf (text, "%s]}", incoming);
  return g_string_free (text, FALSE);
}

/* Answers about all nodes. */
static char *
answers (const Asking *asking, FitPredicateMetadata *meta)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < fit_cache_n_slots (asking->cluster.cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (asking->cluster.cache, i);
      g_autofree char *answer = asking_answer (asking, node, meta);

      g_string_append_printf (text, "%s: %s\n", node->name, answer);
    }
  return g_string_free (text, FALSE);
}

/* The pods of @from that run on @node, which @meta is to have or not. */
static void
change_all (const Asking *asking, FitPredicateMetadata *meta,
            const FitNodeInfo *from, const char *node, gboolean present)
{
  const FitNodeInfo *here = cluster_node (&asking->cluster, node);

  for (guint i = 0; i < from->n_pods; i++)
    if (present)
      fit_predicate_metadata_add_pod (meta, from->pods[i], here,
                                      asking->cluster.arena);
    else
      fit_predicate_metadata_remove_pod (meta, from->pods[i], here,
                                         asking->cluster.arena);
}

/* Are all lines equal, or, with @quirk, more nodes refused for the incoming
 * pod's anti-affinity than there should be? */
static void
compare (const char *got, const char *wanted, gboolean quirk)
{
  g_auto (GStrv) a = g_strsplit (got, "\n", -1);
  g_auto (GStrv) b = g_strsplit (wanted, "\n", -1);

  assert_int_equal (g_strv_length (a), g_strv_length (b));
  for (guint i = 0; a[i] != NULL; i++)
    if (!quirk || !g_str_has_suffix (a[i], NO_ANTI)
        || !g_str_has_suffix (b[i], ": yes"))
      assert_string_equal (a[i], b[i]);
}

static void
try_predicate (const World *world, const FitPredicateInfo *info,
               const char *incoming, const char *node)
{
  g_autofree char *all = manifest_of (world, NULL, incoming);
  g_autofree char *less = manifest_of (world, node, incoming);
  g_auto (Asking) full = { 0 }, emptied = { 0 };
  g_autofree char *with = NULL, *without = NULL, *taken = NULL, *back = NULL,
                  *added = NULL;
  FitPredicateMetadata *meta;
  const FitNodeInfo *from;
  gboolean quirk;

  asking_init (&full, &(const Question){ info, all, NULL, GATES });
  asking_init (&emptied, &(const Question){ info, less, NULL, GATES });
  quirk = full.cluster.pending->spec->anti_affinity.n_required > 1;
  from = cluster_node (&full.cluster, node);
  with = answers (&full, NULL);
  without = answers (&emptied, NULL);

  meta = fit_predicate_metadata_copy (full.run.meta, full.cluster.arena);
  change_all (&full, meta, from, node, FALSE);
  taken = answers (&full, meta);
  compare (taken, without, FALSE);
  change_all (&full, meta, from, node, TRUE);
  back = answers (&full, meta);
  compare (back, with, quirk);

  meta = fit_predicate_metadata_copy (emptied.run.meta, emptied.cluster.arena);
  change_all (&emptied, meta, from, node, TRUE);
  added = answers (&emptied, meta);
  compare (added, with, quirk);
}

static void
test_copy_equals_a_cluster_made_that_way (void **state)
{
  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      World world;

      world_init (&world, random_seed (run));
      for (guint i = 0; i < TRIES; i++)
        {
          g_autofree char *incoming = random_pod (world.random, "pending", NULL,
                                                  RANDOM_TERMS | RANDOM_SPREAD);
          g_autofree char *node = g_strdup_printf (
              "node-%d", g_rand_int_range (world.random, 0, NODES));

          for (guint p = 0; p < G_N_ELEMENTS (predicates); p++)
            try_predicate (&world, predicates[p], incoming, node);
        }
      world_clear (&world);
    }
}

/* Returns: what exclude() and exclude_kinds() say together */
static guint64
exclude_by_kind (Asking *asking, const guint32 *list, guint begin, guint n)
{
  const FitPredicateInfo *info = &fit_match_inter_pod_affinity;
  const FitNodeKinds *kinds = fit_cache_node_kinds (asking->cluster.cache);
  const guint16 *kind_of = fit_node_kinds_of (kinds);
  gboolean excluded[FIT_NODE_KINDS] = { FALSE };
  const gboolean all = info->exclude_kinds (&asking->run, kinds, excluded);
  guint64 of_nodes = 0;

  info->exclude (&asking->run, kinds, list, begin, n, &of_nodes);
  assert_true (!all || of_nodes == 0);
  for (guint i = 0; i < n; i++)
    of_nodes |= (guint64) excluded[kind_of[list[begin + i]]] << i;
  return of_nodes;
}

/* exclude() says of many nodes what check() says of each. */
static void
test_many_nodes_at_once (void **state)
{
  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      World world;

      world_init (&world, random_seed (run));
      for (guint i = 0; i < TRIES; i++)
        {
          g_autofree char *incoming
              = random_pod (world.random, "pending", NULL, RANDOM_TERMS);
          g_autofree char *all = manifest_of (&world, NULL, incoming);
          g_auto (Asking) asking = { 0 };
          FitNodeTree *tree;
          const guint32 *list;
          guint begin, n;
          guint64 excluded = 0;

          asking_init (&asking,
                       &(const Question){ &fit_match_inter_pod_affinity, all,
                                          NULL, GATES });
          tree = fit_cache_node_tree (asking.cluster.cache);
          list = fit_node_tree_list (tree);
          begin = i % 3;
          n = fit_node_tree_size (tree) - begin;
          fit_match_inter_pod_affinity.exclude (&asking.run, NULL, list, begin,
                                                n, &excluded);
          assert_int_equal (exclude_by_kind (&asking, list, begin, n),
                            excluded);
          for (guint k = 0; k < n; k++)
            {
              g_autofree char *answer = asking_answer (
                  &asking,
                  fit_cache_node (asking.cluster.cache, list[begin + k]), NULL);

              assert_int_equal (excluded >> k & 1, strcmp (answer, "yes") != 0);
            }
          assert_true (n == 64 || excluded >> n == 0);
        }
      world_clear (&world);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_copy_equals_a_cluster_made_that_way),
    cmocka_unit_test (test_many_nodes_at_once),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
