/* lint-extender-hosts.c - warnings about extenders whose host cannot be reached
 * from where the scheduler runs */
#include "config/config-lint-private.h"

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

static gboolean
is_called (const FitExtenderPolicy *extender)
{
  return *extender->filter_verb != '\0' || *extender->prioritize_verb != '\0'
         || *extender->preempt_verb != '\0' || *extender->bind_verb != '\0';
}

static char *
url_path (guint i)
{
  return g_strdup_printf ("extenders[%u].urlPrefix", i);
}

/* -- placeholders ---------------------------------------------------------- */

/* No resolver finds "$(HOST)" or "EXTENDER_HOST". */
static gboolean
is_no_name (const char *host)
{
  return host[strspn (host, "abcdefghijklmnopqrstuvwxyz0123456789.-:%")] != '\0'
         || g_str_has_suffix (host, ".invalid");
}

/* -- the scheduler's own host ---------------------------------------------- */

static gboolean
is_own (const char *host)
{
  return strcmp (host, "localhost") == 0 || strcmp (host, "::1") == 0
         || g_str_has_prefix (host, "127.");
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

/* -- all ------------------------------------------------------------------- */

static void
lint_host (const FitConfigLint *lint, const FitExtenderPolicy *extender,
           guint i, GPtrArray *warnings)
{
  g_autofree char *written = host_of (extender->url_prefix);
  g_autofree char *host = g_ascii_strdown (written, -1);

  if (is_no_name (host))
    fit_warnings_add (warnings, FIT_WARN_NO_URL, extender->place, url_path (i),
                      "\"%s\" is no name of a host: every request fails",
                      written);
  else if (lint->in_config_map && is_own (host))
    fit_warnings_add (warnings, FIT_WARN_OWN_HOST, extender->place,
                      url_path (i),
                      "a pod reads this ConfigMap, and in a pod %s is the pod "
                      "itself, or its node with hostNetwork",
                      host);
  else if (lacks_service (lint->objects, host))
    fit_warnings_add (
        warnings, FIT_WARN_NO_SERVICE, extender->place, url_path (i),
        "the cluster has no Service for %s: every request fails", host);
}

void
fit_lint_extender_hosts (const FitConfigLint *lint, GPtrArray *warnings)
{
  const GPtrArray *extenders = lint->configuration->extenders;

  for (guint i = 0; i < extenders->len; i++)
    {
      const FitExtenderPolicy *extender = extenders->pdata[i];
      g_autofree char *problem = fit_extender_url_problem (extender);

      if (problem == NULL && is_called (extender))
        lint_host (lint, extender, i, warnings);
    }
}
