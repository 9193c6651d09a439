/* node-info.c - keeps the sums of requests, ports and pods of one node as pods
 * come and go
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/node-info.h"
#include "base/intern.h"
#include "base/wrapping.h"

#include <string.h>

static const FitNodeTraits no_traits;

void
fit_node_info_init (FitNodeInfo *info, const char *name, FitFeatureGates gates)
{
  memset (info, 0, sizeof *info);
  info->traits = &no_traits;
  info->name = fit_intern_ref (name);
  info->counts_overhead = fit_gate_on (gates, FIT_GATE_POD_OVERHEAD);
}

void
fit_node_info_clear (FitNodeInfo *info)
{
  for (guint i = 0; i < info->n_pods; i++)
    fit_pod_unref (info->pods[i]);
  g_free (info->pods);
  g_clear_pointer (&info->ports, g_array_unref);
  fit_resources_clear (&info->requested);
  fit_node_unref (info->node);
  if (info->name != NULL)
    fit_intern_unref (info->name);
  memset (info, 0, sizeof *info);
  info->traits = &no_traits;
}

void
fit_node_info_set_node (FitNodeInfo *info, const FitNode *node)
{
  const FitNode *old = info->node;

  info->node = node != NULL ? fit_node_ref (node) : NULL;
  info->traits = node != NULL ? node->traits : &no_traits;
  if (node != NULL)
    {
      const struct
      {
        const char *type;
        guint8 *status;
      } watched[] = {
        { "MemoryPressure", &info->memory_pressure },
        { "DiskPressure", &info->disk_pressure },
        { "PIDPressure", &info->pid_pressure },
      };

      /* As in v1.16, a condition that disappears from the node keeps its last
       * status. */
      for (guint i = 0; i < node->traits->n_conditions; i++)
        for (guint w = 0; w < G_N_ELEMENTS (watched); w++)
          {
            const FitNodeCondition *condition = &node->traits->conditions[i];

            if (strcmp (condition->type, watched[w].type) == 0)
              *watched[w].status = (guint8) condition->status;
          }
    }
  else
    {
      info->memory_pressure = FIT_CONDITION_UNKNOWN;
      info->disk_pressure = FIT_CONDITION_UNKNOWN;
      info->pid_pressure = FIT_CONDITION_UNKNOWN;
    }
  fit_node_unref (old);
}

static gboolean
same_port (const FitHostPort *a, const FitHostPort *b)
{
  return a->ip == b->ip && a->protocol == b->protocol && a->port == b->port;
}

/* The place of the first of the ports with this number, or where it belongs. */
static guint
place_of_port (const FitNodeInfo *info, gint32 number)
{
  guint low = 0, high = fit_node_info_n_ports (info);

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (fit_node_info_port (info, middle)->port < number)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns: FALSE with the place where @port belongs */
static gboolean
find_port (const FitNodeInfo *info, const FitHostPort *port,
           guint *out_position)
{
  const guint n = fit_node_info_n_ports (info);
  guint i = place_of_port (info, port->port);

  for (; i < n && fit_node_info_port (info, i)->port == port->port; i++)
    if (same_port (fit_node_info_port (info, i), port))
      break;
  *out_position = i;
  return i < n && fit_node_info_port (info, i)->port == port->port;
}

/* Adds the requests that count for scores, @sign times. */
static void
count_nonzero (FitNodeInfo *info, gint64 milli_cpu, gint64 memory, gint sign)
{
  info->nonzero_milli_cpu = fit_wrapping_add (
      info->nonzero_milli_cpu, fit_wrapping_multiply (sign, milli_cpu));
  info->nonzero_memory = fit_wrapping_add (
      info->nonzero_memory, fit_wrapping_multiply (sign, memory));
}

static void
count_placed (FitNodeInfo *info, const FitPodSpec *spec, gint sign)
{
  if (spec->running != NULL)
    count_nonzero (info, spec->running->nonzero_milli_cpu,
                   spec->running->nonzero_memory, sign);
  else
    count_nonzero (info, spec->placed_milli_cpu, spec->placed_memory, sign);
}

/* -- pods by importance ---------------------------------------------------- */

gboolean
fit_pod_is_plain (const FitPod *pod)
{
  const FitPodSpec *spec = pod->spec;

  for (guint i = 0; i < spec->n_volumes; i++)
    if (spec->volumes[i].type != FIT_VOLUME_OTHER)
      return FALSE;
  return spec->n_host_ports == 0 && spec->anti_affinity.n_required == 0
         && *pod->meta.uid;
}

/* Puts the pod at @place into the order of @n others.  A new pod is mostly the
 * least important one. */
static void
order_pod (FitNodeInfo *info, guint place, guint n)
{
  guint32 *order = (guint32 *) fit_node_info_order (info);
  const FitPod *pod = info->pods[place];
  guint low = 0, high = n;

  if (n > 0
      && !fit_pod_more_important (pod, place, info->pods[order[n - 1]],
                                  order[n - 1]))
    low = n;
  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (fit_pod_more_important (pod, place, info->pods[order[middle]],
                                  order[middle]))
        high = middle;
      else
        low = middle + 1;
    }
  memmove (&order[low + 1], &order[low], sizeof *order * (n - low));
  order[low] = place;
}

