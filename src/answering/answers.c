/* answers.c - answers of a Policy, in the format of extenders
 * SPDX-License-Identifier: Apache-2.0 */
#include "answering/answers.h"

#include "formats/value-json.h"

#define UNKNOWN_NODE "the extender has not seen this node yet"

static void
append_separator (GString *out, gboolean *first)
{
  if (!*first)
    g_string_append_c (out, ',');
  *first = FALSE;
}

/* -- nodes ----------------------------------------------------------------- */

/* The nodes of a question that the cache has. */
typedef struct
{
  const FitNodeInfo **infos; /* owned: by index in the question; NULL: none */
  const FitNodeInfo **known; /* owned: without the gaps */
  guint n_known;
} Nodes;

static void
nodes_clear (Nodes *nodes)
{
  g_free (nodes->infos);
  g_free (nodes->known);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Nodes, nodes_clear)

static void
find_nodes (const FitAnswerer *answerer, const FitQuestion *question,
            Nodes *nodes)
{
  nodes->infos = g_new0 (const FitNodeInfo *, MAX (question->n_nodes, 1));
  nodes->known = g_new0 (const FitNodeInfo *, MAX (question->n_nodes, 1));
  for (guint i = 0; i < question->n_nodes; i++)
    {
      nodes->infos[i] = fit_answerer_find_node (answerer, question->nodes[i]);
      if (nodes->infos[i] != NULL)
        nodes->known[nodes->n_known++] = nodes->infos[i];
    }
}

/* -- filter ---------------------------------------------------------------- */

/* Why nodes do not fit.  @all: include those where evicting pods would help */
static void
append_failed (GString *out, const FitQuestion *question, const Nodes *nodes,
               const FitAnswerFit *fits, gboolean all)
{
  gboolean first = TRUE;
  guint k = 0;

  g_string_append_c (out, '{');
  for (guint i = 0; i < question->n_nodes; i++)
    {
      const FitAnswerFit *fit = nodes->infos[i] != NULL ? &fits[k++] : NULL;
      const char *message = fit != NULL ? fit->message : UNKNOWN_NODE;

      if (message == NULL || (!all && (fit == NULL || !fit->unresolvable)))
        continue;
      append_separator (out, &first);
      fit_json_append_printf (out, "%s:%s", question->nodes[i], message);
    }
  g_string_append_c (out, '}');
}

static gboolean
append_filter (const FitAnswerer *answerer, const FitQuestion *question,
               GString *out, GError **error)
{
  g_auto (Nodes) nodes = { 0 };
  g_autofree gboolean *passes = g_new0 (gboolean, MAX (question->n_nodes, 1));
  FitAnswerFit *fits;
  gboolean written = TRUE, first = TRUE;
  guint k = 0;

  find_nodes (answerer, question, &nodes);
  fits = fit_answerer_filter (answerer, question->pod, nodes.known,
                              nodes.n_known, error);
  if (fits == NULL)
    return FALSE;
  for (guint i = 0; i < question->n_nodes; i++)
    passes[i] = nodes.infos[i] != NULL && fits[k++].message == NULL;
  g_string_append (out, "{\"Nodes\":");
  g_string_append (out, question->whole != NULL ? "{\"metadata\":{},\"items\":["
                                                : "null");
  for (guint i = 0; question->whole != NULL && written && i < question->n_nodes;
       i++)
    if (passes[i])
      {
        append_separator (out, &first);
        written
            = fit_value_append_json (out, question->whole[i], G_MAXSIZE, error);
      }
  g_string_append (out, question->whole != NULL ? "]}" : "");
  g_string_append (out, ",\"NodeNames\":[");
  first = TRUE;
  for (guint i = 0; i < question->n_nodes; i++)
    if (passes[i])
      {
        append_separator (out, &first);
        fit_json_append_string (out, question->nodes[i]);
      }
  g_string_append (out, "],\"FailedNodes\":");
  append_failed (out, question, &nodes, fits, TRUE);
  g_string_append (out, ",\"FailedAndUnresolvableNodes\":");
  append_failed (out, question, &nodes, fits, FALSE);
  g_string_append (out, ",\"Error\":\"\"}");
  fit_answer_fits_free (fits, nodes.n_known);
  return written;
}

GString *
fit_answer_filter_problem (const char *message)
{
  GString *out = g_string_new (NULL);

  fit_json_append_printf (out,
                          "{'Nodes':null,'NodeNames':null,'FailedNodes':{},"
                          "'FailedAndUnresolvableNodes':{},'Error':%s}\n",
                          message);
  return out;
}

/* -- prioritize ------------------------------------------------------------ */

static gboolean
append_prioritize (const FitAnswerer *answerer, const FitQuestion *question,
                   const char *priority, GString *out, GError **error)
{
  g_autofree gint64 *scores = g_new0 (gint64, MAX (question->n_nodes, 1));
  g_auto (Nodes) nodes = { 0 };
  gboolean first = TRUE;
  guint k = 0;

  find_nodes (answerer, question, &nodes);
  if (!fit_answerer_prioritize (answerer, question->pod, nodes.known,
                                nodes.n_known, priority, scores, error))
    return FALSE;
  g_string_append_c (out, '[');
  for (guint i = 0; i < question->n_nodes; i++)
    if (nodes.infos[i] != NULL)
      {
        append_separator (out, &first);
        fit_json_append_printf (out, "{'Host':%s", question->nodes[i]);
        g_string_append_printf (out, ",\"Score\":%" G_GINT64_FORMAT "}",
                                scores[k++]);
      }
  g_string_append_c (out, ']');
  return TRUE;
}

/* -- preempt --------------------------------------------------------------- */

/* -- the whole ------------------------------------------------------------- */

GString *
fit_answer_question (const FitAnswerer *answerer, const FitQuestion *question,
                     const char *priority, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (question->type == FIT_QUESTION_PREEMPT)
    {
      g_autofree gboolean *rooms
          = g_new (gboolean, MAX (question->n_candidates, 1));
      gboolean first = TRUE;

      fit_answerer_preempt (answerer, question->pod, question->candidates,
                            question->n_candidates, rooms);
      g_string_append (out, "{\"NodeNameToMetaVictims\":{");
      for (guint i = 0; i < question->n_candidates; i++)
        if (rooms[i])
          {
            const FitQuestionCandidate *candidate = &question->candidates[i];
            gboolean first_pod = TRUE;

            append_separator (out, &first);
            fit_json_append_printf (out, "%s:{'Pods':[", candidate->node);
            for (guint k = 0; k < candidate->n_uids; k++)
              {
                append_separator (out, &first_pod);
                fit_json_append_printf (out, "{'UID':%s}", candidate->uids[k]);
              }
            g_string_append_printf (
                out, "],\"NumPDBViolations\":%" G_GINT64_FORMAT "}",
                candidate->n_pdb_violations);
          }
      g_string_append (out, "}}");
    }
  else if (question->type == FIT_QUESTION_FILTER
               ? !append_filter (answerer, question, out, error)
               : !append_prioritize (answerer, question, priority, out, error))
    return NULL;
  g_string_append_c (out, '\n');
  return g_steal_pointer (&out);
}
