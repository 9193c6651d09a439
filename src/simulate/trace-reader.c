/* trace-reader.c - reads the events of a trace
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "api/decode.h"
#include "api/times.h"
#include "base/intern.h"
#include "formats/value-json.h"
#include "simulate/kwok-recording.h"
#include "scheduler/live-objects.h"
#include "simulate/trace-text.h"

struct _FitTraceReader
{
  char *source; /* owned */
  FitDecodeFlags flags;
  FitTraceText text;
  gboolean done; /* no more events */

  FitKwokRecording *recording; /* (nullable) owned */

  FitArena *arena;        /* for one line */
  FitObjects *objects;    /* empty except while a line is decoded */
  GString *json;          /* for the event */
  const char *namespace_; /* (nullable) interned, owned: for the event */
  FitTraceEvent event;    /* its object is owned */
  gboolean peeked;        /* the event was not returned yet */
  gboolean has_time;      /* an earlier line had a time... */
  guint64 time_line;      /* ...this line */
  gint64 last_ns;
  gboolean relative;

  GArray *kept;  /* (nullable) owned, of FitTraceEvent, which own what they
                    name: fit_trace_reader_keep() */
  guint n_again; /* of these: those that were returned since the last rewind */
};

const char *
fit_trace_verb_name (FitTraceVerb verb)
{
  static const char *const names[] = {
    [FIT_TRACE_ADD] = "add",
    [FIT_TRACE_UPDATE] = "update",
    [FIT_TRACE_DELETE] = "delete",
  };

  return (guint) verb < FIT_TRACE_LAST ? names[verb] : "";
}

/* -- members --------------------------------------------------------------- */

/* @literal is a JSON number: digits, maybe with a fraction. */
static gboolean
parse_seconds (const char *literal, gint64 *out_ns)
{
  const char *c = literal;
  gint64 seconds = 0, ns, unit = FIT_NS_PER_SECOND;

  for (; g_ascii_isdigit (*c); c++)
    {
      seconds = seconds * 10 + (*c - '0');
      if (seconds > FIT_TRACE_MAX_TIME_NS / FIT_NS_PER_SECOND)
        return FALSE;
    }
  ns = seconds * FIT_NS_PER_SECOND;
  if (c == literal)
    return FALSE;
  if (*c == '.')
    for (c++; g_ascii_isdigit (*c); c++)
      {
        unit /= 10;
        if (unit == 0 && *c != '0')
          return FALSE;
        ns += (*c - '0') * unit;
      }
  if (*c != '\0')
    return FALSE;
  *out_ns = ns;
  return TRUE;
}

static gboolean
check_order (FitTraceReader *reader, const FitValue *value, gint64 time_ns,
             GError **error)
{
  gboolean relative = value->type == FIT_VALUE_NUMBER;

  if (reader->has_time && relative != reader->relative)
    g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                 "time: found %s, expected %s as on line %" G_GUINT64_FORMAT,
                 fit_value_type_text (value->type),
                 relative ? "a string" : "a number", reader->time_line);
  else if (reader->has_time && time_ns < reader->last_ns)
    g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                 "time: %s is earlier than line %" G_GUINT64_FORMAT,
                 value->text, reader->time_line);
  else
    {
      reader->has_time = TRUE;
      reader->relative = relative;
      reader->last_ns = time_ns;
      reader->time_line = reader->event.line;
      return TRUE;
    }
  return FALSE;
}

static gboolean
read_time (FitTraceReader *reader, const FitValue *value, GError **error)
{
  gboolean ok = FALSE;
  gint64 time_ns = 0;

  if (value != NULL && value->type == FIT_VALUE_NUMBER)
    ok = parse_seconds (value->text, &time_ns);
  else if (value != NULL && value->type == FIT_VALUE_STRING)
    ok = fit_time_parse (value->text, &time_ns) && time_ns >= 0;
  if (!ok || time_ns >= FIT_TRACE_MAX_TIME_NS)
    return fit_decode_refuse (
        "time", value,
        "seconds with up to nine decimals, or a time like "
        "\"2019-10-15T09:00:00.5Z\" before 2100",
        error);
  if (!check_order (reader, value, time_ns, error))
    return FALSE;
  reader->event.time_ns = time_ns;
  reader->event.relative = reader->relative;
  return TRUE;
}

