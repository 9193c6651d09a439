/* listers-private.h - lister functions for volume rules only
 */
#pragma once

#include "cluster/listers.h"

G_BEGIN_DECLS

/* fit_listers_storage_version: Returns: a number that increases with every
 * change of a volume, claim or storage class */
guint64 fit_listers_storage_version (const FitListers *listers);

/* fit_object_key_hash, fit_object_key_equal: hash table functions over the
 * namespace and name of a FitObjectMeta */
guint fit_object_key_hash (gconstpointer meta);
gboolean fit_object_key_equal (gconstpointer a, gconstpointer b);

G_END_DECLS
