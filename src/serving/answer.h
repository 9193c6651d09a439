/* answer.h - what a server says to a request
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

typedef struct
{
  guint status;     /* 200, 404, ... */
  const char *type; /* borrowed: Content-Type */
  GString *body;    /* owned */
  char **headers;   /* (nullable) owned: more headers, names and values in turn,
                       NULL-terminated */
} FitServerAnswer;

#define FIT_SERVER_TEXT "text/plain; charset=utf-8"
#define FIT_SERVER_JSON "application/json"

/* fit_server_answer_init: 200 with an empty text */
void fit_server_answer_init (FitServerAnswer *answer);
void fit_server_answer_clear (FitServerAnswer *answer);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitServerAnswer, fit_server_answer_clear)

/* fit_server_answer_text: @status and one line of text in place of what was
 * there */
void fit_server_answer_text (FitServerAnswer *answer, guint status,
                             const char *format, ...) G_GNUC_PRINTF (3, 4);

/* fit_server_answer_refuse: a Status object of Kubernetes, as its API server
 * answers.  @reason: "Forbidden" */
void fit_server_answer_refuse (FitServerAnswer *answer, guint status,
                               const char *reason, const char *message);
