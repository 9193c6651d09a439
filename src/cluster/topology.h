/* topology.h - label values of nodes as small integers
 *
 * Affinity, spreading and anti-affinity compare nodes by the value of one
 * label, the topology key.  Each key in use gets a slot, and each value in a
 * slot gets an id.  One column per slot holds the ids of all nodes, so "same
 * zone?"  compares two integers.
 *
 * Owned by a FitCache.  Creating a slot moves the columns: do that before nodes
 * are checked.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/labels.h"

typedef struct _FitTopology FitTopology;

/* Id of a node that lacks the label. */
#define FIT_TOPOLOGY_ABSENT 0u

/* FitTopologyLabels: Returns: (transfer none) (nullable): the labels of node
 * number @index; NULL if there is no such node */
typedef const FitLabels *(*FitTopologyLabels) (guint index, gpointer data);

/* fit_topology_new: @labels_of: is asked when there is a new slot */
FitTopology *fit_topology_new (FitTopologyLabels labels_of, gpointer data);
void fit_topology_free (FitTopology *topology);

/* fit_topology_slot: the slot of the label @key (interned), created on first
 * use.  Returns: the slot, valid for the life of the topology */
guint fit_topology_slot (FitTopology *topology, const char *key);

/* fit_topology_follow: gives the label @key (interned), by which pods only choose
 * nodes, a slot so that kinds of nodes tell of it (node-kinds.h).
 * @out_slot: (out): that of the key.  Returns: FALSE if there are too many */
gboolean fit_topology_follow (FitTopology *topology, const char *key,
                              guint *out_slot);

/* fit_topology_is_followed: has nobody but fit_topology_follow() asked for
 * @slot? */
gboolean fit_topology_is_followed (const FitTopology *topology, guint slot);

/* fit_topology_has_key: is there a slot for the label @key (interned) that is not
 * only followed? */
gboolean fit_topology_has_key (const FitTopology *topology, const char *key);

/* fit_topology_key: Returns: (transfer none): the key of @slot */
const char *fit_topology_key (const FitTopology *topology, guint slot);

/* fit_topology_set_node: node number @index has @labels now, as @labels_of says
 * from now on; NULL if the node is gone */
void fit_topology_set_node (FitTopology *topology, guint index,
                            const FitLabels *labels);

/* fit_topology_n_nodes: Returns: one more than the greatest index of a node, which
 * is the length of the columns */
guint fit_topology_n_nodes (const FitTopology *topology);

/* fit_topology_n_slots: Returns: how many slots there are */
guint fit_topology_n_slots (const FitTopology *topology);

/* fit_topology_version: Returns: a number that changes with the slots, and with
 * which of them are only followed */
guint fit_topology_version (const FitTopology *topology);

/* fit_topology_changed: Returns: (transfer none) (nullable): the indexes
 * (guint32) of the nodes that were set since fit_topology_forget_changed(); NULL
 * if they are many */
const GArray *fit_topology_changed (const FitTopology *topology);
void fit_topology_forget_changed (FitTopology *topology);

/* fit_topology_column: Returns: (transfer none): value id by node index; valid
 * until the next node is added */
const guint32 *fit_topology_column (const FitTopology *topology, guint slot);

/* fit_topology_n_values: Returns: one more than the greatest value id of
 * @slot */
guint fit_topology_n_values (const FitTopology *topology, guint slot);

/* fit_topology_tells_apart: have no two nodes the same value of @slot? */
gboolean fit_topology_tells_apart (const FitTopology *topology, guint slot);

/* fit_topology_value: Returns: (nullable): interned value of id @value */
const char *fit_topology_value (const FitTopology *topology, guint slot,
                                guint32 value);

/* fit_topology_empty_value: Returns: the id of the empty value of @slot, as
 * which some rules treat a missing label; FIT_TOPOLOGY_ABSENT if no node has
 * it */
guint32 fit_topology_empty_value (const FitTopology *topology, guint slot);
