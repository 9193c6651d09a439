/* meta-private.h - parts of metadata that many objects have in common (private
 * to api/)
 */
#pragma once

#include "api/meta.h"

/* fit_labels_share: @labels: (transfer full): nobody else has them.  Returns:
 * (transfer full): the same labels, one set for all that share them */
FitLabels *fit_labels_share (FitLabels *labels);

/* fit_owner_reference_share: takes what @owner owns.  Returns: (transfer full):
 * interned */
const FitOwnerReference *fit_owner_reference_share (FitOwnerReference *owner);
