/* meta.h - the metadata of API objects
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/labels.h"

G_BEGIN_DECLS

/* Times are nanoseconds since 1970 UTC; FIT_TIME_NONE if the object has
 * none. */
#define FIT_TIME_NONE G_MININT64

typedef struct
{
  char *api_version; /* owned */
  char *kind;        /* owned */
  char *name;        /* owned */
  char *uid;         /* owned */
} FitOwnerReference;

typedef struct
{
  char *name;             /* owned, "" when absent; @uid and @resource_version
                             lie behind it, in the same allocation */
  const char *namespace_; /* interned, "" when absent */
  char *uid;              /* "" when absent */
  char *resource_version; /* "" when absent */
  gint64 generation;      /* 0 when absent */
  FitLabels *labels;      /* (nullable) owned reference */
  gint64 creation_time_ns;
  gint64 deletion_time_ns;             /* FIT_TIME_NONE unless being deleted */
  const FitOwnerReference *controller; /* (nullable) interned: first
                                          ownerReference with controller: true */
  char *raw; /* (nullable) owned: set with FIT_DECODE_KEEP_RAW.  For pods and
                nodes the JSON that extenders get: everything in the input
                except kind and apiVersion, and always
                metadata.creationTimestamp (null if absent), spec and status.
                It includes a completed namespace or UID, and the changes of a
                copy.  For other kinds: the object as in the input, with kind
                and apiVersion. */
} FitObjectMeta;

void fit_object_meta_clear (FitObjectMeta *meta);
void fit_object_meta_copy (const FitObjectMeta *meta, FitObjectMeta *out);

/* fit_object_meta_set_texts: sets the three together; each may be the one that
 * @meta has */
void fit_object_meta_set_texts (FitObjectMeta *meta, const char *name,
                                const char *uid, const char *resource_version);

static inline gboolean
fit_object_meta_deleting (const FitObjectMeta *meta)
{
  return meta->deletion_time_ns != FIT_TIME_NONE;
}

G_END_DECLS
