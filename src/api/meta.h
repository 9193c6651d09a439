/* meta.h - what every API object carries
 */
#pragma once

#include "api/labels.h"

G_BEGIN_DECLS

/* Times are seconds and nanoseconds since 1970 UTC folded into nanoseconds;
 * FIT_TIME_NONE where the object has none. */
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
  char *name;             /* owned, "" when absent */
  const char *namespace_; /* interned, "" when absent */
  char *uid;              /* owned, "" when absent */
  char *resource_version; /* owned, "" when absent */
  FitLabels *labels;      /* (nullable) owned reference */
  gint64 creation_time_ns;
  gint64 deletion_time_ns;       /* FIT_TIME_NONE unless being deleted */
  FitOwnerReference *controller; /* (nullable) owned: first ownerReference
                                    with controller: true */
  char *raw; /* (nullable) owned: with FIT_DECODE_KEEP_RAW; of pods and nodes:
                the object as JSON, as extenders get it: all that was written
                but kind and apiVersion; metadata.creationTimestamp (null when
                absent), spec and status are always there.  A namespace or UID
                that was completed is in it, and what a copy has changed.
                Of other kinds: as it was written, with kind and apiVersion. */
} FitObjectMeta;

void fit_object_meta_clear (FitObjectMeta *meta);
void fit_object_meta_copy (const FitObjectMeta *meta, FitObjectMeta *out);

static inline gboolean
fit_object_meta_deleting (const FitObjectMeta *meta)
{
  return meta->deletion_time_ns != FIT_TIME_NONE;
}

G_END_DECLS
