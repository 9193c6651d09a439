/* group-scheduler.c - fitsched with the plugin Coscheduling
 *
 *   cc group-scheduler.c coscheduling.c $(pkg-config --cflags --libs fitsched) -o group-scheduler
 *   ./group-scheduler simulate --config groups-config.yaml -f groups-cluster.yaml
 */
#include "cli/fit-main.h"
#include "coscheduling.h"

static void
add_plugins (FitPluginRegistry *registry, gpointer data)
{
  fit_plugin_registry_add (registry, &coscheduling_plugin, NULL);
}

int
main (int argc, char **argv)
{
  return fit_main_with (argc, argv, &(FitExtras){ .plugins = add_plugins });
}
