/* spread-metadata.c - counts matching pods by topology value, and keeps the two
 * smallest counts
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/spread-metadata.h"
#include "cluster/cache.h"
#include "predicates/change-counts.h"

#include <string.h>

/* v1.16's update rule: value @value has @count pods now. */
static void
minima_update (FitSpreadMinima *minima, guint32 value, gint32 count)
{
  if (minima->value[0] == value || minima->value[1] == value)
    {
      const guint slot = minima->value[0] == value ? 0 : 1;

      minima->count[slot] = count;
      if (minima->count[0] > minima->count[1])
        *minima = (FitSpreadMinima){ { minima->value[1], minima->value[0] },
                                     { minima->count[1], minima->count[0] } };
    }
  else if (count < minima->count[0])
    *minima = (FitSpreadMinima){ { value, minima->value[0] },
                                 { count, minima->count[0] } };
  else if (count < minima->count[1])
    {
      minima->value[1] = value;
      minima->count[1] = count;
    }
}

static void
collect_rules (const FitPredicateMetadata *meta, FitSpreadMetadata *spread)
{
  const FitPodSpec *spec = meta->pod->spec;
  FitTopology *topology = fit_cache_topology (meta->cache);
  FitSpreadRule *rules
      = fit_arena_newn (meta->arena, FitSpreadRule, spec->n_spread_constraints);

  spread->rules = rules;
  spread->keys
      = fit_arena_newn (meta->arena, FitSpreadKey, spec->n_spread_constraints);
  for (guint i = 0; i < spec->n_spread_constraints; i++)
    {
      const FitSpreadConstraint *constraint = &spec->spread_constraints[i];
      guint k = 0;

      if (!constraint->hard)
        continue;
      while (k < spread->n_keys
             && spread->keys[k].key != constraint->topology_key)
        k++;
      if (k == spread->n_keys)
        {
          guint slot = fit_topology_slot (topology, constraint->topology_key);

          spread->keys[spread->n_keys++] = (FitSpreadKey){
            .key = constraint->topology_key,
            .column = fit_topology_column (topology, slot),
            .counts = fit_arena_new0 (meta->arena, gint32,
                                      fit_topology_n_values (topology, slot)),
          };
        }
      rules[spread->n_rules++] = (FitSpreadRule){ constraint, k };
    }
}

static gboolean
has_all_keys (const FitSpreadMetadata *spread, guint node)
{
  for (guint k = 0; k < spread->n_keys; k++)
    if (spread->keys[k].column[node] == FIT_TOPOLOGY_ABSENT)
      return FALSE;
  return TRUE;
}

/* The nodes that count: those that satisfy the pod's node selector and have all
 * keys. */
static guint8 *
eligible_nodes (const FitPredicateMetadata *meta, FitSpreadMetadata *spread)
{
  const guint n = fit_cache_n_slots (meta->cache);
  guint8 *eligible = fit_arena_new0 (meta->arena, guint8, n);

  for (guint i = 0; i < n; i++)
    {
      const FitNode *node = fit_cache_snapshot_node (meta->cache, i);

      eligible[i]
          = node != NULL && has_all_keys (spread, i)
            && fit_pod_matches_node (meta->pod, node->meta.labels, node->name);
      spread->any_pair |= eligible[i];
    }
  return eligible;
}

static void
count_rule (const FitPredicateMetadata *meta, FitSpreadMetadata *spread,
            const FitSpreadRule *rule, const guint8 *eligible)
{
  const FitPodCondition condition
      = { .n_namespaces = 1,
          .namespaces = (const char *const *) &meta->pod->meta.namespace_,
          .selector = rule->constraint->selector };
  const GPtrArray *classes = fit_pod_query_classes (
      fit_pod_index_query (fit_cache_pod_index (meta->cache), &condition, 1));
  const FitSpreadKey *key = &spread->keys[rule->key];
  gint32 *counts = (gint32 *) key->counts;

  for (guint c = 0; c < classes->len; c++)
    {
      const FitPodClass *class = classes->pdata[c];

      for (guint i = 0; i < class->n_on_nodes; i++)
        if (eligible[class->on_nodes[i].node])
          counts[key->column[class->on_nodes[i].node]]
              += (gint32) class->on_nodes[i].count;
    }
}

static gboolean
any_invalid (const FitSpreadMetadata *spread)
{
  for (guint i = 0; i < spread->n_rules; i++)
    if (spread->rules[i].constraint->selector->error != NULL)
      return TRUE;
  return FALSE;
}

/* Is there a pod to match a selector against?  Only then does v1.16 notice that
 * one is invalid. */
