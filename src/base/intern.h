/* intern.h - one copy of each string, to compare by pointer
 *
 * Label keys and values, namespaces, resource, image and node names are
 * interned: equal text has the same pointer while a reference is held.  Text
 * without references is freed.  Thread-safe.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* fit_intern: Returns: (transfer full): @text interned */
const char *fit_intern (const char *text);

/* fit_intern_ref: Returns: (transfer full): @text (nullable, interned) with
 * one more reference */
const char *fit_intern_ref (const char *text);

/* fit_intern_unref: releases a reference; accepts NULL */
void fit_intern_unref (const char *text);

/* fit_intern_listed: is @text one of the @n @texts?  All are interned. */
gboolean fit_intern_listed (const char *const *texts, guint n,
                            const char *text);

G_END_DECLS