/* Takes the pod at @place from the order of @n pods. */
static void
disorder_pod (FitNodeInfo *info, guint place, guint n)
{
  guint32 *order = (guint32 *) fit_node_info_order (info);
  guint i = 0;

  while (order[i] != place)
    i++;
  memmove (&order[i], &order[i + 1], sizeof *order * (n - 1 - i));
}

/* -- all together ---------------------------------------------------------- */

void
fit_node_info_add_pod (FitNodeInfo *info, const FitPod *pod)
{
  const FitPodSpec *spec = pod->spec;
  guint old_room;

  fit_resources_add (&info->requested, fit_pod_counted_requests (spec));
  count_placed (info, spec, 1);
  if (info->counts_overhead && spec->has_overhead)
    {
      fit_resources_add (&info->requested, &spec->overhead);
      count_nonzero (info, spec->overhead.milli_cpu, spec->overhead.memory, 1);
    }
  /* Makes room for one more pod. */
  old_room = info->pods_room;
  if (info->n_pods >= old_room)
    {
      info->pods_room = MAX (8, old_room * 2);
      info->pods
          = g_realloc (info->pods, (sizeof *info->pods + sizeof (guint32))
                                       * info->pods_room);
      memmove (info->pods + info->pods_room, info->pods + old_room,
               sizeof (guint32) * info->n_pods);
    }
  info->pods[info->n_pods] = fit_pod_ref (pod);
  order_pod (info, info->n_pods, info->n_pods);
  info->n_pods++;
  info->n_special += !fit_pod_is_plain (pod);
  /* The used ports are a plain set, as in v1.16: a port that two pods use
   * becomes free as soon as one of them leaves. */
  for (guint i = 0; i < spec->n_host_ports; i++)
    {
      guint position;

      if (find_port (info, &spec->host_ports[i], &position))
        continue;
      if (info->ports == NULL)
        info->ports = g_array_new (FALSE, FALSE, sizeof (FitHostPort));
      g_array_insert_val (info->ports, position, spec->host_ports[i]);
    }
}

static gboolean
find_pod (const FitNodeInfo *info, const char *uid, guint *out_position)
{
  for (guint i = 0; i < info->n_pods; i++)
    if (strcmp (info->pods[i]->meta.uid, uid) == 0)
      {
        *out_position = i;
        return TRUE;
      }
  return FALSE;
}

/* Like find_pod(), but looks for this very object first: mostly it is in the
 * list. */
static gboolean
find_this (const FitNodeInfo *info, const FitPod *pod, guint *out_position)
{
  for (guint i = info->n_pods; i > 0; i--)
    if (info->pods[i - 1] == pod)
      {
        *out_position = i - 1;
        return TRUE;
      }
  return find_pod (info, pod->meta.uid, out_position);
}

