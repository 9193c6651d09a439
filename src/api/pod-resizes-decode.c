/* pod-resizes-decode.c - what a pod counts while its containers are resized in
 * place
 *
 * The status of a running pod says what its containers have (resources) and
 * what the node has set aside for them (allocatedResources).  A container
 * counts the greatest of both and what its spec requests.  If the node cannot
 * resize it, the spec does not count.  From 1.35 on that holds for what the pod
 * requests as a whole, too (InPlacePodLevelResourcesVerticalScaling).
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/pod-resizes-decode.h"

#include "api/decode-parts.h"

#include <string.h>

#define RESIZES                                          \
  (FIT_DECODE_RESIZES | FIT_DECODE_RESIZES_BY_ALLOCATION \
   | FIT_DECODE_RESIZES_BY_REPORT)

/* -- the status ------------------------------------------------------------ */

static const FitField resources_fields[] = {
  FIT_FIELD ("requests", &fit_type_resource_list, FitResizedContainer,
             requests),
  FIT_FIELD_UNREAD ("limits", &fit_type_resource_list),
};

static const FitField container_fields[] = {
  FIT_FIELD ("name", &fit_type_text, FitResizedContainer, name,
             FIT_NAMES (CONTAINER)),
  FIT_FIELD ("allocatedResources", &fit_type_resource_list, FitResizedContainer,
             allocated),
  FIT_FIELD_SEEN_WHOLE ("resources",
                        FIT_STRUCT (FitResizedContainer, resources_fields),
                        FitResizedContainer, has_resources),
};
static const FitType container_type
    = FIT_TYPE_FIELDS (FitResizedContainer, container_fields);

/* Up to 1.32. */
static gboolean
decode_resize (FitDecoder *decoder, const FitValue *value, gpointer out,
               GError **error)
{
  FitResizes *resizes = out;
  const char *text = NULL;

  if (!fit_decode (decoder, &fit_type_text, value, &text, error))
    return FALSE;
  if ((decoder->flags & FIT_DECODE_RESIZES) == 0)
    resizes->infeasible = strcmp (text, "Infeasible") == 0;
  return TRUE;
}

typedef struct
{
  const char *type;
  const char *reason;
} Condition;

static const FitField condition_fields[] = {
  FIT_FIELD ("type", &fit_type_text, Condition, type, FIT_NAMES (WORD)),
  FIT_FIELD ("reason", &fit_type_text, Condition, reason, FIT_NAMES (WORD)),
};
static const FitType condition_type
    = FIT_TYPE_FIELDS (Condition, condition_fields);

static gboolean
read_condition (FitDecoder *decoder, const FitValue *value, gpointer out,
                GError **error)
{
  FitResizes *resizes = out;
  Condition condition = { 0 };

  if (!fit_decode (decoder, &condition_type, value, &condition, error))
    return FALSE;
  if (resizes->has_pending || strcmp (condition.type, "PodResizePending") != 0)
    return TRUE;
  resizes->has_pending = TRUE;
  resizes->infeasible = strcmp (condition.reason, "Infeasible") == 0;
  return TRUE;
}

/* From 1.33 on.  The first condition of the type counts. */
static gboolean
decode_conditions (FitDecoder *decoder, const FitValue *value, gpointer out,
                   GError **error)
{
  return (decoder->flags & FIT_DECODE_RESIZES) == 0
         || fit_decode_each (decoder, value, read_condition, out, error);
}

static const FitType resize_type
    = FIT_TYPE_FUNC (FitResizes, decode_resize, .texts = FIT_TEXTS_KEPT);
static const FitType conditions_type
    = FIT_TYPE_FUNC (FitResizes, decode_conditions, .inner = &condition_type);
