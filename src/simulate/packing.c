/* packing.c - rounds what is free to what can be used, and adds up what a
 * placement is worth at most
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/packing.h"
#include "base/each.h"

static void
free_pods (gpointer data)
{
  FitPackingPods *pods = data;

  g_free (pods->amounts);
  g_free (pods);
}

static void
free_nodes (gpointer data)
{
  FitPackingNodes *nodes = data;

  g_free (nodes->free);
  g_free (nodes->takes);
  g_free (nodes->each);
  g_free (nodes);
}

FitPacking *
fit_packing_new (guint n_resources)
{
  FitPacking *packing = g_new0 (FitPacking, 1);

  packing->n_resources = n_resources;
  packing->pods = g_ptr_array_new_with_free_func (free_pods);
  packing->nodes = g_ptr_array_new_with_free_func (free_nodes);
  return packing;
}

void
fit_packing_free (FitPacking *packing)
{
  if (packing == NULL)
    return;
  g_ptr_array_unref (packing->pods);
  g_ptr_array_unref (packing->nodes);
  g_free (packing);
}

FitPackingPods *
fit_packing_add_pods (FitPacking *packing)
{
  FitPackingPods *pods = g_new0 (FitPackingPods, 1);

  pods->amounts = g_new0 (gint64, packing->n_resources);
  g_ptr_array_add (packing->pods, pods);
  return pods;
}

FitPackingNodes *
fit_packing_add_nodes (FitPacking *packing)
{
  FitPackingNodes *nodes = g_new0 (FitPackingNodes, 1);

  nodes->free = g_new0 (gint64, packing->n_resources);
  nodes->takes = g_new0 (guint8, packing->pods->len);
  nodes->each = g_new0 (guint32, packing->pods->len);
  g_ptr_array_add (packing->nodes, nodes);
  return nodes;
}

/* -- rounding -------------------------------------------------------------- */

