/* victims.h - who would have to go so that a pod fits, as data
 */
#pragma once

#include "explain/explanation.h"
#include "core/preemption.h"

G_BEGIN_DECLS

/* fit_victims_record: Returns: (transfer full) (nullable): one row, of the
 * preemption that belongs to @explanation; NULL when nobody asked for one */
FitTable *fit_victims_record (const FitExplanation *explanation,
                              const FitNodeFilter *filter);

G_END_DECLS
