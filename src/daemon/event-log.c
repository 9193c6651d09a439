/* event-log.c - which events are written, and how
 *
 * events.k8s.io: an event that is repeated becomes a series.  The first repeat
 * is written at once, and the final count after six minutes without a repeat.
 * As kube-scheduler from 1.26 on does, the count includes the event itself:
 * servers of these releases refuse a series of less than two.
 * A long series is written every half hour, so that the server does not forget
 * it.  A pod is bound only once, so its binding is not remembered.
 *
 * Core events: a repeated one has its count raised.  From the tenth different
 * message on, those of one pod and reason are combined, and a pod gets no more
 * than 25 at once and one in five minutes.
 *
 * Source: client-go v1.20 tools/events and tools/record, by their behaviour.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/event-log.h"

#include "api/times.h"
#include "formats/value-json.h"
#include "daemon/bodies.h"

#include <string.h>

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)
#define FINISHED_AFTER_NS (6 * 60 * NS_PER_SECOND)
#define REFRESHED_AFTER_NS (30 * 60 * NS_PER_SECOND)

/* An API server accepts no longer note. */
#define MOST_NOTE_BYTES 1024
#define CUT_NOTE_END " ..."

#define MOST_MESSAGES 10
#define GROUP_NS (600 * NS_PER_SECOND)
#define COMBINED "(combined from similar events): "
#define MOST_PODS 4096
#define MOST_RECORDS 100
#define BURST 25.0
#define TOKEN_NS (300 * NS_PER_SECOND)

/* An event that was written, and its repeats. */
typedef struct
{
  char *key;   /* owned: what makes events the same */
  char *path;  /* owned */
  guint count; /* how often the event has occurred */
  gint64 last_ns;
  gint64 written_ns;
} Record;

/* Core events of one pod and reason: the different messages. */
typedef struct
{
  GHashTable *messages; /* owned: set of strings */
  gint64 last_ns;
} Group;

/* Core events of one pod. */
typedef struct
{
  char *key;           /* owned */
  GHashTable *records; /* owned: key -> Record */
  GHashTable *groups;  /* owned: key -> Group */
  double tokens;
  gint64 filled_ns;
  GList link; /* in FitEventLog.recent */
} PodEvents;

struct _FitEventLog
{
  FitEventAPI api;
  char *host;
  GHashTable *records; /* owned: key -> Record */
  GHashTable *pods;    /* owned: key -> PodEvents */
  GQueue recent;       /* of PodEvents, the latest first */
};

static void
record_free (gpointer data)
{
  Record *record = data;

  g_free (record->key);
  g_free (record->path);
  g_free (record);
}

static void
group_free (gpointer data)
{
  Group *group = data;

  g_hash_table_unref (group->messages);
  g_free (group);
}

static void
pod_events_free (gpointer data)
{
  PodEvents *pod = data;

  g_hash_table_unref (pod->records);
  g_hash_table_unref (pod->groups);
  g_free (pod->key);
  g_free (pod);
}

FitEventLog *
fit_event_log_new (FitEventAPI api, const char *host)
{
  FitEventLog *log = g_new0 (FitEventLog, 1);

  log->api = api;
  log->host = g_strdup (host);
  log->records
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, record_free);
  log->pods
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, pod_events_free);
  return log;
}

void
fit_event_log_free (FitEventLog *log)
{
  if (log == NULL)
    return;
  g_hash_table_unref (log->records);
  g_hash_table_unref (log->pods);
  g_free (log->host);
  g_free (log);
}

void
fit_event_write_clear (FitEventWrite *write)
{
  g_clear_pointer (&write->path, g_free);
  g_clear_pointer (&write->body, g_free);
}

/* -- texts ----------------------------------------------------------------- */

/* The scheduler that reports it: that of the pod for which it acted. */
static const char *
reporter (const FitEvent *event)
{
  const FitPod *pod
      = event->related != NULL ? event->related : event->regarding;

  return pod->spec->scheduler_name;
}

static const char *
type_of (const FitEvent *event)
{
  return event->warning ? "Warning" : "Normal";
}

/* Returns: (transfer full): as long as is accepted, in whole characters */
static char *
cut_note (const char *note)
{
  gsize len = MOST_NOTE_BYTES - strlen (CUT_NOTE_END);

  if (strlen (note) <= MOST_NOTE_BYTES)
    return g_strdup (note);
  while (len > 0 && ((guchar) note[len] & 0xc0) == 0x80)
    len--;
  return g_strdup_printf ("%.*s" CUT_NOTE_END, (int) len, note);
}

static char *
events_path (FitEventAPI api, const FitPod *pod)
{
  static const char *const prefixes[]
      = { "/apis/events.k8s.io/v1", "/apis/events.k8s.io/v1beta1", "/api/v1" };

  return g_strdup_printf ("%s/namespaces/%s/events", prefixes[api],
                          pod->meta.namespace_);
}

