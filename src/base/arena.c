/* arena.c - memory that is freed all at once
 *
 * A chain of chunks; memory is allocated from the current one by moving a mark.
 * Chunks after the current one remain from before a rewind, and are used again
 * before a new one is allocated.  One that is too small then gives way to a larger
 * one: where each round needs a little more than the one before, small chunks
 * would pile up.  So a new chunk is always the last of the chain.
 *
 * In builds with the address sanitizer, blocks have gaps between them, which count
 * as used, and what is not in use must not be touched.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include "base/poison.h"

#include <stddef.h>
#include <string.h>

#define FIRST_CHUNK ((gsize) 4096)
#define LARGEST_STEP ((gsize) 1024 * 1024)

typedef struct _Chunk Chunk;

struct _Chunk
{
  Chunk *next;  /* owned */
  gsize size;   /* bytes of data */
  gsize before; /* bytes in use in the chunks before this one; valid up to the
                   current chunk */
  max_align_t data[];
};

struct _FitArena
{
  Chunk *first;   /* owned */
  Chunk *current; /* (nullable): NULL if nothing is allocated */
  gsize used;     /* of the current chunk */
};

FitArena *
fit_arena_new (void)
{
  return g_new0 (FitArena, 1);
}

void
fit_arena_free (FitArena *arena)
{
  Chunk *chunk;

  if (arena == NULL)
    return;
  chunk = arena->first;
  while (chunk != NULL)
    {
      Chunk *next = chunk->next;

      g_free (chunk);
      chunk = next;
    }
  g_free (arena);
}

/* Nothing of @chunk from @used on is in use. */
static void
forbid_rest (Chunk *chunk, gsize used)
{
  if (used < chunk->size)
    FIT_POISON ((char *) chunk->data + used, chunk->size - used);
}

/* Where the chunk after the current one belongs. */
static Chunk **
next_link (FitArena *arena)
{
  return arena->current != NULL ? &arena->current->next : &arena->first;
}

/* Moves on to a chunk for at least @size bytes.  The successor of a chunk that was
 * too small has room for what may be needed next time. */
static void
advance (FitArena *arena, gsize size)
{
  const gsize before = fit_arena_used (arena);
  Chunk **link = next_link (arena);
  gboolean grows = FALSE;

  /* Frees the chunks after the current one that have less than size bytes. */
  while (*link != NULL && (*link)->size < size)
    {
      Chunk *small = *link;

      *link = small->next;
      g_free (small);
      grows = TRUE;
    }
  if (*link == NULL)
    {
      gsize step
          = arena->current != NULL ? arena->current->size * 2 : FIRST_CHUNK;
      gsize total;
      Chunk *chunk;

      step = MAX (MIN (step, LARGEST_STEP),
                  grows && size < G_MAXSIZE / 2 ? size + size / 4 : size);
      if (!g_size_checked_add (&total, sizeof (Chunk), step))
        total = G_MAXSIZE; /* impossible size: g_malloc() aborts */
      chunk = g_malloc (total);
      chunk->size = step;
      chunk->next = NULL;
      *link = chunk;
      forbid_rest (chunk, 0);
    }
  arena->current = *link;
  arena->current->before = before;
  arena->used = 0;
}

static inline gpointer
take (FitArena *arena, gsize size, gsize align)
{
  gsize start = (arena->used + align - 1) & ~(align - 1);
  char *block;

  if (G_UNLIKELY (arena->current == NULL || start > arena->current->size
                  || size > arena->current->size - start))
    {
      advance (arena, size);
      start = 0;
    }
  arena->used = start + size + FIT_POISON_GAP;
  block = (char *) arena->current->data + start;
  FIT_UNPOISON (block, size);
  return block;
}

gpointer
fit_arena_alloc (FitArena *arena, gsize size)
{
  return take (arena, size, _Alignof(max_align_t));
}

gpointer
fit_arena_alloc0 (FitArena *arena, gsize size)
{
  gpointer memory = take (arena, size, _Alignof(max_align_t));

  memset (memory, 0, size);
  return memory;
}

char *
fit_arena_strndup (FitArena *arena, const char *text, gsize len)
{
  char *copy = take (arena, len + 1, 1);

  if (len > 0)
    memcpy (copy, text, len);
  copy[len] = '\0';
  return copy;
}

char *
fit_arena_strdup (FitArena *arena, const char *text)
{
  return text != NULL ? fit_arena_strndup (arena, text, strlen (text)) : NULL;
}

char *
fit_arena_printf (FitArena *arena, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return fit_arena_strdup (arena, text);
}

FitArenaMark
fit_arena_mark (FitArena *arena)
{
  return (FitArenaMark){ arena->current, arena->used };
}

void
fit_arena_rewind (FitArena *arena, FitArenaMark mark)
{
  arena->current = mark.chunk;
  arena->used = mark.used;
  if (FIT_POISON_GAP == 0)
    return;
  if (arena->current != NULL)
    forbid_rest (arena->current, arena->used);
  for (Chunk *chunk
       = arena->current != NULL ? arena->current->next : arena->first;
       chunk != NULL; chunk = chunk->next)
    forbid_rest (chunk, 0);
}

void
fit_arena_reset (FitArena *arena)
{
  fit_arena_rewind (arena, (FitArenaMark){ NULL, 0 });
}

gsize
fit_arena_used (const FitArena *arena)
{
  return arena->current != NULL ? arena->current->before + arena->used : 0;
}
