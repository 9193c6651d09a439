/* pod-decode.c - Pod v1
 *
 * Containers leave nothing behind but what they add up to.
 */
#include "api/decode-parts.h"
#include "base/intern.h"
#include "api/digest.h"
#include "api/names.h"
#include "api/raw.h"

#include <string.h>

/* What a container that says nothing counts for when nodes are scored. */
#define DEFAULT_MILLI_CPU 100
#define DEFAULT_MEMORY (G_GINT64_CONSTANT (200) * 1024 * 1024)

#define DEFAULT_GRACE_SECONDS 30

#define DEFAULT_HOST_IP "0.0.0.0"
#define DEFAULT_PROTOCOL "TCP"

/* One resource while init containers run. */
typedef struct
{
  gboolean named; /* by a sidecar so far */
  gint64 sidecars;
  gint64 peak;
} InitSum;

/* A pod's spec while it is being read; @spec comes first, so that tables of
 * FitPodSpec work on it. */
typedef struct
{
  FitPodSpec spec;
  const char *node_name; /* interned */
  const char *preemption_policy;
  FitResourceList overhead;     /* owned */
  FitResourceList pod_requests; /* owned: spec.resources.requests */
  FitContainerSums sidecars;    /* owned: so far */
  FitContainerSums init_peak;   /* owned: while init containers run */
  InitSum init_milli_cpu;
  InitSum init_memory;
} SpecParts;

typedef struct
{
  const char *ip;
  const char *protocol;
  gint32 host_port;
  gint32 container_port;
} PortParts;

typedef struct
{
  const char *image;
  const char *restart_policy;
  FitResourceList requests; /* owned */
  FitResourceList limits;   /* owned */
  guint n_ports;
  PortParts *ports; /* in the scratch arena */
} ContainerParts;

/* -- containers ------------------------------------------------------------ */

static const FitField port_fields[] = {
  FIT_FIELD ("hostIP", &fit_type_text, PortParts, ip),
  FIT_FIELD ("protocol", &fit_type_text, PortParts, protocol),
  FIT_FIELD ("hostPort", &fit_type_int32, PortParts, host_port),
  FIT_FIELD ("containerPort", &fit_type_int32, PortParts, container_port),
};
static const FitType port_type = FIT_TYPE_FIELDS (PortParts, port_fields);

static const FitField resources_fields[] = {
  FIT_FIELD ("requests", &fit_type_resource_list, ContainerParts, requests),
  FIT_FIELD ("limits", &fit_type_resource_list, ContainerParts, limits),
};
static const FitType resources_type
    = FIT_TYPE_FIELDS (ContainerParts, resources_fields);

static const FitField container_fields[] = {
  FIT_FIELD ("image", &fit_type_text, ContainerParts, image),
  FIT_FIELD ("restartPolicy", &fit_type_text, ContainerParts, restart_policy),
  FIT_FIELD_WHOLE ("resources", &resources_type),
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "ports", &port_type, ContainerParts,
                   n_ports, ports),
};
static const FitType container_type
    = FIT_TYPE_FIELDS (ContainerParts, container_fields);

