/* turns.h - what tests of very many cases leave out under a sanitizer
 *
 * Sanitizers look for wrong uses of memory, which cases of a kind have in common,
 * and make each case ten times as slow; the results are compared in every build.
 * So there such a test takes a part of its cases.  FIT_TEST_TURN, a number that
 * .ci/run takes from the commit, says which; with FIT_TEST_LONG=1 it takes them
 * all.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

static inline gboolean
turns_are_taken (void)
{
  const char *sanitizers = g_getenv ("FIT_TEST_SANITIZERS");

  return sanitizers != NULL && !g_str_equal (sanitizers, "no")
         && g_getenv ("FIT_TEST_LONG") == NULL;
}

/* is_its_turn: does case number @i take part, if one of @n does? */
static inline gboolean
is_its_turn (guint i, guint n)
{
  const char *text = g_getenv ("FIT_TEST_TURN");
  guint64 turn = 0;

  if (text != NULL)
    g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &turn, NULL);
  return !turns_are_taken () || (i + turn) % n == 0;
}
