/* defaults.c - cases of kind "defaults": the default profile of a release, for
 * a version of the configuration
 *
 * Such a file is itself what is expected.
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "config/configuration.h"

#include <string.h>

json_object *
conformance_defaults (const ConformanceCase *c)
{
  const char *version = fit_value_get_string (c->value, "apiVersion");
  const char *name = fit_value_get_string (c->value, "kubernetes");
  FitConfigurationOptions options = { 0 };
  FitConfigVersion parsed;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration = NULL;
  g_autofree char *text = NULL;

  if (fit_config_version_parse (version, &parsed, &error)
      && fit_release_parse (name, &options.release, &error))
    configuration = fit_configuration_default (parsed, &options, &error);
  if (!configuration)
    return json_object_new_string (error->message);
  text = fit_configuration_profile_json (configuration, 0);
  return json_tokener_parse (text);
}
