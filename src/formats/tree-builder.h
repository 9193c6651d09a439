/* tree-builder.h - builds a FitValue step by step
 *
 * Internal to base/.  The readers for JSON and YAML both use this builder, so
 * limits, memory and the shape of the tree are the same.
 *
 * A slot is a place for one value: the root, an element of a list, or a member
 * of a map (whose key is filled in first).  A value is put into the top slot
 * either by assignment, or by opening a container there, which has its own
 * slots until it is closed.
 *
 *   fit_tree_slot   a slot for the root
 *   fit_tree_open   the root is a list
 *     fit_tree_slot   its first element, to be assigned
 *   fit_tree_close  the top slot is the root again
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

/* A position in a text, counted from 1. */
typedef struct
{
  guint32 line;
  guint32 column;
} FitTextMark;

/* A container that is still open. */
typedef struct
{
  FitValueType type;
  FitTextMark mark;
  gsize first; /* index of its first slot; its own slot precedes it */
} FitTreeFrame;

typedef struct
{
  FitArena *arena;         /* borrowed: memory for values */
  const FitLimits *limits; /* borrowed */
  gsize base;              /* bytes in use in the arena before the object */
  gboolean last_wins;      /* keep only the last member of each name */
  FitMember *slots;        /* owned: completed and open slots */
  gsize n_slots;
  gsize slots_size;
  FitTreeFrame *frames; /* owned: open containers, outermost first */
  guint n_frames;
  guint frames_size;
} FitTreeBuilder;

/* fit_tree_init: @tree allocates from @arena, which is not reset */
void fit_tree_init (FitTreeBuilder *tree, FitArena *arena,
                    const FitLimits *limits);

/* fit_tree_clear: frees the builder's own memory, not the values */
void fit_tree_clear (FitTreeBuilder *tree);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitTreeBuilder, fit_tree_clear)

/* fit_tree_grow: makes room for more slots.  Returns: FALSE with
 * FIT_ERROR_LIMIT */
gboolean fit_tree_grow (FitTreeBuilder *tree, GError **error);

/* fit_tree_top: Returns: the top slot, valid until the next one is added */
static inline FitMember *
fit_tree_top (const FitTreeBuilder *tree)
{
  return &tree->slots[tree->n_slots - 1];
}

/* fit_tree_frame: Returns: the innermost open container */
static inline FitTreeFrame *
fit_tree_frame (const FitTreeBuilder *tree)
{
  return &tree->frames[tree->n_frames - 1];
}

/* fit_tree_slot: adds a slot.  Returns: (nullable): NULL with
 * FIT_ERROR_LIMIT */
static inline FitMember *
fit_tree_slot (FitTreeBuilder *tree, GError **error)
{
  if (G_UNLIKELY (tree->n_slots == tree->slots_size)
      && !fit_tree_grow (tree, error))
    return NULL;
  tree->slots[tree->n_slots] = (FitMember){ 0 };
  return &tree->slots[tree->n_slots++];
}

/* fit_tree_drop: removes the top slot */
static inline void
fit_tree_drop (FitTreeBuilder *tree)
{
  tree->n_slots--;
}

/* fit_tree_open: opens a list or map that begins at @mark in the top slot.
 * Returns: FALSE with FIT_ERROR_LIMIT if it would be nested too deeply */
gboolean fit_tree_open (FitTreeBuilder *tree, FitValueType type,
                        FitTextMark mark, GError **error);

/* fit_tree_close: completes the innermost container */
gboolean fit_tree_close (FitTreeBuilder *tree, GError **error);

/* fit_tree_text: a NUL-terminated copy of a string, key or literal */
gboolean fit_tree_text (FitTreeBuilder *tree, const char *text, gsize len,
                        const char **out_text, guint32 *out_len,
                        GError **error);
