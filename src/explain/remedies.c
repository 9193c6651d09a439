/* remedies.c - changes that would let a pod fit
 *
 * Checks every node with all rules.  If something known removes all obstacles,
 * tries the pod there with that change, and reports it only if the pod then
 * fits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/remedies.h"

#include <string.h>

#include "api/names.h"
#include "base/each.h"
#include "base/list-gap.h"
#include "base/wrapping.h"
#include "explain/remedies-private.h"

/* The maximum number of changes to try, and of nodes on which each is replayed
 * if a look at the node is not enough. */
#define MOST_CHANGES 20
#define MOST_REPLAYS 3

/* -- obstacles ------------------------------------------------------------- */

/* All obstacles on a node. */
typedef struct
{
  const FitNodeInfo *node;
  GArray *changes; /* of FitChange, owned: without duplicates */
  GHashTable *all; /* of FitChange, owned: the same */
  gboolean known;  /* there are no other obstacles */
  guint n;         /* number of reasons */
  GString *bars;   /* owned: text of all reasons */
} Way;

static void
way_clear (Way *way)
{
  g_clear_pointer (&way->changes, g_array_unref);
  g_clear_pointer (&way->all, g_hash_table_unref);
  if (way->bars != NULL)
    g_string_free (way->bars, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Way, way_clear)

static guint
text_hash (const char *text)
{
  return text != NULL ? g_str_hash (text) : 0;
}

static guint
hash_change (gconstpointer data)
{
  const FitChange *change = data;

  return (guint) change->type + g_direct_hash (change->taint)
         + g_direct_hash (change->pod) + text_hash (change->key)
         + text_hash (change->resource);
}

static gboolean
same_change (gconstpointer one, gconstpointer other)
{
  const FitChange *a = one, *b = other;

  return a->type == b->type && a->taint == b->taint
         && g_strcmp0 (a->key, b->key) == 0 && a->value == b->value
         && a->pod == b->pod && g_strcmp0 (a->resource, b->resource) == 0;
}

static void
add_reason (Way *way, FitInquiry *inquiry, const char *name,
            const FitReason *reason)
{
  g_autoptr (FitDetail) detail
      = fit_inquiry_explain (inquiry, name, way->node, reason);
  g_autofree char *message = fit_reason_format (reason);
  const char *bar
      = detail != NULL && detail->text != NULL ? detail->text : message;

  if (reason->code == FIT_REASON_POD_AFFINITY
      || reason->code == FIT_REASON_AFFINITY_OR_ANTI_AFFINITY_RULES)
    return;
  way->n++;
  if (strstr (way->bars->str, bar) == NULL)
    g_string_append_printf (way->bars, "%s%s", fit_list_gap (way->bars, "; "),
                            bar);
  if (detail == NULL || detail->changes->len == 0)
    way->known = FALSE;
  for (guint i = 0; detail != NULL && i < detail->changes->len; i++)
    {
      FitChange change = g_array_index (detail->changes, FitChange, i);

      if (change.type == FIT_CHANGE_EVICT
          && fit_object_meta_deleting (&change.pod->meta))
        change.type = FIT_CHANGE_WAIT;
      if (g_hash_table_add (way->all, g_memdup2 (&change, sizeof change)))
        g_array_append_val (way->changes, change);
    }
}

/* -- what was found -------------------------------------------------------- */

/* The nodes on which the same changes remove all obstacles. */
typedef struct
{
  char *text;       /* owned */
  GArray *changes;  /* owned */
  GPtrArray *nodes; /* owned, of FitNodeInfo */
  gdouble weight;   /* for FIT_CHANGE_ROOM: the amount as a share of the node */
} Candidate;

static void
candidate_free (gpointer data)
{
  Candidate *candidate = data;

  g_free (candidate->text);
  g_array_unref (candidate->changes);
  g_ptr_array_unref (candidate->nodes);
  g_free (candidate);
}

static FitChangeType
type_of (const Candidate *candidate)
{
  return g_array_index (candidate->changes, FitChange, 0).type;
}

typedef struct
{
  FitRemedySearch common;
  GPtrArray *candidates; /* owned, of Candidate */
  GHashTable *by_text;   /* owned: Candidate.text -> Candidate */
  guint least;           /* number of reasons on the nearest node */
  FitRemedies *out;
} Search;

static gint64
capacity_of (const FitNodeInfo *node, const char *resource)
{
  return strcmp (resource, FIT_RESOURCE_PODS) == 0
             ? node->traits->allowed_pods
             : fit_resources_amount (&node->traits->allocatable, resource);
}

static void
add_candidate (Search *search, const FitNodeInfo *node, const GArray *changes)
{
  g_autofree char *text = fit_changes_describe (changes, NULL);
  Candidate *candidate = g_hash_table_lookup (search->by_text, text);
  gdouble weight = 0;

  /* The largest missing amount of a resource, as a share of the node. */
  FIT_EACH_OF (const FitChange, change, changes)
    {
      gint64 capacity;

      if (change->type != FIT_CHANGE_ROOM)
        continue;
      capacity = capacity_of (node, change->resource);
      weight = MAX (weight, capacity > 0
                                ? (gdouble) change->amount / (gdouble) capacity
                                : G_MAXDOUBLE);
    }
  if (candidate == NULL)
    {
      candidate = g_new0 (Candidate, 1);
      candidate->text = g_steal_pointer (&text);
      candidate->changes = g_array_copy ((GArray *) changes);
      candidate->nodes = g_ptr_array_new ();
      candidate->weight = weight;
      g_ptr_array_add (search->candidates, candidate);
      g_hash_table_insert (search->by_text, candidate->text, candidate);
    }
  candidate->weight = MIN (candidate->weight, weight);
  if (candidate->nodes->len == 0
      || candidate->nodes->pdata[candidate->nodes->len - 1] != node)
    g_ptr_array_add (candidate->nodes, (gpointer) node);
}

/* -- a resource in small pieces -------------------------------------------- */

static FitScattered *
scattered_of (GArray *all, const char *resource)
{
  const FitScattered none = { .resource = resource, .most = G_MININT64 };

  for (guint i = 0; i < all->len; i++)
    if (strcmp (g_array_index (all, FitScattered, i).resource, resource) == 0)
      return &g_array_index (all, FitScattered, i);
  g_array_append_val (all, none);
  return &g_array_index (all, FitScattered, all->len - 1);
}

/* Adds what is free on @node if it lacks only one resource. */
static void
add_pieces (Search *search, const FitNodeInfo *node, const Way *way)
{
  const FitChange *first = &g_array_index (way->changes, FitChange, 0);
  FitScattered *scattered;
  gint64 free;

  if (!way->known || way->changes->len != 1 || first->type != FIT_CHANGE_ROOM
      || strcmp (first->resource, FIT_RESOURCE_PODS) == 0)
    return;
  free = fit_wrapping_subtract (
      capacity_of (node, first->resource),
      fit_resources_amount (&node->requested, first->resource));
  scattered = scattered_of (search->out->scattered, first->resource);
  scattered->requested = fit_wrapping_add (free, first->amount);
  if (free > 0
      && __builtin_add_overflow (scattered->free, free, &scattered->free))
    scattered->free = G_MAXINT64;
  if (free > scattered->most)
    {
      scattered->most = free;
      scattered->node = node->name;
    }
}

/* -- looking at a node ----------------------------------------------------- */

static void
look_at_node (Search *search, const FitNodeInfo *node)
{
  g_auto (Way) way = { 0 };
  g_autoptr (GArray) wait = NULL;
  FitNodeVerdict verdict;

  way = (Way){ .node = node,
               .changes = g_array_new (FALSE, FALSE, sizeof (FitChange)),
               .all
               = g_hash_table_new_full (hash_change, same_change, g_free, NULL),
               .bars = g_string_new (NULL) };
  fit_inquiry_failures (search->common.inquiry, node, &verdict);
  way.known = verdict.error == NULL && verdict.n_failures > 0;
  for (guint f = 0; f < verdict.n_failures; f++)
    {
      const FitFailure *failure = &verdict.failures[f];

      if (failure->predicate == NULL)
        way.known = FALSE;
      for (guint r = 0; failure->predicate != NULL && r < failure->n; r++)
        add_reason (&way, search->common.inquiry, failure->predicate->name,
                    &verdict.reasons.items[failure->first + r]);
    }
  if (way.n > 0 && way.n < search->least)
    {
      search->least = way.n;
      g_free (search->out->nearest);
      search->out->nearest
          = g_strdup_printf ("%s: %s", node->name, way.bars->str);
    }
  if (way.known && way.changes->len > 0)
    {
      add_candidate (search, node, way.changes);
      add_pieces (search, node, &way);
    }
  wait = fit_remedy_wait (&search->common, node);
  if (wait != NULL)
    add_candidate (search, node, wait);
}

/* -- trying ---------------------------------------------------------------- */

/* What comes first costs nobody anything, what comes last costs money. */
static guint
rank (FitChangeType type)
{
  switch (type)
    {
    case FIT_CHANGE_WAIT:
      return 0;
    case FIT_CHANGE_EVICT:
      return 2;
    case FIT_CHANGE_FEWER:
      return 3;
    case FIT_CHANGE_ROOM:
      return 4;
    default:
      return 1;
    }
}

static gint
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = *(Candidate *const *) a, *y = *(Candidate *const *) b;
  const FitChangeType s = type_of (x), t = type_of (y);

  if (fit_changes_several (x->changes) && fit_changes_several (y->changes)
      && x->changes->len != y->changes->len)
    return x->changes->len < y->changes->len ? -1 : 1;
  if (rank (s) != rank (t))
    return rank (s) < rank (t) ? -1 : 1;
  if (s == FIT_CHANGE_ROOM && x->weight != y->weight)
    return x->weight < y->weight ? -1 : 1;
  if (x->nodes->len != y->nodes->len)
    return x->nodes->len > y->nodes->len ? -1 : 1;
  return (gint) s - (gint) t;
}

