/* grammar.c - puts a text together from rules
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/grammar.h"

#include <string.h>

static const GrammarRule *
find (const GrammarRule *rules, const char *name, gsize len)
{
  for (; rules->name != NULL; rules++)
    if (strlen (rules->name) == len && strncmp (rules->name, name, len) == 0)
      return rules;
  g_error ("no rule %.*s", (int) len, name);
}

static void append (const GrammarRule *rules, const GrammarRule *rule,
                    const char *subject, Choices *choices, GString *out);

/* @reference is "rule>" or "rule*3>".  Returns: its last byte */
static const char *
append_reference (const GrammarRule *rules, const char *reference,
                  const char *subject, Choices *choices, GString *out)
{
  const gsize len = strcspn (reference, "*>");
  const GrammarRule *rule;
  guint times = 1;

  if (*reference == '$')
    {
      g_string_append (out, subject);
      return reference + 1;
    }
  rule = find (rules, reference, len);
  if (reference[len] == '*')
    times = choices_below (choices, (guint) (reference[len + 1] - '0') + 1);
  for (guint i = 0; i < times; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append (rules, rule, subject, choices, out);
    }
  return strchr (reference, '>');
}

static void
append (const GrammarRule *rules, const GrammarRule *rule, const char *subject,
        Choices *choices, GString *out)
{
  const guint n = g_strv_length ((char **) rule->texts);

  for (const char *c = rule->texts[choices_below (choices, n)]; *c != '\0'; c++)
    if (*c == '<')
      c = append_reference (rules, c + 1, subject, choices, out);
    else
      g_string_append_c (out, *c == '\'' ? '"' : *c);
}

void
grammar_append (const GrammarRule *rules, const char *rule, const char *subject,
                Choices *choices, GString *out)
{
  append (rules, find (rules, rule, strlen (rule)), subject, choices, out);
}
