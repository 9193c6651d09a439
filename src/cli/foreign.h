/* foreign.h - inputs that fitsched does not read, and what to give instead
 */
#pragma once

#include "base/source.h"

/* fit_foreign_check: Returns: FALSE with FIT_ERROR_SCHEMA and a hint when
 * @source is something known that is not read: a table of kubectl, a
 * kubeconfig, a kustomization... */
gboolean fit_foreign_check (const FitSource *source, GError **error);

/* fit_foreign_explain: adds a hint to *@error, with which @source could not be
 * read, if it is known what @source is: a template of Helm... */
void fit_foreign_explain (const FitSource *source, GError **error);

/* fit_foreign_explain_trace: the same for a trace, of which @bytes are the
 * first ones: what it is takes the place of *@error */
void fit_foreign_explain_trace (const char *bytes, gsize len, const char *name,
                                GError **error);

/* fit_foreign_scheduler: Returns: (transfer full) (nullable): where the rules
 * are, if @source holds a manifest that runs kube-scheduler */
char *fit_foreign_scheduler (const FitSource *source);