static gint64
common_divisor (gint64 a, gint64 b)
{
  while (b != 0)
    {
      const gint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

/* @takes: (nullable): by group: those that matter; NULL: all.
 * Returns: 0 if they want nothing of the resource */
static gint64
divisor_of (const FitPacking *packing, guint resource, const guint8 *takes)
{
  gint64 divisor = 0;

  for (guint g = 0; g < packing->pods->len; g++)
    if (takes == NULL || takes[g])
      divisor = common_divisor (
          ((const FitPackingPods *) packing->pods->pdata[g])->amounts[resource],
          divisor);
  return divisor;
}

static void
divide_amounts (FitPacking *packing, guint resource)
{
  const gint64 divisor = divisor_of (packing, resource, NULL);

  if (divisor == 0)
    return;
  for (guint g = 0; g < packing->pods->len; g++)
    ((FitPackingPods *) packing->pods->pdata[g])->amounts[resource] /= divisor;
  for (guint i = 0; i < packing->nodes->len; i++)
    ((FitPackingNodes *) packing->nodes->pdata[i])->free[resource] /= divisor;
}

/* What is free counts as far as sums of amounts can use it. */
static void
round_free (const FitPacking *packing, FitPackingNodes *nodes)
{
  for (guint r = 0; r < packing->n_resources; r++)
    {
      const gint64 divisor = divisor_of (packing, r, nodes->takes);
      __int128 wanted = 0;

      for (guint g = 0; g < packing->pods->len; g++)
        {
          const FitPackingPods *pods = packing->pods->pdata[g];

          if (nodes->takes[g])
            wanted += (__int128) pods->amounts[r] * pods->most;
        }
      if (divisor == 0 || nodes->free[r] < 0)
        nodes->free[r] = 0;
      else if (wanted < nodes->free[r])
        nodes->free[r] = (gint64) wanted;
      else
        nodes->free[r] -= nodes->free[r] % divisor;
    }
}

static void
count_each (const FitPacking *packing, FitPackingNodes *nodes)
{
  for (guint g = 0; g < packing->pods->len; g++)
    {
      const FitPackingPods *pods = packing->pods->pdata[g];
      gint64 most = nodes->takes[g] == FIT_TAKES_NONE  ? 0
                    : nodes->takes[g] == FIT_TAKES_ONE ? MIN (pods->most, 1)
                                                       : pods->most;

      for (guint r = 0; r < packing->n_resources; r++)
        if (pods->amounts[r] > 0)
          most = MIN (most, nodes->free[r] / pods->amounts[r]);
      nodes->each[g] = (guint32) most;
    }
}

/* -- merging --------------------------------------------------------------- */

/* Nodes as a key.  Returns: (transfer full) */
static GBytes *
key_of (const FitPacking *packing, const FitPackingNodes *nodes,
        gboolean with_free)
{
  g_autoptr (GByteArray) key = g_byte_array_new ();

  g_byte_array_append (key, (const guint8 *) &nodes->costs,
                       sizeof nodes->costs);
  g_byte_array_append (key, nodes->takes, packing->pods->len);
  if (with_free)
    g_byte_array_append (key, (const guint8 *) nodes->free,
                         packing->n_resources * sizeof *nodes->free);
  return g_byte_array_free_to_bytes (g_steal_pointer (&key));
}

static GHashTable *
new_index (void)
{
  return g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                (GDestroyNotify) g_bytes_unref, NULL);
}

static void
number_kinds (FitPacking *packing)
{
  g_autoptr (GHashTable) kinds = new_index ();

  FIT_EACH (FitPackingNodes, nodes, packing->nodes)
    {
      GBytes *key = key_of (packing, nodes, FALSE);
      gpointer known;

      if (g_hash_table_lookup_extended (kinds, key, NULL, &known))
        {
          nodes->kind = GPOINTER_TO_UINT (known);
          g_bytes_unref (key);
          continue;
        }
      nodes->kind = packing->n_kinds++;
      g_hash_table_insert (kinds, key, GUINT_TO_POINTER (nodes->kind));
    }
}

static void
merge_nodes (FitPacking *packing)
{
  g_autoptr (GHashTable) index = new_index ();
  GPtrArray *merged = g_ptr_array_new_with_free_func (free_nodes);

  FIT_EACH (FitPackingNodes, nodes, packing->nodes)
    {
      GBytes *key = key_of (packing, nodes, TRUE);
      FitPackingNodes *same = g_hash_table_lookup (index, key);

      if (same != NULL)
        {
          same->n += nodes->n;
          g_bytes_unref (key);
          free_nodes (nodes);
          continue;
        }
      g_ptr_array_add (merged, nodes);
      g_hash_table_insert (index, key, nodes);
    }
  g_ptr_array_set_free_func (packing->nodes, NULL);
  g_ptr_array_unref (packing->nodes);
  packing->nodes = merged;
}

void
fit_packing_finish (FitPacking *packing)
{
  for (guint r = 0; r < packing->n_resources; r++)
    divide_amounts (packing, r);
  for (guint i = 0; i < packing->nodes->len; i++)
    round_free (packing, packing->nodes->pdata[i]);
  number_kinds (packing);
  merge_nodes (packing);
  for (guint i = 0; i < packing->nodes->len; i++)
    count_each (packing, packing->nodes->pdata[i]);
}

/* -- prices ---------------------------------------------------------------- */

static void
clear_set (gpointer data)
{
  g_free (((FitPriceSet *) data)->prices);
}

void
fit_packing_prices_init (FitPackingPrices *prices, const FitPacking *packing)
{
  prices->pods = g_new0 (gint64, packing->pods->len);
  prices->sets = g_array_new (FALSE, FALSE, sizeof (FitPriceSet));
  g_array_set_clear_func (prices->sets, clear_set);
}

void
fit_packing_prices_clear (FitPackingPrices *prices)
{
  g_clear_pointer (&prices->pods, g_free);
  g_clear_pointer (&prices->sets, g_array_unref);
}

gint64 *
fit_packing_add_prices (FitPackingPrices *prices, const FitPacking *packing,
                        guint32 kind)
{
  const FitPriceSet set = { kind, g_new0 (gint64, packing->n_resources) };

  g_array_append_val (prices->sets, set);
  return set.prices;
}

/* -- the proof ------------------------------------------------------------- */

/* Both factors are far below 64 bits, so the product is exact. */
static gboolean
add_product (__int128 *sum, gint64 a, gint64 b)
{
  return !__builtin_add_overflow (*sum, (__int128) a * b, sum);
}

static gint64
price_of (const gint64 *prices, guint i)
{
  return CLAMP (prices[i], -FIT_PRICE_MOST, FIT_PRICE_MOST);
}

/* @out: (out): by group of pods: what each pod is still worth when its price, and
 * what it takes up at @set (NULL: nothing), are paid; 0 if that is less */
static gboolean
worth_left (const FitPacking *packing, const FitPackingPrices *prices,
            const FitPriceSet *set, gint64 *out)
{
  for (guint g = 0; g < packing->pods->len; g++)
    {
      const FitPackingPods *pods = packing->pods->pdata[g];
      __int128 left
          = (pods->counts ? FIT_PRICE_ONE : 0) - price_of (prices->pods, g);

      for (guint r = 0; set != NULL && r < packing->n_resources; r++)
        if (!add_product (&left, -pods->amounts[r],
                          MAX (price_of (set->prices, r), 0)))
          return FALSE;
      out[g] = left > 0 ? (gint64) left : 0;
    }
  return TRUE;
}

/* What one of @nodes is worth at most, at @set (nullable); @left: of it */
static gboolean
worth_of (const FitPacking *packing, const FitPackingNodes *nodes,
          const FitPriceSet *set, const gint64 *left, __int128 *out)
{
  *out = nodes->costs ? -FIT_PRICE_ONE : 0;
  for (guint r = 0; set != NULL && r < packing->n_resources; r++)
    if (!add_product (out, nodes->free[r], MAX (price_of (set->prices, r), 0)))
      return FALSE;
  for (guint g = 0; g < packing->pods->len; g++)
    if (left[g] > 0 && !add_product (out, nodes->each[g], left[g]))
      return FALSE;
  *out = MAX (*out, 0);
  return TRUE;
}

/* @worth: by group of nodes: lowered where @set is better */
static gboolean
try_set (const FitPacking *packing, const FitPackingPrices *prices,
         const FitPriceSet *set, __int128 *worth)
{
  g_autofree gint64 *left = g_new (gint64, packing->pods->len);

  if (!worth_left (packing, prices, set, left))
    return FALSE;
  for (guint i = 0; i < packing->nodes->len; i++)
    {
      const FitPackingNodes *nodes = packing->nodes->pdata[i];
      __int128 one;

      if (set != NULL && set->kind != nodes->kind)
        continue;
      if (!worth_of (packing, nodes, set, left, &one))
        return FALSE;
      worth[i] = set == NULL ? one : MIN (worth[i], one);
    }
  return TRUE;
}

gboolean
fit_packing_prove (const FitPacking *packing, const FitPackingPrices *prices,
                   gint64 *out_bound)
{
  g_autofree __int128 *worth = g_new0 (__int128, packing->nodes->len);
  __int128 sum = 0;

  if (!try_set (packing, prices, NULL, worth))
    return FALSE;
  for (guint s = 0; s < prices->sets->len; s++)
    if (!try_set (packing, prices,
                  &g_array_index (prices->sets, FitPriceSet, s), worth))
      return FALSE;
  for (guint i = 0; i < packing->nodes->len; i++)
    {
      const FitPackingNodes *nodes = packing->nodes->pdata[i];
      __int128 all;

      if (__builtin_mul_overflow (worth[i], (__int128) nodes->n, &all)
          || __builtin_add_overflow (sum, all, &sum))
        return FALSE;
    }
  for (guint g = 0; g < packing->pods->len; g++)
    {
      const FitPackingPods *pods = packing->pods->pdata[g];
      const gint64 price = price_of (prices->pods, g);

      if (!add_product (&sum, price >= 0 ? pods->most : pods->least, price))
        return FALSE;
    }
  /* Rounded down, also below 0: a placement is worth an integer. */
  sum = sum / FIT_PRICE_ONE - (sum % FIT_PRICE_ONE < 0);
  if (sum > G_MAXINT64 || sum < G_MININT64)
    return FALSE;
  *out_bound = (gint64) sum;
  return TRUE;
}
