/* Whatever selectors and labels there are, the buckets hold all that match, in
 * the order in which they were added, and no selector that needs another
 * pair.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/pair-buckets.h"
#include "base/intern.h"

#include "tests/support/cluster.h"
#include "tests/support/random-objects.h"

#define RUNS 200
#define THINGS 60

static const char *const spaces[] = { "a", "b", "c" };
static const char *const keys[] = { "app", "tier", "serial" };
static const char *const values[] = { "x", "y", "z", "w" };
static const char *const operators[]
    = { "In", "In", "In", "NotIn", "Exists", "DoesNotExist", "Bogus" };

typedef struct
{
  const char *namespace_; /* owned */
  FitLabels *labels;      /* (nullable) owned */
} Labelled;

typedef struct
{
  guint n;
  FitPodCondition conditions[2];
  const char *namespaces[2][2]; /* owned */
} Selecting;

typedef struct
{
  GRand *random;
  Labelled labelled[THINGS];
  Selecting selecting[THINGS];
} Scene;

static guint
below (Scene *scene, guint n)
{
  return (guint) g_rand_int_range (scene->random, 0, (gint32) n);
}

#define ANY(list) list[below (scene, G_N_ELEMENTS (list))]

static void
make_labels (Scene *scene, Labelled *out)
{
  const guint n = below (scene, 4);

  out->namespace_ = fit_intern (ANY (spaces));
  out->labels = n ? fit_labels_new (n) : NULL;
  for (guint i = 0; i < n; i++)
    fit_labels_append (out->labels, ANY (keys), ANY (values));
}

static FitSelector *
make_selector (Scene *scene)
{
  FitExpression expressions[3];
  const char *wanted[3][2];
  const guint n = below (scene, 4);

  if (below (scene, 12) == 0)
    return fit_selector_new_nothing ();
  for (guint i = 0; i < n; i++)
    {
      const char *op = ANY (operators);
      const gboolean listed = g_str_has_suffix (op, "In");

      wanted[i][0] = ANY (values);
      wanted[i][1] = ANY (values);
      expressions[i]
          = (FitExpression){ .key = ANY (keys),
                             .op = op,
                             .n_values = listed ? 1 + below (scene, 4) / 3 : 0,
                             .values = wanted[i] };
    }
  return fit_selector_new_expressions (NULL, expressions, n, FIT_SELECTOR_POD);
}

static void
make_conditions (Scene *scene, Selecting *out)
{
  out->n = 1 + below (scene, 3) / 2;
  for (guint i = 0; i < out->n; i++)
    {
      FitPodCondition *condition = &out->conditions[i];
      const guint die = below (scene, 5);

      out->namespaces[i][0] = fit_intern (ANY (spaces));
      out->namespaces[i][1] = fit_intern (ANY (spaces));
      *condition = (FitPodCondition){ .n_namespaces = MIN (2, die),
                                      .namespaces = out->namespaces[i],
                                      .selector = make_selector (scene) };
      condition->nowhere
          = condition->n_namespaces == 0 && below (scene, 4) == 0;
    }
}

static void
scene_init (Scene *scene, guint32 seed)
{
  *scene = (Scene){ .random = g_rand_new_with_seed (seed) };
  for (guint i = 0; i < THINGS; i++)
    {
      make_labels (scene, &scene->labelled[i]);
      make_conditions (scene, &scene->selecting[i]);
    }
}

static void
scene_clear (Scene *scene)
{
  for (guint i = 0; i < THINGS; i++)
    {
      fit_intern_unref (scene->labelled[i].namespace_);
      fit_labels_unref (scene->labelled[i].labels);
      for (guint c = 0; c < scene->selecting[i].n; c++)
        {
          fit_intern_unref (scene->selecting[i].namespaces[c][0]);
          fit_intern_unref (scene->selecting[i].namespaces[c][1]);
          fit_selector_unref (scene->selecting[i].conditions[c].selector);
        }
    }
  g_rand_free (scene->random);
}

static gboolean
in_namespaces (const FitPodCondition *condition, const char *namespace_)
{
  gboolean in = condition->n_namespaces == 0;

  for (guint i = 0; i < condition->n_namespaces; i++)
    in = in || condition->namespaces[i] == namespace_;
  return in && !condition->nowhere;
}

static gboolean
all_hold (const Selecting *selecting, const Labelled *labelled)
{
  for (guint i = 0; i < selecting->n; i++)
    if (!in_namespaces (&selecting->conditions[i], labelled->namespace_)
        || !fit_selector_matches (selecting->conditions[i].selector,
                                  labelled->labels))
      return FALSE;
  return TRUE;
}

/* The members of @entries for which @wanted holds are all of them, and come in
 * order. */
static void
check_found (const FitBucketEntry *entries, guint n, const gboolean *wanted,
             gpointer first, gsize size)
{
  guint next = 0;

  for (guint i = 0; i < n; i++)
    {
      const guint number
          = (guint) ((gsize) ((char *) entries[i].member - (char *) first)
                     / size);

      assert_true (i == 0 || entries[i - 1].member < entries[i].member);
      for (; next < number; next++)
        assert_false (wanted[next]);
      next = number + 1;
    }
  for (; next < THINGS; next++)
    assert_false (wanted[next]);
}

