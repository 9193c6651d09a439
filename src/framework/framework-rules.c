/* framework-rules.c - the table of messages of the framework, by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/framework-rules.h"

#include "api/syntax.h"

#include <string.h>

#define MAX_SCORE_OF_V1_16 10
#define MAX_SCORE 100

/* -- texts ----------------------------------------------------------------- */

#define AS_GIVEN "{message}"
#define RUNNING(word) \
  "error while running {plugin} " word " plugin for pod {pod}: {message}"

/* Later rows of a topic replace earlier ones. */
/* clang-format off */
static const struct
{
  guint topic;
  FitRelease since;
  FitFrameworkTexts texts;
} texts_since[] = {
  { FIT_POINT_PRE_FILTER, FIT_RELEASE_OLDEST, { "rejected by {plugin} at prefilter: {message}", RUNNING ("prefilter") } },
  { FIT_POINT_PRE_FILTER, FIT_RELEASE (20, 0), { AS_GIVEN, "running PreFilter plugin {plugin}: {message}" } },

  { FIT_POINT_FILTER, FIT_RELEASE_OLDEST, { AS_GIVEN, RUNNING ("filter") } },
  { FIT_POINT_FILTER, FIT_RELEASE (18, 0), { AS_GIVEN, "running {plugin} filter plugin for pod {pod}: {message}" } },
  { FIT_POINT_FILTER, FIT_RELEASE (21, 0), { AS_GIVEN, "running {plugin} filter plugin: {message}" } },

  { FIT_POINT_POST_FILTER, FIT_RELEASE_OLDEST, { NULL, RUNNING ("postfilter") } },
  { FIT_POINT_POST_FILTER, FIT_RELEASE (19, 0), { AS_GIVEN, AS_GIVEN } },

  { FIT_POINT_PRE_SCORE, FIT_RELEASE_OLDEST, { NULL, RUNNING ("prescore") } },
  { FIT_POINT_PRE_SCORE, FIT_RELEASE (20, 0), { NULL, "running PreScore plugin {plugin}: {message}" } },

  { FIT_POINT_SCORE, FIT_RELEASE_OLDEST, { NULL, "error while running score plugin for pod {pod}: {message}" } },
  { FIT_POINT_SCORE, FIT_RELEASE (20, 0), { NULL, "running Score plugins: plugin {plugin} failed with: {message}" } },

  { FIT_TEXT_NORMALIZE, FIT_RELEASE_OLDEST, { NULL, "error while running normalize score plugin for pod {pod}: normalize score plugin {plugin} failed with error {message}" } },
  { FIT_TEXT_NORMALIZE, FIT_RELEASE (20, 0), { NULL, "running Normalize on Score plugins: plugin {plugin} failed with: {message}" } },

  { FIT_TEXT_SCORE_RANGE, FIT_RELEASE_OLDEST, { NULL, "error while applying score defaultWeights for pod {pod}: score plugin {plugin} {message}" } },
  { FIT_TEXT_SCORE_RANGE, FIT_RELEASE (20, 0), { NULL, "applying score defaultWeights on Score plugins: plugin {plugin} {message}" } },

  { FIT_POINT_RESERVE, FIT_RELEASE_OLDEST, { NULL, RUNNING ("reserve") } },
  { FIT_POINT_RESERVE, FIT_RELEASE (20, 0), { NULL, "running Reserve plugin {plugin}: {message}" } },
  { FIT_POINT_RESERVE, FIT_RELEASE (28, 0), { AS_GIVEN, "running Reserve plugin {plugin}: {message}" } },

  { FIT_POINT_PERMIT, FIT_RELEASE_OLDEST, { "rejected by {plugin} at permit: {message}", RUNNING ("permit") } },
  { FIT_POINT_PERMIT, FIT_RELEASE (18, 0), { "rejected pod {pod} by permit plugin {plugin}: {message}", RUNNING ("permit") } },
  { FIT_POINT_PERMIT, FIT_RELEASE (20, 0), { "rejected pod {pod} by permit plugin {plugin}: {message}", "running Permit plugin {plugin}: {message}" } },
  { FIT_POINT_PERMIT, FIT_RELEASE (23, 0), { AS_GIVEN, "running Permit plugin {plugin}: {message}" } },

  { FIT_POINT_PRE_BIND, FIT_RELEASE_OLDEST, { "rejected by {plugin} at prebind: {message}", RUNNING ("prebind") } },
  { FIT_POINT_PRE_BIND, FIT_RELEASE (18, 0), { NULL, RUNNING ("prebind") } },
  { FIT_POINT_PRE_BIND, FIT_RELEASE (20, 0), { NULL, "running PreBind plugin {plugin}: {message}" } },
  { FIT_POINT_PRE_BIND, FIT_RELEASE (26, 0), { AS_GIVEN, "running PreBind plugin {plugin}: {message}" } },

  { FIT_POINT_BIND, FIT_RELEASE_OLDEST, { NULL, "bind plugin {plugin} failed to bind pod {full}: {message}" } },
  { FIT_POINT_BIND, FIT_RELEASE (18, 0), { NULL, "plugin {plugin} failed to bind pod {full}: {message}" } },
  { FIT_POINT_BIND, FIT_RELEASE (20, 0), { NULL, "running Bind plugin {plugin}: {message}" } },
  { FIT_POINT_BIND, FIT_RELEASE (26, 0), { AS_GIVEN, "running Bind plugin {plugin}: {message}" } },

  { FIT_TEXT_ADD_POD, FIT_RELEASE_OLDEST, { NULL, "error while running AddPod for plugin {plugin} while scheduling pod {pod}: {message}" } },
  { FIT_TEXT_ADD_POD, FIT_RELEASE (20, 0), { NULL, "running AddPod on PreFilter plugin {plugin}: {message}" } },
  { FIT_TEXT_REMOVE_POD, FIT_RELEASE_OLDEST, { NULL, "error while running RemovePod for plugin {plugin} while scheduling pod {pod}: {message}" } },
  { FIT_TEXT_REMOVE_POD, FIT_RELEASE (20, 0), { NULL, "running RemovePod on PreFilter plugin {plugin}: {message}" } },

  { FIT_TEXT_WAIT, FIT_RELEASE_OLDEST, { "rejected while waiting at permit: {message}", NULL } },
  { FIT_TEXT_WAIT, FIT_RELEASE (18, 0), { "pod {pod} rejected while waiting on permit: {message}", NULL } },
  { FIT_TEXT_WAIT, FIT_RELEASE (23, 0), { AS_GIVEN, NULL } },

  { FIT_TEXT_WAIT_TIMEOUT, FIT_RELEASE_OLDEST, { "pod {pod} rejected due to timeout after waiting {message} at permit", NULL } },
  { FIT_TEXT_WAIT_TIMEOUT, FIT_RELEASE (18, 0), { "pod {pod} rejected while waiting on permit: rejected due to timeout after waiting {message} at plugin {name}", NULL } },
  { FIT_TEXT_WAIT_TIMEOUT, FIT_RELEASE (23, 0), { "rejected due to timeout after waiting {message} at plugin {name}", NULL } },

  { FIT_TEXT_CREATE, FIT_RELEASE_OLDEST, { NULL, "error initializing plugin {plugin}: {message}" } },
  { FIT_TEXT_CREATE, FIT_RELEASE (20, 0), { NULL, "initializing plugin {plugin}: {message}" } },

  { FIT_TEXT_ABSENT, FIT_RELEASE_OLDEST, { NULL, "{point} plugin {plugin} does not exist" } },
  { FIT_TEXT_ABSENT, FIT_RELEASE (18, 0), { NULL, "{point} {plugin} does not exist" } },
  { FIT_TEXT_EXTENDS, FIT_RELEASE_OLDEST, { NULL, "plugin {plugin} does not extend {point} plugin" } },
};
/* clang-format on */

