/* cluster-notes.h - notes about oddities in a cluster
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "cli/options.h"

/* fit_cluster_note_fields, _words, _repeated, _nodes, _half_bound, _claims: a
 * note about @objects, with a count and up to three examples.
 * Returns: (transfer full) (nullable): NULL if there is nothing to report */

/* Misspelt fields. */
char *fit_cluster_note_fields (const FitObjects *objects);

/* Unknown words. */
char *fit_cluster_note_words (const FitObjects *objects);

/* Repeated objects. */
char *fit_cluster_note_repeated (const FitObjects *objects);

/* No nodes at all, or pods on missing nodes. */
char *fit_cluster_note_nodes (const FitObjects *objects);

/* Claims that have a volume, but lack the annotation that marks them as
 * bound. */
char *fit_cluster_note_half_bound (const FitObjects *objects);

/* Pending pods with missing claims, and all pods with claims if the input holds
 * none at all. */
char *fit_cluster_note_claims (const FitObjects *objects);

/* fit_note_left_alone: prints a note about @n pending pods that --namespace and
 * --selector leave out; nothing if there are none */
void fit_note_left_alone (const FitOptions *options, guint n);
