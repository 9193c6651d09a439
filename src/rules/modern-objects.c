/* modern-objects.c - the fields that v1.16 does not know, and who reads them
 * Tests: tests/rules/test-modern-objects.c, tests/cli/test-modern-objects.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/modern-objects.h"

#include "api/names.h"
#include "api/storage.h"
#include "base/error.h"
#include "rules/rule.h"

/* clang-format off */
static const FitModernField fields[] = {
  { FIT_MODERN_GATES, "spec.schedulingGates", "scheduling gates",
    FIT_SINCE (26), FIT_GATE_POD_SCHEDULING_READINESS, "SchedulingGates", 0, TRUE },
  { FIT_MODERN_CLAIMS, "spec.resourceClaims", "resource claims",
    FIT_SINCE (26), FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION, "DynamicResources", 0, FALSE },
  { FIT_MODERN_DEVICE_CLASSES, "requests of " FIT_RESOURCE_DEVICE_CLASS_PREFIX, "devices as extended resources",
    FIT_SINCE (34), FIT_GATE_DRA_EXTENDED_RESOURCE, "DynamicResources", 0, FALSE },
  { FIT_MODERN_WORKLOAD, "spec.workloadRef", "a group of pods",
    FIT_SPAN (35, 36), FIT_GATE_GANG_SCHEDULING, NULL, 0, FALSE },
  { FIT_MODERN_SCHEDULING_GROUP, "spec.schedulingGroup", "a group of pods",
    FIT_SINCE (36), FIT_GATE_GENERIC_WORKLOAD, NULL, 0, FALSE },
  { FIT_MODERN_SIDECARS, "spec.initContainers.restartPolicy", "sidecars",
    FIT_SINCE (28), FIT_GATE_SIDECAR_CONTAINERS, NULL,
    FIT_DECODE_SIDECARS | FIT_DECODE_SIDECARS_APART | FIT_DECODE_SIDECAR_PORTS, FALSE },
  { FIT_MODERN_POD_RESOURCES, "spec.resources", "requests of the pod as a whole",
    FIT_SINCE (32), FIT_GATE_POD_LEVEL_RESOURCES, NULL,
    FIT_DECODE_POD_RESOURCES | FIT_DECODE_POD_HUGEPAGES, FALSE },
  { FIT_MODERN_RESIZES, "status.containerStatuses.resources", "containers that are being resized",
    FIT_SINCE (27), FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING, NULL,
    FIT_DECODE_RESIZES | FIT_DECODE_RESIZES_BY_ALLOCATION | FIT_DECODE_RESIZES_BY_REPORT | FIT_DECODE_POD_RESIZES, FALSE },
  { FIT_MODERN_EPHEMERAL_VOLUMES, "spec.volumes.ephemeral", "volumes whose claims are made for the pod",
    FIT_SINCE (19), FIT_GATE_GENERIC_EPHEMERAL_VOLUME, NULL, FIT_DECODE_EPHEMERAL_CLAIMS, FALSE },
  { FIT_MODERN_ONE_POD_CLAIMS, "spec.accessModes", "ReadWriteOncePod, one pod at a time",
    FIT_SINCE (22), FIT_GATE_READ_WRITE_ONCE_POD, "VolumeRestrictions", 0, FALSE, .by_rule = TRUE },
};
/* clang-format on */

const FitModernField *
fit_modern_fields (guint *out_n)
{
  *out_n = G_N_ELEMENTS (fields);
  return fields;
}

guint
fit_modern_fields_of (FitKind kind, gconstpointer object)
{
  if (kind == FIT_KIND_POD)
    return ((const FitPod *) object)->spec->modern;
  if (kind == FIT_KIND_PERSISTENT_VOLUME_CLAIM
      && (((const FitPersistentVolumeClaim *) object)->access_modes
          & FIT_ACCESS_READ_WRITE_ONCE_POD))
    return FIT_MODERN_ONE_POD_CLAIMS;
  return 0;
}

gboolean
fit_modern_field_evaluated (const FitModernField *field)
{
  return field->waits || field->by_rule || field->flags != 0;
}

gboolean
fit_modern_field_read (const FitModernField *field, FitRelease release,
                       FitFeatureGates gates)
{
  return fit_span_has (field->span, release)
         && (field->gate == FIT_GATE_NONE || fit_gate_on (gates, field->gate));
}

FitModernUse
fit_modern_use (FitModernObjects mode)
{
  FitModernUse use = { .refuses = mode == FIT_MODERN_REFUSE };

  if (mode == FIT_MODERN_STRICT_LEGACY)
    return use;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].by_rule)
      continue;
    else if (fields[i].waits)
      use.waits |= (guint) fields[i].bit;
    else if (use.refuses || !fit_modern_field_evaluated (&fields[i]))
      use.unanswered |= (guint) fields[i].bit;
  return use;
}

/* An API server drops fields whose gate is off, so where a field is, its gate
 * is on. */
FitDecodeFlags
fit_modern_flags (FitModernObjects mode, FitRelease release)
{
  guint honoured = 0;
  const FitFeatureGates all
      = { .bits = { G_MAXUINT64, G_MAXUINT64 }, .release = release };

  if (mode == FIT_MODERN_STRICT_LEGACY)
    return FIT_DECODE_DEFAULT;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    honoured |= fields[i].flags;
  return honoured & fit_profile_decode_flags (release, all);
}

gboolean
fit_modern_answers (const FitModernUse *use, const FitPod *pod, GError **error)
{
  const guint found = pod->spec->modern & use->unanswered;

  if (found == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (found & (guint) fields[i].bit)
      return fit_fail (error, FIT_ERROR_NOT_EVALUATED,
                       "the pod has %s (%s), which %s", fields[i].field,
                       fields[i].what,
                       fit_modern_field_evaluated (&fields[i])
                           ? "--modern-objects=refuse does not let these rules "
                             "decide about"
                           : "fitsched does not evaluate");
  return FALSE;
}
