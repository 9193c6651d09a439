/* bed.c - bed COMMAND: plays the rest of a cluster, and checks what came of it
 *
 *   bed load [--nodes N] [--pods N] [--cpu N]   creates nodes and pods
 *   bed kubelet         marks bound pods as Running, removes deleted ones and
 *                       those of nodes that are gone
 *   bed flow --seconds N [--pods N] [--rate N] [--seed N]
 *                       lets pods and nodes come and go
 *   bed bind [--events] binds all pending pods round robin, maybe with an event for
 *                       each: the ceiling of the server
 *   bed await PODS [--seconds N]                until so many pods are bound
 *   bed record FILE     writes down what happens to pods and nodes
 *   bed check FILE [--window SECONDS]           whether all of it was right
 *
 * $KUBECONFIG says which cluster, and as whom.  kubelet and record end with a
 * signal.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/e2e/bed.h"

#include <stdio.h>
#include <string.h>

static const struct
{
  const char *name;
  gboolean offline;
  int (*run) (FitApiClient *client, int argc, char **argv);
} commands[] = {
  { "load", FALSE, bed_load },   { "kubelet", FALSE, bed_kubelet },
  { "flow", FALSE, bed_flow },   { "bind", FALSE, bed_bind },
  { "await", FALSE, bed_await }, { "record", FALSE, bed_record },
  { "check", TRUE, bed_check },
};

gboolean
bed_options (const GOptionEntry *entries, int *argc, char ***argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (g_option_context_parse (context, argc, argv, &error))
    return TRUE;
  fprintf (stderr, "bed: %s\n", error->message);
  return FALSE;
}

static FitApiClient *
make_client (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) paths = fit_kubeconfig_paths (NULL);
  g_autoptr (FitApiConfig) config
      = fit_kubeconfig_load ((const char *const *) paths, NULL, &error);
  FitApiClient *client
      = config ? fit_api_client_new (config, 0, 1, &error) : NULL;

  if (client == NULL)
    fprintf (stderr, "bed: %s\n", error->message);
  return client;
}

#ifdef __SANITIZE_ADDRESS__
/* A command ends with the process, and all that it has read with it. */
int __lsan_is_turned_off (void);
int
__lsan_is_turned_off (void)
{
  return 1;
}
#endif

int
main (int argc, char **argv)
{
  const char *name = argc > 1 ? argv[1] : "";

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, name) == 0)
      {
        FitApiClient *client = commands[i].offline ? NULL : make_client ();

        if (client == NULL && !commands[i].offline)
          return 3;
        return commands[i].run (client, argc - 1, argv + 1);
      }
  fprintf (stderr, "bed: no command \"%s\"; see tests/e2e/bed.c\n", name);
  return 2;
}
