/* volume-zone.h - the zones that the labels of volumes require of a node
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
  const char **values; /* the node must have one of these */
} FitZoneDemand;

/**
 * fit_zone_demands_of_volume:
 * @keys: (array length=n_keys): interned label keys
 * @demands: (out caller-allocates): room for @n_keys, in the order of @keys
 *
 * A label may list several values, separated by "__" and with spaces around
 * them.  A list with an empty value requires nothing.
 *
 * Returns: the number of demands, their values in memory of @arena
 */
guint fit_zone_demands_of_volume (const FitPersistentVolume *pv,
                                  const char *const *keys, guint n_keys,
                                  FitArena *arena, FitZoneDemand *demands);

/* fit_zone_demands_met: @values are the node's, by key index; NULL if it lacks
 * the label */
gboolean fit_zone_demands_met (const FitZoneDemand *demands, guint n,
                               const char *const *values);

G_END_DECLS
