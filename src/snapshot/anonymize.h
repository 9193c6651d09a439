/* anonymize.h - a snapshot with other names
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot/snapshot.h"

/**
 * fit_snapshot_anonymize:
 * @keep: (nullable): names, label keys and label values that stay, because
 *   rules name them
 *
 * Replaces everything that may tell whose cluster it is: names, namespaces,
 * keys and values of labels and taints, images, volumes, extended resources,
 * UIDs.  Leaves out every field that no scheduler reads.  Apart from the names,
 * rules decide as before.
 *
 * Returns: FALSE with FIT_ERROR_LIMIT
 */
gboolean fit_snapshot_anonymize (FitSnapshot *snapshot, const char *const *keep,
                                 GError **error);
