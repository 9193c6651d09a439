/* page-data.c - collects what a page shows, within limits of time and size
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/page-data.h"

#include "api/pod-alike.h"
#include "api/texts.h"
#include "base/each.h"
#include "cli/session.h"
#include "simulate/nodes-needed.h"
#include "simulate/place-pods.h"

/* At most so many nodes are looked at for pods without a node, and for pods
 * that found one: each of the latter takes some bytes per node. */
#define MOST_REJECTIONS 500000
#define MOST_POINTS 200000

/* Likewise for pods that are placed one by one, where equal pods count, too.  In
 * a small cluster no more than if it had so many nodes. */
#define MOST_ATTEMPTS 50000
#define FEW_NODES 50

/* One more node of each kind is tried if no more attempts, by the nodes that
 * each looks at, are needed for that. */
#define MOST_TRIED 5000000

/* -- attempts -------------------------------------------------------------- */

static void
forget_attempts (FitPageData *page)
{
  g_clear_pointer (&page->attempts, g_ptr_array_unref);
  g_clear_pointer (&page->attempt_of, g_hash_table_unref);
}

static void
free_attempt (gpointer explanation)
{
  fit_explanation_free (explanation);
}

/* FitSimulationWitness */
static const FitEvaluation *
witness (FitSimulation *simulation, const FitPod *pod, gpointer data)
{
  FitPageData *page = data;
  const guint n_nodes
      = MAX (fit_cache_n_nodes (fit_simulation_cache (simulation)), FEW_NODES);
  FitQuestions questions;
  FitExplanation *explanation;
  gpointer index;

  if (simulation != page->watched || !fit_simulation_takes (simulation, pod)
      || fit_simulation_asks_others (simulation))
    return NULL;
  if (!g_hash_table_lookup_extended (page->attempt_of, pod->meta.uid, NULL,
                                     &index))
    {
      index = GUINT_TO_POINTER (page->attempts->len);
      g_ptr_array_add (page->attempts, NULL);
      g_hash_table_insert (page->attempt_of, g_strdup (pod->meta.uid), index);
    }
  if ((guint64) GPOINTER_TO_UINT (index) * n_nodes >= MOST_ATTEMPTS)
    return NULL;
  questions = fit_session_questions (page->session);
  explanation = fit_questions_explain_attempt (&questions, simulation, pod);
  fit_explanation_free (page->attempts->pdata[GPOINTER_TO_UINT (index)]);
  page->attempts->pdata[GPOINTER_TO_UINT (index)] = explanation;
  return explanation->evaluation;
}

FitSimulation *
fit_page_data_make (const FitObjects *objects, gpointer data, GError **error)
{
  FitPageData *page = data;
  FitSimulation *simulation
      = fit_session_simulate (page->session, objects, error);

  if (simulation == NULL || page->decisions == NULL)
    return simulation;
  forget_attempts (page);
  page->watched = simulation;
  page->attempts = g_ptr_array_new_with_free_func (free_attempt);
  page->attempt_of
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fit_simulation_watch (simulation, witness, page);
  return simulation;
}

/* What was undone, and attempts with pods that went on from there, explain
 * nothing. */
static void
keep_decisions (FitPageData *page, const FitCache *cache)
{
  FIT_EACH (const FitExplanation, explanation, page->attempts)
    {
      const FitPod *there;

      if (explanation == NULL)
        {
          page->n_left_out++;
          page->why_left_out = "On a page of so many nodes only the pods that "
                               "were placed first are explained.";
          continue;
        }
      there = fit_cache_find_pod (cache, explanation->pod->meta.uid);
      if (g_strcmp0 (fit_explanation_node (explanation),
                     there != NULL ? there->node_name : NULL)
          == 0)
        fit_decision_columns_add (page->decisions, explanation);
    }
  forget_attempts (page);
}

/* -- the beginning and the end --------------------------------------------- */

