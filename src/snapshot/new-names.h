/* new-names.h - another name for every name of a cluster
 *
 * A name is replaced by the same new name everywhere, so references still work.
 * New names are numbered in the order of the old ones, so names of a class sort
 * as before.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#include "api/field-facts.h"

typedef struct _FitNewNames FitNewNames;

/* fit_new_names_new: @keep: (nullable): names that stay as they are, besides
 * those that Kubernetes gives a meaning */
FitNewNames *fit_new_names_new (const char *const *keep);
void fit_new_names_free (FitNewNames *names);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNewNames, fit_new_names_free)

/* fit_new_names_note: @name is used.  All names must be noted before the first
 * is looked up. */
void fit_new_names_note (FitNewNames *names, FitNameClass class_,
                         const char *name);

/* fit_new_names_note_number: @name is compared as a number, if it is one: its
 * new name is one, too, in the same order */
void fit_new_names_note_number (FitNewNames *names, const char *name);

/* fit_new_names_note_pair: @first-@second is the name of something that belongs
 * to both */
void fit_new_names_note_pair (FitNewNames *names, const char *first,
                              const char *second);

/* fit_new_names_keeps: is @name one of those that stay? */
gboolean fit_new_names_keeps (const FitNewNames *names, const char *name);

/* fit_new_names_get: Returns: (transfer none): the new name */
const char *fit_new_names_get (FitNewNames *names, const char *name);
