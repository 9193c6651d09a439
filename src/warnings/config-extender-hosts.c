/* config-extender-hosts.c - warnings about extenders whose host cannot be
 * reached from where the scheduler runs
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/config-lint-private.h"

#include "base/similar.h"
#include "config/config-edit.h"
#include "factory/extender-config.h"

#include <string.h>

/* Returns: (transfer full): the host of a URL that is in order; an IPv6
 * address without its brackets */
static char *
host_of (const char *url)
{
  const char *rest = strstr (url, "://") + strlen ("://");
  g_autofree char *authority = g_strndup (rest, strcspn (rest, "/?#"));
  const char *at = strrchr (authority, '@');
  char *host = (char *) (at != NULL ? at + 1 : authority);

  if (*host == '[')
    {
      host++;
      host[strcspn (host, "]")] = '\0';
    }
  else
    host[strcspn (host, ":")] = '\0';
  return g_strdup (host);
}

static char *
url_path (guint i)
{
  return g_strdup_printf ("extenders[%u].urlPrefix", i);
}

/* -- services -------------------------------------------------------------- */

/* "NAME.NAMESPACE.svc", with or without a domain behind it */
static gboolean
lacks_service (const FitObjects *objects, const char *host)
{
  g_auto (GStrv) parts = g_strsplit (host, ".", 4);
  gboolean has_others = FALSE;

  if (objects == NULL || g_strv_length (parts) < 3
      || strcmp (parts[2], "svc") != 0)
    return FALSE;
  for (guint i = 0; i < objects->of[FIT_KIND_SERVICE]->len; i++)
    {
      const FitObjectMeta *meta
          = fit_object_meta (objects->of[FIT_KIND_SERVICE]->pdata[i]);

      if (strcmp (meta->namespace_, parts[1]) != 0)
        continue;
      if (strcmp (meta->name, parts[0]) == 0)
        return FALSE;
      has_others = TRUE;
    }
  return has_others;
}

/* Puts @host in place of the host of the urlPrefix @i; the rest stays. */
static void
add_fix (const FitConfigLint *lint, guint i, FitWarning *warning,
         const char *host, const char *more)
{
  const FitExtenderPolicy *extender = lint->configuration->extenders->pdata[i];
  const char *url = extender->url_prefix;
  g_autofree char *old = host_of (url);
  const char *rest = strstr (url, "://") + strlen ("://");
  const gsize len = strcspn (rest, "/?#");
  const char *at = g_strrstr_len (rest, (gssize) len, "@");
  const char *begin = at != NULL ? at + 1 : rest;
  const char *end = begin + strlen (old) + (*begin == '[' ? 2 : 0);
  FitArena *arena = lint->configuration->arena;
  FitConfigFix *fix = fit_config_fix_add (
      lint, warning, -1, "write %s in place of %s%s", host, old, more);

  if (fix != NULL)
    fit_config_file_set_url (fix->file, i,
                             fit_arena_printf (arena, "%.*s%s%s",
                                               (int) (begin - url), url, host,
                                               end),
                             arena);
}

/* The Service with a similar name in its namespace, or the one of that name in
 * another, and the Service that is missing. */
static void
add_service_fixes (const FitConfigLint *lint, guint i, FitWarning *warning,
                   const char *host)
{
  const GPtrArray *services = lint->objects->of[FIT_KIND_SERVICE];
  g_auto (GStrv) parts = g_strsplit (host, ".", 3);
  g_autofree char *better = NULL;
  g_autofree char *manifest = NULL;
  FitConfigFix *fix;
  FitSimilar similar;

  fit_similar_init (&similar, parts[0]);
  for (guint s = 0; s < services->len; s++)
    {
      const FitObjectMeta *meta = fit_object_meta (services->pdata[s]);

      if (strcmp (meta->namespace_, parts[1]) == 0)
        fit_similar_offer (&similar, meta->name);
      else if (strcmp (meta->name, parts[0]) == 0 && better == NULL)
        better = g_strdup_printf ("%s.%s.%s", parts[0], meta->namespace_,
                                  parts[2]);
    }
  if (similar.best != NULL)
    {
      g_free (better);
      better = g_strdup_printf ("%s.%s.%s", similar.best, parts[1], parts[2]);
    }
  if (better != NULL)
    add_fix (lint, i, warning, better, "");
  fix = fit_config_fix_add (lint, warning, -1,
                            "create the Service %s in the namespace %s",
                            parts[0], parts[1]);
  if (fix == NULL)
    return;
  fix->objects = fit_objects_new ();
  for (guint s = 0; s < services->len; s++)
    g_ptr_array_add (fix->objects->of[FIT_KIND_SERVICE],
                     fit_object_ref (services->pdata[s]));
  manifest = g_strdup_printf ("apiVersion: v1\nkind: Service\nmetadata: "
                              "{name: '%s', namespace: '%s'}\nspec: {}\n",
                              parts[0], parts[1]);
  fit_objects_read (fix->objects, manifest, strlen (manifest), "new",
                    FIT_DECODE_AS_IS, NULL, NULL);
}

/* -- all ------------------------------------------------------------------- */

void
fit_lint_extender_hosts (const FitConfigLint *lint, GPtrArray *warnings)
{
  const GPtrArray *extenders = lint->configuration->extenders;

  for (guint i = 0; i < extenders->len; i++)
    {
      const FitExtenderPolicy *extender = extenders->pdata[i];
      g_autofree char *problem = fit_extender_url_problem (extender);

      /* The host of an extender that is never called does not matter. */
      if (problem == NULL
          && (*extender->filter_verb != '\0'
              || *extender->prioritize_verb != '\0'
              || *extender->preempt_verb != '\0'
              || *extender->bind_verb != '\0'))
        {
          g_autofree char *written = host_of (extender->url_prefix);
          g_autofree char *host = g_ascii_strdown (written, -1);

          /* No resolver finds "$(HOST)" or "EXTENDER_HOST". */
          if (host[strspn (host, "abcdefghijklmnopqrstuvwxyz0123456789.-:%")]
                  != '\0'
              || g_str_has_suffix (host, ".invalid"))
            fit_warnings_add (
                warnings, FIT_WARN_NO_URL, extender->place, url_path (i),
                "\"%s\" is no name of a host: every request fails", written);
          else if (lint->in_config_map
                   && (strcmp (host, "localhost") == 0
                       || strcmp (host, "::1") == 0
                       || g_str_has_prefix (host, "127.")))
            add_fix (
                lint, i,
                fit_warnings_add (
                    warnings, FIT_WARN_OWN_HOST, extender->place, url_path (i),
                    "a pod reads this ConfigMap, and in a pod %s is the pod "
                    "itself, or its node with hostNetwork",
                    host),
                "NAME.NAMESPACE.svc",
                ", with the name and namespace of the extender's Service, unless "
                "it is a container of the scheduler's pod or that pod has "
                "hostNetwork");
          else if (lacks_service (lint->objects, host))
            add_service_fixes (
                lint, i,
                fit_warnings_add (
                    warnings, FIT_WARN_NO_SERVICE, extender->place,
                    url_path (i),
                    "the cluster has no Service for %s: every request fails",
                    host),
                host);
        }
    }
}
