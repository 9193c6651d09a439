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

/* -- the same as a function ------------------------------------------------- */

/* A text that a command may name like a file: "-f cluster" reads the one with the
 * name "cluster". */
typedef struct
{
  const char *name;
  const char *bytes;
  gsize len;
} FitCallInput;

/* What a command said. */
typedef struct
{
  int status;     /* as fit_main() returns it */
  char *output;   /* owned: its standard output, such as a document of -o json,
                     with a final NUL */
  gsize len;      /* of @output */
  char *messages; /* owned: its standard error: notes, warnings, the error with
                     its hints, a line each */
} FitCallAnswer;

/**
 * fit_call:
 * @args: the command line without the name of the program, NULL-terminated:
 *   "simulate", "-f", "cluster.json", "-o", "json"
 * @inputs: (nullable): @n_inputs texts that take the place of files.  Borrowed
 * @extras: (nullable): rules and plugins of your own
 * @out_answer: (out): to be cleared
 *
 * Runs a command inside a program: nothing is printed, and signals, colours and
 * the rest of the process stay as they are.  Several threads may call it at the
 * same time.  Commands that serve ('run', 'extender') are refused with status 2.
 * What else a command reads (files, "-", a live cluster) and writes (--record) is
 * what the command line says.
 */
void fit_call (const char *const *args, const FitCallInput *inputs,
               guint n_inputs, const FitExtras *extras,
               FitCallAnswer *out_answer);

/* fit_call_answer_clear: frees what @answer owns */
void fit_call_answer_clear (FitCallAnswer *answer);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitCallAnswer, fit_call_answer_clear)

G_END_DECLS
