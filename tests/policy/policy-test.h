/* policy-test.h - what the tests of policy files share
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <string.h>

#include "policy/policy.h"
#include "tests/support/cmocka.h"

#define V1 "\"apiVersion\":\"v1\""
#define NO_VERSION "couldn't get version/kind; json parse error: "

static inline FitPolicy *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  FitPolicy *policy = fit_policy_parse (text, strlen (text), "p", NULL, &error);

  if (policy == NULL)
    fail_msg ("%s\nis refused: %s", text, error->message);
  return policy;
}

/* Checks that @text is refused with exactly @message. */
static inline void
refuse (const char *text, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy
      = fit_policy_parse (text, strlen (text), "p", NULL, &error);

  if (policy != NULL)
    fail_msg ("%s\nis accepted", text);
  assert_int_equal (error->domain, FIT_ERROR);
  assert_string_equal (error->message, message);
}

/* Checks that @text is refused and that the message has these parts. */
static inline void
refuse_like (const char *text, int code, const char *begin, const char *end)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy
      = fit_policy_parse (text, strlen (text), "p", NULL, &error);

  if (policy != NULL)
    fail_msg ("%s\nis accepted", text);
  assert_true (g_error_matches (error, FIT_ERROR, code));
  if (!g_str_has_prefix (error->message, begin)
      || !g_str_has_suffix (error->message, end))
    fail_msg ("%s\nis refused with: %s", text, error->message);
}
