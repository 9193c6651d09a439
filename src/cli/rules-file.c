/* rules-file.c - finds the rules that an option or an operand names
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/rules-file.h"

#include <string.h>

#include "base/each.h"
#include "cli/foreign-inputs.h"
#include "cli/openshift.h"
#include "formats/value.h"
#include "releases/config-version.h"
#include "policy/policy.h"
#include "cli/console.h"
#include "warnings/policy-lint.h"

void
fit_rules_file_clear (FitRulesFile *file)
{
  g_clear_pointer (&file->name, g_free);
  g_clear_pointer (&file->place, g_free);
  g_clear_pointer (&file->note, g_free);
  g_clear_pointer (&file->node_selector, g_free);
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
choose_rules (const FitInput *input, FitRulesWanted wanted,
              const FitOptions *options)
{
  GPtrArray *chosen = g_ptr_array_new ();

  FIT_EACH (FitConfigMapRules, rules, input->config_maps)
    if (will_do (wanted, rules->type)
        && (options->config_map == NULL
            || is_named (rules, options->config_map))
        && (options->config_map_key == NULL
            || strcmp (rules->key, options->config_map_key) == 0))
      g_ptr_array_add (chosen, rules);
  return chosen;
}

/* -- the file at a path in a container ------------------------------------- */

/* Both owned, or NULL: not found. */
typedef struct
{
  char *map; /* name of the ConfigMap */
  char *key;
} MountedKey;

typedef struct
{
  const char *path; /* borrowed: without "//" and "/" at the end */
  MountedKey found;
} Search;

static void
mounted_key_clear (MountedKey *mounted)
{
  g_clear_pointer (&mounted->map, g_free);
  g_clear_pointer (&mounted->key, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MountedKey, mounted_key_clear)

/* Returns: the items of the list @name of @value; @out_n: (out) */
static const FitValue *
list_of (const FitValue *value, const char *name, guint *out_n)
{
  const FitValue *list = fit_value_get (value, name);
  const gboolean is_list = list != NULL && list->type == FIT_VALUE_LIST;

  *out_n = is_list ? list->n : 0;
  return is_list ? list->items : NULL;
}

/* @source (nullable): names a ConfigMap, and maybe some of its keys, whose files
 * may have other names.  @file: the file that is looked for in the volume. */
static void
look_into_source (Search *search, const FitValue *source, const char *file)
{
  const char *map = fit_value_get_string (source, "name");
  const char *key = NULL;
  guint n;
  const FitValue *items = list_of (source, "items", &n);

  if (map == NULL || search->found.map != NULL)
    return;
  if (n == 0)
    key = file;
  for (guint i = 0; i < n && key == NULL; i++)
    if (g_strcmp0 (fit_value_get_string (&items[i], "path"), file) == 0)
      key = fit_value_get_string (&items[i], "key");
  if (key == NULL)
    return;
  search->found = (MountedKey){ g_strdup (map), g_strdup (key) };
}

/* Looks for a pod's spec at any depth: in a Pod, a Deployment, a CronJob. */
static void
look_into (Search *search, const FitValue *value)
{
  guint n;
  const FitValue *containers = list_of (value, "containers", &n);

  for (guint i = 0; i < n; i++)
    {
      guint n_found, n_volumes;
      const FitValue *mounts
          = list_of (&containers[i], "volumeMounts", &n_found);
      const FitValue *volumes = list_of (value, "volumes", &n_volumes);

      for (guint m = 0; m < n_found && search->found.map == NULL; m++)
        {
          const char *name = fit_value_get_string (&mounts[m], "name");
          const char *written = fit_value_get_string (&mounts[m], "mountPath");
          const char *sub = fit_value_get_string (&mounts[m], "subPath");
          g_autofree char *at
              = written != NULL ? g_canonicalize_filename (written, "/") : NULL;
          const gsize len = at != NULL ? strlen (at) : 0;
          const char *file;

          if (at == NULL)
            file = NULL;
          else if (sub != NULL)
            file = strcmp (at, search->path) == 0 ? sub : NULL;
          else
            file = strncmp (at, search->path, len) == 0
                           && search->path[len] == '/'
                       ? search->path + len + 1
                       : NULL;
          for (guint j = 0; file != NULL && name != NULL && j < n_volumes; j++)
            if (g_strcmp0 (fit_value_get_string (&volumes[j], "name"), name)
                == 0)
              {
                guint n_sources;
                const FitValue *sources
                    = list_of (fit_value_get (&volumes[j], "projected"),
                               "sources", &n_sources);

                look_into_source (
                    search, fit_value_get (&volumes[j], "configMap"), file);
                for (guint k = 0; k < n_sources; k++)
                  look_into_source (
                      search, fit_value_get (&sources[k], "configMap"), file);
              }
        }
    }
  for (guint i = 0; n == 0 && value->type == FIT_VALUE_MAP && i < value->n; i++)
    look_into (search, &value->members[i].value);
}

static gboolean
look_at_object (const FitValue *value, const FitObjectPlace *place,
                gpointer data, GError **error)
{
  Search *search = data;

  look_into (search, value);
  if (search->found.map == NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_INTERNAL, "seen enough");
}

/* Looks for a container in the manifests @source that mounts a ConfigMap so that
 * one of its keys is the file @path. */
static MountedKey
find_mounted_key (const FitSource *source, const char *path)
{
  g_autofree char *plain = g_canonicalize_filename (path, "/");
  Search search = { .path = plain };

  if (*path == '/')
    fit_read_objects (source->bytes, source->len, source->name, NULL,
                      look_at_object, &search, NULL);
  return search.found;
}

/* -- a configuration and its Policy ---------------------------------------- */

/* v1.16 reads only one key of a ConfigMap. */
static gboolean
is_named_map (const FitConfigMapRules *rules, const FitPolicyName *named)
{
  const char *namespace_
      = named->namespace_ != NULL ? named->namespace_ : "kube-system";

  return strcmp (rules->key, "policy.cfg") == 0 && rules->text != NULL
         && strcmp (rules->name, named->name) == 0
         && (rules->namespace_ == NULL
             || strcmp (rules->namespace_, namespace_) == 0);
}

const FitConfigMapRules *
fit_rules_file_find_named (const FitSource *source, const FitInput *input,
                           const FitPolicyName *named)
{
  const GPtrArray *maps = input->config_maps;
  const FitConfigMapRules *found = NULL;

  if (named->path == NULL)
    {
      for (guint i = 0; named->name != NULL && i < maps->len; i++)
        if (is_named_map (maps->pdata[i], named))
          return maps->pdata[i];
      return NULL;
    }
  /* A file counts by the key that is mounted at its path.  Where none is, its
   * name has to do. */
  g_auto (MountedKey) mounted = find_mounted_key (source, named->path);
  g_autofree char *base_name = g_path_get_basename (named->path);

  FIT_EACH (const FitConfigMapRules, rules, maps)
    {
      if (rules->type != FIT_INPUT_POLICY || rules->text == NULL
          || (mounted.map != NULL && strcmp (rules->name, mounted.map) != 0)
          || strcmp (rules->key, mounted.map != NULL ? mounted.key : base_name)
                 != 0)
        continue;
      if (found != NULL)
        return NULL;
      found = rules;
    }
  return found;
}

/* Returns: (nullable): the configuration of @chosen if the only other rules are
 * the Policy that it names.  What OpenShift's Scheduler says of a Policy is no
 * more than its name. */
static const FitConfigMapRules *
find_pair (const FitSource *source, const FitInput *input,
           const GPtrArray *chosen)
{
  const FitConfigMapRules *first = chosen->pdata[0];
  const FitConfigMapRules *second = chosen->pdata[1];
  const gboolean in_order = first->type == FIT_INPUT_CONFIGURATION;
  const FitConfigMapRules *configuration = in_order ? first : second;
  const FitConfigMapRules *policy = in_order ? second : first;

  if (chosen->len != 2 || configuration->type != FIT_INPUT_CONFIGURATION
      || fit_rules_file_find_named (source, input, &configuration->policy)
             != policy)
    return NULL;
  return strcmp (configuration->kind, FIT_OPENSHIFT_KIND) == 0 ? policy
                                                               : configuration;
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
    .note = g_strdup (rules->note),
    .node_selector = g_strdup (rules->node_selector),
    .text = g_bytes_ref (rules->text),
    .api_version = g_strdup (rules->api_version),
  };
}

