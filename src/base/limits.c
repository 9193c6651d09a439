/* limits.c - the default limits on input
 *
 * A v1.16 cluster has at most 5,000 nodes and 150,000 pods, and etcd rejects
 * objects over 1.5 MiB.  A response that lists all nodes with their images,
 * read as one object, stays far below the memory limit.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/limits.h"

#define KIB ((gsize) 1024)
#define MIB (KIB * 1024)

static const FitLimits default_limits = {
  .document_bytes = G_MAXUINT32, /* columns are counted in 32 bits */
  .rules_bytes = 64 * MIB,
  .object_bytes = 1024 * MIB,
  .depth = 100,
  .string_bytes = 4 * MIB,
  .yaml_aliases = 400 * 1000, /* about what v1.16's YAML library allows */
  .objects = 1000 * 1000,
};

const FitLimits *
fit_limits_default (void)
{
  return &default_limits;
}