static void
container_clear (ContainerParts *container)
{
  fit_resource_list_clear (&container->requests);
  fit_resource_list_clear (&container->limits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ContainerParts, container_clear)

/* Where a limit is set and a request is not, the request is the limit. */
static void
complete_requests (ContainerParts *container)
{
  FitResourceList *requests = &container->requests;
  const FitResourceList *limits = &container->limits;
  guint written = requests->n;

  if (limits->n == 0)
    return;
  requests->items
      = g_renew (FitResourceItem, requests->items, written + limits->n);
  for (guint i = 0; i < limits->n; i++)
    {
      const FitResourceItem *limit = &limits->items[i];
      guint j = 0;

      while (j < written && requests->items[j].name != limit->name)
        j++;
      if (j < written)
        continue;
      requests->items[requests->n].name = fit_intern_ref (limit->name);
      fit_quantity_copy (&limit->quantity,
                         &requests->items[requests->n++].quantity);
    }
}

static gboolean
is_positive (const FitResourceList *list, const char *name)
{
  const FitQuantity *quantity = fit_resource_list_get (list, name);

  return quantity != NULL && fit_quantity_sign (quantity) > 0;
}

static gboolean
is_best_effort (const ContainerParts *container)
{
  return !is_positive (&container->requests, FIT_RESOURCE_CPU)
         && !is_positive (&container->requests, FIT_RESOURCE_MEMORY)
         && !is_positive (&container->limits, FIT_RESOURCE_CPU)
         && !is_positive (&container->limits, FIT_RESOURCE_MEMORY);
}

static void
add_extended (FitPodSpec *spec, const FitResourceList *list)
{
  for (guint i = 0; i < list->n; i++)
    {
      const char *name = list->items[i].name;
      guint j = 0;

      if (!fit_is_extended_resource_name (name))
        continue;
      while (j < spec->n_extended && spec->extended[j] != name)
        j++;
      if (j < spec->n_extended)
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

/* What containers and init containers have in common. */
static gboolean
decode_any_container (FitDecoder *decoder, const FitValue *value,
                      FitPodSpec *spec, ContainerParts *container,
                      GError **error)
{
  if (!fit_decode (decoder, &container_type, value, container, error))
    return FALSE;
  if (fit_decoder_completes (decoder))
    complete_requests (container);
  if (!is_best_effort (container))
    spec->best_effort = FALSE;
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
      added->ip = fit_intern (or_default (port->ip, DEFAULT_HOST_IP));
      added->protocol
          = fit_intern (or_default (port->protocol, DEFAULT_PROTOCOL));
      added->port = number;
    }
}

static gint64
wrapping_add (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a + (guint64) b);
}

static gboolean
add_container (FitDecoder *decoder, const FitValue *value, gpointer out,
               GError **error)
{
  FitPodSpec *spec = out;
  g_auto (ContainerParts) container = { 0 };

  if (!decode_any_container (decoder, value, spec, &container, error))
    return FALSE;
  fit_resources_add_list (&spec->requests, &container.requests);
  fit_resources_add_list (&spec->limits, &container.limits);
  spec->nonzero_milli_cpu
      = wrapping_add (spec->nonzero_milli_cpu, nonzero_milli_cpu (&container));
  spec->nonzero_memory
      = wrapping_add (spec->nonzero_memory, nonzero_memory (&container));
  spec->images[spec->n_images++] = fit_image_normalized_name (container.image);
  add_host_ports (decoder, &container, spec);
  return TRUE;
}

static void
sums_add (FitContainerSums *sums, const FitResources *requests,
          gint64 milli_cpu, gint64 memory)
{
  fit_resources_add (&sums->requests, requests);
  sums->nonzero_milli_cpu = wrapping_add (sums->nonzero_milli_cpu, milli_cpu);
  sums->nonzero_memory = wrapping_add (sums->nonzero_memory, memory);
}

static void
sums_max (FitContainerSums *sums, const FitContainerSums *other)
{
  fit_resources_max (&sums->requests, &other->requests);
  sums->nonzero_milli_cpu
      = MAX (sums->nonzero_milli_cpu, other->nonzero_milli_cpu);
  sums->nonzero_memory = MAX (sums->nonzero_memory, other->nonzero_memory);
}

/* An init container that goes on running counts as a container, and while those
 * after it run. */
static void
add_beside_sidecars (SpecParts *parts, const ContainerParts *container,
                     gboolean is_sidecar)
{
  FitContainerSums peak = { 0 };
  FitResources requests = { 0 };

  fit_resources_add_list (&requests, &container->requests);
  if (!is_sidecar)
    sums_add (&peak, &parts->sidecars.requests,
              parts->sidecars.nonzero_milli_cpu,
              parts->sidecars.nonzero_memory);
  sums_add (is_sidecar ? &parts->sidecars : &peak, &requests,
            nonzero_milli_cpu (container), nonzero_memory (container));
  sums_max (&parts->init_peak, &peak);
  fit_resources_clear (&peak.requests);
  fit_resources_clear (&requests);
}

/* The default stands in where neither the container nor a sidecar before it
 * names the resource. */
static void
init_sum_add (InitSum *sum, gboolean named, gint64 value, gboolean is_sidecar)
{
  const gint64 amount
      = wrapping_add (sum->sidecars, named || !sum->named ? value : 0);

  sum->peak = MAX (sum->peak, amount);
  if (!is_sidecar || !named)
    return;
  sum->named = TRUE;
  sum->sidecars = amount;
}

static void
add_one_after_another (FitPodSpec *spec, const ContainerParts *container)
{
  fit_resources_max_list (&spec->requests, &container->requests);
  spec->nonzero_milli_cpu
      = MAX (spec->nonzero_milli_cpu, nonzero_milli_cpu (container));
  spec->nonzero_memory = MAX (spec->nonzero_memory, nonzero_memory (container));
}

static gboolean
add_init_container (FitDecoder *decoder, const FitValue *value, gpointer out,
                    GError **error)
{
  SpecParts *parts = out;
  FitPodSpec *spec = &parts->spec;
  g_auto (ContainerParts) container = { 0 };
  gboolean is_sidecar;

  if (!decode_any_container (decoder, value, spec, &container, error))
    return FALSE;
  is_sidecar = strcmp (container.restart_policy, "Always") == 0;
  fit_resources_max_list (&spec->limits, &container.limits);
  if ((decoder->flags & FIT_DECODE_SIDECARS) != 0)
    {
      add_beside_sidecars (parts, &container, is_sidecar);
      init_sum_add (&parts->init_milli_cpu,
                    names (&container, FIT_RESOURCE_CPU),
                    nonzero_milli_cpu (&container), is_sidecar);
      init_sum_add (&parts->init_memory,
                    names (&container, FIT_RESOURCE_MEMORY),
                    nonzero_memory (&container), is_sidecar);
    }
  else
    add_one_after_another (spec, &container);
  spec->init_images[spec->n_init_images++]
      = fit_image_normalized_name (container.image);
  if (is_sidecar && (decoder->flags & FIT_DECODE_SIDECAR_PORTS) != 0)
    add_host_ports (decoder, &container, spec);
  return TRUE;
}

static gboolean
decode_containers (FitDecoder *decoder, const FitValue *value, gpointer out,
                   GError **error)
{
  FitPodSpec *spec = out;

  if (value != NULL && value->type == FIT_VALUE_LIST && value->n > 0)
    spec->images = g_new0 (const char *, value->n);
  return fit_decode_each (decoder, value, add_container, spec, error);
}

/* A pod counts for the same whether it has a node or not. */
static void
place_all (FitPodSpec *spec)
{
  spec->placed_milli_cpu = spec->nonzero_milli_cpu;
  spec->placed_memory = spec->nonzero_memory;
}

static gboolean
decode_init_containers (FitDecoder *decoder, const FitValue *value,
                        gpointer out, GError **error)
{
  SpecParts *parts = out;
  FitPodSpec *spec = &parts->spec;
  FitContainerSums sums;

  if (value != NULL && value->type == FIT_VALUE_LIST && value->n > 0)
    spec->init_images = g_new0 (const char *, value->n);
  if (!fit_decode_each (decoder, value, add_init_container, parts, error))
    return FALSE;
  spec->placed_milli_cpu
      = MAX (spec->nonzero_milli_cpu, parts->init_milli_cpu.peak);
  spec->placed_memory = MAX (spec->nonzero_memory, parts->init_memory.peak);
  sums = (FitContainerSums){ spec->requests, spec->nonzero_milli_cpu,
                             spec->nonzero_memory };
  sums_add (&sums, &parts->sidecars.requests, parts->sidecars.nonzero_milli_cpu,
            parts->sidecars.nonzero_memory);
  sums_max (&sums, &parts->init_peak);
  spec->requests = sums.requests;
  spec->nonzero_milli_cpu = sums.nonzero_milli_cpu;
  spec->nonzero_memory = sums.nonzero_memory;
  if ((decoder->flags & FIT_DECODE_SIDECARS_APART) == 0)
    place_all (spec);
  return check_variety (decoder, spec, error);
}

/* -- what the pod asks for itself ------------------------------------------ */

static const FitField pod_resources_fields[] = {
  FIT_FIELD ("requests", &fit_type_resource_list, SpecParts, pod_requests),
};
static const FitType pod_resources_parts
    = FIT_TYPE_FIELDS (SpecParts, pod_resources_fields);

/* Keeps the resources that a pod as a whole can ask for. */
static void
keep_pod_level (FitResourceList *list)
{
  guint n = 0;

  for (guint i = 0; i < list->n; i++)
    {
      const char *name = list->items[i].name;

      if (strcmp (name, FIT_RESOURCE_CPU) == 0
          || strcmp (name, FIT_RESOURCE_MEMORY) == 0
          || g_str_has_prefix (name, FIT_RESOURCE_HUGEPAGES_PREFIX))
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

/* The pod's own requests stand in place of what its containers add up to. */
static gboolean
decode_pod_resources (FitDecoder *decoder, const FitValue *value, gpointer out,
                      GError **error)
{
  SpecParts *parts = out;
  FitPodSpec *spec = &parts->spec;
  const FitQuantity *cpu, *memory;

  if (value == NULL || (decoder->flags & FIT_DECODE_POD_RESOURCES) == 0)
    return TRUE;
  if (!fit_decode (decoder, &pod_resources_parts, value, parts, error))
    return FALSE;
  keep_pod_level (&parts->pod_requests);
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
  place_all (spec);
  return check_variety (decoder, spec, error);
}

/* -- the rest of the spec -------------------------------------------------- */

static gboolean
decode_priority (FitDecoder *decoder, const FitValue *value, gpointer out,
                 GError **error)
{
  FitPodSpec *spec = out;

  spec->has_priority = value != NULL;
  return fit_decode (decoder, &fit_type_int32, value, &spec->priority, error);
}

static gboolean
decode_grace (FitDecoder *decoder, const FitValue *value, gpointer out,
              GError **error)
{
  *(gint64 *) out = DEFAULT_GRACE_SECONDS;
  return fit_decode (decoder, &fit_type_int64, value, out, error);
}

static gboolean
decode_overhead (FitDecoder *decoder, const FitValue *value, gpointer out,
                 GError **error)
{
  SpecParts *parts = out;
  FitPodSpec *spec = &parts->spec;
  const FitQuantity *cpu;

  if (!fit_decode (decoder, &fit_type_resource_list, value, &parts->overhead,
                   error))
    return FALSE;
  spec->has_overhead = value != NULL;
  fit_resources_add_list (&spec->overhead, &parts->overhead);
  cpu = fit_resource_list_get (&parts->overhead, FIT_RESOURCE_CPU);
  spec->overhead_cpu_value = cpu != NULL ? fit_quantity_value (cpu) : 0;
  return TRUE;
}

static gboolean
decode_node_selector_map (FitDecoder *decoder, const FitValue *value,
                          gpointer out, GError **error)
{
  FitPodSpec *spec = out;

  if (!fit_decode (decoder, &fit_type_labels, value, &spec->node_selector_map,
                   error))
    return FALSE;
  if (spec->node_selector_map != NULL)
    spec->node_selector
        = fit_selector_new_equality (spec->node_selector_map, TRUE);
  return TRUE;
}

static gboolean
decode_toleration_operator (FitDecoder *decoder, const FitValue *value,
                            gpointer out, GError **error)
{
  const char *text = NULL;

  if (!fit_decode (decoder, &fit_type_text, value, &text, error))
    return FALSE;
  if (strcmp (text, "Exists") == 0)
    *(FitTolerationOperator *) out = FIT_TOLERATION_EXISTS;
  else if (text[0] == '\0' || strcmp (text, "Equal") == 0)
    *(FitTolerationOperator *) out = FIT_TOLERATION_EQUAL;
  else
    *(FitTolerationOperator *) out = FIT_TOLERATION_INVALID;
  return TRUE;
}

static gboolean
decode_when_unsatisfiable (FitDecoder *decoder, const FitValue *value,
                           gpointer out, GError **error)
{
  FitSpreadConstraint *constraint = out;
  const char *text = NULL;

  if (!fit_decode (decoder, &fit_type_text, value, &text, error))
    return FALSE;
  constraint->hard = strcmp (text, "DoNotSchedule") == 0;
  constraint->soft = strcmp (text, "ScheduleAnyway") == 0;
  return TRUE;
}

static gboolean
decode_affinity_policy (FitDecoder *decoder, const FitValue *value,
                        gpointer out, GError **error)
{
  const char *text = NULL;

  if (!fit_decode (decoder, &fit_type_text, value, &text, error))
    return FALSE;
  *(gboolean *) out = strcmp (text, "Ignore") == 0;
  return TRUE;
}

static gboolean
decode_taints_policy (FitDecoder *decoder, const FitValue *value, gpointer out,
                      GError **error)
{
  const char *text = NULL;

  if (!fit_decode (decoder, &fit_type_text, value, &text, error))
    return FALSE;
  *(gboolean *) out = strcmp (text, "Honor") == 0;
  return TRUE;
}

typedef struct
{
  char *name; /* owned */
} GateParts;

static const FitField gate_fields[] = {
  FIT_FIELD ("name", &fit_type_string, GateParts, name),
};
static const FitType gate_type = FIT_TYPE_FIELDS (GateParts, gate_fields);

static gboolean
add_scheduling_gate (FitDecoder *decoder, const FitValue *value, gpointer out,
                     GError **error)
{
  FitPodSpec *spec = out;
  GateParts gate = { NULL };

  if (!fit_decode (decoder, &gate_type, value, &gate, error))
    {
      g_free (gate.name);
      return FALSE;
    }
  spec->scheduling_gates[spec->n_scheduling_gates++] = gate.name;
  return TRUE;
}

/* Names are all there is to a gate. */
static gboolean
decode_scheduling_gates (FitDecoder *decoder, const FitValue *value,
                         gpointer out, GError **error)
{
  FitPodSpec *spec = out;

  if (!fit_decode_expect (decoder, value, FIT_VALUE_LIST, error))
    return FALSE;
  if (value == NULL || value->n == 0)
    return TRUE;
  spec->scheduling_gates = g_new0 (char *, (gsize) value->n + 1);
  return fit_decode_each (decoder, value, add_scheduling_gate, spec, error);
}

static const FitType affinity_policy_type
    = FIT_TYPE_FUNC (gboolean, decode_affinity_policy);
static const FitType taints_policy_type
    = FIT_TYPE_FUNC (gboolean, decode_taints_policy);
static const FitType toleration_operator_type
    = FIT_TYPE_FUNC (FitTolerationOperator, decode_toleration_operator);
static const FitField toleration_fields[] = {
  FIT_FIELD ("key", &fit_type_interned, FitToleration, key),
  FIT_FIELD ("value", &fit_type_interned, FitToleration, value),
  FIT_FIELD ("operator", &toleration_operator_type, FitToleration, op),
  FIT_FIELD ("effect", &fit_type_effect, FitToleration, effect),
};
static const FitType toleration_type
    = FIT_TYPE_FIELDS (FitToleration, toleration_fields);

static const FitType when_unsatisfiable_type
    = FIT_TYPE_FUNC (FitSpreadConstraint, decode_when_unsatisfiable);
static const FitField spread_fields[] = {
  FIT_FIELD ("maxSkew", &fit_type_int32, FitSpreadConstraint, max_skew),
  FIT_FIELD ("topologyKey", &fit_type_interned, FitSpreadConstraint,
             topology_key),
  FIT_FIELD_WHOLE ("whenUnsatisfiable", &when_unsatisfiable_type),
  FIT_FIELD ("labelSelector", &fit_type_label_selector, FitSpreadConstraint,
             selector),
  FIT_FIELD ("minDomains", &fit_type_int32, FitSpreadConstraint, min_domains),
  FIT_FIELD ("nodeAffinityPolicy", &affinity_policy_type, FitSpreadConstraint,
             all_nodes),
  FIT_FIELD ("nodeTaintsPolicy", &taints_policy_type, FitSpreadConstraint,
             tolerable_nodes),
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "matchLabelKeys", &fit_type_interned,
                   FitSpreadConstraint, n_label_keys, label_keys),
};
static const FitType spread_type
    = FIT_TYPE_FIELDS (FitSpreadConstraint, spread_fields);

static const FitType priority_type
    = FIT_TYPE_FUNC (FitPodSpec, decode_priority);
static const FitType grace_type = FIT_TYPE_FUNC (gint64, decode_grace);
static const FitType containers_type
    = FIT_TYPE_FUNC (FitPodSpec, decode_containers);
static const FitType init_containers_type
    = FIT_TYPE_FUNC (SpecParts, decode_init_containers);
static const FitType pod_resources_type
    = FIT_TYPE_FUNC (SpecParts, decode_pod_resources);
static const FitType scheduling_gates_type
    = FIT_TYPE_FUNC (FitPodSpec, decode_scheduling_gates);
static const FitType overhead_type = FIT_TYPE_FUNC (SpecParts, decode_overhead);
static const FitType node_selector_map_type
    = FIT_TYPE_FUNC (FitPodSpec, decode_node_selector_map);

/* hostNetwork stands before the containers, whose ports depend on it, the
 * containers before the init containers, and the pod's own resources after
 * both. */
static const FitField spec_fields[] = {
  FIT_FIELD ("nodeName", &fit_type_interned, SpecParts, node_name),
  FIT_FIELD ("schedulerName", &fit_type_interned, SpecParts,
             spec.scheduler_name),
  FIT_FIELD ("priorityClassName", &fit_type_string, SpecParts,
             spec.priority_class_name),
  FIT_FIELD_WHOLE ("priority", &priority_type),
  FIT_FIELD ("preemptionPolicy", &fit_type_text, SpecParts, preemption_policy),
  FIT_FIELD ("terminationGracePeriodSeconds", &grace_type, SpecParts,
             spec.termination_grace_seconds),
  FIT_FIELD ("hostNetwork", &fit_type_bool, SpecParts, spec.host_network),
  FIT_FIELD_WHOLE ("containers", &containers_type),
  FIT_FIELD_WHOLE ("initContainers", &init_containers_type),
  FIT_FIELD_WHOLE ("resources", &pod_resources_type),
  FIT_FIELD_WHOLE ("overhead", &overhead_type),
  FIT_FIELD_WHOLE ("nodeSelector", &node_selector_map_type),
  FIT_FIELD_WHOLE ("affinity", &fit_type_affinity),
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "tolerations", &toleration_type, SpecParts,
                   spec.n_tolerations, spec.tolerations),
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "topologySpreadConstraints", &spread_type,
                   SpecParts, spec.n_spread_constraints,
                   spec.spread_constraints),
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "volumes", &fit_type_pod_volume, SpecParts,
                   spec.n_volumes, spec.volumes),
  FIT_FIELD_WHOLE ("schedulingGates", &scheduling_gates_type),
};
static const FitType spec_parts_type = FIT_TYPE_FIELDS (SpecParts, spec_fields);

