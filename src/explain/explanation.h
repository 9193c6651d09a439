/* explanation.h - what led to a decision
 *
 * Created from the evaluations of a pod.  explanation-data.c converts it to
 * JSON, src/cli to text.  With a profile, "predicate" and "priority" mean a
 * plugin.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/table.h"
#include "explain/explained-profile.h"
#include "explain/remedies.h"
#include "explain/voters.h"
#include "core/inquiry.h"
#include "base/name-patterns.h"
#include "cluster/cache.h"

/* The state of the cluster in which the pod was evaluated. */
typedef enum
{
  FIT_EXPLAIN_IN_QUEUE, /* after the pods ahead of it */
  FIT_EXPLAIN_ALONE,    /* as given */
  FIT_EXPLAIN_ASSIGNED, /* as given, without the pod itself, which has a node */
  FIT_EXPLAIN_FOREIGN,  /* not evaluated: the pod belongs to another
                           scheduler */
  FIT_EXPLAIN_REFUSED,  /* not evaluated: admission refuses it */
} FitExplainMode;

typedef struct
{
  const FitPod *pod;   /* owned reference: as evaluated, pending */
  const FitPod *given; /* owned reference: as in the cluster */
  FitExplainMode mode;
  guint n_ahead;         /* pods scheduled before it */
  guint n_ahead_errors;  /* of these, pods whose attempts failed with errors */
  const char *release;   /* the release whose rules apply: "1.34.1" */
  char *current_node;    /* (nullable) owned: the pod's node, if it has one */
  char *foreign;         /* (nullable) owned: for a FOREIGN or REFUSED pod: its
                            scheduler, or the reason */
  char *foreign_hint;    /* (nullable) owned: what the user can do about that;
                            set by the caller */
  gboolean random_ties;  /* --tie-break random */
  gboolean all_failures; /* all failed predicates are included */
  char *
      same_as; /* (nullable) owned: "NAMESPACE/NAME" of a pod that was explained
                    before, with the same details and remedies, which are not
                    here again */
  char *waiting; /* (nullable) owned: why it is not tried at all; the decision
                    is hypothetical then */
  FitExplainedProfile *profile; /* (nullable) owned; NULL: v1.16's rules */
  FitEvaluation *evaluation;    /* owned: the decision */
  FitEvaluation *details; /* (nullable) owned: all failures on all nodes */
  GError *assume_error;   /* (nullable) owned: the pod could not be assumed on
                             the node */
  GHashTable *details_of; /* owned: FitReason (from the evaluations and the
                             profile) -> owned FitDetail */
  FitRemedies *remedies;  /* (nullable) owned: for a pod that fits nowhere */

  char *asked;            /* (nullable) owned: the node that is asked about */
  GPtrArray *asked_lines; /* (nullable) owned, of char: why it is not chosen */

  /* computed by fit_explanation_finish() */
  guint n_slots;
  gint *feasible_of; /* owned: by node index, index among the feasible, or -1 */
  const FitNodeVerdict **failures_of; /* owned: by node index (nullable) */
  gint runner_up;                     /* index among the feasible, or -1 */
  gint beside;   /* whose points stand beside those of the chosen node: the
                  runner-up's, or those of the node that is asked about */
  gint64 margin; /* points between the chosen node and the runner-up */
  gint deciding; /* index of the voter that contributed most to it, or -1 */
  guint turn;    /* index among the tied nodes: 0 for the first */
} FitExplanation;

void fit_explanation_free (FitExplanation *explanation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExplanation, fit_explanation_free)

/**
 * fit_explanation_find_details:
 * @like: the scheduler with the rules that decided
 * @make_trial, @data: as for fit_remedies_find()
 *
 * Call it after the evaluations, before the cache changes and before
 * fit_explanation_finish().
 */
void fit_explanation_find_details (FitExplanation *explanation,
                                   const FitGenericScheduler *like,
                                   FitTrialMaker make_trial, gpointer data);

/* fit_explanation_detail: Returns: (transfer none) (nullable) */
const FitDetail *fit_explanation_detail (const FitExplanation *explanation,
                                         const FitReason *reason);

/* fit_explanation_finish: call it after the evaluations */
void fit_explanation_finish (FitExplanation *explanation);

