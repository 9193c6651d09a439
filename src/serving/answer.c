/* answer.c - the answers of a server to requests
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/answer.h"

#include "formats/value-json.h"

void
fit_server_answer_init (FitServerAnswer *answer)
{
  *answer = (FitServerAnswer){ .status = 200,
                               .type = FIT_SERVER_TEXT,
                               .body = g_string_new (NULL) };
}

void
fit_server_answer_clear (FitServerAnswer *answer)
{
  if (answer->body != NULL)
    g_string_free (answer->body, TRUE);
  answer->body = NULL;
  g_clear_pointer (&answer->headers, g_strfreev);
}

void
fit_server_answer_text (FitServerAnswer *answer, guint status,
                        const char *format, ...)
{
  va_list args;

  answer->status = status;
  answer->type = FIT_SERVER_TEXT;
  va_start (args, format);
  g_string_vprintf (answer->body, format, args);
  va_end (args);
  g_string_append_c (answer->body, '\n');
}

void
fit_server_answer_refuse (FitServerAnswer *answer, guint status,
                          const char *reason, const char *message)
{
  answer->status = status;
  answer->type = FIT_SERVER_JSON;
  g_string_truncate (answer->body, 0);
  fit_json_append_printf (answer->body,
                          "{'kind':'Status','apiVersion':'v1','metadata':{},"
                          "'status':'Failure','message':%s,'reason':%s,"
                          "'code':%u}\n",
                          message, reason, status);
}
