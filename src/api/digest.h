/* digest.h - digests of pods, to detect changes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/decode.h"
#include "api/pod.h"

/* fit_digest_pod: digests @object, a pod that can be decoded.  If a key is
 * repeated, all its values count.  Fails with FIT_ERROR_LIMIT if YAML aliases
 * make the tree too large. */
gboolean fit_digest_pod (FitDecoder *decoder, const FitValue *object,
                         FitPodDigests *out, GError **error);

/* fit_digest_value: the same for any @value (nullable); 0 if it is absent or
 * null */
gboolean fit_digest_value (FitDecoder *decoder, const FitValue *value,
                           guint64 *out, GError **error);
