/* explain-json.c - a question to an explainer, from the command line
 *
 *   explain-json KIND=TEXT... CLUSTER... POD
 *
 * KIND is policy, configuration (files), provider, release, gates, scheduler or
 * ask (alone, all, extenders).  Prints the JSON of the answer.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "explain/explainer.h"

typedef struct
{
  FitExplainerRules rules;
  char *policy, *configuration; /* owned */
  FitAskFlags flags;
} Asked;

static gboolean
read_text (const char *path, char **out, const char **out_name, GError **error)
{
  *out_name = path;
  return g_file_get_contents (path, out, NULL, error);
}

/* Returns: FALSE with @error, or without one when @word is no setting */
static gboolean
take (Asked *asked, const char *word, GError **error)
{
  FitExplainerRules *rules = &asked->rules;
  const char *text = strchr (word, '=');

  if (text == NULL)
    return FALSE;
  text++;
  if (g_str_has_prefix (word, "policy="))
    {
      if (!read_text (text, &asked->policy, &rules->policy_source, error))
        return FALSE;
      rules->policy = asked->policy;
    }
  else if (g_str_has_prefix (word, "configuration="))
    {
      if (!read_text (text, &asked->configuration, &rules->configuration_source,
                      error))
        return FALSE;
      rules->configuration = asked->configuration;
    }
  else if (g_str_has_prefix (word, "provider="))
    rules->provider = text;
  else if (g_str_has_prefix (word, "release="))
    rules->release = text;
  else if (g_str_has_prefix (word, "gates="))
    rules->feature_gates = text;
  else if (g_str_has_prefix (word, "scheduler="))
    rules->scheduler_name = text;
  else if (strcmp (word, "ask=extenders") == 0)
    rules->ask_extenders = TRUE;
  else if (strcmp (word, "ask=alone") == 0)
    asked->flags |= FIT_ASK_ALONE;
  else if (strcmp (word, "ask=all") == 0)
    asked->flags |= FIT_ASK_ALL_FAILURES;
  else
    return FALSE;
  return TRUE;
}

static FitPodAnswer *
ask (Asked *asked, int argc, char **argv, GError **error)
{
  g_autoptr (FitExplainer) explainer = NULL;
  int i = 1;

  while (i < argc && take (asked, argv[i], error))
    i++;
  if (*error != NULL)
    return NULL;
  explainer = fit_explainer_new (&asked->rules, error);
  for (; explainer != NULL && i < argc - 1; i++)
    if (!fit_explainer_load (explainer, argv[i], error))
      return NULL;
  if (explainer == NULL)
    return NULL;
  /* The answer to the second question is the same as that to the first. */
  fit_pod_answer_free (
      fit_explainer_ask (explainer, argv[argc - 1], asked->flags, NULL));
  return fit_explainer_ask (explainer, argv[argc - 1], asked->flags, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (FitPodAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  Asked asked = { 0 };

  answer = ask (&asked, argc, argv, &error);
  g_free (asked.policy);
  g_free (asked.configuration);
  if (answer == NULL)
    {
      fprintf (stderr, "%s: %s\n", fit_error_code_name (error), error->message);
      return 1;
    }
  fputs (fit_pod_answer_json (answer), stdout);
  return 0;
}
