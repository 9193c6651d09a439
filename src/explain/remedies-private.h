/* remedies-private.h - what the files of remedies share
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "explain/remedies.h"

/* The search for changes that let a pod fit. */
typedef struct
{
  const FitGenericScheduler *like;
  FitInquiry *inquiry;
  const FitPod *pod;
  FitTrialMaker make_trial;
  gpointer data;
  GPtrArray *remedies; /* borrowed: of FitRemedy: what was found */
  GHashTable *places;  /* owned: FitPodSpec -> FitPlaces, see remedy-moves.c */
  guint n_moves;       /* remedies with moves that were found */
  guint n_move_nodes;  /* nodes on which moves were tried */
} FitRemedySearch;

/* fit_remedy_new: @changes: of FitChange; @moves: (nullable): where the pods of
 * FIT_CHANGE_EVICT go.  Returns: (transfer full): without nodes */
FitRemedy *fit_remedy_new (const GArray *changes, const GArray *moves);
void fit_remedy_free (gpointer remedy);

/* fit_changes_describe: @changes: of FitChange, not empty; @moves: (nullable).
 * Returns: (transfer full): "uncordon the node, and move a/x to n2" */
char *fit_changes_describe (const GArray *changes, const GArray *moves);

/* fit_changes_several: are there changes of different types? */
gboolean fit_changes_several (const GArray *changes);

/* -- remedy-moves.c -------------------------------------------------------- */

/* fit_remedy_may_move: may @pod move, and is there another node for it? */
gboolean fit_remedy_may_move (FitRemedySearch *search, const FitPod *pod);

/* fit_remedy_try_moves: tries @changes to @node (nullable), with pods that move,
 * and adds a remedy if the pod then fits and all of them find a node */
gboolean fit_remedy_try_moves (FitRemedySearch *search, const FitNodeInfo *node,
                               const GArray *changes);

/* fit_remedy_wait: would @node do once the pods there that are being deleted are
 * gone?  Returns: (transfer full) (nullable): of FitChange: those that
 * matter */
GArray *fit_remedy_wait (FitRemedySearch *search, const FitNodeInfo *node);

/* fit_remedy_make_room: adds a remedy if moving pods off @node would do */
void fit_remedy_make_room (FitRemedySearch *search, const FitNodeInfo *node);

/* fit_remedy_fewer: @changes: one FIT_CHANGE_FEWER, which is all that the pod
 * needs on @nodes, of FitNodeInfo.  Adds a remedy if moving some of the pods
 * would do, or else running fewer of them */
void fit_remedy_fewer (FitRemedySearch *search, const GPtrArray *nodes,
                       const GArray *changes);
