/* sort.c - compares texts in arrays
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/sort.h"

#include <string.h>

gint
fit_compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}
