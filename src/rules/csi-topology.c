/* csi-topology.c - the topology of in-tree volumes migrated to CSI drivers
 *
 * Looks for the zone under the newer and the older key, first in node affinity,
 * then in labels.  If node affinity has it, the key is replaced by the
 * driver's.  Otherwise each term gets the zones of the label as an additional
 * requirement; a volume without terms gets a new term.  If the zone has the
 * older key, the key of the region is replaced by the newer one.  Up to 1.20
 * there is only the older key, the zones of the label replace all affinity, and
 * the region is left alone.
 * Tests: tests/rules/test-csi-topology.c, tests/rules/test-csi-migration.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/csi-topology.h"

#include <string.h>

#include "base/intern.h"
#include "api/names.h"

#define ZONE_SEPARATOR "__"

struct _FitCSITopology
{
  FitBehaviour behaviour;
  const char *zone[2];   /* interned: newer, older */
  const char *region[2]; /* the same */
  GHashTable *drivers;   /* plugin -> interned key; owned */
};

FitCSITopology *
fit_csi_topology_new (const FitBehaviour *behaviour)
{
  FitCSITopology *topology = g_new (FitCSITopology, 1);

  topology->behaviour = *behaviour;
  topology->zone[0] = fit_intern (FIT_LABEL_ZONE_GA);
  topology->zone[1] = fit_intern (FIT_LABEL_ZONE);
  topology->region[0] = fit_intern (FIT_LABEL_REGION_GA);
  topology->region[1] = fit_intern (FIT_LABEL_REGION);
  topology->drivers = g_hash_table_new_full (NULL, NULL, NULL,
                                             (GDestroyNotify) fit_intern_unref);
  for (guint type = 0; type < FIT_VOLUME_LAST; type++)
    {
      const FitMigratablePlugin *plugin = fit_migratable_plugin_of_type (type);

      if (plugin != NULL && plugin->topology_key != NULL)
        g_hash_table_insert (topology->drivers, (gpointer) plugin,
                             (gpointer) fit_intern (plugin->topology_key));
    }
  return topology;
}

void
fit_csi_topology_free (FitCSITopology *topology)
{
  for (guint i = 0; i < 2; i++)
    {
      fit_intern_unref (topology->zone[i]);
      fit_intern_unref (topology->region[i]);
    }
  g_hash_table_unref (topology->drivers);
  g_free (topology);
}

/* -- zones of a volume ----------------------------------------------------- */

typedef enum
{
  ABSENT,
  NAMED, /* only without values: Exists, DoesNotExist */
  VALUED,
} Mention;

/* The strongest way in which node affinity mentions @key. */
static Mention
mention_of (const FitPersistentVolume *pv, const char *key)
{
  Mention found = ABSENT;

  for (guint t = 0; pv->required_nodes != NULL && t < pv->required_nodes->n;
       t++)
    {
      const FitSelector *all = pv->required_nodes->terms[t].expressions;

      for (guint i = 0; all != NULL && i < all->n; i++)
        if (all->requirements[i].key == key)
          found = MAX (found, all->requirements[i].op == FIT_OPERATOR_EXISTS
                                      || all->requirements[i].op
                                             == FIT_OPERATOR_DOES_NOT_EXIST
                                  ? NAMED
                                  : VALUED);
    }
  return found;
}

/* Returns: 0 if the volume uses the newer key for zones, 1 for the older */
static guint
zone_generation (const FitCSITopology *topology, const FitPersistentVolume *pv)
{
  if (!topology->behaviour.zones_have_newer_labels)
    return 1;
  for (guint i = 0; i < 2; i++)
    if (mention_of (pv, topology->zone[i]) != ABSENT)
      return i;
  return fit_labels_get (pv->meta.labels, topology->zone[0]) == NULL
         && fit_labels_get (pv->meta.labels, topology->zone[1]) != NULL;
}

/* Adds each zone once, without surrounding blanks. */
static void
add_zones (FitMigratedVolume *volume, const char *text, FitArena *arena)
{
  g_auto (GStrv) parts = g_strsplit (text, ZONE_SEPARATOR, 0);
  const char **zones
      = fit_arena_newn (arena, const char *, g_strv_length (parts) + 1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *zone = g_strstrip (parts[i]);
      gboolean fresh = *zone != '\0';

      for (guint j = 0; fresh && j < volume->n_zones; j++)
        fresh = strcmp (zones[j], zone) != 0;
      if (fresh)
        zones[volume->n_zones++]
            = fit_arena_strndup (arena, zone, strlen (zone));
    }
  volume->zones = zones;
}

