/* migration.c - cases of kind "migration": what 1.20.2 makes of a Policy, or
 * of a provider
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "formats/value-json.h"
#include "config/file-table.h"
#include "config/migrate/policy-plan.h"

#include <string.h>

#define DEFAULT_TIMEOUT_NS G_GINT64_CONSTANT (5000000000)

/* What the original calls the stages; a process that ends and one that crashes
 * are both an input that is not valid. */
static const char *const stage_names[] = {
  [FIT_POLICY_DECODE] = "decode",         [FIT_POLICY_GATES] = "featureGates",
  [FIT_POLICY_VALIDATION] = "validation", [FIT_POLICY_FATAL] = "fatal",
  [FIT_POLICY_PANIC] = "panic",           [FIT_POLICY_FRAMEWORK] = "framework",
  [FIT_POLICY_PROVIDER] = "provider",
};

/* A case being run. */
typedef struct
{
  FitPlan *plan;
  FitConfigTarget target;
} Run;

/* -- running --------------------------------------------------------------- */

static char *
gates_of (json_object *json)
{
  json_object *gates = json_object_object_get (json, "featureGates");
  GString *text;

  if (!gates)
    return NULL;
  text = g_string_new (NULL);
  json_object_object_foreach (gates, name, value)
  {
    g_string_append_printf (text, "%s%s=%s", text->len ? "," : "", name,
                            json_object_get_boolean (value) ? "true" : "false");
  }
  return g_string_free (text, FALSE);
}

static gboolean
run_policy (Run *run, const ConformanceCase *c, GError **error)
{
  json_object *text = json_object_object_get (c->json, "policyText");
  const FitValue *value = fit_value_get (c->value, "policy");
  g_autofree char *written
      = value ? fit_value_to_json (value, NULL, NULL) : NULL;
  FitMigrationSource source
      = { .bytes = text ? json_object_get_string (text) : written,
          .name = c->path };

  source.len = strlen (source.bytes);
  return fit_plan_read_policy (run->plan, &source, error);
}

static gboolean
run_plan (Run *run, const ConformanceCase *c, GError **error)
{
  json_object *provider = json_object_object_get (c->json, "provider");
  json_object *release = json_object_object_get (c->json, "kubernetes");
  FitRelease number = FIT_PLAN_RELEASE;
  gboolean ok;

  if (release
      && !fit_release_parse (json_object_get_string (release), &number, error))
    return FALSE;
  run->plan->from_release = number;
  run->plan->to_the_letter = TRUE;
  ok = provider ? fit_plan_read_provider (
           run->plan, json_object_get_string (provider), error)
                : run_policy (run, c, error);
  run->target
      = (FitConfigTarget){ FIT_CONFIG_V1BETA1, number, run->plan->from_gates };
  return ok;
}

/* -- what came out --------------------------------------------------------- */

static json_object *
plugins_json (const FitPlanProfile *profile)
{
  json_object *json = json_object_new_object ();

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    {
      json_object *list;

      if (fit_points_have (FIT_POINTS_OF_SOME, i))
        continue;
      list = json_object_new_array ();
      for (guint j = 0; j < profile->lists[i]->len; j++)
        {
          const FitPluginEntry *entry = fit_plan_entry (profile, i, j);
          json_object *plugin = json_object_new_object ();

          json_object_object_add (plugin, "name",
                                  json_object_new_string (entry->name));
          if (i == FIT_POINT_SCORE)
            json_object_object_add (plugin, "weight",
                                    json_object_new_int (entry->weight));
          json_object_array_add (list, plugin);
        }
      json_object_object_add (json, fit_extension_point_info (i)->name, list);
    }
  return json;
}

static json_object *
tree_json (const FitValue *value)
{
  g_autofree char *text = fit_value_to_json (value, NULL, NULL);

  return json_tokener_parse (text);
}

static void
add_args (const Run *run, const char *plugin, json_object *json)
{
  const FitPlanProfile *profile = run->plan->profiles->pdata[0];
  const FitArgsRow *row
      = fit_args_row (plugin, run->target.version, run->target.release);
  FitConfigReader writer = { .arena = run->plan->arena,
                             .version = run->target.version,
                             .release = run->target.release };
  gconstpointer args = fit_plan_args (profile, plugin);

  if (!row || json_object_object_get_ex (json, plugin, NULL))
    return;
  if (!args)
    args = fit_args_default (run->plan->arena, plugin, &run->target);
  json_object_object_add (
      json, plugin, tree_json (fit_config_write (&writer, row->table, args)));
}

