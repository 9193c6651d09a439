/* resources-private.h - what amounts of resources consist of, for the structs that have some
 */
#pragma once

#include "api/resources.h"
#include "base/shape.h"

extern const FitShape fit_shape_resources; /* FitResources */