static gboolean
read_verb (FitTraceReader *reader, const FitValue *value, GError **error)
{
  if (value != NULL && value->type == FIT_VALUE_STRING)
    for (guint i = 0; i < FIT_TRACE_LAST; i++)
      if (strcmp (value->text, fit_trace_verb_name ((FitTraceVerb) i)) == 0)
        {
          reader->event.verb = (FitTraceVerb) i;
          return TRUE;
        }
  return fit_decode_refuse ("verb", value, "add, update or delete", error);
}

static void
count_unknown (FitTraceReader *reader, const char *kind)
{
  GHashTable *unknown = reader->objects->unknown;
  guint count = GPOINTER_TO_UINT (g_hash_table_lookup (unknown, kind));

  g_hash_table_insert (unknown, g_strdup (kind), GUINT_TO_POINTER (count + 1));
}

/* An object to delete needs only its name. */
static gboolean
read_name (FitTraceReader *reader, const FitValue *value, gboolean *out_known,
           GError **error)
{
  FitTraceEvent *event = &reader->event;
  const FitValue *metadata = fit_value_get (value, "metadata");
  const char *kind = fit_value_get_string (value, "kind");
  const char *name = fit_value_get_string (metadata, "name");
  const char *namespace_ = fit_value_get_string (metadata, "namespace");

  if (kind == NULL)
    return fit_decode_refuse ("object.kind", fit_value_get (value, "kind"),
                              "a kind like Pod", error);
  if (name == NULL || *name == '\0')
    return fit_decode_refuse ("object.metadata.name",
                              fit_value_get (metadata, "name"), "a name",
                              error);
  *out_known = fit_kind_from_name (kind, &event->kind);
  if (!*out_known)
    {
      count_unknown (reader, kind);
      return TRUE;
    }
  if (!fit_kind_namespaced (event->kind))
    namespace_ = "";
  else if (namespace_ == NULL || *namespace_ == '\0')
    namespace_ = reader->flags & FIT_DECODE_AS_IS ? "" : "default";
  event->namespace_ = reader->namespace_ = fit_intern (namespace_);
  event->name = name;
  return TRUE;
}

static gboolean
take_object (FitTraceReader *reader, gboolean *out_known, GError **error)
{
  FitTraceEvent *event = &reader->event;
  const FitObjectMeta *meta;

  *out_known = FALSE;
  for (guint i = 0; i < FIT_KIND_LAST; i++)
    if (reader->objects->of[i]->len > 0)
      {
        *out_known = TRUE;
        event->kind = (FitKind) i;
        event->object = g_ptr_array_steal_index (reader->objects->of[i], 0);
      }
  if (!*out_known)
    return TRUE;
  meta = fit_object_meta (event->object);
  event->namespace_ = meta->namespace_;
  event->name = meta->name;
  return *meta->name != '\0'
         || fit_decode_refuse ("object.metadata.name", NULL, "a name", error);
}

static gboolean
read_object (FitTraceReader *reader, const FitValue *value, gboolean *out_known,
             GError **error)
{
  if (value == NULL || value->type != FIT_VALUE_MAP)
    return fit_decode_refuse ("object", value, "an object", error);
  if (reader->event.verb == FIT_TRACE_DELETE)
    return read_name (reader, value, out_known, error);
  if (!fit_objects_add_value (reader->objects, value, NULL, NULL, reader->flags,
                              error)
      || !take_object (reader, out_known, error))
    return FALSE;
  if ((reader->flags & FIT_DECODE_KEEP_RAW) == 0)
    return TRUE;
  if (!fit_value_append_json (reader->json, value, FIT_TRACE_MAX_LINE_BYTES,
                              error))
    return FALSE;
  reader->event.json = reader->json->str;
  return TRUE;
}

/* -- events ---------------------------------------------------------------- */

static gboolean
check_members (const FitValue *line, GError **error)
{
  static const char *const names[] = { "time", "verb", "object", NULL };

  if (line->type != FIT_VALUE_MAP)
    return fit_decode_refuse ("event", line, "an object", error);
  for (guint i = 0; i < line->n; i++)
    if (!g_strv_contains (names, line->members[i].key))
      return fit_fail (error, FIT_ERROR_SCHEMA, "unknown field \"%.100s\"",
                       line->members[i].key);
  return TRUE;
}

static void
clear_event (FitTraceReader *reader)
{
  FitTraceEvent *event = &reader->event;

  fit_object_unref ((gpointer) event->object);
  g_clear_pointer (&reader->namespace_, fit_intern_unref);
  *event = (FitTraceEvent){ .source = reader->source,
                            .unit = event->unit,
                            .line = event->line };
  fit_arena_reset (reader->arena);
  g_string_truncate (reader->json, 0);
}

