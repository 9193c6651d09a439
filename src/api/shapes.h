/* shapes.h - what several kinds of objects own (private to api/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/shape.h"

extern const FitLeaf fit_leaf_selector;      /* FitSelector * */
extern const FitLeaf fit_leaf_node_selector; /* FitNodeSelector * */
extern const FitLeaf fit_leaf_labels;        /* FitLabels * */

extern const FitShape fit_shape_owner;         /* FitOwnerReference */
extern const FitShape fit_shape_selector;      /* FitSelector *, in an array */
extern const FitShape fit_shape_resources;     /* FitResources */
extern const FitShape fit_shape_resource_list; /* FitResourceList */
extern const FitShape fit_shape_volume;        /* FitVolume */
