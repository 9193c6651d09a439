/* digest.h - what a pod says, as numbers
 */
#pragma once

#include "api/decode.h"

G_BEGIN_DECLS

/* fit_digest_pod: walks once over @object, a pod that can be decoded.  Of a
 * repeated key all values count.  Fails with FIT_ERROR_LIMIT where aliases of
 * YAML make a small tree say very much. */
gboolean fit_digest_pod (FitDecoder *decoder, const FitValue *object,
                         FitPodDigests *out, GError **error);

/* fit_digest_value: the same of any @value (nullable); 0 when it is absent or
 * null */
gboolean fit_digest_value (FitDecoder *decoder, const FitValue *value,
                           guint64 *out, GError **error);

G_END_DECLS
