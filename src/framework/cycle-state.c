/* cycle-state.c - stores data of plugins for one attempt, and copies it for
 * what-if questions
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/cycle-state-private.h"

#include <pthread.h>

/* The lock uses pthreads, so that the thread sanitizer sees how plugins
 * synchronise. */
struct _FitCycleState
{
  GHashTable *slots; /* owned: owned key -> owned reference to a Slot */
  GPtrArray *skipped[FIT_POINT_LAST]; /* (nullable) owned, of borrowed
                                         plugins */
  pthread_rwlock_t lock;
};

/* Data of one state, or of several if it cannot be cloned.  The reference count
 * is atomic, because clones may be freed on any thread. */
typedef struct
{
  gpointer data;
  gpointer (*clone) (gpointer); /* (nullable) */
  GDestroyNotify free_data;     /* (nullable) */
} Slot;

static Slot *
slot_new (gpointer data, gpointer (*clone) (gpointer), GDestroyNotify free_data)
{
  Slot *slot = g_atomic_rc_box_new (Slot);

  *slot = (Slot){ data, clone, free_data };
  return slot;
}

static void
slot_clear (gpointer data)
{
  Slot *slot = data;

  if (slot->free_data != NULL)
    slot->free_data (slot->data);
}

static void
slot_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, slot_clear);
}

FitCycleState *
fit_cycle_state_new (void)
{
  FitCycleState *state = g_new0 (FitCycleState, 1);

  state->slots
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, slot_unref);
  pthread_rwlock_init (&state->lock, NULL);
  return state;
}

void
fit_cycle_state_free (FitCycleState *state)
{
  if (state == NULL)
    return;
  g_hash_table_unref (state->slots);
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    g_clear_pointer (&state->skipped[point], g_ptr_array_unref);
  pthread_rwlock_destroy (&state->lock);
  g_free (state);
}

gpointer
fit_cycle_state_get (const FitCycleState *state, const char *key,
                     GError **error)
{
  const Slot *slot = g_hash_table_lookup (state->slots, key);

  if (slot == NULL)
    g_set_error_literal (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "not found");
  return slot != NULL ? slot->data : NULL;
}

void
fit_cycle_state_set_cloneable (FitCycleState *state, const char *key,
                               gpointer data, gpointer (*clone) (gpointer),
                               GDestroyNotify free_data)
{
  g_hash_table_replace (state->slots, g_strdup (key),
                        slot_new (data, clone, free_data));
}

void
fit_cycle_state_set (FitCycleState *state, const char *key, gpointer data,
                     GDestroyNotify free_data)
{
  fit_cycle_state_set_cloneable (state, key, data, NULL, free_data);
}

FitCycleState *
fit_cycle_state_clone (const FitCycleState *state)
{
  FitCycleState *clone = fit_cycle_state_new ();
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, state->slots);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      Slot *slot = value;

      g_hash_table_insert (clone->slots, g_strdup (key),
                           slot->clone == NULL
                               ? g_atomic_rc_box_acquire (slot)
                               : slot_new (slot->clone (slot->data),
                                           slot->clone, slot->free_data));
    }
  for (guint point = 0; point < FIT_POINT_LAST; point++)
    if (state->skipped[point] != NULL)
      clone->skipped[point]
          = g_ptr_array_copy (state->skipped[point], NULL, NULL);
  return clone;
}

void
fit_cycle_state_delete (FitCycleState *state, const char *key)
{
  g_hash_table_remove (state->slots, key);
}

void
fit_cycle_state_lock (FitCycleState *state)
{
  pthread_rwlock_wrlock (&state->lock);
}

void
fit_cycle_state_unlock (FitCycleState *state)
{
  pthread_rwlock_unlock (&state->lock);
}

void
fit_cycle_state_lock_shared (FitCycleState *state)
{
  pthread_rwlock_rdlock (&state->lock);
}

void
fit_cycle_state_unlock_shared (FitCycleState *state)
{
  pthread_rwlock_unlock (&state->lock);
}

void
fit_cycle_state_skip (FitCycleState *state, FitExtensionPoint point,
                      gconstpointer plugin)
{
  if (state->skipped[point] == NULL)
    state->skipped[point] = g_ptr_array_new ();
  g_ptr_array_add (state->skipped[point], (gpointer) plugin);
}

gboolean
fit_cycle_state_skips (const FitCycleState *state, FitExtensionPoint point,
                       gconstpointer plugin)
{
  return state->skipped[point] != NULL
         && g_ptr_array_find (state->skipped[point], plugin, NULL);
}

void
fit_cycle_state_skip_none (FitCycleState *state, FitExtensionPoint point)
{
  g_clear_pointer (&state->skipped[point], g_ptr_array_unref);
}
