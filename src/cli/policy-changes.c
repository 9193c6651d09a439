/* policy-changes.c - what has changed between two Policies
 *
 * Both are compared as they would be written, so that no field is forgotten.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/rules-watch.h"

#include "base/list-gap.h"
#include "formats/value-edit.h"
#include "policy/fields.h"

static void
append_part (GString *out, const char *what, const char *value)
{
  g_string_append_printf (out, "%s%s%s", fit_list_gap (out, "; "), what, value);
}

/* -- lists ----------------------------------------------------------------- */

static const char *
name_of (const FitValue *entry)
{
  const char *name = fit_value_get_string (entry, "name");

  return name != NULL ? name : "";
}

/* Returns: (nullable): the last entry of that name counts */
static const FitValue *
find (const FitValue *list, const char *name)
{
  for (guint i = list->n; i-- > 0;)
    if (g_str_equal (name_of (&list->items[i]), name))
      return &list->items[i];
  return NULL;
}

/* The names in @in that @other does not have. */
static void
append_missing (const char *list, const FitValue *in, const FitValue *other,
                const char *verb, GString *out)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *what = g_strdup_printf ("%s %s: ", list, verb);

  for (guint i = 0; i < in->n; i++)
    {
      const char *name = name_of (&in->items[i]);

      if (find (in, name) == &in->items[i] && find (other, name) == NULL)
        g_string_append_printf (names, "%s%s", fit_list_gap (names, ", "),
                                name);
    }
  if (names->len > 0)
    append_part (out, what, names->str);
}

/* The entries of both lists with another @member. */
static void
append_changed (const FitValue *before, const FitValue *after,
                const char *member, GString *out)
{
  for (guint i = 0; i < after->n; i++)
    {
      const FitValue *now = &after->items[i];
      const char *name = name_of (now);
      const FitValue *old = find (before, name);
      const FitValue *was, *is;
      g_autofree char *text = NULL;

      if (old == NULL || find (after, name) != now)
        continue;
      was = fit_value_get (old, member);
      is = fit_value_get (now, member);
      if (fit_value_same (was, is))
        continue;
      if (g_str_equal (member, "argument"))
        append_part (out, "another argument of ", name);
      else
        {
          text = g_strdup_printf ("%s: %s, now %s", name,
                                  was != NULL ? was->text : "0",
                                  is != NULL ? is->text : "0");
          append_part (out, "weight of ", text);
        }
    }
}

/* A list that is absent stands for the defaults. */
static void
append_list (const char *list, const FitValue *before, const FitValue *after,
             GString *out)
{
  if (before == NULL && after == NULL)
    return;
  if (before == NULL || after == NULL)
    {
      append_part (out, list,
                   after == NULL ? ": the defaults instead of a list"
                                 : ": a list instead of the defaults");
      return;
    }
  append_missing (list, after, before, "added", out);
  append_missing (list, before, after, "removed", out);
  append_changed (before, after, "argument", out);
  append_changed (before, after, "weight", out);
}

/* -- the whole ------------------------------------------------------------- */

char *
fit_policy_changes (const FitPolicy *before, const FitPolicy *after)
{
  static const char *const lists[] = { "predicates", "priorities" };
  static const char *const others[]
      = { "extenders", "hardPodAffinitySymmetricWeight",
          "alwaysCheckAllPredicates" };
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitConfigReader writer = { .arena = arena, .release = FIT_RELEASE_LEGACY };
  const FitValue *was = fit_config_write (&writer, &fit_policy_fields, before);
  const FitValue *is = fit_config_write (&writer, &fit_policy_fields, after);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    append_list (lists[i], fit_value_get (was, lists[i]),
                 fit_value_get (is, lists[i]), out);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (!fit_value_same (fit_value_get (was, others[i]),
                         fit_value_get (is, others[i])))
      append_part (out, others[i], "");
  return g_string_free (out, FALSE);
}
