/* node-kinds.h - nodes that lie in the same places
 *
 * Nodes of one kind have the same zone, and the same value of each topology key
 * that has few values, such as zones, regions and instance types.  What depends
 * on nothing else is found out once for each kind, not for each node.  A key that
 * tells nearly all nodes apart, such as the hostname, is left out.  Labels that
 * are only followed (topology.h) are told of as long as there are few kinds.
 *
 * Kinds follow the nodes: only those that have changed are looked at again, and
 * all of them if there is a new topology key, or there are too many kinds.
 *
 * Memory: 2 bytes per node.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache-reading.h"
#include "cluster/topology.h"

/* There are no more kinds than this. */
#define FIT_NODE_KINDS 1024

/* fit_node_kinds_new: @topology: borrowed */
FitNodeKinds *fit_node_kinds_new (FitTopology *topology);
void fit_node_kinds_free (FitNodeKinds *kinds);

/* fit_node_kinds_update: @zones: by node index.  Returns: how many kinds there are;
 * 0 if there are too many, and the kinds may not be asked for */
guint fit_node_kinds_update (FitNodeKinds *kinds, const guint32 *zones);

/* fit_node_kinds_version: Returns: a number that changes when kinds get other
 * numbers */
guint fit_node_kinds_version (const FitNodeKinds *kinds);

/* fit_node_kinds_count: Returns: how many kinds there are */
guint fit_node_kinds_count (const FitNodeKinds *kinds);

/* fit_node_kinds_of: Returns: (transfer none): the kind of each node, by its
 * index; until the next update */
const guint16 *fit_node_kinds_of (const FitNodeKinds *kinds);

/* fit_node_kind_zone: Returns: the zone of the nodes of @kind */
guint32 fit_node_kind_zone (const FitNodeKinds *kinds, guint kind);

/* fit_node_kinds_tell: do all nodes of a kind have the same value of @slot? */
gboolean fit_node_kinds_tell (const FitNodeKinds *kinds, guint slot);

/* fit_node_kind_value: Returns: the value of @slot, of which kinds tell, that the
 * nodes of @kind have */
guint32 fit_node_kind_value (const FitNodeKinds *kinds, guint kind, guint slot);
