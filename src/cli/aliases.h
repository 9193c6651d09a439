/* aliases.h - short ways to the commonest questions, as kubectl users ask them
 *
 * An alias is another name for a verb.  It asks about the live cluster of the
 * current context, unless -f, --kubeconfig or --context says otherwise.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/verbs.h"

/* What becomes of the words of a command line with an alias. */
typedef enum
{
  FIT_ALIAS_AS_THEY_ARE,
  FIT_ALIAS_NODES_TO_DRAIN, /* operands are nodes: --drain */
  FIT_ALIAS_FILES_OF_PODS,  /* without --pods, -f has new pods: --pods */
} FitAliasWords;

typedef struct
{
  const char *name;
  const char *verb;
  FitAliasWords words;
  const char *summary; /* one line, lower case, no full stop */
  FitExample example;
} FitAlias;

/* A row without a name ends it. */
extern const FitAlias fit_aliases[];

/* fit_alias_find: Returns: (transfer none) (nullable) */
const FitAlias *fit_alias_find (const char *name);

/* fit_alias_text: Returns: (transfer full): a sentence about what it stands
 * for */
char *fit_alias_text (const FitAlias *alias);

/* fit_alias_apply: makes the options and operands of a command line with @alias
 * those of its verb */
gboolean fit_alias_apply (const FitAlias *alias, FitInvocation *invocation,
                          GError **error);