static gboolean
any_candidate (const FitPredicateMetadata *meta, const guint8 *eligible)
{
  for (guint i = 0; i < fit_cache_n_slots (meta->cache); i++)
    {
      const FitNodeInfo *info = fit_cache_node (meta->cache, i);

      for (guint p = 0; eligible[i] && p < info->n_pods; p++)
        if (info->pods[p]->meta.namespace_ == meta->pod->meta.namespace_)
          return TRUE;
    }
  return FALSE;
}

static gboolean
rule_counts (const FitPredicateMetadata *meta, const FitSpreadRule *rule,
             const FitPod *pod)
{
  return pod->meta.namespace_ == meta->pod->meta.namespace_
         && fit_selector_matches (rule->constraint->selector, pod->meta.labels);
}

/* How many constraints with the key number @data count a pod that was added or
 * removed? */
static gint32
count_change (const FitPredicateMetadata *meta, gconstpointer data,
              const FitMetadataChange *change)
{
  const FitSpreadMetadata *spread = meta->spread;
  const guint k = GPOINTER_TO_UINT (data);
  gint32 n = 0;

  if (!has_all_keys (spread, change->node->index))
    return 0;
  for (guint r = 0; r < spread->n_rules; r++)
    n += spread->rules[r].key == k
         && rule_counts (meta, &spread->rules[r], change->pod);
  return n;
}

FitSpreadMetadata *
fit_spread_metadata_new (FitPredicateMetadata *meta, gboolean *out_invalid)
{
  FitSpreadMetadata *spread
      = fit_arena_new0 (meta->arena, FitSpreadMetadata, 1);
  const guint8 *eligible;
  guint n;

  *out_invalid = FALSE;
  collect_rules (meta, spread);
  if (spread->n_rules == 0)
    return NULL;
  eligible = eligible_nodes (meta, spread);
  if (any_invalid (spread) && any_candidate (meta, eligible))
    {
      *out_invalid = TRUE;
      return NULL;
    }
  for (guint i = 0; i < spread->n_rules; i++)
    count_rule (meta, spread, &spread->rules[i], eligible);
  n = fit_cache_n_slots (meta->cache);
  for (guint k = 0; k < spread->n_keys; k++)
    {
      FitSpreadKey *key = &spread->keys[k];
      FitSpreadMinima *minima = &key->minima;

      *minima = (FitSpreadMinima){ .count = { G_MAXINT32, G_MAXINT32 } };
      for (guint i = 0; i < n; i++)
        if (eligible[i])
          minima_update (&key->minima, key->column[i],
                         key->counts[key->column[i]]);
    }
  for (guint k = 0; k < spread->n_keys; k++)
    spread->keys[k].counter = fit_change_counter_new (
        meta, count_change, GUINT_TO_POINTER (k), spread->keys[k].column);
  return spread;
}

FitSpreadMetadata *
fit_spread_metadata_copy (const FitSpreadMetadata *spread, FitArena *arena)
{
  FitSpreadMetadata *copy;

  if (spread == NULL)
    return NULL;
  copy = fit_arena_newn (arena, FitSpreadMetadata, 1);
  *copy = *spread;
  copy->keys = fit_arena_newn (arena, FitSpreadKey, spread->n_keys);
  memcpy (copy->keys, spread->keys, sizeof *spread->keys * spread->n_keys);
  return copy;
}

/* The number of pods at @value of key number @k, including the changes of the
 * copy. */
static gint32
current_count (const FitPredicateMetadata *meta, guint k, guint32 value)
{
  const FitSpreadKey *key = &meta->spread->keys[k];

  return key->counts[value] + fit_change_count (meta, key->counter, value);
}

void
fit_spread_metadata_changed (FitPredicateMetadata *meta, const FitPod *pod,
                             const FitNodeInfo *node)
{
  FitSpreadMetadata *spread = meta->spread;

  if (spread == NULL || !has_all_keys (spread, node->index))
    return;
  for (guint r = 0; r < spread->n_rules; r++)
    {
      const guint k = spread->rules[r].key;
      FitSpreadKey *key = &spread->keys[k];
      const guint32 value = key->column[node->index];

      if (!rule_counts (meta, &spread->rules[r], pod))
        continue;
      spread->any_pair = TRUE;
      minima_update (&key->minima, value, current_count (meta, k, value));
    }
}

gboolean
fit_spread_skew (const FitPredicateMetadata *meta, const FitSpreadRule *rule,
                 const FitNodeInfo *node, gint32 *out_skew)
{
  const FitSpreadKey *key = &meta->spread->keys[rule->key];
  const guint32 value = key->column[node->index];

  if (value == FIT_TOPOLOGY_ABSENT)
    return FALSE;
  *out_skew = current_count (meta, rule->key, value) - key->minima.count[0];
  return TRUE;
}
