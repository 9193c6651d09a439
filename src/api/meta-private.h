/* meta-private.h - parts of metadata that many objects have in common (private
 * to api/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/meta.h"

/* fit_owner_reference_share: takes what @owner owns.  Returns: (transfer full):
 * interned */
const FitOwnerReference *fit_owner_reference_share (FitOwnerReference *owner);
