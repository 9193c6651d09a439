/* tree-builder.c - builds a FitValue step by step
 *
 * The slots of all open containers are on one stack.  Closing a container
 * copies its slots to the arena, as a contiguous array of the exact size, and
 * stores the container in the slot before them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/tree-builder.h"

#include <string.h>

/* Up to this many members, repeated keys are found by linear search. */
#define SMALL_MAP 16

void
fit_tree_init (FitTreeBuilder *tree, FitArena *arena, const FitLimits *limits)
{
  *tree = (FitTreeBuilder){
    .arena = arena,
    .limits = limits,
    .base = fit_arena_used (arena),
  };
}

void
fit_tree_clear (FitTreeBuilder *tree)
{
  g_clear_pointer (&tree->slots, g_free);
  g_clear_pointer (&tree->frames, g_free);
  tree->n_slots = tree->slots_size = 0;
  tree->n_frames = tree->frames_size = 0;
}

/* Fails if the object would exceed the limit with @more bytes. */
static gboolean
check_size (const FitTreeBuilder *tree, gsize more, GError **error)
{
  gsize used = fit_arena_used (tree->arena) - tree->base;
  gsize limit = tree->limits->object_bytes;

  if (used <= limit && more <= limit - used)
    return TRUE;
  return fit_fail (error, FIT_ERROR_LIMIT,
                   "object needs more than %" G_GSIZE_FORMAT " bytes of memory",
                   limit);
}

gboolean
fit_tree_grow (FitTreeBuilder *tree, GError **error)
{
  gsize size = tree->slots_size == 0 ? 64 : tree->slots_size * 2;

  if (!check_size (tree, tree->n_slots * sizeof (FitMember), error))
    return FALSE;
  tree->slots = g_renew (FitMember, tree->slots, size);
  tree->slots_size = size;
  return TRUE;
}

gboolean
fit_tree_open (FitTreeBuilder *tree, FitValueType type, FitTextMark mark,
               GError **error)
{
  if (tree->n_frames >= tree->limits->depth)
    return fit_fail (error, FIT_ERROR_LIMIT,
                     "lists and objects are nested more than %u deep",
                     tree->limits->depth);
  if (tree->n_frames == tree->frames_size)
    {
      tree->frames_size = tree->frames_size == 0 ? 16 : tree->frames_size * 2;
      tree->frames = g_renew (FitTreeFrame, tree->frames, tree->frames_size);
    }
  tree->frames[tree->n_frames++] = (FitTreeFrame){
    .type = type,
    .mark = mark,
    .first = tree->n_slots,
  };
  return TRUE;
}

/* Drops all but the last member of each name, which moves to the place of the
 * first.  Returns: the number of members left */
static gsize
drop_repeated_small (FitMember *members, gsize n)
{
  gsize kept = 0;

  for (gsize i = 0; i < n; i++)
    {
      gsize j = 0;

      while (j < kept
             && (members[j].key_len != members[i].key_len
                 || memcmp (members[j].key, members[i].key, members[i].key_len)
                        != 0))
        j++;
      members[j] = members[i];
      members[j].repeated = j < kept;
      if (j == kept)
        kept++;
    }
  return kept;
}

static gint
compare_keys (gconstpointer a, gconstpointer b, gpointer members)
{
  const FitMember *x = (const FitMember *) members + *(const gsize *) a;
  const FitMember *y = (const FitMember *) members + *(const gsize *) b;

  if (x->key_len != y->key_len)
    return x->key_len < y->key_len ? -1 : 1;
  return memcmp (x->key, y->key, x->key_len);
}

/* The same for many members.  Sorts them, because an attacker could choose keys
 * that collide in a hash table. */
static gsize
drop_repeated_large (FitMember *members, gsize n)
{
  g_autofree gsize *order = g_new (gsize, n);
  gsize kept = 0;

  for (gsize i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_keys, members);
  for (gsize i = 0, end; i < n; i = end)
    {
      FitMember *first = &members[order[i]];

      for (end = i + 1;
           end < n && compare_keys (&order[i], &order[end], members) == 0;
           end++)
        ;
      *first = members[order[end - 1]];
      first->repeated = end > i + 1;
      for (gsize j = i + 1; j < end; j++)
        members[order[j]].key = NULL;
    }
  for (gsize i = 0; i < n; i++)
    if (members[i].key != NULL)
      members[kept++] = members[i];
  return kept;
}

gboolean
fit_tree_close (FitTreeBuilder *tree, GError **error)
{
  const FitTreeFrame *frame = fit_tree_frame (tree);
  FitMember *slots = tree->slots + frame->first;
  gsize n = tree->n_slots - frame->first;
  FitValue value = {
    .type = frame->type,
    .line = frame->mark.line,
    .column = frame->mark.column,
  };

  if (frame->type == FIT_VALUE_MAP && tree->last_wins && n <= G_MAXINT)
    {
      n = n <= SMALL_MAP ? drop_repeated_small (slots, n)
                         : drop_repeated_large (slots, n);
    }
  if (n > G_MAXINT || !check_size (tree, n * sizeof (FitMember), error))
    return FALSE;
  value.n = (guint32) n;
  if (frame->type == FIT_VALUE_MAP)
    {
      FitMember *members = fit_arena_newn (tree->arena, FitMember, n);

      if (n > 0)
        memcpy (members, slots, n * sizeof (FitMember));
      value.members = members;
    }
  else
    {
      FitValue *items = fit_arena_newn (tree->arena, FitValue, n);

      for (gsize i = 0; i < n; i++)
        items[i] = slots[i].value;
      value.items = items;
    }
  tree->n_slots = frame->first;
  tree->n_frames--;
  fit_tree_top (tree)->value = value;
  return TRUE;
}

gboolean
fit_tree_text (FitTreeBuilder *tree, const char *text, gsize len,
               const char **out_text, guint32 *out_len, GError **error)
{
  if (len > tree->limits->string_bytes || len >= G_MAXUINT32)
    return fit_fail (error, FIT_ERROR_LIMIT,
                     "string or number longer than %" G_GSIZE_FORMAT " bytes",
                     tree->limits->string_bytes);
  if (!check_size (tree, len + 1, error))
    return FALSE;
  *out_text = fit_arena_strndup (tree->arena, text, len);
  *out_len = (guint32) len;
  return TRUE;
}