void
fit_framework_rules_init (FitFrameworkRules *rules, FitRelease release)
{
  *rules = (FitFrameworkRules){ .release = release };
  rules->behaviour = fit_behaviour (release);
  rules->max_score
      = rules->behaviour.scores_reach_100 ? MAX_SCORE : MAX_SCORE_OF_V1_16;
  for (guint i = 0; i < G_N_ELEMENTS (texts_since); i++)
    if (release >= texts_since[i].since)
      rules->texts[texts_since[i].topic] = texts_since[i].texts;
}

const char *
fit_framework_point_word (const FitFrameworkRules *rules,
                          FitExtensionPoint point)
{
  const FitExtensionPointInfo *info = fit_extension_point_info (point);

  return rules->behaviour.lists_are_strict ? info->kind : info->legacy_kind;
}

/* -- filling in ------------------------------------------------------------ */

static char *
plugin_quoted (const FitTextWords *words)
{
  return fit_quote (words->plugin);
}

static char *
plugin_plain (const FitTextWords *words)
{
  return g_strdup (words->plugin);
}

static char *
pod_quoted (const FitTextWords *words)
{
  return fit_quote (words->pod->meta.name);
}

static char *
pod_full (const FitTextWords *words)
{
  return g_strdup_printf ("\"%s/%s\"", words->pod->meta.namespace_,
                          words->pod->meta.name);
}

static char *
point (const FitTextWords *words)
{
  return g_strdup (words->point);
}

static char *
message (const FitTextWords *words)
{
  return g_strdup (words->message);
}

static const struct
{
  const char *place;
  char *(*word) (const FitTextWords *words);
} places[] = {
  { "{plugin}", plugin_quoted }, { "{name}", plugin_plain },
  { "{pod}", pod_quoted },       { "{full}", pod_full },
  { "{point}", point },          { "{message}", message },
};

/* Returns: the length of the placeholder that @text begins with; 0: there is
 * none */
static gsize
fill_place (GString *filled, const char *text, const FitTextWords *words)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (g_str_has_prefix (text, places[i].place))
      {
        g_autofree char *word = places[i].word (words);

        g_string_append (filled, word);
        return strlen (places[i].place);
      }
  return 0;
}

char *
fit_text_fill (const char *text, const FitTextWords *words)
{
  GString *filled = g_string_new (NULL);

  while (*text != '\0')
    {
      const gsize length = fill_place (filled, text, words);

      if (length == 0)
        g_string_append_c (filled, *text);
      text += MAX (length, 1);
    }
  return g_string_free (filled, FALSE);
}

FitStatus
fit_framework_word_status (const FitFrameworkRules *rules, guint topic,
                           const char *plugin, const FitPod *pod,
                           FitStatus *given)
{
  g_auto (FitStatus) status = fit_status_steal (given);
  const FitFrameworkTexts *texts = &rules->texts[topic];
  const FitTextWords words = { .plugin = plugin,
                               .pod = pod,
                               .message = fit_status_message (&status) };
  const gboolean rejected
      = fit_status_unschedulable (&status) && texts->rejected != NULL;
  const char *text = rejected ? texts->rejected : texts->failed;
  FitStatus worded = { .code = rejected ? status.code : FIT_STATUS_ERROR };

  if (rejected && strcmp (text, AS_GIVEN) == 0)
    worded = fit_status_steal (&status);
  else
    worded.message = fit_text_fill (text, &words);
  worded.plugin = plugin;
  return worded;
}
