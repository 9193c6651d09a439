/* remedies.c - single changes that would let a pod fit
 *
 * Checks every node with all rules.  If one change removes all obstacles, tries
 * the pod there with that change, and reports it only if the pod then fits.
 */
#include "explain/remedies.h"

#include <string.h>

#include "api/names.h"
#include "api/texts.h"
#include "base/list-gap.h"

/* The maximum number of changes to try, and of nodes on which to try
 * evictions. */
#define MOST_CHANGES 20
#define MOST_EVICTION_NODES 50

static const char *const type_names[] = {
  [FIT_CHANGE_TOLERATE] = "tolerate", [FIT_CHANGE_UNCORDON] = "uncordon",
  [FIT_CHANGE_LABEL] = "addLabel",    [FIT_CHANGE_UNLABEL] = "removeLabel",
  [FIT_CHANGE_EVICT] = "evict",       [FIT_CHANGE_ROOM] = "room",
};

/* -- obstacles ------------------------------------------------------------- */

/* All obstacles on a node. */
typedef struct
{
  const FitNodeInfo *node;
  GArray *changes; /* of FitChange, owned: without duplicates */
  gboolean known;  /* there are no other obstacles */
  guint n;         /* number of reasons */
  GString *todo;   /* owned: text of all remedies */
} Way;

