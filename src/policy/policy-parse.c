/* policy-parse.c - from text to a FitPolicy: detects JSON or YAML, and the
 * version
 *
 * Before decoding a document, v1.16 reads its apiVersion and kind, ignoring
 * letter case.  A document without apiVersion is read as the internal form,
 * whose fields have Go names.  So an ordinary file without apiVersion reads as
 * an empty Policy.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "api/syntax.h"
#include "releases/legacy-release.h"
#include "formats/value-json.h"
#include "policy/fields.h"
#include "policy/yaml-keys.h"

#define INTERNAL_VERSION "__internal"
#define SCHEME "k8s.io/kubernetes/pkg/scheduler/api/register.go:27"

/* v1.16's error both for text that is not JSON and for a document that is not
 * an object. */
#define NO_VERSION "couldn't get version/kind; json parse error"

/* The type of a document according to itself; "" if absent. */
typedef struct
{
  const char *api_version;
  const char *kind;
} FitTypeMeta;

/* -- text ------------------------------------------------------------------ */

/* Searched for in this order in the parser's message. */
static const struct
{
  const char *message;
  const char *hint;
} syntax_hints[] = {
  { "invalid character '}' looking for beginning of object key string",
    "remove the comma before the '}'" },
  { "invalid character ']' looking for beginning of value",
    "remove the comma before the ']'" },
  { "invalid character '.'",
    "if \"...\" stands for something left out, remove it" },
  { "invalid character '\\''", "JSON strings need double quotes" },
  { "invalid character '/'",
    "JSON has no comments; in YAML a comment begins with #" },
  { "invalid character '#'",
    "a file that begins with '{' is read as JSON, which has no comments" },
  { "looking for beginning of object key string",
    "a file that begins with '{' is read as JSON, where field names need "
    "double quotes" },
  { "after top-level value",
    "a policy file holds one JSON object: remove what follows it" },
  { "after object key:value pair", "a comma or '}' is missing before it" },
  { "after array element", "a comma or ']' is missing before it" },
  { "unexpected end of JSON input", "a bracket or a quote is not closed" },
  { "tab character", "indent YAML with spaces, not tabs" },
  { "cannot start any token", "indent YAML with spaces, not tabs" },
};

static gboolean
begins_with (const char *text, gsize len, const char *prefix)
{
  while (len > 0 && g_ascii_isspace (*text))
    {
      text++;
      len--;
    }
  return len >= strlen (prefix) && memcmp (text, prefix, strlen (prefix)) == 0;
}

/* Appends to *@error how to mend text that is not valid JSON or YAML. */
static void
add_syntax_hint (GError **error, const char *text, gsize len)
{
  if (error == NULL || *error == NULL)
    return;
  if (begins_with (text, len, "//") || begins_with (text, len, "/*"))
    {
      fit_error_add_hint (error, "JSON has no comments; in YAML a comment "
                                 "begins with #");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (syntax_hints); i++)
    if (strstr ((*error)->message, syntax_hints[i].message) != NULL)
      {
        fit_error_add_hint (error, "%s", syntax_hints[i].hint);
        return;
      }
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (((const FitMember *) a)->key, ((const FitMember *) b)->key);
}

/* v1.16's conversion from YAML sorts the keys of objects. */
static void
sort_members (const FitValue *value)
{
  for (guint i = 0; value->type == FIT_VALUE_LIST && i < value->n; i++)
    sort_members (&value->items[i]);
  if (value->type != FIT_VALUE_MAP)
    return;
  g_qsort_with_data ((gpointer) value->members, (gint) value->n,
                     sizeof (FitMember), compare_keys, NULL);
  for (guint i = 0; i < value->n; i++)
    sort_members (&value->members[i].value);
}

static const FitValue *
parse_document (FitArena *arena, const char *text, gsize len,
                const char *source, const FitLimits *limits, GError **error)
{
  const gboolean yaml = !fit_is_json (text, len);
  GError *cause = NULL;
  const FitValue *root
      = yaml ? fit_yaml_parse (arena, text, len, limits, &cause)
             : fit_json_parse (arena, text, len, NULL, limits, &cause);

  if (root != NULL)
    {
      if (yaml)
        sort_members (root);
      return root;
    }
  if (g_error_matches (cause, FIT_ERROR, FIT_ERROR_PARSE))
    g_prefix_error (&cause, "%s: ", yaml ? "yaml" : NO_VERSION);
  g_prefix_error (&cause, "%s: ", source);
  add_syntax_hint (&cause, text, len);
  g_propagate_error (error, cause);
  return NULL;
}

/* -- version and kind ------------------------------------------------------ */

static gboolean
fail_no_version (const FitConfigReader *reader, const char *field,
                 const FitValue *value, const char *expected, GError **error)
{
  g_autofree char *source
      = g_strconcat (reader->source, ": ", NO_VERSION, NULL);
  const FitStep step = { .name = field };
  FitConfigReader here
      = { .source = source, .decoder.path = field != NULL ? &step : NULL };

  return fit_config_mismatch (&here, value, expected, error);
}

/* Decides between v1 and the internal form.  An apiVersion is GROUP/VERSION,
 * and the group of a Policy is empty; from 1.18 on it may be that of
 * configurations.  "" and "/" mean no version. */
