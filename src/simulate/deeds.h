/* deeds.h - what is done to the cluster of a simulation to try something, so that it
 * can be undone
 *
 * Pods leave and are placed, and nodes change.  Undoing goes back in order, and
 * leaves the cluster as it was.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/place-pods.h"

typedef enum
{
  FIT_DEED_LEFT,   /* a pod left its node */
  FIT_DEED_PLACED, /* a pod was placed */
  FIT_DEED_NODE,   /* a node was replaced */
} FitDeedType;

typedef struct
{
  FitDeedType type;
  const FitPod *there;   /* LEFT: owned reference: as it was on its node */
  gboolean assumed;      /* LEFT: it had been placed by the simulation */
  const FitPod *pending; /* LEFT, PLACED: owned reference: as it is scheduled */
  const FitNode *before; /* NODE: owned reference: as it was */
} FitDeed;

typedef struct
{
  FitSimulation *simulation; /* borrowed */
  FitCache *cache;           /* borrowed from it */
  GArray *done;              /* owned, of FitDeed, in order */
} FitDeeds;

void fit_deeds_init (FitDeeds *deeds, FitSimulation *simulation);

/* fit_deeds_forget: what was done stays.  fit_deeds_clear: the same at the end */
void fit_deeds_forget (FitDeeds *deeds);
void fit_deeds_clear (FitDeeds *deeds);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitDeeds, fit_deeds_clear)

static inline const FitDeed *
fit_deed (const FitDeeds *deeds, guint i)
{
  return &g_array_index (deeds->done, FitDeed, i);
}

/* fit_deeds_set_node: @after takes the place of the node of its name */
void fit_deeds_set_node (FitDeeds *deeds, const FitNode *after);

/* fit_deeds_remove: @pod leaves its node */
gboolean fit_deeds_remove (FitDeeds *deeds, const FitPod *pod, GError **error);

/* fit_deeds_assume: @pod goes to @node, whatever the rules say */
gboolean fit_deeds_assume (FitDeeds *deeds, const FitPod *pod,
                           const FitNodeInfo *node, GError **error);

/* fit_deeds_place: like fit_place(), fit_place_all() */
gboolean fit_deeds_place (FitDeeds *deeds, const FitPod *pod,
                          const FitNodeInfo **out_node, char **out_reason,
                          GError **error);
gboolean fit_deeds_place_all (FitDeeds *deeds, const GPtrArray *pods,
                              FitRound *out, GError **error);

/* fit_deeds_leaving: Returns: (nullable): how @pending left, until something else is
 * done */
const FitDeed *fit_deeds_leaving (const FitDeeds *deeds, const FitPod *pending);

/* fit_deeds_undo: undoes everything but the first @n */
gboolean fit_deeds_undo (FitDeeds *deeds, guint n, GError **error);