static void
way_clear (Way *way)
{
  g_clear_pointer (&way->changes, g_array_unref);
  if (way->todo != NULL)
    g_string_free (way->todo, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Way, way_clear)

static gboolean
same_change (const FitChange *a, const FitChange *b)
{
  return a->type == b->type && a->taint == b->taint && a->key == b->key
         && a->value == b->value && a->pod == b->pod
         && g_strcmp0 (a->resource, b->resource) == 0;
}

static void
add_change (Way *way, const FitChange *change)
{
  for (guint i = 0; i < way->changes->len; i++)
    if (same_change (&g_array_index (way->changes, FitChange, i), change))
      return;
  g_array_append_val (way->changes, *change);
}

/* Is it a general reason that comes with a more specific one? */
static gboolean
says_nothing (const FitReason *reason)
{
  return reason->code == FIT_REASON_POD_AFFINITY
         || reason->code == FIT_REASON_AFFINITY_OR_ANTI_AFFINITY_RULES;
}

static void
add_reason (Way *way, FitInquiry *inquiry, const char *name,
            const FitReason *reason)
{
  g_autoptr (FitDetail) detail
      = fit_inquiry_explain (inquiry, name, way->node, reason);
  g_autofree char *message = fit_reason_format (reason);
  const char *todo = message;

  if (says_nothing (reason))
    return;
  way->n++;
  if (detail != NULL && detail->remedy != NULL)
    todo = detail->remedy;
  if (strstr (way->todo->str, todo) == NULL)
    g_string_append_printf (way->todo, "%s%s", fit_list_gap (way->todo, "; "),
                            todo);
  if (detail == NULL || detail->changes->len == 0)
    way->known = FALSE;
  for (guint i = 0; detail != NULL && i < detail->changes->len; i++)
    add_change (way, &g_array_index (detail->changes, FitChange, i));
}

static void
look (FitInquiry *inquiry, const FitNodeInfo *node, Way *way)
{
  FitNodeVerdict verdict;

  *way = (Way){ .node = node,
                .changes = g_array_new (FALSE, FALSE, sizeof (FitChange)),
                .todo = g_string_new (NULL) };
  fit_inquiry_failures (inquiry, node, &verdict);
  way->known = verdict.error == NULL && verdict.n_failures > 0;
  for (guint f = 0; f < verdict.n_failures; f++)
    {
      const FitFailure *failure = &verdict.failures[f];

      if (failure->predicate == NULL)
        way->known = FALSE;
      for (guint r = 0; failure->predicate != NULL && r < failure->n; r++)
        add_reason (way, inquiry, failure->predicate->name,
                    &verdict.reasons.items[failure->first + r]);
    }
}

/* Is it a single action?  Several taints, labels or amounts count as one. */
static gboolean
is_single (const Way *way)
{
  const FitChange *first = way->changes->len > 0
                               ? &g_array_index (way->changes, FitChange, 0)
                               : NULL;

  for (guint i = 1; i < way->changes->len; i++)
    if (g_array_index (way->changes, FitChange, i).type != first->type
        || first->type == FIT_CHANGE_EVICT)
      return FALSE;
  return way->known && first != NULL;
}

/* -- text of changes ------------------------------------------------------- */

static char *
describe_change (const FitChange *change)
{
  g_autofree char *part = NULL;

  switch (change->type)
    {
    case FIT_CHANGE_TOLERATE:
      return fit_taint_format (change->taint);
    case FIT_CHANGE_LABEL:
      return g_strconcat (change->key, *change->value ? "=" : "", change->value,
                          NULL);
    case FIT_CHANGE_UNLABEL:
      return g_strdup (change->key);
    case FIT_CHANGE_EVICT:
      return fit_pod_full_name (change->pod);
    case FIT_CHANGE_ROOM:
      part = fit_amount_format (change->resource, change->amount);
      return g_strdup_printf (
          "%s more %s", part,
          strcmp (part, "1") == 0
                  && strcmp (change->resource, FIT_RESOURCE_PODS) == 0
              ? "pod"
              : change->resource);
    default:
      return g_strdup ("");
    }
}

static const struct
{
  const char *before;
  const char *after;
} phrases[] = {
  [FIT_CHANGE_TOLERATE] = { "tolerate ", "" },
  [FIT_CHANGE_UNCORDON] = { "uncordon the node", "" },
  [FIT_CHANGE_LABEL] = { "add the node label ", "" },
  [FIT_CHANGE_UNLABEL] = { "remove the node label ", "" },
  [FIT_CHANGE_EVICT] = { "move ", " elsewhere" },
  [FIT_CHANGE_ROOM] = { "", "" },
};

/* Returns: (transfer full) */
static char *
describe_changes (const GArray *changes)
{
  const FitChangeType type = g_array_index (changes, FitChange, 0).type;
  GString *out = g_string_new (phrases[type].before);

  for (guint i = 0; i < changes->len; i++)
    {
      g_autofree char *text
          = describe_change (&g_array_index (changes, FitChange, i));

      g_string_append_printf (out, "%s%s", i > 0 ? " and " : "", text);
    }
  g_string_append (out, phrases[type].after);
  return g_string_free (out, FALSE);
}

/* -- trying ---------------------------------------------------------------- */

/* The nodes on which the same change removes all obstacles. */
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

typedef struct
{
  const FitGenericScheduler *like;
  FitInquiry *inquiry;
  const FitEvaluation *evaluation;
  GPtrArray *candidates; /* owned, of Candidate */
  GHashTable *by_text;   /* owned: Candidate.text -> Candidate */
  guint n_eviction_nodes;
  gsize least; /* length of the remedies on the nearest node */
  FitRemedies *remedies;
} Search;

static gint64
capacity_of (const FitNodeInfo *node, const char *resource)
{
  return strcmp (resource, FIT_RESOURCE_PODS) == 0
             ? node->traits->allowed_pods
             : fit_resources_amount (&node->traits->allocatable, resource);
}

/* The largest missing amount of a resource, as a share of the node. */
static gdouble
weigh (const GArray *changes, const FitNodeInfo *node)
{
  gdouble weight = 0;

  for (guint i = 0; i < changes->len; i++)
    {
      const FitChange *change = &g_array_index (changes, FitChange, i);
      const gint64 capacity = change->type == FIT_CHANGE_ROOM
                                  ? capacity_of (node, change->resource)
                                  : 0;

      if (change->type == FIT_CHANGE_ROOM)
        weight = MAX (weight, capacity > 0 ? (gdouble) change->amount
                                                 / (gdouble) capacity
                                           : G_MAXDOUBLE);
    }
  return weight;
}

static void
add_candidate (Search *search, const FitNodeInfo *node, const GArray *changes)
{
  g_autofree char *text = describe_changes (changes);
  const gdouble weight = weigh (changes, node);
  Candidate *candidate = g_hash_table_lookup (search->by_text, text);

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
  g_ptr_array_add (candidate->nodes, (gpointer) node);
}

/* The pod whose eviction makes enough room: the least important one, of equal
 * ones the smallest. */
static const FitPod *
find_leaver (Search *search, const FitNodeInfo *node)
{
  const FitPod *best = NULL;

  for (guint i = 0; i < node->n_pods; i++)
    {
      const FitPod *pod = node->pods[i];
      const FitChange gone = { .type = FIT_CHANGE_EVICT, .pod = pod };
      const gboolean better = best == NULL
                              || pod->spec->priority < best->spec->priority
                              || (pod->spec->priority == best->spec->priority
                                  && pod->spec->requests.milli_cpu
                                         < best->spec->requests.milli_cpu);

      if (better && fit_inquiry_would_fit (search->inquiry, node, &gone, 1))
        best = pod;
    }
  return best;
}

/* Preemption already covers pods of lower priority. */
static void
add_leaver (Search *search, const FitNodeInfo *node)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (FitChange));
  FitChange gone = { .type = FIT_CHANGE_EVICT };

  if (search->n_eviction_nodes++ >= MOST_EVICTION_NODES)
    return;
  gone.pod = find_leaver (search, node);
  if (gone.pod == NULL)
    return;
  g_array_append_val (changes, gone);
  add_candidate (search, node, changes);
}

static void
look_at_node (Search *search, const FitNodeInfo *node)
{
  g_auto (Way) way = { 0 };

  look (search->inquiry, node, &way);
  if (way.n > 0 && way.todo->len < search->least)
    {
      search->least = way.todo->len;
      g_free (search->remedies->nearest);
      search->remedies->nearest
          = g_strdup_printf ("%s: %s", node->name, way.todo->str);
    }
  if (!is_single (&way))
    return;
  add_candidate (search, node, way.changes);
  if (g_array_index (way.changes, FitChange, 0).type == FIT_CHANGE_ROOM)
    add_leaver (search, node);
}

