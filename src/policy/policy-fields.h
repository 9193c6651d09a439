/* policy-fields.h - tables of the fields of a Policy document (private)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "policy/fields.h"

extern const FitConfigTable fit_policy_fields; /* a whole document */

/* An extender of a Policy, or of a configuration. */
extern const FitConfigTable fit_extender_fields;
