/* asked.c - runs verbs for programs, with a cluster that is read once
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/asked.h"

#include <string.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/live-cluster.h"
#include "cli/request.h"
#include "cli/verbs.h"
#include "cli/session.h"
#include "formats/json-build.h"
#include "simulate/packing-solver.h"

/* A bit of FitWorkerAnswer.status, beside the exit status. */
#define REFUSED 0x100

/* Documents may be as large as this. */
#define ANSWER_BYTES ((gsize) 64 << 20)

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* -- the table ------------------------------------------------------------- */

/* clang-format off */
const FitAskedVerb fit_asked_verbs[] = {
  { "explain", { "-o", "json" }, { "explanation" }, "{\"pod\": \"web-0\"}" },
  { "simulate", { "-o", "json" },
    { "simulation", "replay", "capacity", "nodes-needed", "compression", "rollout" },
    "{\"drain\": \"worker-a1\"}" },
  { "diff", { "-o", "json" }, { "diff" }, "{\"left-release\": \"1.29\", \"right-release\": \"1.34\"}" },
  { "migrate", { "-o", "json", "--report", "-" }, { "migration" },
    "{\"file\": {\"kind\": \"Policy\", \"apiVersion\": \"v1\"}}" },
  { "validate", { "-o", "json" }, { "validation" },
    "{\"file\": {\"kind\": \"Policy\", \"apiVersion\": \"v1\"}}" },
  { NULL },
};
/* clang-format on */

struct _FitAsked
{
  const FitInvocation *invocation; /* borrowed */
  FitWorkers *workers;             /* owned */
  gboolean refreshed;              /* the cluster is read again and again */

  /* What the process that answers has read.  It is not freed: it ends with that
   * process. */
  FitInputs *inputs;
  char *as_of;         /* (nullable): when */
  FitSession session;  /* opened ahead, for the options of no question */
  FitInvocation plain; /* its invocation */
};

/* -- in a worker ----------------------------------------------------------- */

/* Comes before the JSON of a question. */
typedef struct
{
  guint8 verb; /* index in the table */
  guint8 form; /* FitAskedForm */
} Opening;

/* @first, then @then (both nullable).  Returns: (transfer full) (nullable) */
static char **
join (char **first, char **then)
{
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();

  if (first == NULL && then == NULL)
    return NULL;
  if (first != NULL)
    g_strv_builder_addv (all, (const char **) first);
  if (then != NULL)
    g_strv_builder_addv (all, (const char **) then);
  return g_strv_builder_end (all);
}

static void
put_before (char ***list, char **first)
{
  char **both = join (first, *list);

  g_strfreev (*list);
  *list = both;
}

/* No question makes this program send requests: extenders that are to be asked
 * count as out of reach, unless the question has their answers. */
static gboolean
choose_extenders (FitOptions *options, GError **error)
{
  if (!fit_options_given (options, "extenders"))
    {
      g_free (options->extenders);
      options->extenders = g_strdup ("fail");
    }
  return strcmp (options->extenders, "ask") != 0
         || fit_fail (error, FIT_ERROR_USAGE,
                      "question: extenders: nobody is asked from here: skip "
                      "them, let them fail, or bring their answers along");
}

/* Reads a question as the command line that it stands for. */
static gboolean
read_question (const FitInvocation *server, const FitAskedVerb *verb,
               FitAskedForm form, const char *json, gsize len,
               FitInvocation *asked, GError **error)
{
  const FitOptions *given = &server->options;
  FitOptions *options = &asked->options;
  char **args;

  fit_options_init (options);
  if (form == FIT_ASKED_DOCUMENT
      && !fit_options_parse (options, asked->verb->groups,
                             (char *const *) verb->document, asked->operands,
                             error))
    return FALSE;
  if (!fit_request_read (asked->verb, json, len, asked->inputs, &args, error))
    return FALSE;
  if (!fit_options_parse (options, fit_request_groups (asked->verb), args,
                          asked->operands, error))
    return fit_blame (error, "question: ");
  if (!choose_extenders (options, error))
    return FALSE;
  options->recursive = given->recursive;
  /* A migration needs no cluster to be asked for. */
  if ((asked->verb->groups & FIT_GROUP_MIGRATE) != 0 && !options->verify)
    return TRUE;
  put_before (&options->files, given->files);
  put_before (&options->pods, given->pods);
  return TRUE;
}