static gint
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = *(Candidate *const *) a, *y = *(Candidate *const *) b;
  const FitChangeType s = g_array_index (x->changes, FitChange, 0).type,
                      t = g_array_index (y->changes, FitChange, 0).type;

  if (s == FIT_CHANGE_ROOM && t == FIT_CHANGE_ROOM && x->weight != y->weight)
    return x->weight < y->weight ? -1 : 1;
  if ((s == FIT_CHANGE_ROOM) != (t == FIT_CHANGE_ROOM))
    return s == FIT_CHANGE_ROOM ? 1 : -1;
  if (x->nodes->len != y->nodes->len)
    return x->nodes->len > y->nodes->len ? -1 : 1;
  return (gint) s - (gint) t;
}

/* Returns: (transfer container): the nodes where the pod fits with the
 * change */
static GPtrArray *
try_candidate (Search *search, const Candidate *candidate)
{
  const FitChange *changes = (const FitChange *) candidate->changes->data;
  const guint n = candidate->changes->len;
  GPtrArray *fitting;

  if (changes[0].type == FIT_CHANGE_TOLERATE)
    return fit_inquiry_tolerating (search->like, search->evaluation->pod,
                                   changes, n, candidate->nodes);
  fitting = g_ptr_array_new ();
  for (guint i = 0; i < candidate->nodes->len; i++)
    if (fit_inquiry_would_fit (search->inquiry, candidate->nodes->pdata[i],
                               changes, n))
      g_ptr_array_add (fitting, candidate->nodes->pdata[i]);
  return fitting;
}

static void
remedy_free (gpointer data)
{
  FitRemedy *remedy = data;

  g_free (remedy->text);
  g_ptr_array_unref (remedy->nodes);
  g_free (remedy);
}

static void
try_candidates (Search *search)
{
  g_ptr_array_sort (search->candidates, compare_candidates);
  for (guint i = 0; i < MIN (search->candidates->len, MOST_CHANGES); i++)
    {
      const Candidate *candidate = search->candidates->pdata[i];
      g_autoptr (GPtrArray) fitting = try_candidate (search, candidate);
      const FitChangeType type
          = g_array_index (candidate->changes, FitChange, 0).type;
      FitRemedy *remedy;

      if (fitting->len == 0)
        continue;
      remedy = g_new (FitRemedy, 1);
      remedy->type = type;
      remedy->text = g_strdup (candidate->text);
      remedy->nodes = g_ptr_array_new ();
      for (guint k = 0; k < fitting->len; k++)
        g_ptr_array_add (
            remedy->nodes,
            (gpointer) ((const FitNodeInfo *) fitting->pdata[k])->name);
      g_ptr_array_add (search->remedies->remedies, remedy);
      /* The smallest shortage comes first; the others are only larger. */
      if (type == FIT_CHANGE_ROOM)
        return;
    }
}

FitRemedies *
fit_remedies_find (const FitGenericScheduler *like, FitInquiry *inquiry,
                   const FitEvaluation *evaluation)
{
  FitRemedies *remedies = g_new0 (FitRemedies, 1);
  g_autoptr (GPtrArray) candidates
      = g_ptr_array_new_with_free_func (candidate_free);
  g_autoptr (GHashTable) by_text = g_hash_table_new (g_str_hash, g_str_equal);
  Search search = { .like = like,
                    .inquiry = inquiry,
                    .evaluation = evaluation,
                    .candidates = candidates,
                    .by_text = by_text,
                    .least = G_MAXSIZE,
                    .remedies = remedies };

  remedies->remedies = g_ptr_array_new_with_free_func (remedy_free);
  remedies->whole = fit_inquiry_is_whole (inquiry);
  for (guint i = 0; i < evaluation->n_verdicts; i++)
    if (!evaluation->verdicts[i].fits)
      look_at_node (&search, evaluation->verdicts[i].node);
  try_candidates (&search);
  return remedies;
}

void
fit_remedies_free (FitRemedies *remedies)
{
  if (remedies == NULL)
    return;
  g_ptr_array_unref (remedies->remedies);
  g_free (remedies->nearest);
  g_free (remedies);
}

/* -- as data --------------------------------------------------------------- */

FitJson *
fit_remedies_json (const FitRemedies *remedies)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; remedies != NULL && i < remedies->remedies->len; i++)
    {
      const FitRemedy *remedy = remedies->remedies->pdata[i];
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "change", type_names[remedy->type]);
      fit_json_set_text (object, "text", remedy->text);
      fit_json_set_boolean (object, "certain", remedies->whole);
      fit_json_set_texts (object, "nodes", remedy->nodes);
    }
  return array;
}
