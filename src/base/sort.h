/* sort.h - the order of texts
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* fit_compare_texts: a GCompareFunc for arrays of char *: byte order */
gint fit_compare_texts (gconstpointer a, gconstpointer b);

G_END_DECLS
