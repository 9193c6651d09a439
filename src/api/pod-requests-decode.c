/* pod-requests-decode.c - decoding containers into the sums of their requests
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/pod-requests-decode.h"
#include "base/intern.h"
#include "base/wrapping.h"
#include "api/decode-parts.h"
#include "api/names.h"

#include <string.h>

/* The requests assumed for scoring for a container without any. */
#define DEFAULT_MILLI_CPU 100
#define DEFAULT_MEMORY (G_GINT64_CONSTANT (200) * 1024 * 1024)

#define DEFAULT_HOST_IP "0.0.0.0"
#define DEFAULT_PROTOCOL "TCP"

typedef struct
{
  const char *ip;
  const char *protocol;
  gint32 host_port;
  gint32 container_port;
} PortParts;

typedef struct
{
  const char *action;
} RestartRule;

typedef struct
{
  const char *name;
  const char *image;
  const char *restart_policy;
  FitResourceList requests; /* owned */
  FitResourceList limits;   /* owned */
  guint n_ports;
  PortParts *ports; /* in the scratch arena */
  guint n_restart_rules;
  RestartRule *restart_rules; /* likewise */
} ContainerParts;

/* -- containers ------------------------------------------------------------ */

static const FitField port_fields[] = {
  FIT_FIELD ("hostIP", &fit_type_text, PortParts, ip, FIT_NAMES (ADDRESS)),
  FIT_FIELD ("protocol", &fit_type_text, PortParts, protocol,
             .texts = FIT_TEXTS_KEPT, FIT_WORDS ("TCP", "UDP", "SCTP")),
  FIT_FIELD ("hostPort", &fit_type_int32, PortParts, host_port),
  FIT_FIELD ("containerPort", &fit_type_int32, PortParts, container_port),
};

static const FitField resources_fields[] = {
  FIT_FIELD ("requests", &fit_type_resource_list, ContainerParts, requests),
  FIT_FIELD ("limits", &fit_type_resource_list, ContainerParts, limits),
};

static const FitField restart_rule_fields[] = {
  FIT_FIELD ("action", &fit_type_text, RestartRule, action,
             .texts = FIT_TEXTS_KEPT,
             FIT_WORDS ("Restart", "RestartAllContainers")),
};

static const FitField container_fields[] = {
  FIT_FIELD ("name", &fit_type_text, ContainerParts, name,
             FIT_NAMES (CONTAINER), FIT_READ_BY (NO_RULE)),
  FIT_FIELD ("image", &fit_type_text, ContainerParts, image,
             .texts = FIT_TEXTS_IMAGE, FIT_READ_BY (OTHER_RULES)),
  FIT_FIELD ("restartPolicy", &fit_type_text, ContainerParts, restart_policy,
             .texts = FIT_TEXTS_KEPT),
  FIT_FIELD_WHOLE ("resources", FIT_STRUCT (ContainerParts, resources_fields,
                                            FIT_OTHERS ("claims"))),
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "ports",
                   FIT_STRUCT (PortParts, port_fields, FIT_OTHERS ("name")),
                   ContainerParts, n_ports, ports),
  FIT_FIELD_ARRAY (
      FIT_FIELD_SCRATCH_LIST, "restartPolicyRules",
      FIT_STRUCT (RestartRule, restart_rule_fields, FIT_OTHERS ("exitCodes")),
      ContainerParts, n_restart_rules, restart_rules,
      FIT_READ_BY (OTHER_RULES)),
};
const FitType fit_type_container = FIT_TYPE_FIELDS (
    ContainerParts, container_fields,
    FIT_OTHERS ("command", "args", "workingDir", "envFrom", "env",
                "resizePolicy", "volumeMounts", "volumeDevices",
                "livenessProbe", "readinessProbe", "startupProbe", "lifecycle",
                "terminationMessagePath", "terminationMessagePolicy",
                "imagePullPolicy", "securityContext", "stdin", "stdinOnce",
                "tty", "targetContainerName"));

