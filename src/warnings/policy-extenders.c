/* policy-extenders.c - warnings about the extenders of a Policy
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/policy-lint-private.h"

#include "factory/extender-config.h"

#include <string.h>

#define EXTENDERS "extenders"

/* No extender can respond faster. */
#define LEAST_TIMEOUT_NS 1000000

static gboolean
is_set (const char *text)
{
  return *text != '\0';
}

static void
lint_verbs (GPtrArray *warnings, const FitExtenderPolicy *extender, guint i)
{
  if (!is_set (extender->filter_verb) && !is_set (extender->prioritize_verb)
      && !is_set (extender->preempt_verb) && !is_set (extender->bind_verb))
    {
      fit_warnings_add (warnings, FIT_WARN_IDLE_EXTENDER, extender->place,
                        fit_lint_index (EXTENDERS, i, NULL),
                        "the extender has no verb, so it is never called");
      return;
    }
  if (extender->weight != 0 && !is_set (extender->prioritize_verb))
    fit_warnings_add (warnings, FIT_WARN_UNUSED_WEIGHT, extender->place,
                      fit_lint_index (EXTENDERS, i, "weight"),
                      "without prioritizeVerb the weight has no effect");
  if (extender->ignorable && !is_set (extender->filter_verb)
      && !is_set (extender->preempt_verb))
    fit_warnings_add (
        warnings, FIT_WARN_IGNORABLE_UNUSED, extender->place,
        fit_lint_index (EXTENDERS, i, "ignorable"),
        "without filterVerb and preemptVerb there are no errors to "
        "ignore");
}

static void
lint_connection (GPtrArray *warnings, const FitExtenderPolicy *extender,
                 guint i, const char *timeout_fix)
{
  const gboolean plain = g_ascii_strncasecmp (extender->url_prefix, "http://",
                                              strlen ("http://"))
                         == 0;
  const FitExtenderTLS *tls = extender->tls;
  const char *https
      = extender->https_key != NULL ? extender->https_key : "enableHttps";
  FitWarning *warning;

  if (extender->http_timeout_ns > 0
      && extender->http_timeout_ns < LEAST_TIMEOUT_NS)
    {
      warning = fit_warnings_add (
          warnings, FIT_WARN_SHORT_TIMEOUT, extender->place,
          fit_lint_index (EXTENDERS, i, "httpTimeout"),
          "the timeout is %" G_GINT64_FORMAT " ns, too short for any "
          "answer",
          extender->http_timeout_ns);
      if (timeout_fix != NULL)
        fit_warning_set_fix (warning, "%s", timeout_fix);
    }
  if (plain && (extender->enable_https || tls != NULL))
    {
      warning = fit_warnings_add (
          warnings, FIT_WARN_TLS_WITHOUT_HTTPS, extender->place,
          fit_lint_index (EXTENDERS, i,
                          extender->enable_https ? https : "tlsConfig"),
          "urlPrefix begins with http://: nothing is encrypted");
      fit_warning_set_fix (warning,
                           "Write https:// in urlPrefix, or remove %s%s%s.",
                           extender->enable_https ? https : "",
                           extender->enable_https && tls != NULL ? " and " : "",
                           tls != NULL ? "tlsConfig" : "");
    }
  else if (extender->enable_https
           && !(tls != NULL && (is_set (tls->ca_file) || is_set (tls->ca_data)))
           && !(tls != NULL && tls->insecure))
    {
      warning = fit_warnings_add (
          warnings, FIT_WARN_UNVERIFIED, extender->place,
          fit_lint_index (EXTENDERS, i, https),
          "without caFile or caData the certificate is not verified");
      fit_warning_set_fix (
          warning,
          "Set caFile or caData in tlsConfig. To use the system's certificate "
          "authorities, leave %s out; the https:// of urlPrefix is enough. If "
          "you do not want verification, write \"insecure\": true.",
          https);
    }
}

static void
lint_resources (GPtrArray *warnings, const FitExtenderPolicy *extender, guint i)
{
  if (is_set (extender->filter_verb))
    return;
  for (guint r = 0; r < extender->n_managed_resources; r++)
    {
      const FitManagedResource *resource = &extender->managed_resources[r];
      g_autofree char *member = g_strdup_printf ("managedResources[%u]", r);

      if (resource->ignored_by_scheduler)
        fit_warnings_add (
            warnings, FIT_WARN_UNCHECKED_RESOURCE, extender->place,
            fit_lint_index (EXTENDERS, i, member),
            "nothing counts %s: predicates ignore it, and the extender has no "
            "filterVerb",
            resource->name);
    }
}

void
fit_extenders_lint (const GPtrArray *extenders, const char *timeout_fix,
                    GPtrArray *warnings)
{
  for (guint i = 0; i < extenders->len; i++)
    {
      const FitExtenderPolicy *extender;
      g_autofree char *problem = NULL;

      lint_verbs (warnings, extenders->pdata[i], i);
      lint_connection (warnings, extenders->pdata[i], i, timeout_fix);
      lint_resources (warnings, extenders->pdata[i], i);
      /* The URL of an extender that is never called does not matter. */
      extender = extenders->pdata[i];
      problem = fit_extender_url_problem (extender);
      if (problem != NULL
          && (is_set (extender->filter_verb)
              || is_set (extender->prioritize_verb)
              || is_set (extender->preempt_verb)
              || is_set (extender->bind_verb)))
        fit_warnings_add (warnings, FIT_WARN_NO_URL, extender->place,
                          fit_lint_index (EXTENDERS, i, "urlPrefix"),
                          "%s: every request fails", problem);
    }
}
