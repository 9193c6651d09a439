/* node-tree.h - in which order nodes are looked at
 *
 * Nodes are handed out zone by zone in rotation; the cursor goes on from pod
 * to pod, which spreads placements when only a part of the nodes is looked
 * at.  Source: kube-scheduler v1.16 internal/cache.NodeTree.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef struct _FitNodeTree FitNodeTree;

FitNodeTree *fit_node_tree_new (void);
void fit_node_tree_free (FitNodeTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNodeTree, fit_node_tree_free)

/* fit_node_tree_add: node number @index, named @name (interned, borrowed for as
 * long as the node is in the tree), of @zone (number of the zone, 0 for none)
 * comes last in its zone.  It must not be in the tree yet. */
void fit_node_tree_add (FitNodeTree *tree, const char *name, guint32 index,
                        guint32 zone);

/* fit_node_tree_remove: Returns: FALSE with FIT_ERROR_NOT_FOUND
 * `node "NAME" in group "ZONE" was not found`; @zone_name is for the message */
gboolean fit_node_tree_remove (FitNodeTree *tree, const char *name,
                               guint32 zone, const char *zone_name,
                               GError **error);

/* fit_node_tree_size: Returns: number of nodes */
guint fit_node_tree_size (const FitNodeTree *tree);

/* fit_node_tree_list: the indexes of all nodes into @out, in the order of a
 * round that begins now */
void fit_node_tree_list (const FitNodeTree *tree, guint32 *out);

/* fit_node_tree_next: Returns: the next node's index; the tree must not be
 * empty */
guint32 fit_node_tree_next (FitNodeTree *tree);

G_END_DECLS