/* FitWorkersOptions.answer */
static guint
answer (const char *question, gsize len, gpointer data)
{
  FitAsked *all = data;
  const FitInvocation *server = all->invocation;
  const Opening *opening = (const Opening *) (gconstpointer) question;
  const FitAskedVerb *verb = &fit_asked_verbs[opening->verb];
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();
  g_autoptr (GError) problem = NULL;
  FitInvocation asked = { .verb = fit_verb_find (verb->verb, NULL),
                          .operands = operands,
                          .extras = server->extras,
                          .inputs = all->inputs,
                          .ahead = &all->session };
  FitExit status = FIT_EXIT_USAGE;
  g_autoptr (GString) text = NULL;

  fit_inputs_seal (asked.inputs);
  if (all->as_of != NULL)
    fit_console_note ("this is the cluster as of %s", all->as_of);
  if (read_question (server, verb, opening->form, question + sizeof *opening,
                     len - sizeof *opening, &asked, &problem))
    {
      status = fit_run_verb (&asked, &problem);
      if (problem != NULL)
        status = fit_exit_status (problem);
    }
  if (problem == NULL)
    return status;
  /* In place of what the verb may have written. */
  text = g_string_new (NULL);
  if (opening->form == FIT_ASKED_DOCUMENT)
    fit_asked_error (problem, status, text);
  else
    g_string_append_printf (text, "%s\n", problem->message);
  if (ftruncate (STDOUT_FILENO, 0) == 0
      && lseek (STDOUT_FILENO, 0, SEEK_SET) == 0)
    fit_console_write (text->str, text->len, NULL);
  return status | REFUSED;
}

/* -- the cluster ----------------------------------------------------------- */

/* Runs fit_session_open(), and keeps what it says, for the answers, besides
 * saying it the first time. */
static gboolean
open_session (FitAsked *asked, gboolean again, GError **error)
{
  FitConsoleTexts *texts = fit_console_catch ();
  const gboolean done
      = fit_session_open (&asked->session, &asked->plain, error);

  asked->session.said = g_strdup (texts->messages->str);
  fit_console_texts_free (texts);
  if (!again)
    fit_console_report (asked->session.said);
  return done;
}

/* Opens a session as 'fitsched explain' does; what is read there is read once
 * more for questions that need another one. */
static gboolean
read_cluster (FitAsked *asked, gboolean again, GError **error)
{
  const FitInvocation *invocation = asked->invocation;
  const FitOptions *given = &invocation->options;
  FitOptions *options = &asked->plain.options;
  FitInputs *inputs = asked->inputs;

  asked->plain = (FitInvocation){ .verb = fit_verb_find ("explain", NULL),
                                  .operands = invocation->operands,
                                  .extras = invocation->extras,
                                  .inputs = inputs };
  fit_options_init (options);
  options->files = join (given->files, NULL);
  options->pods = join (given->pods, NULL);
  options->recursive = given->recursive;
  g_free (options->extenders);
  options->extenders = g_strdup ("fail");
  return open_session (asked, again, error)
         && fit_session_prepare (&asked->session, error)
         && fit_inputs_read_ahead (inputs, given->files,
                                   fit_session_cluster_flags (&asked->session),
                                   error)
         && fit_inputs_keep_files (inputs, given->files, error)
         && fit_inputs_keep_files (inputs, given->pods, error);
}

/* FitWorkersOptions.prepare */
static gboolean
prepare (gboolean again, gpointer data, GError **error)
{
  FitAsked *asked = data;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GError) problem = NULL;
  g_auto (GStrv) lines = NULL;

  /* A worker cannot open libraries; what is loaded here, it finds. */
  fit_packing_solver_version ();
  asked->inputs = asked->refreshed
                      ? fit_inputs_new (&asked->invocation->options)
                      : asked->invocation->inputs;
  if (asked->refreshed)
    asked->as_of = g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ");
  if (read_cluster (asked, again, &problem))
    return TRUE;
  lines = fit_error_lines (problem);
  if (again)
    fit_console_warning ("the cluster could not be read again, so answers are "
                         "as of the last time: %s",
                         lines[0]);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

