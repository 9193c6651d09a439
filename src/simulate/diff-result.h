/* diff-result.h - what a comparison of two sets of rules has found
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

enum
{
  FIT_DIFF_LEFT,
  FIT_DIFF_RIGHT,
  FIT_DIFF_SIDES,
};

/* -- what differs ---------------------------------------------------------- */

typedef enum
{
  FIT_DIFF_MOVED,        /* both place the pod, on different nodes */
  FIT_DIFF_STARTED,      /* only the right side places it */
  FIT_DIFF_STOPPED,      /* only the left side places it */
  FIT_DIFF_COURSE,       /* replays: the end is the same, but not the way */
  FIT_DIFF_NOT_COMPARED, /* an attempt of one side failed with an error, so its
                            placement is unknown */
  FIT_DIFF_CHANGES,
} FitDiffChange;

typedef enum
{
  FIT_DIFF_FEASIBILITY, /* only one side rejects a node */
  FIT_DIFF_SCORES,      /* the scores order the nodes differently */
  FIT_DIFF_TIE,         /* both nodes scored the same on at least one side */
  FIT_DIFF_SEARCH,      /* a node was not checked because enough were found
                           before */
  FIT_DIFF_ERROR,       /* an attempt failed with an error */
  FIT_DIFF_SCHEDULER,   /* only one side schedules the pod */
  FIT_DIFF_FOLLOWS,     /* both decide alike in the same state */
  FIT_DIFF_FIRST,   /* replays: the first decision that differs; until then the
                     states were equal */
  FIT_DIFF_LATER,   /* replays: a later decision */
  FIT_DIFF_ASSUMED, /* a what-if: the right side schedules a pod that the left
                       one has on a node, or does not have */
  FIT_DIFF_DIVIDED, /* the right side has several schedulers (division.h) */
  FIT_DIFF_CAUSES,
} FitDiffCause;

/* Names for -o json: "moved", "feasibility", ... */
const char *fit_diff_change_name (FitDiffChange change);
const char *fit_diff_cause_name (FitDiffCause cause);

/* -- direct causes --------------------------------------------------------- */

/* Nodes that only one side rejects. */
typedef struct
{
  guint side;         /* the side that rejects */
  char *rule;         /* (nullable) owned: predicate, plugin or extender; NULL:
                         the pod was rejected as a whole */
  const char *plugin; /* (nullable) static: the plugin that corresponds to the
                         predicate */
  char *reason;       /* owned */
  char *node;         /* (nullable) owned: one of them */
  guint n_nodes;
} FitDiffBarrier;

/* The votes of one side about both nodes (the left side's, then the right
 * side's), for all voters that correspond to the same plugin. */
typedef struct
{
  char *names;   /* (nullable) owned; NULL: this side has no such voter */
  guint n;       /* number of voters */
  gint64 weight; /* if there is a single voter */
  gint64 scores[FIT_DIFF_SIDES]; /* the same */
  gint64 points[FIT_DIFF_SIDES]; /* weight times score, summed over all
                                    voters */
} FitDiffSideVote;

typedef struct
{
  char *plugin; /* owned: the plugin, or the name of the voter if it is none */
  FitDiffSideVote sides[FIT_DIFF_SIDES];
  gint64 shift; /* how much the lead of the left node shrinks, in points on the
                   scale 0 to 100 */
} FitDiffVote;

/* Why the sides disagree in the same state. */
typedef struct
{
  char *nodes[FIT_DIFF_SIDES];      /* (nullable) owned: the chosen node */
  char *messages[FIT_DIFF_SIDES];   /* (nullable) owned: why no node fits */
  guint n_accepted[FIT_DIFF_SIDES]; /* number of nodes that this side accepts */
  guint n_only[FIT_DIFF_SIDES];     /* of these, those that the other side
                                       rejects */
  GArray *barriers; /* owned, of FitDiffBarrier, the deciding one first, at most
                       FIT_DIFF_MAX_BARRIERS kinds */
  GArray *votes;    /* owned, of FitDiffVote: if both sides scored both nodes */
  gint64 totals[FIT_DIFF_SIDES][FIT_DIFF_SIDES]; /* by side, then node */
  guint n_best[FIT_DIFF_SIDES];                  /* number of nodes with the
                                                    best total */
  gint deciding; /* index of the vote with the greatest shift; -1: none */
} FitDiffEvidence;

#define FIT_DIFF_MAX_BARRIERS 16

void fit_diff_barrier_clear (FitDiffBarrier *barrier);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitDiffBarrier, fit_diff_barrier_clear)
void fit_diff_evidence_free (FitDiffEvidence *evidence);

/* -- pods ------------------------------------------------------------------ */

/* The outcome for a pod on one side. */
typedef struct
{
  char *node;     /* (nullable) owned: its node in the end */
  char *message;  /* (nullable) owned: why it has no node */
  GError *error;  /* (nullable) owned: the last attempt failed */
  gboolean alone; /* it is never tried: it belongs to another scheduler or has
                     scheduling gates */

  /* for replays */
  GPtrArray *bound;  /* (nullable) owned, of char: the nodes it was bound to, in
                        order */
  guint n_preempted; /* how often it was preempted */
} FitDiffOutcome;

typedef struct
{
  char *namespace_; /* owned */
  char *name;       /* owned */
  FitDiffOutcome outcomes[FIT_DIFF_SIDES];
  FitDiffChange change;
  FitDiffCause cause;
  gint follows; /* index of the item with the direct cause; -1: unknown, or not
                   FIT_DIFF_FOLLOWS */
  FitDiffEvidence *evidence; /* (nullable) owned: for direct causes */
} FitDiffItem;

/* fit_diff_item_name: "NAMESPACE/NAME".  Returns: (transfer full) */
char *fit_diff_item_name (const FitDiffItem *item);

/* The requests of the pods on a node in the end. */
typedef struct
{
  char *node;               /* owned */
  gint64 milli_cpu, memory; /* allocatable */
  guint pods[FIT_DIFF_SIDES];
  gint64 used_milli_cpu[FIT_DIFF_SIDES];
  gint64 used_memory[FIT_DIFF_SIDES];
} FitDiffNode;

typedef struct
{
  gboolean replayed;
  guint n_pods;     /* pods to be placed by at least one side */
  GPtrArray *items; /* owned, of FitDiffItem: pods that differ or are unknown,
                       in the order of the left queue; for replays, in the order
                       in which they began to differ */
  guint n_placed[FIT_DIFF_SIDES];
  guint n_preempted[FIT_DIFF_SIDES]; /* for replays */
  GArray *nodes; /* owned, of FitDiffNode: all nodes, in input order */
} FitDiff;

void fit_diff_free (FitDiff *diff);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDiff, fit_diff_free)

/* fit_diff_count_changes, fit_diff_count_causes: the number of items with
 * @change, with @cause */
guint fit_diff_count_changes (const FitDiff *diff, FitDiffChange change);
guint fit_diff_count_causes (const FitDiff *diff, FitDiffCause cause);

/* fit_diff_same: have both found the same pods on the same nodes? */
gboolean fit_diff_same (const FitDiff *one, const FitDiff *other);