void
fit_page_data_start (FitPageData *page, FitSession *session)
{
  *page = (FitPageData){ .session = session };
  if (fit_output_wants_cluster (session->invocation))
    page->cluster = session->columns != NULL
                        ? g_steal_pointer (&session->columns)
                        : fit_cluster_columns_new (session->objects);
  if (fit_output_wants_columns (session->invocation))
    page->decisions
        = fit_decision_columns_new (fit_cluster_columns_nodes (page->cluster));
}

void
fit_page_data_clear (FitPageData *page)
{
  g_clear_pointer (&page->decisions, fit_decision_columns_free);
  g_clear_pointer (&page->cluster, fit_cluster_columns_free);
  g_clear_pointer (&page->cluster_json, fit_json_free);
  g_clear_pointer (&page->explanations, fit_json_free);
  forget_attempts (page);
}

void
fit_page_data_end (FitPageData *page, const FitCache *cache)
{
  if (page->cluster == NULL)
    return;
  page->cluster_json = fit_cluster_columns_json (page->cluster, cache);
  page->kinds = fit_cluster_columns_kinds (page->cluster);
  if (page->attempts != NULL)
    keep_decisions (page, cache);
}

void
fit_page_data_set_cluster (const FitPageData *page, FitJson *document)
{
  fit_json_set (document, "cluster",
                page->cluster_json != NULL ? fit_json_ref (page->cluster_json)
                                           : NULL);
}

/* -- one more node --------------------------------------------------------- */

/* Extenders are not asked about nodes that do not exist. */
static gboolean
can_try (const FitPageData *page)
{
  const FitSession *session = page->session;
  const guint64 n_nodes = session->objects->of[FIT_KIND_NODE]->len,
                n_pods = fit_chosen_rules_count (
                    &session->rules, session->objects->of[FIT_KIND_POD]);

  return page->kinds != NULL && page->kinds->len > 0
         && session->extenders.tally.names->len == 0
         && n_pods * n_nodes * (page->kinds->len + 1) <= MOST_TRIED;
}

/* Does some pod fit nowhere as things are?  Without one, no node helps.
 * Returns: FALSE if nobody knows */
static gboolean
find_left (FitSession *session, gboolean *out_any)
{
  g_autoptr (FitSimulation) simulation
      = fit_session_simulate (session, session->objects, NULL);
  g_auto (FitRound) round = { 0 };

  if (simulation == NULL
      || !fit_place_all (simulation, fit_simulation_pending (simulation),
                         &round, NULL))
    return FALSE;
  *out_any = round.left->len > 0;
  return TRUE;
}

/* Returns: (transfer full) (nullable): for each kind of nodes, of FitPod: those
 * that one more of them helps */
static GPtrArray *
try_one_more (const FitPageData *page, FitSession *session)
{
  const GPtrArray *all = session->objects->of[FIT_KIND_NODE];
  g_autoptr (FitObjects) nodes = fit_objects_new ();
  g_autoptr (FitNewNodes) new_nodes = NULL;

  /* The last node of a name counts. */
  for (guint k = 0; k < page->kinds->len; k++)
    for (guint i = all->len; i-- > 0;)
      if (((const FitNode *) all->pdata[i])->name
          == ((const FitNode *) page->kinds->pdata[k])->name)
        {
          g_ptr_array_add (nodes->of[FIT_KIND_NODE],
                           fit_object_ref (all->pdata[i]));
          break;
        }
  new_nodes = fit_session_new_nodes (session, nodes, NULL);
  return new_nodes != NULL ? fit_nodes_one_each (
             &(FitNodesNeededQuestion){ .objects = session->objects,
                                        .nodes = new_nodes,
                                        .in_queue_order = TRUE,
                                        .make = fit_session_make,
                                        .data = session },
             NULL)
                           : NULL;
}

