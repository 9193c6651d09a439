/* same-tree.h - are two trees equal, with the places of everything in them?
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

#include <string.h>

static inline gboolean same_tree (const FitValue *a, const FitValue *b);

static inline gboolean
same_member (const FitMember *a, const FitMember *b)
{
  return a->key_len == b->key_len && memcmp (a->key, b->key, a->key_len) == 0
         && a->line == b->line && a->column == b->column
         && a->repeated == b->repeated && same_tree (&a->value, &b->value);
}

static inline gboolean
same_tree (const FitValue *a, const FitValue *b)
{
  if (a->type != b->type || a->line != b->line || a->column != b->column
      || a->n != b->n)
    return FALSE;
  if (a->type == FIT_VALUE_BOOL)
    return a->boolean == b->boolean;
  if (a->type == FIT_VALUE_STRING || a->type == FIT_VALUE_NUMBER)
    return memcmp (a->text, b->text, a->n) == 0;
  for (guint i = 0; a->type == FIT_VALUE_LIST && i < a->n; i++)
    if (!same_tree (&a->items[i], &b->items[i]))
      return FALSE;
  for (guint i = 0; a->type == FIT_VALUE_MAP && i < a->n; i++)
    if (!same_member (&a->members[i], &b->members[i]))
      return FALSE;
  return TRUE;
}

/* The comment makes libyaml read the text; without it, that need not be. */
#define BY_LINES "---\n"
#define BY_LIBYAML "--- #\n"

/* libyaml decodes ahead: it complains of a byte that is no text in a document
 * that nobody reads, too. */
static inline gboolean
is_text (const char *text, gsize len)
{
  if (!g_utf8_validate_len (text, len, NULL))
    return FALSE;
  for (const char *c = text; c < text + len; c = g_utf8_next_char (c))
    {
      const gunichar letter = g_utf8_get_char (c);

      if ((g_unichar_iscntrl (letter) && strchr ("\t\n\r", *c) == NULL
           && letter != 0x85)
          || letter == 0xfffe || letter == 0xffff)
        return FALSE;
    }
  return TRUE;
}

/* Is @text read in one way, with or without libyaml?  Bytes that are no text are
 * not compared. */
static inline gboolean
reads_the_same (const char *text, gsize len, const FitLimits *limits)
{
  static const char *const beginnings[] = { BY_LINES, BY_LIBYAML };
  /* What stands behind a text is not part of it. */
  static const char behind[] = "'\": #|\\- \nx";
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *values[2];
  char *problems[2];
  gboolean same;

  if (!is_text (text, len))
    return TRUE;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GString) whole = g_string_new (beginnings[i]);
      g_autoptr (GError) error = NULL;

      g_string_append_len (whole, text, (gssize) len);
      g_string_append (whole, behind + len % strlen (behind));
      values[i] = fit_yaml_parse (arena, whole->str,
                                  strlen (beginnings[i]) + len, limits, &error);
      problems[i] = error != NULL ? g_strdup (error->message) : NULL;
    }
  same = values[0] != NULL && values[1] != NULL
             ? same_tree (values[0], values[1])
             : g_strcmp0 (problems[0], problems[1]) == 0;
  g_free (problems[0]);
  g_free (problems[1]);
  return same;
}
