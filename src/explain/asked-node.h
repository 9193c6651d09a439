/* asked-node.h - why a pod is not on one node (private to explain/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "explain/explanation.h"

/* fit_explanation_ask_node: says why @explanation does not choose @node, and
 * what the node lacks against the chosen one; call it after
 * fit_explanation_finish(), before the cache changes */
void fit_explanation_ask_node (FitExplanation *explanation, const char *node);
