/* tune-proof.c - replays and compares what is about to be recommended
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/tuning.h"

#include <string.h>

#include "cli/diff-report.h"
#include "cli/diff-run.h"

/* Options that both commands have, with their values. */
#define SHARED_GROUPS                                        \
  (FIT_GROUP_CLUSTER | FIT_GROUP_DECODING | FIT_GROUP_SEARCH \
   | FIT_GROUP_EXTENDERS | FIT_GROUP_REPLAY | FIT_GROUP_WHAT_IF)

/* -- the command ----------------------------------------------------------- */

static void
add_word (GString *out, const char *word)
{
  const gboolean plain
      = *word != '\0'
        && word[strspn (word,
                        G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_./=:,+@%")]
               == '\0';
  g_autofree char *quoted = plain ? NULL : g_shell_quote (word);

  g_string_append_printf (out, " %s", plain ? word : quoted);
}

static void
add_rules (GString *out, const char *option, const char *value)
{
  g_string_append_printf (out, " %s", option);
  add_word (out, value);
}

/* @value: (nullable): of a flag */
static void
add_option (GString *out, const FitOptionInfo *info, const char *value)
{
  if (info->letter != '\0')
    g_string_append_printf (out, " -%c", info->letter);
  else
    g_string_append_printf (out, " --%s", info->name);
  if (value != NULL)
    add_word (out, value);
}

static char *
describe_command (const FitTuning *tuning, const FitDiffSource *sources)
{
  const FitOptions *options = &tuning->session.invocation->options;
  GString *out = g_string_new ("fitsched diff");

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      const FitDiffSource *source = &sources[side];
      const char *name = side == FIT_DIFF_LEFT ? "--left" : "--right";
      g_autofree char *release = g_strconcat (name, "-release", NULL);

      if (source->name != NULL)
        add_rules (out, name, source->name);
      if (source->release != NULL
          && (source->name == NULL || tuning->session.defaults.config != NULL
              || fit_options_given (options, "release")
              || fit_options_given (options, "emulate-release")))
        add_rules (out, release, source->release);
    }
  /* Only what was given: defaults are the same. */
  FIT_EACH_OPTION (info, SHARED_GROUPS)
    {
      g_autofree char *text = NULL;

      if (!options->given[fit_option_number (info)])
        continue;
      if (info->type == FIT_OPTION_STRINGS || info->type == FIT_OPTION_NAMED)
        {
          char *const *values
              = G_STRUCT_MEMBER (char **, options, info->offset);
          g_autofree char *prefix = g_strconcat (info->name, "=", NULL);

          for (; values != NULL && *values != NULL; values++)
            if (info->type == FIT_OPTION_STRINGS)
              add_option (out, info, *values);
            else if (g_str_has_prefix (*values, prefix))
              add_option (out, info, *values + strlen (prefix));
          continue;
        }
      text = fit_options_text (options, info);
      add_option (out, info, info->type == FIT_OPTION_FLAG ? NULL : text);
    }
  return g_string_free (out, FALSE);
}

/* -- the comparison -------------------------------------------------------- */

static const char *
release_of (const FitOptions *options)
{
  return options->release != NULL ? options->release : options->emulate_release;
}

static gboolean
compare (FitTuning *tuning, FitTuneProof *proof, GError **error)
{
  const FitOptions *options = &tuning->session.invocation->options;
  const gboolean unnamed = tuning->session.defaults.config != NULL;
  FitInvocation invocation = *tuning->session.invocation;
  FitDiffSource sources[FIT_DIFF_SIDES] = { 0 };
  G_GNUC_UNUSED g_autoptr (FitConsoleTexts) quiet = fit_console_catch ();
  g_auto (FitDiffFinding) finding = { 0 };

  sources[FIT_DIFF_LEFT] = (FitDiffSource){
    .name = unnamed                     ? NULL
            : options->policy != NULL   ? options->policy
            : options->provider != NULL ? options->provider
                                        : options->config,
    .policy = options->policy,
    .provider = options->provider,
    .config = options->config,
    .release = release_of (options),
    .feature_gates = options->feature_gates,
  };
  sources[FIT_DIFF_RIGHT] = (FitDiffSource){
    .name = proof->file,
    .policy = tuning->space->is_policy ? proof->file : NULL,
    .config = tuning->space->is_policy ? NULL : proof->file,
    .release = release_of (options),
    .feature_gates = options->feature_gates,
  };
  fit_inputs_keep (invocation.inputs, proof->file, g_strdup (proof->rules),
                   strlen (proof->rules));
  invocation.rules_are_known = TRUE;
  if (!fit_diff_run (&invocation, sources, &finding, error))
    return FALSE;
  proof->command = describe_command (tuning, sources);
  proof->verdict = fit_diff_verdict (&finding);
  proof->placed[0] = finding.diff->n_placed[FIT_DIFF_LEFT];
  proof->placed[1] = finding.diff->n_placed[FIT_DIFF_RIGHT];
  proof->changed = finding.diff->items->len;
  return TRUE;
}

/* -- what is compared ------------------------------------------------------ */

/* Gives the gene @i of what is recommended another value, if everything that was
 * asked for stays as good.  @out_taken: does it? */
static gboolean
take_back (FitTuning *tuning, FitTuneProof *proof, guint i, gint32 value,
           gboolean *out_taken, GError **error)
{
  FitTuneTrial less = proof->trial;

  less.genes[i] = value;
  fit_tune_space_settle (tuning->space, less.genes);
  *out_taken = memcmp (less.genes, proof->trial.genes, sizeof less.genes) == 0;
  if (*out_taken)
    return TRUE;
  if (!fit_tuning_try (tuning, less.genes, &less.outcome, error))
    return FALSE;
  *out_taken = memcmp (less.outcome.of, proof->trial.outcome.of,
                       sizeof less.outcome.of)
               == 0;
  if (*out_taken)
    proof->trial = less;
  proof->simpler |= *out_taken;
  return TRUE;
}

gboolean
fit_tune_prove (FitTuning *tuning, guint number, FitTuneProof *out_proof,
                GError **error)
{
  const FitTuneTrial *trial = fit_tuning_trial (tuning, number);
  const char *file = tuning->session.invocation->options.write_file;
  FitTuneOutcome again;

  *out_proof = (FitTuneProof){ .trial = *trial };
  if (!fit_tuning_try (tuning, trial->genes, &again, error))
    return FALSE;
  if (memcmp (&again, &trial->outcome, sizeof again) != 0)
    return fit_fail (error, FIT_ERROR_INTERNAL,
                     "trial %u comes to something else when it is made again",
                     number);
  /* The search knows no modesty: what changes nothing goes back to where it
   * was, or at least half of the way. */
  for (guint i = 0; i < tuning->space->genes->len; i++)
    {
      const FitTuneGene *gene
          = &g_array_index (tuning->space->genes, FitTuneGene, i);
      gboolean taken;

      if (!take_back (tuning, out_proof, i, gene->start, &taken, error))
        return FALSE;
      for (taken = !taken && gene->words == NULL; taken;)
        {
          const gint32 change = out_proof->trial.genes[i] - gene->start;

          if (ABS (change) < 2)
            break;
          if (!take_back (tuning, out_proof, i, gene->start + change / 2,
                          &taken, error))
            return FALSE;
        }
    }
  out_proof->rules
      = fit_tune_space_text (tuning->space, out_proof->trial.genes);
  out_proof->file = g_strdup (file != NULL               ? file
                              : tuning->space->is_policy ? "tuned.json"
                                                         : "tuned.yaml");
  return compare (tuning, out_proof, error);
}

void
fit_tune_proof_clear (FitTuneProof *proof)
{
  g_clear_pointer (&proof->rules, g_free);
  g_clear_pointer (&proof->file, g_free);
  g_clear_pointer (&proof->command, g_free);
  g_clear_pointer (&proof->verdict, g_free);
}
