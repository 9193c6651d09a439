/* find-pod.h - finds a pod by name
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

/* fit_objects_fail_unknown_pod: sets FIT_ERROR_NOT_FOUND, "no pod NAME in the
 * cluster", with a hint if @objects or @others (nullable, of FitPod) contain
 * one with a similar name, or with that name in another namespace; @name is
 * NAMESPACE/NAME */
void fit_objects_fail_unknown_pod (const FitObjects *objects,
                                   const GPtrArray *others, const char *name,
                                   GError **error);

/* fit_objects_find_pod: @name: NAMESPACE/NAME.  Returns: (transfer none)
 * (nullable): NULL with the error above */
const FitPod *fit_objects_find_pod (const FitObjects *objects, const char *name,
                                    GError **error);
