/* session-daemons.c - pods of DaemonSets come with nodes that a what-if adds,
 * before other pods look for a place */
#include "cli/session-private.h"

#include <string.h>

#include "api/pod-private.h"
#include "api/texts.h"
#include "base/sort.h"
#include "cli/console.h"
#include "simulate/place-pods.h"

/* Returns: (nullable): the only node on which a pod may be */
static const char *
only_node (const FitPod *pod)
{
  const FitNodeSelector *required = pod->spec->required_nodes;

  return required != NULL && required->n > 0 && required->terms[0].n_names > 0
             ? required->terms[0].names[0]
             : NULL;
}

/* Was its DaemonSet given to be tried, with --pods? */
static gboolean
is_given (const FitSession *session, const FitPod *pod)
{
  const GPtrArray *all = session->objects->controllers;

  for (guint i = session->first_given; i < all->len; i++)
    {
      const FitController *controller = all->pdata[i];

      if (controller->kind == FIT_CONTROLLER_DAEMON_SET
          && controller->meta.namespace_ == pod->meta.namespace_
          && strcmp (controller->meta.name, pod->meta.controller->name) == 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
fit_session_comes_with_node (const FitSession *session, const FitPod *pod)
{
  const char *node = only_node (pod);

  return session->what_ifs != NULL && node != NULL && *pod->node_name == '\0'
         && pod->meta.controller != NULL
         && strcmp (pod->meta.controller->kind, "DaemonSet") == 0
         && g_hash_table_contains (session->what_ifs->new_nodes, node)
         && !is_given (session, pod);
}

/* -- the other side of a diff ---------------------------------------------- */

/* Both sides begin with the same pods on the same nodes.
 * Returns: (nullable): what the first one has settled */
static GHashTable *
settled_before (const FitSession *session)
{
  const FitSession *other = session->beside;

  while (other != NULL && other->settled == NULL)
    other = other->beside;
  return other != NULL ? other->settled : NULL;
}

/* -- placing --------------------------------------------------------------- */

typedef struct
{
  FitSession *session;
  FitSimulation *simulation; /* (nullable) owned: NULL: settled before */
  GHashTable *before;        /* (nullable) borrowed */
  FitTally misfits;
  guint n;
} Settling;

static void
settling_clear (Settling *settling)
{
  g_clear_pointer (&settling->simulation, fit_simulation_free);
  fit_tally_clear (&settling->misfits);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Settling, settling_clear)

/* @inout_pod: gets its node, if it fits */
static gboolean
settle (Settling *settling, gpointer *inout_pod, GError **error)
{
  FitPod *pod = *inout_pod;
  g_autofree char *name = fit_pod_full_name (pod);
  g_autofree char *reason = NULL;
  const FitNodeInfo *node = NULL;

  settling->n++;
  if (settling->simulation != NULL
      && !fit_place (settling->simulation, pod, &node, &reason, error))
    return FALSE;
  if (reason != NULL)
    fit_tally_add (&settling->misfits, "%s on %s: %s", name, only_node (pod),
                   reason);
  if (settling->simulation != NULL
          ? node == NULL
          : !g_hash_table_contains (settling->before, name))
    return TRUE;
  *inout_pod = fit_pod_with_node_name (pod, only_node (pod));
  fit_pod_unref (pod);
  g_hash_table_add (settling->session->settled, g_steal_pointer (&name));
  return TRUE;
}

static gint
compare_places (gconstpointer a, gconstpointer b)
{
  return fit_assembly_queue_order (*(gpointer *const *) a,
                                   *(gpointer *const *) b);
}

/* Returns: (transfer full): where the pods are in the list of pods, in the order
 * of the queue */
static GPtrArray *
find_pods (const FitSession *session)
{
  const GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  GPtrArray *places = g_ptr_array_new ();

  for (guint i = 0; i < pods->len; i++)
    if (fit_session_comes_with_node (session, pods->pdata[i]))
      g_ptr_array_add (places, &pods->pdata[i]);
  g_ptr_array_sort (places, compare_places);
  return places;
}

static void
note_misfits (const Settling *settling)
{
  const guint n = settling->misfits.n;
  g_autofree char *examples = fit_tally_text (&settling->misfits);
  char *text;

  if (n == 0)
    return;
  text = g_strdup_printf ("%u of %u pods of DaemonSets %s not fit on the new "
                          "nodes: %s",
                          n, settling->n, n == 1 ? "does" : "do", examples);
  fit_console_note ("%s", text);
  g_ptr_array_add (settling->session->rules.notes, text);
}

gboolean
fit_session_settle_daemons (FitSession *session, GError **error)
{
  g_autoptr (GPtrArray) places = find_pods (session);
  g_auto (Settling) settling
      = { .session = session, .before = settled_before (session) };

  if (places->len == 0)
    return TRUE;
  session->settled
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (settling.before == NULL)
    {
      settling.simulation
          = fit_session_simulate (session, session->objects, error);
      if (settling.simulation == NULL)
        return FALSE;
    }
  for (guint i = 0; i < places->len; i++)
    if (!settle (&settling, places->pdata[i], error))
      return FALSE;
  note_misfits (&settling);
  return TRUE;
}
