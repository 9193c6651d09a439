/* copies.h - copies of pods and nodes (private to simulate/)
 */
#pragma once

#include "api/objects.h"

/* fit_pod_copy: Returns: (transfer full): a pending copy of @pod named
 * "NAME-@number", with its own UID */
FitPod *fit_pod_copy (const FitPod *pod, guint number);

/**
 * fit_node_copies:
 * @node: read with FIT_DECODE_KEEP_RAW and @flags
 * @objects: gets @n copies of @node named NAME-1, ..., NAME-@n, also in their
 *   label kubernetes.io/hostname if they have one
 */
gboolean fit_node_copies (const FitNode *node, FitDecodeFlags flags, guint n,
                          FitObjects *objects, GError **error);
