/* refusals.h - new pods that admission did not let in, as people and programs read it
 */
#pragma once

#include "admission/admission.h"
#include "cli/table-text.h"

/* fit_refusals_count: Returns: how many pods; @refused: (nullable) */
guint fit_refusals_count (const FitRefusals *refused);

/* fit_refusals_json: namespace, name and reason of each pod; @refused:
 * (nullable).  Returns: (transfer full) */
FitJson *fit_refusals_json (const FitRefusals *refused);

/* fit_refusals_append: pods that were refused for the same reason together, with
 * a few of their names or, when @all, with each of them, and a blank line; nothing
 * when there are none.  @refused: (nullable) */
void fit_refusals_append (const FitRefusals *refused, gboolean all,
                          GString *out);
