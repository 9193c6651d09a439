/* fuzz-manifest-yaml.c - any bytes as a YAML manifest
 *
 * As fuzz-manifest-json, but through the YAML reader: a comment in front keeps
 * the bytes from being taken for JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/objects.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/manifest.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char comment[] = "# yaml\n";
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (comment);
  gboolean done;

  g_string_append_len (text, (const char *) data, (gssize) size);
  limits.object_bytes = 16 * 1024 * 1024;
  limits.yaml_aliases = 1000;
  done = fit_objects_read (objects, text->str, text->len, "fuzz",
                           FIT_DECODE_CONTROLLERS | FIT_DECODE_DEMANDS, &limits,
                           &error);
  g_assert_true (done == (error == NULL));
  if (done)
    use_objects (objects, FIT_DECODE_CONTROLLERS);
  return 0;
}
