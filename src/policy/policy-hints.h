/* policy-hints.h - what to do about a Policy that cannot be read (private) */
#pragma once

#include "base/value.h"
#include "policy/policy-fields.h"

G_BEGIN_DECLS

/* fit_policy_add_hint: appends to *@error, which says that @value does not fit
 * @row, how to write it, where that can be guessed.  @wanted is the type of
 * @row, or that of the elements of a list. */
void fit_policy_add_hint (GError **error, const FitFieldRow *row,
                          FitFieldType wanted, const FitValue *value);

/* fit_policy_add_syntax_hint: the same for text that is no JSON or YAML, by
 * what the message of *@error says */
void fit_policy_add_syntax_hint (GError **error, const char *text, gsize len);

G_END_DECLS