/* -- OpenShift ------------------------------------------------------------- */

/* Replaces the text by what OpenShift writes for the release that the options
 * name, if any.  Others report what is wrong with the name of a release. */
static gboolean
take_release (FitRulesFile *file, const FitConfigMapRules *rules,
              const FitOptions *options, GError **error)
{
  const char *named
      = options->release != NULL ? options->release : options->from_release;
  FitRelease release = 0;
  FitConfigVersion version;
  char *text;

  if (named != NULL)
    fit_release_parse (named, &release, NULL);
  if (rules->profile == NULL && release >= FIT_RELEASE (23, 0))
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "%s names a Policy, and %s reads none: OpenShift refuses "
                     "spec.policy since 4.10",
                     file->name, fit_release_name (release));
  if (rules->profile == NULL && release >= FIT_RELEASE (19, 0))
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "%s names a Policy, which runs as in v1.16: leave out the "
                     "release",
                     file->name);
  if (rules->profile == NULL)
    return TRUE;
  text = fit_openshift_configuration (rules->profile, release, &version, error);
  if (text == NULL)
    return fit_blame (error, "%s: ", file->name);
  file->generated = TRUE;
  g_bytes_unref (file->text);
  file->text = g_bytes_new_take (text, strlen (text));
  g_free (file->api_version);
  file->api_version = g_strdup (fit_config_api_version (version));
  return TRUE;
}

/* -- one of them ----------------------------------------------------------- */

