/* other-gates.h - feature gates that do not affect scheduling */
#pragma once

#include "base/legacy-release.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  FitLegacyRelease first; /* the first release that knows it, from 1.8 on */
  FitLegacyRelease last;
  gboolean stays; /* after @last, its feature is always on */
} FitOtherGate;

/* fit_other_gates: Returns: (transfer none): all of them, sorted by name */
const FitOtherGate *fit_other_gates (guint *out_n);

G_END_DECLS
