/* cmocka.h - cmocka, with the headers that it wants to be included before it, and an
 * assertion that it lacks
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>

/* assert_owned: the text @got (transfer full) is @expected */
static inline void
assert_owned (char *got, const char *expected)
{
  assert_string_equal (got, expected);
  g_free (got);
}
