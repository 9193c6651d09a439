/* storage-private.h - functions for code that builds volumes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/storage.h"

/* fit_pv_set_claim: makes @claim the claim of @pv, which must not be shared
 * yet */
void fit_pv_set_claim (FitPersistentVolume *pv,
                       const FitPersistentVolumeClaim *claim);
