/* complete.c - completion of command lines, for the scripts of all shells
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/complete.h"

#include <string.h>

#include "base/each.h"
#include "base/plain-text.h"
#include "releases/release.h"
#include "cli/aliases.h"
#include "cli/console.h"
#include "releases/feature-gates.h"
#include "warnings/policy-lint.h"

/* The state while one word is completed. */
typedef struct
{
  const FitInvocation *invocation;
  char *const *words; /* the verb first, the word to complete last */
  guint n_words;
  const FitVerb *verb;      /* (nullable) */
  const char *word;         /* the part already typed */
  const char *before_value; /* the text before a value in the same word:
                               "--output=", or gates before the last comma */
  gsize before_len;
  FitCompleteFor whom;
  gboolean files; /* files may stand there, too */
  GString *out;
} Completer;

static void
offer (const Completer *completer, const char *text, const char *about)
{
  if (!g_str_has_prefix (text, completer->word))
    return;
  g_string_append_len (completer->out, completer->before_value,
                       (gssize) completer->before_len);
  g_string_append (completer->out, text);
  if (about != NULL)
    g_string_append_printf (completer->out, "\t%s", about);
  g_string_append_c (completer->out, '\n');
}

static void
offer_words (const Completer *completer, const char *const *words)
{
  for (; words != NULL && *words != NULL; words++)
    offer (completer, *words, NULL);
}

/* -- values ---------------------------------------------------------------- */

/* The word given for an option; NULL without it. */
static const char *
value_of (const Completer *completer, const char *option)
{
  const gsize len = strlen (option);

  for (guint i = 1; i + 1 < completer->n_words; i++)
    {
      const char *word = completer->words[i];

      if (strcmp (word, option) == 0)
        return completer->words[i + 1];
      if (strncmp (word, option, len) == 0 && word[len] == '=')
        return word + len + 1;
    }
  return NULL;
}

/* Offers gates for --feature-gates, with the opposite of their defaults. */
static void
offer_gates_of (const Completer *completer, FitRelease release)
{
  FitGateInfo info;

  for (guint gate = FIT_GATE_NONE + 1; gate < FIT_GATE_LAST; gate++)
    if (fit_gate_info_in_release (gate, release, &info) && !info.locked)
      {
        g_autofree char *text
            = g_strconcat (info.name, info.on ? "=false" : "=true", NULL);

        offer (completer, text, info.on ? "on by default" : "off by default");
      }
}

/* Offers gates of the release given by @option, otherwise of the newest. */
static void
offer_release_gates (const Completer *completer, const char *option)
{
  const char *text = value_of (completer, option);
  FitRelease release = fit_release_newest ();

  if (text != NULL)
    fit_release_parse (text, &release, NULL);
  offer_gates_of (completer, release);
}

static void
offer_gates (Completer *completer, const FitOptionInfo *info)
{
  const char *comma = strrchr (completer->word, ',');
  const char *legacy = value_of (completer, "--emulate-release");
  FitRelease release = FIT_RELEASE_LEGACY;

  if (comma != NULL)
    {
      /* Both parts are in the same word. */
      if (completer->before_len == 0)
        completer->before_value = completer->word;
      completer->before_len = (gsize) (comma + 1 - completer->before_value);
      completer->word = comma + 1;
    }
  if (strcmp (info->name, "to-feature-gates") == 0)
    offer_release_gates (completer, "--to-release");
  else if (value_of (completer, "--config") != NULL)
    offer_release_gates (completer, "--release");
  else
    {
      if (legacy != NULL)
        fit_legacy_release_parse (legacy, &release, NULL);
      offer_gates_of (completer, release);
    }
}

static void
offer_verbs (const Completer *completer)
{
  for (const FitVerb *verb = fit_verbs; verb->name != NULL; verb++)
    offer (completer, verb->name, verb->summary);
  for (const FitAlias *alias = fit_aliases; alias->name != NULL; alias++)
    offer (completer, alias->name, alias->summary);
}

/* Offers pods of the files given so far, except those in unreadable files or
 * after an invalid object.  Standard input is not available during
 * completion. */
static void
offer_pods (const Completer *completer)
{
  static const char *const options[] = { "-f", "--filename", "--pods", NULL };
  g_autoptr (FitObjects) objects = fit_objects_new ();
  const GPtrArray *pods = objects->of[FIT_KIND_POD];

  for (guint i = 1; i + 1 < completer->n_words; i++)
    if (g_strv_contains (options, completer->words[i])
        && strcmp (completer->words[i + 1], "-") != 0)
      fit_objects_load (objects, completer->words[i + 1], 0, NULL, NULL);
  FIT_EACH (const FitPod, pod, pods)
    {
      g_autofree char *name = g_strconcat (
          *pod->meta.namespace_ ? pod->meta.namespace_ : "default", "/",
          pod->meta.name, NULL);
      g_autofree char *plain = fit_plain_text (name);

      /* Another name could not be shown, or be a line of its own. */
      if (strcmp (name, plain) == 0)
        offer (completer, name, NULL);
    }
}