static void
container_clear (ContainerParts *container)
{
  fit_resource_list_clear (&container->requests);
  fit_resource_list_clear (&container->limits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ContainerParts, container_clear)

static gboolean
is_positive (const FitResourceList *list, const char *name)
{
  const FitQuantity *quantity = fit_resource_list_get (list, name);

  return quantity != NULL && fit_quantity_sign (quantity) > 0;
}

static void
add_extended (FitPodSpec *spec, const FitResourceList *list)
{
  const guint known = spec->n_extended; /* @list has each name once */

  for (guint i = 0; i < list->n; i++)
    {
      const char *name = list->items[i].name;
      guint j = 0;

      if (g_str_has_prefix (name, FIT_RESOURCE_DEVICE_CLASS_PREFIX))
        spec->modern |= FIT_MODERN_DEVICE_CLASSES;
      if (!fit_is_extended_resource_name (name))
        continue;
      while (j < known && spec->extended[j] != name)
        j++;
      if (j < known)
        continue;
      spec->extended
          = g_renew (const char *, spec->extended, spec->n_extended + 1);
      spec->extended[spec->n_extended++] = fit_intern_ref (name);
    }
}

static gboolean
names (const ContainerParts *container, const char *resource)
{
  return fit_resource_list_get (&container->requests, resource) != NULL;
}

static gint64
nonzero_milli_cpu (const ContainerParts *container)
{
  const FitQuantity *cpu
      = fit_resource_list_get (&container->requests, FIT_RESOURCE_CPU);

  return cpu != NULL ? fit_quantity_milli_value (cpu) : DEFAULT_MILLI_CPU;
}

static gint64
nonzero_memory (const ContainerParts *container)
{
  const FitQuantity *memory
      = fit_resource_list_get (&container->requests, FIT_RESOURCE_MEMORY);

  return memory != NULL ? fit_quantity_value (memory) : DEFAULT_MEMORY;
}

static gboolean
check_variety (FitDecoder *decoder, const FitPodSpec *spec, GError **error)
{
  if (spec->n_extended <= FIT_MAX_MAP_ENTRIES
      && spec->requests.n_scalars <= FIT_MAX_MAP_ENTRIES
      && spec->limits.n_scalars <= FIT_MAX_MAP_ENTRIES)
    return TRUE;
  return fit_decode_fail (decoder, FIT_ERROR_LIMIT, error,
                          "more than %u different resources in one pod",
                          FIT_MAX_MAP_ENTRIES);
}

static gboolean
restarts (const ContainerParts *container)
{
  return strcmp (container->restart_policy, "Always") == 0;
}

/* Decodes what containers and init containers have in common. */
static gboolean
decode_any_container (FitDecoder *decoder, const FitValue *value,
                      gboolean is_init, FitPodSpecParts *parts,
                      ContainerParts *container, GError **error)
{
  FitPodSpec *spec = &parts->spec;

  if (!fit_decode (decoder, &fit_type_container, value, container, error))
    return FALSE;
  if (fit_decoder_completes (decoder))
    fit_resource_list_add_missing (&container->requests, &container->limits);
  if (parts->resizes != NULL)
    fit_resizes_apply (parts->resizes, decoder, container->name, is_init,
                       restarts (container), &container->requests);
  parts->names_cpu |= names (container, FIT_RESOURCE_CPU);
  parts->names_memory |= names (container, FIT_RESOURCE_MEMORY);
  if (is_positive (&container->requests, FIT_RESOURCE_CPU)
      || is_positive (&container->requests, FIT_RESOURCE_MEMORY)
      || is_positive (&container->limits, FIT_RESOURCE_CPU)
      || is_positive (&container->limits, FIT_RESOURCE_MEMORY))
    spec->best_effort = FALSE;
  if (is_init && restarts (container))
    spec->modern |= FIT_MODERN_SIDECARS;
  add_extended (spec, &container->requests);
  add_extended (spec, &container->limits);
  return check_variety (decoder, spec, error);
}

static const char *
or_default (const char *text, const char *otherwise)
{
  return text[0] != '\0' ? text : otherwise;
}

static void
add_host_ports (const FitDecoder *decoder, const ContainerParts *container,
                FitPodSpec *spec)
{
  gboolean on_host = spec->host_network && fit_decoder_completes (decoder);

  for (guint i = 0; i < container->n_ports; i++)
    {
      const PortParts *port = &container->ports[i];
      gint32 number = port->host_port;
      FitHostPort *added;

      if (number == 0 && on_host)
        number = port->container_port;
      if (number <= 0)
        continue;
      spec->host_ports
          = g_renew (FitHostPort, spec->host_ports, spec->n_host_ports + 1);
      added = &spec->host_ports[spec->n_host_ports++];
      *added = (FitHostPort){ 0 };
      added->ip = fit_intern (or_default (port->ip, DEFAULT_HOST_IP));
      added->protocol
          = fit_intern (or_default (port->protocol, DEFAULT_PROTOCOL));
      added->port = number;
    }
}

/* Moves the lists out of @container, which no longer needs them. */
static void
keep_demand (const FitDecoder *decoder, FitPodSpec *spec,
             ContainerParts *container, gboolean init)
{
  if ((decoder->flags & FIT_DECODE_DEMANDS) == 0)
    return;
  spec->demands[spec->n_demands++] = (FitContainerDemand){
    .name = g_strdup (container->name),
    .init = init,
    .sidecar = init && restarts (container)
               && (decoder->flags & FIT_DECODE_SIDECARS) != 0,
    .requests = container->requests,
    .limits = container->limits,
  };
  container->requests = (FitResourceList){ 0 };
  container->limits = (FitResourceList){ 0 };
}

/* Makes room for as many as @value has. */
static void
expect_demands (const FitDecoder *decoder, FitPodSpec *spec,
                const FitValue *value)
{
  if ((decoder->flags & FIT_DECODE_DEMANDS) == 0 || value == NULL
      || value->type != FIT_VALUE_LIST)
    return;
  spec->demands = g_renew (FitContainerDemand, spec->demands,
                           (gsize) spec->n_demands + value->n);
}

static void
add_features (FitPodSpec *spec, const ContainerParts *container,
              FitPodFeatures restarts_all)
{
  for (guint i = 0; i < container->n_restart_rules; i++)
    if (g_strcmp0 (container->restart_rules[i].action, "RestartAllContainers")
        == 0)
      spec->features |= restarts_all;
}

static gboolean
add_container (FitDecoder *decoder, const FitValue *value, gpointer out,
               GError **error)
{
  FitPodSpecParts *parts = out;
  FitPodSpec *spec = &parts->spec;
  g_auto (ContainerParts) container = { 0 };

  if (!decode_any_container (decoder, value, FALSE, parts, &container, error))
    return FALSE;
  fit_resources_add_list (&spec->requests, &container.requests);
  fit_resources_add_list (&spec->limits, &container.limits);
  spec->nonzero_milli_cpu = fit_wrapping_add (spec->nonzero_milli_cpu,
                                              nonzero_milli_cpu (&container));
  spec->nonzero_memory
      = fit_wrapping_add (spec->nonzero_memory, nonzero_memory (&container));
  spec->images[spec->n_images++] = fit_image_normalized_name (container.image);
  add_host_ports (decoder, &container, spec);
  add_features (spec, &container, FIT_POD_RESTARTS_ALL);
  keep_demand (decoder, spec, &container, FALSE);
  return TRUE;
}

static void
sums_add (FitContainerSums *sums, const FitResources *requests,
          gint64 milli_cpu, gint64 memory)
{
  fit_resources_add (&sums->requests, requests);
  sums->nonzero_milli_cpu
      = fit_wrapping_add (sums->nonzero_milli_cpu, milli_cpu);
  sums->nonzero_memory = fit_wrapping_add (sums->nonzero_memory, memory);
}

static void
sums_max (FitContainerSums *sums, const FitContainerSums *other)
{
  fit_resources_max (&sums->requests, &other->requests);
  sums->nonzero_milli_cpu
      = MAX (sums->nonzero_milli_cpu, other->nonzero_milli_cpu);
  sums->nonzero_memory = MAX (sums->nonzero_memory, other->nonzero_memory);
}

/* The same for limits. */
static void
add_limits_beside_sidecars (FitPodSpecParts *parts,
                            const FitResourceList *limits, gboolean is_sidecar)
{
  FitResources peak = { 0 };

  if (is_sidecar)
    fit_resources_add_list (&parts->sidecar_limits, limits);
  fit_resources_copy (&parts->sidecar_limits, &peak);
  if (!is_sidecar)
    fit_resources_add_list (&peak, limits);
  fit_resources_max (&parts->init_limits, &peak);
  fit_resources_clear (&peak);
}

/* The default is used if neither the container nor an earlier sidecar names the
 * resource. */
static void
init_sum_add (FitInitSum *sum, gboolean named, gint64 value,
              gboolean is_sidecar)
{
  const gint64 amount
      = fit_wrapping_add (sum->sidecars, named || !sum->named ? value : 0);

  sum->peak = MAX (sum->peak, amount);
  if (!is_sidecar || !named)
    return;
  sum->named = TRUE;
  sum->sidecars = amount;
}

static gboolean
add_init_container (FitDecoder *decoder, const FitValue *value, gpointer out,
                    GError **error)
{
  FitPodSpecParts *parts = out;
  FitPodSpec *spec = &parts->spec;
  g_auto (ContainerParts) container = { 0 };
  gboolean is_sidecar;

  if (!decode_any_container (decoder, value, TRUE, parts, &container, error))
    return FALSE;
  is_sidecar = restarts (&container);
  if ((decoder->flags & FIT_DECODE_SIDECARS) != 0)
    {
      FitContainerSums peak;
      FitResources requests;

      spec->has_sidecars |= is_sidecar;
      /* A restartable init container counts as a container, and also while
       * later init containers run. */
      peak = (FitContainerSums){ 0 };
      requests = (FitResources){ 0 };
      fit_resources_add_list (&requests, &container.requests);
      if (!is_sidecar)
        sums_add (&peak, &parts->sidecars.requests,
                  parts->sidecars.nonzero_milli_cpu,
                  parts->sidecars.nonzero_memory);
      sums_add (is_sidecar ? &parts->sidecars : &peak, &requests,
                nonzero_milli_cpu (&container), nonzero_memory (&container));
      sums_max (&parts->init_peak, &peak);
      fit_resources_clear (&peak.requests);
      fit_resources_clear (&requests);
      add_limits_beside_sidecars (parts, &container.limits, is_sidecar);
      init_sum_add (&parts->init_milli_cpu,
                    names (&container, FIT_RESOURCE_CPU),
                    nonzero_milli_cpu (&container), is_sidecar);
      init_sum_add (&parts->init_memory,
                    names (&container, FIT_RESOURCE_MEMORY),
                    nonzero_memory (&container), is_sidecar);
    }
  else
    {
      fit_resources_max_list (&spec->requests, &container.requests);
      fit_resources_max_list (&spec->limits, &container.limits);
      spec->nonzero_milli_cpu
          = MAX (spec->nonzero_milli_cpu, nonzero_milli_cpu (&container));
      spec->nonzero_memory
          = MAX (spec->nonzero_memory, nonzero_memory (&container));
    }
  spec->init_images[spec->n_init_images++]
      = fit_image_normalized_name (container.image);
  if (is_sidecar && (decoder->flags & FIT_DECODE_SIDECAR_PORTS) != 0)
    add_host_ports (decoder, &container, spec);
  add_features (spec, &container, FIT_POD_INIT_RESTARTS_ALL);
  keep_demand (decoder, spec, &container, TRUE);
  return TRUE;
}

static gboolean
decode_containers (FitDecoder *decoder, const FitValue *value, gpointer out,
                   GError **error)
{
  FitPodSpecParts *parts = out;
  FitPodSpec *spec = &parts->spec;

  if (fit_value_n_items (value) > 0)
    spec->images = g_new0 (const char *, value->n);
  expect_demands (decoder, spec, value);
  if (!fit_decode_each (decoder, value, add_container, parts, error))
    return FALSE;
  if (decoder->flags & FIT_DECODE_NO_LOCAL_STORAGE)
    spec->requests.ephemeral_storage = 0;
  return TRUE;
}

static gboolean
decode_init_containers (FitDecoder *decoder, const FitValue *value,
                        gpointer out, GError **error)
{
  FitPodSpecParts *parts = out;
  FitPodSpec *spec = &parts->spec;

  if (fit_value_n_items (value) > 0)
    spec->init_images = g_new0 (const char *, value->n);
  expect_demands (decoder, spec, value);
  if (!fit_decode_each (decoder, value, add_init_container, parts, error))
    return FALSE;
  if (decoder->flags & FIT_DECODE_NO_INIT_LOCAL_STORAGE)
    spec->requests.ephemeral_storage = 0;
  spec->placed_milli_cpu = spec->nonzero_milli_cpu;
  spec->placed_memory = spec->nonzero_memory;
  /* Without init containers there is no peak, and one of zero would be more than a
   * negative request. */
  if ((decoder->flags & FIT_DECODE_SIDECARS) != 0 && spec->n_init_images > 0)
    {
      FitContainerSums sums
          = { spec->requests, spec->nonzero_milli_cpu, spec->nonzero_memory };

      spec->placed_milli_cpu
          = MAX (spec->nonzero_milli_cpu, parts->init_milli_cpu.peak);
      spec->placed_memory = MAX (spec->nonzero_memory, parts->init_memory.peak);
      sums_add (&sums, &parts->sidecars.requests,
                parts->sidecars.nonzero_milli_cpu,
                parts->sidecars.nonzero_memory);
      sums_max (&sums, &parts->init_peak);
      spec->requests = sums.requests;
      spec->nonzero_milli_cpu = sums.nonzero_milli_cpu;
      spec->nonzero_memory = sums.nonzero_memory;
      fit_resources_add (&spec->limits, &parts->sidecar_limits);
      fit_resources_max (&spec->limits, &parts->init_limits);
    }
  if ((decoder->flags & FIT_DECODE_SIDECARS_APART) == 0)
    {
      /* The pod counts the same with and without a node. */
      spec->placed_milli_cpu = spec->nonzero_milli_cpu;
      spec->placed_memory = spec->nonzero_memory;
    }
  return check_variety (decoder, spec, error);
}

/* -- pod-level requests ---------------------------------------------------- */

static const FitField pod_resources_fields[] = {
  FIT_FIELD ("requests", &fit_type_resource_list, FitPodSpecParts,
             pod_requests),
  FIT_FIELD ("limits", &fit_type_resource_list, FitPodSpecParts, pod_limits),
};
static const FitType pod_resources_parts = FIT_TYPE_FIELDS (
    FitPodSpecParts, pod_resources_fields, FIT_OTHERS ("claims"));

/* Keeps the resources that can be requested at pod level. */
static void
keep_pod_level (const FitDecoder *decoder, FitResourceList *list)
{
  const gboolean hugepages = (decoder->flags & FIT_DECODE_POD_HUGEPAGES) != 0;
  guint n = 0;

  for (guint i = 0; i < list->n; i++)
    {
      const char *name = list->items[i].name;

      if (strcmp (name, FIT_RESOURCE_CPU) == 0
          || strcmp (name, FIT_RESOURCE_MEMORY) == 0
          || (hugepages
              && g_str_has_prefix (name, FIT_RESOURCE_HUGEPAGES_PREFIX)))
        {
          const FitResourceItem kept = list->items[i];

          list->items[i] = list->items[n];
          list->items[n++] = kept;
        }
    }
  while (list->n > n)
    {
      fit_intern_unref (list->items[--list->n].name);
      fit_quantity_clear (&list->items[list->n].quantity);
    }
}

/* The pod's own requests replace the sums over its containers. */
static gboolean
decode_pod_resources (FitDecoder *decoder, const FitValue *value, gpointer out,
                      GError **error)
{
  FitPodSpecParts *parts = out;
  FitPodSpec *spec = &parts->spec;
  const FitQuantity *cpu, *memory;

  if (value == NULL)
    return TRUE;
  spec->modern |= FIT_MODERN_POD_RESOURCES;
  if ((decoder->flags & FIT_DECODE_POD_RESOURCES) == 0)
    return TRUE;
  if (!fit_decode (decoder, &pod_resources_parts, value, parts, error))
    return FALSE;
  keep_pod_level (decoder, &parts->pod_limits);
  fit_resources_set_list (&spec->limits, &parts->pod_limits);
  keep_pod_level (decoder, &parts->pod_requests);
  if (parts->resizes != NULL)
    fit_resizes_apply_to_pod (parts->resizes, decoder, &parts->pod_requests);
  if (parts->pod_requests.n == 0)
    return TRUE;
  spec->containers = g_new0 (FitContainerSums, 1);
  sums_add (spec->containers, &spec->requests, spec->nonzero_milli_cpu,
            spec->nonzero_memory);
  fit_resources_set_list (&spec->requests, &parts->pod_requests);
  cpu = fit_resource_list_get (&parts->pod_requests, FIT_RESOURCE_CPU);
  memory = fit_resource_list_get (&parts->pod_requests, FIT_RESOURCE_MEMORY);
  if (cpu != NULL)
    spec->nonzero_milli_cpu = fit_quantity_milli_value (cpu);
  if (memory != NULL)
    spec->nonzero_memory = fit_quantity_value (memory);
  parts->names_cpu |= cpu != NULL;
  parts->names_memory |= memory != NULL;
  return check_variety (decoder, spec, error);
}

static gboolean
decode_overhead (FitDecoder *decoder, const FitValue *value, gpointer out,
                 GError **error)
{
  FitPodSpecParts *parts = out;
  FitPodSpec *spec = &parts->spec;
  const FitQuantity *cpu, *memory;

  if (!fit_decode (decoder, &fit_type_resource_list, value, &parts->overhead,
                   error))
    return FALSE;
  spec->has_overhead = value != NULL;
  fit_resources_add_list (&spec->overhead, &parts->overhead);
  if (decoder->flags & FIT_DECODE_NO_LOCAL_STORAGE)
    spec->overhead.ephemeral_storage = 0;
  cpu = fit_resource_list_get (&parts->overhead, FIT_RESOURCE_CPU);
  spec->overhead_cpu_value = cpu != NULL ? fit_quantity_value (cpu) : 0;
  if (spec->containers == NULL)
    return TRUE;
  /* A pod with requests of its own, once it has a node: defaults count only for
   * a resource that neither the pod, nor a container, nor the overhead
   * names. */
  memory = fit_resource_list_get (&parts->overhead, FIT_RESOURCE_MEMORY);
  spec->placed_milli_cpu = parts->names_cpu || cpu != NULL
                               ? spec->requests.milli_cpu
                               : spec->nonzero_milli_cpu;
  spec->placed_memory = parts->names_memory || memory != NULL
                            ? spec->requests.memory
                            : spec->nonzero_memory;
  return TRUE;
}

void
fit_pod_spec_parts_clear (FitPodSpecParts *parts)
{
  fit_pod_spec_clear (&parts->spec);
  fit_intern_unref (parts->node_name);
  fit_resource_list_clear (&parts->overhead);
  fit_resource_list_clear (&parts->pod_requests);
  fit_resource_list_clear (&parts->pod_limits);
  fit_resources_clear (&parts->sidecars.requests);
  fit_resources_clear (&parts->init_peak.requests);
  fit_resources_clear (&parts->sidecar_limits);
  fit_resources_clear (&parts->init_limits);
}

const FitType fit_type_pod_containers = FIT_TYPE_FUNC (
    FitPodSpecParts, decode_containers, .inner = &fit_type_container);
const FitType fit_type_pod_init_containers = FIT_TYPE_FUNC (
    FitPodSpecParts, decode_init_containers, .inner = &fit_type_container);
const FitType fit_type_pod_resources = FIT_TYPE_FUNC (
    FitPodSpecParts, decode_pod_resources, .inner = &pod_resources_parts);
const FitType fit_type_pod_overhead = FIT_TYPE_FUNC (
    FitPodSpecParts, decode_overhead, .inner = &fit_type_resource_list);

/* -- while containers are resized ------------------------------------------ */

static const FitField running_fields[] = {
  FIT_FIELD_WHOLE ("containers", &fit_type_pod_containers),
  FIT_FIELD_WHOLE ("initContainers", &fit_type_pod_init_containers),
  FIT_FIELD_WHOLE ("resources", &fit_type_pod_resources),
  FIT_FIELD_WHOLE ("overhead", &fit_type_pod_overhead),
};
static const FitType running_type
    = FIT_TYPE_FIELDS (FitPodSpecParts, running_fields);

/* Takes the sums of @running, unless they are those of the spec. */
static void
keep (FitPodSpec *running, FitPod *pod)
{
  g_auto (FitPodSpec) spec = { 0 };

  if (fit_resources_equal (&running->requests, &pod->spec->requests)
      && running->placed_milli_cpu == pod->spec->placed_milli_cpu
      && running->placed_memory == pod->spec->placed_memory)
    return;
  fit_pod_spec_copy (pod->spec, &spec);
  spec.modern |= FIT_MODERN_RESIZES;
  spec.running = g_new0 (FitContainerSums, 1);
  *spec.running
      = (FitContainerSums){ running->requests, running->placed_milli_cpu,
                            running->placed_memory };
  running->requests = (FitResources){ 0 };
  fit_pod_set_spec (pod, &spec);
}

gboolean
fit_decode_running (FitDecoder *decoder, const FitValue *value, FitPod *pod,
                    GError **error)
{
  g_auto (FitResizes) resizes = { 0 };
  g_auto (FitPodSpecParts) parts = { .resizes = &resizes };
  FitDecoder again = *decoder;

  if (!fit_resizes_decode (decoder, value, &resizes, error))
    return FALSE;
  if (resizes.n_containers == 0 && resizes.n_init_containers == 0
      && !resizes.pod.has_resources)
    return TRUE;
  again.flags &= ~(guint) FIT_DECODE_DEMANDS;
  if (!fit_decode (&again, &running_type,
                   fit_decode_get (decoder, value, "spec"), &parts, error))
    return FALSE;
  keep (&parts.spec, pod);
  return TRUE;
}
