/* capacity.c - fills a cluster with copies of pods, or adds nodes until
 * everything fits */
#include "simulate/capacity.h"

#include "base/intern.h"
#include "simulate/copies.h"
#include "simulate/placing.h"

/* -- until the cluster is full --------------------------------------------- */

/* Lists all nodes of @cache; @out_index: (transfer full): by their index
 * there */
static void
list_nodes (FitCapacity *capacity, const FitCache *cache, guint **out_index)
{
  const guint n_slots = fit_cache_n_slots (cache);
  guint *index = g_new0 (guint, n_slots);

  capacity->nodes = g_new0 (FitCapacityNode, fit_cache_n_nodes (cache));
  for (guint i = 0; i < n_slots; i++)
    {
      const FitNodeInfo *info = fit_cache_node (cache, i);

      if (info == NULL || info->node == NULL)
        continue;
      index[i] = capacity->n_nodes;
      capacity->nodes[capacity->n_nodes++]
          = (FitCapacityNode){ .name = fit_intern_ref (info->name),
                               .placed
                               = g_new0 (guint, capacity->n_templates) };
    }
  *out_index = index;
}

static void
list_templates (FitCapacity *capacity, const GPtrArray *templates)
{
  capacity->n_templates = templates->len;
  capacity->templates = g_new0 (FitCapacityTemplate, templates->len);
  for (guint i = 0; i < templates->len; i++)
    capacity->templates[i].pod = fit_pod_ref (templates->pdata[i]);
}

/* How a cluster is filled. */
typedef struct
{
  FitSimulation *simulation; /* borrowed */
  FitAdmission *admission;   /* (nullable) borrowed */
  FitCapacity *capacity;     /* borrowed */
  const guint *node_index;   /* borrowed: list_nodes() */
} Filling;

/* Places the next copy of template number @index; sets @progress if it fits. */
static gboolean
place_copy (const Filling *filling, guint index, gboolean *progress,
            GError **error)
{
  FitCapacity *capacity = filling->capacity;
  FitCapacityTemplate *template = &capacity->templates[index];
  g_autoptr (FitPod) copy = fit_pod_copy (template->pod, template->placed + 1);
  const FitNodeInfo *node;
  FitCapacityNode *counts;

  g_clear_pointer (&template->reason, g_free);
  if (filling->admission != NULL)
    template->reason = fit_admission_refuse (filling->admission, copy);
  template->refused = template->reason != NULL;
  if (template->refused)
    return TRUE;
  if (!fit_place (filling->simulation, copy, &node, &template->reason, error))
    return FALSE;
  if (node == NULL)
    return TRUE;
  if (filling->admission != NULL)
    fit_admission_charge (filling->admission, copy);
  *progress = TRUE;
  counts = &capacity->nodes[filling->node_index[node->index]];
  counts->placed[index]++;
  counts->total++;
  template->placed++;
  return TRUE;
}

/* A template that did not fit may fit after others were placed. */
static gboolean
fill (const Filling *filling, guint replicas, GError **error)
{
  const FitCapacity *capacity = filling->capacity;
  gboolean progress;

  do
    {
      progress = FALSE;
      for (guint i = 0; i < capacity->n_templates; i++)
        if (capacity->templates[i].placed < replicas
            && !place_copy (filling, i, &progress, error))
          return FALSE;
    }
  while (progress);
  return TRUE;
}

FitCapacity *
fit_capacity_until_full (FitSimulation *simulation, const GPtrArray *templates,
                         guint replicas, FitAdmission *admission,
                         GError **error)
{
  g_autoptr (FitCapacity) capacity = g_new0 (FitCapacity, 1);
  g_autofree guint *node_index = NULL;
  g_auto (FitRound) pending = { 0 };
  Filling filling;

  if (replicas == 0 || replicas > FIT_CAPACITY_MAX_REPLICAS)
    replicas = FIT_CAPACITY_MAX_REPLICAS;
  list_templates (capacity, templates);
  list_nodes (capacity, fit_simulation_cache (simulation), &node_index);
  if (!fit_place_all (simulation, fit_simulation_pending (simulation), &pending,
                      error))
    return NULL;
  capacity->n_unplaced = pending.left->len;
  filling = (Filling){ simulation, admission, capacity, node_index };
  return fill (&filling, replicas, error) ? g_steal_pointer (&capacity) : NULL;
}

void
fit_capacity_free (FitCapacity *capacity)
{
  if (capacity == NULL)
    return;
  for (guint i = 0; i < capacity->n_templates; i++)
    {
      fit_pod_unref (capacity->templates[i].pod);
      g_free (capacity->templates[i].reason);
    }
  for (guint i = 0; i < capacity->n_nodes; i++)
    {
      fit_intern_unref (capacity->nodes[i].name);
      g_free (capacity->nodes[i].placed);
    }
  g_free (capacity->templates);
  g_free (capacity->nodes);
  g_free (capacity);
}

/* -- nodes needed ---------------------------------------------------------- */

/* The cluster plus @n copies of the node.  Returns: (transfer full)
 * (nullable) */