static gint
compare_remedies (gconstpointer a, gconstpointer b)
{
  const FitRemedy *x = *(FitRemedy *const *) a, *y = *(FitRemedy *const *) b;

  return (gint) rank (x->type) - (gint) rank (y->type);
}

/* Do pods have to find another node? */
static gboolean
has_moves (const GArray *changes)
{
  for (guint i = 0; i < changes->len; i++)
    if (g_array_index (changes, FitChange, i).type == FIT_CHANGE_EVICT)
      return TRUE;
  return FALSE;
}

static gboolean
all_may_move (Search *search, const GArray *changes)
{
  FIT_EACH_OF (const FitChange, change, changes)
    if (change->type == FIT_CHANGE_EVICT
        && !fit_remedy_may_move (&search->common, change->pod))
      return FALSE;
  return TRUE;
}

/* A look at @node is enough, unless a label by which pods are counted changes, or
 * pods are gone that may not have counted everywhere.
 * Returns: (nullable): where the pod then goes */
static const char *
fits_after (Search *search, FitInquiry *inquiry, const FitNodeInfo *node,
            const GArray *changes, guint number)
{
  const FitChange *list = (const FitChange *) changes->data;
  const FitRemedySearch *common = &search->common;
  FitTrial *trial;

  if (list->type != FIT_CHANGE_WAIT
      && fit_inquiry_would_fit (inquiry, node, list, changes->len))
    return node->name;
  trial = number < MOST_REPLAYS ? common->make_trial (common->data) : NULL;
  return trial != NULL ? fit_trial_run (trial, common->pod, node->name, list,
                                        changes->len, NULL)
                       : NULL;
}

