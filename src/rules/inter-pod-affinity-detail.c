/* inter-pod-affinity-detail.c - the pods behind a result of inter-pod affinity
 *
 * Checks only count pods.  Here the pods are found, once for all nodes: those
 * that satisfy a term of the incoming pod, and those whose required
 * anti-affinity matches it, by topology value.
 * Tests: tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "predicates/affinity-metadata.h"
#include "rules/rule-details.h"
#include "api/names.h"
#include "api/texts.h"

#include <string.h>

/* The first pod with a topology value, and the number of such pods. */
typedef struct
{
  const FitPod *pod;
  const FitNodeInfo *node;
  const FitAffinityTerm *term; /* (nullable): the term of @pod, if that is the
                                  obstacle */
  guint n;
} Found;

/* Tables by interned topology value. */
typedef struct
{
  guint n_affinity;
  guint n_anti;
  GHashTable **affinity; /* owned, one per term */
  GHashTable **anti;
  GHashTable *existing; /* owned: by topology key: tables like those above */
} Memo;

static GHashTable *
new_table (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

static void
free_memo (gpointer data)
{
  Memo *memo = data;

  for (guint i = 0; i < memo->n_affinity; i++)
    g_hash_table_unref (memo->affinity[i]);
  for (guint i = 0; i < memo->n_anti; i++)
    g_hash_table_unref (memo->anti[i]);
  g_free (memo->affinity);
  g_free (memo->anti);
  g_hash_table_unref (memo->existing);
  g_free (memo);
}

static const char *
value_on (const FitNodeInfo *node, const char *key)
{
  return fit_labels_get (node->node->meta.labels, key);
}

static void
note (GHashTable *table, const char *key, const FitPod *pod,
      const FitNodeInfo *node, const FitAffinityTerm *term)
{
  const char *value = value_on (node, key);
  Found *found = value != NULL ? g_hash_table_lookup (table, value) : NULL;

  if (value == NULL)
    return;
  if (found == NULL)
    {
      found = g_new0 (Found, 1);
      *found = (Found){ pod, node, term, 0 };
      g_hash_table_insert (table, (gpointer) value, found);
    }
  found->n++;
}

static gboolean
satisfies_all (const FitAffinityMetadata *affinity, const FitPod *pod)
{
  for (guint i = 0; i < affinity->n_affinity; i++)
    if (!fit_affinity_condition_holds (&affinity->affinity[i].condition, pod))
      return FALSE;
  return TRUE;
}

static GHashTable **
new_tables (guint n)
{
  GHashTable **tables = g_new (GHashTable *, n);

  for (guint i = 0; i < n; i++)
    tables[i] = new_table ();
  return tables;
}

static const Memo *
get_memo (const FitPredicateMetadata *meta, FitDetailMemo *kept)
{
  Memo *memo = kept->data;

  if (memo != NULL)
    return memo;
  memo = g_new0 (Memo, 1);
  memo->n_affinity = meta->affinity->n_affinity;
  memo->n_anti = meta->affinity->n_anti;
  memo->affinity = new_tables (memo->n_affinity);
  memo->anti = new_tables (memo->n_anti);
  memo->existing = g_hash_table_new_full (NULL, NULL, NULL,
                                          (GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < fit_cache_n_slots (meta->cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (meta->cache, i);

      for (guint p = 0; node != NULL && node->node != NULL && p < node->n_pods;
           p++)
        {
          const FitPod *pod = node->pods[p];
          const FitAffinityMetadata *affinity = meta->affinity;
          const FitPodAffinity *anti = &pod->spec->anti_affinity;

          for (guint k = 0; k < anti->n_required; k++)
            {
              const FitAffinityTerm *term = &anti->required[k];
              const char *key = term->topology_key;
              GHashTable *table;

              if (!fit_affinity_incoming_matches (meta, term, pod))
                continue;
              table = g_hash_table_lookup (memo->existing, key);
              if (table == NULL)
                {
                  table = new_table ();
                  g_hash_table_insert (memo->existing, (gpointer) key, table);
                }
              note (table, key, pod, node, term);
            }
          for (guint k = 0; k < memo->n_anti; k++)
            if (fit_affinity_condition_holds (&affinity->anti[k].condition,
                                              pod))
              note (memo->anti[k], affinity->anti[k].key, pod, node, NULL);
          if (memo->n_affinity > 0 && satisfies_all (affinity, pod))
            for (guint k = 0; k < memo->n_affinity; k++)
              note (memo->affinity[k], affinity->affinity[k].key, pod, node,
                    NULL);
        }
    }
  *kept = (FitDetailMemo){ memo, free_memo };
  return memo;
}

/* -- sentences ------------------------------------------------------------- */

/* Adds the term and the place: "zone=a"; for host names, which all differ, only
 * the key. */
static void
add_place (const FitSelector *selector, const char *key, const char *value,
           FitDetail *detail)
{
  g_autofree char *term = fit_selector_format (selector);

  fit_detail_add_fact (detail, "term", term);
  fit_detail_add_fact (detail, "topologyKey", key);
  fit_detail_add_fact (detail, "topologyValue", value);
}

static gboolean
is_hostname (const char *key)
{
  return strcmp (key, FIT_LABEL_HOSTNAME) == 0;
}

/* Adds @found as the obstacle. */
static void
add_obstacle (const Found *found, FitDetail *detail)
{
  g_autofree char *name = fit_pod_full_name (found->pod);

  fit_detail_add_fact (detail, "pod", name);
  fit_detail_add_fact (detail, "podNode", found->node->name);
  fit_detail_add_number (detail, "pods", found->n);
  if (found->n > 1)
    return;
  fit_detail_advise (detail, "move %s off %s", name, found->node->name);
  fit_detail_add_change (
      detail, &(FitChange){ .type = FIT_CHANGE_EVICT, .pod = found->pod });
}

/* "default/db-1 on n2", with the number of others */
static char *
describe_found (const Found *found)
{
  g_autofree char *name = fit_pod_full_name (found->pod);

  if (found->n == 1)
    return g_strdup_printf ("%s on %s", name, found->node->name);
  return g_strdup_printf ("%s on %s and %u more", name, found->node->name,
                          found->n - 1);
}

static void
explain_existing (const Memo *memo, const FitNodeInfo *node, FitDetail *detail)
{
  GHashTableIter iter;
  gpointer key, table;
  const Found *best = NULL;
  const char *best_key = NULL;

  g_hash_table_iter_init (&iter, memo->existing);
  while (g_hash_table_iter_next (&iter, &key, &table))
    {
      const char *value = value_on (node, key);
      const Found *found
          = value != NULL ? g_hash_table_lookup (table, value) : NULL;

      /* Keys have no order, so take the smallest one. */
      if (found != NULL && (best_key == NULL || strcmp (key, best_key) < 0))
        {
          best = found;
          best_key = key;
        }
    }
  if (best != NULL)
    {
      const char *value = value_on (node, best_key);
      g_autofree char *who = describe_found (best);
      g_autofree char *term = fit_selector_format (best->term->selector);

      fit_detail_say (detail, "%s %s pods with %s away from %s=%s", who,
                      best->n == 1 ? "keeps" : "keep", term, best_key, value);
      fit_detail_say_common (detail,
                             "pods keep others with %s away from %s%s%s", term,
                             best_key, is_hostname (best_key) ? "" : "=",
                             is_hostname (best_key) ? "" : value);
      add_place (best->term->selector, best_key, value, detail);
      add_obstacle (best, detail);
    }
}

static void
explain_anti (const FitAffinityMetadata *affinity, const Memo *memo,
              const FitNodeInfo *node, FitDetail *detail)
{
  for (guint i = 0; i < memo->n_anti; i++)
    {
      const char *key = affinity->anti[i].key;
      const char *value = value_on (node, key);
      const FitSelector *selector = affinity->anti[i].condition.selector;
      const Found *found
          = value != NULL ? g_hash_table_lookup (memo->anti[i], value) : NULL;
      g_autofree char *who = found != NULL ? describe_found (found) : NULL;
      g_autofree char *term = fit_selector_format (selector);

      if (found == NULL)
        continue;
      fit_detail_say (detail, "%s %s %s, in %s=%s", who,
                      found->n == 1 ? "matches" : "match", term, key, value);
      fit_detail_say_common (detail, "pods with %s in %s%s%s", term, key,
                             is_hostname (key) ? "" : "=",
                             is_hostname (key) ? "" : value);
      add_place (selector, key, value, detail);
      add_obstacle (found, detail);
      return;
    }
}

/* The first topology value by name that has such pods. */
static const char *
somewhere (GHashTable *table)
{
  GHashTableIter iter;
  gpointer value;
  const char *least = NULL;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &value, NULL))
    if (least == NULL || strcmp (value, least) < 0)
      least = value;
  return least;
}

static void
explain_unmet (const FitIncomingTerm *term, GHashTable *table,
               const FitNodeInfo *node, FitDetail *detail)
{
  const FitSelector *selector = term->condition.selector;
  const char *value = value_on (node, term->key);
  const char *other = somewhere (table);
  g_autofree char *wanted = fit_selector_format (selector);

  add_place (selector, term->key, value, detail);
  fit_detail_add_number (detail, "pods", 0);
  if (value == NULL)
    {
      fit_detail_say (detail, "the node has no label %s", term->key);
      fit_detail_say_common (detail, "no label %s", term->key);
      return;
    }
  if (other != NULL)
    fit_detail_say (detail, "no pod with %s in %s=%s; there is one in %s=%s",
                    wanted, term->key, value, term->key, other);
  else
    fit_detail_say (detail, "no pod with %s anywhere", wanted);
  if (is_hostname (term->key) || other == NULL)
    fit_detail_say_common (detail, "no pod with %s%s", wanted,
                           other != NULL ? " on the node" : " anywhere");
  else
    fit_detail_say_common (detail, "no pod with %s in %s=%s", wanted, term->key,
                           value);
  fit_detail_advise (detail, "run a pod with %s in %s=%s first", wanted,
                     term->key, value);
}

static void
explain_affinity (const FitAffinityMetadata *affinity, const Memo *memo,
                  const FitNodeInfo *node, FitDetail *detail)
{
  for (guint i = 0; i < memo->n_affinity; i++)
    {
      const char *value = value_on (node, affinity->affinity[i].key);

      if (value != NULL
          && g_hash_table_lookup (memo->affinity[i], value) != NULL)
        continue;
      explain_unmet (&affinity->affinity[i], memo->affinity[i], node, detail);
      return;
    }
}

void
fit_explain_affinity (const FitPredicateRun *run, const FitNodeInfo *node,
                      const FitReason *reason, FitDetail *detail)
{
  const FitAffinityMetadata *affinity = run->meta->affinity;
  const Memo *memo;

  if (node == NULL || affinity == NULL)
    return;
  memo = get_memo (run->meta, detail->memo);
  if (reason->code == FIT_REASON_EXISTING_ANTI_AFFINITY)
    explain_existing (memo, node, detail);
  else if (reason->code == FIT_REASON_POD_ANTI_AFFINITY_RULES)
    explain_anti (affinity, memo, node, detail);
  else if (reason->code == FIT_REASON_POD_AFFINITY_RULES)
    explain_affinity (affinity, memo, node, detail);
}
