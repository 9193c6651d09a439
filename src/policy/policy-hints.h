/* policy-hints.h - hints for fixing a Policy that cannot be read (private) */
#pragma once

#include "base/value.h"
#include "policy/policy-fields.h"

/* fit_policy_add_hint: *@error says that @value does not fit @row.  Appends how
 * to write the value correctly, if that can be guessed.  @wanted is the type of
 * @row, or of the elements of a list. */
void fit_policy_add_hint (GError **error, const FitPolicyRow *row,
                          FitPolicyType wanted, const FitValue *value);

/* fit_policy_add_syntax_hint: the same for text that is not valid JSON or YAML,
 * based on the message of *@error */
void fit_policy_add_syntax_hint (GError **error, const char *text, gsize len);
