/* golden.h - a page that a test prints and compares with the one on record
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#include "tests/support/cmocka.h"

/* assert_golden: @text is what the file @name below tests/ has;
 * FIT_TEST_UPDATE=1 writes it anew */
static inline void
assert_golden (const char *name, const GString *text)
{
  const char *srcdir = g_getenv ("FIT_TEST_SRCDIR");
  g_autofree char *path
      = g_build_filename (srcdir != NULL ? srcdir : ".", "tests", name, NULL);
  g_autofree char *expected = NULL;

  if (g_getenv ("FIT_TEST_UPDATE") != NULL)
    assert_true (
        g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  assert_string_equal (text->str, expected);
}
