/* behaviour.c - fills a FitBehaviour for a release and its gates
 * SPDX-License-Identifier: Apache-2.0 */
#include "releases/behaviour.h"

#include <stddef.h>

#define HOLDS(statement, ...) \
  { offsetof (FitBehaviour, statement), __VA_ARGS__ },
#define HOLDS_TOO HOLDS

static const struct
{
  gsize member;
  FitSpan span;
  FitGate gate; /* that has to be on; FIT_GATE_NONE: there is none */
} rows[] = {
#include "releases/behaviour.def"
};

FitBehaviour
fit_behaviour_of_gates (FitFeatureGates gates)
{
  const FitRelease release = fit_feature_gates_release (gates);
  FitBehaviour behaviour = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (fit_span_has (rows[i].span, release)
        && (rows[i].gate == FIT_GATE_NONE || fit_gate_on (gates, rows[i].gate)))
      G_STRUCT_MEMBER (gboolean, &behaviour, rows[i].member) = TRUE;
  return behaviour;
}

FitBehaviour
fit_behaviour (FitRelease release)
{
  return fit_behaviour_of_gates ((FitFeatureGates){ .release = release });
}
