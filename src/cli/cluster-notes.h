/* cluster-notes.h - what is odd about a cluster, though it can be used
 */
#pragma once

#include "api/objects.h"

G_BEGIN_DECLS

/* fit_cluster_note_fields, _repeated, _nodes, _claims: what is to be said about
 * @objects, with a count and up to three examples.
 * Returns: (transfer full) (nullable): NULL when there is nothing to say */

/* Fields that are misspelt. */
char *fit_cluster_note_fields (const FitObjects *objects);

/* Objects that are there twice. */
char *fit_cluster_note_repeated (const FitObjects *objects);

/* No nodes at all, or pods on nodes that are not there. */
char *fit_cluster_note_nodes (const FitObjects *objects);

/* Pods without a node whose claims are not there. */
char *fit_cluster_note_claims (const FitObjects *objects);

G_END_DECLS
