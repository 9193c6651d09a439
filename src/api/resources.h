/* resources.h - amounts of compute resources
 *
 * CPU is counted in millicores, memory and ephemeral storage in bytes, scalar
 * resources (extended, hugepages, attachable volumes) in their own units.
 * Arithmetic wraps silently, as in v1.16.
 * Source: kube-scheduler v1.16 nodeinfo.Resource.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/quantity.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name; /* interned, one reference held */
  gint64 value;
} FitScalar;

typedef struct
{
  gint64 milli_cpu;
  gint64 memory;            /* bytes */
  gint64 ephemeral_storage; /* bytes */
  guint n_scalars;
  guint unused; /* 0, so that equal amounts are equal bytes (base/shape.h) */
  FitScalar *scalars; /* owned, in order of first mention */
} FitResources;

/* One entry of a resource list in the input. */
typedef struct
{
  const char *name; /* interned, one reference held */
  FitQuantity quantity;
} FitResourceItem;

typedef struct
{
  guint n;
  guint unused;           /* 0, as above */
  FitResourceItem *items; /* owned */
} FitResourceList;

void fit_resource_list_clear (FitResourceList *list);

/* fit_resource_list_get: Returns: (nullable): the quantity named @name
 * (compares text) */
const FitQuantity *fit_resource_list_get (const FitResourceList *list,
                                          const char *name);

/* fit_resource_list_add_missing: what @list does not name yet, as @other has
 * it */
void fit_resource_list_add_missing (FitResourceList *list,
                                    const FitResourceList *other);

/* fit_resource_list_raise: what @list names, to the amount in @other if that is
 * greater */
void fit_resource_list_raise (FitResourceList *list,
                              const FitResourceList *other);

/* fit_resource_list_max: the greater amount of each resource in one of them */
void fit_resource_list_max (FitResourceList *list,
                            const FitResourceList *other);

/* fit_resources_clear: frees the scalars, sets all to 0 */
void fit_resources_clear (FitResources *resources);

/* fit_resources_copy: @out must be clear or uninitialised */
void fit_resources_copy (const FitResources *resources, FitResources *out);

/* fit_resources_equal: the same amounts of the same resources? */
gboolean fit_resources_equal (const FitResources *a, const FitResources *b);

/* fit_resources_add_list: v1.16 Resource.Add(): ignores names that are not
 * compute resources; a scalar of zero still gets an entry */
void fit_resources_add_list (FitResources *resources,
                             const FitResourceList *list);

/* fit_resources_max_list: v1.16 Resource.SetMaxResource() */
void fit_resources_max_list (FitResources *resources,
                             const FitResourceList *list);

/* fit_resources_max: takes the greater amount of each resource */
void fit_resources_max (FitResources *resources, const FitResources *other);

/* fit_resources_set_list: replaces the amounts of the resources in @list */
void fit_resources_set_list (FitResources *resources,
                             const FitResourceList *list);

/* fit_resources_add, fit_resources_subtract: adds or subtracts all amounts of
 * @other; scalars that become zero stay listed */
void fit_resources_add (FitResources *resources, const FitResources *other);
void fit_resources_subtract (FitResources *resources,
                             const FitResources *other);

/* fit_resources_amount: Returns: the amount of the resource @name, which need not
 * be interned: of cpu in milli; 0 if absent.  Pods are not among them. */
gint64 fit_resources_amount (const FitResources *resources, const char *name);

/* fit_resources_set_scalar: @name interned; takes its own reference */
void fit_resources_set_scalar (FitResources *resources, const char *name,
                               gint64 value);

/* fit_resources_scalar_from: the same for many names: @place, 0 at first, is
 * where the next one is looked for first.  Two lists mostly have one order. */
static inline gint64
fit_resources_scalar_from (const FitResources *resources, const char *name,
                           guint *place)
{
  guint i = *place;

  if (i >= resources->n_scalars || resources->scalars[i].name != name)
    for (i = 0; i < resources->n_scalars && resources->scalars[i].name != name;)
      i++;
  if (i == resources->n_scalars)
    return 0;
  *place = i + 1;
  return resources->scalars[i].value;
}

/* fit_resources_scalar: @name interned; 0 if absent.  Hot path. */
static inline gint64
fit_resources_scalar (const FitResources *resources, const char *name)
{
  guint place = 0;

  return fit_resources_scalar_from (resources, name, &place);
}

G_END_DECLS