static void
offer_values (Completer *completer, const FitOptionInfo *info,
              FitCompletion completion)
{
  guint n;

  switch (completion)
    {
    case FIT_COMPLETE_NOTHING:
      break;
    case FIT_COMPLETE_FILES:
      completer->files = TRUE;
      break;
    case FIT_COMPLETE_PROVIDERS:
      {
        g_autoptr (FitRegistry) registry = fit_invocation_registry (
            completer->invocation, fit_feature_gates_default ());
        const GPtrArray *providers = fit_registry_providers (registry);

        FIT_EACH (const FitProvider, provider, providers)
          offer (completer, provider->name, NULL);
        break;
      }
    case FIT_COMPLETE_RELEASES:
      {
        const FitReleaseName *releases = fit_releases (&n);

        for (guint i = 0; i < n; i++)
          offer (completer, releases[i].name, NULL);
        break;
      }
    case FIT_COMPLETE_GATES:
      offer_gates (completer, info);
      break;
    case FIT_COMPLETE_CODES:
      {
        const FitWarningInfo *infos = fit_warning_infos (&n);

        for (guint i = 0; i < n; i++)
          offer (completer, infos[i].code, infos[i].title);
        break;
      }
    case FIT_COMPLETE_PODS:
      offer_pods (completer);
      break;
    case FIT_COMPLETE_VERBS:
      offer_verbs (completer);
      break;
    }
}

/* -- words ----------------------------------------------------------------- */

/* The option of the verb that @text ("-o", "--output") names. */
static const FitOptionInfo *
find_option (const FitVerb *verb, const char *text, gsize len)
{
  if (len > 2 && memcmp (text, "--", 2) == 0)
    return fit_option_find (verb->groups, text + 2, len - 2);
  FIT_EACH_OPTION (info, verb->groups)
    if (len == 2 && text[0] == '-' && info->letter == text[1])
      return info;
  return NULL;
}

/* The option whose value is the last word.  bash splits --option=VALUE at the
 * =; other shells pass it as one word. */
static const FitOptionInfo *
find_pending (Completer *completer)
{
  const guint last = completer->n_words - 1;
  const char *equals = strchr (completer->word, '=');
  const char *option;

  if (strcmp (completer->word, "=") == 0)
    {
      completer->word = "";
      option = completer->words[last - 1];
    }
  else if (last >= 2 && strcmp (completer->words[last - 1], "=") == 0)
    option = completer->words[last - 2];
  else if (g_str_has_prefix (completer->word, "--") && equals != NULL)
    {
      const char *written = completer->word;

      completer->word = equals + 1;
      if (completer->whom == FIT_COMPLETE_FOR_SHELLS)
        {
          completer->before_value = written;
          completer->before_len = (gsize) (equals + 1 - written);
        }
      return find_option (completer->verb, written, (gsize) (equals - written));
    }
  else
    {
      const FitOptionInfo *info;

      option = completer->words[last - 1];
      info = last >= 2 ? find_option (completer->verb, option, strlen (option))
                       : NULL;
      return info != NULL && info->type != FIT_OPTION_FLAG ? info : NULL;
    }
  return find_option (completer->verb, option, strlen (option));
}

/* Offers what may stand where the last word is, in a command line of a verb. */
static void
complete_of_verb (Completer *completer)
{
  const FitVerb *verb = completer->verb;
  const FitOptionInfo *pending = find_pending (completer);

  if (pending != NULL)
    {
      offer_words (completer, pending->words);
      offer_values (completer, pending, fit_option_completion (pending));
      return;
    }
  offer_words (completer, verb->operand_words);
  FIT_EACH_OPTION (info, verb->groups)
    {
      g_autofree char *name = g_strconcat ("--", info->name, NULL);

      offer (completer, name, info->brief);
    }
  offer_values (completer, NULL, verb->operand_completion);
}

FitExit
fit_complete (const FitInvocation *invocation, char *const *words,
              FitCompleteFor whom, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  Completer completer = { .invocation = invocation,
                          .words = words,
                          .n_words = g_strv_length ((char **) words),
                          .before_value = "",
                          .whom = whom,
                          .out = out };
  const FitAlias *alias;

  if (completer.n_words == 0)
    return FIT_EXIT_YES;
  completer.word = words[completer.n_words - 1];
  if (completer.n_words > 1)
    {
      alias = fit_alias_find (words[0]);
      completer.verb
          = fit_verb_find (alias != NULL ? alias->verb : words[0], NULL);
    }
  if (completer.verb != NULL)
    complete_of_verb (&completer);
  else if (completer.n_words == 1)
    {
      offer_verbs (&completer);
      offer (&completer, "--help", NULL);
      offer (&completer, "--version", NULL);
    }
  if (whom == FIT_COMPLETE_FOR_KUBECTL)
    g_string_append (out, completer.files ? ":0\n" : ":4\n");
  else if (completer.files)
    g_string_append (out, FIT_COMPLETE_FILES_LINE);
  fit_console_write (out->str, out->len, error);
  return FIT_EXIT_YES;
}