/* Counts the line of a position from the start of the recording. */
static void
shift_position (GString *text, guint64 first_line)
{
  static const char before[] = " (line ";
  char *position = g_strrstr (text->str, before), *end;
  g_autofree char *line = NULL;
  guint64 n;
  gssize start;

  if (position == NULL)
    return;
  start = position + strlen (before) - text->str;
  n = g_ascii_strtoull (text->str + start, &end, 10);
  if (end == text->str + start || *end != ',')
    return;
  line = g_strdup_printf ("%" G_GUINT64_FORMAT, first_line + n - 1);
  g_string_erase (text, start, end - (text->str + start));
  g_string_insert (text, start, line);
}

static gboolean
read_line (FitTraceReader *reader, gboolean *out_known, GError **error)
{
  const FitValue *value;
  const char *line;
  gsize len;

  if (!fit_trace_text_next_line (&reader->text, &line, &len, error))
    return FALSE;
  reader->done = line == NULL;
  if (reader->done || fit_trace_line_is_blank (line, len))
    return TRUE;
  value = fit_json_parse (reader->arena, line, len, NULL, NULL, error);
  return value != NULL && check_members (value, error)
         && read_time (reader, fit_value_get (value, "time"), error)
         && read_verb (reader, fit_value_get (value, "verb"), error)
         && read_object (reader, fit_value_get (value, "object"), out_known,
                         error);
}

static gboolean
read_document (FitTraceReader *reader, gboolean *out_known, GError **error)
{
  FitKwokStep step = { 0 };
  const FitValue *document;
  gboolean found;

  if (!fit_trace_text_next_document (&reader->text, &found, error))
    return FALSE;
  reader->done = !found;
  if (!found)
    return TRUE;
  document = fit_yaml_parse (reader->arena, reader->text.document->str,
                             reader->text.document->len, NULL, error);
  if (document == NULL
      || !fit_kwok_recording_read (reader->recording, reader->arena, document,
                                   &step, error))
    return FALSE;
  if (!step.is_event && step.passed == NULL)
    return TRUE;
  if (step.time_ns < reader->last_ns)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "durationNanosecond: %" G_GINT64_FORMAT
                     " is earlier than document %" G_GUINT64_FORMAT,
                     step.time_ns, reader->time_line);
  reader->last_ns = step.time_ns;
  reader->time_line = reader->event.line;
  reader->event.time_ns = step.time_ns;
  reader->event.relative = TRUE;
  if (step.passed != NULL)
    count_unknown (reader, step.passed);
  reader->event.verb = step.verb;
  return !step.is_event || read_object (reader, step.object, out_known, error);
}

/* Reads until there is an event or the end, which sets @done. */
static gboolean
read_on (FitTraceReader *reader, GError **error)
{
  gboolean known = FALSE, ok = fit_trace_text_begin (&reader->text, error);

  if (ok && reader->text.form == FIT_TRACE_RECORDING
      && reader->recording == NULL)
    {
      reader->recording = fit_kwok_recording_new ();
      reader->event.unit = "document";
    }
  while (ok && !known && !reader->done)
    {
      clear_event (reader);
      reader->event.line++;
      ok = reader->text.form == FIT_TRACE_RECORDING
               ? read_document (reader, &known, error)
               : read_line (reader, &known, error);
    }
  return ok;
}

