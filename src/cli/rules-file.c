/* rules-file.c - finds the rules that an option or an operand names */
#include "cli/rules-file.h"

#include <string.h>

#include "cli/foreign.h"

#include "base/config-version.h"
#include "policy/policy.h"

void
fit_rules_file_clear (FitRulesFile *file)
{
  g_clear_pointer (&file->name, g_free);
  g_clear_pointer (&file->place, g_free);
  g_clear_pointer (&file->text, g_bytes_unref);
  g_clear_pointer (&file->api_version, g_free);
}

const char *
fit_rules_file_text (const FitRulesFile *file, gsize *out_len)
{
  const char *text = g_bytes_get_data (file->text, out_len);

  return text != NULL ? text : "";
}

gboolean
fit_rules_file_has (const FitInput *input)
{
  return input->type != FIT_INPUT_MANIFESTS || input->config_maps->len > 0;
}

/* -- what was not looked for ----------------------------------------------- */

#define GIVE_MANIFESTS "these are manifests: give them with -f"
#define GIVE_POLICY "it is a Policy: give it with --policy"
#define GIVE_CONFIGURATION "it is a " FIT_CONFIG_KIND ": give it with --config"
#define NO_POLICY_FILE "without --policy-file its kind decides"

static const struct
{
  const char *name;
  FitInputType type;    /* the only accepted type; MANIFESTS: any */
  const char *hints[3]; /* hints by the type found instead */
} wanted_rules[] = {
  [FIT_RULES_POLICY] = { "a Policy",
                         FIT_INPUT_POLICY,
                         { [FIT_INPUT_MANIFESTS] = GIVE_MANIFESTS,
                           [FIT_INPUT_CONFIGURATION] = GIVE_CONFIGURATION } },
  [FIT_RULES_CONFIGURATION] = { "a " FIT_CONFIG_KIND,
                                FIT_INPUT_CONFIGURATION,
                                { [FIT_INPUT_MANIFESTS] = GIVE_MANIFESTS,
                                  [FIT_INPUT_POLICY] = GIVE_POLICY } },
  [FIT_RULES_ANY] = { "a Policy or a " FIT_CONFIG_KIND,
                      FIT_INPUT_MANIFESTS,
                      { [FIT_INPUT_MANIFESTS] = GIVE_MANIFESTS } },
  [FIT_RULES_NAMED] = { "a Policy",
                        FIT_INPUT_POLICY,
                        { [FIT_INPUT_MANIFESTS] = GIVE_MANIFESTS,
                          [FIT_INPUT_CONFIGURATION]
                          = "it is a " FIT_CONFIG_KIND ": give it as FILE" } },
  [FIT_RULES_ANSWERING]
  = { "a Policy",
      FIT_INPUT_POLICY,
      { [FIT_INPUT_MANIFESTS] = "the cluster is that of --kubeconfig",
        [FIT_INPUT_CONFIGURATION]
        = "it is a " FIT_CONFIG_KIND ": that is for the kube-scheduler" } },
  [FIT_RULES_POLICY_FILE] = { "a Policy",
                              FIT_INPUT_POLICY,
                              { [FIT_INPUT_MANIFESTS] = NO_POLICY_FILE,
                                [FIT_INPUT_CONFIGURATION] = NO_POLICY_FILE } },
};

static gboolean
will_do (FitRulesWanted wanted, FitInputType type)
{
  const FitInputType alone = wanted_rules[wanted].type;

  return type != FIT_INPUT_MANIFESTS
         && (alone == FIT_INPUT_MANIFESTS || type == alone);
}

/* @place: (nullable): place in the file */
static gboolean
fail_type (const char *name, FitInputType found, const char *place,
           FitRulesWanted wanted, GError **error)
{
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "%s: found %s%s%s, expected %s", name,
               fit_input_type_name (found), place != NULL ? " in " : "",
               place != NULL ? place : "", wanted_rules[wanted].name);
  fit_error_add_hint (error, "%s", wanted_rules[wanted].hints[found]);
  return FALSE;
}

