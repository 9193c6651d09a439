/* policy-changes.c - what has changed between two Policies
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/policy-changes.h"

#include "base/list-gap.h"
#include "formats/value-json.h"
#include "policy/fields.h"

#include <string.h>

/* How to read a list of predicates or of priorities. */
typedef struct
{
  const char *what; /* "predicates" */
  gboolean (*same_argument) (gconstpointer one, gconstpointer other);
} List;

static void
append_part (GString *out, const char *what, const char *value)
{
  g_string_append_printf (out, "%s%s%s", fit_list_gap (out, "; "), what, value);
}

/* -- entries --------------------------------------------------------------- */

static const char *
name_of (gconstpointer entry)
{
  return ((const FitRulePolicy *) entry)->name;
}

static gboolean
same_predicate (gconstpointer one, gconstpointer other)
{
  const FitPredicatePolicy *a = one, *b = other;

  return a->has_argument == b->has_argument && a->members == b->members
         && a->presence == b->presence
         && g_strv_equal (a->service_affinity_labels,
                          b->service_affinity_labels)
         && g_strv_equal (a->presence_labels, b->presence_labels);
}

static gboolean
same_ratio (const FitCapacityRatioArgument *a,
            const FitCapacityRatioArgument *b)
{
  if (a->shape.n != b->shape.n || a->resources.n != b->resources.n)
    return FALSE;
  for (guint i = 0; i < a->shape.n; i++)
    if (a->shape.points[i].utilization != b->shape.points[i].utilization
        || a->shape.points[i].score != b->shape.points[i].score)
      return FALSE;
  for (guint i = 0; i < a->resources.n; i++)
    if (strcmp (a->resources.items[i].name, b->resources.items[i].name) != 0
        || a->resources.items[i].weight != b->resources.items[i].weight)
      return FALSE;
  return TRUE;
}

static gboolean
same_priority (gconstpointer one, gconstpointer other)
{
  const FitPriorityPolicy *a = one, *b = other;

  return a->has_argument == b->has_argument && a->members == b->members
         && a->preference_presence == b->preference_presence
         && strcmp (a->anti_affinity_label, b->anti_affinity_label) == 0
         && strcmp (a->preference_label, b->preference_label) == 0
         && same_ratio (&a->ratio, &b->ratio);
}

static const List predicates = { "predicates", same_predicate };
static const List priorities = { "priorities", same_priority };

/* -- lists ----------------------------------------------------------------- */

/* Returns: (nullable): the last entry of that name counts */
static gconstpointer
find (const List *list, const GPtrArray *in, const char *name)
{
  for (guint i = in->len; i-- > 0;)
    if (strcmp (name_of (in->pdata[i]), name) == 0)
      return in->pdata[i];
  return NULL;
}

/* The names in @in that @other does not have. */
static void
append_missing (const List *list, const GPtrArray *in, const GPtrArray *other,
                const char *verb, GString *out)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *what = g_strdup_printf ("%s %s: ", list->what, verb);

  for (guint i = 0; i < in->len; i++)
    {
      const char *name = name_of (in->pdata[i]);

      if (find (list, in, name) == in->pdata[i]
          && find (list, other, name) == NULL)
        g_string_append_printf (names, "%s%s", fit_list_gap (names, ", "),
                                name);
    }
  if (names->len > 0)
    append_part (out, what, names->str);
}

/* A list that is absent stands for the defaults.  Returns: TRUE if both
 * Policies have the list */
static gboolean
append_list (const List *list, const GPtrArray *before, const GPtrArray *after,
             GString *out)
{
  if (before == NULL && after == NULL)
    return FALSE;
  if (before == NULL || after == NULL)
    {
      append_part (out, list->what,
                   after == NULL ? ": the defaults instead of a list"
                                 : ": a list instead of the defaults");
      return FALSE;
    }
  append_missing (list, after, before, "added", out);
  append_missing (list, before, after, "removed", out);
  for (guint i = 0; i < after->len; i++)
    {
      const char *name = name_of (after->pdata[i]);
      gconstpointer old = find (list, before, name);

      if (old != NULL && find (list, after, name) == after->pdata[i]
          && !list->same_argument (old, after->pdata[i]))
        append_part (out, "another argument of ", name);
    }
  return TRUE;
}

/* -- the whole ------------------------------------------------------------- */

/* Returns: (transfer full): all that the file says of @extender */
static char *
extender_text (const FitExtenderPolicy *extender)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitConfigReader writer = { .arena = arena, .release = FIT_RELEASE_LEGACY };

  return fit_value_to_json (
      fit_config_write (&writer, &fit_extender_fields, extender), NULL, NULL);
}

char *
fit_policy_changes (const FitPolicy *before, const FitPolicy *after)
{
  gboolean same_extenders = before->extenders->len == after->extenders->len;
  GString *out = g_string_new (NULL);

  append_list (&predicates, before->predicates, after->predicates, out);
  if (append_list (&priorities, before->priorities, after->priorities, out))
    for (guint i = 0; i < after->priorities->len; i++)
      {
        const FitPriorityPolicy *now = after->priorities->pdata[i];
        const FitPriorityPolicy *old
            = find (&priorities, before->priorities, now->name);
        g_autofree char *text = NULL;

        if (old == NULL || old->weight == now->weight
            || find (&priorities, after->priorities, now->name) != now)
          continue;
        text = g_strdup_printf ("%s: %" G_GINT64_FORMAT
                                ", now %" G_GINT64_FORMAT,
                                now->name, old->weight, now->weight);
        append_part (out, "weight of ", text);
      }
  for (guint i = 0; same_extenders && i < after->extenders->len; i++)
    {
      g_autofree char *one = extender_text (before->extenders->pdata[i]);
      g_autofree char *other = extender_text (after->extenders->pdata[i]);

      same_extenders = strcmp (one, other) == 0;
    }
  if (!same_extenders)
    append_part (out, "extenders", "");
  if (before->hard_pod_affinity_symmetric_weight
      != after->hard_pod_affinity_symmetric_weight)
    append_part (out, "hardPodAffinitySymmetricWeight", "");
  if (before->always_check_all_predicates != after->always_check_all_predicates)
    append_part (out, "alwaysCheckAllPredicates", "");
  return g_string_free (out, FALSE);
}
