/* intern-struct.h - one copy of each struct, as intern.h has of each string
 *
 * Equal structs are one pointer while a reference is held.  One without
 * references is freed.  Thread-safe.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/shape.h"

extern const FitLeaf fit_leaf_interned;   /* const char *, of intern.h */
extern const FitShape fit_shape_interned; /* the same, in an array */

/* fit_intern_struct: takes what @value owns, and makes @value zeros.  Returns:
 * (transfer full): the struct that equals it, which must not be changed */
gconstpointer fit_intern_struct (const FitShape *shape, gpointer value);

/* fit_intern_struct_ref: Returns: (transfer full): @interned with one more
 * reference */
gconstpointer fit_intern_struct_ref (gconstpointer interned);

/* Such a struct, as a part of another. */
extern const FitLeaf fit_leaf_interned_struct;

/* fit_intern_struct_unref: releases a reference; accepts NULL */
void fit_intern_struct_unref (gconstpointer interned);
