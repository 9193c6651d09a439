/* session.h - what simulate and explain start from: rules, cluster, threads
 *
 * Policy and configuration are read before the cluster, since objects are kept as they were
 * written only where an extender is shown them.
 */
#pragma once

#include "cli/chosen-rules.h"
#include "cli/extender-use.h"
#include "simulate/simulation.h"
#include "workloads/workloads.h"

G_BEGIN_DECLS

typedef struct _FitSession FitSession;

struct _FitSession
{
  const FitInvocation *invocation; /* borrowed */
  FitChosenRules rules;
  FitPolicy *policy;        /* (nullable) owned: read, and not taken yet */
  FitExtenderUse extenders; /* of the Policy or the configuration */
  FitRegistry *registry;
  FitObjects *objects;
  FitWorkloads *workloads; /* (nullable) owned: what became pods */
  GPtrArray *templates;    /* owned, of FitPod: pods of --pods to be copied */
  FitWorkerPool *pool;
  const FitSession *beside; /* (nullable) borrowed: fit_session_open_beside() */
  gboolean shares_objects;  /* they are those of @beside */
};

/* fit_session_gates: what --emulate-release and --feature-gates say */
gboolean fit_session_gates (const FitInvocation *invocation,
                            FitFeatureGates *out_gates, GError **error);

/* fit_session_registry: the rules of the release and those of the program.
 * Returns: (transfer full) */
FitRegistry *fit_session_registry (const FitInvocation *invocation,
                                   FitFeatureGates gates);

/* fit_session_plugins: those of the program.  Returns: (transfer full) */
FitPluginRegistry *fit_session_plugins (const FitInvocation *invocation);

/* fit_session_decode_flags: what --as-is and --legacy-labels say */
FitDecodeFlags fit_session_decode_flags (const FitInvocation *invocation);

/* fit_session_cluster_flags: the same for a cluster and its trace: a release
 * reads what it knows, extenders and recordings show objects as they were
 * written */
FitDecodeFlags fit_session_cluster_flags (const FitSession *session);

/* fit_session_list_kinds: those of @unknown ("apiVersion/kind" -> count), which
 * are not read: "v1/Secret (2), v1/Event (1)"; fit_session_describe_unknown: a
 * note about them; fit_session_describe_labels: labels that the release of --emulate-release does not read.
 * Returns: (transfer full) (nullable): NULL when there is nothing to say */
char *fit_session_list_kinds (GHashTable *unknown);
char *fit_session_describe_unknown (GHashTable *unknown);
char *fit_session_describe_labels (const FitObjects *objects,
                                   const FitOptions *options);

/* fit_session_load_objects: reads all of @paths (nullable, NULL-terminated) */
gboolean fit_session_load_objects (FitInputs *inputs, FitObjects *objects,
                                   char **paths, FitDecodeFlags flags,
                                   GError **error);

/* fit_session_check_stdin: "-" is asked for @n_stdin times, which may be once */
gboolean fit_session_check_stdin (guint n_stdin, GError **error);

/* fit_session_count_stdin: Returns: how many of @paths (nullable,
 * NULL-terminated) are "-" */
guint fit_session_count_stdin (char **paths);

/**
 * fit_session_open:
 * @session: (out): uninitialised
 *
 * Checks the options, reads the cluster and says on standard error what in it
 * was ignored.
 */
gboolean fit_session_open (FitSession *session, const FitInvocation *invocation,
                           GError **error);

/**
 * fit_session_open_beside:
 * @other: open; to be closed later than @session
 *
 * The same for other rules and the same cluster, which both share where they
 * read it alike.  Nothing that was said about it is said again.
 */
gboolean fit_session_open_beside (FitSession *session,
                                  const FitInvocation *invocation,
                                  const FitSession *other, GError **error);

/* fit_session_print: prints @output with what there is to say about extenders,
 * and finishes their use */
gboolean fit_session_print (const FitSession *session, const FitOutput *output,
                            GError **error);

/* fit_session_drop_objects: they are of no more use, unless another shares
 * them */
void fit_session_drop_objects (FitSession *session);

void fit_session_close (FitSession *session);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitSession, fit_session_close)

/* fit_session_rules: fills @out_rules, whose policy is then the caller's to
 * pass on.  May be called again: the Policy is parsed again then. */
gboolean fit_session_rules (FitSession *session,
                            FitSimulationOptions *out_rules, GError **error);

/* fit_session_simulate: starts from @objects, the cluster of @session or one
 * like it.  Returns: (transfer full) (nullable) */
FitSimulation *fit_session_simulate (FitSession *session,
                                     const FitObjects *objects, GError **error);

/* fit_session_has_priorities: pods have priorities, and may preempt others; not
 * so with the gate PodPriority off, as it is in 1.8 to 1.10 */
gboolean fit_session_has_priorities (const FitSession *session);

G_END_DECLS
