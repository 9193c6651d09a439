/* meta.c - the metadata of API objects
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/meta.h"
#include "api/shapes.h"
#include "base/intern.h"
#include "base/intern-struct.h"

#include <string.h>

static const FitPart owner_parts[] = {
  FIT_PART_LEAF (FitOwnerReference, api_version, &fit_leaf_text),
  FIT_PART_LEAF (FitOwnerReference, kind, &fit_leaf_text),
  FIT_PART_LEAF (FitOwnerReference, name, &fit_leaf_text),
  FIT_PART_LEAF (FitOwnerReference, uid, &fit_leaf_text),
};
const FitShape fit_shape_owner = FIT_SHAPE (FitOwnerReference, owner_parts);

void
fit_object_meta_set_texts (FitObjectMeta *meta, const char *name,
                           const char *uid, const char *resource_version)
{
  const gsize name_bytes = strlen (name) + 1, uid_bytes = strlen (uid) + 1;
  const gsize version_bytes = strlen (resource_version) + 1;
  char *texts = g_malloc (name_bytes + uid_bytes + version_bytes);
  char *old = meta->name;

  meta->name = memcpy (texts, name, name_bytes);
  meta->uid = memcpy (texts + name_bytes, uid, uid_bytes);
  meta->resource_version = memcpy (texts + name_bytes + uid_bytes,
                                   resource_version, version_bytes);
  g_free (old);
}

void
fit_object_meta_clear (FitObjectMeta *meta)
{
  g_clear_pointer (&meta->name, g_free);
  meta->uid = NULL;
  meta->resource_version = NULL;
  fit_intern_unref (g_steal_pointer (&meta->namespace_));
  g_clear_pointer (&meta->labels, fit_labels_unref);
  fit_intern_struct_unref (g_steal_pointer (&meta->controller));
  g_clear_pointer (&meta->raw, g_free);
}

void
fit_object_meta_copy (const FitObjectMeta *meta, FitObjectMeta *out)
{
  *out = *meta;
  out->name = NULL;
  fit_object_meta_set_texts (out, meta->name, meta->uid,
                             meta->resource_version);
  out->namespace_ = fit_intern_ref (meta->namespace_);
  out->labels = meta->labels != NULL ? fit_labels_ref (meta->labels) : NULL;
  out->controller = meta->controller != NULL
                        ? fit_intern_struct_ref (meta->controller)
                        : NULL;
  out->raw = g_strdup (meta->raw);
}
