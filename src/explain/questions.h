/* questions.h - why pods of a cluster go where they go
 *
 * Pods without a node are explained in the order of the queue, each after those
 * ahead of it were scheduled; any other pod in a cluster of its own.
 */
#pragma once

#include "explain/explain.h"
#include "simulate/simulation.h"

G_BEGIN_DECLS

/* What is asked.  Everything is borrowed. */
typedef struct
{
  FitObjects *objects; /* the cluster; while a pod that has a node is explained,
                          a pending copy stands in its place */
  const FitConfiguration *configuration; /* (nullable) */
  const char *scheduler_name;            /* without @configuration */
  const FitPluginRegistry *plugins;
  FitWorkerPool *pool;
  gboolean disable_preemption; /* without @configuration */
  gboolean random_ties;
  gboolean alone;         /* no pod is scheduled before another */
  gboolean only_unplaced; /* leave out the explanations of pods that find a node
                             in the queue */
  FitExplainFlags flags;

  /* Makes a simulation of @objects and the rules.  Returns: (transfer full)
   * (nullable) */
  FitSimulation *(*simulate) (gpointer data, GError **error);
  void (*progress) (guint done, guint total, gpointer data); /* (nullable) */
  gpointer data;
} FitQuestions;

/* What came of it. */
typedef struct
{
  GPtrArray
      *explanations;      /* owned, of FitExplanation: one per pod, in the order
                              of the question */
  GPtrArray *simulations; /* owned, of FitSimulation: explanations point into
                              their caches */
  GPtrArray
      *ahead_errors; /* owned, of GError: of attempts to schedule pods that
                              were ahead of those in question */
} FitExplanations;

/**
 * fit_questions_ask:
 * @pods: of FitPod of the cluster, each once
 *
 * Returns: (transfer full) (nullable): NULL with the error of simulate()
 */
FitExplanations *fit_questions_ask (const FitQuestions *questions,
                                    const GPtrArray *pods, GError **error);
void fit_explanations_free (FitExplanations *explanations);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExplanations, fit_explanations_free)

G_END_DECLS
