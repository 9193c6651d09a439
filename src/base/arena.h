/* arena.h - memory that is freed all at once
 *
 * A scheduling cycle, or the tree of a decoded object, allocates from an arena
 * and frees everything in one step, so the per-node path never calls malloc().
 * An arena belongs to one thread at a time.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _FitArena FitArena;

/* A point to which an arena can be rewound. */
typedef struct
{
  gpointer chunk;
  gsize used;
} FitArenaMark;

/* fit_arena_new: Returns: (transfer full): an empty arena */
FitArena *fit_arena_new (void);

/* fit_arena_free: frees @arena (nullable) and everything allocated from it */
void fit_arena_free (FitArena *arena);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitArena, fit_arena_free)

/* fit_arena_alloc: allocates @size bytes, aligned for any type, not cleared.
 * Never NULL (out of memory aborts, as everywhere in GLib). */
gpointer fit_arena_alloc (FitArena *arena, gsize size);

/* fit_arena_alloc0: the same, cleared */
gpointer fit_arena_alloc0 (FitArena *arena, gsize size);

/* fit_arena_strndup: a NUL-terminated copy of the first @len bytes of @text */
char *fit_arena_strndup (FitArena *arena, const char *text, gsize len);

/* fit_arena_strdup: a copy of @text (nullable) */
char *fit_arena_strdup (FitArena *arena, const char *text);

/* fit_arena_printf: the formatted text */
char *fit_arena_printf (FitArena *arena, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_arena_mark, fit_arena_rewind: frees everything allocated since @mark;
 * chunks are kept for reuse, so a warm cycle does not call malloc() */
FitArenaMark fit_arena_mark (FitArena *arena);
void fit_arena_rewind (FitArena *arena, FitArenaMark mark);

/* fit_arena_reset: frees everything, keeps the chunks */
void fit_arena_reset (FitArena *arena);

/* fit_arena_used: bytes in use (for limits) */
gsize fit_arena_used (const FitArena *arena);

#define fit_arena_new0(arena, type, n) \
  ((type *) fit_arena_alloc0 ((arena), sizeof (type) * (gsize) (n)))
#define fit_arena_newn(arena, type, n) \
  ((type *) fit_arena_alloc ((arena), sizeof (type) * (gsize) (n)))

G_END_DECLS
