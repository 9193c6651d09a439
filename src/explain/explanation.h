/* explanation.h - what led to a decision, sorted out
 *
 * Made from the evaluations of a pod; explanation-data.c makes data of it, and
 * src/cli text.  What is called a predicate or a priority here is a
 * plugin where a profile decides.
 */
#pragma once

#include "base/table.h"
#include "explain/explained-profile.h"
#include "explain/remedies.h"
#include "explain/voters.h"
#include "explain/node-filter.h"
#include "core/inquiry.h"

G_BEGIN_DECLS

/* Against which cluster the pod was evaluated. */
typedef enum
{
  FIT_EXPLAIN_IN_QUEUE, /* after the pods ahead of it */
  FIT_EXPLAIN_ALONE,    /* as given */
  FIT_EXPLAIN_ASSIGNED, /* as given, without the pod itself, which has a node */
  FIT_EXPLAIN_FOREIGN,  /* not at all: another scheduler decides about it */
} FitExplainMode;

typedef struct
{
  const FitPod *pod;   /* owned reference: as it was evaluated, pending */
  const FitPod *given; /* owned reference: as it is in the cluster */
  FitExplainMode mode;
  guint n_ahead;         /* pods scheduled before it */
  guint n_ahead_errors;  /* those of them whose attempts failed with errors */
  const char *release;   /* whose rules decide: "1.34.1" */
  char *current_node;    /* (nullable) owned: of a pod that has one */
  char *foreign;         /* (nullable) owned: of a FOREIGN pod: who decides */
  char *foreign_hint;    /* (nullable) owned: what the user can do about that;
                            set by whoever knows */
  gboolean random_ties;  /* --tie-break random */
  gboolean all_failures; /* every failed predicate is known */
  char *waiting; /* (nullable) owned: why it is not tried at all; the decision
                    is what it would be */
  FitExplainedProfile *profile; /* (nullable) owned: NULL: v1.16's rules */
  FitEvaluation *evaluation;    /* owned: the decision */
  FitEvaluation *details; /* (nullable) owned: all failures on all nodes */
  GError *assume_error;   /* (nullable) owned: the node could not be taken */
  GHashTable *details_of; /* owned: FitReason (of the evaluations and the
                             profile) -> owned FitDetail */
  FitRemedies *remedies;  /* (nullable) owned: of a pod that fits nowhere */

  /* derived by fit_explanation_finish() */
  guint n_slots;
  gint *feasible_of; /* owned: by node index, index among the feasible, or -1 */
  const FitNodeVerdict **failures_of; /* owned: by node index (nullable) */
  gint runner_up;                     /* index among the feasible, or -1 */
  gint64 margin; /* points between the chosen and the runner-up */
  gint deciding; /* number of the voter that made most of it, or -1 */
  guint turn;    /* among the tied: 0 for the first */
} FitExplanation;

void fit_explanation_free (FitExplanation *explanation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExplanation, fit_explanation_free)

/**
 * fit_explanation_find_details:
 * @like: whose rules decided
 *
 * Call between the evaluations and the next change of the cache, and before
 * fit_explanation_finish().
 */
void fit_explanation_find_details (FitExplanation *explanation,
                                   const FitGenericScheduler *like);

/* fit_explanation_detail: Returns: (transfer none) (nullable) */
const FitDetail *fit_explanation_detail (const FitExplanation *explanation,
                                         const FitReason *reason);

/* fit_explanation_finish: call once the evaluations are there */
void fit_explanation_finish (FitExplanation *explanation);

/* fit_explanation_node: Returns: (nullable): name of the chosen node; NULL
 * when the pod has none */
const char *fit_explanation_node (const FitExplanation *explanation);

/* fit_explanation_error: Returns: (nullable) (transfer none): the attempt failed, and
 * nobody knows where the pod goes */
const GError *fit_explanation_error (const FitExplanation *explanation);

/* fit_explanation_message: Returns: (nullable): why it has none */
const char *fit_explanation_message (const FitExplanation *explanation);

/* fit_explanation_failures: what is known to have failed on the node of
 * @verdict.  Returns: (transfer none): @verdict or one with more failures */
const FitNodeVerdict *
fit_explanation_failures (const FitExplanation *explanation,
                          const FitNodeVerdict *verdict);

/* fit_explanation_feasible: Returns: index of the node of @verdict among the
 * feasible nodes, -1 when it is none of them */
gint fit_explanation_feasible (const FitExplanation *explanation,
                               const FitNodeVerdict *verdict);

/* fit_explanation_extender_errors: appends to @errors (owned strings) what
 * went wrong with extenders without ending the attempt */
void fit_explanation_extender_errors (const FitExplanation *explanation,
                                      GPtrArray *errors);

/* fit_explanation_turned_away: plugins of the profile turned the pod away before
 * any node was looked at */
gboolean fit_explanation_turned_away (const FitExplanation *explanation);

/* fit_explanation_voter: as fit_evaluation_voter(), in the words of the profile if
 * there is one; @out_skipped: (out) (nullable): it had nothing to say */
FitVoter fit_explanation_voter (const FitExplanation *explanation, guint number,
                                gboolean *out_skipped);

/**
 * FitBar:
 * @type: (nullable): what stopped the pod, if it was no predicate: "plugin" (of
 *   the program), "preFilter" (left out the node), "extender"
 * @name: (nullable): of the predicate, plugin or extender
 * @code: of a plugin; 0: there is none
 * @reason: (nullable): what a predicate gave
 * @detail: (nullable): what it was that made it give the reason
 * @message: the words of the release
 *
 * Why a pod cannot go to a node.
 */
typedef struct
{
  const char *type;
  const char *name;
  FitStatusCode code;
  const FitReason *reason;
  const FitDetail *detail;
  const char *message;
} FitBar;

/* fit_explanation_stopped: the node of @verdict was looked at and will not do, or
 * was left out */
gboolean fit_explanation_stopped (const FitExplanation *explanation,
                                  const FitNodeVerdict *verdict);

/* fit_explanation_bars: calls @each for every bar of the node of @verdict that
 * is known: of predicates, Filter plugins of the program and extenders, in this
 * order, or the error that kept them from answering.  Strings are valid during the call. */
typedef void (*FitBarFunc) (const FitBar *bar, gpointer data);
void fit_explanation_bars (const FitExplanation *explanation,
                           const FitNodeVerdict *verdict, FitBarFunc each,
                           gpointer data);

/* --- as data ------------------------------------------------------------- */

#define FIT_EXPLANATION_KIND "Explanation"

/**
 * fit_explanations_record:
 * @explanations: of FitExplanation
 * @notes: of char: what was not taken of a configuration
 * @out_items: (out) (transfer none): a row per explanation
 *
 * Returns: (transfer full): one row: the members of the JSON document
 */
FitTable *fit_explanations_record (const GPtrArray *explanations,
                                   const FitNodeFilter *filter,
                                   const GPtrArray *notes,
                                   FitTable **out_items);

/* fit_bar_describe: the message, and what it was.  Returns: (transfer full) */
char *fit_bar_describe (const FitBar *bar);

G_END_DECLS
