/* lint-policy.h - Policies in pieces, and the warnings about them
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "warnings/policy-lint.h"

#include "algorithmprovider/defaults.h"
#include "tests/support/cluster.h"

#include <string.h>

static inline FitPolicy *
parse_as (guint release, const char *text)
{
  g_autoptr (GError) error = NULL;
  FitPolicy *policy = fit_policy_parse_as (
      text, strlen (text), "policy", FIT_RELEASE (release, 0), NULL, &error);

  if (policy == NULL)
    fail_msg ("%s\n%s", text, error->message);
  return policy;
}

static inline GPtrArray *
lint_as (guint release, const char *text, const FitObjects *objects)
{
  g_autoptr (FitRegistry) registry = fit_registry_new_default (
      fit_feature_gates_of_release (FIT_RELEASE (release, 0)));
  g_autoptr (FitPolicy) policy = parse_as (release, text);

  return fit_policy_lint (policy, registry, objects);
}

/* The only warning of @code; NULL when there is none. */
static inline const FitWarning *
find_code (const GPtrArray *warnings, const char *code)
{
  const FitWarning *found = NULL;

  for (guint i = 0; i < warnings->len; i++)
    {
      const FitWarning *warning = warnings->pdata[i];

      if (strcmp (warning->info->code, code) != 0)
        continue;
      if (found != NULL)
        fail_msg ("%s twice: %s; %s", code, found->text, warning->text);
      found = warning;
    }
  return found;
}

#define POLICY(rest) "{\"apiVersion\":\"v1\",\"kind\":\"Policy\"," rest "}"
#define PREDICATES(list) POLICY ("\"predicates\":[" list "]")
#define PRIORITIES(list) POLICY ("\"priorities\":[" list "]")
#define EXTENDER(members) \
  POLICY ("\"extenders\":[{\"urlPrefix\":\"http://x\"," members "}]")
#define SECURE(members) \
  POLICY ("\"extenders\":[{\"urlPrefix\":\"https://x\"," members "}]")
#define FILTER "\"filterVerb\":\"f\""

#define NAMED(name) "{\"name\":\"" name "\"}"
#define WITH(name, argument) \
  "{\"name\":\"" name "\",\"argument\":{" argument "}}"
#define WEIGHTED(name, weight) "{\"name\":\"" name "\",\"weight\":" weight "}"
#define CUSTOM(name, weight, argument) \
  "{\"name\":\"" name "\",\"weight\":" weight ",\"argument\":{" argument "}}"

#define PRESENCE "\"labelsPresence\":{\"labels\":[\"a\"],\"presence\":true}"
#define SERVICES "\"serviceAffinity\":{\"labels\":[\"region\"]}"
#define PREFERS "\"labelPreference\":{\"label\":\"ssd\",\"presence\":true}"
#define RATIO(rest) "\"requestedToCapacityRatioArguments\":{" rest "}"
#define POINTS(first, last)                        \
  "\"shape\":[{\"utilization\":0,\"score\":" first \
  "},{\"utilization\":100,\"score\":" last "}]"
#define THREE_POINTS(first, second, last)          \
  "\"shape\":[{\"utilization\":0,\"score\":" first \
  "},{\"utilization\":50,\"score\":" second        \
  "},{\"utilization\":100,\"score\":" last "}]"
#define AVOID WEIGHTED ("NodePreferAvoidPodsPriority", "10000")