static gboolean
peek (FitTraceReader *reader, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (GString) text = NULL;

  if (reader->peeked || reader->done)
    return TRUE;
  reader->peeked = read_on (reader, &problem);
  if (reader->peeked)
    return TRUE;
  reader->done = TRUE;
  /* Replaces the position in the line by the position in the trace. */
  text = g_string_new (reader->source);
  if (reader->event.line > 0)
    g_string_append_printf (text, ": %s %" G_GUINT64_FORMAT, reader->event.unit,
                            reader->event.line);
  g_string_append_printf (text, ": %s", problem->message);
  if (reader->text.form == FIT_TRACE_RECORDING)
    shift_position (text, reader->text.first_line);
  else
    g_string_replace (text, " (line 1, column ", " (column ", 1);
  /* in place, so that the error still knows its hints */
  g_free (problem->message);
  problem->message = g_string_free (g_steal_pointer (&text), FALSE);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

gboolean
fit_trace_reader_next (FitTraceReader *reader, const FitTraceEvent **out_event,
                       GError **error)
{
  if (reader->kept != NULL)
    {
      *out_event = reader->n_again < reader->kept->len ? &g_array_index (
                       reader->kept, FitTraceEvent, reader->n_again++)
                                                       : NULL;
      return TRUE;
    }
  if (!peek (reader, error))
    return FALSE;
  reader->peeked = FALSE;
  *out_event = reader->done ? NULL : &reader->event;
  return TRUE;
}

gboolean
fit_trace_reader_start (FitTraceReader *reader, gint64 *out_ns, GError **error)
{
  const FitTraceEvent *first = &reader->event;

  if (reader->kept == NULL && !peek (reader, error))
    return FALSE;
  if (reader->kept != NULL)
    first = (const FitTraceEvent *) (gpointer) reader->kept->data;
  *out_ns = (reader->kept != NULL ? reader->kept->len == 0 : reader->done)
                    || first->relative
                ? FIT_TIME_NONE
                : first->time_ns;
  return TRUE;
}

static void
clear_kept (gpointer data)
{
  FitTraceEvent *event = data;

  fit_object_unref ((gpointer) event->object);
  fit_intern_unref (event->namespace_);
  g_free ((gpointer) event->name);
  g_free ((gpointer) event->json);
}

gboolean
fit_trace_reader_keep (FitTraceReader *reader, GError **error)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (FitTraceEvent));
  const FitTraceEvent *event;

  g_array_set_clear_func (kept, clear_kept);
  for (;;)
    {
      FitTraceEvent copy;

      if (!fit_trace_reader_next (reader, &event, error))
        return FALSE;
      if (event == NULL)
        break;
      copy = *event;
      copy.object = fit_object_ref (event->object);
      copy.namespace_ = fit_intern_ref (event->namespace_);
      copy.name = g_strdup (event->name);
      copy.json = g_strdup (event->json);
      g_array_append_val (kept, copy);
    }
  reader->kept = g_steal_pointer (&kept);
  return TRUE;
}

void
fit_trace_reader_rewind (FitTraceReader *reader)
{
  reader->n_again = 0;
}

const char *
fit_trace_reader_seen (const FitTraceReader *reader, gsize *out_len)
{
  *out_len = reader->text.end;
  return reader->text.bytes;
}

GHashTable *
fit_trace_reader_unknown (const FitTraceReader *reader)
{
  return reader->objects->unknown;
}

const FitObjects *
fit_trace_reader_objects (const FitTraceReader *reader)
{
  return reader->objects;
}

/* -- the reader ------------------------------------------------------------ */

static FitTraceReader *
new_reader (const char *source, FitDecodeFlags flags, int fd, const char *bytes,
            gsize len)
{
  FitTraceReader *reader = g_new0 (FitTraceReader, 1);

  reader->source = g_strdup (source);
  reader->flags = flags & ~FIT_DECODE_CONTROLLERS;
  fit_trace_text_init (&reader->text, fd, bytes, len);
  reader->arena = fit_arena_new ();
  reader->objects = fit_objects_new ();
  reader->json = g_string_new (NULL);
  reader->event.unit = "line";
  return reader;
}

FitTraceReader *
fit_trace_reader_new (const char *path, FitDecodeFlags flags, GError **error)
{
  gboolean is_stdin = strcmp (path, "-") == 0;
  int fd
      = is_stdin ? dup (STDIN_FILENO) : g_open (path, O_RDONLY | O_CLOEXEC, 0);

  if (fd < 0)
    return fit_fail_null (error,
                          errno == ENOENT ? FIT_ERROR_NOT_FOUND : FIT_ERROR_IO,
                          "cannot open %s: %s", path, g_strerror (errno));
  return new_reader (is_stdin ? "stdin" : path, flags, fd, NULL, 0);
}

FitTraceReader *
fit_trace_reader_new_for_bytes (const char *bytes, gsize len,
                                const char *source, FitDecodeFlags flags)
{
  return new_reader (source, flags, -1, bytes, len);
}

void
fit_trace_reader_free (FitTraceReader *reader)
{
  if (reader == NULL)
    return;
  clear_event (reader);
  g_clear_pointer (&reader->kept, g_array_unref);
  fit_trace_text_clear (&reader->text);
  fit_arena_free (reader->arena);
  fit_objects_free (reader->objects);
  g_string_free (reader->json, TRUE);
  fit_kwok_recording_free (reader->recording);
  g_free (reader->source);
  g_free (reader);
}
