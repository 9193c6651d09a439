/* other-gates.h - feature gates that no rule of scheduling asks about */
#pragma once

#include "base/legacy-release.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  FitLegacyRelease first; /* release that knows it, from 1.8 on */
  FitLegacyRelease last;
  gboolean stays; /* after @last, what it switches on is always on */
} FitOtherGate;

/* fit_other_gates: Returns: (transfer none): all of them, by name */
const FitOtherGate *fit_other_gates (guint *out_n);

G_END_DECLS
