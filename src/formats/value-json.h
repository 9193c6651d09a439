/* value-json.h - tells JSON from YAML, and writes value trees as JSON
 *
 * Compact, with members in document order, repeated keys kept, and numbers as
 * in the input.  Reading it back gives the same tree.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

/* fit_is_json: do Kubernetes' decoders of files read @text as JSON?  They do if
 * its first character that is no white space, as Go defines it, is '{';
 * anything else, also a JSON list or string, is read as YAML. */
gboolean fit_is_json (const char *text, gsize len);

/* fit_json_append_string: appends @text (UTF-8) to @out as a JSON string, in
 * quotes */
void fit_json_append_string (GString *out, const char *text);

/* fit_json_append_member: appends the member @name of an object in @out, with
 * the comma before it */
void fit_json_append_member (GString *out, const char *name, const char *text);

/* fit_json_append_printf: appends JSON that looks like @format, where ' stands
 * for a quotation mark, %s for a text as a JSON string, with its quotes, and %u
 * for a number: "{'name':%s,'count':%u}" */
void fit_json_append_printf (GString *out, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/**
 * fit_value_append_json:
 * @out: (inout): untouched on failure
 * @max_bytes: maximum bytes to append; YAML aliases can make the text much
 *   longer than the tree
 *
 * Returns: FALSE with FIT_ERROR_LIMIT
 */
gboolean fit_value_append_json (GString *out, const FitValue *value,
                                gsize max_bytes, GError **error);

/* fit_value_append_json_lines: for people: indented, but what fits in a line is
 * not split; without a line end */
void fit_value_append_json_lines (GString *out, const FitValue *value);

/**
 * fit_value_to_json:
 * @limits: (nullable): object_bytes limits the text
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_LIMIT
 */
char *fit_value_to_json (const FitValue *value, const FitLimits *limits,
                         GError **error);
