/* resources.c - amounts of compute resources
 *
 * Overflow wraps in Go, so these sums wrap too.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/resources.h"
#include "api/shapes.h"
#include "base/intern-struct.h"
#include "base/intern.h"
#include "api/names.h"
#include "base/wrapping.h"

#include <string.h>

static const FitPart scalar_parts[] = {
  FIT_PART_LEAF (FitScalar, name, &fit_leaf_interned),
};
static const FitShape shape_scalar = FIT_SHAPE (FitScalar, scalar_parts);

static const FitPart resources_parts[] = {
  FIT_PART_ARRAY (FitResources, n_scalars, scalars, &shape_scalar),
};
const FitShape fit_shape_resources = FIT_SHAPE (FitResources, resources_parts);

static const FitPart item_parts[] = {
  FIT_PART_LEAF (FitResourceItem, name, &fit_leaf_interned),
  FIT_PART_LEAF (FitResourceItem, quantity.digits, &fit_leaf_text),
};
static const FitShape shape_item = FIT_SHAPE (FitResourceItem, item_parts);

static const FitPart list_parts[] = {
  FIT_PART_ARRAY (FitResourceList, n, items, &shape_item),
};
const FitShape fit_shape_resource_list
    = FIT_SHAPE (FitResourceList, list_parts);

void
fit_resource_list_clear (FitResourceList *list)
{
  fit_shape_clear (&fit_shape_resource_list, list);
}

const FitQuantity *
fit_resource_list_get (const FitResourceList *list, const char *name)
{
  for (guint i = 0; i < list->n; i++)
    if (strcmp (list->items[i].name, name) == 0)
      return &list->items[i].quantity;
  return NULL;
}

void
fit_resource_list_add_missing (FitResourceList *list,
                               const FitResourceList *other)
{
  const guint written = list->n;

  if (other->n == 0)
    return;
  list->items = g_renew (FitResourceItem, list->items, written + other->n);
  for (guint i = 0; i < other->n; i++)
    {
      const FitResourceItem *item = &other->items[i];
      guint j = 0;

      while (j < written && list->items[j].name != item->name)
        j++;
      if (j < written)
        continue;
      list->items[list->n].name = fit_intern_ref (item->name);
      fit_quantity_copy (&item->quantity, &list->items[list->n++].quantity);
    }
}

void
fit_resource_list_raise (FitResourceList *list, const FitResourceList *other)
{
  for (guint i = 0; i < list->n; i++)
    {
      FitQuantity *quantity = &list->items[i].quantity;
      const FitQuantity *greater
          = fit_resource_list_get (other, list->items[i].name);

      if (greater == NULL || fit_quantity_cmp (greater, quantity) <= 0)
        continue;
      fit_quantity_clear (quantity);
      fit_quantity_copy (greater, quantity);
    }
}

void
fit_resource_list_max (FitResourceList *list, const FitResourceList *other)
{
  fit_resource_list_raise (list, other);
  fit_resource_list_add_missing (list, other);
}

void
fit_resources_clear (FitResources *resources)
{
  fit_shape_clear (&fit_shape_resources, resources);
}

void
fit_resources_copy (const FitResources *resources, FitResources *out)
{
  fit_shape_copy (&fit_shape_resources, resources, out);
}

gboolean
fit_resources_equal (const FitResources *a, const FitResources *b)
{
  return fit_shape_equal (&fit_shape_resources, a, b);
}

/* A walk through a list in which each name is there once. */
typedef struct
{
  guint known; /* scalars before the walk: the others have other names */
  guint place; /* where the next name is looked for first */
} Walk;

/* Returns: the amount of @name; one that is new is 0 */
static gint64 *
take_scalar (FitResources *resources, const char *name, Walk *walk)
{
  guint i = walk->place;

  if (i >= walk->known || resources->scalars[i].name != name)
    for (i = 0; i < walk->known && resources->scalars[i].name != name;)
      i++;
  if (i < walk->known)
    walk->place = i + 1;
  else
    {
      i = resources->n_scalars++;
      resources->scalars
          = g_renew (FitScalar, resources->scalars, resources->n_scalars);
      resources->scalars[i] = (FitScalar){ .name = fit_intern_ref (name) };
    }
  return &resources->scalars[i].value;
}

