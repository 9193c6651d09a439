/* request-schema.h - what questions may say, for programs: a JSON schema made
 * of the table of options
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/verbs.h"
#include "formats/json-build.h"

/* fit_request_schema: Returns: (transfer full): the schema of what
 * fit_request_read() takes for @verb */
FitJson *fit_request_schema (const FitVerb *verb);
