/* raw.h - the JSON of an object for extenders: FitObjectMeta.raw
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/decode.h"
#include "api/meta.h"

/* fit_raw_keep: fills meta->raw of @object, which was decoded into @meta, if
 * the flags of @decoder ask for it.  Fails with FIT_ERROR_LIMIT. */
gboolean fit_raw_keep (FitDecoder *decoder, const FitValue *object,
                       FitObjectMeta *meta, GError **error);

/* fit_raw_keep_written: the same for kinds that are not sent to extenders: the
 * object as in the input, with @kind and the decoder's apiVersion */
gboolean fit_raw_keep_written (FitDecoder *decoder, const char *kind,
                               const FitValue *object, FitObjectMeta *meta,
                               GError **error);

/* fit_raw_read: Returns: (transfer none): the tree of @raw in @arena; @raw must
 * come from one of the functions above */
const FitValue *fit_raw_read (FitArena *arena, const char *raw);

/* fit_raw_set: sets the member @name of the part @part ("spec", ...) of
 * meta->raw, if there is any, to the string @text; "" removes the member */
void fit_raw_set (FitObjectMeta *meta, const char *part, const char *name,
                  const char *text);

typedef struct
{
  const char *type;
  const char *status;
  const char *reason;
  const char *message;
  const char *transition_time;
} FitRawCondition;

/* fit_raw_set_condition: puts @condition into the status of meta->raw, if there
 * is any, in place of those of its type */
void fit_raw_set_condition (FitObjectMeta *meta,
                            const FitRawCondition *condition);