void
fit_resources_set_scalar (FitResources *resources, const char *name,
                          gint64 value)
{
  *take_scalar (resources, name, &(Walk){ .known = resources->n_scalars })
      = value;
}

/* Returns: (nullable): the amount of the base resource @name */
static gint64 *
base_amount (FitResources *resources, const char *name)
{
  if (strcmp (name, FIT_RESOURCE_CPU) == 0)
    return &resources->milli_cpu;
  if (strcmp (name, FIT_RESOURCE_MEMORY) == 0)
    return &resources->memory;
  if (strcmp (name, FIT_RESOURCE_EPHEMERAL_STORAGE) == 0)
    return &resources->ephemeral_storage;
  return NULL;
}

gint64
fit_resources_amount (const FitResources *resources, const char *name)
{
  const gint64 *base = base_amount ((FitResources *) resources, name);

  if (base != NULL)
    return *base;
  for (guint i = 0; i < resources->n_scalars; i++)
    if (strcmp (resources->scalars[i].name, name) == 0)
      return resources->scalars[i].value;
  return 0;
}

/* The amount of @item in the unit of @base, or as a scalar. */
static gint64
item_amount (const FitResources *resources, const gint64 *base,
             const FitResourceItem *item)
{
  return base == &resources->milli_cpu
             ? fit_quantity_milli_value (&item->quantity)
             : fit_quantity_value (&item->quantity);
}

typedef gint64 (*Combine) (gint64 before, gint64 amount);

static gint64
greater (gint64 before, gint64 amount)
{
  return MAX (before, amount);
}

static gint64
replaced (gint64 before, gint64 amount)
{
  return amount;
}

static void
combine_list (FitResources *resources, const FitResourceList *list,
              Combine with)
{
  Walk walk = { .known = resources->n_scalars };

  for (guint i = 0; i < list->n; i++)
    {
      const FitResourceItem *item = &list->items[i];
      gint64 *amount = base_amount (resources, item->name);

      if (amount == NULL && fit_is_scalar_resource_name (item->name))
        amount = take_scalar (resources, item->name, &walk);
      if (amount != NULL)
        *amount = with (*amount, item_amount (resources, amount, item));
    }
}

void
fit_resources_add_list (FitResources *resources, const FitResourceList *list)
{
  combine_list (resources, list, fit_wrapping_add);
}

void
fit_resources_set_list (FitResources *resources, const FitResourceList *list)
{
  combine_list (resources, list, replaced);
}

/* Unlike the others, adds no scalar of zero. */
void
fit_resources_max_list (FitResources *resources, const FitResourceList *list)
{
  for (guint i = 0; i < list->n; i++)
    {
      const FitResourceItem *item = &list->items[i];
      gint64 *base = base_amount (resources, item->name);
      const gint64 amount = item_amount (resources, base, item);

      if (base != NULL)
        *base = MAX (*base, amount);
      else if (fit_is_scalar_resource_name (item->name)
               && amount > fit_resources_scalar (resources, item->name))
        fit_resources_set_scalar (resources, item->name, amount);
    }
}

static void
combine (FitResources *resources, const FitResources *other, Combine with)
{
  Walk walk = { .known = resources->n_scalars };

  resources->milli_cpu = with (resources->milli_cpu, other->milli_cpu);
  resources->memory = with (resources->memory, other->memory);
  resources->ephemeral_storage
      = with (resources->ephemeral_storage, other->ephemeral_storage);
  for (guint i = 0; i < other->n_scalars; i++)
    {
      const FitScalar *scalar = &other->scalars[i];
      gint64 *amount = take_scalar (resources, scalar->name, &walk);

      *amount = with (*amount, scalar->value);
    }
}

void
fit_resources_add (FitResources *resources, const FitResources *other)
{
  combine (resources, other, fit_wrapping_add);
}

void
fit_resources_max (FitResources *resources, const FitResources *other)
{
  combine (resources, other, greater);
}

void
fit_resources_subtract (FitResources *resources, const FitResources *other)
{
  combine (resources, other, fit_wrapping_subtract);
}