static gboolean
has_type (const GPtrArray *remedies, FitChangeType type)
{
  for (guint i = 0; i < remedies->len; i++)
    if (((const FitRemedy *) remedies->pdata[i])->type == type)
      return TRUE;
  return FALSE;
}

static void
try_candidate (Search *search, const Candidate *candidate)
{
  const FitChangeType type = type_of (candidate);

  /* The smallest shortage comes first; the others are only larger. */
  if (type == FIT_CHANGE_ROOM && has_type (search->common.remedies, type))
    return;
  if (type == FIT_CHANGE_FEWER && candidate->changes->len == 1)
    fit_remedy_fewer (&search->common, candidate->nodes, candidate->changes);
  else if (has_moves (candidate->changes))
    {
      if (all_may_move (search, candidate->changes))
        for (guint i = 0; i < MIN (candidate->nodes->len, MOST_REPLAYS); i++)
          if (fit_remedy_try_moves (&search->common, candidate->nodes->pdata[i],
                                    candidate->changes))
            return;
    }
  else
    {
      const FitRemedySearch *common = &search->common;
      const GArray *changes = candidate->changes;
      g_autoptr (FitPod) after = fit_pod_after (
          common->pod, (const FitChange *) changes->data, changes->len);
      g_autoptr (FitInquiry) changed
          = after != common->pod ? fit_inquiry_new (common->like, after) : NULL;
      FitInquiry *inquiry = changed != NULL ? changed : common->inquiry;
      FitRemedy *remedy = NULL;

      for (guint i = 0; i < candidate->nodes->len; i++)
        {
          const char *to = fits_after (search, inquiry,
                                       candidate->nodes->pdata[i], changes, i);

          if (to == NULL)
            continue;
          if (remedy == NULL)
            remedy = fit_remedy_new (changes, NULL);
          g_ptr_array_add (remedy->nodes, (gpointer) to);
        }
      if (remedy != NULL)
        g_ptr_array_add (common->remedies, remedy);
    }
}