static const FitField pod_resources_fields[] = {
  FIT_FIELD ("requests", &fit_type_resource_list, FitResizes, pod.requests),
  FIT_FIELD_UNREAD ("limits", &fit_type_resource_list),
};
static const FitField status_fields[] = {
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "containerStatuses", &container_type,
                   FitResizes, n_containers, containers),
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "initContainerStatuses", &container_type,
                   FitResizes, n_init_containers, init_containers),
  FIT_FIELD ("allocatedResources", &fit_type_resource_list, FitResizes,
             pod.allocated),
  FIT_FIELD_SEEN_WHOLE ("resources",
                        FIT_STRUCT (FitResizes, pod_resources_fields),
                        FitResizes, pod.has_resources),
  FIT_FIELD_WHOLE ("resize", &resize_type),
  FIT_FIELD_WHOLE ("conditions", &conditions_type),
};
const FitType fit_type_resized_status
    = FIT_TYPE_FIELDS (FitResizes, status_fields);
static const FitField pod_fields[] = {
  FIT_FIELD_WHOLE ("status", &fit_type_resized_status),
};
static const FitType pod_type = FIT_TYPE_FIELDS (FitResizes, pod_fields);

static void
containers_clear (FitResizedContainer *containers, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      fit_resource_list_clear (&containers[i].requests);
      fit_resource_list_clear (&containers[i].allocated);
    }
}

void
fit_resizes_clear (FitResizes *resizes)
{
  containers_clear (resizes->containers, resizes->n_containers);
  containers_clear (resizes->init_containers, resizes->n_init_containers);
  containers_clear (&resizes->pod, 1);
  g_free (resizes->containers);
  g_free (resizes->init_containers);
}

gboolean
fit_resizes_decode (FitDecoder *decoder, const FitValue *value, FitResizes *out,
                    GError **error)
{
  return (decoder->flags & RESIZES) == 0
         || fit_decode (decoder, &pod_type, value, out, error);
}

/* -- what counts --------------------------------------------------------- */

/* Returns: (nullable): the last one called @name */
static const FitResizedContainer *
find_last (const FitResizedContainer *containers, guint n, const char *name)
{
  for (guint i = n; i-- > 0;)
    if (strcmp (containers[i].name, name) == 0)
      return &containers[i];
  return NULL;
}

void
fit_resizes_apply (const FitResizes *resizes, const FitDecoder *decoder,
                   const char *name, gboolean is_init, gboolean is_sidecar,
                   FitResourceList *requests)
{
  const FitDecodeFlags flags = decoder->flags;
  const FitResizedContainer *found = NULL;
  const FitResizedContainer *status;

  /* From 1.33 on init containers have a status that counts, too. */
  if (decoder->flags & FIT_DECODE_RESIZES)
    found = find_last (resizes->init_containers, resizes->n_init_containers,
                       name);
  status = found != NULL
               ? found
               : find_last (resizes->containers, resizes->n_containers, name);
  if (status == NULL || (is_init && !is_sidecar)
      || (is_init && (flags & FIT_DECODE_RESIZES) == 0)
      || (!status->has_resources
          && (flags & FIT_DECODE_RESIZES_BY_ALLOCATION) == 0))
    return;
  if (resizes->infeasible)
    fit_resource_list_clear (requests);
  if ((flags & FIT_DECODE_RESIZES_BY_ALLOCATION) == 0)
    fit_resource_list_max (requests, &status->requests);
  if ((flags & FIT_DECODE_RESIZES_BY_REPORT) == 0)
    fit_resource_list_max (requests, &status->allocated);
}

void
fit_resizes_apply_to_pod (const FitResizes *resizes, const FitDecoder *decoder,
                          FitResourceList *requests)
{
  if ((decoder->flags & FIT_DECODE_POD_RESIZES) == 0
      || !resizes->pod.has_resources)
    return;
  for (guint i = 0; resizes->infeasible && i < requests->n; i++)
    fit_quantity_clear (&requests->items[i].quantity);
  fit_resource_list_raise (requests, &resizes->pod.requests);
  fit_resource_list_raise (requests, &resizes->pod.allocated);
}
