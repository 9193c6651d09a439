/* kubeconfig-fields.c - the fields of the entries of kubeconfig files
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/kubeconfig-private.h"

#include "api/decode.h"
#include "net/tls-material.h"

gboolean
fit_kubeconfig_fail (const FitKubeconfigEntry *entry, const char *name,
                     GError **error, const char *format, ...)
{
  g_autofree char *why = NULL;
  va_list args;

  va_start (args, format);
  why = g_strdup_vprintf (format, args);
  va_end (args);
  return fit_fail (error, FIT_ERROR_SCHEMA, "%s: %s%s%s: %s", entry->path,
                   entry->place, name ? "." : "", name ? name : "", why);
}

static gboolean
fail_type (const FitKubeconfigEntry *entry, const char *name,
           const FitValue *found, const char *expected, GError **error)
{
  return fit_kubeconfig_fail (entry, name, error, "found %s, expected %s",
                              fit_value_type_text (found->type), expected);
}

gboolean
fit_kubeconfig_text (const FitKubeconfigEntry *entry, const char *name,
                     char **out, GError **error)
{
  const FitValue *value = fit_value_get (entry->value, name);

  if (value == NULL || value->type == FIT_VALUE_NULL)
    return TRUE;
  if (value->type != FIT_VALUE_STRING)
    return fail_type (entry, name, value, "a string", error);
  if (*value->text != '\0')
    *out = g_strdup (value->text);
  return TRUE;
}

gboolean
fit_kubeconfig_path (const FitKubeconfigEntry *entry, const char *name,
                     const char **out, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *directory = g_path_get_dirname (entry->path);

  if (!fit_kubeconfig_text (entry, name, &path, error))
    return FALSE;
  if (path != NULL)
    *out = g_path_is_absolute (path) ? g_steal_pointer (&path)
                                     : g_build_filename (directory, path, NULL);
  return TRUE;
}

gboolean
fit_kubeconfig_flag (const FitKubeconfigEntry *entry, const char *name,
                     gboolean *out, GError **error)
{
  const FitValue *value = fit_value_get (entry->value, name);

  if (value == NULL || value->type == FIT_VALUE_NULL)
    return TRUE;
  if (value->type != FIT_VALUE_BOOL)
    return fail_type (entry, name, value, "true or false", error);
  *out = value->boolean;
  return TRUE;
}

gboolean
fit_kubeconfig_pem (const FitKubeconfigEntry *entry, const char *name,
                    const char *kind, GBytes **out, GError **error)
{
  g_autofree char *text = NULL;

  if (!fit_kubeconfig_text (entry, name, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  *out = fit_base64_decode (text);
  if (*out == NULL || g_bytes_get_size (*out) == 0)
    return fit_kubeconfig_fail (entry, name, error,
                                "found something else, expected base64");
  if (fit_pem_has (*out,
                   *kind == 'c' ? FIT_PEM_CERTIFICATE : FIT_PEM_PRIVATE_KEY))
    return TRUE;
  return fit_kubeconfig_fail (entry, name, error,
                              "found something else, expected a PEM %s in "
                              "base64",
                              kind);
}
