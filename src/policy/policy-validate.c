/* policy-validate.c - v1.16's checks of a Policy before it uses it
 *
 * Source: kube-scheduler v1.16 pkg/scheduler/api/validation.  Collects all
 * problems.  Whether names are registered is checked later (factory/).
 * SPDX-License-Identifier: Apache-2.0 */

#include "api/names.h"
#include "api/syntax.h"
#include "base/each.h"
#include "policy/policy.h"

/* Scores are at most 10, and weight x 10 must not overflow. */
#define MAX_WEIGHT (G_MAXINT64 / 10)

/* The problems found, and hints for fixing them. */
typedef struct
{
  GPtrArray *messages; /* of char *, distinct, in file order */
  GPtrArray *hints;    /* the same */
} FitProblems;

static void
add_distinct (GPtrArray *texts, char *text)
{
  if (g_ptr_array_find_with_equal_func (texts, text, g_str_equal, NULL))
    g_free (text);
  else
    g_ptr_array_add (texts, text);
}

static void G_GNUC_PRINTF (2, 3)
    add_problem (FitProblems *problems, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  add_distinct (problems->messages, g_strdup_vprintf (format, args));
  va_end (args);
}

/* Adds a hint about the entry at @place, unless that was created by hand. */
static void G_GNUC_PRINTF (3, 4)
    add_hint (FitProblems *problems, FitPlace place, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  add_distinct (problems->hints, place.line > 0 ? g_strdup_printf (
                                     "line %u: %s", place.line, text)
                                                : g_strdup (text));
}

static void
check_resource (FitProblems *problems, const FitExtenderPolicy *extender,
                const char *name, GHashTable *seen)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);

  fit_qualified_name_problems (name, found);
  FIT_EACH (const char, text, found)
    add_problem (problems, "%s", text);
  if (found->len > 0)
    add_hint (problems, extender->place,
              "\"%s\" is not a resource name; write DOMAIN/NAME as in "
              "example.com/gpu",
              name);
  else if (!fit_is_extended_resource_name (name))
    {
      add_problem (problems, "%s is an invalid extended resource name", name);
      add_hint (problems, extender->place,
                "an extender can only manage extended resources: they have a "
                "domain outside of kubernetes.io, as in example.com/gpu");
    }
  if (!g_hash_table_add (seen, (gpointer) name))
    {
      add_problem (problems, "Duplicate extender managed resource name %s",
                   name);
      add_hint (problems, extender->place,
                "list \"%s\" once, under one extender", name);
    }
}

gboolean
fit_policy_validate (const FitPolicy *policy, GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) hints = g_ptr_array_new_with_free_func (g_free);
  FitProblems problems = { messages, hints };
  g_autoptr (GHashTable) seen = NULL;
  guint binders;
  g_autofree char *joined = NULL;
  gboolean several;

  FIT_EACH (const FitPriorityPolicy, priority, policy->priorities)
    {
      if (priority->weight > 0 && priority->weight < MAX_WEIGHT)
        continue;
      add_problem (
          &problems,
          "Priority %s should have a positive weight applied to it or it "
          "has overflown",
          priority->name);
      if (*priority->name == '\0')
        add_hint (&problems, priority->place,
                  "this entry has no name; letter case counts in \"name\" and "
                  "\"weight\"");
      else
        add_hint (&problems, priority->place,
                  "give \"%s\" a weight from 1 to %" G_GINT64_FORMAT,
                  priority->name, MAX_WEIGHT - 1);
    }
  seen = g_hash_table_new (g_str_hash, g_str_equal);
  binders = 0;
  FIT_EACH (const FitExtenderPolicy, extender, policy->extenders)
    {
      if (*extender->bind_verb != '\0')
        binders++;
      if (*extender->prioritize_verb != '\0' && extender->weight <= 0)
        {
          g_autofree char *name = fit_extender_policy_name (extender);

          add_problem (&problems,
                       "Priority for extender %s should have a positive weight "
                       "applied to it",
                       name);
          add_hint (&problems, extender->place,
                    "prioritizeVerb needs a weight above 0");
        }
      for (guint j = 0; j < extender->n_managed_resources; j++)
        check_resource (&problems, extender,
                        extender->managed_resources[j].name, seen);
    }
  if (binders > 1)
    add_problem (&problems, "Only one extender can implement bind, found %u",
                 binders);
  if (messages->len == 0)
    return TRUE;
  several = problems.messages->len > 1;
  g_ptr_array_add (problems.messages, NULL);
  joined = g_strjoinv (", ", (char **) problems.messages->pdata);
  g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY, "%s%s%s", several ? "[" : "",
               joined, several ? "]" : "");
  FIT_EACH (const char, text, problems.hints)
    fit_error_add_hint (error, "%s", text);
  return FALSE;
}