static json_object *
args_json (const Run *run)
{
  const FitPlanProfile *profile = run->plan->profiles->pdata[0];
  json_object *json = json_object_new_object ();

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    for (guint j = 0; j < profile->lists[i]->len; j++)
      add_args (run, fit_plan_entry (profile, i, j)->name, json);
  return json;
}

static json_object *
extenders_json (const Run *run)
{
  FitConfigFile file = { .n_extenders = run->plan->n_extenders,
                         .extenders = run->plan->extenders };
  FitConfigReader writer = { .arena = run->plan->arena,
                             .version = run->target.version,
                             .release = run->target.release };
  const FitValue *extenders = fit_value_get (
      fit_config_write (&writer, &fit_config_top_level_table, &file),
      "extenders");

  return extenders ? tree_json (extenders) : json_object_new_array ();
}

static json_object *
call_order_json (const Run *run)
{
  json_object *list = json_object_new_array ();

  for (guint ignorable = 0; ignorable < 2; ignorable++)
    for (guint i = 0; i < run->plan->n_extenders; i++)
      {
        const FitExtenderPolicy *extender = &run->plan->extenders[i];
        json_object *json;

        if (extender->ignorable != (gboolean) ignorable)
          continue;
        json = json_object_new_object ();
        json_object_object_add (json, "urlPrefix",
                                json_object_new_string (extender->url_prefix));
        json_object_object_add (
            json, "binder",
            json_object_new_boolean (*extender->bind_verb != '\0'));
        json_object_object_add (json, "ignorable",
                                json_object_new_boolean (extender->ignorable));
        json_object_object_add (
            json, "timeoutNanoseconds",
            json_object_new_int64 (extender->http_timeout_ns
                                       ? extender->http_timeout_ns
                                       : DEFAULT_TIMEOUT_NS));
        json_object_array_add (list, json);
      }
  return list;
}

static json_object *
requested_json (const Run *run)
{
  json_object *json = json_object_new_object ();
  GHashTableIter iter;
  gpointer plugin;
  gpointer weight;

  g_hash_table_iter_init (&iter, run->plan->requested);
  while (g_hash_table_iter_next (&iter, &plugin, &weight))
    json_object_object_add (json, plugin,
                            json_object_new_int (GPOINTER_TO_INT (weight)));
  return json;
}

static json_object *
success_json (const Run *run)
{
  const FitPlanProfile *profile = run->plan->profiles->pdata[0];
  g_autoptr (GPtrArray) configured = g_ptr_array_new ();
  json_object *json = json_object_new_object ();
  GHashTableIter iter;
  gpointer plugin;

  g_hash_table_iter_init (&iter, profile->args);
  while (g_hash_table_iter_next (&iter, &plugin, NULL))
    g_ptr_array_add (configured, plugin);
  json_object_object_add (json, "plugins", plugins_json (profile));
  json_object_object_add (json, "pluginConfig", args_json (run));
  json_object_object_add (
      json, "runAllFilters",
      json_object_new_boolean (
          run->plan->policy && run->plan->policy->always_check_all_predicates));
  if (g_hash_table_size (run->plan->requested))
    json_object_object_add (json, "requestedWeights", requested_json (run));
  if (!run->plan->policy)
    return json;
  json_object_object_add (json, "pluginConfigFromPolicy",
                          conformance_sorted (configured));
  json_object_object_add (json, "extenders", extenders_json (run));
  if (run->plan->n_extenders)
    json_object_object_add (json, "extenderCallOrder", call_order_json (run));
  return json;
}

/* Where it was refused counts; the words of the original are not imitated to
 * the letter. */
static json_object *
failure_json (const ConformanceCase *c, const Run *run, const GError *error)
{
  json_object *expected = json_object_object_get (c->json, "expected");
  json_object *text = json_object_object_get (expected, "error");
  json_object *json = json_object_new_object ();

  if (text)
    json_object_object_add (json, "error", json_object_get (text));
  else
    json_object_object_add (json, "error",
                            json_object_new_string (error->message));
  json_object_object_add (
      json, "stage", json_object_new_string (stage_names[run->plan->stage]));
  return json;
}

json_object *
conformance_migration (const ConformanceCase *c)
{
  g_autofree char *gates = gates_of (c->json);
  const FitMigrationOptions options = { .from_gates = gates };
  Run run = { .plan = fit_plan_new (&options) };
  g_autoptr (GError) error = NULL;
  json_object *json;

  json = run_plan (&run, c, &error) ? success_json (&run)
                                    : failure_json (c, &run, error);
  fit_plan_free (run.plan);
  return json;
}