static gboolean
take_from_config_maps (const FitSource *source, const FitInput *input,
                       FitRulesWanted wanted, const FitOptions *options,
                       FitRulesFile *out_file, GError **error)
{
  const char *name = source->name;
  g_autoptr (GPtrArray) chosen = choose_rules (input, wanted, options);
  g_autoptr (GPtrArray) others = choose_rules (input, FIT_RULES_ANY, options);
  const FitConfigMapRules *one = chosen->len == 1 ? chosen->pdata[0]
                                 : chosen->len > 1
                                     ? find_pair (source, input, chosen)
                                     : NULL;

  if (one != NULL)
    {
      g_autofree char *found_at = fit_config_map_rules_place (one);
      const char *dot = strrchr (one->key, '.');
      const gboolean is_field = g_str_has_prefix (one->key, "spec.");
      g_auto (FitRulesFile) file = { 0 };

      if (one->text == NULL)
        {
          g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                       "%s: %s: found an object, expected text", name,
                       found_at);
          fit_error_add_hint (error,
                              "write \"%s: |\" and indent the text below it",
                              is_field ? dot + 1 : one->key);
          return FALSE;
        }
      fit_rules_file_from_config_map (name, one, &file);
      if (strcmp (one->kind, FIT_OPENSHIFT_KIND) == 0
          && !take_release (&file, one, options, error))
        return FALSE;
      *out_file = file;
      file = (FitRulesFile){ 0 };
      /* What is said about one of a pair is about both. */
      FIT_EACH (const FitConfigMapRules, rules, chosen)
        {
          if (out_file->note == NULL)
            out_file->note = g_strdup (rules->note);
          if (out_file->node_selector == NULL)
            out_file->node_selector = g_strdup (rules->node_selector);
        }
      return TRUE;
    }
  if (chosen->len > 1)
    return fail_choice (name, "several keys of ConfigMaps hold rules", chosen,
                        error);
  if (others->len > 0)
    {
      const FitConfigMapRules *other = others->pdata[0];
      g_autofree char *place = fit_config_map_rules_place (other);

      return fail_type (name, other->type, place, wanted, error);
    }
  return fail_choice (name,
                      "--configmap and --configmap-key match none of these",
                      input->config_maps, error);
}

/* -- all of it ------------------------------------------------------------- */

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
                                        (GDestroyNotify) fit_source_unref,
                                        fit_source_ref (source)),
    .api_version = g_strdup (input->api_version),
  };
  return TRUE;
}

gboolean
fit_rules_file_take (FitSource *source, const FitInput *input,
                     FitRulesWanted wanted, const FitOptions *options,
                     FitRulesFile *out_file, GError **error)
{
  if (!fit_foreign_check (source, error))
    return FALSE;
  /* What is broken may be neither rules nor manifests, but something that is
   * known. */
  if (input->broken != NULL)
    {
      g_autoptr (GError) problem = g_error_copy (input->broken);

      fit_foreign_explain (source, &problem);
      if (strcmp (problem->message, input->broken->message) != 0)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
    }
  if (input->type != FIT_INPUT_MANIFESTS)
    return will_do (wanted, input->type)
               ? take_all (source, input, input->type, out_file, error)
               : fail_type (source->name, input->type, NULL, wanted, error);
  if (input->config_maps->len > 0)
    return take_from_config_maps (source, input, wanted, options, out_file,
                                  error);
  if (wanted == FIT_RULES_ANY || input->problem != NULL
      || fit_recognise_is_manifest (input->kind))
    {
      const char *name = source->name;
      const char *nearest = fit_recognise_nearest (input->kind);

      /* Reports that there are no rules, and what there is instead, if
       * known. */
      if (input->broken != NULL)
        {
          g_propagate_error (error, g_error_copy (input->broken));
          return FALSE;
        }
      if (fit_recognise_is_manifest (input->kind) && input->problem == NULL)
        {
          /* Manifests that run kube-scheduler say where the rules are. */
          g_autofree char *advice = fit_foreign_scheduler (source);

          if (advice == NULL)
            return fail_type (name, FIT_INPUT_MANIFESTS, NULL, wanted, error);
          g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                       "%s: found manifests of kube-scheduler, expected %s",
                       name, wanted_rules[wanted].name);
          fit_error_add_hint (error, "%s", advice);
          return FALSE;
        }
      if (input->problem != NULL)
        return fit_fail (error, FIT_ERROR_SCHEMA, "%s: %s", name,
                         input->problem);
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                   "%s: nothing recognised: found %s%s%s, expected %s", name,
                   input->kind != NULL ? "kind \"" : "no kind",
                   input->kind != NULL ? input->kind : "",
                   input->kind != NULL ? "\"" : "", wanted_rules[wanted].name);
      if (nearest != NULL)
        fit_error_add_hint (error, "did you mean %s?", nearest);
      return FALSE;
    }
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

void
fit_rules_warnings_say (const FitRulesFile *file, const FitPolicy *policy,
                        const FitRegistry *registry)
{
  g_autoptr (GPtrArray) warnings = fit_policy_lint (policy, registry, NULL);

  FIT_EACH (const FitWarning, warning, warnings)
    {
      g_autofree char *text = fit_warning_describe (warning);

      if (warning->info->means_otherwise)
        fit_console_warning ("%s: %s", file->name, text);
    }
}
