/* diff.h - what other rules make of the same cluster, and why
 *
 * Two sides, left and right, place the same pods by their own rules.  Where
 * they disagree about a pod, the right rules are also asked about it in the
 * state that the left placements have led to.  If they still disagree, that is
 * about this pod, and what decided is looked for; if not, the pod only follows
 * from others before it.
 *
 *   diff = fit_diff_new (sides, &error);                // pods, one by one
 *   for (guint i = 0; i < diff->items->len; i++) ...
 *
 * or, of two replays (replay.h) that were watched:
 *
 *   diff = fit_diff_of_courses (left, right);
 *
 * The result does not depend on the number of workers.  No more than two
 * clusters are in memory at the same time.
 */
#pragma once

#include "simulate/coverage.h"
#include "simulate/replay.h"
#include "simulate/simulation.h"

G_BEGIN_DECLS

enum
{
  FIT_DIFF_LEFT,
  FIT_DIFF_RIGHT,
  FIT_DIFF_SIDES,
};

/* -- what differs ------------------------------------------------------------ */

typedef enum
{
  FIT_DIFF_MOVED,        /* both find a node, not the same */
  FIT_DIFF_STARTED,      /* only the right finds one */
  FIT_DIFF_STOPPED,      /* only the left does */
  FIT_DIFF_COURSE,       /* of replays: the end is the same, the way is not */
  FIT_DIFF_NOT_COMPARED, /* an attempt of a side failed with an error: where that
                            side would put the pod, nobody knows */
  FIT_DIFF_CHANGES,
} FitDiffChange;

typedef enum
{
  FIT_DIFF_FEASIBILITY, /* a node is refused by one side only */
  FIT_DIFF_SCORES,      /* the nodes are ranked in another order */
  FIT_DIFF_TIE,         /* both nodes are equal for at least one side */
  FIT_DIFF_SEARCH,      /* a node was not looked at: enough were found before */
  FIT_DIFF_ERROR,       /* an attempt failed with an error */
  FIT_DIFF_SCHEDULER,   /* only one side tries the pod at all */
  FIT_DIFF_FOLLOWS,     /* in the same state both decide alike */
  FIT_DIFF_FIRST, /* of replays: the first decision that differs: the states
                     were the same up to then */
  FIT_DIFF_LATER, /* of replays: after that one */
  FIT_DIFF_CAUSES,
} FitDiffCause;

/* Names for machines: "moved", "feasibility", ... */
const char *fit_diff_change_name (FitDiffChange change);
const char *fit_diff_cause_name (FitDiffCause cause);

/* -- direct causes ------------------------------------------------------------- */

/* Nodes that one side refuses and the other does not. */
typedef struct
{
  guint side;         /* the one that refuses */
  char *rule;         /* (nullable) owned: predicate, plugin or extender; NULL:
                         the pod as a whole */
  const char *plugin; /* (nullable) static: which plugin the predicate is */
  char *reason;       /* owned */
  char *node;         /* (nullable) owned: one of them */
  guint n_nodes;
} FitDiffBarrier;

/* What the voters of one side that stand for the same plugin say about both
 * nodes: that of the left side, then that of the right side. */
typedef struct
{
  char *names;   /* (nullable) owned: NULL: this side has no such voter */
  guint n;       /* how many voters there are */
  gint64 weight; /* of a single voter */
  gint64 scores[FIT_DIFF_SIDES]; /* the same */
  gint64 points[FIT_DIFF_SIDES]; /* weight times score, of all of them */
} FitDiffVoice;

typedef struct
{
  char *plugin; /* owned: which plugin that is; else the name of the voter */
  FitDiffVoice voices[FIT_DIFF_SIDES];
  gint64 shift; /* how far the lead of the left node goes down, in points of the
                   scale 0 to 100 */
} FitDiffVote;

