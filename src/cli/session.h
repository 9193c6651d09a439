/* session.h - the rules and cluster of simulate and explain
 *
 * Policy and configuration are read before the cluster, because the JSON of
 * objects is kept only if extenders need it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/chosen-rules.h"
#include "cli/default-rules.h"
#include "cli/extender-use.h"
#include "cli/output.h"
#include "report/cluster-columns.h"
#include "simulate/new-nodes.h"
#include "simulate/nodes-needed.h"
#include "simulate/simulation.h"
#include "simulate/trace.h"
#include "simulate/what-if.h"
#include "workloads/workloads.h"
#include "explain/questions.h"

struct _FitSession
{
  const FitInvocation *invocation; /* borrowed, or that of @defaults */
  FitDefaultRules defaults;        /* if no rules are named */
  FitChosenRules rules;
  FitPolicy *policy;        /* (nullable) owned: read, but not used yet */
  FitExtenderUse extenders; /* for the Policy or the configuration */
  FitRegistry *registry;
  FitObjects *objects;
  FitWhatIfs *what_ifs;     /* (nullable) owned: what is assumed of @objects */
  FitWorkloads *workloads;  /* (nullable) owned: workloads that became pods */
  guint first_given;        /* of the controllers: the first of --pods */
  GPtrArray *templates;     /* owned, of FitPod: pods of --pods to copy */
  FitAdmission *admission;  /* (nullable) owned: restrictions on new pods */
  FitRefusals *refused;     /* (nullable) owned: new pods that were refused */
  GPtrArray *conflicts;     /* (nullable) owned, of FitPod: new pods whose node
                           selector contradicts that of their namespace */
  GHashTable *settled;      /* (nullable) owned set of NAMESPACE/NAME: pods of
                          DaemonSets that are on nodes of what-ifs */
  const FitSession *beside; /* (nullable) borrowed: fit_session_open_beside() */
  gboolean shares_objects;  /* @objects belong to @beside */
  FitTraceReader *trace;    /* (nullable) borrowed: keeps the events of --trace,
                               as this session decodes them */
  guint n_adopted;          /* pods of other schedulers that the rules try */

  /* Of a session that is opened ahead: */
  FitSimulation *prepared[2]; /* (nullable) owned: of @objects, unused */
  FitClusterColumns *columns; /* (nullable) owned: of @objects, prepared */
  GHashTable *pod_of; /* (nullable) owned: FitObjectMeta -> FitPod, borrowed:
                         the first pod of each name in @objects */
  char *said;         /* (nullable) owned: the notes on standard error */
  gboolean taken; /* by this session: the process ends with it, so nothing is
                     freed */
};

/* fit_session_cluster_flags: fit_invocation_decode_flags() for a cluster and
 * its trace, plus the flags for the fields that the release reads, and for
 * keeping JSON for extenders and recordings */
FitDecodeFlags fit_session_cluster_flags (const FitSession *session);

/* fit_session_list_kinds: the kinds in @unknown ("apiVersion/kind" -> count):
 * "v1/Secret (2), v1/Event (1)".  fit_session_describe_unknown: a note that
 * these kinds are not read.  fit_session_describe_labels: a note about labels
 * that the release of --emulate-release does not read.
 * Returns: (transfer full) (nullable): NULL if there is nothing to report */
char *fit_session_list_kinds (GHashTable *unknown);
char *fit_session_describe_unknown (GHashTable *unknown);
char *fit_session_describe_labels (const FitObjects *objects,
                                   const FitOptions *options);

/* fit_session_load_objects: reads all of @paths (nullable, NULL-terminated) */
gboolean fit_session_load_objects (FitInputs *inputs, FitObjects *objects,
                                   char **paths, FitDecodeFlags flags,
                                   GError **error);

/**
 * fit_session_open:
 * @session: (out): uninitialised
 *
 * Checks the options, reads the cluster, and reports on standard error what was
 * ignored in it.
 */
gboolean fit_session_open (FitSession *session, const FitInvocation *invocation,
                           GError **error);

