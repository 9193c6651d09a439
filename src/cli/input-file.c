#include "cli/input-file.h"

#include <string.h>

#include "base/value.h"
#include "config/config-version.h"

/* Where broken text may say what it is. */
#define WORD_BYTES 65536

void
fit_input_clear (FitInput *input)
{
  g_clear_pointer (&input->api_version, g_free);
}

typedef struct
{
  gboolean seen;
  FitInput input;
} FirstObject;

/* Members of a Policy; v1.16 reads it without regard to case and, in the
 * internal form, without apiVersion and kind. */
static gboolean
has_policy_member (const FitValue *value)
{
  static const char *const names[]
      = { "predicates", "priorities", "extenders" };

  for (guint i = 0; value->type == FIT_VALUE_MAP && i < value->n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      if (g_ascii_strcasecmp (value->members[i].key, names[j]) == 0)
        return TRUE;
  return FALSE;
}

static gboolean
is_policy (const FitValue *value)
{
  const char *kind = fit_value_get_string (value, "kind");

  if (kind == NULL)
    return has_policy_member (value);
  if (strcmp (kind, "ConfigMap") == 0)
    return fit_value_get (fit_value_get (value, "data"), "policy.cfg") != NULL;
  return strcmp (kind, "Policy") == 0;
}

static gboolean
look_at_first (const FitValue *value, const FitObjectPlace *place,
               gpointer data, GError **error)
{
  FirstObject *first = data;
  const char *kind = fit_value_get_string (value, "kind");

  first->seen = TRUE;
  if (place->item < 0 && is_policy (value))
    first->input.type = FIT_INPUT_POLICY;
  else if (place->item < 0 && g_strcmp0 (kind, FIT_CONFIG_KIND) == 0)
    {
      first->input.type = FIT_INPUT_CONFIGURATION;
      first->input.api_version
          = g_strdup (fit_value_get_string (value, "apiVersion"));
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_INTERNAL, "seen enough");
  return FALSE;
}

/* What stands behind @key, one word, somewhere in text that is no object.
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

FitInput
fit_input_detect (const FitSource *source)
{
  FirstObject first = { FALSE, { FIT_INPUT_MANIFESTS, NULL } };
  const gsize enough = MIN (source->len, WORD_BYTES);
  g_autoptr (GError) problem = NULL;
  g_autofree char *kind = NULL;

  if (fit_read_objects (source->bytes, source->len, "", NULL, look_at_first,
                        &first, &problem)
      || first.seen)
    return first.input;
  kind = find_word (source->bytes, enough, "kind");
  if (g_strcmp0 (kind, "Policy") == 0)
    first.input.type = FIT_INPUT_POLICY;
  if (g_strcmp0 (kind, FIT_CONFIG_KIND) != 0)
    return first.input;
  first.input.type = FIT_INPUT_CONFIGURATION;
  first.input.api_version = find_word (source->bytes, enough, "apiVersion");
  return first.input;
}
