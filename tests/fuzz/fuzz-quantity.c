/* fuzz-quantity.c - any text is a quantity or an error, and order is total
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include "formats/quantity.h"

#include <string.h>

/* The input is one quantity, or two with a newline between them. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  const char *newline = size > 0 ? memchr (text, '\n', size) : NULL;
  size_t first = newline ? (size_t) (newline - text) : size;
  size_t second = newline ? first + 1 : 0;
  g_auto (FitQuantity) a = { 0 };
  g_auto (FitQuantity) b = { 0 };
  g_auto (FitQuantity) copy = { 0 };

  if (!fit_quantity_parse (text, first, &a, NULL)
      || !fit_quantity_parse (text + second, size - second, &b, NULL))
    return 0;
  (void) fit_quantity_value (&a);
  (void) fit_quantity_milli_value (&a);
  fit_quantity_copy (&a, &copy);
  g_assert_cmpint (fit_quantity_cmp (&a, &copy), ==, 0);
  g_assert ((fit_quantity_cmp (&a, &b) < 0) == (fit_quantity_cmp (&b, &a) > 0));
  return 0;
}
