/* default-rules.c - finds out which release a cluster runs, and takes its
 * default rules
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/default-rules.h"

#include <string.h>

#include "base/each.h"
#include "releases/legacy-release.h"
#include "formats/value.h"
#include "cli/config-target-options.h"
#include "cli/verbs.h"

#define PROVIDER "DefaultProvider"

/* -- which release the cluster runs ---------------------------------------- */

#define KUBELET_VERSION "kubeletVersion"

static void
take_newer (FitKubelet *newest, const FitKubelet *kubelet)
{
  if (kubelet->minor > newest->minor
      || (kubelet->minor == newest->minor && kubelet->patch > newest->patch))
    *newest = *kubelet;
}

/* @value: an object, or a line of a trace with one */
static gboolean
look_at (const FitValue *value, const FitObjectPlace *place, gpointer data,
         GError **error)
{
  FitKubelet *newest = data;
  const FitValue *inside = fit_value_get (value, "object");
  const FitValue *node = inside != NULL ? inside : value;
  const char *kind = fit_value_get_string (node, "kind");
  const char *text = fit_value_get_string (
      fit_value_get (fit_value_get (node, "status"), "nodeInfo"),
      KUBELET_VERSION);
  FitKubelet kubelet;

  if (text != NULL && (kind == NULL || strcmp (kind, "Node") == 0)
      && fit_release_split (text, &kubelet.minor, &kubelet.patch))
    take_newer (newest, &kubelet);
  return TRUE;
}

/* Whoever reads the input for good reports what is wrong with it. */
static void
look_into (FitInputs *inputs, const char *path, gsize limit, FitKubelet *newest)
{
  g_autoptr (FitSource) source = NULL;
  FitKubelet found = { -1, -1 };

  if (!fit_inputs_recall_kubelet (inputs, path, &found))
    {
      source = fit_inputs_open (inputs, path, limit, NULL);
      if (source != NULL
          && memmem (source->bytes, source->len, KUBELET_VERSION,
                     strlen (KUBELET_VERSION))
                 != NULL)
        fit_read_objects (source->bytes, source->len, source->name, NULL,
                          look_at, &found, NULL);
      fit_inputs_remember_kubelet (inputs, path, &found);
    }
  take_newer (newest, &found);
}

/* -- taking its rules ------------------------------------------------------ */

/* Takes the rules of options.release, or of --emulate-release without it:
 * before 1.18 the provider, later the default configuration, as an input of its
 * own.
 * @why: (nullable): which release that is
 * @because: (nullable): why it was taken */
static gboolean
take_default_rules (FitDefaultRules *defaults, const char *why,
                    const char *because, GError **error)
{
  FitOptions *options = &defaults->invocation.options;
  const char *release
      = options->release != NULL ? options->release : options->emulate_release;
  g_autofree char *rules = NULL;
  FitRelease legacy;

  if (fit_legacy_release_parse (release, &legacy, NULL))
    {
      options->provider = (char *) PROVIDER;
      if ((defaults->invocation.verb->groups & FIT_GROUP_RULES) == 0)
        options->profile = NULL; /* that of the other side */
      options->emulate_release = (char *) fit_legacy_release_name (legacy);
      options->release = NULL;
      rules = g_strdup_printf (PROVIDER " of v%s", options->emulate_release);
    }
  else
    {
      FitConfigTarget target;
      char *text;

      if (!fit_config_target_choose (options->release, NULL, &target, error))
        return FALSE;
      defaults->config = g_strdup_printf ("default configuration of %s",
                                          fit_release_name (target.release));
      text = g_strdup_printf ("apiVersion: " FIT_CONFIG_GROUP
                              "/%s\nkind: " FIT_CONFIG_KIND "\n",
                              fit_config_version_name (target.version));
      fit_inputs_keep (defaults->invocation.inputs, defaults->config, text,
                       strlen (text));
      options->config = defaults->config;
      rules = g_strconcat ("the ", defaults->config, NULL);
    }
  defaults->note = g_strdup_printf (
      "no rules are named: %s%s%s decides%s%s", rules, why != NULL ? ", " : "",
      why != NULL ? why : "", because != NULL ? ", because " : "",
      because != NULL ? because : "");
  return TRUE;
}

/* Takes that known release which is nearest to the newest kubelet, of two the
 * earlier one. */
static gboolean
take_release_of_cluster (FitDefaultRules *defaults, GError **error)
{
  FitOptions *options = &defaults->invocation.options;
  FitInputs *inputs = defaults->invocation.inputs;
  const gint newest = fit_release_newest () / 100;
  const gint oldest = FIT_RELEASE_OLDEST / 100;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  FitKubelet kubelet = { -1, -1 };
  g_autofree char *because = NULL;
  FitRelease known;
  gint minor;

  for (char **path = options->files; path != NULL && *path != NULL; path++)
    fit_inputs_files (inputs, files, *path, NULL, NULL, NULL);
  FIT_EACH (const FitManifestFile, file, files)
    look_into (inputs, file->path, fit_limits_default ()->document_bytes,
               &kubelet);
  /* A trace may be longer than what can be kept of a pipe. */
  if (options->trace != NULL
      && (fit_inputs_find_kept (inputs, options->trace) != NULL
          || g_file_test (options->trace, G_FILE_TEST_IS_REGULAR)))
    look_into (inputs, options->trace, G_MAXSSIZE, &kubelet);
  if (kubelet.minor < 0)
    {
      options->release = (char *) fit_release_name (fit_release_newest ());
      return take_default_rules (defaults, "the newest known release,",
                                 "no node says which kubelet it runs", error);
    }
  because
      = kubelet.patch >= 0
            ? g_strdup_printf ("the newest kubelet of the nodes is v1.%d.%d",
                               kubelet.minor, kubelet.patch)
            : g_strdup_printf ("the newest kubelet of the nodes is v1.%d",
                               kubelet.minor);
  minor = CLAMP (kubelet.minor, oldest, newest);
  do
    {
      g_free (defaults->release);
      defaults->release
          = minor == kubelet.minor && kubelet.patch >= 0
                ? g_strdup_printf ("1.%d.%d", minor, kubelet.patch)
                : g_strdup_printf ("1.%d", minor);
    }
  while (!fit_release_parse (defaults->release, &known, NULL)
         && !fit_legacy_release_parse (defaults->release, &known, NULL)
         && minor-- > oldest);
  options->release = defaults->release;
  return take_default_rules (defaults,
                             minor == kubelet.minor ? NULL
                             : minor == newest ? "the newest known release,"
                             : kubelet.minor < minor
                                 ? "the oldest known release,"
                                 : "the nearest known release,",
                             because, error);
}

const FitInvocation *
fit_default_rules_init (FitDefaultRules *defaults,
                        const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;
  const gboolean named = options->release != NULL
                         || fit_options_given (options, "emulate-release");

  *defaults = (FitDefaultRules){ .invocation = *invocation };
  if (options->policy != NULL || options->provider != NULL
      || options->config != NULL)
    return invocation;
  if (!(named ? take_default_rules (defaults, NULL, NULL, error)
              : take_release_of_cluster (defaults, error)))
    return NULL;
  return &defaults->invocation;
}

void
fit_default_rules_clear (FitDefaultRules *defaults)
{
  g_clear_pointer (&defaults->config, g_free);
  g_clear_pointer (&defaults->release, g_free);
  g_clear_pointer (&defaults->note, g_free);
}
