/* configuration-changes.c - compares two effective configurations
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/configuration-changes.h"

#include <string.h>

#include "formats/value-json.h"
#include "releases/feature-gates.h"

/* The profile that is compared, and what was found. */
typedef struct
{
  const char *profile; /* (nullable) */
  GPtrArray *changes;  /* of FitConfigChange */
} Comparison;

static void
change_free (gpointer data)
{
  FitConfigChange *change = data;

  g_free (change->profile);
  g_free (change->setting);
  g_free (change->left);
  g_free (change->right);
  g_free (change);
}

/* @left, @right: (transfer full) (nullable) */
static void
add_unless_equal (const Comparison *comparison, const char *setting, char *left,
                  char *right)
{
  FitConfigChange *change;

  if (g_strcmp0 (left, right) == 0)
    {
      g_free (left);
      g_free (right);
      return;
    }
  change = g_new (FitConfigChange, 1);
  *change = (FitConfigChange){ g_strdup (comparison->profile),
                               g_strdup (setting), left, right };
  g_ptr_array_add (comparison->changes, change);
}

/* -- fields and arguments -------------------------------------------------- */

static char *
value_text (const FitValue *value)
{
  GString *out;

  if (value == NULL)
    return NULL;
  out = g_string_new (NULL);
  fit_value_append_json (out, value, G_MAXSIZE, NULL);
  return g_string_free (out, FALSE);
}

/* @left, @right: (nullable) */
static void
compare_values (const Comparison *comparison, const char *setting,
                const char *separator, const FitValue *left,
                const FitValue *right)
{
  const FitValue *const both[] = { left, right };

  if (left == NULL || right == NULL || left->type != FIT_VALUE_MAP
      || right->type != FIT_VALUE_MAP)
    {
      add_unless_equal (comparison, setting, value_text (left),
                        value_text (right));
      return;
    }
  for (guint side = 0; side < G_N_ELEMENTS (both); side++)
    for (guint i = 0; i < both[side]->n; i++)
      {
        const char *key = both[side]->members[i].key;
        g_autofree char *member = g_strconcat (setting, separator, key, NULL);

        if (side == 0 || fit_value_get (left, key) == NULL)
          compare_values (comparison, member, ".", fit_value_get (left, key),
                          fit_value_get (right, key));
      }
}

/* -- plugins --------------------------------------------------------------- */

/* Returns: (transfer full) (nullable): "filter, score (weight 2)" */
static char *
describe_plugin (const FitProfile *profile, const char *plugin)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint point = 0; point < FIT_POINT_LAST; point++)
    for (guint i = 0; i < profile->plugins[point].n; i++)
      {
        const FitPluginEntry *entry = &profile->plugins[point].items[i];

        if (strcmp (entry->name, plugin) != 0)
          continue;
        g_string_append_printf (
            out, "%s%s", out->len > 0 ? ", " : "",
            fit_extension_point_info ((FitExtensionPoint) point)->name);
        if (point == FIT_POINT_SCORE)
          g_string_append_printf (out, " (weight %d)", entry->weight);
      }
  return out->len > 0 ? g_strdup (out->str) : NULL;
}

/* @index: of the profile in @left; @other: the one of its name in @right */
static void
compare_profiles (Comparison *comparison, const FitConfiguration *left,
                  guint index, const FitConfiguration *right,
                  const FitProfile *other)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitProfile *one = &left->profiles[index];
  const FitValue was = fit_configuration_profile_value (left, index, arena);
  const FitValue is = fit_configuration_profile_value (
      right, (guint) (other - right->profiles), arena);
  const FitValue *args = fit_value_get (&was, "pluginConfig");
  const FitValue *args_now = fit_value_get (&is, "pluginConfig");
  const FitProfile *const both[] = { one, other };
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint side = 0; side < G_N_ELEMENTS (both); side++)
    for (guint point = 0; point < FIT_POINT_LAST; point++)
      for (guint j = 0; j < both[side]->plugins[point].n; j++)
        {
          const char *plugin = both[side]->plugins[point].items[j].name;
          g_autofree char *place = g_strconcat ("plugin ", plugin, NULL);

          if (g_hash_table_add (seen, (gpointer) plugin))
            add_unless_equal (comparison, place, describe_plugin (one, plugin),
                              describe_plugin (other, plugin));
        }
  /* Arguments of a plugin that comes or goes are part of that. */
  for (guint k = 0; k < args->n; k++)
    {
      const FitMember *member = &args->members[k];
      const FitValue *now = fit_value_get (args_now, member->key);
      g_autofree char *setting = g_strconcat ("args of ", member->key, NULL);

      if (now != NULL)
        compare_values (comparison, setting, ": ", &member->value, now);
    }
}

/* -- the whole ------------------------------------------------------------- */

GPtrArray *
fit_configuration_changes (const FitConfiguration *left,
                           const FitConfiguration *right)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue l = fit_configuration_profile_value (left, 0, arena);
  const FitValue r = fit_configuration_profile_value (right, 0, arena);
  Comparison comparison
      = { NULL, g_ptr_array_new_with_free_func (change_free) };

  for (guint i = 0; i < left->n_profiles; i++)
    {
      const FitProfile *one = &left->profiles[i];
      const FitProfile *other
          = fit_configuration_find (right, one->scheduler_name);

      comparison.profile = one->scheduler_name;
      if (other == NULL)
        add_unless_equal (&comparison, "profile", g_strdup ("present"), NULL);
      else
        compare_profiles (&comparison, left, i, right, other);
    }
  for (guint i = 0; i < right->n_profiles; i++)
    {
      comparison.profile = right->profiles[i].scheduler_name;
      if (fit_configuration_find (left, comparison.profile) == NULL)
        add_unless_equal (&comparison, "profile", NULL, g_strdup ("present"));
    }
  comparison.profile = NULL;
  compare_values (&comparison, "", "", fit_value_get (&l, "config"),
                  fit_value_get (&r, "config"));
  for (FitGate gate = (FitGate) (FIT_GATE_NONE + 1); gate < FIT_GATE_END;
       gate = (FitGate) (gate + 1))
    {
      const gboolean on[] = { fit_gate_on (left->target.gates, gate),
                              fit_gate_on (right->target.gates, gate) };
      FitGateInfo info;
      g_autofree char *place = NULL;

      if (!fit_gate_info_in_release (
              gate, fit_feature_gates_release (right->target.gates), &info)
          && !fit_gate_info_in_release (
              gate, fit_feature_gates_release (left->target.gates), &info))
        continue;
      place = g_strconcat ("feature gate ", info.name, NULL);
      add_unless_equal (&comparison, place, g_strdup (on[0] ? "on" : "off"),
                        g_strdup (on[1] ? "on" : "off"));
    }
  return comparison.changes;
}
