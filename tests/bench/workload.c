/* workload.c - generates the clusters and pending pods of the benchmark
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/workload.h"

#include <string.h>

#define HOST "kubernetes.io/hostname"
#define ZONE "failure-domain.beta.kubernetes.io/zone"
#define REGION "failure-domain.beta.kubernetes.io/region"

#define APPS 20 /* values of the label "app", and services */
#define RESOURCES "{\"cpu\":\"4\",\"memory\":\"32Gi\",\"pods\":\"110\"}"

/* The labels of a pod that affinity terms select by. */
typedef struct
{
  guint number;
  guint group;
  const char *color;
} PodTraits;

typedef void (*AppendRules) (GString *text, const PodTraits *traits);

/* -- nodes and services ---------------------------------------------------- */

static void
append_taints (GString *text, guint i)
{
  if (i % 7 == 0)
    g_string_append_printf (text,
                            "\"taints\":[{\"key\":\"dedicated\","
                            "\"value\":\"team-%u\","
                            "\"effect\":\"NoSchedule\"}]",
                            i % 2);
  else if (i % 7 == 3)
    g_string_append (text, "\"taints\":[{\"key\":\"noisy\",\"value\":\"true\","
                           "\"effect\":\"PreferNoSchedule\"}]");
}

void
workload_append_node (GString *text, const Workload *workload, guint i)
{
  g_string_append_printf (
      text,
      "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{"
      "\"name\":\"node-%05u\",\"labels\":{\"" HOST "\":\"node-%05u\","
      "\"" ZONE "\":\"zone-%u\",\"" REGION "\":\"region-1\","
      "\"disk\":\"%s\",\"generation\":\"%u\"}},\"spec\":{",
      i, i, i % workload->zones, i % 3 != 0 ? "ssd" : "hdd", 1 + i % 4);
  if (workload->template_ == WORKLOAD_TAINTS
      || workload->template_ == WORKLOAD_MIXED)
    append_taints (text, i);
  g_string_append (text, "},\"status\":{\"capacity\":" RESOURCES
                         ",\"allocatable\":" RESOURCES ",\"conditions\":"
                         "[{\"type\":\"Ready\",\"status\":\"True\"}],");
  g_string_append (text, i % 5 == 0 ? "\"images\":[{\"names\":"
                                      "[\"registry.example/base:1\"],"
                                      "\"sizeBytes\":120000000}]}}"
                                    : "\"images\":[]}}");
}

guint
workload_count_services (const Workload *workload)
{
  return workload->template_ == WORKLOAD_SELECTOR_SPREAD
                 || workload->template_ == WORKLOAD_MIXED
             ? APPS
             : 0;
}

void
workload_append_service (GString *text, guint i)
{
  g_string_append_printf (
      text,
      "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{"
      "\"name\":\"app-%u\",\"namespace\":\"default\"},\"spec\":{"
      "\"selector\":{\"app\":\"app-%u\"},\"ports\":[{\"port\":80}]}}",
      i, i);
}

/* -- pods ------------------------------------------------------------------ */

static void
append_node_affinity (GString *text, const PodTraits *traits)
{
  g_string_append (
      text,
      ",\"affinity\":{\"nodeAffinity\":{"
      "\"requiredDuringSchedulingIgnoredDuringExecution\":"
      "{\"nodeSelectorTerms\":[{\"matchExpressions\":["
      "{\"key\":\"" ZONE "\",\"operator\":\"In\","
      "\"values\":[\"zone-0\",\"zone-1\"]}]}]},"
      "\"preferredDuringSchedulingIgnoredDuringExecution\":"
      "[{\"weight\":10,\"preference\":{\"matchExpressions\":["
      "{\"key\":\"disk\",\"operator\":\"In\",\"values\":[\"ssd\"]}]}}]}}");
}

static void
append_pod_affinity (GString *text, const PodTraits *traits)
{
  g_string_append_printf (text,
                          ",\"affinity\":{\"podAffinity\":{"
                          "\"requiredDuringSchedulingIgnoredDuringExecution\":["
                          "{\"topologyKey\":\"" ZONE "\",\"labelSelector\":{"
                          "\"matchLabels\":{\"color\":\"%s\"}}}]}}",
                          traits->color);
}

static void
append_pod_anti_affinity (GString *text, const PodTraits *traits)
{
  g_string_append_printf (text,
                          ",\"affinity\":{\"podAntiAffinity\":{"
                          "\"requiredDuringSchedulingIgnoredDuringExecution\":["
                          "{\"topologyKey\":\"" HOST "\",\"labelSelector\":{"
                          "\"matchLabels\":{\"group\":\"g-%u\"}}}]}}",
                          traits->group);
}

