/* verbs.h - the table of verbs
 *
 * Dispatch, --help, the manual pages and completion use this table.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/exit-status.h"
#include "cli/invocation.h"
#include "cli/option-table.h"
#include "cli/verbs.h"

/* Runs a verb.  Returns: the exit status; if @error is set, that determines
 * it */
typedef FitExit (*FitRun) (const FitInvocation *invocation, GError **error);

#define FIT_MOST_EXAMPLES 13

typedef struct
{
  const char *command; /* the command to type; NULL ends the list */
  const char *purpose;
} FitExample;

struct _FitVerb
{
  const char *name;
  const char *synopsis; /* the text after the name */
  const char *summary;  /* one line, lower case, no full stop */
  FitRun run;
  FitOptionGroups groups;
  guint least_operands;
  guint most_operands;
  const char *operand;              /* the name of an operand in messages */
  const char *const *operand_words; /* (nullable) all possible values */
  FitCompletion operand_completion;
  const char *description; /* paragraphs separated by empty lines; --help
                              shows the first */
  FitExample examples[FIT_MOST_EXAMPLES + 1]; /* --help shows the first three */
  const char *statuses[FIT_EXIT_LAST]; /* (nullable) the meaning of each; NULL:
                                          the default of fit_verb_status() */
};

/* A row without a name ends it. */
extern const FitVerb fit_verbs[];

/* fit_verb_find: Returns: (transfer none): fails with FIT_ERROR_USAGE and a
 * suggestion if there is no verb @name */
const FitVerb *fit_verb_find (const char *name, GError **error);

/* fit_verb_status: Returns: (transfer none) (nullable): the meaning of exit
 * status @status for @verb; NULL: @verb never returns it */
const char *fit_verb_status (const FitVerb *verb, FitExit status);

FitExit fit_cmd_simulate (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_run (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_extender (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_serve (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_mcp (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_snapshot (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_explain (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_diff (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_tune (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_migrate (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_validate (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_explain_warning (const FitInvocation *invocation,
                                 GError **error);
FitExit fit_cmd_report (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_list (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_version (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_completion (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_help (const FitInvocation *invocation, GError **error);

/* fit_print_version: prints the text of --version */
FitExit fit_print_version (GError **error);

/* The operands of 'fitsched list', NULL-terminated, in the order of its
 * table. */
extern const char *const fit_list_words[];

/* fit_run_verb: Returns: the exit status; if @error is set, that determines
 * it */
FitExit fit_run_verb (const FitInvocation *invocation, GError **error);
