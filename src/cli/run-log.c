/* run-log.c - one line per decision of the daemon, as text or JSON
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/run-log.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "api/times.h"
#include "base/plain-text.h"
#include "formats/value-json.h"
#include "cli/console.h"
#include "cli/pod-log.h"

#define FILE_NAME "fitsched.log"

/* Longer texts from a server are cut. */
#define MOST_TEXT_BYTES ((gsize) 16 * 1024)

struct _FitRunLog
{
  const FitRunOptions *options; /* borrowed */
  FitSecretSet *secrets;        /* owned reference */
  pthread_mutex_t lock;
  FILE *file;     /* (nullable) owned */
  gboolean error; /* also, or only, to standard error */
};

/* The level of -v from which on a decision is logged. */
static const gint levels[] = {
  [FIT_DECISION_ASSUMED] = 2,
  [FIT_DECISION_WAITING] = 2,
  [FIT_DECISION_BOUND] = 0,
  [FIT_DECISION_FAILED] = 0,
  [FIT_DECISION_SKIPPED] = 2,
  [FIT_DECISION_NOMINATED] = 0,
  [FIT_DECISION_NOMINATION_CLEARED] = 2,
  [FIT_DECISION_QUEUED] = 4,
  [FIT_DECISION_DROPPED] = 4,
  [FIT_DECISION_EXPIRED] = 0,
  [FIT_DECISION_PROBLEM] = 0,
};
G_STATIC_ASSERT (G_N_ELEMENTS (levels) == FIT_DECISION_LAST);

/* -- lines ----------------------------------------------------------------- */

/* Returns: (transfer full): @text as far as a log shows it, @most bytes */
static char *
show (const FitRunLog *log, const char *text, gsize most)
{
  GString *shown = g_string_new (text);
  gsize len = most;

  fit_secret_set_hide (log->secrets, shown);
  if (shown->len > len)
    {
      while (((guchar) shown->str[len] & 0xc0) == 0x80)
        len--;
      g_string_truncate (shown, len);
      g_string_append (shown, "...");
    }
  return g_string_free (shown, FALSE);
}

static void
write_line (FitRunLog *log, const GString *line)
{
  pthread_mutex_lock (&log->lock);
  if (log->file != NULL)
    {
      fwrite (line->str, 1, line->len, log->file);
      fflush (log->file);
    }
  if (log->error)
    fwrite (line->str, 1, line->len, stderr);
  pthread_mutex_unlock (&log->lock);
}

static void
append_line (const FitRunLog *log, GString *line, const char *text, gsize most)
{
  g_autofree char *shown = show (log, text, most);

  if (!log->options->skip_headers)
    {
      g_autofree char *time = fit_time_format_micro (g_get_real_time () * 1000);

      g_string_append (line, time);
      g_string_append_c (line, ' ');
    }
  fit_plain_append (line, shown, strlen (shown));
  g_string_append_c (line, '\n');
}

static void
write_text (FitRunLog *log, const char *text)
{
  g_autoptr (GString) line = g_string_new (NULL);

  append_line (log, line, text, MOST_TEXT_BYTES);
  write_line (log, line);
}

static GString *
begin_json (const FitRunLog *log, gint level, const char *message)
{
  g_autofree char *shown = show (log, message, MOST_TEXT_BYTES);

  return fit_console_json_line (level, shown);
}

/* @text (nullable): NULL or "": the member is left out. */
static void
append_text (const FitRunLog *log, GString *line, const char *key,
             const char *text)
{
  g_autofree char *shown = NULL;

  if (text == NULL || *text == '\0')
    return;
  shown = show (log, text, MOST_TEXT_BYTES);
  fit_json_append_member (line, key, shown);
}

static void
append_pod (const FitRunLog *log, GString *line, const FitPod *pod)
{
  g_string_append_c (line, '{');
  append_text (log, line, "namespace", pod->meta.namespace_);
  append_text (log, line, "name", pod->meta.name);
  g_string_append_c (line, '}');
}

/* -- decisions ------------------------------------------------------------- */

