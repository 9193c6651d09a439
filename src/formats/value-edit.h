/* value-edit.h - changed copies of value trees
 *
 * Values are immutable.  A change creates a new value that shares everything
 * else with the old one, so the arenas of both must live as long as it does.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

/* fit_value_of_text: Returns: the STRING @text (borrowed) */
FitValue fit_value_of_text (const char *text);

/* fit_value_of_bool: Returns: the BOOL @boolean */
FitValue fit_value_of_bool (gboolean boolean);

/* A map that is made member by member; there is room for all of them. */
typedef struct
{
  FitMember *members;
  guint32 n;
} FitNewMap;

/* fit_new_map_add: @key is borrowed */
void fit_new_map_add (FitNewMap *map, const char *key, FitValue value);

/* fit_value_with: Returns: @map (nullable; anything but a MAP counts as empty)
 * with a single member @key (borrowed) set to @value, or without @key if @value
 * is NULL.  The member keeps its place, or becomes the last. */
FitValue fit_value_with (FitArena *arena, const FitValue *map, const char *key,
                         const FitValue *value);

/* fit_value_with_text: the same with the STRING @text (borrowed) */
FitValue fit_value_with_text (FitArena *arena, const FitValue *map,
                              const char *key, const char *text);

/* fit_value_with_item: Returns: @list (nullable; anything but a LIST counts as
 * empty) with @item appended */
FitValue fit_value_with_item (FitArena *arena, const FitValue *list,
                              const FitValue *item);

/* fit_value_prune: Returns: the members of the map @value that differ from those
 * of @defaults and of @others (each nullable) */
const FitValue *fit_value_prune (FitArena *arena, const FitValue *value,
                                 const FitValue *defaults,
                                 const FitValue *others);

/* fit_value_same: are the trees (each nullable) the same, with members in the
 * same order? */
gboolean fit_value_same (const FitValue *one, const FitValue *other);
