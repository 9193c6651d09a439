/* workload.h - clusters and pending pods to measure scheduling on
 *
 * A workload is a function of a few numbers: the same Workload always gives
 * the same bytes, on any machine, so that decisions made on it can be compared
 * by their digest.  Nodes have 4 CPU, 32Gi and room for 110 pods; pods request
 * 100m CPU and 500Mi.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

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

/* workload_template_of: Returns: that of the pod @number of all, those that run
 * included; never WORKLOAD_MIXED */
WorkloadTemplate workload_template_of (const Workload *workload, guint number);

/* workload_cluster: Returns: (transfer full): a List in JSON of the nodes, the
 * services and the pods that run, one object a line */
GString *workload_cluster (const Workload *workload);

/* workload_pending: Returns: (transfer full): a List in JSON of the pods to be
 * scheduled, in order */
GString *workload_pending (const Workload *workload);

/* -- parts, for other generators ------------------------------------------- */

/* workload_count_services: how many services the template has */
guint workload_count_services (const Workload *workload);

/* One object each, in JSON, without an end of line.  They are counted from 0;
 * the pod is the one of this number in workload_pending(). */
void workload_append_node (GString *text, const Workload *workload, guint i);
void workload_append_service (GString *text, guint i);
void workload_append_pending_pod (GString *text, const Workload *workload,
                                  guint number);

/* workload_random: Returns: (transfer full): the Mersenne Twister, seeded with
 * all bytes of @text and of its SHA-512, read as one big number */
GRand *workload_random (const char *text);

/* workload_random_below: Returns: one of 0 .. @n - 1, all equally likely; @n is
 * at least 1 */
guint32 workload_random_below (GRand *random, guint32 n);
