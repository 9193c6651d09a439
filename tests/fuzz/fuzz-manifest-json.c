/* fuzz-manifest-json.c - any bytes as a JSON manifest
 *
 * Whatever the bytes are, reading ends with objects or with an error, and what
 * was read can be made into pods, completed and freed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/objects.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/manifest.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;
  FitDecodeFlags flags
      = (size % 2 ? FIT_DECODE_LEGACY_LABELS : FIT_DECODE_AS_IS)
        | FIT_DECODE_CONTROLLERS;
  gboolean done;

  if (size == 0 || (data[0] != '{' && data[0] != '['))
    return 0;
  limits.object_bytes = 16 * 1024 * 1024;
  done = fit_objects_read (objects, (const char *) data, size, "fuzz", flags,
                           &limits, &error);
  g_assert_true (done == (error == NULL));
  if (done)
    use_objects (objects, flags);
  return 0;
}
