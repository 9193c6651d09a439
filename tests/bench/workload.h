/* workload.h - clusters and pending pods to measure scheduling on
 *
 * A workload is a function of a few numbers: the same Workload always gives
 * the same bytes, on any machine, so that decisions made on it can be compared
 * by their digest.  Nodes have 4 CPU, 32Gi and room for 110 pods; pods request
 * 100m CPU and 500Mi.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  WORKLOAD_BASIC,
  WORKLOAD_NODE_AFFINITY,
  WORKLOAD_POD_AFFINITY,
  WORKLOAD_POD_ANTI_AFFINITY,
  WORKLOAD_PREFERRED_AFFINITY,
  WORKLOAD_SELECTOR_SPREAD,
  WORKLOAD_TAINTS,
  WORKLOAD_MIXED, /* all of them, in turn */
  WORKLOAD_LAST,
} WorkloadTemplate;

typedef struct
{
  guint nodes;
  guint existing; /* pods that run already, spread over the nodes */
  guint pods;     /* pods to be scheduled */
  guint zones;
  guint seed; /* of the order in which nodes get the existing pods */
  WorkloadTemplate template_;
} Workload;

/* What the benchmarks use. */
#define WORKLOAD_ZONES 4
#define WORKLOAD_SEED 1

/* workload_template_name: "basic", "node-affinity", ... */
const char *workload_template_name (WorkloadTemplate template_);

/* workload_template_parse: Returns: FALSE when no template has the name */
gboolean workload_template_parse (const char *name,
                                  WorkloadTemplate *out_template);

/* workload_cluster: Returns: (transfer full): a List in JSON of the nodes, the
 * services and the pods that run, one object a line */
GString *workload_cluster (const Workload *workload);

/* workload_pending: Returns: (transfer full): a List in JSON of the pods to be
 * scheduled, in order */
GString *workload_pending (const Workload *workload);

G_END_DECLS
