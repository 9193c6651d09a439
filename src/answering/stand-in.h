/* stand-in.h - a Policy that stands in for the extenders at a URL
 *
 * For simulations of a profile whose extenders 'fitsched extender' serves: its
 * answers are computed here, without a network, from the cache that the
 * question is about.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/extender.h"
#include "factory/registry.h"

typedef struct
{
  const char *url;    /* urlPrefix of the extenders */
  const char *policy; /* JSON */
  const FitRegistry *registry;
  const FitExtenderCalls *others; /* (nullable): for other extenders; NULL: over
                                     HTTP */
} FitStandInOptions;

typedef struct _FitStandIn FitStandIn;

/* fit_stand_in_new: @options: all borrowed, must outlive the stand-in.
 * Returns: (transfer full) */
FitStandIn *fit_stand_in_new (const FitStandInOptions *options);
void fit_stand_in_free (FitStandIn *stand_in);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitStandIn, fit_stand_in_free)

/* fit_stand_in_calls: Returns: (transfer none).  Filter and prioritize are
 * answered; preempt and bind are refused, as simulations of single attempts ask
 * neither */
const FitExtenderCalls *fit_stand_in_calls (const FitStandIn *stand_in);
