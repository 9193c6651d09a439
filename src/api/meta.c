/* meta.c - the metadata of API objects */
#include "api/meta.h"
#include "api/meta-private.h"
#include "base/intern.h"
#include "base/intern-struct.h"

static const FitPart owner_parts[] = {
  FIT_PART_LEAF (FitOwnerReference, api_version, &fit_leaf_text),
  FIT_PART_LEAF (FitOwnerReference, kind, &fit_leaf_text),
  FIT_PART_LEAF (FitOwnerReference, name, &fit_leaf_text),
  FIT_PART_LEAF (FitOwnerReference, uid, &fit_leaf_text),
};
static const FitShape shape_owner = FIT_SHAPE (FitOwnerReference, owner_parts);

const FitOwnerReference *
fit_owner_reference_share (FitOwnerReference *owner)
{
  return fit_intern_struct (&shape_owner, owner);
}

void
fit_object_meta_clear (FitObjectMeta *meta)
{
  g_clear_pointer (&meta->name, g_free);
  fit_intern_unref (g_steal_pointer (&meta->namespace_));
  g_clear_pointer (&meta->uid, g_free);
  g_clear_pointer (&meta->resource_version, g_free);
  g_clear_pointer (&meta->labels, fit_labels_unref);
  fit_intern_struct_unref (g_steal_pointer (&meta->controller));
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
  out->controller = meta->controller != NULL
                        ? fit_intern_struct_ref (meta->controller)
                        : NULL;
  out->raw = g_strdup (meta->raw);
}