static void
append_preferred_affinity (GString *text, const PodTraits *traits)
{
  g_string_append_printf (
      text,
      ",\"affinity\":{\"podAffinity\":{"
      "\"preferredDuringSchedulingIgnoredDuringExecution\":["
      "{\"weight\":%u,\"podAffinityTerm\":{\"topologyKey\":\"" HOST "\","
      "\"labelSelector\":{\"matchLabels\":{\"color\":\"%s\"}}}}]},"
      "\"podAntiAffinity\":{"
      "\"preferredDuringSchedulingIgnoredDuringExecution\":["
      "{\"weight\":2,\"podAffinityTerm\":{\"topologyKey\":\"" ZONE "\","
      "\"labelSelector\":{\"matchLabels\":{\"group\":\"g-%u\"}}}}]}}",
      1 + traits->number % 5, traits->color, traits->group);
}

static void
append_tolerations (GString *text, const PodTraits *traits)
{
  gboolean dedicated = traits->number % 2 == 1;
  gboolean noisy = traits->number % 5 == 0;

  if (!dedicated && !noisy)
    return;
  g_string_append (text, ",\"tolerations\":[");
  if (dedicated)
    g_string_append (text, "{\"key\":\"dedicated\",\"operator\":\"Equal\","
                           "\"value\":\"team-1\",\"effect\":\"NoSchedule\"}");
  if (dedicated && noisy)
    g_string_append_c (text, ',');
  if (noisy)
    g_string_append (text, "{\"key\":\"noisy\",\"operator\":\"Exists\"}");
  g_string_append_c (text, ']');
}

/* A name, and what the template adds to the spec of a pod. */
static const struct
{
  const char *name;
  AppendRules append_rules; /* (nullable) */
} templates[] = {
  [WORKLOAD_BASIC] = { "basic", NULL },
  [WORKLOAD_NODE_AFFINITY] = { "node-affinity", append_node_affinity },
  [WORKLOAD_POD_AFFINITY] = { "pod-affinity", append_pod_affinity },
  [WORKLOAD_POD_ANTI_AFFINITY]
  = { "pod-anti-affinity", append_pod_anti_affinity },
  [WORKLOAD_PREFERRED_AFFINITY]
  = { "preferred-affinity", append_preferred_affinity },
  [WORKLOAD_SELECTOR_SPREAD] = { "selector-spread", NULL },
  [WORKLOAD_TAINTS] = { "taints", append_tolerations },
  [WORKLOAD_MIXED] = { "mixed", NULL },
};
G_STATIC_ASSERT (G_N_ELEMENTS (templates) == WORKLOAD_LAST);

/* The template of the pod @number. */
WorkloadTemplate
workload_template_of (const Workload *workload, guint number)
{
  static const WorkloadTemplate mix[] = {
    WORKLOAD_BASIC,
    WORKLOAD_BASIC,
    WORKLOAD_NODE_AFFINITY,
    WORKLOAD_POD_AFFINITY,
    WORKLOAD_POD_ANTI_AFFINITY,
    WORKLOAD_PREFERRED_AFFINITY,
    WORKLOAD_SELECTOR_SPREAD,
    WORKLOAD_TAINTS,
  };

  if (workload->template_ != WORKLOAD_MIXED)
    return workload->template_;
  return mix[number % G_N_ELEMENTS (mix)];
}

/* How many groups there are: enough that anti-affinity within a group can be
 * met, with about half as many pods in a group as there are nodes. */
static guint
count_groups (const Workload *workload)
{
  guint64 pods = (guint64) workload->existing + workload->pods;

  return (guint) MAX (10, 2 * pods / MAX (1, workload->nodes));
}

