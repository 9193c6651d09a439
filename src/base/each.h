/* each.h - loops over the elements of an array, without an index
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* FIT_EACH (const FitPod, pod, pods) runs the statement after it for each
 * pointer in a GPtrArray, FIT_EACH_OF (const FitShard, shard, shards) for the
 * address of each element of a GArray.  @array: (nullable): NULL: none; it is
 * evaluated again for each element.
 *
 * break and continue mean what they mean in any loop: the inner of the two loops
 * runs once, and the outer one ends unless the inner one came to its end. */
#define FIT_EACH(Type, name, array) \
  FIT_EACH_AT (Type, name, array, (array)->pdata[name##_at])

#define FIT_EACH_OF(Type, name, array) \
  FIT_EACH_AT (Type, name, array, &g_array_index ((array), Type, name##_at))

#define FIT_EACH_AT(Type, name, array, element)                       \
  for (guint name##_at = 0, name##_left = FALSE;                      \
       !name##_left && (array) != NULL && name##_at < (array)->len;   \
       name##_at++)                                                   \
    for (Type *name = ((name##_left = TRUE), (element)); name##_left; \
         name##_left = FALSE)
