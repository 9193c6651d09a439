/* resources-private.h - the shape of amounts of resources, for structs that
 * contain them
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/resources.h"
#include "base/shape.h"

extern const FitShape fit_shape_resources; /* FitResources */
