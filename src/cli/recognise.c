/* recognise.c - recognises an input by the kinds in it
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/recognise.h"

#include <string.h>

#include "api/objects.h"
#include "base/similar.h"
#include "formats/value.h"
#include "releases/config-version.h"
#include "cli/openshift.h"

#define POLICY_KIND "Policy"
#define AKS_GROUP "aks.azure.com/"
#define AKS_KIND "SchedulerConfiguration"
#define CONFIG_MAP_KIND "ConfigMap"

/* v1.16 reads the Policy under this key, whatever the text. */
#define POLICY_KEY "policy.cfg"

/* How much of invalid text to search for a kind. */
#define SEARCHED_BYTES 65536

const char *
fit_input_type_name (FitInputType type)
{
  static const char *const names[] = {
    [FIT_INPUT_MANIFESTS] = "manifests",
    [FIT_INPUT_POLICY] = "a Policy",
    [FIT_INPUT_CONFIGURATION] = ("a " FIT_CONFIG_KIND),
  };

  return names[type];
}

static void
policy_name_clear (FitPolicyName *policy)
{
  g_clear_pointer (&policy->path, g_free);
  g_clear_pointer (&policy->namespace_, g_free);
  g_clear_pointer (&policy->name, g_free);
}

static void
config_map_rules_free (gpointer data)
{
  FitConfigMapRules *rules = data;

  policy_name_clear (&rules->policy);
  g_free (rules->profile);
  g_free (rules->note);
  g_free (rules->node_selector);
  g_free (rules->api_version);
  g_free (rules->namespace_);
  g_free (rules->name);
  g_free (rules->key);
  g_clear_pointer (&rules->text, g_bytes_unref);
  g_free (rules);
}

static char *
object_name (const char *kind, const char *namespace_, const char *name)
{
  return g_strconcat (kind, " ", namespace_ != NULL ? namespace_ : "",
                      namespace_ != NULL ? "/" : "", name, NULL);
}

char *
fit_config_map_rules_place (const FitConfigMapRules *rules)
{
  g_autofree char *object
      = object_name (rules->kind, rules->namespace_, rules->name);
  const gboolean is_key = strcmp (rules->kind, CONFIG_MAP_KIND) == 0;

  return g_strconcat (object, is_key ? ", key " : ", ", rules->key, NULL);
}

void
fit_input_clear (FitInput *input)
{
  g_clear_pointer (&input->api_version, g_free);
  g_clear_pointer (&input->kind, g_free);
  policy_name_clear (&input->policy);
  g_clear_pointer (&input->config_maps, g_ptr_array_unref);
  g_clear_pointer (&input->problem, g_free);
  g_clear_error (&input->broken);
}

/* -- one object ------------------------------------------------------------ */