static void
spec_parts_clear (SpecParts *parts)
{
  fit_pod_spec_clear (&parts->spec);
  fit_intern_unref (parts->node_name);
  fit_resource_list_clear (&parts->overhead);
  fit_resource_list_clear (&parts->pod_requests);
  fit_resources_clear (&parts->sidecars.requests);
  fit_resources_clear (&parts->init_peak.requests);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpecParts, spec_parts_clear)

static void
complete_spec (const FitDecoder *decoder, FitPodSpec *spec)
{
  if (!fit_decoder_completes (decoder) || spec->scheduler_name[0] != '\0')
    return;
  fit_intern_unref (spec->scheduler_name);
  spec->scheduler_name = fit_intern (FIT_DEFAULT_SCHEDULER_NAME);
}

/* Decodes spec into the whole pod: part of it is the pod's own. */
static gboolean
decode_spec (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  FitPod *pod = out;
  g_auto (SpecParts) parts = { .spec.best_effort = TRUE };

  if (!fit_decode (decoder, &spec_parts_type, value, &parts, error))
    return FALSE;
  complete_spec (decoder, &parts.spec);
  parts.spec.never_preempts = strcmp (parts.preemption_policy, "Never") == 0;
  g_atomic_ref_count_init (&parts.spec.refs);
  pod->node_name = g_steal_pointer (&parts.node_name);
  pod->spec = g_memdup2 (&parts.spec, sizeof parts.spec);
  parts.spec = (FitPodSpec){ 0 };
  return TRUE;
}

