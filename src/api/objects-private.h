/* objects-private.h - reading manifests, with a say in between
 */
#pragma once

#include "api/objects.h"

G_BEGIN_DECLS

/* How one manifest is read. */
typedef struct
{
  FitObjects *objects; /* borrowed: where they go */
  FitDecodeFlags flags;
  const FitLimits *limits;              /* (nullable) borrowed */
  void (*after_object) (gpointer data); /* (nullable): called now and then */
  gpointer data;                        /* borrowed */
} FitObjectReader;

/* fit_object_reader_run: fit_objects_read() as @reader says */
gboolean fit_object_reader_run (const FitObjectReader *reader,
                                const char *bytes, gsize len,
                                const char *source, GError **error);

G_END_DECLS
