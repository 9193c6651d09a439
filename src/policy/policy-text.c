/* policy-text.c - names and messages of the Policy decoder */
#include <string.h>

#include "api/decode.h"
#include "api/syntax.h"
#include "policy/policy-private.h"

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const FitMember *const *one = a;
  const FitMember *const *other = b;

  return strcmp ((*one)->key, (*other)->key);
}

GPtrArray *
fit_policy_members (const FitValue *map, const FitPolicyForm *form)
{
  GPtrArray *members = g_ptr_array_sized_new (map->n);

  for (guint i = 0; i < map->n; i++)
    g_ptr_array_add (members, (gpointer) &map->members[i]);
  if (form->yaml)
    g_ptr_array_sort (members, compare_keys);
  return members;
}

char *
fit_policy_member_path (const char *path, const char *key)
{
  const char *dot = *path != '\0' ? "." : "";
  g_autofree char *shown = fit_text_shorten (key);
  g_autofree char *quoted = NULL;

  if (*key != '\0' && strcmp (shown, key) == 0
      && strspn (key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                      "abcdefghijklmnopqrstuvwxyz0123456789-_")
             == strlen (key))
    return g_strconcat (path, dot, key, NULL);
  quoted = fit_quote (shown);
  return g_strconcat (path, dot, quoted, NULL);
}

void
fit_policy_set_error (GError **error, const char *source, const char *path,
                      const FitValue *value, const char *expected)
{
  g_autofree char *found = fit_value_describe (value);

  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
               "invalid policy: %s%sline %u, column %u: %s%sfound %s, "
               "expected %s",
               source, *source != '\0' ? ": " : "", value->line, value->column,
               path, *path != '\0' ? ": " : "", found, expected);
}
