/* error.h - the error domain of libfitsched
 *
 * Every function that can fail takes a GError ** last and leaves its
 * out-parameters untouched on failure.  A pod that fits nowhere is a result,
 * not an error: an error means that there is no answer.
 *
 * Messages are in lower case without a full stop.  They begin with what failed,
 * and quote what the user wrote.  A remedy is on its own line that begins with
 * "hint: ".
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FitErrorCode:
 * @FIT_ERROR_PARSE: text that is not JSON, YAML, a quantity, a selector...
 * @FIT_ERROR_SCHEMA: well-formed, but a field has the wrong type or value
 * @FIT_ERROR_POLICY: a configuration that v1.16 rejects
 * @FIT_ERROR_NOT_FOUND: a named thing does not exist
 * @FIT_ERROR_IO: a file cannot be read
 * @FIT_ERROR_REMOTE: an extender or API server failed
 * @FIT_ERROR_LIMIT: input larger than FitLimits allows
 * @FIT_ERROR_USAGE: the request makes no sense
 * @FIT_ERROR_SCHEDULE: a scheduling attempt failed with an error that v1.16
 *   reports for the pod (not a FitError, which is a result)
 * @FIT_ERROR_INTERNAL: a bug in fitsched, or out of memory
 * @FIT_ERROR_UNASKED: an extender could not or should not be called, so its
 *   answer is unknown
 * @FIT_ERROR_OUTPUT: a result cannot be written
 * @FIT_ERROR_INCOMPLETE: the work was stopped on request
 * @FIT_ERROR_NOT_EVALUATED: the answer depends on objects that fitsched does not
 *   evaluate
 *
 * Each code has one exit status of the program (docs/cli.md).
 */
typedef enum
{
  FIT_ERROR_PARSE,
  FIT_ERROR_SCHEMA,
  FIT_ERROR_POLICY,
  FIT_ERROR_NOT_FOUND,
  FIT_ERROR_IO,
  FIT_ERROR_REMOTE,
  FIT_ERROR_LIMIT,
  FIT_ERROR_USAGE,
  FIT_ERROR_SCHEDULE,
  FIT_ERROR_INTERNAL,
  FIT_ERROR_UNASKED,
  FIT_ERROR_OUTPUT,
  FIT_ERROR_INCOMPLETE,
  FIT_ERROR_NOT_EVALUATED,
} FitErrorCode;

#define FIT_ERROR (fit_error_quark ())

/**
 * fit_error_quark:
 *
 * Thread-safe.
 *
 * Returns: the domain of all errors of this library
 */
GQuark fit_error_quark (void);

/* fit_fail: sets @error (nullable), as g_set_error() does.  FALSE, so that a
 * function can end with "return fit_fail (error, FIT_ERROR_USAGE, ...);" */
#define fit_fail(error, code, ...) \
  (g_set_error ((error), FIT_ERROR, (code), __VA_ARGS__), FALSE)

/* fit_fail_null: the same for functions that return a pointer */
#define fit_fail_null(error, code, ...) \
  (g_set_error ((error), FIT_ERROR, (code), __VA_ARGS__), NULL)

/* fit_blame: says before the message of @error (nullable) what it is about, such
 * as "option --to: ".  FALSE, as fit_fail() */
#define fit_blame(error, ...) (g_prefix_error ((error), __VA_ARGS__), FALSE)

/* fit_blame_null: the same for functions that return a pointer */
#define fit_blame_null(error, ...) (g_prefix_error ((error), __VA_ARGS__), NULL)

/* fit_error_code_name: Returns: the code of @error for -o json: "parse",
 * "remote", ...; "internal" for errors of other domains */
const char *fit_error_code_name (const GError *error);

/**
 * fit_error_add_hint:
 * @error: (nullable): may contain an error
 * @format: printf-style remedy, without the leading "hint: "
 *
 * Appends a "hint:" line to the message of *@error.  Does nothing if @error or
 * *@error is NULL.
 */
void fit_error_add_hint (GError **error, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/**
 * fit_error_lines:
 * @error: of any domain
 *
 * Returns the message in printable form: one line for the message and one for
 * each hint, "hint: ...".  Control characters are made visible, so a line break
 * hidden in a name cannot fake a line or a hint.
 *
 * Returns: (transfer full): NULL-terminated
 */
char **fit_error_lines (const GError *error);

G_END_DECLS
