/* default-rules.c - finds out which release a cluster runs, and takes its
 * default rules */
#include "cli/default-rules.h"

#include <string.h>

#include "releases/legacy-release.h"
#include "formats/value.h"
#include "cli/config-target-options.h"
#include "cli/verbs.h"

#define PROVIDER "DefaultProvider"

/* -- which release the cluster runs ---------------------------------------- */

#define KUBELET_VERSION "kubeletVersion"

/* The newest kubelet so far; the minor version is -1 if there is none. */
typedef struct
{
  gint minor;
  gint patch;
} Kubelet;

/* @value: an object, or a line of a trace with one */
static gboolean
look_at (const FitValue *value, const FitObjectPlace *place, gpointer data,
         GError **error)
{
  Kubelet *newest = data;
  const FitValue *inside = fit_value_get (value, "object");
  const FitValue *node = inside != NULL ? inside : value;
  const char *kind = fit_value_get_string (node, "kind");
  const char *text = fit_value_get_string (
      fit_value_get (fit_value_get (node, "status"), "nodeInfo"),
      KUBELET_VERSION);
  Kubelet kubelet;

  if (text != NULL && (kind == NULL || strcmp (kind, "Node") == 0)
      && fit_release_split (text, &kubelet.minor, &kubelet.patch)
      && (kubelet.minor > newest->minor
          || (kubelet.minor == newest->minor && kubelet.patch > newest->patch)))
    *newest = kubelet;
  return TRUE;
}

/* Whoever reads the input for good reports what is wrong with it. */
static void
look_into (FitInputs *inputs, const char *path, gsize limit, Kubelet *newest)
{
  g_autoptr (FitSource) source = fit_inputs_open (inputs, path, limit, NULL);

  if (source != NULL
      && memmem (source->bytes, source->len, KUBELET_VERSION,
                 strlen (KUBELET_VERSION))
             != NULL)
    fit_read_objects (source->bytes, source->len, source->name, NULL, look_at,
                      newest, NULL);
}

static Kubelet
find_newest_kubelet (const FitInvocation *invocation)
{
  const FitOptions *options = &invocation->options;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  Kubelet newest = { -1, -1 };

  for (char **path = options->files; path != NULL && *path != NULL; path++)
    fit_inputs_files (invocation->inputs, files, *path, NULL, NULL, NULL);
  for (guint i = 0; i < files->len; i++)
    look_into (invocation->inputs, ((FitManifestFile *) files->pdata[i])->path,
               fit_limits_default ()->document_bytes, &newest);
  /* A trace may be longer than what can be kept of a pipe. */
  if (options->trace != NULL
      && g_file_test (options->trace, G_FILE_TEST_IS_REGULAR))
    look_into (invocation->inputs, options->trace, G_MAXSSIZE, &newest);
  return newest;
}

/* -- taking its rules ------------------------------------------------------ */

/* The default configuration, as an input of its own. */
static gboolean
take_configuration (FitDefaultRules *defaults, GError **error)
{
  FitOptions *options = &defaults->invocation.options;
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
  return TRUE;
}

static void
take_provider (FitDefaultRules *defaults, const char *release)
{
  FitOptions *options = &defaults->invocation.options;

  options->provider = (char *) PROVIDER;
  if ((defaults->invocation.verb->groups & FIT_GROUP_RULES) == 0)
    options->profile = NULL; /* that of the other side */
  options->emulate_release = (char *) release;
  options->release = NULL;
}

/* Takes the rules of options.release, or of --emulate-release without it.
 * @why: (nullable): which release that is
 * @because: (nullable): why it was taken */
static gboolean
take (FitDefaultRules *defaults, const char *why, const char *because,
      GError **error)
{
  const FitOptions *options = &defaults->invocation.options;
  const char *release
      = options->release != NULL ? options->release : options->emulate_release;
  FitRelease legacy;
  g_autofree char *rules = NULL;

  if (fit_legacy_release_parse (release, &legacy, NULL))
    {
      take_provider (defaults, fit_legacy_release_name (legacy));
      rules = g_strdup_printf (PROVIDER " of v%s", options->emulate_release);
    }
  else if (take_configuration (defaults, error))
    rules = g_strconcat ("the ", defaults->config, NULL);
  else
    return FALSE;
  defaults->note = g_strdup_printf (
      "no rules are named: %s%s%s decides%s%s", rules, why != NULL ? ", " : "",
      why != NULL ? why : "", because != NULL ? ", because " : "",
      because != NULL ? because : "");
  return TRUE;
}

/* Sets options.release to that known release which is nearest to @kubelet, of
 * two the earlier one.  Returns: (nullable): what it is, unless it is of the
 * same minor version */
static const char *
choose_nearest (FitDefaultRules *defaults, const Kubelet *kubelet)
{
  const gint newest = fit_release_newest () / 100;
  const gint oldest = FIT_RELEASE_OLDEST / 100;
  gint minor = CLAMP (kubelet->minor, oldest, newest);
  FitRelease known;

  do
    {
      g_free (defaults->release);
      defaults->release
          = minor == kubelet->minor && kubelet->patch >= 0
                ? g_strdup_printf ("1.%d.%d", minor, kubelet->patch)
                : g_strdup_printf ("1.%d", minor);
    }
  while (!fit_release_parse (defaults->release, &known, NULL)
         && !fit_legacy_release_parse (defaults->release, &known, NULL)
         && minor-- > oldest);
  defaults->invocation.options.release = defaults->release;
  return minor == kubelet->minor  ? NULL
         : minor == newest        ? "the newest known release,"
         : kubelet->minor < minor ? "the oldest known release,"
                                  : "the nearest known release,";
}

static gboolean
take_release_of_cluster (FitDefaultRules *defaults, GError **error)
{
  FitOptions *options = &defaults->invocation.options;
  const Kubelet kubelet = find_newest_kubelet (&defaults->invocation);
  g_autofree char *because = NULL;
  const char *why;

  if (kubelet.minor < 0)
    {
      options->release = (char *) fit_release_name (fit_release_newest ());
      return take (defaults, "the newest known release,",
                   "no node says which kubelet it runs", error);
    }
  why = choose_nearest (defaults, &kubelet);
  because
      = kubelet.patch >= 0
            ? g_strdup_printf ("the newest kubelet of the nodes is v1.%d.%d",
                               kubelet.minor, kubelet.patch)
            : g_strdup_printf ("the newest kubelet of the nodes is v1.%d",
                               kubelet.minor);
  return take (defaults, why, because, error);
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
  if (!(named ? take (defaults, NULL, NULL, error)
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