static char *
event_name (const FitPod *pod, gint64 now_ns)
{
  return g_strdup_printf ("%s.%" G_GINT64_MODIFIER "x", pod->meta.name, now_ns);
}

static GString *
begin_event (const char *api_version, const char *name, const FitPod *pod)
{
  GString *json = g_string_new (NULL);

  fit_json_append_printf (json,
                          "{'kind':'Event','apiVersion':%s,"
                          "'metadata':{'name':%s,'namespace':%s}",
                          api_version, name, pod->meta.namespace_);
  return json;
}

/* -- events.k8s.io --------------------------------------------------------- */

static char *
series_body (const FitEventLog *log, const Record *record)
{
  g_autofree char *last = fit_time_format_micro (record->last_ns);

  return g_strdup_printf (
      "{\"series\":{\"count\":%u,\"lastObservedTime\":\"%s\"%s}}",
      record->count, last,
      log->api == FIT_EVENT_API_V1BETA1 ? ",\"state\":\"Ongoing\"" : "");
}

static FitEventWrite
patch (Record *record, char *body, gint64 now_ns)
{
  record->written_ns = now_ns;
  return (FitEventWrite){ "PATCH", g_strdup (record->path), body };
}

/* Adds the record of an event that is posted.  Takes @key. */
static void
remember (GHashTable *records, char *key, const char *collection,
          const char *name, gint64 now_ns)
{
  Record *record = g_new0 (Record, 1);

  record->key = key;
  record->path = g_strconcat (collection, "/", name, NULL);
  record->count = 1;
  record->last_ns = record->written_ns = now_ns;
  g_hash_table_replace (records, record->key, record);
}

static gboolean
add_to_series (FitEventLog *log, const FitEvent *event, gint64 now_ns,
               FitEventWrite *out)
{
  const FitPod *pod = event->regarding;
  const FitObjectMeta *related
      = event->related != NULL ? &event->related->meta : NULL;
  const char *by = reporter (event);
  g_autofree char *key = g_strjoin (
      "\n", event->action, event->reason, by, pod->meta.uid,
      pod->meta.resource_version, related != NULL ? related->uid : "",
      related != NULL ? related->resource_version : "", NULL);
  Record *record = g_hash_table_lookup (log->records, key);
  g_autofree char *name = NULL, *now = NULL, *instance = NULL, *note = NULL;
  GString *json;

  if (record != NULL)
    {
      record->last_ns = now_ns;
      if (++record->count > 2)
        return FALSE;
      *out = patch (record, series_body (log, record), now_ns);
      return TRUE;
    }
  name = event_name (pod, now_ns);
  now = fit_time_format_micro (now_ns);
  instance = g_strdup_printf ("%s-%s", by, log->host);
  note = cut_note (event->note);
  json = begin_event (log->api == FIT_EVENT_API_V1 ? "events.k8s.io/v1"
                                                   : "events.k8s.io/v1beta1",
                      name, pod);
  fit_json_append_printf (json,
                          ",'eventTime':%s,'reportingController':%s,"
                          "'reportingInstance':%s,'action':%s,'reason':%s",
                          now, by, instance, event->action, event->reason);
  fit_body_append_pod (json, "regarding", pod);
  if (event->related != NULL)
    fit_body_append_pod (json, "related", event->related);
  fit_json_append_printf (json, ",'note':%s,'type':%s", note, type_of (event));
  /* Clients of the servers that have this version look for the name there; v1
   * forbids it. */
  if (log->api == FIT_EVENT_API_V1BETA1)
    fit_json_append_printf (json, ",'deprecatedSource':{'component':%s}", by);
  g_string_append_c (json, '}');
  *out = (FitEventWrite){ "POST", events_path (log->api, pod),
                          g_string_free (json, FALSE) };
  if (strcmp (event->reason, "Scheduled") != 0)
    remember (log->records, g_steal_pointer (&key), out->path, name, now_ns);
  return TRUE;
}

GArray *
fit_event_log_sweep (FitEventLog *log, gint64 now_ns)
{
  GArray *writes = g_array_new (FALSE, FALSE, sizeof (FitEventWrite));
  GHashTableIter iter;
  gpointer value;

  g_array_set_clear_func (writes, (GDestroyNotify) fit_event_write_clear);
  g_hash_table_iter_init (&iter, log->records);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Record *record = value;
      const gboolean over = now_ns - record->last_ns >= FINISHED_AFTER_NS;

      if (record->count > 1
          && (over || now_ns - record->written_ns >= REFRESHED_AFTER_NS))
        {
          const FitEventWrite write
              = patch (record, series_body (log, record), now_ns);

          g_array_append_val (writes, write);
        }
      if (over)
        g_hash_table_iter_remove (&iter);
    }
  return writes;
}

/* -- core events ----------------------------------------------------------- */