/* @node is -1 for a pod that is pending. */
static void
append_pod (GString *text, const Workload *workload, const char *name,
            guint number, gint node)
{
  static const char *const colors[] = { "blue", "green", "red" };
  const PodTraits traits = {
    .number = number,
    .group = number % count_groups (workload),
    .color = colors[number % G_N_ELEMENTS (colors)],
  };
  WorkloadTemplate template_ = workload_template_of (workload, number);

  g_string_append_printf (
      text,
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{"
      "\"name\":\"%s\",\"namespace\":\"default\",\"uid\":\"uid-%s\","
      "\"labels\":{\"app\":\"app-%u\",\"group\":\"g-%u\",\"color\":\"%s\"}},"
      "\"spec\":{\"schedulerName\":\"default-scheduler\",\"containers\":["
      "{\"name\":\"c\",\"image\":\"registry.example/base:1\",\"resources\":"
      "{\"requests\":{\"cpu\":\"100m\",\"memory\":\"500Mi\"}}}]",
      name, name, number % APPS, traits.group, traits.color);
  if (templates[template_].append_rules)
    templates[template_].append_rules (text, &traits);
  if (node >= 0)
    g_string_append_printf (text,
                            ",\"nodeName\":\"node-%05d\"},\"status\":{"
                            "\"phase\":\"Running\","
                            "\"startTime\":\"2020-01-01T00:00:00Z\"}}",
                            node);
  else
    g_string_append (text, "}}");
}

void
workload_append_pending_pod (GString *text, const Workload *workload,
                             guint number)
{
  g_autofree char *name = g_strdup_printf ("new-%06u", number);

  append_pod (text, workload, name, workload->existing + number, -1);
}

/* -- chance ---------------------------------------------------------------- */

GRand *
workload_random (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA512);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint32 *words = NULL;
  guint8 digest[64];
  gsize digest_len = sizeof digest;
  guint n;

  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_get_digest (checksum, digest, &digest_len);
  g_byte_array_append (bytes, (const guint8 *) text, strlen (text));
  g_byte_array_append (bytes, digest, digest_len);

  /* The generator takes words of 32 bits, the least significant first. */
  n = (bytes->len + 3) / 4;
  words = g_new0 (guint32, n);
  for (guint i = 0; i < bytes->len; i++)
    words[i / 4] |= (guint32) bytes->data[bytes->len - 1 - i] << (i % 4 * 8);
  return g_rand_new_with_seed_array (words, n);
}

guint32
workload_random_below (GRand *random, guint32 n)
{
  guint bits = g_bit_storage (n);
  guint32 value;

  do
    value = g_rand_int (random) >> (32 - bits);
  while (value >= n);
  return value;
}

/* -- the order of the nodes ------------------------------------------------ */

/* Returns: (transfer full): the indices of all nodes, shuffled. */
static guint *
shuffled_nodes (const Workload *workload)
{
  g_autofree char *seed
      = g_strdup_printf ("%u-%s-%u-%u", workload->seed,
                         workload_template_name (workload->template_),
                         workload->nodes, workload->existing);
  GRand *random = workload_random (seed);
  guint *order = g_new (guint, workload->nodes);

  for (guint i = 0; i < workload->nodes; i++)
    order[i] = i;
  for (guint i = workload->nodes; i > 1; i--)
    {
      guint j = workload_random_below (random, i), other = order[j];

      order[j] = order[i - 1];
      order[i - 1] = other;
    }
  g_rand_free (random);
  return order;
}

/* -- lists ----------------------------------------------------------------- */

static GString *
list_new (void)
{
  return g_string_new ("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[");
}

static gboolean
list_is_empty (const GString *list)
{
  return list->str[list->len - 1] == '[';
}

static void
list_next (GString *list)
{
  g_string_append (list, list_is_empty (list) ? "\n" : ",\n");
}

static GString *
list_end (GString *list)
{
  return g_string_append (list, list_is_empty (list) ? "\n\n]}\n" : "\n]}\n");
}

static void
append_existing_pods (GString *list, const Workload *workload)
{
  g_autofree guint *order = shuffled_nodes (workload);

  for (guint k = 0; k < workload->existing; k++)
    {
      /* Round by round over the shuffled nodes, each round begins one further:
       * a node does not get the same group again and again. */
      guint node = order[(k + k / workload->nodes) % workload->nodes];
      g_autofree char *name = g_strdup_printf ("run-%06u", k);

      list_next (list);
      append_pod (list, workload, name, k, (gint) node);
    }
}

GString *
workload_cluster (const Workload *workload)
{
  GString *list = list_new ();

  for (guint i = 0; i < workload->nodes; i++)
    {
      list_next (list);
      workload_append_node (list, workload, i);
    }
  for (guint i = 0; i < workload_count_services (workload); i++)
    {
      list_next (list);
      workload_append_service (list, i);
    }
  append_existing_pods (list, workload);
  return list_end (list);
}

GString *
workload_pending (const Workload *workload)
{
  GString *list = list_new ();

  for (guint k = 0; k < workload->pods; k++)
    {
      list_next (list);
      workload_append_pending_pod (list, workload, k);
    }
  return list_end (list);
}

const char *
workload_template_name (WorkloadTemplate template_)
{
  return templates[template_].name;
}

gboolean
workload_template_parse (const char *name, WorkloadTemplate *out_template)
{
  for (guint i = 0; i < WORKLOAD_LAST; i++)
    if (g_str_equal (templates[i].name, name))
      {
        *out_template = (WorkloadTemplate) i;
        return TRUE;
      }
  return FALSE;
}
