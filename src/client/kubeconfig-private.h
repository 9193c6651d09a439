/* kubeconfig-private.h - the entries of kubeconfig files and their fields
 *
 * Internal to client/.  kubeconfig.c merges files and reads clusters and
 * contexts, kubeconfig-user.c users, kubeconfig-fields.c the fields of all.  No message shows the value of a field of
 * a user.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"
#include "client/api-config.h"

/* A named entry of a list, and the file that has it. */
typedef struct
{
  const char *path;      /* borrowed: the file */
  const FitValue *value; /* its "cluster", "user" or "context", or a part */
  char *place;           /* owned: "clusters[NAME].cluster" */
} FitKubeconfigEntry;

/* These read a field.  Absent, null and empty are the same, and leave @out
 * alone.  FIT_ERROR_SCHEMA, "FILE: PLACE.NAME: found ..., expected ..." */
gboolean fit_kubeconfig_text (const FitKubeconfigEntry *entry, const char *name,
                              char **out, GError **error);
gboolean fit_kubeconfig_flag (const FitKubeconfigEntry *entry, const char *name,
                              gboolean *out, GError **error);
/* A path is relative to the file that names it. */
gboolean fit_kubeconfig_path (const FitKubeconfigEntry *entry, const char *name,
                              const char **out, GError **error);
/* PEM in base64, with at least one block of @kind ("certificate", "key"). */
gboolean fit_kubeconfig_pem (const FitKubeconfigEntry *entry, const char *name,
                             const char *kind, GBytes **out, GError **error);

/* fit_kubeconfig_fail: "FILE: PLACE[.NAME]: found ...".  @name: (nullable).
 * Returns: FALSE */
gboolean fit_kubeconfig_fail (const FitKubeconfigEntry *entry, const char *name,
                              GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* fit_kubeconfig_user: reads @user into @out, which has the cluster already.
 * @cluster: what a plugin may be told of it */
gboolean fit_kubeconfig_user (const FitKubeconfigEntry *user,
                              const FitKubeconfigEntry *cluster,
                              FitApiConfig *out, GError **error);

/* fit_api_config_of_account: fit_api_config_in_cluster() with the files of the
 * service account in @directory */
FitApiConfig *fit_api_config_of_account (const char *directory, GError **error);
