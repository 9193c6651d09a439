/* victims.h - the victims of preemption, for JSON
 */
#pragma once

#include "explain/explanation.h"
#include "core/preemption.h"

/* fit_victims_json: Returns: (transfer full) (nullable): the preemption in
 * @explanation; NULL if there is none */
FitJson *fit_victims_json (const FitExplanation *explanation,
                           const FitNodeFilter *filter);