static void
test_labels (void **state)
{
  const guint runs = random_runs (RUNS);

  for (guint run = 0; run < runs; run++)
    {
      g_autoptr (FitPairBuckets) in = fit_pair_buckets_new ();
      g_autoptr (FitPairBuckets) anywhere = fit_pair_buckets_new ();
      Scene scene;

      scene_init (&scene, random_seed (run));
      for (guint i = 0; i < THINGS; i++)
        {
          Labelled *labelled = &scene.labelled[i];

          fit_pair_buckets_add_labels (in, labelled->namespace_,
                                       labelled->labels, labelled);
          fit_pair_buckets_add_labels (anywhere, NULL, labelled->labels,
                                       labelled);
        }
      for (guint i = 0; i < THINGS; i++)
        {
          const FitPodCondition *condition = scene.selecting[i].conditions;
          const gboolean one = condition->n_namespaces == 1;
          gboolean wanted[THINGS];
          guint n;
          const FitBucketEntry *entries = fit_pair_buckets_find_labels (
              one ? in : anywhere, one ? condition->namespaces[0] : NULL,
              condition->selector, &n);

          for (guint l = 0; l < THINGS; l++)
            wanted[l] = in_namespaces (condition, scene.labelled[l].namespace_)
                        && fit_selector_matches (condition->selector,
                                                 scene.labelled[l].labels);
          check_found (entries, n, wanted, scene.labelled, sizeof (Labelled));
        }
      scene_clear (&scene);
    }
}

static void
test_conditions (void **state)
{
  const guint runs = random_runs (RUNS);

  for (guint run = 0; run < runs; run++)
    {
      g_autoptr (FitPairBuckets) buckets = fit_pair_buckets_new ();
      g_autoptr (GArray) found
          = g_array_new (FALSE, FALSE, sizeof (FitBucketEntry));
      gboolean gone[THINGS];
      Scene scene;

      scene_init (&scene, random_seed (run));
      for (guint i = 0; i < THINGS; i++)
        fit_pair_buckets_add_conditions (buckets, scene.selecting[i].conditions,
                                         scene.selecting[i].n, i,
                                         &scene.selecting[i]);
      for (guint i = 0; i < THINGS; i++)
        {
          gone[i] = below (&scene, 4) == 0;
          if (gone[i])
            fit_pair_buckets_remove_conditions (
                buckets, scene.selecting[i].conditions, scene.selecting[i].n,
                &scene.selecting[i]);
        }
      for (guint i = 0; i < THINGS; i++)
        {
          const Labelled *labelled = &scene.labelled[i];
          const guint since = i % 2 ? 0 : below (&scene, THINGS);
          gboolean wanted[THINGS];

          g_array_set_size (found, 0);
          fit_pair_buckets_find_conditions (buckets, labelled->namespace_,
                                            labelled->labels, since, found);
          for (guint s = 0; s < THINGS; s++)
            wanted[s] = s >= since && !gone[s]
                        && all_hold (&scene.selecting[s], labelled);
          check_found ((const FitBucketEntry *) (gpointer) found->data,
                       found->len, wanted, scene.selecting, sizeof (Selecting));
          for (guint f = 0; f < found->len; f++)
            assert_false (
                gone[g_array_index (found, FitBucketEntry, f).sequence]);
          if (found->len > 0)
            assert_true (g_array_index (found, FitBucketEntry, 0).sequence
                         >= since);
        }
      scene_clear (&scene);
    }
}

/* Many selectors that have one pair in common and differ in another do not
 * share a bucket. */
static void
test_the_smallest_bucket (void **state)
{
  g_autoptr (FitPairBuckets) buckets = fit_pair_buckets_new ();
  g_autoptr (GArray) found
      = g_array_new (FALSE, FALSE, sizeof (FitBucketEntry));
  g_autoptr (GPtrArray) selectors
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_selector_unref);
  g_autoptr (GPtrArray) labels
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_labels_unref);
  const char *namespace_ = fit_intern ("a");

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *serial = g_strdup_printf ("%u", i);
      FitLabels *pairs = fit_labels_new (2);

      fit_labels_append (pairs, "app", "x");
      fit_labels_append (pairs, "serial", serial);
      g_ptr_array_add (labels, pairs);
      g_ptr_array_add (selectors, fit_selector_new_equality (pairs, FALSE));
      fit_pair_buckets_add_conditions (
          buckets,
          &(FitPodCondition){ .n_namespaces = 1,
                              .namespaces = &namespace_,
                              .selector = selectors->pdata[i] },
          1, i, selectors->pdata[i]);
    }
  for (guint i = 0; i < 100; i++)
    {
      g_array_set_size (found, 0);
      fit_pair_buckets_find_conditions (buckets, namespace_, labels->pdata[i],
                                        0, found);
      assert_in_range (found->len, 1, 3);
    }
  fit_intern_unref (namespace_);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_labels),
    cmocka_unit_test (test_conditions),
    cmocka_unit_test (test_the_smallest_bucket),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
