/* api-config.h - which API server to talk to, and as whom
 *
 * Read from kubeconfig files as kubectl reads them, or from what a pod finds
 * in its own file system.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "net/http.h"
#include "net/live-files.h"
#include "net/secret-set.h"
#include "client/exec-plugin.h"

typedef struct
{
  char *source;        /* owned: where this comes from, for messages */
  char *server;        /* owned: the URL, without a slash at its end */
  char *namespace_;    /* owned: of the context; "default" */
  FitHttpTLS tls;      /* its strings and bytes are owned, too */
  char *token;         /* (nullable) owned */
  char *token_file;    /* (nullable) owned: read again when it changes, since
                          tokens rotate; goes before @token */
  char *username;      /* (nullable) owned */
  char *password;      /* (nullable) owned */
  FitExecPlugin *exec; /* (nullable) owned reference */
  char **headers; /* (nullable) owned: of every request: whom to impersonate,
                       "Impersonate-User: jane" */
  char *proxy;    /* (nullable) owned: a URL; NULL: that of the environment */
  FitLiveFiles
      *token_now;         /* (nullable) owned reference: what is in @token_file,
                              for all clients; NULL: each reads it for itself */
  FitLiveFiles *pair_now; /* (nullable) owned reference: the same of the files
                              of the certificate and its key in @tls */
  FitSecretSet *secrets;  /* (nullable) owned reference: gets what is shown to
                            the server, so that nobody else sees it */
  char **warnings; /* (nullable) owned: for the user, who may want to fix it */
} FitApiConfig;

/* fit_api_config_new: Returns: (transfer full): one that names no server yet */
FitApiConfig *fit_api_config_new (void);

/* fit_api_config_share_secrets: clients by @config add what they show to
 * @secrets; call it before there are any */
void fit_api_config_share_secrets (FitApiConfig *config, FitSecretSet *secrets);

/* fit_api_config_share_files: clients by @config share what they read from its
 * files; @note is told, on threads of clients, when these have changed or
 * cannot be used any more; call it before there are any */
void fit_api_config_share_files (FitApiConfig *config,
                                 void (*note) (const char *text, gpointer data),
                                 gpointer data);

void fit_api_config_free (FitApiConfig *config);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitApiConfig, fit_api_config_free)

/* fit_kubeconfig_paths: the files that count: @path (nullable) alone, or those
 * of $KUBECONFIG, or ~/.kube/config.  Returns: (transfer full) */
char **fit_kubeconfig_paths (const char *path);

/**
 * fit_kubeconfig_load:
 * @paths: merged: of a name, the first file that has it counts.  Files that do
 *   not exist are left out, but one has to exist.
 * @context: (nullable): NULL: the current-context
 *
 * Paths in a file are relative to its directory.
 * Errors: FIT_ERROR_IO, FIT_ERROR_NOT_FOUND, FIT_ERROR_PARSE,
 * FIT_ERROR_SCHEMA; "FILE: FIELD: found ..., expected ...".
 *
 * Returns: (transfer full) (nullable)
 */
FitApiConfig *fit_kubeconfig_load (const char *const *paths,
                                   const char *context, GError **error);

/* fit_api_config_in_cluster: the service account of the pod that this process
 * runs in.  Returns: (transfer full) (nullable): NULL with FIT_ERROR_NOT_FOUND
 * outside of a cluster */
FitApiConfig *fit_api_config_in_cluster (GError **error);
