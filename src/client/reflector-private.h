/* reflector-private.h - what tests set at a reflector
 */
#pragma once

#include "client/backoff.h"
#include "client/list-stream.h"
#include "client/reflector.h"

/* How long it waits, and after which time a watch that has brought nothing is not
 * suspicious. */
typedef struct
{
  FitBackoff backoff;
  guint short_watch_ms;
} FitReflectorPatience;

/* fit_reflector_set_patience: before fit_reflector_start() */
void fit_reflector_set_patience (FitReflector *reflector,
                                 const FitReflectorPatience *patience);

/* fit_reflector_set_list_limits: before fit_reflector_start() */
void fit_reflector_set_list_limits (FitReflector *reflector,
                                    const FitListLimits *limits);