static FitObjects *
with_nodes (const FitNodesNeededQuestion *question, guint n, GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();

  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    for (guint i = 0; i < question->objects->of[kind]->len; i++)
      g_ptr_array_add (
          objects->of[kind],
          (gpointer) fit_object_ref (question->objects->of[kind]->pdata[i]));
  if (n > 0
      && !fit_node_copies (question->node, question->flags, n, objects, error))
    return NULL;
  return g_steal_pointer (&objects);
}

/* The pending pods, then copies of the templates in turn.
 * Returns: (transfer full): of owned FitPod */
static GPtrArray *
pods_to_place (const FitNodesNeededQuestion *question,
               const FitSimulation *simulation)
{
  const GPtrArray *pending = fit_simulation_pending (simulation);
  GPtrArray *pods = g_ptr_array_new_with_free_func (fit_object_unref);
  guint replicas = MIN (question->replicas, FIT_CAPACITY_MAX_REPLICAS);

  for (guint i = 0; i < pending->len; i++)
    g_ptr_array_add (pods, fit_pod_ref (pending->pdata[i]));
  if (question->templates == NULL)
    return pods;
  for (guint number = 1; number <= replicas; number++)
    for (guint i = 0; i < question->templates->len; i++)
      if (question->copies == NULL || number <= question->copies[i])
        g_ptr_array_add (pods,
                         fit_pod_copy (question->templates->pdata[i], number));
  return pods;
}

/* Each number is tried once. */
static void
add_point (FitNodesNeeded *needed, guint n, guint n_pending)
{
  const FitNodesNeededPoint point = { n, n_pending };
  guint i = needed->points->len;

  while (i > 0
         && g_array_index (needed->points, FitNodesNeededPoint, i - 1).nodes
                > n)
    i--;
  g_array_insert_val (needed->points, i, point);
}

/* Tries @n nodes and records the result in @needed; *@out_enough: did all pods
 * fit? */
static gboolean
try_nodes (const FitNodesNeededQuestion *question, guint n,
           FitNodesNeeded *needed, gboolean *out_enough, GError **error)
{
  g_autoptr (FitObjects) objects = with_nodes (question, n, error);
  g_autoptr (FitSimulation) simulation
      = objects != NULL ? question->make (objects, question->data, error)
                        : NULL;
  g_autoptr (GPtrArray) pods = NULL;
  g_auto (FitRound) round = { 0 };

  if (simulation == NULL)
    return FALSE;
  pods = pods_to_place (question, simulation);
  if (!fit_place_all (simulation, pods, &round, error))
    return FALSE;
  add_point (needed, n, round.left->len);
  *out_enough = round.left->len == 0;
  needed->pods = round.n;
  if (*out_enough)
    return TRUE;
  needed->placed = round.n - round.left->len;
  g_free (needed->reason);
  needed->reason = g_steal_pointer (&round.reason);
  fit_pod_unref (needed->pod);
  needed->pod = fit_pod_ref (round.left->pdata[0]);
  return TRUE;
}

/* Searches between @too_few and @enough, which were both tried. */
static gboolean
bisect (const FitNodesNeededQuestion *question, guint too_few, guint enough,
        FitNodesNeeded *needed, GError **error)
{
  while (enough - too_few > 1)
    {
      guint middle = too_few + (enough - too_few) / 2;
      gboolean is_enough;

      if (!try_nodes (question, middle, needed, &is_enough, error))
        return FALSE;
      if (is_enough)
        enough = middle;
      else
        too_few = middle;
    }
  needed->enough = TRUE;
  needed->nodes = enough;
  needed->placed = needed->pods;
  return TRUE;
}

static gboolean
search (const FitNodesNeededQuestion *question, FitNodesNeeded *needed,
        GError **error)
{
  const guint max_nodes = question->max_nodes > 0 ? MIN (question->max_nodes,
                                                         FIT_CAPACITY_MAX_NODES)
                                                  : FIT_CAPACITY_MAX_NODES;
  guint too_few = 0, n = 0;
  gboolean enough;

  for (;;)
    {
      if (!try_nodes (question, n, needed, &enough, error))
        return FALSE;
      if (enough)
        break;
      if (n == max_nodes)
        {
          needed->nodes = n;
          return TRUE;
        }
      too_few = n;
      n = n == 0 ? 1 : MIN (n * 2, max_nodes);
    }
  if (n > 0)
    return bisect (question, too_few, n, needed, error);
  needed->enough = TRUE;
  needed->placed = needed->pods;
  return TRUE;
}

FitNodesNeeded *
fit_nodes_needed (const FitNodesNeededQuestion *question, GError **error)
{
  g_autoptr (FitNodesNeeded) needed = g_new0 (FitNodesNeeded, 1);

  needed->points = g_array_new (FALSE, FALSE, sizeof (FitNodesNeededPoint));
  return search (question, needed, error) ? g_steal_pointer (&needed) : NULL;
}

void
fit_nodes_needed_free (FitNodesNeeded *needed)
{
  if (needed == NULL)
    return;
  fit_pod_unref (needed->pod);
  g_free (needed->reason);
  g_array_unref (needed->points);
  g_free (needed);
}
