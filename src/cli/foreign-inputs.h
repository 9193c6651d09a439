/* foreign-inputs.h - inputs that fitsched does not read, and what to give
 * instead
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/source.h"

/* fit_foreign_check: Returns: FALSE with FIT_ERROR_SCHEMA and a hint if @source
 * is a known kind of file that fitsched does not read: a table of kubectl, a
 * kubeconfig, a kustomization... */
gboolean fit_foreign_check (const FitSource *source, GError **error);

/* fit_foreign_check_dump: Returns: FALSE with FIT_ERROR_SCHEMA for a dump whose
 * objects have no names of fields that are known; other foreign inputs pass */
gboolean fit_foreign_check_dump (const FitSource *source, GError **error);

/* fit_foreign_explain: adds a hint to *@error, the error of reading @source, if
 * @source is of a known kind: a template of Helm... */
void fit_foreign_explain (const FitSource *source, GError **error);

/* fit_foreign_explain_trace: the same for a trace that begins with @bytes, but
 * replaces *@error by one that says what the file is */
void fit_foreign_explain_trace (const char *bytes, gsize len, const char *name,
                                GError **error);

/* fit_foreign_scheduler: Returns: (transfer full) (nullable): where the rules
 * are, if @source holds a manifest that runs kube-scheduler */
char *fit_foreign_scheduler (const FitSource *source);
