/* listers-private.h - what fills the listers, and what only rules about volumes
 * read of them
 * SPDX-License-Identifier: Apache-2.0 */
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

/* fit_listers_unclaimed: Returns: (transfer none) (nullable): the
 * PersistentVolumes with @class as spec.storageClassName and without claimRef,
 * in order of input */
const GPtrArray *fit_listers_unclaimed (const FitListers *listers,
                                        const char *class);

/* fit_listers_claimed: Returns: (transfer none) (nullable): all
 * PersistentVolumes whose claimRef has @namespace_ and @name, and maybe others,
 * in order of input */
const GPtrArray *fit_listers_claimed (const FitListers *listers,
                                      const char *namespace_, const char *name);

/* fit_listers_place: Returns: the place of the object with this name in the
 * order of input of its kind: more than that of any object before it */
guint64 fit_listers_place (const FitListers *listers, FitKind kind,
                           const FitObjectMeta *meta);

/* fit_listers_storage_version: Returns: a number that increases with every
 * change of a volume, claim or storage class */
guint64 fit_listers_storage_version (const FitListers *listers);
