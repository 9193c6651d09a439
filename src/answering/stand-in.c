/* stand-in.c - answers in place of the extenders at a URL, by the rules of a
 * Policy
 * SPDX-License-Identifier: Apache-2.0 */
#include "answering/stand-in.h"

#include "answering/answerer.h"

#include <string.h>

struct _FitStandIn
{
  FitStandInOptions options;
  FitExtenderCalls calls;
};

static gboolean
is_ours (const FitStandIn *stand_in, const FitExtenderQuestion *question)
{
  return strcmp (fit_extender_policy (question->extender)->url_prefix,
                 stand_in->options.url)
         == 0;
}

/* Caches come and go with simulations, so each question has an answerer of its
 * own. */
static FitAnswerer *
make_answerer (const FitStandIn *stand_in, const FitExtenderQuestion *question,
               GError **error)
{
  const char *text = stand_in->options.policy;
  const FitAlgorithmOptions how = {
    .cache = (FitCache *) question->cache, /* pods and nodes stay as they are */
    .hard_pod_affinity_symmetric_weight = 1,
    .files_elsewhere = TRUE,
  };
  FitPolicy *policy
      = fit_policy_parse (text, strlen (text), "policy", NULL, error);

  return policy != NULL ? fit_answerer_new (stand_in->options.registry, policy,
                                            &how, error)
                        : NULL;
}

static gboolean
filter (const FitExtenderQuestion *question,
        FitExtenderSelection *out_selection, gpointer data, GError **error)
{
  const FitStandIn *stand_in = data;
  const FitExtenderCalls *others = stand_in->options.others;
  const guint n = question->n_nodes;
  g_autoptr (FitAnswerer) answerer = NULL;
  FitAnswerFit *fits;

  if (!is_ours (stand_in, question))
    return others != NULL
               ? others->filter (question, out_selection, others->data, error)
               : fit_extender_ask_filter (question, out_selection, error);
  answerer = make_answerer (stand_in, question, error);
  fits = answerer != NULL ? fit_answerer_filter (answerer, question->pod,
                                                 question->nodes, n, error)
                          : NULL;
  if (fits == NULL)
    return FALSE;
  *out_selection = (FitExtenderSelection){
    .kept = g_new (const FitNodeInfo *, n),
    .rejected = g_new (FitExtenderRejection, n),
  };
  for (guint i = 0; i < n; i++)
    if (fits[i].message == NULL)
      out_selection->kept[out_selection->n_kept++] = question->nodes[i];
    else
      out_selection->rejected[out_selection->n_rejected++]
          = (FitExtenderRejection){ question->extender,
                                    g_strdup (question->nodes[i]->name),
                                    g_strdup (fits[i].message),
                                    fits[i].unresolvable };
  fit_answer_fits_free (fits, n);
  return TRUE;
}

static gboolean
prioritize (const FitExtenderQuestion *question, gint64 *out_scores,
            gpointer data, GError **error)
{
  const FitStandIn *stand_in = data;
  const FitExtenderCalls *others = stand_in->options.others;
  const char *verb = fit_extender_policy (question->extender)->prioritize_verb;
  const char *slash = strchr (verb, '/');
  g_autofree char *priority
      = slash != NULL ? g_uri_unescape_string (slash + 1, NULL) : NULL;
  g_autoptr (FitAnswerer) answerer = NULL;

  if (!is_ours (stand_in, question))
    return others != NULL
               ? others->prioritize (question, out_scores, others->data, error)
               : fit_extender_ask_prioritize (question, out_scores, error);
  answerer = make_answerer (stand_in, question, error);
  return answerer != NULL
         && fit_answerer_prioritize (answerer, question->pod, question->nodes,
                                     question->n_nodes, priority, out_scores,
                                     error);
}

static gboolean
refuse (const FitExtenderQuestion *question, const char *verb, GError **error)
{
  return fit_fail (error, FIT_ERROR_UNASKED,
                   "extender %s is not asked to %s in a simulation",
                   fit_extender_name (question->extender), verb);
}

static gboolean
preempt (const FitExtenderQuestion *question, GArray **out_candidates,
         gpointer data, GError **error)
{
  return refuse (question, "preempt", error);
}

static gboolean
bind_pod (const FitExtenderQuestion *question, gpointer data, GError **error)
{
  return refuse (question, "bind", error);
}

FitStandIn *
fit_stand_in_new (const FitStandInOptions *options)
{
  FitStandIn *stand_in = g_new0 (FitStandIn, 1);

  stand_in->options = *options;
  stand_in->calls
      = (FitExtenderCalls){ filter, prioritize, preempt, bind_pod, stand_in };
  return stand_in;
}

void
fit_stand_in_free (FitStandIn *stand_in)
{
  g_free (stand_in);
}

const FitExtenderCalls *
fit_stand_in_calls (const FitStandIn *stand_in)
{
  return &stand_in->calls;
}
