/* raw.h - the JSON of an object as extenders get it: FitObjectMeta.raw
 */
#pragma once

#include "api/decode.h"

G_BEGIN_DECLS

/* fit_raw_keep: fills meta->raw of @object, which was decoded into @meta, if
 * the flags of @decoder ask for it.  Fails with FIT_ERROR_LIMIT. */
gboolean fit_raw_keep (FitDecoder *decoder, const FitValue *object,
                       FitObjectMeta *meta, GError **error);

/* fit_raw_keep_written: the same for kinds that extenders do not get: as it was
 * written, with @kind and the apiVersion that @decoder knows */
gboolean fit_raw_keep_written (FitDecoder *decoder, const char *kind,
                               const FitValue *object, FitObjectMeta *meta,
                               GError **error);

/* fit_raw_read: Returns: (transfer none): the tree of @raw, which one of the
 * above has written, in @arena */
const FitValue *fit_raw_read (FitArena *arena, const char *raw);

/* fit_raw_set: has meta->raw, if there is any, say that the member @name of its
 * part @part ("spec", ...) is the string @text; "" takes the member away */
void fit_raw_set (FitObjectMeta *meta, const char *part, const char *name,
                  const char *text);

G_END_DECLS