/* -- the pod --------------------------------------------------------------- */

static const FitField status_fields[] = {
  FIT_FIELD ("phase", &fit_type_interned, FitPod, phase),
  FIT_FIELD ("nominatedNodeName", &fit_type_interned, FitPod,
             nominated_node_name),
  FIT_FIELD ("startTime", &fit_type_time, FitPod, start_time_ns),
};
static const FitType status_type = FIT_TYPE_FIELDS (FitPod, status_fields);

static const FitType spec_type = FIT_TYPE_FUNC (FitPod, decode_spec);
static const FitField pod_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitPod, meta),
  FIT_FIELD_WHOLE ("spec", &spec_type),
  FIT_FIELD_WHOLE ("status", &status_type),
};
static const FitType pod_type = FIT_TYPE_FIELDS (FitPod, pod_fields);

/* Pods are told apart by their UID; one without gets one of its own. */
static void
complete_uid (const FitDecoder *decoder, FitObjectMeta *meta)
{
  if (!fit_decoder_completes (decoder) || meta->uid[0] != '\0')
    return;
  g_free (meta->uid);
  meta->uid = g_strconcat (meta->namespace_, "/", meta->name, NULL);
}

/* "POD-VOLUME" */
static void
name_ephemeral_claims (FitPod *pod)
{
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      FitVolume *volume = &pod->spec->volumes[i];
      g_autofree char *name = NULL;

      if (volume->type != FIT_VOLUME_EPHEMERAL_CLAIM)
        continue;
      name = g_strconcat (pod->meta.name, "-", volume->id, NULL);
      fit_intern_unref (volume->id);
      volume->id = fit_intern (name);
    }
}

gpointer
fit_decode_pod (FitDecoder *decoder, const FitValue *object, GError **error)
{
  g_autoptr (FitPod) pod = g_new0 (FitPod, 1);

  g_atomic_ref_count_init (&pod->refs);
  if (!fit_decode (decoder, &pod_type, object, pod, error)
      || !fit_decode_complete_meta (decoder, &pod->meta, TRUE, error)
      || !fit_digest_pod (decoder, object, &pod->digests, error))
    return NULL;
  complete_uid (decoder, &pod->meta);
  name_ephemeral_claims (pod);
  if (!fit_raw_keep (decoder, object, &pod->meta, error))
    return NULL;
  return g_steal_pointer (&pod);
}
