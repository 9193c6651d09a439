/* bed-load.c - creates nodes and pods, and lets them come and go
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/e2e/bed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PODS "/api/v1/namespaces/default/pods"
#define NODES "/api/v1/nodes"
#define TICK_MS 100

/* -- manifests ------------------------------------------------------------- */

/* Every seventh one is for pods that tolerate it. */
static char *
node_manifest (const char *name, guint i, int cpu)
{
  return g_strdup_printf (
      "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"%s\","
      "\"labels\":{\"kubernetes.io/hostname\":\"%s\","
      "\"topology.kubernetes.io/zone\":\"zone-%u\"}},\"spec\":{%s},"
      "\"status\":{\"allocatable\":{\"cpu\":\"%d\",\"memory\":\"128Gi\","
      "\"pods\":\"110\"},\"capacity\":{\"cpu\":\"%d\",\"memory\":\"128Gi\","
      "\"pods\":\"110\"},\"conditions\":[{\"type\":\"Ready\","
      "\"status\":\"True\"}]}}",
      name, name, i % 3,
      i % 7 == 6 ? "\"taints\":[{\"key\":\"dedicated\",\"value\":\"batch\","
                   "\"effect\":\"NoSchedule\"}]"
                 : "",
      cpu, cpu);
}

static char *
plain_pod (const char *name)
{
  return g_strdup_printf (
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"%s\"},"
      "\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"pause\","
      "\"resources\":{\"requests\":{\"cpu\":\"100m\",\"memory\":\"128Mi\"}}}]}}",
      name);
}

/* What the pods of a flow ask for, in turn. */
static const struct
{
  const char *label; /* of "app" */
  const char *cpu;
  const char *ports;
  const char *spec; /* begins with a comma */
} pod_kinds[] = {
  { "web", "300m", "", "" },
  { "web", "1", "", "" },
  { "big", "3", "", "" },
  { "zonal", "500m", "",
    ",\"nodeSelector\":{\"topology.kubernetes.io/zone\":\"zone-1\"}" },
  { "port", "200m", ",\"ports\":[{\"containerPort\":80,\"hostPort\":8080}]",
    "" },
  { "apart", "200m", "",
    ",\"affinity\":{\"podAntiAffinity\":{"
    "\"requiredDuringSchedulingIgnoredDuringExecution\":[{\"labelSelector\":"
    "{\"matchLabels\":{\"app\":\"apart\"}},"
    "\"topologyKey\":\"kubernetes.io/hostname\"}]}}" },
  { "batch", "800m", "",
    ",\"tolerations\":[{\"key\":\"dedicated\",\"operator\":\"Exists\"}]" },
  { "urgent", "1500m", "", ",\"priorityClassName\":\"urgent\"" },
};

static char *
flow_pod (const char *name, guint i)
{
  const guint kind = i % G_N_ELEMENTS (pod_kinds);

  return g_strdup_printf (
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"%s\","
      "\"labels\":{\"app\":\"%s\"}},\"spec\":{\"containers\":[{\"name\":\"main\","
      "\"image\":\"pause\",\"resources\":{\"requests\":{\"cpu\":\"%s\","
      "\"memory\":\"128Mi\"}}%s}]%s}}",
      name, pod_kinds[kind].label, pod_kinds[kind].cpu, pod_kinds[kind].ports,
      pod_kinds[kind].spec);
}

static void
create_node (BedSender *sender, const char *name, guint i, int cpu)
{
  g_autofree char *body = node_manifest (name, i, cpu);

  bed_send_sure (sender, "POST", NODES, body);
}

/* -- load ------------------------------------------------------------------ */

