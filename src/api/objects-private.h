/* objects-private.h - reading manifests, with a callback; checking their fields
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

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

/* fit_known_fields_check: adds the misspelt fields of @object, of @kind, to
 * @objects->misspelt: "Pod default/web: spec.nodeselector (nodeSelector?)", and
 * unknown words to @objects->odd_words */
void fit_known_fields_check (FitObjects *objects, const FitValue *object,
                             FitKind kind);
