/* plain-nodes.c - takes the numbers of nodes that rules work on at once
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/plain-nodes.h"

static gboolean
is_plain (const FitNodeInfo *node)
{
  const FitResources *has = &node->traits->allocatable,
                     *requested = &node->requested;

  return fit_plain_amount (has->milli_cpu) && has->milli_cpu > 0
         && fit_plain_amount (has->memory) && has->memory > 0
         && fit_plain_amount (requested->milli_cpu)
         && fit_plain_amount (requested->memory)
         && fit_plain_amount (node->nonzero_milli_cpu)
         && fit_plain_amount (node->nonzero_memory)
         && requested->ephemeral_storage <= has->ephemeral_storage
         && node->memory_pressure != FIT_CONDITION_TRUE
         && node->disk_pressure != FIT_CONDITION_TRUE
         && node->pid_pressure != FIT_CONDITION_TRUE
         && fit_node_info_n_ports (node) == 0;
}

static void
set_bit (guint64 *bits, guint i, gboolean on)
{
  const guint64 bit = G_GUINT64_CONSTANT (1) << i;

  *bits = on ? *bits | bit : *bits & ~bit;
}

void
fit_plain_nodes_set (FitPlainNodes *nodes, guint i, const FitNodeInfo *node)
{
  set_bit (&nodes->fresh, i, TRUE);
  set_bit (&nodes->plain, i, is_plain (node));
  set_bit (&nodes->full, i, node->n_pods >= node->traits->allowed_pods);
  nodes->of[i] = node;
  nodes->traits[i] = node->traits;
  nodes->has_cpu[i / 2][i % 2] = (gdouble) node->traits->allocatable.milli_cpu;
  nodes->has_memory[i / 2][i % 2] = (gdouble) node->traits->allocatable.memory;
  nodes->cpu[i / 2][i % 2] = (gdouble) node->requested.milli_cpu;
  nodes->memory[i / 2][i % 2] = (gdouble) node->requested.memory;
  nodes->nonzero_cpu[i / 2][i % 2] = (gdouble) node->nonzero_milli_cpu;
  nodes->nonzero_memory[i / 2][i % 2] = (gdouble) node->nonzero_memory;
}
