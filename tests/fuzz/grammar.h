/* grammar.h - texts made by rules, of which a fuzzer's bytes choose
 *
 * A rule is a name and what may stand for it.  In a text
 *
 *   <rule>     stands for one of that rule
 *   <rule*3>   for none to three of them, with commas between
 *   <$>        for the subject, such as the name of an object
 *   '          for "
 *
 * The first text of a rule is taken when the bytes are used up: it is the
 * plainest.  No rule leads back to itself, so every text ends.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/support/choices.h"

typedef struct
{
  const char *name;
  const char *const *texts; /* NULL-terminated */
} GrammarRule;

#define GRAMMAR_RULE(name, ...)                       \
  {                                                   \
    name, (const char *const[]) { __VA_ARGS__, NULL } \
  }

/* grammar_append: @rules end with one without a name; @rule is one of them;
 * @subject: (nullable) */
void grammar_append (const GrammarRule *rules, const char *rule,
                     const char *subject, Choices *choices, GString *out);

/* Objects: "Node", "Pod" and all other kinds by name; tests/fuzz/objects.c */
extern const GrammarRule object_grammar[];

/* "Policy", "KubeSchedulerConfiguration" (the subject is its version) and
 * "ExtenderAnswers"; tests/fuzz/rules.c */
extern const GrammarRule rules_grammar[];
