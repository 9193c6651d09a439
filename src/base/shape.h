/* shape.h - what the members of a struct are, to compare, hash, copy and clear
 * it without a function per struct
 *
 * A shape lists the members that own something or point to something.  All the
 * others count as bytes: a struct begins as zeros, and a member that was left
 * out of its shape makes equal structs differ, never different ones equal.  So
 * would padding, which a compiler may fill with anything; rule R29 of
 * tests/lint finds it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct _FitShape FitShape;

/* A pointer that is copied and compared as a whole.  The functions never get
 * NULL. */
typedef struct
{
  GHashFunc hash;
  GEqualFunc equal;
  gpointer (*copy) (gconstpointer value);
  GDestroyNotify clear;
} FitLeaf;

extern const FitLeaf fit_leaf_text; /* char * */
extern const FitLeaf fit_leaf_strv; /* char ** */

/* A part of a struct.  Without a @leaf it consists of structs of @shape, as
 * many as the member at @count says, inside the struct or behind its
 * pointer. */
typedef struct
{
  gsize offset;
  gsize size;          /* of the member itself */
  const FitLeaf *leaf; /* (nullable) */
  const FitShape *shape;
  gboolean pointer;
  gssize count; /* offset of a guint; -1: one, unless it is a NULL pointer */
} FitPart;

struct _FitShape
{
  gsize size;
  guint n_parts;
  const FitPart *parts; /* in the order of the members */
};

#define FIT_SHAPE(Struct, parts)                 \
  {                                              \
    sizeof (Struct), G_N_ELEMENTS (parts), parts \
  }
/* The same for a struct that is only copied and cleared: it may have padding. */
#define FIT_SHAPE_OWNED(Struct, parts) FIT_SHAPE (Struct, parts)
#define FIT_PART(Struct, member, leaf, shape, pointer, count)             \
  {                                                                       \
    G_STRUCT_OFFSET (Struct, member), sizeof (((Struct *) NULL)->member), \
        leaf, shape, pointer, count                                       \
  }
/* A pointer that @leaf handles. */
#define FIT_PART_LEAF(Struct, member, leaf) \
  FIT_PART (Struct, member, leaf, NULL, TRUE, -1)
/* A struct inside. */
#define FIT_PART_INSIDE(Struct, member, shape) \
  FIT_PART (Struct, member, NULL, shape, FALSE, -1)
/* An owned struct, or NULL. */
#define FIT_PART_ONE(Struct, member, shape) \
  FIT_PART (Struct, member, NULL, shape, TRUE, -1)
/* An owned array with @n elements. */
#define FIT_PART_ARRAY(Struct, n, member, shape) \
  FIT_PART (Struct, member, NULL, shape, TRUE, G_STRUCT_OFFSET (Struct, n))
/* The array with @n elements that the struct ends with. */
#define FIT_PART_TAIL(Struct, n, member, shape)              \
  {                                                          \
    G_STRUCT_OFFSET (Struct, member), 0, NULL, shape, FALSE, \
        G_STRUCT_OFFSET (Struct, n)                          \
  }

/* fit_shape_bytes: the size of @value, with its tail */
gsize fit_shape_bytes (const FitShape *shape, gconstpointer value);

/* fit_shape_equal: are all parts of @a and @b equal? */
gboolean fit_shape_equal (const FitShape *shape, gconstpointer a,
                          gconstpointer b);

/* fit_shape_hash: equal structs have the same */
guint64 fit_shape_hash (const FitShape *shape, gconstpointer value);

/* fit_shape_copy: makes @out, whatever it was, an independent copy; it has room
 * for the tail */
void fit_shape_copy (const FitShape *shape, gconstpointer value, gpointer out);

/* fit_shape_clear: frees what @value owns, even if it is incomplete, and makes
 * it zeros */
void fit_shape_clear (const FitShape *shape, gpointer value);