/* -- the result ------------------------------------------------------------ */

static FitSelector *
renamed (const FitSelector *selector, const char *const from[2],
         const char *const to[2], FitArena *arena)
{
  FitSelector *copy = fit_arena_newn (arena, FitSelector, 1);

  *copy = *selector;
  copy->requirements
      = fit_arena_newn (arena, FitRequirement, MAX (selector->n, 1));
  for (guint i = 0; i < selector->n; i++)
    {
      copy->requirements[i] = selector->requirements[i];
      for (guint k = 0; k < 2; k++)
        if (from[k] != NULL && selector->requirements[i].key == from[k])
          copy->requirements[i].key = to[k];
    }
  return copy;
}

/* An empty term matches nothing, until zones are added to it. */
static gboolean
says_nothing (const FitNodeSelectorTerm *term)
{
  return term->fields == NULL
         && (term->expressions == NULL || term->expressions->nothing);
}

static void
translate_terms (FitMigratedVolume *volume, const FitPersistentVolume *pv,
                 const char *const from[2], const char *const to[2],
                 FitArena *arena)
{
  const FitNodeSelector *all = pv->required_nodes;
  FitNodeSelector *copy;

  if (all == NULL || (all->n == 0 && volume->n_zones > 0))
    return;
  copy = fit_arena_alloc0 (arena, sizeof *copy + all->n * sizeof *copy->terms);
  copy->n = all->n;
  for (guint i = 0; i < all->n; i++)
    {
      copy->terms[i] = all->terms[i];
      if (volume->n_zones > 0 && says_nothing (&all->terms[i]))
        copy->terms[i].expressions = fit_arena_new0 (arena, FitSelector, 1);
      else if (all->terms[i].expressions != NULL)
        copy->terms[i].expressions
            = renamed (all->terms[i].expressions, from, to, arena);
    }
  volume->required_nodes = copy;
}

static void
translate (const FitCSITopology *topology, FitMigratedVolume *volume,
           const FitPersistentVolume *pv, const char *driver_key,
           FitArena *arena)
{
  const gboolean newer = topology->behaviour.zones_have_newer_labels;
  const guint generation = zone_generation (topology, pv);
  const char *key = topology->zone[generation];
  const char *from[2] = { NULL, NULL };
  const char *const to[2] = { driver_key, topology->region[0] };
  const char *label = fit_labels_get (pv->meta.labels, key);

  volume->zone_key = driver_key;
  if (!newer && mention_of (pv, driver_key) == VALUED)
    label = NULL; /* it already has the driver's key */
  else if (mention_of (pv, key) == VALUED)
    from[0] = key;
  else if (label != NULL)
    {
      add_zones (volume, label, arena);
      if (!newer && volume->n_zones == 0)
        volume->problem = "failed to translate topology: there are no valid "
                          "zones to add to pv";
    }
  if (newer && generation == 1
      && mention_of (pv, topology->region[1]) == VALUED)
    from[1] = topology->region[1];
  if (newer || volume->n_zones == 0)
    translate_terms (volume, pv, from, to, arena);
}

const FitMigratedVolume *
fit_csi_topology_volume (const FitCSITopology *topology,
                         const FitMigratablePlugin *plugin,
                         const FitPersistentVolume *pv, FitArena *arena)
{
  FitMigratedVolume *volume = fit_arena_new0 (arena, FitMigratedVolume, 1);
  const char *driver_key = g_hash_table_lookup (topology->drivers, plugin);
  g_autofree char *problem
      = fit_migration_problem (plugin, &topology->behaviour, pv);

  volume->plugin = plugin->name;
  if (problem != NULL)
    volume->problem = fit_arena_strndup (arena, problem, strlen (problem));
  else if (driver_key != NULL)
    translate (topology, volume, pv, driver_key, arena);
  else
    volume->required_nodes = pv->required_nodes;
  return volume;
}
