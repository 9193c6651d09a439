/* request.h - a question of a program: a JSON object in place of a command line
 *
 *   { "pod": "web-0", "pods": "new.yaml", "alone": true,
 *     "files": { "new.yaml": "apiVersion: v1\nkind: Pod\n..." } }
 *
 * Each member is an option of the verb, by its name in the table of options,
 * but for two.  One has the operands, under their name in lower case ("pod" for
 * explain's POD).  "files" has the files that options and operands name: a text,
 * or an object in place of one.  An option that names a file takes an object,
 * too.  Who wants several values writes a list.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/verbs.h"
#include "formats/json-build.h"
#include <glib.h>

/* fit_request_groups: Returns: the FitOptionGroups that requests for @verb have
 * options of.  fit_request_takes: may a request for @verb have this one? */
FitOptionGroups fit_request_groups (const FitVerb *verb);
gboolean fit_request_takes (const FitVerb *verb, const FitOptionInfo *info);

/* fit_request_operand: Returns: (transfer full) (nullable): the name of the
 * member with the operands of @verb; NULL if it has none */
char *fit_request_operand (const FitVerb *verb);

/**
 * fit_request_read:
 * @json: NUL-terminated
 * @inputs: gets the files
 * @out_args: (transfer full): the same as a command line, NULL-terminated, for
 *   fit_options_parse()
 *
 * Errors: FIT_ERROR_PARSE, FIT_ERROR_LIMIT, FIT_ERROR_SCHEMA: "question: alone:
 * ..."; FIT_ERROR_USAGE
 */
gboolean fit_request_read (const FitVerb *verb, const char *json, gsize len,
                           FitInputs *inputs, char ***out_args, GError **error);

/* fit_request_schema: Returns: (transfer full): the schema of what
 * fit_request_read() takes for @verb */
FitJson *fit_request_schema (const FitVerb *verb);

/* fit_openapi_append: appends the OpenAPI document, made of the tables of verbs
 * and options and of docs/schema */
void fit_openapi_append (GString *out);
