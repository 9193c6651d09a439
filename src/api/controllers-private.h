/* controllers-private.h - decoding controllers
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/controllers.h"
#include "api/decode.h"

/* fit_controller_kind_find: Returns: FIT_CONTROLLER_LAST if it is none */
FitControllerKind fit_controller_kind_find (const char *kind,
                                            const char *api_version);

/* fit_decode_controller: Returns: (transfer full) (nullable) */
FitController *fit_decode_controller (FitDecoder *decoder,
                                      FitControllerKind kind,
                                      const FitValue *object, GError **error);
