/* openapi.h - the description of what 'fitsched serve' answers
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* fit_openapi_append: appends the OpenAPI document, made of the tables of verbs
 * and options and of docs/schema */
void fit_openapi_append (GString *out);