static FitInputType
type_of (const FitValue *value)
{
  /* v1.16 ignores letter case and, in the internal form, needs no apiVersion and
   * kind of a Policy: its fields tell. */
  static const char *const names[]
      = { "predicates", "priorities", "extenders" };
  const char *kind = fit_value_get_string (value, "kind");

  for (guint i = 0;
       kind == NULL && value->type == FIT_VALUE_MAP && i < value->n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      if (g_ascii_strcasecmp (value->members[i].key, names[j]) == 0)
        return FIT_INPUT_POLICY;
  if (g_strcmp0 (kind, FIT_CONFIG_KIND) == 0)
    return FIT_INPUT_CONFIGURATION;
  return g_strcmp0 (kind, POLICY_KIND) == 0 ? FIT_INPUT_POLICY
                                            : FIT_INPUT_MANIFESTS;
}

static void
look_at_first (FitInput *input, const FitValue *value,
               const FitObjectPlace *place)
{
  const char *kind = place->list_kind != NULL
                         ? place->list_kind
                         : fit_value_get_string (value, "kind");
  const FitValue *policy, *file, *map;

  input->has_documents = TRUE;
  input->kind = g_strdup (kind);
  if (place->item >= 0)
    return;
  input->type = type_of (value);
  if (input->type != FIT_INPUT_CONFIGURATION)
    return;
  input->api_version = g_strdup (fit_value_get_string (value, "apiVersion"));
  /* A v1alpha1 configuration may name a Policy. */
  policy = fit_value_get (fit_value_get (value, "algorithmSource"), "policy");
  file = fit_value_get (policy, "file");
  map = fit_value_get (policy, "configMap");
  input->policy = (FitPolicyName){
    .path = g_strdup (fit_value_get_string (file, "path")),
    .namespace_ = g_strdup (fit_value_get_string (map, "namespace")),
    .name = g_strdup (fit_value_get_string (map, "name")),
  };
}

/* -- text ------------------------------------------------------------------ */

/* The word after @key anywhere in text that is not an object.
 * Returns: (transfer full) (nullable) */
static char *
find_word (const char *bytes, gsize len, const char *key)
{
  g_autofree char *pattern = g_strdup_printf (
      "(?:^|[{,])[ \t]*\"?%s\"?[ \t]*:[ \t]*\"?([\\w./]+)", key);
  g_autoptr (GRegex) regex
      = g_regex_new (pattern, G_REGEX_RAW | G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match_full (regex, bytes, (gssize) len, 0, 0, &match, NULL)
             ? g_match_info_fetch (match, 1)
             : NULL;
}

typedef struct
{
  FitInput *input;
  FitObjectFunc look_into; /* (nullable): called for every object; NULL: only
                              the first one is read */
} Scan;

static gboolean
scan_object (const FitValue *value, const FitObjectPlace *place, gpointer data,
             GError **error)
{
  const Scan *scan = data;

  if (!scan->input->has_documents)
    look_at_first (scan->input, value, place);
  if (scan->look_into != NULL)
    return scan->look_into (value, place, scan->input, error);
  return fit_fail (error, FIT_ERROR_INTERNAL, "seen enough");
}

static void
scan_text (const char *bytes, gsize len, const char *source, Scan *scan)
{
  const gsize enough = MIN (len, SEARCHED_BYTES);
  FitInput *input = scan->input;
  g_autoptr (GError) problem = NULL;

  if (!fit_read_objects (bytes, len, source, NULL, scan_object, scan, &problem)
      && !input->has_documents)
    {
      input->has_documents = TRUE;
      input->kind = find_word (bytes, enough, "kind");
      if (g_strcmp0 (input->kind, POLICY_KIND) == 0)
        input->type = FIT_INPUT_POLICY;
      if (g_strcmp0 (input->kind, FIT_CONFIG_KIND) == 0)
        {
          input->type = FIT_INPUT_CONFIGURATION;
          input->api_version = find_word (bytes, enough, "apiVersion");
        }
      input->broken = g_steal_pointer (&problem);
    }
  if (input->has_documents)
    return;
  /* A List without items is no object. */
  input->kind = find_word (bytes, enough, "kind");
  input->has_documents = input->kind != NULL;
}

/* -- ConfigMaps ------------------------------------------------------------ */

/* There are other kinds named Policy, for audits for example. */
static gboolean
is_scheduler_policy (const FitValue *value)
{
  const char *version = fit_value_get_string (value, "apiVersion");

  return version == NULL || strchr (version, '/') == NULL
         || g_str_has_prefix (version, FIT_CONFIG_GROUP "/");
}

/* Records whether the first Policy is the scheduler's. */
static gboolean
look_at_policy (const FitValue *value, const FitObjectPlace *place,
                gpointer data, GError **error)
{
  FitInput *input = data;

  if (input->type == FIT_INPUT_POLICY && !is_scheduler_policy (value))
    input->type = FIT_INPUT_MANIFESTS;
  return fit_fail (error, FIT_ERROR_INTERNAL, "seen enough");
}

/* Recognises the value of a key: rules as text, or mistakenly as an object. */
static FitInput
recognise_member (const FitMember *member)
{
  const FitValue *value = &member->value;
  const FitObjectPlace nowhere = { .item = -1 };
  FitInput input = { 0 };
  Scan scan = { &input, look_at_policy };

  if (value->type == FIT_VALUE_MAP)
    {
      look_at_first (&input, value, &nowhere);
      if (!is_scheduler_policy (value))
        input.type = FIT_INPUT_MANIFESTS;
    }
  else if (value->type == FIT_VALUE_STRING)
    scan_text (value->text, value->n, "", &scan);
  return input;
}

/* Adds rules of @object, without text.  @kind: static.  Returns: (transfer
 * none) */
static FitConfigMapRules *
add_rules (FitInput *input, const FitValue *object, const char *kind,
           const char *key)
{
  const FitValue *metadata = fit_value_get (object, "metadata");
  const char *name = fit_value_get_string (metadata, "name");
  FitConfigMapRules *rules = g_new0 (FitConfigMapRules, 1);

  rules->kind = kind;
  rules->namespace_ = g_strdup (fit_value_get_string (metadata, "namespace"));
  rules->name = g_strdup (name != NULL ? name : "");
  rules->key = g_strdup (key);
  g_ptr_array_add (input->config_maps, rules);
  return rules;
}

/* Takes what was @found in the text, or object, of @value. */
static void
take_found (FitConfigMapRules *rules, const FitValue *value, FitInput *found)
{
  rules->type = found->type;
  rules->api_version = g_steal_pointer (&found->api_version);
  rules->policy = found->policy;
  found->policy = (FitPolicyName){ 0 };
  if (value->type == FIT_VALUE_STRING)
    rules->text = g_bytes_new (value->text, value->n);
}

/* Returns: the number of keys of @data with rules */
static guint
look_into_data (FitInput *input, const FitValue *map, const FitValue *data)
{
  const guint before = input->config_maps->len;

  for (guint i = 0; data->type == FIT_VALUE_MAP && i < data->n; i++)
    {
      const FitMember *member = &data->members[i];
      const gboolean is_policy_key = strcmp (member->key, POLICY_KEY) == 0;
      g_auto (FitInput) found = recognise_member (member);

      FitConfigMapRules *rules;

      if (found.type == FIT_INPUT_MANIFESTS && !is_policy_key)
        continue;
      rules = add_rules (input, map, CONFIG_MAP_KIND, member->key);
      take_found (rules, &member->value, &found);
      if (is_policy_key)
        rules->type = FIT_INPUT_POLICY;
    }
  return input->config_maps->len - before;
}

/* A key of @object that is not a field of ConfigMaps but has rules, which
 * should be in data. */
static const char *
find_misplaced (const FitValue *object)
{
  static const char *const legitimate[]
      = { "metadata", "data", "binaryData", "annotations", "labels", NULL };

  for (guint i = 0;
       object != NULL && object->type == FIT_VALUE_MAP && i < object->n; i++)
    {
      const FitMember *member = &object->members[i];
      g_auto (FitInput) found = { 0 };

      if (g_strv_contains (legitimate, member->key))
        continue;
      found = recognise_member (member);
      if (found.type != FIT_INPUT_MANIFESTS
          || strcmp (member->key, POLICY_KEY) == 0)
        return member->key;
    }
  return NULL;
}

/* Returns: (transfer full): why the ConfigMap has no rules */
static char *
describe_problem (const FitValue *map, const FitValue *data)
{
  const FitValue *metadata = fit_value_get (map, "metadata");
  const char *name = fit_value_get_string (metadata, "name");
  const char *misplaced = find_misplaced (map);
  g_autofree char *who = object_name (
      CONFIG_MAP_KIND, fit_value_get_string (metadata, "namespace"),
      name != NULL ? name : "");
  g_autoptr (GString) keys = NULL;

  if (misplaced == NULL)
    misplaced = find_misplaced (metadata);
  if (misplaced != NULL)
    return g_strdup_printf ("%s: found %s outside of data, expected it in "
                            "data: indent it more than data",
                            who, misplaced);
  if (data == NULL && fit_value_get (metadata, "data") != NULL)
    return g_strdup_printf ("%s: found data inside of metadata, expected it "
                            "beside metadata: indent it less",
                            who);
  if (data == NULL && fit_value_get (map, "binaryData") != NULL)
    return g_strdup_printf ("%s has only binaryData, which the scheduler does "
                            "not read: expected text in data",
                            who);
  if (data == NULL || data->type == FIT_VALUE_NULL
      || (data->type == FIT_VALUE_MAP && data->n == 0))
    return g_strdup_printf ("%s has no data", who);
  if (data->type != FIT_VALUE_MAP)
    return g_strdup_printf ("%s: data: found %s, expected an object", who,
                            fit_value_type_text (data->type));
  keys = g_string_new (NULL);
  for (guint i = 0; i < data->n; i++)
    g_string_append_printf (keys, "%s%s", i > 0 ? ", " : "",
                            data->members[i].key);
  return g_strdup_printf ("%s holds neither a " POLICY_KIND
                          " nor a " FIT_CONFIG_KIND " (its keys: %s)",
                          who, keys->str);
}

static void
look_into_config_map (FitInput *input, const FitValue *value)
{
  const FitValue *data = fit_value_get (value, "data");

  if ((data == NULL || look_into_data (input, value, data) == 0)
      && input->problem == NULL)
    input->problem = describe_problem (value, data);
}

/* -- other kinds that hold rules ------------------------------------------- */

/* @problem (transfer full): what is wrong with @object */
static void
set_problem (FitInput *input, const FitValue *object, const char *kind,
             char *problem)
{
  const char *name
      = fit_value_get_string (fit_value_get (object, "metadata"), "name");
  g_autofree char *who = object_name (kind, NULL, name != NULL ? name : "");

  if (input->problem == NULL)
    input->problem = g_strdup_printf ("%s: %s", who, problem);
  g_free (problem);
}

/* AKS: a configuration as text. */
static void
look_into_aks (FitInput *input, const FitValue *value)
{
  const FitValue *spec = fit_value_get (value, "spec");
  const FitValue *raw = fit_value_get (spec, "rawConfig");
  g_auto (FitInput) found = { 0 };

  if (raw != NULL)
    found = recognise_member (&(FitMember){ .key = "", .value = *raw });
  if (found.type == FIT_INPUT_CONFIGURATION)
    take_found (add_rules (input, value, AKS_KIND, "spec.rawConfig"), raw,
                &found);
  else if (raw == NULL)
    set_problem (input, value, AKS_KIND, g_strdup ("found no spec.rawConfig"));
  else
    set_problem (input, value, AKS_KIND,
                 g_strdup ("spec.rawConfig holds no " FIT_CONFIG_KIND));
}

/* OpenShift: a Policy, or else one of a few profiles. */
static void
look_into_openshift (FitInput *input, const FitValue *value)
{
  const FitValue *spec = fit_value_get (value, "spec");
  const char *policy
      = fit_value_get_string (fit_value_get (spec, "policy"), "name");
  const char *profile = fit_value_get_string (spec, "profile");
  const gboolean has_policy = policy != NULL && *policy != '\0';
  FitConfigMapRules *rules;
  FitConfigVersion version;
  char *text;

  if (profile == NULL || *profile == '\0')
    profile = fit_openshift_profile_names[0];
  if (!has_policy && !g_strv_contains (fit_openshift_profile_names, profile))
    {
      g_autofree char *names
          = g_strjoinv (", ", (char **) fit_openshift_profile_names);

      set_problem (input, value, FIT_OPENSHIFT_KIND,
                   g_strdup_printf ("spec.profile: found \"%s\", expected one "
                                    "of %s",
                                    profile, names));
      return;
    }
  rules = add_rules (input, value, FIT_OPENSHIFT_KIND,
                     has_policy ? "spec.policy" : "spec.profile");
  rules->type = FIT_INPUT_CONFIGURATION;
  if (has_policy)
    {
      text = fit_openshift_policy_configuration (policy);
      version = FIT_CONFIG_V1ALPHA1;
      rules->policy = (FitPolicyName){
        .namespace_ = g_strdup (FIT_OPENSHIFT_POLICY_NAMESPACE),
        .name = g_strdup (policy),
      };
    }
  else
    {
      text = fit_openshift_configuration (profile, 0, &version, NULL);
      rules->profile = g_strdup (profile);
    }
  rules->api_version = g_strdup (fit_config_api_version (version));
  rules->text = g_bytes_new_take (text, strlen (text));
  rules->note = fit_openshift_note (spec);
  rules->node_selector = g_strdup (fit_openshift_node_selector (spec));
}

static const struct
{
  const char *kind;
  const char *group; /* what apiVersion begins with */
  void (*look_into) (FitInput *input, const FitValue *value);
} holders[] = {
  { CONFIG_MAP_KIND, "", look_into_config_map },
  { AKS_KIND, AKS_GROUP, look_into_aks },
  { FIT_OPENSHIFT_KIND, FIT_OPENSHIFT_GROUP, look_into_openshift },
};

static gboolean
look_into_holder (const FitValue *value, const FitObjectPlace *place,
                  gpointer user_data, GError **error)
{
  const char *kind = fit_value_get_string (value, "kind");
  const char *version = fit_value_get_string (value, "apiVersion");

  if (kind == NULL && g_strcmp0 (place->list_kind, CONFIG_MAP_KIND "List") == 0)
    kind = CONFIG_MAP_KIND;
  for (guint i = 0; kind != NULL && i < G_N_ELEMENTS (holders); i++)
    if (strcmp (kind, holders[i].kind) == 0
        && g_str_has_prefix (version != NULL ? version : "", holders[i].group))
      holders[i].look_into (user_data, value);
  return TRUE;
}

/* -- all of it ------------------------------------------------------------- */

FitInput
fit_recognise (const FitSource *source)
{
  FitInput input = { .config_maps
                     = g_ptr_array_new_with_free_func (config_map_rules_free) };
  Scan scan = { .input = &input };

  /* A large cluster without such words need not be read twice. */
  for (guint i = 0; i < G_N_ELEMENTS (holders) && scan.look_into == NULL; i++)
    {
      const char *word
          = *holders[i].group != '\0' ? holders[i].group : holders[i].kind;

      if (memmem (source->bytes, source->len, word, strlen (word)) != NULL)
        scan.look_into = look_into_holder;
    }
  scan_text (source->bytes, source->len, source->name, &scan);
  return input;
}

gboolean
fit_recognise_is_manifest (const char *kind)
{
  for (FitKind i = 0; kind != NULL && i < FIT_KIND_LAST; i++)
    if (strcmp (fit_kind_name (i), kind) == 0)
      return TRUE;
  for (FitControllerKind i = 0; kind != NULL && i < FIT_CONTROLLER_LAST; i++)
    if (strcmp (fit_controller_kind_name (i), kind) == 0)
      return TRUE;
  return kind != NULL && g_str_has_suffix (kind, "List");
}

/* Stops at the first one. */
static gboolean
find_manifest (const FitValue *value, const FitObjectPlace *place,
               gpointer data, GError **error)
{
  const char *kind = fit_value_get_string (value, "kind");
  gboolean *has_documents = data;
  const FitValue *metadata = fit_value_get (value, "metadata");
  g_autofree char *implied = NULL;
  g_autofree char *version = NULL;

  *has_documents = TRUE;
  if (kind == NULL
      && fit_kind_of_link (fit_value_get_string (metadata, "selfLink"),
                           &implied, &version))
    kind = implied;
  else if (kind == NULL && place->list_kind != NULL)
    kind = implied = g_strndup (place->list_kind,
                                strlen (place->list_kind) - strlen ("List"));
  if (!fit_recognise_is_manifest (kind))
    return TRUE;
  return fit_fail (error, FIT_ERROR_INTERNAL, "seen enough");
}

gboolean
fit_recognise_manifests (const FitSource *source)
{
  gboolean has_documents = FALSE;
  g_autofree char *kind = NULL;

  if (!fit_read_objects (source->bytes, source->len, source->name, NULL,
                         find_manifest, &has_documents, NULL))
    return TRUE;
  if (has_documents)
    return FALSE;
  /* A List without items is no object. */
  kind = find_word (source->bytes, MIN (source->len, SEARCHED_BYTES), "kind");
  return kind != NULL;
}

/* Kinds that do not exist, but whose meaning is clear. */
static const struct
{
  const char *pattern;
  const char *kind;
} wrong_kinds[] = {
  { "*Schedul*Policy", POLICY_KIND },
  { "*Schedul*Config*", FIT_CONFIG_KIND },
};

const char *
fit_recognise_nearest (const char *kind)
{
  FitSimilar similar;

  if (kind == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (wrong_kinds); i++)
    if (g_pattern_match_simple (wrong_kinds[i].pattern, kind))
      return wrong_kinds[i].kind;
  fit_similar_init (&similar, kind);
  fit_similar_offer (&similar, POLICY_KIND);
  fit_similar_offer (&similar, FIT_CONFIG_KIND);
  fit_similar_offer (&similar, CONFIG_MAP_KIND);
  for (FitKind i = 0; i < FIT_KIND_LAST; i++)
    fit_similar_offer (&similar, fit_kind_name (i));
  for (FitControllerKind i = 0; i < FIT_CONTROLLER_LAST; i++)
    fit_similar_offer (&similar, fit_controller_kind_name (i));
  return similar.best;
}
