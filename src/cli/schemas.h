/* schemas.h - the schemas of docs/schema, as they were when the program was built
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

typedef struct
{
  const char *name; /* "explanation"; NULL ends the table */
  const char *text; /* JSON */
} FitSchema;

extern const FitSchema fit_schemas[];
