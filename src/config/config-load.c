/* config-load.c - reading the file of a configuration */
#include "base/source.h"
#include "config/configuration.h"

FitConfiguration *
fit_configuration_load (const char *path,
                        const FitConfigurationOptions *options, GError **error)
{
  const FitLimits *limits
      = options->limits != NULL ? options->limits : fit_limits_default ();
  g_autoptr (FitSource) source
      = fit_source_open (path, limits->rules_bytes, error);

  return source == NULL ? NULL
                        : fit_configuration_read (source->bytes, source->len,
                                                  source->name, options, error);
}
