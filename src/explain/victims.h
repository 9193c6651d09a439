/* victims.h - the victims of preemption, for JSON
 */
#pragma once

#include "explain/explanation.h"
#include "core/preemption.h"

G_BEGIN_DECLS

/* fit_victims_record: Returns: (transfer full) (nullable): one row about the
 * preemption in @explanation; NULL if there is none */
FitTable *fit_victims_record (const FitExplanation *explanation,
                              const FitNodeFilter *filter);

G_END_DECLS
