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
  nodes->pairs = MAX (nodes->pairs, i / 2 + 1);
  nodes->of[i] = node;
  nodes->traits[i] = node->traits;
  nodes->has_cpu[i / 2][i % 2] = (gdouble) node->traits->allocatable.milli_cpu;
  nodes->has_memory[i / 2][i % 2] = (gdouble) node->traits->allocatable.memory;
  nodes->cpu[i / 2][i % 2] = (gdouble) node->requested.milli_cpu;
  nodes->memory[i / 2][i % 2] = (gdouble) node->requested.memory;
  nodes->nonzero_cpu[i / 2][i % 2] = (gdouble) node->nonzero_milli_cpu;
  nodes->nonzero_memory[i / 2][i % 2] = (gdouble) node->nonzero_memory;
}

/* -- numbers that stand for those of many nodes ---------------------------- */

/* The amounts in use. */
static const gsize used[] = {
  G_STRUCT_OFFSET (FitPlainNodes, cpu),
  G_STRUCT_OFFSET (FitPlainNodes, memory),
  G_STRUCT_OFFSET (FitPlainNodes, nonzero_cpu),
  G_STRUCT_OFFSET (FitPlainNodes, nonzero_memory),
};

static gdouble
used_by (const FitPlainNodes *nodes, guint which, guint i)
{
  return G_STRUCT_MEMBER (FitPair, nodes,
                          used[which] + sizeof (FitPair) * (i / 2))[i % 2];
}

static void
set_used_by (FitPlainNodes *nodes, guint which, guint i, gdouble amount)
{
  G_STRUCT_MEMBER (FitPair, nodes, used[which] + sizeof (FitPair) * (i / 2))
  [i % 2] = amount;
}

static gboolean
is_full (const FitPlainNodes *nodes, guint i)
{
  return (nodes->full >> i & 1) != 0;
}

void
fit_plain_nodes_copy (FitPlainNodes *nodes, guint k, const FitPlainNodes *from,
                      guint i)
{
  set_bit (&nodes->fresh, k, (from->fresh >> i & 1) != 0);
  set_bit (&nodes->plain, k, (from->plain >> i & 1) != 0);
  set_bit (&nodes->full, k, is_full (from, i));
  nodes->pairs = MAX (nodes->pairs, k / 2 + 1);
  nodes->of[k] = from->of[i];
  nodes->traits[k] = from->traits[i];
  nodes->has_cpu[k / 2][k % 2] = from->has_cpu[i / 2][i % 2];
  nodes->has_memory[k / 2][k % 2] = from->has_memory[i / 2][i % 2];
  for (guint which = 0; which < G_N_ELEMENTS (used); which++)
    set_used_by (nodes, which, k, used_by (from, which, i));
}

void
fit_plain_nodes_lower (FitPlainNodes *nodes, guint k, const FitPlainNodes *from,
                       guint i)
{
  set_bit (&nodes->full, k, is_full (nodes, k) && is_full (from, i));
  for (guint which = 0; which < G_N_ELEMENTS (used); which++)
    set_used_by (nodes, which, k,
                 MIN (used_by (nodes, which, k), used_by (from, which, i)));
}

void
fit_plain_nodes_raise (FitPlainNodes *nodes, guint k, const FitPlainNodes *from,
                       guint i)
{
  set_bit (&nodes->full, k, is_full (nodes, k) || is_full (from, i));
  for (guint which = 0; which < G_N_ELEMENTS (used); which++)
    set_used_by (nodes, which, k,
                 MAX (used_by (nodes, which, k), used_by (from, which, i)));
}

gboolean
fit_plain_nodes_alike (const FitPlainNodes *a, guint i, const FitPlainNodes *b,
                       guint k)
{
  gboolean alike
      = a->traits[i] == b->traits[k] && is_full (a, i) == is_full (b, k);

  for (guint which = 0; which < G_N_ELEMENTS (used) && alike; which++)
    alike = used_by (a, which, i) == used_by (b, which, k);
  return alike;
}
