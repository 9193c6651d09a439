/* class-search.h - the search of a cycle in a column of the pod's class
 * (private to core/)
 *
 * Finds the nodes that find_nodes() would find, and their totals, without
 * looking at a node that has not changed since a pod of the same class was
 * tried, and at nodes that are like others only once.  Only the results of
 * by_node rules are kept; other rules are added to them each time, and so is
 * whether nodes have room besides nominated pods.  For a class that keeps no
 * column, groups of nodes may tell all of it: class-told.h.
 *
 * If the result might differ from that of a full search, there is no search in a
 * column.  That is the case for
 *
 * - plugins of programs, extenders, random ties;
 * - pods with a predicate that is neither by_node nor has exclude(), and
 *   priorities that are neither by_node nor constant_early;
 * - a round of the node tree in which nodes were added or removed, and
 *   PreFilter plugins that name nodes;
 * - pods that fit on no node, since the message needs all reasons.
 *
 * With FITSCHED_CHECK_COLUMNS in the environment, every cycle does both, and
 * fails with FIT_ERROR_INTERNAL if they differ.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/attempt.h"

/* fit_class_search: the predicates of @cycle have been prepared.  Returns:
 * (nullable): the result, in memory of the cycle's arena; NULL if the cycle has
 * to search in full */
FitWindow *fit_class_search (FitGenericScheduler *scheduler,
                             const FitCycle *cycle);

/* fit_window_end: the next cycle continues after @window.  Sets the numbers of
 * nodes in @cycle. */
void fit_window_end (const FitWindow *window, FitGenericScheduler *scheduler,
                     FitCycle *cycle);

/* fit_window_nodes: Returns: the nodes that fit, in memory of @arena; valid
 * until the next search */
FitNodeList fit_window_nodes (FitWindow *window, FitArena *arena);

/* fit_window_select: chooses one of the best nodes, as fit_select_host().
 * @out_total: (out): its total; untouched if only one node fits */
const FitNodeInfo *fit_window_select (FitWindow *window,
                                      FitGenericScheduler *scheduler,
                                      gint64 *out_total);

/* fit_window_list: @nodes, @totals: (out): room for all nodes that fit: their indexes
 * and totals, in the order in which a full search finds them; only if there are
 * several */
void fit_window_list (FitWindow *window, guint32 *nodes, gint64 *totals);

/* fit_window_check: checks that @cycle, a full search from the same start, has
 * found the same nodes, with the same @totals (nullable) */
gboolean fit_window_check (FitWindow *window,
                           const FitGenericScheduler *scheduler,
                           const FitCycle *cycle, const gint64 *totals,
                           GError **error);
