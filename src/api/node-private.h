/* node-private.h - functions for code that builds nodes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/node.h"

/* fit_node_traits_clear: frees what @traits owns, even if it is incomplete */
void fit_node_traits_clear (FitNodeTraits *traits);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitNodeTraits, fit_node_traits_clear)

/* fit_node_set_traits: gives @node, which is not shared yet, the traits
 * that equal @traits; takes what @traits owns, and makes it zeros */
void fit_node_set_traits (FitNode *node, FitNodeTraits *traits);

/* fit_node_set_images: @images: (transfer full): likewise; @node has none
 * yet */
void fit_node_set_images (FitNode *node, FitNodeImages *images);
