/* verbs.h - the one table of verbs
 *
 * It gives dispatch, --help, the manual pages and completion.
 */
#pragma once

#include "cli/exit-status.h"
#include "cli/fit-main.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/temporaries.h"

G_BEGIN_DECLS

typedef struct _FitVerb FitVerb;

/* One call of the program. */
typedef struct
{
  const FitVerb *verb;
  FitOptions options;
  GPtrArray *operands;         /* of char *, borrowed from argv */
  FitExtras extras;            /* rules and plugins from outside */
  FitInputs *inputs;           /* borrowed */
  FitTemporaries *temporaries; /* borrowed */
  gboolean rules_are_known;    /* what is to be said about them has been */
} FitInvocation;

/* What a verb does.  Returns: the exit status; when @error is set that decides */
typedef FitExit (*FitRun) (const FitInvocation *invocation, GError **error);

typedef struct
{
  const char *command; /* what to type; NULL ends the list */
  const char *purpose;
} FitExample;

struct _FitVerb
{
  const char *name;
  const char *synopsis; /* what follows the name */
  const char *summary;  /* one line, lower case, no full stop */
  FitRun run;
  guint groups; /* FitOptionGroups */
  guint least_operands;
  guint most_operands;
  const char *operand;              /* what an operand is called in messages */
  const char *const *operand_words; /* (nullable) all there are */
  FitCompletion operand_completion;
  const char *description;    /* paragraphs, an empty line between them; --help
                              shows the first */
  const FitExample *examples; /* --help shows the first three */
  const char *statuses[FIT_EXIT_LAST]; /* (nullable) what each means; NULL: what
                                          fit_verb_status() says */
};

/* fit_verbs: Returns: (transfer none): the table */
const FitVerb *fit_verbs (guint *out_n);

/* fit_verb_find: Returns: (transfer none): FIT_ERROR_USAGE with a suggestion
 * when there is no verb @name */
const FitVerb *fit_verb_find (const char *name, GError **error);

/* fit_verb_status: Returns: (transfer none) (nullable): what exit status
 * @status means after @verb; NULL: @verb never ends with it */
const char *fit_verb_status (const FitVerb *verb, FitExit status);

FitExit fit_cmd_simulate (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_explain (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_diff (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_migrate (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_validate (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_explain_warning (const FitInvocation *invocation,
                                 GError **error);
FitExit fit_cmd_list (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_version (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_completion (const FitInvocation *invocation, GError **error);
FitExit fit_cmd_help (const FitInvocation *invocation, GError **error);

/* fit_print_version: what --version prints */
FitExit fit_print_version (GError **error);

/* What 'fitsched list' lists, NULL-terminated; in the order of its table. */
extern const char *const fit_list_words[];

G_END_DECLS
