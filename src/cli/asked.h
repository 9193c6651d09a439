/* asked.h - verbs that programs ask for, over HTTP or otherwise
 *
 * The cluster is read in a process of its own, and again when it has become
 * old.  Each question gets a worker, in which its verb runs as if it had been
 * called with "-f CLUSTER" and the options of the question.  So an answer is what
 * the command line prints.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/verbs.h"
#include "cli/workers.h"

typedef enum
{
  FIT_ASKED_DOCUMENT, /* what -o json prints */
  FIT_ASKED_TEXT,     /* what people read */
} FitAskedForm;

typedef struct
{
  const char *verb;
  const char *document[8]; /* the options that print the document */
  const char *schemas[8];  /* NULL-terminated: of docs/schema: it is one of
                              these */
  const char *example;     /* a question, JSON */
} FitAskedVerb;

/* A row without a verb ends it. */
extern const FitAskedVerb fit_asked_verbs[];

typedef struct _FitAsked FitAsked;

/* The longest question. */
#define FIT_ASKED_BYTES ((gsize) 16 << 20)

/**
 * fit_asked_new:
 * @invocation: borrowed: of a verb with a cluster (FIT_GROUP_CLUSTER)
 * @how: its functions and the longest question are not read
 *
 * Has the cluster read, and waits for that.  Call it before other threads work.
 *
 * Returns: (transfer full) (nullable)
 */
FitAsked *fit_asked_new (const FitInvocation *invocation,
                         const FitWorkersOptions *how, GError **error);
void fit_asked_free (FitAsked *asked);

/* fit_asked_alive: is there still somebody who answers?  From any thread */
gboolean fit_asked_alive (const FitAsked *asked);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitAsked, fit_asked_free)

typedef struct
{
  FitExit exit;     /* what the program would end with */
  gboolean refused; /* there is no answer: @text is why */
  GString *text;    /* owned: the document, or what people read */
  GString *notes;   /* owned: what goes to standard error */
} FitAskedAnswer;

void fit_asked_answer_clear (FitAskedAnswer *answer);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitAskedAnswer, fit_asked_answer_clear)

/**
 * fit_asked_ask:
 * @question: for fit_request_read()
 * @out: (out): must be cleared after success
 *
 * From any thread.  What is wrong with the question is an answer, too: as a
 * document of the kind Error, or as the text that the program would print.
 *
 * Returns: FALSE with FIT_ERROR_LIMIT or FIT_ERROR_INTERNAL: nothing is known
 *   about the question
 */
gboolean fit_asked_ask (FitAsked *asked, const FitAskedVerb *verb,
                        FitAskedForm form, const char *question, gsize len,
                        FitAskedAnswer *out, GError **error);

/* fit_asked_error: appends the document for @problem */
void fit_asked_error (const GError *problem, FitExit status, GString *out);
