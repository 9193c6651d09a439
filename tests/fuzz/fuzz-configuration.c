/* fuzz-configuration.c - any bytes as a KubeSchedulerConfiguration
 *
 * The first byte says which release reads the others.  Whatever they are, there
 * is a configuration or an error, and a configuration can be written.
 * SPDX-License-Identifier: Apache-2.0 */
#include <glib.h>

#include "config/configuration.h"
#include "tests/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration = NULL;
  FitConfigurationOptions options = { 0 };
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  if (size == 0)
    return 0;
  options.release = releases[data[0] % n].release;
  configuration = fit_configuration_read ((const char *) data + 1, size - 1,
                                          "fuzz", &options, &error);
  g_assert_true ((configuration == NULL) == (error != NULL));
  for (guint i = 0; configuration != NULL && i < configuration->n_profiles; i++)
    {
      g_autofree char *json = fit_configuration_profile_json (configuration, i);

      g_assert_nonnull (json);
    }
  return 0;
}
