/* listers-private.h - what fills the listers, and what only rules about volumes
 * read of them
 */
#pragma once

#include "cluster/listers.h"

FitListers *fit_listers_new (void);
void fit_listers_free (FitListers *listers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitListers, fit_listers_free)

/* fit_listers_set: adds @object, of any kind, or replaces the one with the same
 * (namespace and) name and keeps its place.  Takes a reference of its own. */
void fit_listers_set (FitListers *listers, gconstpointer object);

/* fit_listers_remove: @namespace_: "" for kinds without namespaces.  Nothing
 * happens if there is no such object. */
void fit_listers_remove (FitListers *listers, FitKind kind,
                         const char *namespace_, const char *name);

/* fit_listers_storage_version: Returns: a number that increases with every
 * change of a volume, claim or storage class */
guint64 fit_listers_storage_version (const FitListers *listers);
