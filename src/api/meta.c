/* meta.c - the metadata of API objects */
#include "api/meta.h"
#include "base/intern.h"

static void
owner_free (FitOwnerReference *owner)
{
  if (owner == NULL)
    return;
  g_free (owner->api_version);
  g_free (owner->kind);
  g_free (owner->name);
  g_free (owner->uid);
  g_free (owner);
}

static FitOwnerReference *
owner_copy (const FitOwnerReference *owner)
{
  FitOwnerReference *copy;

  if (owner == NULL)
    return NULL;
  copy = g_new (FitOwnerReference, 1);
  copy->api_version = g_strdup (owner->api_version);
  copy->kind = g_strdup (owner->kind);
  copy->name = g_strdup (owner->name);
  copy->uid = g_strdup (owner->uid);
  return copy;
}

void
fit_object_meta_clear (FitObjectMeta *meta)
{
  g_clear_pointer (&meta->name, g_free);
  fit_intern_unref (g_steal_pointer (&meta->namespace_));
  g_clear_pointer (&meta->uid, g_free);
  g_clear_pointer (&meta->resource_version, g_free);
  g_clear_pointer (&meta->labels, fit_labels_unref);
  g_clear_pointer (&meta->controller, owner_free);
  g_clear_pointer (&meta->raw, g_free);
}

void
fit_object_meta_copy (const FitObjectMeta *meta, FitObjectMeta *out)
{
  *out = *meta;
  out->name = g_strdup (meta->name);
  out->namespace_ = fit_intern_ref (meta->namespace_);
  out->uid = g_strdup (meta->uid);
  out->resource_version = g_strdup (meta->resource_version);
  out->labels = meta->labels != NULL ? fit_labels_ref (meta->labels) : NULL;
  out->controller = owner_copy (meta->controller);
  out->raw = g_strdup (meta->raw);
}