void
fit_run_log_decided (FitRunLog *log, const FitDecision *decision)
{
  if (log->options->verbosity < levels[decision->type])
    return;
  if (log->options->logging_format == FIT_LOG_JSON)
    {
      g_autoptr (GString) line = begin_json (
          log, levels[decision->type], fit_decision_type_name (decision->type));

      if (decision->pod != NULL)
        {
          g_string_append (line, ",\"pod\":");
          append_pod (log, line, decision->pod);
        }
      append_text (log, line, "node", decision->node_name);
      append_text (log, line, "queue", decision->queue);
      append_text (log, line, "reason", decision->reason);
      append_text (log, line, "message", decision->message);
      if (decision->type == FIT_DECISION_ASSUMED
          || decision->type == FIT_DECISION_FAILED)
        g_string_append_printf (line, ",\"evaluated\":%u,\"feasible\":%u",
                                decision->evaluated, decision->feasible);
      if (decision->scored)
        g_string_append_printf (line, ",\"score\":%" G_GINT64_FORMAT,
                                decision->score);
      if (decision->victims != NULL)
        {
          g_string_append (line, ",\"victims\":[");
          for (guint i = 0; i < decision->victims->n_victims; i++)
            {
              if (i > 0)
                g_string_append_c (line, ',');
              append_pod (log, line, decision->victims->victims[i]);
            }
          g_string_append_c (line, ']');
        }
      g_string_append (line, "}\n");
      write_line (log, line);
    }
  else
    {
      g_autoptr (GString) text
          = g_string_new (fit_decision_type_name (decision->type));

      if (decision->pod != NULL)
        g_string_append_printf (text, " %s/%s", decision->pod->meta.namespace_,
                                decision->pod->meta.name);
      fit_decision_append (decision, text);
      write_text (log, text->str);
    }
}

/* -- comparisons ----------------------------------------------------------- */

void
fit_run_log_compared (FitRunLog *log, const FitShadowFinding *finding)
{
  g_autofree char *text = NULL;

  if (log->options->logging_format == FIT_LOG_JSON)
    {
      g_autoptr (GString) line = begin_json (log, 0, "compared");

      append_text (log, line, "result",
                   fit_shadow_result_name (finding->result));
      g_string_append (line, ",\"pod\":");
      append_pod (log, line, finding->pod);
      append_text (log, line, "here", finding->ours);
      append_text (log, line, "there", finding->theirs);
      if (finding->scored)
        g_string_append_printf (line,
                                ",\"scoreHere\":%" G_GINT64_FORMAT
                                ",\"scoreThere\":%" G_GINT64_FORMAT,
                                finding->total_ours, finding->total_theirs);
      append_text (log, line, "rule", finding->rule);
      append_text (log, line, "reason", finding->reason);
      g_string_append (line, "}\n");
      write_line (log, line);
      return;
    }
  text = fit_shadow_finding_text (finding);
  write_text (log, text);
}

/* -- requests -------------------------------------------------------------- */

#define REQUESTS_LEVEL 6
#define REQUEST_HEADERS_LEVEL 7
#define BODIES_LEVEL 8

/* Beyond this, a body is cut at any level. */
#define MOST_BODY_BYTES ((gsize) 64 * 1024 * 1024)

/* "200 OK"; "": there was no answer */
static char *
status_text (guint status)
{
  static const struct
  {
    guint status;
    const char *reason;
  } known[] = {
    { 200, "OK" },
    { 201, "Created" },
    { 400, "Bad Request" },
    { 401, "Unauthorized" },
    { 403, "Forbidden" },
    { 404, "Not Found" },
    { 405, "Method Not Allowed" },
    { 409, "Conflict" },
    { 410, "Gone" },
    { 422, "Unprocessable Entity" },
    { 429, "Too Many Requests" },
    { 500, "Internal Server Error" },
    { 502, "Bad Gateway" },
    { 503, "Service Unavailable" },
    { 504, "Gateway Timeout" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].status == status)
      return g_strdup_printf ("%u %s", status, known[i].reason);
  return status == 0 ? g_strdup ("") : g_strdup_printf ("%u", status);
}

/* A line, of text or of JSON. */
static void
append_message (const FitRunLog *log, GString *out, gint level,
                const char *text, gsize most)
{
  g_autoptr (GString) line = NULL;
  g_autofree char *shown = NULL;

  if (log->options->logging_format != FIT_LOG_JSON)
    {
      append_line (log, out, text, most);
      return;
    }
  shown = show (log, text, most);
  line = fit_console_json_line (level, shown);
  g_string_append (out, line->str);
  g_string_append (out, "}\n");
}

