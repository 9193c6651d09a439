/* exec-plugin.h - runs the program that provides the credentials of a client
 *
 * The exec entry of a user in a kubeconfig names it.  Its answer is kept until
 * it expires or the server rejects it, and all clients of a configuration share
 * it.  Counted, for several threads.
 *
 * Source: client-go plugin/pkg/client/auth/exec, by its behaviour.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/credential.h"

typedef enum
{
  FIT_EXEC_NEVER,
  FIT_EXEC_IF_AVAILABLE,
  FIT_EXEC_ALWAYS,
} FitExecInteractive;

/* All strings are borrowed and copied. */
typedef struct
{
  const char *api_version;
  const char *command;      /* absolute, or a name to find in $PATH */
  const char *const *args;  /* (nullable) */
  const char *const *env;   /* (nullable): "NAME=VALUE", added */
  const char *install_hint; /* (nullable) */
  const char *cluster;      /* (nullable): JSON, to be passed on */
  FitExecInteractive interactive;
} FitExecOptions;

typedef struct _FitExecPlugin FitExecPlugin;

FitExecPlugin *fit_exec_plugin_new (const FitExecOptions *options);
FitExecPlugin *fit_exec_plugin_ref (FitExecPlugin *plugin);
void fit_exec_plugin_unref (FitExecPlugin *plugin);

/* fit_exec_plugin_check: is there such a program?  FIT_ERROR_NOT_FOUND, with
 * the install hint */
gboolean fit_exec_plugin_check (const FitExecPlugin *plugin, GError **error);

/* fit_exec_plugin_current: what it answered last.  It does not wait.  Returns:
 * (transfer full) (nullable): NULL where it has to run (again) */
FitCredential *fit_exec_plugin_current (FitExecPlugin *plugin);

/**
 * fit_exec_plugin_run:
 * @rejected: (nullable): the credential that the server did not accept
 * @cancelled: (nullable): set from another thread to 1, atomically, to end it
 *
 * Runs it and waits, a minute at most, unless another thread has done so since.
 * Errors: FIT_ERROR_REMOTE, "getting credentials: exec: ..."
 */
gboolean fit_exec_plugin_run (FitExecPlugin *plugin,
                              const FitCredential *rejected, gint *cancelled,
                              GError **error);