int
bed_load (FitApiClient *client, int argc, char **argv)
{
  BedSender *sender = bed_sender_new (client);
  int nodes = 0;
  int pods = 0;
  int cpu = 32;
  const gint64 began = g_get_monotonic_time ();
  const GOptionEntry entries[]
      = { { "nodes", 0, 0, G_OPTION_ARG_INT, &nodes, NULL, NULL },
          { "pods", 0, 0, G_OPTION_ARG_INT, &pods, NULL, NULL },
          { "cpu", 0, 0, G_OPTION_ARG_INT, &cpu, NULL, NULL },
          { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

  if (!bed_options (entries, &argc, &argv))
    return 2;
  for (int i = 0; i < nodes; i++)
    {
      g_autofree char *name = g_strdup_printf ("node-%05d", i);

      create_node (sender, name, (guint) i, cpu);
    }
  bed_drain (sender);
  for (int i = 0; i < pods; i++)
    {
      g_autofree char *name = g_strdup_printf ("pod-%05d", i);
      g_autofree char *body = plain_pod (name);

      bed_send_sure (sender, "POST", PODS, body);
    }
  bed_drain (sender);
  printf ("created %d nodes and %d pods in %.1f s\n", nodes, pods,
          (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC);
  return 0;
}

/* -- flow ------------------------------------------------------------------ */

typedef struct
{
  BedSender *sender;
  GRand *chance;
  GPtrArray *pods;  /* names */
  GPtrArray *nodes; /* names of those that come and go */
  guint n_pods;     /* ever */
  guint n_nodes;
} Flow;

static void
flow_in (Flow *flow)
{
  char *name = g_strdup_printf ("flow-%06u", flow->n_pods);
  g_autofree char *body = flow_pod (name, flow->n_pods++);

  g_ptr_array_add (flow->pods, name);
  bed_send_sure (flow->sender, "POST", PODS, body);
}

/* Removes one of @names.  Returns: (transfer full) */
static char *
steal_any (Flow *flow, GPtrArray *names)
{
  const gint32 i = g_rand_int_range (flow->chance, 0, (gint32) names->len);

  return g_ptr_array_steal_index_fast (names, (guint) i);
}

static void
flow_out (Flow *flow)
{
  g_autofree char *name = steal_any (flow, flow->pods);
  g_autofree char *path = g_strconcat (PODS "/", name, NULL);

  bed_send_sure (flow->sender, "DELETE", path, NULL);
}

/* A node comes, goes, or is cordoned or not. */
static void
change_nodes (Flow *flow)
{
  const gint32 what = g_rand_int_range (flow->chance, 0, 4);
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;

  if (what == 0 || flow->nodes->len == 0)
    {
      char *added = g_strdup_printf ("extra-%04u", flow->n_nodes);

      create_node (flow->sender, added, flow->n_nodes++, 8);
      g_ptr_array_add (flow->nodes, added);
      return;
    }
  name = steal_any (flow, flow->nodes);
  path = g_strconcat (NODES "/", name, NULL);
  if (what == 1)
    {
      bed_send_sure (flow->sender, "DELETE", path, NULL);
      return;
    }
  bed_send_sure (flow->sender, "PATCH", path,
                 what == 2 ? "{\"spec\":{\"unschedulable\":true}}"
                           : "{\"spec\":{\"unschedulable\":null}}");
  g_ptr_array_add (flow->nodes, g_steal_pointer (&name));
}

int
bed_flow (FitApiClient *client, int argc, char **argv)
{
  Flow flow = { .sender = bed_sender_new (client) };
  int seconds = 10;
  int pods = 150;
  int rate = 50;
  int seed = 1;
  const GOptionEntry entries[]
      = { { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds, NULL, NULL },
          { "pods", 0, 0, G_OPTION_ARG_INT, &pods, NULL, NULL },
          { "rate", 0, 0, G_OPTION_ARG_INT, &rate, NULL, NULL },
          { "seed", 0, 0, G_OPTION_ARG_INT, &seed, NULL, NULL },
          { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

  if (!bed_options (entries, &argc, &argv))
    return 2;
  flow.chance = g_rand_new_with_seed ((guint32) seed);
  flow.pods = g_ptr_array_new_with_free_func (g_free);
  flow.nodes = g_ptr_array_new_with_free_func (g_free);
  bed_send_sure (flow.sender, "POST",
                 "/apis/scheduling.k8s.io/v1/priorityclasses",
                 "{\"apiVersion\":\"scheduling.k8s.io/v1\",\"kind\":"
                 "\"PriorityClass\",\"metadata\":{\"name\":\"urgent\"},"
                 "\"value\":1000}");
  bed_drain (flow.sender);
  for (int tick = 0; tick < seconds * 1000 / TICK_MS; tick++)
    {
      for (int i = 0; i < rate * TICK_MS / 1000; i++)
        {
          flow_in (&flow);
          if (flow.pods->len > (guint) pods)
            flow_out (&flow);
        }
      if (tick % 5 == 0)
        change_nodes (&flow);
      g_usleep (TICK_MS * 1000);
    }
  bed_drain (flow.sender);
  printf ("%u pods and %u nodes came, %u pods are left\n", flow.n_pods,
          flow.n_nodes, flow.pods->len);
  return 0;
}