/* Returns: (transfer full) (nullable) */
static FitJson *
one_more_json (const FitPageData *page)
{
  FitSession *session = page->session;
  g_auto (FitSession) with_texts = { 0 };
  g_autoptr (GPtrArray) helped = NULL;
  FitJson *array;
  gboolean any;

  if (!can_try (page) || !find_left (session, &any))
    return NULL;
  /* Nodes are copied by their texts. */
  if (any && session->taken)
    {
      if (!fit_session_open_with_texts (&with_texts, session, NULL))
        return NULL;
      session = &with_texts;
    }
  if (any && (helped = try_one_more (page, session)) == NULL)
    return NULL;
  array = fit_json_array ();
  for (guint i = 0; i < page->kinds->len; i++)
    {
      const GPtrArray *pods = any ? helped->pdata[i] : NULL;
      FitJson *object = fit_json_append (array), *names = fit_json_array ();

      for (guint p = 0; pods != NULL && p < pods->len; p++)
        {
          g_autofree char *name = fit_pod_full_name (pods->pdata[p]);

          fit_json_add_text (names, name);
        }
      fit_json_set_text (object, "like",
                         ((const FitNode *) page->kinds->pdata[i])->name);
      fit_json_set (object, "pods", names);
    }
  return array;
}

void
fit_page_data_set_decisions (const FitPageData *page, FitJson *document)
{
  fit_json_set (document, "decisions",
                page->decisions != NULL ? fit_decision_columns_json (
                    page->decisions, page->n_left_out, page->why_left_out)
                                        : NULL);
}

void
fit_page_data_set_json (const FitPageData *page, FitJson *document)
{
  fit_page_data_set_cluster (page, document);
  fit_page_data_set_decisions (page, document);
  fit_json_set (document, "oneMoreNode", one_more_json (page));
}

void
fit_page_data_end_as_begun (FitPageData *page)
{
  FitSession *session = page->session;
  g_autoptr (FitSimulation) simulation
      = page->cluster != NULL
            ? fit_session_simulate (session, session->objects, NULL)
            : NULL;

  forget_attempts (page);
  if (simulation != NULL)
    fit_page_data_end (page, fit_simulation_cache (simulation));
}

/* -- explanations ---------------------------------------------------------- */

void
fit_page_data_take (FitPageData *page, const FitExplanation *explanation,
                    const FitNamePatterns *filter)
{
  if (page->decisions == NULL)
    return;
  fit_decision_columns_add (page->decisions, explanation);
  if (page->explanations == NULL)
    page->explanations = fit_json_array ();
  fit_json_add (page->explanations,
                fit_explanation_short_json (explanation, filter));
}

void
fit_page_data_take_answers (FitPageData *page, const FitExplanations *answers,
                            const FitNamePatterns *filter)
{
  const GPtrArray *simulations = answers->simulations;

  for (guint i = 0; i < answers->explanations->len; i++)
    fit_page_data_take (page, answers->explanations->pdata[i], filter);
  if (simulations->len > 0)
    fit_page_data_end (
        page, fit_simulation_cache (simulations->pdata[simulations->len - 1]));
}

void
fit_page_data_set_explanations (const FitPageData *page, FitJson *document,
                                const GPtrArray *notes)
{
  fit_json_set (document, "items",
                page->explanations != NULL ? fit_json_ref (page->explanations)
                                           : fit_json_array ());
  fit_json_set_texts (document, "notes", notes);
  fit_page_data_set_json (page, document);
}

/* -- asking ---------------------------------------------------------------- */

/* Pods that the rules treated alike, and that ended alike. */
typedef struct
{
  const FitItem *first;
  GPtrArray *others; /* owned, of FitItem */
} Kind;

typedef struct
{
  FitPageData *page;
  GHashTable *kind_of; /* owned set of Kind */
  GHashTable *asked;   /* owned: pod -> borrowed Kind */
} Asking;

static void
kind_free (gpointer data)
{
  Kind *kind = data;

  g_ptr_array_unref (kind->others);
  g_free (kind);
}

static guint
kind_hash (gconstpointer data)
{
  const FitItem *item = ((const Kind *) data)->first;

  return fit_pod_alike_hash (item->pod)
         ^ (item->message != NULL ? g_str_hash (item->message) : 0);
}