/* fit_explanation_node: Returns: (nullable): name of the chosen node; NULL if
 * the pod has none */
const char *fit_explanation_node (const FitExplanation *explanation);

/* fit_explanation_error: Returns: (nullable) (transfer none): the error if the
 * attempt failed; the pod's node is unknown then */
const GError *fit_explanation_error (const FitExplanation *explanation);

/* fit_explanation_message: Returns: (nullable): why the pod has no node */
const char *fit_explanation_message (const FitExplanation *explanation);

/* fit_explanation_failures: the known failures on the node of @verdict.
 * Returns: (transfer none): @verdict or one with more failures */
const FitNodeVerdict *
fit_explanation_failures (const FitExplanation *explanation,
                          const FitNodeVerdict *verdict);

/* fit_explanation_feasible: Returns: index of the node of @verdict among the
 * feasible nodes; -1 if it is not feasible */
gint fit_explanation_feasible (const FitExplanation *explanation,
                               const FitNodeVerdict *verdict);

/* fit_explanation_extender_errors: appends to @errors (owned strings) the
 * failures of extenders that did not end the attempt */
void fit_explanation_extender_errors (const FitExplanation *explanation,
                                      GPtrArray *errors);

/* fit_explanation_turned_away: did plugins of the profile reject the pod before
 * any node was checked? */
gboolean fit_explanation_turned_away (const FitExplanation *explanation);

/* fit_explanation_voter: like fit_evaluation_voter(), with the profile's names
 * if there is one; @out_skipped: (out) (nullable): the voter skipped the pod */
FitVoter fit_explanation_voter (const FitExplanation *explanation, guint number,
                                gboolean *out_skipped);

/**
 * FitBar:
 * @type: (nullable): what stopped the pod, if not a predicate: "plugin" (of the
 *   embedding program), "preFilter" (excluded the node), "extender"
 * @name: (nullable): name of the predicate, plugin or extender
 * @code: for a plugin; 0: there is none
 * @reason: (nullable): the reason of a predicate
 * @detail: (nullable): details of the reason
 * @message: the release's text
 *
 * Why a pod does not fit on a node.
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

/* fit_explanation_stopped: was the node of @verdict rejected or excluded? */
gboolean fit_explanation_stopped (const FitExplanation *explanation,
                                  const FitNodeVerdict *verdict);

/* fit_explanation_bars: calls @each for every known bar of the node of
 * @verdict: from predicates, Filter plugins of the embedding program and
 * extenders, in this order, or for the error.  Strings are valid during the
 * call. */
typedef void (*FitBarFunc) (const FitBar *bar, gpointer data);
void fit_explanation_bars (const FitExplanation *explanation,
                           const FitNodeVerdict *verdict, FitBarFunc each,
                           gpointer data);

/* -- as data --------------------------------------------------------------- */

#define FIT_EXPLANATION_KIND "Explanation"

/* fit_explanation_json: an element of "items".  fit_explanation_short_json:
 * without the member "nodes", which has an object for each node.  Returns:
 * (transfer full) */
FitJson *fit_explanation_json (const FitExplanation *explanation,
                               const FitNamePatterns *filter);
FitJson *fit_explanation_short_json (const FitExplanation *explanation,
                                     const FitNamePatterns *filter);

/* fit_explanations_set_json: sets the members "items" and "notes" of @document;
 * @explanations: of FitExplanation; @notes: of char: ignored fields of a
 * configuration */
void fit_explanations_set_json (FitJson *document,
                                const GPtrArray *explanations,
                                const FitNamePatterns *filter,
                                const GPtrArray *notes);

/* fit_explanations_names: Returns: (transfer full): for -o name: a row with the
 * pod and its node for each explanation */
FitTable *fit_explanations_names (const GPtrArray *explanations);

/* fit_bar_describe: the message with details.  Returns: (transfer full) */
char *fit_bar_describe (const FitBar *bar);

/* fit_node_filter_check: checks that every name matches a node of @cache; fails
 * with FIT_ERROR_NOT_FOUND and a hint */
gboolean fit_node_filter_check (const FitNamePatterns *filter,
                                const FitCache *cache, GError **error);
