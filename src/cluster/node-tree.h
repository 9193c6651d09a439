/* node-tree.h - the order in which nodes are checked
 *
 * Nodes are handed out from the zones in rotation.  The cursor continues from
 * pod to pod, which spreads placements if only some of the nodes are checked.
 * Source: kube-scheduler v1.16 internal/cache.NodeTree.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct _FitNodeTree FitNodeTree;

FitNodeTree *fit_node_tree_new (void);
void fit_node_tree_free (FitNodeTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNodeTree, fit_node_tree_free)

/* fit_node_tree_keep_order: as in releases after v1.17, the list keeps its order
 * until a node comes or goes, even if a node moves to another zone or is
 * replaced; call it before adding any node */
void fit_node_tree_keep_order (FitNodeTree *tree);

/* fit_node_tree_settle: a cycle begins: which nodes have come and gone since the
 * one before? */
void fit_node_tree_settle (FitNodeTree *tree);

/* fit_node_tree_add: adds node number @index as the last node of @zone (zone
 * number, 0 for none).  The node must not be in the tree yet. */
void fit_node_tree_add (FitNodeTree *tree, guint32 index, guint32 zone);

/* fit_node_tree_remove: Returns: FALSE, with nothing done, if @zone does not
 * have the node */
gboolean fit_node_tree_remove (FitNodeTree *tree, guint32 index, guint32 zone);

/* fit_node_tree_size: Returns: number of nodes */
guint fit_node_tree_size (const FitNodeTree *tree);

/* fit_node_tree_list: Returns: (transfer none): the indexes of all nodes, in
 * the order of a round that starts now; valid until the set of nodes changes */
const guint32 *fit_node_tree_list (FitNodeTree *tree);

/* fit_node_tree_positions: Returns: (transfer none): by node index, its place in
 * fit_node_tree_list(), or G_MAXUINT32 if it is not there; @out_n elements; valid
 * as long as the list is */
const guint32 *fit_node_tree_positions (FitNodeTree *tree, guint *out_n);

/* fit_node_tree_version: Returns: a number that changes with the list */
guint64 fit_node_tree_version (const FitNodeTree *tree);

/* fit_node_tree_next: Returns: the next node's index; the tree must not be
 * empty */
guint32 fit_node_tree_next (FitNodeTree *tree);

/* fit_node_tree_position: @out_position: (out): where the next node is in the
 * list.  Returns: TRUE if those after it follow in the order of the list, and
 * after the last one the first; FALSE in a round in which nodes came or went */
gboolean fit_node_tree_position (FitNodeTree *tree, guint *out_position);

/* fit_node_tree_skip: as if fit_node_tree_next() had been called @n times; only
 * where fit_node_tree_position() is TRUE */
void fit_node_tree_skip (FitNodeTree *tree, guint n);

/* fit_node_tree_may_repeat: Returns: TRUE if nodes came or went since this
 * round began: the next fit_node_tree_size() nodes may then include some nodes
 * twice, and others not at all */
gboolean fit_node_tree_may_repeat (const FitNodeTree *tree);
