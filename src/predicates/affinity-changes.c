/* affinity-changes.c - sums up what added and removed pods change in the counts of inter-pod affinity */
#include "predicates/affinity-changes.h"

#include <string.h>

/* The sum over the changed pods on nodes with one value for one key. */
typedef struct
{
  gconstpointer about; /* an interned topology key, or a term */
  const char *value;   /* (nullable) interned */
  gint64 sum;
} Sum;

typedef struct
{
  guint n;
  guint room;
  Sum *items;
} Sums;

struct _FitAffinityChanges
{
  Sums existing; /* by key: terms of the pods that exclude the incoming pod;
                    with those of the pods that did not change */
  Sums affinity; /* by key: pods that satisfy the incoming pod's affinity */
  Sums anti;     /* by term: pods that match it */

  /* The last answer of excluded_otherwise(). */
  const FitNodeInfo *asked;
  guint asked_n; /* existing.n at that time */
  gboolean excluded;
};

static Sum *
find (const Sums *sums, gconstpointer about, const char *value)
{
  for (guint i = 0; i < sums->n; i++)
    if (sums->items[i].about == about && sums->items[i].value == value)
      return &sums->items[i];
  return NULL;
}

static Sum *
append (Sums *sums, gconstpointer about, const char *value, FitArena *arena)
{
  if (sums->n == sums->room)
    {
      const guint room = MAX (4, sums->room * 2);
      Sum *grown = fit_arena_newn (arena, Sum, room);

      if (sums->n)
        memcpy (grown, sums->items, sizeof *grown * sums->n);
      sums->items = grown;
      sums->room = room;
    }
  sums->items[sums->n] = (Sum){ .about = about, .value = value };
  return &sums->items[sums->n++];
}

static void
add (Sums *sums, gconstpointer about, const char *value, gint64 amount,
     FitArena *arena)
{
  Sum *sum = find (sums, about, value);

  if (!sum)
    sum = append (sums, about, value, arena);
  sum->sum += amount;
}

static void
copy_items (Sums *sums, FitArena *arena)
{
  Sum *items = fit_arena_newn (arena, Sum, sums->room);

  if (sums->n)
    memcpy (items, sums->items, sizeof *items * sums->n);
  sums->items = items;
}

FitAffinityChanges *
fit_affinity_changes_copy (const FitAffinityChanges *changes, FitArena *arena)
{
  FitAffinityChanges *copy;

  if (!changes)
    return NULL;
  copy = fit_arena_newn (arena, FitAffinityChanges, 1);
  *copy = *changes;
  copy_items (&copy->existing, arena);
  copy_items (&copy->affinity, arena);
  copy_items (&copy->anti, arena);
  return copy;
}

/* --- counting ------------------------------------------------------------ */

static gboolean
matches_all (guint n, const FitIncomingTerm *terms, const FitPod *pod)
{
  for (guint i = 0; i < n; i++)
    if (!fit_affinity_condition_holds (&terms[i].condition, pod))
      return FALSE;
  return n > 0;
}

static gboolean
matches_any (guint n, const FitIncomingTerm *terms, const FitPod *pod)
{
  for (guint i = 0; i < n; i++)
    if (fit_affinity_condition_holds (&terms[i].condition, pod))
      return TRUE;
  return FALSE;
}

/* The number of terms with @key of running pods, as the index has them, that
 * exclude the incoming pod from @node. */
static gint64
indexed_terms (const FitAffinityMetadata *affinity, const char *key,
               const FitNodeInfo *node)
{
  gint64 count = 0;

  for (guint i = 0; i < affinity->n_existing; i++)
    if (affinity->existing[i].key == key)
      count += affinity->existing[i]
                   .sums[affinity->existing[i].column[node->index]]
                   .required_anti;
  return count;
}

static void
count_existing (const FitPredicateMetadata *meta,
                const FitMetadataChange *change, gint sign, FitArena *arena)
{
  const FitPodAffinity *anti = &change->pod->spec->anti_affinity;
  Sums *sums = &meta->affinity_changes->existing;
  const gint weight = sign * ((gint) change->present - (gint) change->indexed);

  for (guint i = 0; weight && i < anti->n_required; i++)
    {
      const char *key = anti->required[i].topology_key;
      const char *value = fit_affinity_label_of (change->node, key);
      Sum *sum;

      if (!value
          || !fit_affinity_incoming_matches (meta, &anti->required[i],
                                             change->pod))
        continue;
      sum = find (sums, key, value);
      if (!sum)
        {
          sum = append (sums, key, value, arena);
          sum->sum = indexed_terms (meta->affinity, key, change->node);
        }
      sum->sum += weight;
    }
}

