/* copied-objects.h - copies of pods and nodes (private to simulate/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

/* fit_pod_copy: Returns: (transfer full): a pending copy of @pod named
 * "NAME-@number", with its own UID */
FitPod *fit_pod_copy (const FitPod *pod, guint number);

/**
 * fit_node_copy:
 * @tree: the text of a Node, read with @flags
 * @objects: gets the copy: it is called @name, also in its label
 *   kubernetes.io/hostname if it has one
 */
gboolean fit_node_copy (FitArena *arena, const FitValue *tree, const char *name,
                        FitDecodeFlags flags, FitObjects *objects,
                        GError **error);
