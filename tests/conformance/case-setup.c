/* case-setup.c - reads what all kinds of conformance cases have in common
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "algorithmprovider/defaults.h"
#include "api/names.h"
#include "config/profile-algorithm.h"

#include <string.h>

void
conformance_refuse (const ConformanceCase *c, const char *reason)
{
  if (!*c->problem)
    *c->problem = g_strdup (reason);
}

json_object *
json_string_or_null (const char *text)
{
  return text ? json_object_new_string (text) : NULL;
}

char *
without_hints (const char *message)
{
  const char *hint = strstr (message, "\nhint:");

  return hint ? g_strndup (message, (gsize) (hint - message))
              : g_strdup (message);
}

static void
read_gates (const ConformanceCase *c, FitFeatureGates *gates)
{
  const FitValue *given
      = fit_value_get (fit_value_get (c->value, "config"), "featureGates");

  *gates = fit_feature_gates_default ();
  for (guint i = 0; given && given->type == FIT_VALUE_MAP && i < given->n; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!fit_feature_gates_set (gates, given->members[i].key,
                                  given->members[i].value.boolean, &error))
        conformance_refuse (c, error->message);
    }
}

void
case_read_object (const ConformanceCase *c, const FitValue *object,
                  FitDecodeFlags flags, FitObjects *objects)
{
  g_autoptr (GError) error = NULL;

  if (!fit_objects_add_value (objects, object, "Pod", "v1",
                              FIT_DECODE_AS_IS | flags, &error))
    conformance_refuse (c, error->message);
}

void
case_read_list (const ConformanceCase *c, const FitValue *list,
                FitDecodeFlags flags, FitObjects *objects)
{
  for (guint i = 0; list && list->type == FIT_VALUE_LIST && i < list->n; i++)
    case_read_object (c, &list->items[i], flags, objects);
}

FitConfiguration *
case_configuration (const ConformanceCase *c, GError **error)
{
  json_object *config = json_object_object_get (c->json, "config");
  json_object *gates = json_object_object_get (config, "featureGates");
  json_object *file = json_object_object_get (config, "configuration");
  const char *text = json_object_to_json_string_ext (
      file != NULL ? file : config, JSON_C_TO_STRING_PLAIN);
  FitFeatureGates release_gates;
  FitConfigurationOptions options = { .gates = &release_gates };

  if (!fit_release_parse (json_object_get_string (
                              json_object_object_get (c->json, "kubernetes")),
                          &options.release, error))
    return NULL;
  release_gates = fit_feature_gates_of_release (options.release);
  if (gates != NULL)
    {
      json_object_object_foreach (gates, name, on)
      {
        if (!fit_feature_gates_set (&release_gates, name,
                                    json_object_get_boolean (on), error))
          return NULL;
      }
    }
  return fit_configuration_read (text, strlen (text), c->path, &options, error);
}

void
case_setup_init (const ConformanceCase *c, CaseSetup *setup)
{
  json_object *config = json_object_object_get (c->json, "config");

  *setup = (CaseSetup){ .flags = FIT_DECODE_DEFAULT,
                        .objects = fit_objects_new (),
                        .pending = fit_objects_new () };
  if (json_object_object_get_ex (config, "configuration", NULL))
    setup->configuration = case_configuration (c, &setup->refused);
  else
    {
      read_gates (c, &setup->gates);
      setup->registry = fit_registry_new_default (setup->gates);
    }
  if (setup->configuration != NULL)
    setup->flags = fit_configuration_decode_flags (setup->configuration);
  case_read_list (c,
                  fit_value_get (fit_value_get (c->value, "objects"), "items"),
                  setup->flags, setup->objects);
  case_read_list (c, fit_value_get (c->value, "pending"), setup->flags,
                  setup->pending);
}

void
case_setup_merge (const ConformanceCase *c, CaseSetup *setup)
{
  case_read_list (c, fit_value_get (c->value, "pending"), setup->flags,
                  setup->objects);
}

void
case_setup_clear (CaseSetup *setup)
{
  g_clear_pointer (&setup->registry, fit_registry_free);
  g_clear_pointer (&setup->configuration, fit_configuration_free);
  g_clear_error (&setup->refused);
  fit_objects_free (setup->objects);
  fit_objects_free (setup->pending);
}

/* The Policy of the case: an object, or the exact text of a file. */
static gboolean
read_policy (json_object *config, const char *path, FitPolicy **out_policy,
             GError **error)
{
  json_object *policy = json_object_object_get (config, "policy");
  json_object *text = json_object_object_get (config, "policyText");
  const char *bytes = NULL;

  if (text)
    bytes = json_object_get_string (text);
  else if (policy)
    bytes = json_object_to_json_string_ext (policy, JSON_C_TO_STRING_PLAIN);
  if (bytes)
    *out_policy = fit_policy_parse (bytes, strlen (bytes), path, NULL, error);
  return !bytes || *out_policy;
}

static FitSimulation *
configured_simulation (const CaseSetup *setup, GError **error)
{
  FitSimulationOptions options = {
    .configuration = setup->configuration,
    .just_added = TRUE,
    .ask_extenders = TRUE,
    .extender_calls = case_extender (),
  };

  if (setup->configuration != NULL)
    return fit_simulation_new (setup->objects, &options, error);
  g_propagate_error (error, g_error_copy (setup->refused));
  return NULL;
}

FitSimulation *
case_simulation (const ConformanceCase *c, const CaseSetup *setup,
                 gboolean check_all_from_policy, gint percentage,
                 GError **error)
{
  json_object *config = json_object_object_get (c->json, "config");
  FitPolicy *policy = NULL;
  FitSimulationOptions options = {
    .registry = setup->registry,
    .gates = setup->gates,
    .provider = json_object_get_string (
        json_object_object_get (config, "algorithmProvider")),
    .hard_pod_affinity_symmetric_weight = json_object_get_int (
        json_object_object_get (config, "hardPodAffinitySymmetricWeight")),
    .scheduler_name = FIT_DEFAULT_SCHEDULER_NAME,
    .adapt = setup->adapt,
    .just_added = TRUE,
    .scheduling.percentage_of_nodes_to_score
    = percentage >= 0 ? percentage
                      : json_object_get_int (json_object_object_get (
                          config, "percentageOfNodesToScore")),
  };

  if (setup->registry == NULL)
    return configured_simulation (setup, error);
  if (!read_policy (config, c->path, &policy, error))
    return NULL;
  if (policy && !check_all_from_policy)
    policy->always_check_all_predicates = FALSE;
  options.policy = policy;
  return fit_simulation_new (setup->objects, &options, error);
}