/**
 * fit_session_open_beside:
 * @other: open; must be closed after @session
 *
 * The same for other rules and the same cluster.  Both sessions share the
 * objects if they read them alike.  Notes about the cluster are not repeated.
 */
gboolean fit_session_open_beside (FitSession *session,
                                  const FitInvocation *invocation,
                                  const FitSession *other, GError **error);

/* fit_session_prepare: builds what the first attempts and their columns need.  For
 * a session that another one takes over: FitInvocation.ahead */
gboolean fit_session_prepare (FitSession *session, GError **error);

/* fit_session_forget_prepared: call it before @objects change */
void fit_session_forget_prepared (FitSession *session);

/* fit_session_open_with_texts: opens @session like @taken, a session that was
 * taken over, which was read without FIT_DECODE_KEEP_RAW; says nothing */
gboolean fit_session_open_with_texts (FitSession *session,
                                      const FitSession *taken, GError **error);

/* fit_session_find_pod: Returns: (transfer none) (nullable): the first pod of
 * this name */
const FitPod *fit_session_find_pod (const FitSession *session,
                                    const char *namespace_, const char *name);

/* fit_session_report: Returns: (transfer full): a report that begins with what
 * is assumed */
FitReport *fit_session_report (const FitSession *session, const char *kind);

/* fit_session_print_with: prints @report with the notes about extenders, and
 * finishes their use; the charts show @cluster (nullable), which is in the
 * columns of @report already.  See also page-data.h */
gboolean fit_session_print_with (FitSession *session, FitReport *report,
                                 FitJson *cluster, const FitChartColumn *charts,
                                 GError **error);

/* fit_session_drop_objects: frees the objects, unless another session shares
 * them */
void fit_session_drop_objects (FitSession *session);

void fit_session_close (FitSession *session);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitSession, fit_session_close)

/* fit_session_rules: fills @out_rules; the caller owns its policy.  May be
 * called again: the Policy is parsed again then. */
gboolean fit_session_rules (FitSession *session,
                            FitSimulationOptions *out_rules, GError **error);

/* fit_session_simulate: creates a simulation of @objects, the cluster of
 * @session or a similar one.  Returns: (transfer full) (nullable) */
FitSimulation *fit_session_simulate (FitSession *session,
                                     const FitObjects *objects, GError **error);

/* fit_session_make: likewise, as a FitSimulationMaker whose data is @session */
FitSimulation *fit_session_make (const FitObjects *objects, gpointer session,
                                 GError **error);

/* fit_session_load_nodes: reads the Nodes and CSINodes in the file @path of the
 * option @option ("--nodes-needed"); says what else is there.
 * Returns: (transfer full) (nullable): with one Node at least */
FitObjects *fit_session_load_nodes (const FitSession *session,
                                    const char *option, const char *path,
                                    GError **error);

/* fit_session_new_nodes: @nodes: of fit_session_load_nodes(); must live as long,
 * and so must the objects of @session, to whose cluster they will be added.
 * Returns: (transfer full) (nullable) */
FitNewNodes *fit_session_new_nodes (FitSession *session,
                                    const FitObjects *nodes, GError **error);

/* fit_session_note_refused_daemons: @out: gets a note (owned) if not all pods of
 * DaemonSets are admitted on the nodes of @needed.  Returns: FALSE if the nodes
 * cannot be copied */
gboolean fit_session_note_refused_daemons (FitNewNodes *new_nodes,
                                           const FitNodesNeeded *needed,
                                           GPtrArray *out, GError **error);

/* fit_session_note_new_nodes: @out: gets notes (owned) about what was inferred
 * for the pods and CSINodes of new nodes */
void fit_session_note_new_nodes (const FitSession *session,
                                 const FitNewNodes *new_nodes, GPtrArray *out);

/* fit_session_has_priorities: do pods have priorities, and may they preempt
 * others?  Not with the gate PodPriority off, as in 1.8 to 1.10 */
gboolean fit_session_has_priorities (const FitSession *session);

/* fit_session_questions: by the rules of @session, about its objects; simulate()
 * and data are missing */
FitQuestions fit_session_questions (const FitSession *session);