static gboolean
check_type_meta (FitPolicy *policy, const FitTypeMeta *meta, GError **error)
{
  const char *version = meta->api_version;
  const char *slash = strchr (version, '/');
  gboolean has_group = slash != NULL && slash != version;

  if (g_str_equal (version, "/"))
    version = "";
  else if (slash != NULL && strchr (slash + 1, '/') != NULL)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "invalid policy: unexpected GroupVersion string: %s",
                     version);
  else if (slash == version)
    version = slash + 1;
  else if (fit_release_has_profiles (policy->release)
           && g_str_equal (version, FIT_CONFIG_GROUP "/v1"))
    {
      version = slash + 1;
      has_group = FALSE;
    }
  if (*version == '\0')
    version = INTERNAL_VERSION;
  policy->internal_form = g_str_equal (version, INTERNAL_VERSION);
  if (has_group || (*meta->kind != '\0' && !g_str_equal (meta->kind, "Policy"))
      || (!policy->internal_form && !g_str_equal (version, "v1")))
    {
      const char *kind = *meta->kind != '\0' ? meta->kind : "Policy";
      const char *source = policy->source;
      g_autofree char *quoted_kind = fit_quote (kind);
      g_autofree char *quoted_version = fit_quote (version);

      if (g_str_equal (version, INTERNAL_VERSION))
        g_set_error (
            error, FIT_ERROR, FIT_ERROR_SCHEMA,
            "invalid policy: no kind %s is registered for the internal "
            "version of group \"\" in scheme \"" SCHEME "\"",
            quoted_kind);
      else
        g_set_error (
            error, FIT_ERROR, FIT_ERROR_SCHEMA,
            "invalid policy: no kind %s is registered for version %s in "
            "scheme \"" SCHEME "\"",
            quoted_kind, quoted_version);
      if (g_str_equal (kind, "KubeSchedulerConfiguration"))
        fit_error_add_hint (error,
                            "%s%sthis configures the scheduler; the policy "
                            "file is what its algorithmSource names",
                            source, *source != '\0' ? ": " : "");
      else
        fit_error_add_hint (error,
                            "%s%sa policy file has \"apiVersion\": \"v1\" and "
                            "\"kind\": \"Policy\"",
                            source, *source != '\0' ? ": " : "");
      return FALSE;
    }
  return TRUE;
}

static gboolean
decode_document (FitPolicy *policy, FitConfigReader *reader,
                 const FitValue *root, GError **error)
{
  FitTypeMeta meta = { "", "" };

  if (root->type == FIT_VALUE_NULL)
    return TRUE; /* an empty file configures nothing */
  if (root->type != FIT_VALUE_MAP)
    {
      fail_no_version (reader, NULL, root, "an object", error);
      if (root->type == FIT_VALUE_STRING)
        add_syntax_hint (error, root->text, root->n);
      return FALSE;
    }
  for (guint i = 0; i < root->n; i++)
    {
      const FitMember *member = &root->members[i];
      const char **field = NULL;

      if (fit_names_equal (member->key, "apiVersion"))
        field = &meta.api_version;
      else if (fit_names_equal (member->key, "kind"))
        field = &meta.kind;
      if (field == NULL || member->value.type == FIT_VALUE_NULL)
        continue;
      if (member->value.type != FIT_VALUE_STRING)
        return fail_no_version (reader, member->key, &member->value, "a string",
                                error);
      *field = member->value.text;
    }
  if (!check_type_meta (policy, &meta, error))
    return FALSE;
  reader->internal = policy->internal_form;
  return fit_config_read (reader, &fit_policy_fields, root, policy, error);
}

FitPolicy *
fit_policy_parse (const char *text, gsize len, const char *source,
                  const FitLimits *limits, GError **error)
{
  return fit_policy_parse_as (text, len, source, FIT_RELEASE_LEGACY, limits,
                              error);
}

FitPolicy *
fit_policy_parse_as (const char *text, gsize len, const char *source,
                     FitRelease release, const FitLimits *limits,
                     GError **error)
{
  g_autoptr (FitPolicy) policy = fit_policy_new ();
  g_autofree char *named = source != NULL && *source != '\0'
                               ? g_strconcat ("invalid policy: ", source, NULL)
                               : g_strdup ("invalid policy");
  FitConfigReader reader
      = { .arena = policy->arena,
          .release = release,
          .ignore_case = fit_legacy_release_any_case (release),
          .policy = policy,
          .source = named };
  const FitValue *root
      = parse_document (policy->arena, text, len, named, limits, error);

  if (source != NULL)
    policy->source = fit_arena_strndup (policy->arena, source, strlen (source));
  policy->release = release;
  policy->internal_form = TRUE;
  if (root == NULL || !decode_document (policy, &reader, root, error)
      || (fit_release_has_profiles (release)
          && !fit_yaml_check_keys (text, len, policy->source, error)))
    return NULL;
  /* Releases before 1.10 do not distinguish missing lists from empty ones. */
  if (fit_legacy_release_missing_is_empty (release))
    {
      if (policy->predicates == NULL)
        policy->predicates = g_ptr_array_new ();
      if (policy->priorities == NULL)
        policy->priorities = g_ptr_array_new ();
    }
  return g_steal_pointer (&policy);
}

void
fit_policy_explain_unread (const char *path, GError **error)
{
  if (g_error_matches (*error, FIT_ERROR, FIT_ERROR_NOT_FOUND))
    {
      g_clear_error (error);
      g_set_error (error, FIT_ERROR, FIT_ERROR_IO,
                   "missing policy config file %s", path);
    }
  else
    g_prefix_error (error, "couldn't read policy config: ");
}
