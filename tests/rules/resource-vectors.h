/* resource-vectors.h - one node, one pod, and what v1.16 scores them
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/priorities/scenario.h"

#define NOT_KNOWN (-1)

typedef struct
{
  const char *allocatable; /* of the node */
  const char *containers;  /* of the pod: inside of its spec */
  int least;
  int most;
  int balanced;
} ResourceVector;

#define CONTAINER(requests) "{name: c, resources: {requests: {" requests "}}}"
#define CONTAINER_REQUESTS(cpu, memory) \
  "containers: [" CONTAINER ("cpu: " cpu ", memory: " memory) "]"
#define ALLOCATABLE(cpu, memory) "cpu: " cpu ", memory: " memory
#define SILENT "{name: c}"

/* clang-format off */
static const ResourceVector resource_vectors[] = {
  { ALLOCATABLE ("4", "10000"), CONTAINER_REQUESTS ("3", "5000"), 3, 6, 7 },
  { ALLOCATABLE ("4", "10000"), CONTAINER_REQUESTS ("1600m", "3000"), 6, 3, 9 },
  { ALLOCATABLE ("10", "10"), CONTAINER_REQUESTS ("4", "3"), 6, 3, 9 },
  { ALLOCATABLE ("10", "10"), CONTAINER_REQUESTS ("3", "2"), 7, 2, 9 },
  { ALLOCATABLE ("0", "10"), CONTAINER_REQUESTS ("0", "0"), 5, 0, 0 },
  { ALLOCATABLE ("10", "10"), CONTAINER_REQUESTS ("10", "1"), 4, 5, 0 },
  { ALLOCATABLE ("10", "10"), CONTAINER_REQUESTS ("11", "1"), 4, 0, 0 },
  { ALLOCATABLE ("1", "1000Mi"), "containers: [" SILENT "]",
    8, NOT_KNOWN, NOT_KNOWN },
  { ALLOCATABLE ("1", "1000Mi"),
    "containers: [" SILENT "], initContainers: [" SILENT ", "
    CONTAINER ("cpu: 600m") "]",
    6, NOT_KNOWN, NOT_KNOWN },
};
/* clang-format on */

/* assert_resource_vectors: @offset is that of the expected score */
static inline void
assert_resource_vectors (const FitPriorityInfo *info, gsize offset)
{
  for (guint i = 0; i < G_N_ELEMENTS (resource_vectors); i++)
    {
      const ResourceVector *vector = &resource_vectors[i];
      const int expected
          = *(const int *) (const void *) ((const char *) vector + offset);
      g_autofree char *text = g_strdup_printf ("%d", expected);
      g_autofree char *manifest
          = g_strdup_printf (NODE ("a", "", "%s") PENDING ("", "%s"),
                             vector->allocatable, vector->containers);
      const Scenario scenario = { .info = info, .manifest = manifest };

      if (expected != NOT_KNOWN)
        scenario_assert (&scenario, text);
    }
}
