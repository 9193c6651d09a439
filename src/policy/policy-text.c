/* policy-text.c - names and messages of the Policy decoder */
#include "api/decode.h"
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

void
fit_policy_prefix_error (GError **error, const char *source,
                         const FitValue *value)
{
  g_prefix_error (error, "invalid policy: %s%sline %u, column %u: ", source,
                  *source != '\0' ? ": " : "", value->line, value->column);
}

void
fit_policy_set_error (GError **error, const char *source, const char *path,
                      const FitValue *value, const char *expected)
{
  g_autofree char *found = fit_value_describe (value);

  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA, "%s%sfound %s, expected %s",
               path, *path != '\0' ? ": " : "", found, expected);
  fit_policy_prefix_error (error, source, value);
}