/* Manifests that run kube-scheduler say where the rules are. */
static gboolean
fail_manifests (const FitSource *source, FitRulesWanted wanted, GError **error)
{
  g_autofree char *advice = fit_foreign_scheduler (source);

  if (advice == NULL)
    return fail_type (source->name, FIT_INPUT_MANIFESTS, NULL, wanted, error);
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "%s: found manifests of kube-scheduler, expected %s",
               source->name, wanted_rules[wanted].name);
  fit_error_add_hint (error, "%s", advice);
  return FALSE;
}

/* Reports that there are no rules, and what there is instead, if known. */
static gboolean
fail_without_rules (const FitSource *source, const FitInput *input,
                    FitRulesWanted wanted, GError **error)
{
  const char *name = source->name;
  const char *nearest = fit_recognise_nearest (input->kind);

  if (input->broken != NULL)
    {
      g_propagate_error (error, g_error_copy (input->broken));
      return FALSE;
    }
  if (fit_recognise_is_manifest (input->kind) && input->problem == NULL)
    return fail_manifests (source, wanted, error);
  if (input->problem != NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA, "%s: %s", name,
                 input->problem);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                 "%s: nothing recognised: found %s%s%s, expected %s", name,
                 input->kind != NULL ? "kind \"" : "no kind",
                 input->kind != NULL ? input->kind : "",
                 input->kind != NULL ? "\"" : "", wanted_rules[wanted].name);
  if (input->problem == NULL && nearest != NULL)
    fit_error_add_hint (error, "did you mean %s?", nearest);
  return FALSE;
}

/* -- ConfigMaps ------------------------------------------------------------ */

/* A manifest without a namespace matches any namespace. */
static gboolean
is_named (const FitConfigMapRules *rules, const char *wanted)
{
  const char *slash = strchr (wanted, '/');
  const gsize len = slash != NULL ? (gsize) (slash - wanted) : 0;

  if (strcmp (rules->name, slash != NULL ? slash + 1 : wanted) != 0)
    return FALSE;
  return slash == NULL || rules->namespace_ == NULL
         || (strlen (rules->namespace_) == len
             && strncmp (rules->namespace_, wanted, len) == 0);
}

static gboolean
is_chosen (const FitConfigMapRules *rules, const FitOptions *options)
{
  return (options->config_map == NULL || is_named (rules, options->config_map))
         && (options->config_map_key == NULL
             || strcmp (rules->key, options->config_map_key) == 0);
}

/* Reports @problem with a list of @rules. */
static gboolean
fail_choice (const char *name, const char *problem, const GPtrArray *rules,
             GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < rules->len; i++)
    {
      const FitConfigMapRules *one = rules->pdata[i];
      g_autofree char *place = fit_config_map_rules_place (one);

      g_string_append_printf (list, "%s%s (%s)", i > 0 ? "; " : "", place,
                              fit_input_type_name (one->type));
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA, "%s: %s: %s", name, problem,
               list->str);
  fit_error_add_hint (error, "choose with --configmap [NAMESPACE/]NAME and "
                             "--configmap-key KEY");
  return FALSE;
}

/* Returns: (transfer full): the rules of type @wanted that @options choose */
static GPtrArray *
choose (const FitInput *input, FitRulesWanted wanted, const FitOptions *options)
{
  GPtrArray *chosen = g_ptr_array_new ();

  for (guint i = 0; i < input->config_maps->len; i++)
    {
      FitConfigMapRules *rules = input->config_maps->pdata[i];

      if (will_do (wanted, rules->type) && is_chosen (rules, options))
        g_ptr_array_add (chosen, rules);
    }
  return chosen;
}

void
fit_rules_file_from_config_map (const char *name,
                                const FitConfigMapRules *rules,
                                FitRulesFile *out_file)
{
  char *place = fit_config_map_rules_place (rules);

  *out_file = (FitRulesFile){
    .type = rules->type,
    .name = g_strdup_printf ("%s: %s", name, place),
    .place = place,
    .text = g_bytes_ref (rules->text),
    .api_version = g_strdup (rules->api_version),
  };
}

