/* policy-parse.c - from text to a FitPolicy: detects JSON or YAML, and the
 * version
 *
 * Before decoding a document, v1.16 reads its apiVersion and kind, ignoring
 * letter case.  A document without apiVersion is read as the internal form,
 * whose fields have Go names.  So an ordinary file without apiVersion reads as
 * an empty Policy.
 */
#include <string.h>

#include "policy/policy-hints.h"
#include "api/syntax.h"
#include "policy/policy-private.h"

#define INTERNAL_VERSION "__internal"
#define SCHEME "k8s.io/kubernetes/pkg/scheduler/api/register.go:27"

/* v1.16's error both for text that is not JSON and for a document that is not
 * an object. */
#define NO_VERSION "couldn't get version/kind; json parse error"

typedef struct
{
  const FitValue *root;
  FitPolicyForm form;
} FitDocument;

/* The type of a document according to itself; "" if absent. */
typedef struct
{
  const char *api_version;
  const char *kind;
} FitTypeMeta;

/* The length of one white-space character as Go defines it; 0 for any other
 * character. */
static gsize
space_length (const char *text, gsize len)
{
  gunichar c = g_utf8_get_char_validated (text, (gssize) len);

  if (c == (gunichar) -1 || c == (gunichar) -2)
    return 0;
  if (g_unichar_isspace (c) || c == '\v' || c == 0x85)
    return (gsize) g_unichar_to_utf8 (c, NULL);
  return 0;
}

/* v1.16 reads text that begins with '{' as JSON.  Everything else, also a JSON
 * list or string, is read as YAML. */
static gboolean
is_json (const char *text, gsize len)
{
  gsize space;

  while (len > 0 && (space = space_length (text, len)) > 0)
    {
      text += space;
      len -= space;
    }
  return len > 0 && *text == '{';
}

static gboolean
parse_document (FitDocument *document, FitArena *arena, const char *text,
                gsize len, const FitLimits *limits, GError **error)
{
  GError *cause = NULL;
  const char *source = document->form.source;

  document->form.yaml = !is_json (text, len);
  document->root
      = document->form.yaml
            ? fit_yaml_parse (arena, text, len, limits, &cause)
            : fit_json_parse (arena, text, len, NULL, limits, &cause);
  if (document->root != NULL)
    return TRUE;
  if (g_error_matches (cause, FIT_ERROR, FIT_ERROR_PARSE))
    g_prefix_error (&cause, "%s: ", document->form.yaml ? "yaml" : NO_VERSION);
  g_prefix_error (&cause, "invalid policy: %s%s", source,
                  *source != '\0' ? ": " : "");
  fit_policy_add_syntax_hint (&cause, text, len);
  g_propagate_error (error, cause);
  return FALSE;
}

static void
set_no_version (const FitDocument *document, const char *path,
                const FitValue *value, const char *expected, GError **error)
{
  g_autofree char *where = g_strconcat (
      document->form.source, *document->form.source != '\0' ? ": " : "",
      NO_VERSION, NULL);

  fit_policy_set_error (error, where, path, value, expected);
}

static gboolean
read_type_meta (const FitDocument *document, FitTypeMeta *meta, GError **error)
{
  g_autoptr (GPtrArray) members
      = fit_policy_members (document->root, &document->form);

  *meta = (FitTypeMeta){ "", "" };
  for (guint i = 0; i < members->len; i++)
    {
      const FitMember *member = members->pdata[i];
      const char **field = NULL;

      if (fit_names_equal (member->key, "apiVersion"))
        field = &meta->api_version;
      else if (fit_names_equal (member->key, "kind"))
        field = &meta->kind;
      if (field == NULL || member->value.type == FIT_VALUE_NULL)
        continue;
      if (member->value.type != FIT_VALUE_STRING)
        {
          set_no_version (document, member->key, &member->value, "a string",
                          error);
          return FALSE;
        }
      *field = member->value.text;
    }
  return TRUE;
}

static gboolean
fail_kind (const FitDocument *document, const FitTypeMeta *meta,
           const char *version, GError **error)
{
  const char *kind = *meta->kind != '\0' ? meta->kind : "Policy";
  const char *source = document->form.source;
  g_autofree char *quoted_kind = fit_quote (kind);
  g_autofree char *quoted_version = fit_quote (version);

  if (g_str_equal (version, INTERNAL_VERSION))
    g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                 "invalid policy: no kind %s is registered for the internal "
                 "version of group \"\" in scheme \"" SCHEME "\"",
                 quoted_kind);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
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

/* Decides between v1 and the internal form.  An apiVersion is GROUP/VERSION,
 * and the group of a Policy is empty; "" and "/" mean no version. */
static gboolean
check_type_meta (FitDocument *document, const FitTypeMeta *meta, GError **error)
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
  if (*version == '\0')
    version = INTERNAL_VERSION;
  document->form.internal = g_str_equal (version, INTERNAL_VERSION);
  if (has_group || (*meta->kind != '\0' && !g_str_equal (meta->kind, "Policy"))
      || (!document->form.internal && !g_str_equal (version, "v1")))
    return fail_kind (document, meta, version, error);
  return TRUE;
}

/* Releases before 1.10 do not distinguish missing lists from empty ones. */
static void
fill_missing_lists (FitPolicy *policy)
{
  if (!fit_legacy_release_missing_is_empty (policy->release))
    return;
  if (policy->predicates == NULL)
    policy->predicates = fit_predicate_policies_new ();
  if (policy->priorities == NULL)
    policy->priorities = fit_priority_policies_new ();
}

static FitPolicy *
decode_document (FitDocument *document, GError **error)
{
  g_autoptr (FitPolicy) policy = fit_policy_new ();
  const FitValue *root = document->root;
  FitTypeMeta meta;

  g_free (policy->source);
  policy->source = g_strdup (document->form.source);
  policy->release = document->form.release;
  policy->internal_form = TRUE;
  if (root->type == FIT_VALUE_NULL)
    {
      /* An empty file configures nothing. */
      fill_missing_lists (policy);
      return g_steal_pointer (&policy);
    }
  if (root->type != FIT_VALUE_MAP)
    {
      set_no_version (document, "", root, "an object", error);
      if (root->type == FIT_VALUE_STRING)
        fit_policy_add_syntax_hint (error, root->text, root->n);
      return NULL;
    }
  if (!read_type_meta (document, &meta, error)
      || !check_type_meta (document, &meta, error))
    return NULL;
  policy->internal_form = document->form.internal;
  if (!fit_policy_decode (policy, root, &document->form, error))
    return NULL;
  fill_missing_lists (policy);
  return g_steal_pointer (&policy);
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
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitDocument document = { .form.source = source != NULL ? source : "",
                           .form.release = release };

  if (!parse_document (&document, arena, text, len, limits, error))
    return NULL;
  return decode_document (&document, error);
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
