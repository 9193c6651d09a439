/* object.h - what all API objects have in common
 *
 * An object is immutable, reference counted and thread-safe; its fields are
 * read-only.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/meta.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_KIND_NODE,
  FIT_KIND_POD,
  FIT_KIND_SERVICE,
  FIT_KIND_REPLICATION_CONTROLLER,
  FIT_KIND_REPLICA_SET,
  FIT_KIND_STATEFUL_SET,
  FIT_KIND_PERSISTENT_VOLUME,
  FIT_KIND_PERSISTENT_VOLUME_CLAIM,
  FIT_KIND_STORAGE_CLASS,
  FIT_KIND_CSI_NODE,
  FIT_KIND_POD_DISRUPTION_BUDGET,
  FIT_KIND_PRIORITY_CLASS,
  FIT_KIND_NAMESPACE,
  FIT_KIND_CSI_DRIVER,
  FIT_KIND_CSI_STORAGE_CAPACITY,
  FIT_KIND_VOLUME_ATTACHMENT,
  FIT_KIND_LIMIT_RANGE,
  FIT_KIND_RESOURCE_QUOTA,
  FIT_KIND_LAST,
} FitKind;

/* The fields that each object begins with. */
#define FIT_OBJECT_FIELDS \
  gatomicrefcount refs;   \
  FitKind kind;           \
  FitObjectMeta meta;

/* An object of any kind. */
typedef struct
{
  FIT_OBJECT_FIELDS
} FitObject;

/* fit_object_ref: @object: (nullable): of any kind.  Returns: (transfer full):
 * @object */
static inline gpointer
fit_object_ref (gconstpointer object)
{
  FitObject *counted = (FitObject *) object;

  if (counted != NULL)
    g_atomic_int_inc (&counted->refs);
  return counted;
}

/* fit_object_unref: @object: (nullable): of any kind; a GDestroyNotify */
void fit_object_unref (gpointer object);

/* fit_object_meta: @object: of any kind.  Returns: (transfer none) */
static inline const FitObjectMeta *
fit_object_meta (gconstpointer object)
{
  return &((const FitObject *) object)->meta;
}

/* FIT_OBJECT_TYPE: defines NAME_ref() and NAME_unref() for objects of one
 * type */
#define FIT_OBJECT_TYPE(Type, name)                    \
  static inline Type *name##_ref (const Type *object)  \
  {                                                    \
    return (Type *) fit_object_ref (object);           \
  }                                                    \
  static inline void name##_unref (const Type *object) \
  {                                                    \
    fit_object_unref ((gpointer) object);              \
  }                                                    \
  G_DEFINE_AUTOPTR_CLEANUP_FUNC (Type, name##_unref)

G_END_DECLS