static void
append_headers (const FitRunLog *log, GString *out, gint level,
                const char *title, const char *headers)
{
  g_auto (GStrv) lines = g_strsplit (headers != NULL ? headers : "", "\n", 0);

  if (lines[0] == NULL || log->options->verbosity < level)
    return;
  append_message (log, out, level, title, MOST_TEXT_BYTES);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_autofree char *text = g_strconcat ("    ", lines[i], NULL);

      append_message (log, out, level, text, MOST_TEXT_BYTES);
    }
}

static void
append_body (const FitRunLog *log, GString *out, const char *title,
             const char *body, gsize bytes)
{
  const gsize len = body != NULL ? strlen (body) : 0;
  const gsize most = fit_run_log_detail (log).body_bytes;
  g_autoptr (GString) text = g_string_new (title);

  if (len == 0)
    return;
  g_string_append (text, body);
  if (len == most && bytes > most)
    g_string_append_printf (text, " [truncated %" G_GSIZE_FORMAT " chars]",
                            bytes - len);
  append_message (log, out, BODIES_LEVEL, text->str, G_MAXSIZE);
}

FitApiDetail
fit_run_log_detail (const FitRunLog *log)
{
  const gint64 level = log->options->verbosity;

  return (FitApiDetail){ .headers = level >= REQUEST_HEADERS_LEVEL,
                         .body_bytes = level < BODIES_LEVEL    ? 0
                                       : level == BODIES_LEVEL ? 1024
                                       : level == BODIES_LEVEL + 1
                                           ? 10240
                                           : MOST_BODY_BYTES };
}

void
fit_run_log_requested (FitRunLog *log, const FitApiExchangeEnd *end)
{
  g_autofree char *status = NULL, *text = NULL;
  g_autoptr (GString) out = NULL;

  if (log->options->verbosity < REQUESTS_LEVEL)
    return;
  status = status_text (end->status);
  text = g_strdup_printf ("%s %s%s %s in %.0f milliseconds", end->method,
                          end->server, end->path, status, end->seconds * 1000);
  out = g_string_new (NULL);
  append_message (log, out, REQUESTS_LEVEL, text, MOST_TEXT_BYTES);
  append_headers (log, out, REQUEST_HEADERS_LEVEL,
                  "Request Headers:", end->request_headers);
  append_body (log, out, "Request Body: ", end->request_body,
               end->request_bytes);
  append_headers (log, out, BODIES_LEVEL,
                  "Response Headers:", end->response_headers);
  append_body (log, out, "Response Body: ", end->response_body,
               end->response_bytes);
  write_line (log, out);
}

/* -- notes ----------------------------------------------------------------- */

void
fit_run_log_note (FitRunLog *log, const char *text)
{
  g_autofree char *note = g_strconcat ("note: ", text, NULL);
  g_autoptr (GString) line = NULL;

  if (log->options->logging_format != FIT_LOG_JSON)
    {
      write_text (log, note);
      return;
    }
  line = begin_json (log, 0, text);
  g_string_append (line, "}\n");
  write_line (log, line);
}

void
fit_run_log_notes (FitRunLog *log, char **texts)
{
  for (; texts != NULL && *texts != NULL; texts++)
    fit_run_log_note (log, *texts);
}

/* -- opening and closing --------------------------------------------------- */

FitRunLog *
fit_run_log_new (const FitRunOptions *options, GError **error)
{
  g_autoptr (FitRunLog) log = g_new0 (FitRunLog, 1);
  g_autofree char *path = NULL;

  log->options = options;
  log->secrets = fit_secret_set_new ();
  pthread_mutex_init (&log->lock, NULL);
  if (!options->log_to_stderr && options->log_file != NULL)
    path = g_strdup (options->log_file);
  else if (!options->log_to_stderr && options->log_dir != NULL)
    path = g_build_filename (options->log_dir, FILE_NAME, NULL);
  log->error = path == NULL || options->also_log_to_stderr;
  if (path == NULL)
    return g_steal_pointer (&log);
  log->file = fopen (path, "ae");
  if (log->file != NULL)
    return g_steal_pointer (&log);
  return fit_fail_null (error, FIT_ERROR_IO, "cannot log to \"%s\": %s", path,
                        g_strerror (errno));
}

FitSecretSet *
fit_run_log_secrets (const FitRunLog *log)
{
  return log->secrets;
}

void
fit_run_log_free (FitRunLog *log)
{
  if (log == NULL)
    return;
  if (log->file != NULL)
    fclose (log->file);
  pthread_mutex_destroy (&log->lock);
  fit_secret_set_unref (log->secrets);
  g_free (log);
}