FitAsked *
fit_asked_new (const FitInvocation *invocation, const FitWorkersOptions *how,
               GError **error)
{
  g_autoptr (FitAsked) asked = g_new0 (FitAsked, 1);
  const FitOptions *given = &invocation->options;
  FitWorkersOptions options = *how;
  guint n_stdin;
  gboolean live;

  asked->invocation = invocation;
  options.question_bytes = FIT_ASKED_BYTES + sizeof (Opening);
  options.answer_bytes = ANSWER_BYTES;
  options.signals = invocation->signals;
  /* What is read from files lasts for good; a live cluster is read again. */
  live = given->files != NULL
         && g_strv_contains ((const char *const *) given->files,
                             FIT_LIVE_CLUSTER);
  options.refresh_s
      = live || fit_options_given (given, "refresh") ? (guint) MIN (
            (given->refresh + NS_PER_S - 1) / NS_PER_S, G_MAXUINT)
                                                     : 0;
  options.prepare = prepare;
  options.answer = answer;
  options.data = asked;
  asked->refreshed = options.refresh_s > 0;
  n_stdin = fit_invocation_count_stdin (given->files)
            + fit_invocation_count_stdin (given->pods);
  if (asked->refreshed && n_stdin > 0)
    return fit_fail_null (error, FIT_ERROR_USAGE,
                          "--refresh: standard input (-) can be read only "
                          "once");
  /* The program keeps it for whichever process reads. */
  if (n_stdin > 0)
    {
      g_autoptr (FitSource) input
          = fit_inputs_open (invocation->inputs, "-",
                             fit_limits_default ()->document_bytes, error);

      if (input == NULL)
        return NULL;
    }
  asked->workers = fit_workers_new (&options, error);
  return asked->workers != NULL ? g_steal_pointer (&asked) : NULL;
}

gboolean
fit_asked_alive (const FitAsked *asked)
{
  return fit_workers_alive (asked->workers);
}

void
fit_asked_free (FitAsked *asked)
{
  if (asked == NULL)
    return;
  fit_workers_free (asked->workers);
  g_free (asked);
}

/* -- questions ------------------------------------------------------------- */

void
fit_asked_answer_clear (FitAskedAnswer *answer)
{
  if (answer->text != NULL)
    g_string_free (answer->text, TRUE);
  if (answer->notes != NULL)
    g_string_free (answer->notes, TRUE);
  *answer = (FitAskedAnswer){ 0 };
}

gboolean
fit_asked_ask (FitAsked *asked, const FitAskedVerb *verb, FitAskedForm form,
               const char *question, gsize len, FitAskedAnswer *out,
               GError **error)
{
  const Opening opening = { (guint8) (verb - fit_asked_verbs), (guint8) form };
  g_autoptr (GString) all = g_string_sized_new (sizeof opening + len + 1);
  FitWorkerAnswer given;

  g_string_append_len (all, (const char *) &opening, sizeof opening);
  g_string_append_len (all, question, (gssize) len);
  if (!fit_workers_ask (asked->workers, all->str, all->len, &given, error))
    return FALSE;
  *out = (FitAskedAnswer){ .exit = (FitExit) (given.status & ~REFUSED),
                           .refused = (given.status & REFUSED) != 0,
                           .text = given.out,
                           .notes = given.err };
  return TRUE;
}

void
fit_asked_error (const GError *problem, FitExit status, GString *out)
{
  g_autoptr (FitJson) document = fit_document_new ("Error");
  g_autoptr (GPtrArray) hints = g_ptr_array_new ();
  g_auto (GStrv) lines = fit_error_lines (problem);

  for (guint i = 1; lines[0] != NULL && lines[i] != NULL; i++)
    g_ptr_array_add (hints, lines[i] + strlen ("hint: "));
  fit_json_set_integer (document, "exitStatus", status);
  fit_json_set_text (document, "errorCode", fit_error_code_name (problem));
  fit_json_set_text (document, "message", lines[0]);
  fit_json_set_texts (document, "hints", hints);
  fit_document_append (document, out);
}
