/* run-verb.c - what is checked and noted before any verb runs
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/run-verb.h"

#include "cli/console.h"
#include "releases/legacy-release.h"
#include "releases/release.h"

static gboolean
check_operands (const FitInvocation *invocation, GError **error)
{
  const FitVerb *verb = invocation->verb;
  const GPtrArray *operands = invocation->operands;

  if (operands->len < verb->least_operands)
    {
      g_autofree char *words
          = verb->operand_words != NULL
                ? g_strjoinv (" | ", (char **) verb->operand_words)
                : g_strdup (verb->operand);

      return fit_fail (error, FIT_ERROR_USAGE, "%s needs %s%s", verb->name,
                       verb->operand_words ? "one of " : "a ", words);
    }
  if (operands->len <= verb->most_operands)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
               "%s: unexpected argument \"%s\"", verb->name,
               (char *) operands->pdata[verb->most_operands]);
  if (invocation->options.what_ifs != NULL)
    fit_error_add_hint (error, "several nodes are separated by commas: "
                               "--drain worker-a1,worker-a2");
  return FALSE;
}

/* Notes which known release is used for an unknown one.  For releases that read
 * Policies only the minor version matters, so any patch is known. */
static void
note_releases (const FitOptions *options)
{
  const char *const texts[]
      = { options->release, options->from_release, options->to_release,
          options->sides[0].release, options->sides[1].release };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *note = NULL;
      gboolean told = texts[i] == NULL;

      for (guint j = 0; j < i && !told; j++)
        told = g_strcmp0 (texts[i], texts[j]) == 0;
      if (!told
          && (texts[i] == options->release
              || !fit_legacy_release_parse (texts[i], &(FitRelease){ 0 },
                                            NULL)))
        note = fit_release_describe_choice (texts[i]);
      if (note != NULL)
        fit_console_note ("%s", note);
    }
}

FitExit
fit_run_verb (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;

  if (options->namespace_ != NULL && options->all_namespaces)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "%s: --namespace and --all-namespaces exclude each other",
                   invocation->verb->name);
      return FIT_EXIT_USAGE;
    }
  if (!check_operands (invocation, error))
    return FIT_EXIT_USAGE;
  note_releases (options);
  return invocation->verb->run (invocation, error);
}