static void
count_affinity (const FitPredicateMetadata *meta,
                const FitMetadataChange *change, gint sign, FitArena *arena)
{
  const FitAffinityMetadata *affinity = meta->affinity;
  const gboolean counts
      = change->present
        && (affinity->exact || !change->added || *change->pod->node_name);
  const gint weight = sign * ((gint) counts - (gint) change->indexed);

  if (!weight
      || !matches_all (affinity->n_affinity, affinity->affinity, change->pod))
    return;
  for (guint i = 0; i < affinity->n_affinity; i++)
    {
      const char *key = affinity->affinity[i].key;
      const char *value = fit_affinity_label_of (change->node, key);
      guint same = 0;

      /* The sums are by key; terms may have the same. */
      while (affinity->affinity[same].key != key)
        same++;
      if (value && same == i)
        add (&meta->affinity_changes->affinity, key, value, weight, arena);
    }
}

static void
count_anti (const FitPredicateMetadata *meta, const FitMetadataChange *change,
            gint sign, FitArena *arena)
{
  const FitAffinityMetadata *affinity = meta->affinity;
  const gboolean by_any = change->present && change->added && !affinity->exact;
  const gboolean any
      = by_any && *change->pod->node_name
        && matches_any (affinity->n_anti, affinity->anti, change->pod);

  if (!by_any && change->present == change->indexed)
    return;
  for (guint i = 0; i < affinity->n_anti; i++)
    {
      const FitIncomingTerm *term = &affinity->anti[i];
      const gboolean holds
          = fit_affinity_condition_holds (&term->condition, change->pod);
      const gboolean now = by_any ? any : change->present && holds;
      const gint weight = (gint) now - (gint) (change->indexed && holds);

      if (weight)
        add (&meta->affinity_changes->anti, term,
             fit_affinity_label_of (change->node, term->key), sign * weight,
             arena);
    }
}

void
fit_affinity_changes_count (FitPredicateMetadata *meta,
                            const FitMetadataChange *change, gint sign,
                            FitArena *arena)
{
  if (!meta->affinity)
    return;
  if (!meta->affinity_changes)
    meta->affinity_changes = fit_arena_new0 (arena, FitAffinityChanges, 1);
  count_existing (meta, change, sign, arena);
  if (meta->affinity->n_affinity > 0)
    count_affinity (meta, change, sign, arena);
  if (meta->affinity->n_anti > 0)
    count_anti (meta, change, sign, arena);
}

/* --- questions ----------------------------------------------------------- */

/* Is the incoming pod excluded by terms with other keys than those that changed
 * pods have? */
static gboolean
excluded_otherwise (const FitAffinityMetadata *affinity, const Sums *changed,
                    const FitNodeInfo *node)
{
  for (guint i = 0; i < affinity->n_existing; i++)
    {
      const FitExistingTerm *term = &affinity->existing[i];

      if (term->sums[term->column[node->index]].required_anti > 0
          && term->column[node->index] != FIT_TOPOLOGY_ABSENT
          && !find (changed, term->key,
                    fit_affinity_label_of (node, term->key)))
        return TRUE;
    }
  return FALSE;
}

gboolean
fit_affinity_changes_exclude (const FitPredicateMetadata *meta,
                              const FitNodeInfo *node)
{
  FitAffinityChanges *changes = meta->affinity_changes;
  const Sums *existing = &changes->existing;

  for (guint i = 0; i < existing->n; i++)
    if (existing->items[i].sum > 0
        && fit_affinity_label_of (node, existing->items[i].about)
               == existing->items[i].value)
      return TRUE;
  if (changes->asked != node || changes->asked_n != existing->n)
    {
      changes->asked = node;
      changes->asked_n = existing->n;
      changes->excluded = excluded_otherwise (meta->affinity, existing, node);
    }
  return changes->excluded;
}

gint64
fit_affinity_changes_affinity (const FitPredicateMetadata *meta,
                               const char *key, const char *value)
{
  const Sums *sums = &meta->affinity_changes->affinity;
  gint64 total = 0;

  for (guint i = 0; i < sums->n; i++)
    if (sums->items[i].about == key
        && (!value || sums->items[i].value == value))
      total += sums->items[i].sum;
  return total;
}

gint64
fit_affinity_changes_anti (const FitPredicateMetadata *meta,
                           const FitIncomingTerm *term, const char *value)
{
  const Sum *sum = find (&meta->affinity_changes->anti, term, value);

  return sum ? sum->sum : 0;
}
