/* what-if-nodes.c - the nodes that a what-if concerns: by name, by selector, by
 * zone
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/what-if-private.h"

#include "api/selector-text.h"
#include "base/each.h"
#include "base/name-patterns.h"
#include "base/similar.h"

/* More names than this are counted instead. */
#define MOST_NAMES 4

static const char *const zone_labels[] = {
  "topology.kubernetes.io/zone",
  "failure-domain.beta.kubernetes.io/zone",
};

/* The nodes may be removed before the set. */
static GHashTable *
names_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
add_node (FitApplying *applying, GHashTable *names, const FitNode *node)
{
  if (g_hash_table_add (names, g_strdup (node->name)))
    g_ptr_array_add (applying->out->nodes, g_strdup (node->name));
}

/* -- by selector ----------------------------------------------------------- */

static GHashTable *
select_nodes (FitApplying *applying, const char *text, GError **error)
{
  const GPtrArray *nodes = applying->objects->of[FIT_KIND_NODE];
  g_autoptr (FitSelector) selector = fit_selector_parse (text, error);
  g_autoptr (GHashTable) names = names_new ();

  if (selector == NULL)
    return NULL;
  FIT_EACH (const FitNode, node, nodes)
    if (fit_selector_matches (selector, node->meta.labels))
      add_node (applying, names, node);
  if (g_hash_table_size (names) > 0)
    return g_steal_pointer (&names);
  return fit_fail_null (error, FIT_ERROR_NOT_FOUND,
                        "no node in the cluster matches \"%s\"", text);
}

/* -- by name --------------------------------------------------------------- */

static gboolean
add_named (FitApplying *applying, const FitNamePatterns *patterns, guint number,
           GHashTable *names, GError **error)
{
  const GPtrArray *nodes = applying->objects->of[FIT_KIND_NODE];
  gboolean found = FALSE;
  FitSimilar similar;

  fit_similar_init (&similar, patterns->names[number]);
  FIT_EACH (const FitNode, node, nodes)
    {
      fit_similar_offer (&similar, node->name);
      if (!fit_name_patterns_match (patterns, number, node->name))
        continue;
      add_node (applying, names, node);
      found = TRUE;
    }
  if (found)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no node \"%s\" in the cluster", patterns->names[number]);
  if (similar.best != NULL)
    fit_error_add_hint (error, "did you mean %s?", similar.best);
  return FALSE;
}

GHashTable *
fit_what_if_nodes (FitApplying *applying, const char *text, GError **error)
{
  g_autoptr (GHashTable) names = NULL;
  FitNamePatterns patterns;
  gboolean found = TRUE;

  if (fit_selector_text_is_one (text))
    return select_nodes (applying, text, error);
  names = names_new ();
  fit_name_patterns_init (&patterns, text);
  for (guint i = 0; found && patterns.names[i] != NULL; i++)
    found = add_named (applying, &patterns, i, names, error);
  fit_name_patterns_clear (&patterns);
  if (found && g_hash_table_size (names) == 0)
    found = fit_fail (error, FIT_ERROR_USAGE, "no node is named");
  return found ? g_steal_pointer (&names) : NULL;
}

/* -- by zone --------------------------------------------------------------- */

/* Returns: (nullable): one of its zones is @zone, or any */
static const char *
zone_of (const FitNode *node, const char *zone)
{
  for (guint i = 0; i < G_N_ELEMENTS (zone_labels); i++)
    {
      const char *value = fit_labels_lookup (node->meta.labels, zone_labels[i]);

      if (value != NULL && (zone == NULL || g_strcmp0 (value, zone) == 0))
        return value;
    }
  return NULL;
}

static void
fail_zone (const GPtrArray *nodes, const char *zone, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) zones = g_string_new (NULL);
  FitSimilar similar;

  fit_similar_init (&similar, zone);
  for (guint i = 0; i < nodes->len; i++)
    {
      const char *other = zone_of (nodes->pdata[i], NULL);

      if (other == NULL || !g_hash_table_add (seen, (gpointer) other))
        continue;
      fit_similar_offer (&similar, other);
      if (g_hash_table_size (seen) <= MOST_NAMES)
        g_string_append_printf (zones, "%s%s", zones->len > 0 ? ", " : "",
                                other);
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no node is in a zone \"%s\"", zone);
  if (similar.best != NULL)
    fit_error_add_hint (error, "did you mean %s?", similar.best);
  else if (zones->len > 0)
    fit_error_add_hint (error, "the nodes are in %s%s", zones->str,
                        g_hash_table_size (seen) > MOST_NAMES ? ", ..." : "");
  else
    fit_error_add_hint (error, "no node has the label %s", zone_labels[0]);
}

GHashTable *
fit_what_if_zone (FitApplying *applying, const char *zone, GError **error)
{
  const GPtrArray *nodes = applying->objects->of[FIT_KIND_NODE];
  g_autoptr (GHashTable) names = names_new ();

  for (guint i = 0; i < nodes->len; i++)
    if (zone_of (nodes->pdata[i], zone) != NULL)
      add_node (applying, names, nodes->pdata[i]);
  if (g_hash_table_size (names) > 0)
    return g_steal_pointer (&names);
  fail_zone (nodes, zone, error);
  return NULL;
}

/* -- changing -------------------------------------------------------------- */

char *
fit_what_if_nodes_text (const GPtrArray *names)
{
  GString *out = g_string_new (NULL);

  if (names->len > MOST_NAMES)
    g_string_append_printf (out, "%u nodes", names->len);
  else
    for (guint i = 0; i < names->len; i++)
      g_string_append_printf (out, "%s%s",
                              i == 0                ? ""
                              : i + 1 == names->len ? " and "
                                                    : ", ",
                              (const char *) names->pdata[i]);
  return g_string_free (out, FALSE);
}

void
fit_what_if_cordon (FitApplying *applying, GHashTable *names)
{
  GPtrArray *nodes = applying->objects->of[FIT_KIND_NODE];

  for (guint i = 0; i < nodes->len; i++)
    {
      FitNode *node = nodes->pdata[i];

      if (!g_hash_table_contains (names, node->name))
        continue;
      nodes->pdata[i] = fit_node_cordoned (node);
      fit_node_unref (node);
    }
}

static gboolean
is_not_named (gconstpointer object, gpointer names)
{
  return !g_hash_table_contains (names, fit_object_meta (object)->name);
}

void
fit_what_if_remove_nodes (FitApplying *applying, GHashTable *names)
{
  fit_objects_keep (applying->objects, FIT_KIND_CSI_NODE, is_not_named, names);
  fit_objects_keep (applying->objects, FIT_KIND_NODE, is_not_named, names);
}
