/* test-plugin-events.c - which events help the pods of which plugin, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/plugin-events.h"
#include "tests/rules/hint-scene.h"
#include "tests/support/golden.h"

#include <string.h>

/* How @plugin waits for @event: "?" it is asked by a hint, "+" it is woken, "." it
 * stays. */
static char
how_it_waits (const GArray *rows, const char *plugin,
              const FitClusterEvent *event)
{
  char how = '.';

  for (guint i = 0; i < rows->len; i++)
    {
      const FitPluginEvent *row = &g_array_index (rows, FitPluginEvent, i);

      if (strcmp (row->plugin, plugin) == 0
          && fit_cluster_event_matches (&row->registration.event, event))
        how = row->registration.hint == NULL ? '+' : how == '.' ? '?' : how;
    }
  return how;
}

#define FIRST_MINOR 22
#define N_MINORS 13

/* Every event that helps pods of any plugin is a line of data/events.txt, which has
 * a column for each release: without hints, and with them. */
static void
test_what_helps_in_each_release (void **state)
{
  GArray *rows[2 * N_MINORS];
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) plugins = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitRelease release = FIT_RELEASE (FIRST_MINOR + i % N_MINORS, 0);

      rows[i] = fit_plugin_events (
          release, fit_feature_gates_of_release (release), i >= N_MINORS);
      for (guint k = 0; k < rows[i]->len; k++)
        {
          const char *plugin
              = g_array_index (rows[i], FitPluginEvent, k).plugin;

          if (g_hash_table_add (seen, (gpointer) plugin))
            g_ptr_array_add (plugins, (gpointer) plugin);
        }
    }
  for (guint p = 0; p < plugins->len; p++)
    for (FitClusterEventName e = 0; e < FIT_CLUSTER_EVENT_LAST; e++)
      {
        const FitClusterEvent *event = fit_cluster_event (e);
        char columns[2 * N_MINORS + 2] = { 0 };

        for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
          columns[i + (i >= N_MINORS)]
              = how_it_waits (rows[i], plugins->pdata[p], event);
        columns[N_MINORS] = ' ';
        if (strpbrk (columns, "+?") != NULL)
          g_string_append_printf (
              text, "%s %s %s\n", columns, (char *) plugins->pdata[p],
              event->later_label ? event->later_label : event->label);
      }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_array_unref (rows[i]);
  assert_golden ("rules/data/events.txt", text);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_helps_in_each_release),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
