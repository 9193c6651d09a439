/* openshift.c - which configuration OpenShift writes for a profile, by
 * release
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/openshift.h"

#include <string.h>

#include "base/list-gap.h"
#include "formats/value-json.h"

#define LOW "LowNodeUtilization"
#define HIGH "HighNodeUtilization"
#define NONE "NoScoring"

const char *const fit_openshift_profile_names[] = { LOW, HIGH, NONE, NULL };

#define PROFILE "profiles:\n- schedulerName: default-scheduler\n"

#define NO_SCORING                  \
  PROFILE                           \
  "  plugins:\n"                    \
  "    preScore:\n"                 \
  "      disabled: [{name: '*'}]\n" \
  "    score:\n"                    \
  "      disabled: [{name: '*'}]\n"

/* For HighNodeUtilization, since plugins have a scoring strategy. */
#define PACKING                                                 \
  PROFILE                                                       \
  "  pluginConfig:\n"                                           \
  "  - name: NodeResourcesFit\n"                                \
  "    args: {scoringStrategy: {type: MostAllocated}}\n"        \
  "  plugins:\n"                                                \
  "    score:\n"                                                \
  "      disabled: [{name: NodeResourcesBalancedAllocation}]\n" \
  "      enabled: [{name: NodeResourcesFit, weight: 5}]\n"

/* clang-format off */
static const struct
{
  FitRelease since;
  FitConfigVersion version;
  const char *high; /* for HighNodeUtilization */
} releases[] = {
  { FIT_RELEASE (20, 0), FIT_CONFIG_V1BETA1,
    PROFILE
    "  plugins:\n"
    "    score:\n"
    "      disabled: [{name: NodeResourcesLeastAllocated}]\n"
    "      enabled: [{name: NodeResourcesMostAllocated}]\n" },
  { FIT_RELEASE (21, 0), FIT_CONFIG_V1BETA1,
    PROFILE
    "  plugins:\n"
    "    score:\n"
    "      disabled: [{name: NodeResourcesLeastAllocated}, {name: NodeResourcesBalancedAllocation}]\n"
    "      enabled: [{name: NodeResourcesMostAllocated, weight: 5}]\n" },
  { FIT_RELEASE (23, 0), FIT_CONFIG_V1BETA3, PACKING },
  { FIT_RELEASE (28, 0), FIT_CONFIG_V1, PACKING },
};
/* clang-format on */

char *
fit_openshift_configuration (const char *profile, FitRelease release,
                             FitConfigVersion *out_version, GError **error)
{
  guint row = G_N_ELEMENTS (releases) - 1;
  const char *body;

  if (release != 0 && release < releases[0].since)
    return fit_fail_null (error, FIT_ERROR_SCHEMA,
                          "spec.profile has no effect in %s: OpenShift has "
                          "profiles since 4.7, which is 1.20",
                          fit_release_name (release));
  while (release != 0 && release < releases[row].since)
    row--;
  body = strcmp (profile, HIGH) == 0   ? releases[row].high
         : strcmp (profile, NONE) == 0 ? NO_SCORING
                                       : "";
  *out_version = releases[row].version;
  return g_strdup_printf ("apiVersion: " FIT_CONFIG_GROUP "/%s\n"
                          "kind: " FIT_CONFIG_KIND "\n%s",
                          fit_config_version_name (releases[row].version),
                          body);
}

char *
fit_openshift_policy_configuration (const char *name)
{
  GString *text = g_string_new (
      "{\"apiVersion\": \"" FIT_CONFIG_GROUP "/v1alpha1\", "
      "\"kind\": \"" FIT_CONFIG_KIND "\", "
      "\"algorithmSource\": {\"policy\": {\"configMap\": "
      "{\"namespace\": \"" FIT_OPENSHIFT_POLICY_NAMESPACE "\", \"name\": ");

  fit_json_append_string (text, name);
  g_string_append (text, "}}}}\n");
  return g_string_free (text, FALSE);
}

const char *
fit_openshift_node_selector (const FitValue *spec)
{
  const char *selector = fit_value_get_string (spec, "defaultNodeSelector");

  return selector != NULL ? selector : "";
}

char *
fit_openshift_note (const FitValue *spec)
{
  const FitValue *masters = fit_value_get (spec, "mastersSchedulable");
  GString *text = g_string_new (NULL);

  if (masters != NULL && masters->type == FIT_VALUE_BOOL && masters->boolean)
    g_string_append_printf (
        text,
        "%sspec.mastersSchedulable is not applied: nodes count with the taints "
        "that they have",
        fit_list_gap (text, "; "));
  if (fit_value_get (spec, "profileCustomizations") != NULL)
    g_string_append_printf (text, "%sspec.profileCustomizations is not applied",
                            fit_list_gap (text, "; "));
  return g_string_free (text, text->len == 0);
}
