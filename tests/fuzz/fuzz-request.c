/* fuzz-request.c - any bytes are a question of a program, which stands for a
 * command line, or an error
 *
 * The first byte says about which verb.  A command line that was made is read
 * with the same groups of options.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include "cli/asked.h"
#include "cli/request.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  guint n = 0;
  const FitVerb *verb;
  FitOptions options = { 0 };
  g_autoptr (FitInputs) inputs = fit_inputs_new (&options);
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) args = NULL;

  if (size == 0)
    return 0;
  while (fit_asked_verbs[n].verb != NULL)
    n++;
  fit_options_init (&options);
  verb = fit_verb_find (fit_asked_verbs[data[0] % n].verb, NULL);
  text = g_strndup ((const char *) data + 1, size - 1);
  fit_inputs_seal (inputs);
  if (!fit_request_read (verb, text, size - 1, inputs, &args, &error))
    g_assert_nonnull (error);
  else if (fit_options_parse (&options, fit_request_groups (verb), args,
                              operands, &error))
    {
      /* Nothing that a question may say is about this machine. */
      g_assert_null (options.kubeconfig);
      g_assert_null (options.html);
      g_assert_null (options.record);
      g_assert_null (options.write_file);
    }
  else
    g_assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
  fit_options_clear (&options);
  return 0;
}
