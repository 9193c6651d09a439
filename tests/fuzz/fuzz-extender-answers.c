/* fuzz-extender-answers.c - any bytes are answers of extenders or an error that
 * names the file
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include "simulate/extender-answers.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitExtenderAnswers) answers
      = fit_extender_answers_parse ((const char *) data, size, "fuzz", &error);

  g_assert ((answers == NULL) == (error != NULL));
  g_assert (error == NULL || g_str_has_prefix (error->message, "fuzz: "));
  return 0;
}
