/* page-data.h - what a page shows beside an answer: the cluster, and why each
 * pod is where it is
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"
#include "cli/simulate-items.h"
#include "explain/questions.h"
#include "report/cluster-columns.h"
#include "report/decision-columns.h"

typedef struct
{
  FitSession *session;        /* borrowed */
  FitClusterColumns *cluster; /* (nullable) owned: NULL if nothing needs it */
  FitDecisionColumns *decisions; /* (nullable) owned */
  FitJson *cluster_json;         /* (nullable) owned */
  const GPtrArray *kinds;   /* (nullable) of @cluster: of FitNode, one of each
                               kind */
  FitJson *explanations;    /* (nullable) owned: short ones */
  guint n_left_out;         /* pods without a decision */
  const char *why_left_out; /* (nullable) static */
  const FitSimulation *watched; /* (nullable) borrowed: the last one made */
  GPtrArray *attempts; /* (nullable) owned, of FitExplanation (nullable: there
                          was no room): the last attempts with its pods */
  GHashTable *attempt_of; /* (nullable) owned: UID -> index there */
} FitPageData;

/* fit_page_data_start: call it before anything is scheduled; does nothing if no
 * output needs columns */
void fit_page_data_start (FitPageData *page, FitSession *session);
void fit_page_data_clear (FitPageData *page);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPageData, fit_page_data_clear)

/* fit_page_data_make: FitSimulationMaker for questions that place pods one by
 * one: @page keeps why each pod went where it did, as far as there is room.
 * What happens in the simulation that is made last counts. */
FitSimulation *fit_page_data_make (const FitObjects *objects, gpointer page,
                                   GError **error);

/* fit_page_data_end: @cache: the cluster when everything is scheduled */
void fit_page_data_end (FitPageData *page, const FitCache *cache);

/* fit_page_data_end_as_begun: the same for a cluster in which nothing can be
 * scheduled */
void fit_page_data_end_as_begun (FitPageData *page);

/* fit_session_print: prints @report with the cluster of @page, before and after,
 * and its decisions, as fit_session_print_with() does */
gboolean fit_session_print (FitSession *session, FitReport *report,
                            const FitPageData *page, GError **error);

/* fit_page_data_ask: asks why the pods of @items went where they did, as far as
 * that does not take too long; those without a node first */
gboolean fit_page_data_ask (FitPageData *page, const FitItems *items,
                            GError **error);

/* fit_page_data_take: adds an explanation that was asked for anyway.
 * fit_page_data_take_answers: adds all, and the cluster of the last simulation.
 * @filter: of nodes.  Both do nothing if no output needs columns. */
void fit_page_data_take (FitPageData *page, const FitExplanation *explanation,
                         const FitNamePatterns *filter);
void fit_page_data_take_answers (FitPageData *page,
                                 const FitExplanations *answers,
                                 const FitNamePatterns *filter);

/* fit_page_data_set_explanations: sets the members of a list of explanations */
void fit_page_data_set_explanations (const FitPageData *page, FitJson *document,
                                     const GPtrArray *notes);

/* fit_page_data_set_cluster, _set_decisions: set only the member "cluster", or
 * "decisions" */
void fit_page_data_set_cluster (const FitPageData *page, FitJson *document);
void fit_page_data_set_decisions (const FitPageData *page, FitJson *document);

/* fit_page_data_set_json: sets the members "cluster" and "decisions", and
 * "oneMoreNode": what one more node of each kind would do for pods that have
 * none; null if that would take too long to try, or failed */
void fit_page_data_set_json (const FitPageData *page, FitJson *document);
