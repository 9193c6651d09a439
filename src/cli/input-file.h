/* input-file.h - what a file holds, seen from its first object
 */
#pragma once

#include "base/source.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_INPUT_MANIFESTS,
  FIT_INPUT_POLICY,        /* or a ConfigMap with one */
  FIT_INPUT_CONFIGURATION, /* a KubeSchedulerConfiguration */
} FitInputType;

typedef struct
{
  FitInputType type;
  char *api_version; /* (nullable) owned: of a CONFIGURATION, as far as it can
                        be told */
} FitInput;

void fit_input_clear (FitInput *input);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitInput, fit_input_clear)

/**
 * fit_input_detect:
 *
 * Looks at the first object.  Text that cannot be parsed counts as a Policy or
 * a configuration when it says so somewhere.
 *
 * Returns: to be cleared
 */
FitInput fit_input_detect (const FitSource *source);

G_END_DECLS
