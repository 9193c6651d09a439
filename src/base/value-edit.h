/* value-edit.h - trees of values with something changed
 *
 * Values are immutable: a change is a new value that shares the rest with the
 * old one, so the arenas of both have to live as long as it does.
 */
#pragma once

#include "base/value.h"

G_BEGIN_DECLS

/* fit_value_of_text: Returns: the STRING @text (borrowed) */
FitValue fit_value_of_text (const char *text);

/* fit_value_of_bool: Returns: the BOOL @boolean */
FitValue fit_value_of_bool (gboolean boolean);

/* fit_value_with: Returns: @map (nullable; anything but a MAP counts as empty)
 * with the one member @key (borrowed) of the value @value; without @key when
 * that is NULL.  It keeps its place, or is the last. */
FitValue fit_value_with (FitArena *arena, const FitValue *map, const char *key,
                         const FitValue *value);

/* fit_value_with_text: the same with the STRING @text (borrowed) */
FitValue fit_value_with_text (FitArena *arena, const FitValue *map,
                              const char *key, const char *text);

/* fit_value_with_item: Returns: @list (nullable; anything but a LIST counts as
 * empty) with @item behind the others */
FitValue fit_value_with_item (FitArena *arena, const FitValue *list,
                              const FitValue *item);

G_END_DECLS
