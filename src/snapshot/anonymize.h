/* anonymize.h - a snapshot with other names
 */
#pragma once

#include "snapshot/snapshot.h"

/**
 * fit_snapshot_anonymize:
 * @keep: (nullable): names, label keys and label values that stay, because
 *   rules name them
 *
 * Gives new names to all that may tell whose cluster it is: names, namespaces,
 * keys and values of labels and taints, images, volumes, extended resources,
 * UIDs.  Leaves out every field that no scheduler reads.  Rules decide as before,
 * up to the names.
 *
 * Returns: FALSE with FIT_ERROR_LIMIT
 */
gboolean fit_snapshot_anonymize (FitSnapshot *snapshot, const char *const *keep,
                                 GError **error);
