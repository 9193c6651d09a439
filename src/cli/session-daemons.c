/* session-daemons.c - pods of DaemonSets come with nodes that a what-if adds,
 * before other pods look for a place
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session-private.h"

#include <string.h>

#include "api/texts.h"
#include "base/each.h"
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

/* -- placing --------------------------------------------------------------- */

static gint
compare_places (gconstpointer a, gconstpointer b)
{
  return fit_assembly_queue_order (*(gpointer *const *) a,
                                   *(gpointer *const *) b);
}

/* Does @pod fit on its node?  Notes in @misfits why it does not. */
static gboolean
try_on_its_node (FitSimulation *simulation, FitPod *pod, FitTally *misfits,
                 gboolean *out_fits, GError **error)
{
  g_autofree char *name = fit_pod_full_name (pod);
  g_autofree char *reason = NULL;
  const FitNodeInfo *node = NULL;

  if (!fit_place (simulation, pod, &node, &reason, error))
    return FALSE;
  if (reason != NULL)
    fit_tally_add (misfits, "%s on %s: %s", name, only_node (pod), reason);
  *out_fits = node != NULL;
  return TRUE;
}

gboolean
fit_session_settle_daemons (FitSession *session, GError **error)
{
  const GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  const FitSession *other = session->beside;
  g_autoptr (GPtrArray) places = g_ptr_array_new ();
  g_autoptr (FitSimulation) simulation = NULL;
  g_auto (FitTally) misfits = { 0 };
  g_autofree char *examples = NULL;
  char *note;

  for (guint i = 0; i < pods->len; i++)
    if (fit_session_comes_with_node (session, pods->pdata[i]))
      g_ptr_array_add (places, &pods->pdata[i]);
  if (places->len == 0)
    return TRUE;
  g_ptr_array_sort (places, compare_places);
  session->settled
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  /* Both sides of a diff begin with the same pods on the same nodes. */
  while (other != NULL && other->settled == NULL)
    other = other->beside;
  if (other == NULL)
    {
      simulation = fit_session_simulate (session, session->objects, error);
      if (simulation == NULL)
        return FALSE;
    }
  FIT_EACH (gpointer, place, places)
    {
      FitPod *pod = *place;
      g_autofree char *name = fit_pod_full_name (pod);
      gboolean fits
          = other != NULL && g_hash_table_contains (other->settled, name);

      if (other == NULL
          && !try_on_its_node (simulation, pod, &misfits, &fits, error))
        return FALSE;
      if (!fits)
        continue;
      *place = fit_pod_with_node_name (pod, only_node (pod));
      fit_pod_unref (pod);
      g_hash_table_add (session->settled, g_steal_pointer (&name));
    }
  if (misfits.n == 0)
    return TRUE;
  examples = fit_tally_text (&misfits);
  note = g_strdup_printf ("%u of %u pods of DaemonSets %s not fit on the new "
                          "nodes: %s",
                          misfits.n, places->len,
                          misfits.n == 1 ? "does" : "do", examples);
  fit_console_note ("%s", note);
  g_ptr_array_add (session->rules.notes, note);
  return TRUE;
}
