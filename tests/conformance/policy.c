/* policy.c - cases about reading Policies
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include <string.h>

#define DEFAULT_TIMEOUT_NS G_GINT64_CONSTANT (5000000000)

static gint
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static json_object *
managed_resources_json (const FitExtenderPolicy *extender)
{
  json_object *list = json_object_new_array ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < extender->n_managed_resources; i++)
    g_ptr_array_add (names, (gpointer) extender->managed_resources[i].name);
  g_ptr_array_sort (names, compare_strings);
  for (guint i = 0; i < names->len; i++)
    json_object_array_add (list, json_object_new_string (names->pdata[i]));
  return list;
}

static json_object *
extender_json (const FitExtenderPolicy *extender)
{
  json_object *json = json_object_new_object ();
  const struct
  {
    const char *key;
    const char *value;
  } texts[] = {
    { "urlPrefix", extender->url_prefix },
    { "filterVerb", extender->filter_verb },
    { "preemptVerb", extender->preempt_verb },
    { "prioritizeVerb", extender->prioritize_verb },
    { "bindVerb", extender->bind_verb },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    json_object_object_add (json, texts[i].key,
                            json_object_new_string (texts[i].value));
  json_object_object_add (json, "weight",
                          json_object_new_int64 (extender->weight));
  json_object_object_add (json, "httpTimeoutNanoseconds",
                          json_object_new_int64 (extender->http_timeout_ns
                                                     ? extender->http_timeout_ns
                                                     : DEFAULT_TIMEOUT_NS));
  json_object_object_add (
      json, "nodeCacheCapable",
      json_object_new_boolean (extender->node_cache_capable));
  json_object_object_add (json, "managedResources",
                          managed_resources_json (extender));
  json_object_object_add (json, "ignorable",
                          json_object_new_boolean (extender->ignorable));
  json_object_object_add (json, "isBinder",
                          json_object_new_boolean (*extender->bind_verb != 0));
  return json;
}

static json_object *
success_json (const FitAlgorithm *algorithm)
{
  json_object *json = json_object_new_object ();
  json_object *predicates = json_object_new_array (),
              *priorities = json_object_new_array ();
  json_object *extenders = json_object_new_array ();

  for (guint i = 0; i < algorithm->predicates->len; i++)
    json_object_array_add (
        predicates,
        json_object_new_string (
            ((FitPredicate *) algorithm->predicates->pdata[i])->name));
  for (guint i = 0; i < algorithm->priorities->len; i++)
    {
      const FitPriority *priority = algorithm->priorities->pdata[i];
      json_object *pair = json_object_new_array ();

      json_object_array_add (pair, json_object_new_string (priority->name));
      json_object_array_add (pair, json_object_new_int64 (priority->weight));
      json_object_array_add (priorities, pair);
    }
  for (guint i = 0; i < algorithm->extenders->len; i++)
    json_object_array_add (extenders,
                           extender_json (algorithm->extenders->pdata[i]));
  json_object_object_add (json, "ok", json_object_new_boolean (TRUE));
  json_object_object_add (json, "predicates", predicates);
  json_object_object_add (json, "priorities", priorities);
  json_object_object_add (
      json, "hardPodAffinitySymmetricWeight",
      json_object_new_int64 (algorithm->hard_pod_affinity_symmetric_weight));
  json_object_object_add (
      json, "alwaysCheckAllPredicates",
      json_object_new_boolean (algorithm->always_check_all_predicates));
  json_object_object_add (json, "extenders", extenders);
  return json;
}

static const char *
stage_of (const GError *error)
{
  if (!g_error_matches (error, FIT_ERROR, FIT_ERROR_POLICY))
    return "decode";
  return g_str_has_prefix (error->message,
                           "couldn't create scheduler from policy: ")
             ? "create"
             : "fatal";
}

/* As much of the failure as is comparable: of decode errors only that it is
 * one, of a crash of the original only that it is a failure. */
static json_object *
failure_json (const GError *error, json_object *expected)
{
  json_object *json = json_object_new_object ();
  const char *stage
      = json_object_get_string (json_object_object_get (expected, "stage"));
  const char *text
      = json_object_get_string (json_object_object_get (expected, "error"));
  g_autofree char *message = without_hints (error->message);
  gboolean comparable
      = g_strcmp0 (stage, "decode") != 0
        || (text && strstr (text, " is registered for version "));

  json_object_object_add (json, "ok", json_object_new_boolean (FALSE));
  if (g_strcmp0 (stage, "panic") == 0)
    {
      json_object_object_add (json, "stage", json_object_new_string (stage));
      comparable = FALSE;
    }
  else
    json_object_object_add (json, "stage",
                            json_object_new_string (stage_of (error)));
  json_object_object_add (json, "error",
                          json_string_or_null (comparable ? message : text));
  return json;
}

json_object *
conformance_policy (const ConformanceCase *c)
{
  g_autoptr (GError) error = NULL;
  CaseSetup setup;
  FitSimulation *simulation;
  const char *name;
  json_object *json;

  case_setup_init (c, &setup);
  simulation = case_simulation (c, &setup, TRUE, -1, &error);
  json = simulation
             ? success_json (fit_simulation_profile (simulation, 0, &name))
             : failure_json (error,
                             json_object_object_get (c->json, "expected"));
  fit_simulation_free (simulation);
  case_setup_clear (&setup);
  return json;
}