/* Tries those with changes of one type, or with @several; of the latter, those
 * with the fewest changes. */
static void
try_candidates (Search *search, gboolean several)
{
  const GPtrArray *remedies = search->common.remedies;
  guint n = 0, enough = G_MAXUINT;

  for (guint i = 0; i < search->candidates->len && n < MOST_CHANGES; i++)
    {
      const Candidate *candidate = search->candidates->pdata[i];

      if (fit_changes_several (candidate->changes) != several
          || candidate->changes->len > enough)
        continue;
      n++;
      try_candidate (search, candidate);
      if (several && remedies->len > 0)
        enough = candidate->changes->len;
    }
}

/* -- all ------------------------------------------------------------------- */

FitRemedies *
fit_remedies_find (const FitGenericScheduler *like, FitInquiry *inquiry,
                   const FitEvaluation *evaluation, FitTrialMaker make_trial,
                   gpointer data)
{
  FitRemedies *out = g_new0 (FitRemedies, 1);
  g_autoptr (GPtrArray) candidates
      = g_ptr_array_new_with_free_func (candidate_free);
  g_autoptr (GHashTable) by_text = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) places
      = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Search search = { .common = { .like = like,
                                .inquiry = inquiry,
                                .pod = evaluation->pod,
                                .make_trial = make_trial,
                                .data = data,
                                .places = places },
                    .candidates = candidates,
                    .by_text = by_text,
                    .least = G_MAXUINT,
                    .out = out };
  g_autoptr (GPtrArray) firsts = NULL;
  g_autoptr (GPtrArray) others = NULL;

  search.common.remedies = out->remedies
      = g_ptr_array_new_with_free_func (fit_remedy_free);
  out->scattered = g_array_new (FALSE, FALSE, sizeof (FitScattered));
  out->whole = fit_inquiry_is_whole (inquiry);
  for (guint i = 0; i < evaluation->n_verdicts; i++)
    if (!evaluation->verdicts[i].fits)
      look_at_node (&search, evaluation->verdicts[i].node);
  g_ptr_array_sort (candidates, compare_candidates);
  try_candidates (&search, FALSE);
  for (guint i = 0; i < evaluation->n_verdicts; i++)
    if (!evaluation->verdicts[i].fits)
      fit_remedy_make_room (&search.common, evaluation->verdicts[i].node);
  if (out->remedies->len == 0)
    try_candidates (&search, TRUE);
  /* The best of each type comes first, so that no type hides the others; they
   * are in the order of their ranks. */
  firsts = g_ptr_array_new ();
  others = g_ptr_array_new ();
  g_ptr_array_sort (out->remedies, compare_remedies);
  FIT_EACH (FitRemedy, remedy, out->remedies)
    g_ptr_array_add (has_type (firsts, remedy->type) ? others : firsts, remedy);
  g_ptr_array_extend (firsts, others, NULL, NULL);
  for (guint i = 0; i < firsts->len; i++)
    out->remedies->pdata[i] = firsts->pdata[i];
  /* Keeps the resources of which there would be enough in all. */
  for (guint i = out->scattered->len; i-- > 0;)
    {
      const FitScattered *scattered
          = &g_array_index (out->scattered, FitScattered, i);

      if (scattered->free < scattered->requested)
        g_array_remove_index (out->scattered, i);
    }
  return out;
}

void
fit_remedies_free (FitRemedies *remedies)
{
  if (remedies == NULL)
    return;
  g_ptr_array_unref (remedies->remedies);
  g_array_unref (remedies->scattered);
  g_free (remedies->nearest);
  g_free (remedies);
}
