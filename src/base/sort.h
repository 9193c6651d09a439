/* sort.h - the order of texts
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* fit_compare_texts: a GCompareFunc for arrays of char *: byte order */
gint fit_compare_texts (gconstpointer a, gconstpointer b);
