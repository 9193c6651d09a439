/* simulate-items.h - the outcome for each pod that was pending at the start, and
 * for those of one controller that ended alike
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/chosen-rules.h"
#include "cli/console.h"
#include "cli/outcomes.h"
#include "cli/simulate-items.h"
#include "formats/table.h"
#include "simulate/replay.h"

/* A pod that was preempted. */
typedef struct
{
  char *namespace_; /* owned */
  char *name;       /* owned */
  char *node;       /* owned */
} FitVictim;

/* A pod of the queue. */
typedef struct
{
  const FitPod *pod; /* owned reference */
  guint attempts;
  gboolean under_way; /* assumed: a failure now is not a new attempt */
  char *node;         /* (nullable) owned */
  gboolean scored;
  gint64 score;
  guint evaluated; /* nodes checked in the last attempt */
  guint feasible;
  char *message;      /* (nullable) owned: why it has no node */
  GError *error;      /* (nullable) owned: the last attempt failed */
  char *nominated;    /* (nullable) owned: the node where preemption made
                         room */
  GPtrArray *victims; /* owned, of FitVictim: the pods preempted for it */
} FitItem;

typedef struct
{
  GPtrArray *items;    /* owned, of FitItem, in queue order */
  GHashTable *by_name; /* owned: NAMESPACE/NAME -> FitItem */
  guint n_preempted;   /* number of preempted pods */
  FitProgress progress;
} FitItems;

/* fit_items_init: the pods of @objects that are pending for @rules */
void fit_items_init (FitItems *items, const FitObjects *objects,
                     const FitChosenRules *rules);
void fit_items_clear (FitItems *items);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitItems, fit_items_clear)

/* fit_items_observer: an observer that updates @items */
FitReplayObserver fit_items_observer (FitItems *items);

/* fit_items_end: call it when the run ends.  A pod that is not bound by then
 * has no node: it waits at Permit, or for its volumes */
void fit_items_end (FitItems *items);

/* fit_items_tally: adds the outcomes of all items */
void fit_items_tally (const FitItems *items, FitOutcomes *tally);

/* fit_outcome_groups_table: pods of one controller that ended alike, as one row,
 * those with most pods first.  Returns: (transfer full) */
FitTable *fit_outcome_groups_table (const FitItems *items);
