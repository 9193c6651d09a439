/* fit-main.h - the whole command line, for fitsched and for embedding programs
 *
 * A program that links the library can add its own predicates and priorities to
 * every command, including Policy files:
 *
 *   static void
 *   add_rules (FitRegistry *registry, FitFeatureGates gates, gpointer data)
 *   {
 *     fit_registry_add_predicate (registry, "NoFridays", &no_fridays, NULL,
 *                                 NULL);
 *     fit_registry_append_order (registry, "NoFridays");
 *   }
 *
 *   int
 *   main (int argc, char **argv)
 *   {
 *     return fit_main (argc, argv, add_rules, NULL);
 *   }
 *
 * Plugins for KubeSchedulerConfigurations are registered like this:
 *
 *   static void
 *   add_plugins (FitPluginRegistry *registry, gpointer data)
 *   {
 *     fit_plugin_registry_add (registry, &good_nodes, NULL);
 *   }
 *
 *   int
 *   main (int argc, char **argv)
 *   {
 *     return fit_main_with (argc, argv,
 *                           &(FitExtras){ .plugins = add_plugins });
 *   }
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/extras.h"

G_BEGIN_DECLS

/**
 * fit_main:
 * @extra: (nullable): registers your own rules
 * @data: passed to @extra
 *
 * Runs the command in @argv.  Reads standard input if the command says so, and
 * writes standard output and standard error.
 *
 * Returns: the exit status of the program: 0 yes, 1 no, 2 usage, 3 bad input,
 *   4 remote, 5 internal
 */
int fit_main (int argc, char **argv, FitRegisterFunc extra, gpointer data);

/* fit_main_with: like fit_main(), with everything in @extras */
int fit_main_with (int argc, char **argv, const FitExtras *extras);

G_END_DECLS
