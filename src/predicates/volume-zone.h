/* volume-zone.h - what the labels of volumes ask of a node
 */
#pragma once

#include "api/storage.h"
#include "base/arena.h"

G_BEGIN_DECLS

/* One label of a volume. */
typedef struct
{
  guint label; /* index of its key */
  guint n;
  const char **values; /* any of which the node must have */
} FitZoneDemand;

/**
 * fit_zone_demands_of_volume:
 * @keys: (array length=n_keys): interned label keys
 * @demands: (out caller-allocates): room for @n_keys, in the order of @keys
 *
 * A label may list several values, separated by "__" and with space around them;
 * a list with an empty one asks for nothing.
 *
 * Returns: the number of demands, their values in memory of @arena
 */
guint fit_zone_demands_of_volume (const FitPersistentVolume *pv,
                                  const char *const *keys, guint n_keys,
                                  FitArena *arena, FitZoneDemand *demands);

/* fit_zone_demands_met: @values are those of a node, by key index, NULL where it
 * lacks the label */
gboolean fit_zone_demands_met (const FitZoneDemand *demands, guint n,
                               const char *const *values);

G_END_DECLS