static gboolean
kind_equal (gconstpointer a, gconstpointer b)
{
  const FitItem *x = ((const Kind *) a)->first, *y = ((const Kind *) b)->first;

  return fit_pod_alike (x->pod, y->pod)
         && (x->node == NULL) == (y->node == NULL)
         && g_strcmp0 (x->message, y->message) == 0;
}

/* Adds the first pod of each kind, as long as there is room. */
static void
choose (Asking *asking, const FitItems *items, gboolean placed, guint most,
        GPtrArray *out)
{
  const FitChosenRules *rules = &asking->page->session->rules;
  guint n = 0;

  FIT_EACH (const FitItem, item, items->items)
    {
      const Kind wanted = { .first = item };
      Kind *kind;

      /* Gates say all of a pod that is held back. */
      if ((item->node != NULL) != placed
          || fit_chosen_rules_hold_back (rules, item->pod))
        continue;
      kind = g_hash_table_lookup (asking->kind_of, &wanted);
      if (kind != NULL)
        g_ptr_array_add (kind->others, (gpointer) item);
      else if (n++ < most)
        {
          kind = g_new (Kind, 1);
          *kind = (Kind){ item, g_ptr_array_new () };
          g_hash_table_add (asking->kind_of, kind);
          g_hash_table_insert (asking->asked, (gpointer) item->pod, kind);
          g_ptr_array_add (out, (gpointer) item->pod);
        }
    }
}

/* A single attempt may end otherwise than the simulation did, with its
 * preemptions: that would explain nothing. */
static void
take (FitExplanation *explanation, gpointer data)
{
  Asking *asking = data;
  FitPageData *page = asking->page;
  const Kind *kind = g_hash_table_lookup (asking->asked, explanation->pod);
  const char *node = fit_explanation_node (explanation);

  if (g_strcmp0 (node, kind->first->node) == 0)
    {
      fit_decision_columns_add (page->decisions, explanation);
      page->n_left_out--;
      for (guint i = 0; node == NULL && i < kind->others->len; i++)
        {
          const FitItem *other = kind->others->pdata[i];

          fit_decision_columns_add_alike (page->decisions, other->pod,
                                          explanation->pod);
          page->n_left_out--;
        }
    }
  fit_explanation_free (explanation);
}

static FitSimulation *
simulate (gpointer data, GError **error)
{
  FitSession *session = ((Asking *) data)->page->session;

  return fit_session_simulate (session, session->objects, error);
}

static gboolean
ask (FitPageData *page, const FitItems *items, GError **error)
{
  const guint n_nodes = MAX (
      1, fit_dictionary_size (fit_cluster_columns_nodes (page->cluster)));
  g_autoptr (GHashTable) kind_of
      = g_hash_table_new_full (kind_hash, kind_equal, kind_free, NULL);
  g_autoptr (GHashTable) asked = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) pods = g_ptr_array_new ();
  g_autoptr (FitExplanations) answers = NULL;
  Asking asking = { page, kind_of, asked };
  FitQuestions questions = fit_session_questions (page->session);

  choose (&asking, items, FALSE, MOST_REJECTIONS / n_nodes, pods);
  choose (&asking, items, TRUE, MOST_POINTS / n_nodes, pods);
  questions.simulate = simulate;
  questions.take = take;
  questions.data = &asking;
  answers = fit_questions_ask (&questions, pods, error);
  return answers != NULL;
}

gboolean
fit_page_data_ask (FitPageData *page, const FitItems *items, GError **error)
{
  const FitExtenderTally *extenders = &page->session->extenders.tally;

  if (page->decisions == NULL)
    return TRUE;
  page->n_left_out = items->items->len;
  if (extenders->mode != FIT_EXTENDERS_SKIP && extenders->names->len > 0)
    {
      page->why_left_out = "Extenders took part, and were not asked again for "
                           "this page; 'fitsched explain POD' asks them.";
      return TRUE;
    }
  page->why_left_out
      = "Of equal pods that found a node the first is explained, of many "
        "kinds of pods the first ones, and none that evictions helped; "
        "'fitsched explain POD' explains any.";
  return ask (page, items, error);
}
