/* make-room.h - the fewest running pods that let one in if they leave, and find
 * another node, for which others may have to leave in turn (private to simulate/)
 *
 * They leave together; then the pod is placed, and after it those that left, each by
 * the rules.  No pod moves that a simulation has placed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/deeds.h"

/* More pods than this do not move for one. */
#define FIT_MOVES_FOR_ONE 3

typedef struct
{
  FitDeeds deeds; /* owned: of this step */
  const FitPod
      *leaver;      /* (nullable) borrowed: as it was on its node: it is gone,
                           too, when others leave for it */
  guint since;      /* pods that left before this deed are not gone at the same
                          time as later ones */
  guint n_attempts; /* to place a pod; at most so many for one step */
  guint64 n_looks;  /* at what the rules say without some pods... */
  guint64 most_looks; /* ...and how many there may be */
  GError *error;      /* (nullable) owned */
} FitRoom;

void fit_room_init (FitRoom *room, FitSimulation *simulation);
void fit_room_clear (FitRoom *room);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRoom, fit_room_clear)

/* fit_room_next_step: what was done stays */
void fit_room_next_step (FitRoom *room);

/* fit_room_may_leave: may @there, which runs, leave its node, in addition to those
 * that have left? */
gboolean fit_room_may_leave (FitRoom *room, const FitPod *there);

/* fit_room_evict, fit_room_place: Returns: FALSE if the rules find no node, or on an
 * error */
gboolean fit_room_evict (FitRoom *room, const FitPod *there);
gboolean fit_room_place (FitRoom *room, const FitPod *pod);

/* fit_room_undo: undoes all but the first @n deeds of the step */
void fit_room_undo (FitRoom *room, guint n);

/* fit_room_make: lets at most @most pods leave, so that @pod, which fits nowhere, and
 * all of them find a node.  Returns: FALSE if nothing was found, or on an error;
 * nothing has changed then */
gboolean fit_room_make (FitRoom *room, const FitPod *pod, guint most);
