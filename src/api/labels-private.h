/* labels-private.h - sets of labels that many objects share (private to api/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/labels.h"

/* fit_labels_share: @labels: (transfer full): the only reference to them.
 * Returns: (transfer full): the same labels, one set for all that share them */
FitLabels *fit_labels_share (FitLabels *labels);