static gboolean
take_value (const char *name, const FitConfigMapRules *rules,
            FitRulesFile *out_file, GError **error)
{
  g_autofree char *place = fit_config_map_rules_place (rules);

  if (rules->text == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                   "%s: %s: found an object, expected text", name, place);
      fit_error_add_hint (error, "write \"%s: |\" and indent the text below it",
                          rules->key);
      return FALSE;
    }
  fit_rules_file_from_config_map (name, rules, out_file);
  return TRUE;
}

static gboolean
take_from_config_maps (const char *name, const FitInput *input,
                       FitRulesWanted wanted, const FitOptions *options,
                       FitRulesFile *out_file, GError **error)
{
  g_autoptr (GPtrArray) chosen = choose (input, wanted, options);
  g_autoptr (GPtrArray) others = choose (input, FIT_RULES_ANY, options);
  const FitConfigMapRules *other = others->len > 0 ? others->pdata[0] : NULL;
  g_autofree char *place
      = other != NULL ? fit_config_map_rules_place (other) : NULL;

  if (chosen->len == 1)
    return take_value (name, chosen->pdata[0], out_file, error);
  if (chosen->len > 1)
    return fail_choice (name, "several keys of ConfigMaps hold rules", chosen,
                        error);
  if (other != NULL)
    return fail_type (name, other->type, place, wanted, error);
  return fail_choice (name,
                      "--configmap and --configmap-key match none of these",
                      input->config_maps, error);
}

/* -- all of it ------------------------------------------------------------- */

static void
unref_source (gpointer source)
{
  fit_source_unref (source);
}

static gboolean
take_all (FitSource *source, const FitInput *input, FitInputType type,
          FitRulesFile *out_file, GError **error)
{
  if (!fit_source_check_length (source, fit_limits_default ()->rules_bytes,
                                error))
    return FALSE;
  *out_file = (FitRulesFile){
    .type = type,
    .name = g_strdup (source->name),
    .text = g_bytes_new_with_free_func (source->bytes, source->len,
                                        unref_source, fit_source_ref (source)),
    .api_version = g_strdup (input->api_version),
  };
  return TRUE;
}

/* Neither rules nor manifests, but something that is known. */
static gboolean
check_foreign (const FitSource *source, const FitInput *input, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (!fit_foreign_check (source, error))
    return FALSE;
  if (input->broken == NULL)
    return TRUE;
  problem = g_error_copy (input->broken);
  fit_foreign_explain (source, &problem);
  if (strcmp (problem->message, input->broken->message) == 0)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

gboolean
fit_rules_file_take (FitSource *source, const FitInput *input,
                     FitRulesWanted wanted, const FitOptions *options,
                     FitRulesFile *out_file, GError **error)
{
  if (!check_foreign (source, input, error))
    return FALSE;
  if (input->type != FIT_INPUT_MANIFESTS)
    return will_do (wanted, input->type)
               ? take_all (source, input, input->type, out_file, error)
               : fail_type (source->name, input->type, NULL, wanted, error);
  if (input->config_maps->len > 0)
    return take_from_config_maps (source->name, input, wanted, options,
                                  out_file, error);
  if (wanted == FIT_RULES_ANY || input->problem != NULL
      || fit_recognise_is_manifest (input->kind))
    return fail_without_rules (source, input, wanted, error);
  return take_all (source, input, wanted_rules[wanted].type, out_file, error);
}

gboolean
fit_rules_file_read (const char *path, FitRulesWanted wanted,
                     const FitInvocation *invocation, FitRulesFile *out_file,
                     GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (FitSource) source = fit_inputs_open (
      invocation->inputs, path, fit_limits_default ()->rules_bytes, &problem);
  g_auto (FitInput) input = { 0 };

  if (source == NULL)
    {
      if (wanted == FIT_RULES_POLICY)
        fit_policy_explain_unread (path, &problem);
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  input = fit_recognise (source);
  return fit_rules_file_take (source, &input, wanted, &invocation->options,
                              out_file, error);
}
