/* kind-words.h - the words for kinds of workloads
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/controllers.h"

/* fit_workload_kind_find: the kind for @text as kubectl understands it:
 * "deployment", "deploy", "deployments.apps"... Returns: FIT_CONTROLLER_LAST if
 * there is none */
FitControllerKind fit_workload_kind_find (const char *text);
