/* labelPreference (v1.16 NodeLabelPriority): prefers nodes that have, or that
 * lack, a label that the policy names.
 *
 *   score = M if the node has the label, where presence is true,
 *             or lacks it, where presence is false; else 0
 *
 * where M is the maximum score (10).  The value of the label does not matter.
 *
 * Cost per node: an array lookup.
 */
#include "priorities/priorities.h"
#include "base/intern.h"
#include "cluster/cache.h"

static gboolean create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error);
static void free_data (gpointer data);
static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);

const FitPriorityInfo fit_label_preference = {
  .name = "labelPreference",
  .summary = "nodes that have, or that lack, a label",
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .create = create,
  .free_data = free_data,
};

typedef struct
{
  const char *label; /* interned, one reference held */
  gboolean presence;
} Preference;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitLabelArgument *written = argument;
  Preference *preference = g_new (Preference, 1);

  preference->label = fit_intern (written->label);
  preference->presence = written->presence;
  *out_data = preference;
  return TRUE;
}

static void
free_data (gpointer data)
{
  Preference *preference = data;

  fit_intern_unref (preference->label);
  g_free (preference);
}

/* The state is the topology slot of the label. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const Preference *preference = run->priority->data;
  FitTopology *topology = fit_cache_topology (run->meta->cache);

  run->state
      = GUINT_TO_POINTER (fit_topology_slot (topology, preference->label));
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const Preference *preference = run->priority->data;
  const guint32 *column = fit_topology_column (
      fit_cache_topology (run->meta->cache), GPOINTER_TO_UINT (run->state));

  for (guint i = 0; i < nodes->n; i++)
    {
      const gboolean present
          = column[nodes->nodes[i]->index] != FIT_TOPOLOGY_ABSENT;

      scores[i] = present == !!preference->presence ? run->meta->max_score : 0;
    }
  return TRUE;
}
