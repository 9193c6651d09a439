/* fit-main.h - the whole command line, for the program and for yours
 *
 * A program that links the library and has predicates or priorities of its
 * own gets every command with them, Policy files included:
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
 * One that has plugins for KubeSchedulerConfigurations registers them too:
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
 */
#pragma once

#include "factory/registry.h"
#include "framework/plugin-registry.h"

G_BEGIN_DECLS

/**
 * FitRegisterFunc:
 * @registry: holds what v1.16 knows under @gates; may be added to
 * @gates: the feature gates in effect
 *
 * May be called more than once, each time with a fresh registry.
 */
typedef void (*FitRegisterFunc) (FitRegistry *registry, FitFeatureGates gates,
                                 gpointer data);

/**
 * fit_main:
 * @extra: (nullable): registers rules of your own
 * @data: handed to @extra
 *
 * Runs the command in @argv; reads standard input where that says so, writes
 * standard output and standard error.
 *
 * Returns: the exit status of the program: 0 yes, 1 no, 2 usage, 3 bad input,
 *   4 remote, 5 internal
 */
int fit_main (int argc, char **argv, FitRegisterFunc extra, gpointer data);

/* FitRegisterPluginsFunc: @registry is empty; may be called more than once, each
 * time with a fresh one */
typedef void (*FitRegisterPluginsFunc) (FitPluginRegistry *registry,
                                        gpointer data);

/* What a program adds. */
typedef struct
{
  FitRegisterFunc rules;          /* (nullable): predicates and priorities */
  FitRegisterPluginsFunc plugins; /* (nullable): for KubeSchedulerConfigurations
                                     that name them */
  gpointer data;                  /* handed to both */
} FitExtras;

/* fit_main_with: the same as fit_main(), with all that @extras has */
int fit_main_with (int argc, char **argv, const FitExtras *extras);

G_END_DECLS
