/* questions.h - explains where the pods of a cluster are placed
 *
 * Pending pods are explained in queue order, each after those ahead of it were
 * scheduled; any other pod is explained in a separate simulation.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "admission/admission.h"
#include "explain/explain.h"
#include "simulate/simulation.h"

/* The questions.  Everything is borrowed. */
typedef struct
{
  FitObjects *objects; /* the cluster; while a pod with a node is explained, a
                          pending copy replaces it */
  const FitRefusals *refused; /* (nullable): new pods that are not in @objects,
                                 but may be asked about */
  const FitConfiguration *configuration; /* (nullable) */
  FitModernObjects modern;               /* without @configuration */
  const char *scheduler_name;            /* without @configuration */
  const FitPluginRegistry *plugins;
  gboolean disable_preemption; /* without @configuration */
  gboolean random_ties;
  const char *node;       /* (nullable): say why it is not this node */
  gboolean alone;         /* schedule no other pods first */
  gboolean only_unplaced; /* leave out pods that find a node in the queue */
  FitExplainFlags flags;

  /* With @only_unplaced: for many pods. */
  gboolean once; /* of equal pods, only the first since anything changed is
                    explained; the others have FitExplanation.same_as */
  FitExplainWanted wanted; /* (nullable) */
  void (*take) (FitExplanation *explanation,
                gpointer data); /* (nullable): takes each explanation (transfer
                                   full) as soon as it is there: pods that are
                                   not in the queue first, then in queue
                                   order */

  /* Creates a simulation of @objects with the rules.  Returns: (transfer full)
   * (nullable) */
  FitSimulation *(*simulate) (gpointer data, GError **error);
  void (*progress) (guint done, guint total, gpointer data); /* (nullable) */
  gpointer data;
} FitQuestions;

/* The answers. */
typedef struct
{
  GPtrArray
      *explanations;      /* owned, of FitExplanation: one per pod, in the order
                              of the questions; empty if they were taken */
  GPtrArray *simulations; /* owned, of FitSimulation: explanations refer to
                              their caches; the last is that of the queue, if
                              pods were in it */
  GPtrArray
      *ahead_errors; /* owned, of GError: errors of attempts with pods ahead
                        of those asked about */
} FitExplanations;

/**
 * fit_questions_ask:
 * @pods: of FitPod of the cluster, without duplicates
 *
 * Returns: (transfer full) (nullable): NULL with the error of simulate()
 */
FitExplanations *fit_questions_ask (const FitQuestions *questions,
                                    const GPtrArray *pods, GError **error);
void fit_explanations_free (FitExplanations *explanations);

/* fit_questions_explain_attempt: makes an attempt with @pod in @simulation, as
 * FitSimulationWitness does.  Returns: (transfer full): what decided */
FitExplanation *fit_questions_explain_attempt (const FitQuestions *questions,
                                               FitSimulation *simulation,
                                               const FitPod *pod);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExplanations, fit_explanations_free)
