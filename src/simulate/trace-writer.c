/* trace-writer.c - writes a trace
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/trace.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "api/times.h"
#include "formats/value-json.h"
#include "scheduler/live-objects.h"

#define FLUSH_BYTES (256 * 1024)

struct _FitTraceWriter
{
  int fd;        /* -1: closed */
  char *name;    /* owned: of the file, for messages */
  GString *text; /* owned: not written yet */
};

static gboolean
fail_io (const char *name, GError **error)
{
  return fit_fail (error, FIT_ERROR_OUTPUT, "cannot write %s: %s", name,
                   g_strerror (errno));
}

FitTraceWriter *
fit_trace_writer_new (int fd, const char *name)
{
  FitTraceWriter *writer = g_new (FitTraceWriter, 1);

  *writer = (FitTraceWriter){ .fd = fd,
                              .name = g_strdup (name),
                              .text = g_string_new (NULL) };
  return writer;
}

void
fit_trace_writer_free (FitTraceWriter *writer)
{
  if (writer == NULL)
    return;
  if (writer->fd >= 0)
    close (writer->fd);
  g_string_free (writer->text, TRUE);
  g_free (writer->name);
  g_free (writer);
}

static gboolean
flush (FitTraceWriter *writer, GError **error)
{
  const char *bytes = writer->text->str;
  gsize left = writer->text->len;

  while (left > 0)
    {
      gssize n = write (writer->fd, bytes, left);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return fail_io (writer->name, error);
      bytes += n;
      left -= (gsize) n;
    }
  g_string_truncate (writer->text, 0);
  return TRUE;
}

gboolean
fit_trace_append (GString *text, const FitTraceEvent *event, GError **error)
{
  g_autofree char *seconds = NULL;
  gint64 fraction;
  gsize digits;

  if (event->verb != FIT_TRACE_DELETE && event->json == NULL)
    {
      g_autofree char *what
          = fit_object_text (event->kind, event->namespace_, event->name);

      return fit_fail (error, FIT_ERROR_USAGE,
                       "cannot record %s: its text was not kept", what);
    }
  g_string_append (text, "{\"time\":\"");
  seconds = fit_time_format (event->time_ns);
  fraction = event->time_ns % FIT_NS_PER_SECOND;
  digits = strlen (seconds) - strlen ("Z");
  g_string_append_len (text, seconds, (gssize) digits);
  if (fraction > 0)
    {
      g_string_append_printf (text, ".%09" G_GINT64_FORMAT, fraction);
      while (text->str[text->len - 1] == '0')
        g_string_truncate (text, text->len - 1);
    }
  g_string_append_c (text, 'Z');
  fit_json_append_printf (
      text, "','verb':%s,'object':", fit_trace_verb_name (event->verb));
  if (event->verb == FIT_TRACE_DELETE)
    {
      fit_json_append_printf (text, "{'kind':%s,'metadata':{",
                              fit_kind_name (event->kind));
      if (*event->namespace_ != '\0')
        fit_json_append_printf (text, "'namespace':%s,", event->namespace_);
      fit_json_append_printf (text, "'name':%s}}", event->name);
    }
  else
    g_string_append (text, event->json);
  g_string_append (text, "}\n");
  return TRUE;
}

gboolean
fit_trace_writer_write (FitTraceWriter *writer, const FitTraceEvent *event,
                        GError **error)
{
  return fit_trace_append (writer->text, event, error)
         && (writer->text->len < FLUSH_BYTES || flush (writer, error));
}

gboolean
fit_trace_writer_close (FitTraceWriter *writer, GError **error)
{
  int fd = writer->fd;

  if (fd < 0)
    return TRUE;
  if (!flush (writer, error))
    return FALSE;
  writer->fd = -1;
  return close (fd) == 0 || fail_io (writer->name, error);
}
