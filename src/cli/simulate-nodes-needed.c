/* simulate-nodes-needed.c - 'fitsched simulate --nodes-needed': how many nodes
 * to add
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/bound-report.h"
#include "cli/cmd-simulate.h"
#include "cli/nodes-needed-report.h"
#include "cli/refusals.h"

/* -- admission ------------------------------------------------------------- */

/* How many copies of each template admission lets in, in turn. */
typedef struct
{
  guint *n;         /* (nullable) owned: by template; NULL: all */
  gint64 n_refused; /* copies, and pods that were refused before */
  char *refusal;    /* (nullable) owned: why the first of them */
} Admitted;

static void
admitted_clear (Admitted *admitted)
{
  g_clear_pointer (&admitted->n, g_free);
  g_clear_pointer (&admitted->refusal, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Admitted, admitted_clear)

static void
admit_copies (const FitSession *session, guint replicas, Admitted *out)
{
  const GPtrArray *templates = session->templates;
  const FitRefusals *refused = session->refused;
  guint n_open = templates->len;
  g_autofree gboolean *closed = g_new0 (gboolean, templates->len + 1);

  out->n_refused = fit_refusals_count (refused);
  if (out->n_refused > 0)
    out->refusal
        = g_strdup (((const FitRefusal *) refused->pods->pdata[0])->reason);
  if (session->admission == NULL)
    return;
  out->n = g_new0 (guint, templates->len + 1);
  for (guint number = 0; number < replicas && n_open > 0; number++)
    for (guint i = 0; i < templates->len; i++)
      {
        g_autofree char *reason = NULL;

        if (closed[i])
          continue;
        /* Is there room in the namespace for one more copy? */
        reason = fit_admission_refuse (session->admission, templates->pdata[i]);
        closed[i] = reason != NULL;
        n_open -= closed[i];
        out->n[i] += !closed[i];
        if (reason == NULL)
          fit_admission_charge (session->admission, templates->pdata[i]);
        else if (out->refusal == NULL)
          out->refusal = g_steal_pointer (&reason);
      }
  for (guint i = 0; i < templates->len; i++)
    out->n_refused += replicas - out->n[i];
}

/* -- running --------------------------------------------------------------- */

static void
look_at_end (FitSimulation *simulation, gpointer page)
{
  fit_page_data_end (page, fit_simulation_cache (simulation));
}

static FitExit
answer_with_nodes (FitSession *session, FitNewNodes *nodes, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  const GPtrArray *of_rules = session->rules.notes;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (FitNodesNeeded) needed = NULL;
  g_autoptr (FitBound) bound = NULL;
  g_autoptr (FitPodGroups) left = fit_pod_groups_new ();
  g_auto (Admitted) admitted = { 0 };
  g_auto (FitPageData) page = { 0 };
  FitNodesNeededQuestion question = {
    .objects = session->objects,
    .nodes = nodes,
    .templates = session->templates,
    .replicas = (guint) options->replicas,
    .make = fit_session_make,
    .data = session,
  };

  for (guint i = 0; of_rules != NULL && i < of_rules->len; i++)
    g_ptr_array_add (notes, g_strdup (of_rules->pdata[i]));
  fit_session_note_new_nodes (session, nodes, notes);
  admit_copies (session, question.replicas, &admitted);
  question.copies = admitted.n;
  needed = fit_nodes_needed (&question, error);
  if (needed == NULL || !fit_extender_use_check (&session->extenders, error)
      || !fit_session_note_refused_daemons (nodes, needed, notes, error))
    return FIT_EXIT_INPUT;
  if (options->bound)
    {
      bound = fit_nodes_needed_bound (&question, needed, error);
      if (bound == NULL
          || !fit_bound_check (bound, FIT_BOUND_NEW_NODES, needed->nodes,
                               error))
        return FIT_EXIT_INPUT;
    }
  for (guint i = 0; i < needed->left->len; i++)
    fit_pod_groups_add (left, needed->left->pdata[i],
                        needed->reasons->pdata[i]);
  /* For a map: the cluster with the nodes, if extenders need not be asked
   * again. */
  fit_page_data_start (&page, session);
  question.make = fit_page_data_make;
  question.data = &page;
  if (page.cluster != NULL && session->extenders.tally.names->len == 0)
    fit_nodes_needed_visit (&question, needed, look_at_end, &page, NULL);
  if (page.cluster_json == NULL)
    fit_page_data_end_as_begun (&page);
  fit_nodes_needed_show (session,
                         &(FitNodesNeededShown){ needed, bound, nodes, left,
                                                 admitted.n_refused,
                                                 admitted.refusal, notes },
                         &page, error);
  return needed->left->len == 0 && admitted.n_refused == 0 ? FIT_EXIT_YES
                                                           : FIT_EXIT_NO;
}

FitExit
fit_simulate_nodes_needed (FitSession *session, GError **error)
{
  const char *path = session->invocation->options.nodes_needed;
  g_autoptr (FitObjects) objects
      = fit_session_load_nodes (session, "--nodes-needed", path, error);
  g_autoptr (FitNewNodes) nodes
      = objects != NULL ? fit_session_new_nodes (session, objects, error)
                        : NULL;

  return nodes != NULL ? answer_with_nodes (session, nodes, error)
                       : FIT_EXIT_INPUT;
}