/* Why both sides disagree in the same state. */
typedef struct
{
  char *nodes[FIT_DIFF_SIDES];      /* (nullable) owned: where the pod goes */
  char *messages[FIT_DIFF_SIDES];   /* (nullable) owned: why nowhere */
  guint n_accepted[FIT_DIFF_SIDES]; /* nodes that this side accepts */
  guint n_only[FIT_DIFF_SIDES];     /* those that the other one refuses */
  GArray *barriers; /* owned, of FitDiffBarrier: the deciding one first; kinds
                       beyond FIT_DIFF_MAX_BARRIERS are left out */
  GArray *votes;    /* owned, of FitDiffVote: when both nodes were ranked by
                       both sides */
  gint64 totals[FIT_DIFF_SIDES][FIT_DIFF_SIDES]; /* by side, then node */
  guint n_best[FIT_DIFF_SIDES];                  /* nodes with the best total */
  gint deciding; /* index of the vote with the greatest shift; -1: none */
} FitDiffEvidence;

#define FIT_DIFF_MAX_BARRIERS 16

/* -- pods ------------------------------------------------------------------------ */

/* What became of a pod on one side. */
typedef struct
{
  char *node;     /* (nullable) owned: where it is in the end */
  char *message;  /* (nullable) owned: why it is nowhere */
  GError *error;  /* (nullable) owned: the last attempt failed */
  gboolean alone; /* it is never tried: it is not for this scheduler, or held
                     back */

  /* of replays */
  GPtrArray *bound;  /* (nullable) owned, of char: the nodes to which it was
                        bound, in turn */
  guint n_preempted; /* how often it had to go for others */
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
  FitDiffEvidence *evidence; /* (nullable) owned: of direct causes */
} FitDiffItem;

/* What the pods on a node ask for, in the end. */
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
  guint n_pods;     /* that were to be placed by at least one side */
  GPtrArray *items; /* owned, of FitDiffItem: pods that are not known to be the
                       same, in the order of the left queue; of replays: as they
                       came to differ */
  guint n_placed[FIT_DIFF_SIDES];
  guint n_preempted[FIT_DIFF_SIDES]; /* of replays */
  GArray *nodes; /* owned, of FitDiffNode: all of them, in the order of input */
} FitDiff;

void fit_diff_free (FitDiff *diff);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDiff, fit_diff_free)

/* fit_diff_count_changes, fit_diff_count_causes: how many items have @change,
 * @cause */
guint fit_diff_count_changes (const FitDiff *diff, FitDiffChange change);
guint fit_diff_count_causes (const FitDiff *diff, FitDiffCause cause);

/* -- one by one ------------------------------------------------------------------ */

typedef struct
{
  const FitObjects *objects; /* borrowed: the cluster; both sides have the same
                                pods and nodes in the same order */
  FitSimulation *(*make) (const FitObjects *objects, gpointer data,
                          GError **error); /* a fresh simulation, always by the
                                              same rules */
  gboolean (*hold_back) (const FitPod *pod,
                         gpointer data); /* (nullable): it is not tried yet,
                                            though it is pending */
  gpointer data;
  FitCoverage *coverage; /* (nullable) borrowed: counts what the rules do, once
                            about each pod that is tried */
} FitDiffSide;

/**
 * fit_diff_new:
 * @sides: two
 *
 * Every pending pod is tried once, in the order of the queue, as
 * fit_simulation_schedule() does; nobody preempts.
 *
 * Returns: (transfer full) (nullable): NULL when a simulation cannot be made
 */
FitDiff *fit_diff_new (const FitDiffSide *sides, GError **error);

/* -- replays ----------------------------------------------------------------------- */

/* What happens to the pods of a replay. */
typedef struct _FitDiffCourse FitDiffCourse;

FitDiffCourse *fit_diff_course_new (void);
void fit_diff_course_free (FitDiffCourse *course);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDiffCourse, fit_diff_course_free)

/* fit_diff_course_observer: @course is told what happens */
FitReplayObserver fit_diff_course_observer (FitDiffCourse *course);

/* fit_diff_course_end: the replay has come to its end */
void fit_diff_course_end (FitDiffCourse *course, FitReplay *replay);

/**
 * fit_diff_of_courses:
 * @left, @right: ended; they get to know each other's pods
 *
 * A pod is the same when it was bound to the same nodes in the same order, had
 * to go as often, and is where it is on the other side; and its last attempt failed
 * with an error on neither.
 *
 * Returns: (transfer full)
 */
FitDiff *fit_diff_of_courses (FitDiffCourse *left, FitDiffCourse *right);

G_END_DECLS
