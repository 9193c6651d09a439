/* readers-json.h - the releases that read a file, as JSON
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/json-build.h"

/* fit_readers_json: Returns: (transfer full): the ranges of @readers (of
 * FitReader), with the first and the last release of each */
FitJson *fit_readers_json (const GPtrArray *readers);

/* fit_readers_refusals_json: Returns: (transfer full): the releases next to
 * these ranges, with the reason of each */
FitJson *fit_readers_refusals_json (const GPtrArray *readers);
