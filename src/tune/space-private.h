/* space-private.h - how a space is made (private to tune/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value-edit.h"
#include "tune/space.h"

/* A weight beyond this decides alone, as that of NodePreferAvoidPodsPriority
 * does: it is a rule of its own, and no matter of taste. */
#define FIT_TUNE_MOST_WEIGHT 100

/* fit_tune_space_alloc: Returns: (transfer full): without genes */
FitTuneSpace *fit_tune_space_alloc (gboolean is_policy);

/* fit_tune_read: Returns: (nullable): the map @text in @arena */
const FitValue *fit_tune_read (FitArena *arena, const char *text, gsize len,
                               GError **error);

/* fit_tune_number: Returns: the NUMBER @number */
FitValue fit_tune_number (FitArena *arena, gint64 number);

/* fit_tune_index: Returns: @index as a part of a path */
const char *fit_tune_index (FitArena *arena, guint index);

/* fit_tune_add_gene: @gene: without a path, which follows, and ends with NULL;
 * nothing is added if its start is outside of its limits */
void fit_tune_add_gene (FitTuneSpace *space, FitTuneGene gene,
                        ...) G_GNUC_NULL_TERMINATED;

/* fit_tune_set: Returns: @map with the value at the path @keys set to @value */
FitValue fit_tune_set (FitArena *arena, const FitValue *map,
                       const char *const *keys, const FitValue *value);

/* fit_tune_note_fixed: @weight of @name stays as it is */
void fit_tune_note_fixed (FitTuneSpace *space, const char *name, gint64 weight);
