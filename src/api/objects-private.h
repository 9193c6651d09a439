/* objects-private.h - reading manifests, with a callback
 */
#pragma once

#include "api/objects.h"

G_BEGIN_DECLS

/* How to read one manifest. */
typedef struct
{
  FitObjects *objects; /* borrowed: gets the objects */
  FitDecodeFlags flags;
  const FitLimits *limits;              /* (nullable) borrowed */
  void (*after_object) (gpointer data); /* (nullable): called from time to
                                           time */
  gpointer data;                        /* borrowed */
} FitObjectReader;

/* fit_object_reader_run: like fit_objects_read(), with the options in
 * @reader */
gboolean fit_object_reader_run (const FitObjectReader *reader,
                                const char *bytes, gsize len,
                                const char *source, GError **error);

G_END_DECLS