static PodEvents *
pod_events (FitEventLog *log, const FitEvent *event, gint64 now_ns)
{
  g_autofree char *key
      = g_strjoin ("\n", reporter (event), event->regarding->meta.uid, NULL);
  PodEvents *pod = g_hash_table_lookup (log->pods, key);

  if (pod == NULL)
    {
      pod = g_new0 (PodEvents, 1);
      pod->key = g_steal_pointer (&key);
      pod->records
          = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, record_free);
      pod->groups
          = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, group_free);
      pod->tokens = BURST;
      pod->filled_ns = now_ns;
      pod->link.data = pod;
      g_hash_table_insert (log->pods, pod->key, pod);
    }
  else
    g_queue_unlink (&log->recent, &pod->link);
  g_queue_push_head_link (&log->recent, &pod->link);
  if (log->recent.length > MOST_PODS)
    {
      PodEvents *oldest = g_queue_pop_tail_link (&log->recent)->data;

      g_hash_table_remove (log->pods, oldest->key);
    }
  return pod;
}

/* Are there so many messages that they are combined? */
static gboolean
is_combined (PodEvents *pod, const char *key, const char *message,
             gint64 now_ns)
{
  Group *group = g_hash_table_lookup (pod->groups, key);

  if (group == NULL)
    {
      group = g_new0 (Group, 1);
      group->messages
          = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_insert (pod->groups, g_strdup (key), group);
    }
  else if (now_ns - group->last_ns > GROUP_NS)
    g_hash_table_remove_all (group->messages);
  group->last_ns = now_ns;
  if (!g_hash_table_contains (group->messages, message))
    g_hash_table_add (group->messages, g_strdup (message));
  if (g_hash_table_size (group->messages) < MOST_MESSAGES)
    return FALSE;
  g_hash_table_remove (group->messages, message);
  return TRUE;
}

static gboolean
add_to_count (FitEventLog *log, const FitEvent *event, gint64 now_ns,
              FitEventWrite *out)
{
  PodEvents *pod = pod_events (log, event, now_ns);
  g_autofree char *note = cut_note (event->note);
  g_autofree char *group
      = g_strjoin ("\n", type_of (event), event->reason, NULL);
  const gboolean combined = is_combined (pod, group, note, now_ns);
  g_autofree char *message = g_strconcat (combined ? COMBINED : "", note, NULL);
  g_autofree char *key = g_strjoin ("\n", group, combined ? "" : message, NULL);
  g_autofree char *name = event_name (event->regarding, now_ns);
  g_autofree char *now = fit_time_format (now_ns);
  GString *json;
  Record *record;

  if (g_hash_table_size (pod->records) > MOST_RECORDS)
    g_hash_table_remove_all (pod->records);
  record = g_hash_table_lookup (pod->records, key);
  if (record != NULL)
    record->count++;
  pod->tokens = MIN (
      BURST,
      pod->tokens + (double) (now_ns - pod->filled_ns) / (double) TOKEN_NS);
  pod->filled_ns = now_ns;
  if (pod->tokens < 1)
    return FALSE;
  pod->tokens -= 1;
  if (record != NULL)
    {
      json = g_string_new (NULL);
      fit_json_append_printf (json,
                              "{'count':%u,'lastTimestamp':%s,'message':%s}",
                              record->count, now, message);
      *out = patch (record, g_string_free (json, FALSE), now_ns);
    }
  else
    {
      json = begin_event ("v1", name, event->regarding);
      fit_body_append_pod (json, "involvedObject", event->regarding);
      fit_json_append_printf (
          json,
          ",'reason':%s,'message':%s,'source':{'component':%s},"
          "'firstTimestamp':%s,'lastTimestamp':%s,'count':1,'type':%s,"
          "'eventTime':null,'reportingComponent':'','reportingInstance':''}",
          event->reason, message, reporter (event), now, now, type_of (event));
      *out = (FitEventWrite){ "POST", events_path (log->api, event->regarding),
                              g_string_free (json, FALSE) };
      remember (pod->records, g_steal_pointer (&key), out->path, name, now_ns);
    }
  return TRUE;
}

/* -- both ------------------------------------------------------------------ */

gboolean
fit_event_log_add (FitEventLog *log, const FitEvent *event, gint64 now_ns,
                   FitEventWrite *out)
{
  return log->api == FIT_EVENT_API_CORE
             ? add_to_count (log, event, now_ns, out)
             : add_to_series (log, event, now_ns, out);
}

static gboolean
has_path (gpointer key, gpointer record, gpointer path)
{
  return strcmp (((const Record *) record)->path, path) == 0;
}

void
fit_event_log_lose (FitEventLog *log, const char *path)
{
  g_hash_table_foreach_remove (log->records, has_path, (gpointer) path);
  for (GList *link = log->recent.head; link != NULL; link = link->next)
    g_hash_table_foreach_remove (((PodEvents *) link->data)->records, has_path,
                                 (gpointer) path);
}
