/* shrink.c - takes from a cluster what a difference does not need
 *
 * One thing at a time, the largest first, until nothing can go any more.
 * SPDX-License-Identifier: Apache-2.0 */
#include "find/sketch.h"

#include <string.h>

/* What is tried, and the cluster so far. */
typedef struct
{
  FitSketch *sketch;
  const GArray *traits;
  FitSketchTest test;
  gpointer data;
} Shrinking;

/* Keeps @smaller if it passes. */
static gboolean
keep (const Shrinking *shrinking, const FitSketch *smaller)
{
  if (!shrinking->test (smaller, shrinking->data))
    return FALSE;
  *shrinking->sketch = *smaller;
  return TRUE;
}

static void
drop_pod (FitSketch *sketch, guint number)
{
  sketch->n_pods--;
  memmove (&sketch->pods[number], &sketch->pods[number + 1],
           (sketch->n_pods - number) * sizeof sketch->pods[0]);
}

/* The pods that run there go to @heir, or go as well if that is @number. */
static void
drop_node (FitSketch *sketch, guint number, guint heir)
{
  for (guint i = sketch->n_pods; i > 0; i--)
    {
      gint8 *node = &sketch->pods[i - 1].node;

      if (*node == (gint) number && heir == number)
        {
          drop_pod (sketch, i - 1);
          continue;
        }
      if (*node == (gint) number)
        *node = (gint8) heir;
      if (*node > (gint) number)
        --*node;
    }
  sketch->n_nodes--;
  memmove (&sketch->nodes[number], &sketch->nodes[number + 1],
           (sketch->n_nodes - number) * sizeof sketch->nodes[0]);
}

/* Without its pods, or else with another node for them. */
static gboolean
try_without_node (const Shrinking *shrinking, guint number)
{
  const guint n = shrinking->sketch->n_nodes;

  for (guint i = 0; i < n; i++)
    {
      FitSketch smaller = *shrinking->sketch;

      drop_node (&smaller, number, (number + i) % n);
      if (keep (shrinking, &smaller))
        return TRUE;
    }
  return FALSE;
}

static gboolean
drop_objects (const Shrinking *shrinking)
{
  const FitSketch *sketch = shrinking->sketch;
  gboolean changed = FALSE;

  for (guint i = sketch->n_pods; i > 0; i--)
    {
      FitSketch smaller = *sketch;

      drop_pod (&smaller, i - 1);
      changed |= keep (shrinking, &smaller);
    }
  for (guint i = sketch->n_nodes; i > 0; i--)
    changed |= try_without_node (shrinking, i - 1);
  return changed;
}

/* A pod that runs where it would be placed is simpler than one that waits,
 * because the turns of others do not depend on it. */
static gboolean
settle_pods (const Shrinking *shrinking)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < shrinking->sketch->n_pods; i++)
    for (guint node = 0; node < shrinking->sketch->n_nodes
                         && shrinking->sketch->pods[i].node < 0;
         node++)
      {
        FitSketch simpler = *shrinking->sketch;

        simpler.pods[i].node = (gint8) node;
        changed |= keep (shrinking, &simpler);
      }
  return changed;
}

/* Takes the trait @trait from all objects, so that what only counts on several
 * of them goes, too. */
static gboolean
drop_trait (const Shrinking *shrinking, guint trait)
{
  FitSketch smaller = *shrinking->sketch;
  gboolean any = smaller.rest.choices[trait] > 0;

  smaller.rest.choices[trait] = 0;
  for (guint i = 0; i < smaller.n_nodes; i++)
    {
      any |= smaller.nodes[i].choices[trait] > 0;
      smaller.nodes[i].choices[trait] = 0;
    }
  for (guint i = 0; i < smaller.n_pods; i++)
    {
      any |= smaller.pods[i].choices[trait] > 0;
      smaller.pods[i].choices[trait] = 0;
    }
  return any && keep (shrinking, &smaller);
}

/* Returns: (transfer none): the object @number: the rest, a node or a pod */
static FitSketched *
object_at (FitSketch *sketch, guint number)
{
  if (number == 0)
    return &sketch->rest;
  number--;
  return number < sketch->n_nodes ? &sketch->nodes[number]
                                  : &sketch->pods[number - sketch->n_nodes];
}

/* Takes the simplest text with which the test passes. */
static gboolean
simplify (const Shrinking *shrinking, guint number, guint trait)
{
  const guint8 now = object_at (shrinking->sketch, number)->choices[trait];

  for (guint8 choice = 0; choice < now; choice++)
    {
      FitSketch smaller = *shrinking->sketch;

      object_at (&smaller, number)->choices[trait] = choice;
      if (keep (shrinking, &smaller))
        return TRUE;
    }
  return FALSE;
}

void
fit_sketch_shrink (FitSketch *sketch, const GArray *traits, FitSketchTest test,
                   gpointer data)
{
  const Shrinking shrinking = { sketch, traits, test, data };
  gboolean changed = TRUE;

  while (changed)
    {
      changed = drop_objects (&shrinking);
      changed |= settle_pods (&shrinking);
      for (guint i = 0; i < traits->len; i++)
        changed |= drop_trait (&shrinking, i);
      for (guint i = 0; i < 1 + sketch->n_nodes + sketch->n_pods; i++)
        for (guint trait = 0; trait < traits->len; trait++)
          changed |= simplify (&shrinking, i, trait);
    }
}

static guint
count_traits (const FitSketched *object, const GArray *traits)
{
  guint n = 0;

  for (guint i = 0; i < traits->len; i++)
    n += object->choices[i] > 0;
  return n;
}

guint
fit_sketch_size (const FitSketch *sketch, const GArray *traits)
{
  guint n = count_traits (&sketch->rest, traits);

  for (guint i = 0; i < sketch->n_nodes; i++)
    n += count_traits (&sketch->nodes[i], traits);
  for (guint i = 0; i < sketch->n_pods; i++)
    n += count_traits (&sketch->pods[i], traits);
  return (sketch->n_nodes + sketch->n_pods)
             * (FIT_MOST_TRAITS * (1 + FIT_SKETCH_NODES + FIT_SKETCH_PODS))
         + n;
}
