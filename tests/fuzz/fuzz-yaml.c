/* fuzz-yaml.c - any bytes are YAML or an error, within the limits, and the same with and without libyaml
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/formats/same-tree.h"
#include "tests/fuzz/fuzz.h"

#include "formats/value.h"

static gboolean
ignore (const FitValue *value, const FitObjectPlace *place, gpointer data,
        GError **error)
{
  return TRUE;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) stream_error = NULL;
  const char *text = (const char *) data;
  gboolean done;

  limits.object_bytes = 1024 * 1024;
  limits.yaml_aliases = 10 * 1000;
  g_assert ((fit_yaml_parse (arena, text, size, &limits, &error) == NULL)
            == (error != NULL));
  g_assert_cmpuint (fit_arena_used (arena), <=, limits.object_bytes + 64);
  done = fit_read_objects (text, size, "fuzz", &limits, ignore, NULL,
                           &stream_error);
  g_assert (done == (stream_error == NULL));
  g_assert (reads_the_same (text, size, fit_limits_default ()));
  return 0;
}