gboolean
fit_node_info_remove_pod (FitNodeInfo *info, const FitPod *pod, GError **error)
{
  const FitPodSpec *spec;
  const FitPod *found;
  guint position;
  guint last;

  if (!*pod->meta.uid)
    return fit_fail (error, FIT_ERROR_NOT_FOUND,
                     "Cannot get cache key for pod with empty UID");
  if (!find_this (info, pod, &position))
    return fit_fail (error, FIT_ERROR_NOT_FOUND,
                     "no corresponding pod %s in pods of node %s",
                     pod->meta.name, info->name);
  found = info->pods[position];
  spec = found->spec;
  last = info->n_pods - 1;
  info->n_special -= !fit_pod_is_plain (info->pods[position]);
  disorder_pod (info, position, info->n_pods);
  if (position != last)
    {
      disorder_pod (info, last, last);
      info->pods[position] = info->pods[last];
      order_pod (info, position, last - 1);
    }
  info->n_pods = last;
  fit_resources_subtract (&info->requested, fit_pod_counted_requests (spec));
  count_placed (info, spec, -1);
  if (info->counts_overhead && spec->has_overhead)
    {
      fit_resources_subtract (&info->requested, &spec->overhead);
      count_nonzero (info, spec->overhead.milli_cpu, spec->overhead.memory, -1);
    }
  for (guint i = 0; i < spec->n_host_ports; i++)
    {
      guint at;

      if (find_port (info, &spec->host_ports[i], &at))
        g_array_remove_index (info->ports, at);
    }
  fit_pod_unref (found);
  return TRUE;
}

void
fit_node_info_replace_pod (FitNodeInfo *info, const FitPod *pod)
{
  guint position;

  if (!find_pod (info, pod->meta.uid, &position))
    return;
  disorder_pod (info, position, info->n_pods);
  info->n_special += !fit_pod_is_plain (pod);
  info->n_special -= !fit_pod_is_plain (info->pods[position]);
  fit_pod_ref (pod);
  fit_pod_unref (info->pods[position]);
  info->pods[position] = pod;
  order_pod (info, position, info->n_pods - 1);
}

FitNodeInfo *
fit_node_info_clone (const FitNodeInfo *info)
{
  FitNodeInfo *clone = g_memdup2 (info, sizeof *info);

  fit_intern_ref (clone->name);
  if (clone->node != NULL)
    fit_node_ref (clone->node);
  fit_resources_copy (&info->requested, &clone->requested);
  clone->pods_room = info->n_pods;
  clone->pods
      = g_malloc ((sizeof *info->pods + sizeof (guint32)) * info->n_pods);
  if (info->n_pods > 0)
    {
      memcpy (clone->pods, info->pods, sizeof *info->pods * info->n_pods);
      memcpy (clone->pods + info->n_pods, fit_node_info_order (info),
              sizeof (guint32) * info->n_pods);
    }
  for (guint i = 0; i < info->n_pods; i++)
    fit_pod_ref (clone->pods[i]);
  clone->ports = info->ports != NULL ? g_array_copy (info->ports) : NULL;
  return clone;
}

void
fit_node_info_free (FitNodeInfo *info)
{
  if (info == NULL)
    return;
  fit_node_info_clear (info);
  g_free (info);
}

gboolean
fit_node_info_port_conflict (const FitNodeInfo *info, const FitHostPort *port)
{
  const gboolean any_ip = strcmp (port->ip, "0.0.0.0") == 0;

  for (guint i = place_of_port (info, port->port);
       i < fit_node_info_n_ports (info); i++)
    {
      const FitHostPort *used = fit_node_info_port (info, i);

      if (used->port != port->port)
        break;
      if (used->protocol != port->protocol)
        continue;
      if (any_ip || used->ip == port->ip || strcmp (used->ip, "0.0.0.0") == 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
fit_host_ports_conflict (const FitHostPort *a, const FitHostPort *b)
{
  return a->port == b->port && a->protocol == b->protocol
         && (a->ip == b->ip || strcmp (a->ip, "0.0.0.0") == 0
             || strcmp (b->ip, "0.0.0.0") == 0);
}

const FitPod *
fit_node_info_find_pod (const FitNodeInfo *info, const char *uid)
{
  guint position;

  return find_pod (info, uid, &position) ? info->pods[position] : NULL;
}
