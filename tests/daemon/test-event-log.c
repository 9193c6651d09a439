/* test-event-log.c - which events are written, and how repeated ones are
 * combined
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/event-log.h"
#include "tests/support/manifest.h"

#include <string.h>

#define SECOND G_GINT64_CONSTANT (1000000000)
#define MINUTE (60 * SECOND)
#define NOON (G_GINT64_CONSTANT (1795348800) * SECOND)

#define POD(name, version, scheduler)                                            \
  "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"" name \
  "\", \"namespace\": \"shop\", \"uid\": \"uid-" name                            \
  "\", \"resourceVersion\": \"" version                                          \
  "\"}, \"spec\": {\"schedulerName\": \"" scheduler "\"}}"

typedef struct
{
  FitObjects *objects;
  FitEventLog *log;
  const FitPod *web;
  const FitPod *newer; /* the same pod, changed */
  const FitPod *other;
} Scene;

static void
begin (Scene *scene, FitEventAPI api)
{
  static const char pods[] = POD ("web", "7", "mine") POD ("web", "8", "mine")
      POD ("db", "9", "theirs");

  scene->objects = objects_from (pods);
  scene->web = scene->objects->of[FIT_KIND_POD]->pdata[0];
  scene->newer = scene->objects->of[FIT_KIND_POD]->pdata[1];
  scene->other = scene->objects->of[FIT_KIND_POD]->pdata[2];
  scene->log = fit_event_log_new (api, "host");
}

static void
end (Scene *scene)
{
  fit_event_log_free (scene->log);
  fit_objects_free (scene->objects);
}

static FitEvent
failure (const FitPod *pod, const char *note)
{
  return (FitEvent){ .regarding = pod,
                     .warning = TRUE,
                     .reason = "FailedScheduling",
                     .action = "Scheduling",
                     .note = note };
}

/* What is written of @event; "": nothing. */
static void
check (Scene *scene, const FitEvent *event, gint64 now, const char *expected)
{
  g_auto (FitEventWrite) write = { 0 };
  g_autofree char *text = NULL;

  if (fit_event_log_add (scene->log, event, now, &write))
    text = g_strdup_printf ("%s %s %s", write.method, write.path, write.body);
  assert_string_equal (text ? text : "", expected);
}

static void
check_sweep (Scene *scene, gint64 now, const char *expected)
{
  g_autoptr (GArray) writes = fit_event_log_sweep (scene->log, now);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < writes->len; i++)
    {
      const FitEventWrite *write = &g_array_index (writes, FitEventWrite, i);

      g_string_append_printf (text, "%s %s %s\n", write->method, write->path,
                              write->body);
    }
  assert_string_equal (text->str, expected);
}

#define V1 "/apis/events.k8s.io/v1/namespaces/shop/events"
#define WEB_NAME "web.18ea5c38afec8000"
#define REFERENCE(kind, name, version)                               \
  "\"" kind "\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\","            \
  "\"namespace\":\"shop\",\"name\":\"" name "\",\"uid\":\"uid-" name \
  "\",\"resourceVersion\":\"" version "\"}"

static void
test_new (void **state)
{
  Scene scene;
  FitEvent event;

  (void) state;
  begin (&scene, FIT_EVENT_API_V1);
  event = failure (scene.web, "no \"room\"");
  check (&scene, &event, NOON,
         "POST " V1 " {\"kind\":\"Event\",\"apiVersion\":\"events.k8s.io/v1\","
         "\"metadata\":{\"name\":\"" WEB_NAME "\",\"namespace\":\"shop\"},"
         "\"eventTime\":\"2026-11-22T12:00:00.000000Z\","
         "\"reportingController\":\"mine\",\"reportingInstance\":"
         "\"mine-host\",\"action\":\"Scheduling\",\"reason\":"
         "\"FailedScheduling\"," REFERENCE (
             "regarding", "web",
             "7") ",\"note\":\"no \\\"room\\\"\",\"type\":\"Warning\"}");
  event = (FitEvent){ .regarding = scene.web,
                      .related = scene.other,
                      .reason = "Preempted",
                      .action = "Preempting",
                      .note = "sorry" };
  check (
      &scene, &event, NOON + 1500,
      "POST " V1 " {\"kind\":\"Event\",\"apiVersion\":\"events.k8s.io/v1\","
      "\"metadata\":{\"name\":\"web.18ea5c38afec85dc\",\"namespace\":"
      "\"shop\"},\"eventTime\":\"2026-11-22T12:00:00.000001Z\","
      "\"reportingController\":\"theirs\",\"reportingInstance\":"
      "\"theirs-host\",\"action\":\"Preempting\",\"reason\":\"Preempted\"," REFERENCE (
          "regarding", "web",
          "7") "," REFERENCE ("related", "db",
                              "9") ",\"note\":\"sorry\",\"type\":\"Normal\"}");
  end (&scene);
}

#define SERIES(count, time)                                 \
  "PATCH " V1 "/" WEB_NAME " {\"series\":{\"count\":" count \
  ",\"lastObservedTime\":\"2026-11-22T12:" time ".000000Z\"}}"

static void
ignore (Scene *scene, const FitEvent *event, gint64 now)
{
  g_auto (FitEventWrite) write = { 0 };

  fit_event_log_add (scene->log, event, now, &write);
}

/* Nothing like @event is remembered. */
static void
assert_new (Scene *scene, const FitEvent *event, gint64 now)
{
  g_auto (FitEventWrite) write = { 0 };

  assert_true (fit_event_log_add (scene->log, event, now, &write));
  assert_string_equal (write.method, "POST");
}

static void
test_series (void **state)
{
  Scene scene;
  FitEvent event, changed;

  (void) state;
  begin (&scene, FIT_EVENT_API_V1);
  event = failure (scene.web, "no room");
  changed = failure (scene.newer, "no room");
  ignore (&scene, &event, NOON);
  check (&scene, &event, NOON + SECOND, SERIES ("2", "00:01"));
  check (&scene, &event, NOON + 2 * SECOND, "");
  check (&scene, &event, NOON + 3 * MINUTE, "");
  ignore (&scene, &changed, NOON + 3 * MINUTE);
  check_sweep (&scene, NOON + 6 * MINUTE, "");
  check_sweep (&scene, NOON + 9 * MINUTE, SERIES ("4", "03:00") "\n");
  assert_new (&scene, &event, NOON + 9 * MINUTE);
  end (&scene);
}

/* A pod is bound once: nothing of that is kept. */
static void
test_scheduled (void **state)
{
  Scene scene;
  FitEvent event;
  g_auto (FitEventWrite) write = { 0 };

  (void) state;
  begin (&scene, FIT_EVENT_API_V1);
  event = (FitEvent){ .regarding = scene.web,
                      .reason = "Scheduled",
                      .action = "Binding",
                      .note = "Successfully assigned shop/web to node-1" };
  assert_true (fit_event_log_add (scene.log, &event, NOON, &write));
  assert_string_equal (write.method, "POST");
  assert_string_equal (write.path, V1);
  assert_non_null (strstr (write.body, "\"reason\":\"Scheduled\""));
  assert_new (&scene, &event, NOON + SECOND);
  end (&scene);
}

static void
test_long_series (void **state)
{
  Scene scene;
  FitEvent event;

  (void) state;
  begin (&scene, FIT_EVENT_API_V1);
  event = failure (scene.web, "no room");
  for (gint64 i = 0; i <= 31; i++)
    ignore (&scene, &event, NOON + i * MINUTE);
  check_sweep (&scene, NOON + 31 * MINUTE, SERIES ("32", "31:00") "\n");
  check_sweep (&scene, NOON + 32 * MINUTE, "");
  fit_event_log_lose (scene.log, V1 "/" WEB_NAME);
  assert_new (&scene, &event, NOON + 32 * MINUTE);
  end (&scene);
}

static void
test_older_server (void **state)
{
  Scene scene;
  FitEvent event;
  g_auto (FitEventWrite) write = { 0 };

  (void) state;
  begin (&scene, FIT_EVENT_API_V1BETA1);
  event = failure (scene.web, "no room");
  assert_true (fit_event_log_add (scene.log, &event, NOON, &write));
  assert_string_equal (write.path,
                       "/apis/events.k8s.io/v1beta1/namespaces/shop/events");
  assert_non_null (
      strstr (write.body, "\"apiVersion\":\"events.k8s.io/v1beta1\""));
  assert_non_null (
      strstr (write.body, "\"deprecatedSource\":{\"component\":\"mine\"}}"));
  check (&scene, &event, NOON,
         "PATCH /apis/events.k8s.io/v1beta1/namespaces/shop/events/" WEB_NAME
         " {\"series\":{\"count\":2,\"lastObservedTime\":"
         "\"2026-11-22T12:00:00.000000Z\",\"state\":\"Ongoing\"}}");
  end (&scene);
}

#define CORE "/api/v1/namespaces/shop/events"

static void
test_count (void **state)
{
  Scene scene;
  FitEvent event, changed;

  (void) state;
  begin (&scene, FIT_EVENT_API_CORE);
  event = failure (scene.web, "no room");
  changed = failure (scene.newer, "no room");
  check (
      &scene, &event, NOON,
      "POST " CORE " {\"kind\":\"Event\",\"apiVersion\":\"v1\","
      "\"metadata\":{\"name\":\"" WEB_NAME
      "\",\"namespace\":\"shop\"}," REFERENCE (
          "involvedObject", "web",
          "7") ",\"reason\":\"FailedScheduling\",\"message\":\"no room\","
               "\"source\":{\"component\":\"mine\"},\"firstTimestamp\":"
               "\"2026-11-22T12:00:00Z\",\"lastTimestamp\":\"2026-11-22T12:00:00Z\","
               "\"count\":1,\"type\":\"Warning\",\"eventTime\":null,"
               "\"reportingComponent\":\"\",\"reportingInstance\":\"\"}");
  check (&scene, &event, NOON + SECOND,
         "PATCH " CORE "/" WEB_NAME " {\"count\":2,\"lastTimestamp\":"
         "\"2026-11-22T12:00:01Z\",\"message\":\"no room\"}");
  check (&scene, &changed, NOON + 2 * SECOND,
         "PATCH " CORE "/" WEB_NAME " {\"count\":3,\"lastTimestamp\":"
         "\"2026-11-22T12:00:02Z\",\"message\":\"no room\"}");
  fit_event_log_lose (scene.log, CORE "/" WEB_NAME);
  check_sweep (&scene, NOON + 30 * MINUTE, "");
  end (&scene);
}

/* Nine different messages are written as they are, the others together. */
static void
test_combined (void **state)
{
  Scene scene;
  FitEvent event;

  (void) state;
  begin (&scene, FIT_EVENT_API_CORE);
  for (guint i = 1; i <= 11; i++)
    {
      g_autofree char *note = g_strdup_printf ("message %u", i);
      g_auto (FitEventWrite) write = { 0 };
      g_autofree char *expected = g_strdup_printf (
          "\"message\":\"%s%s\"",
          i >= 10 ? "(combined from similar events): " : "", note);

      event = failure (scene.web, note);
      assert_true (
          fit_event_log_add (scene.log, &event, NOON + i * SECOND, &write));
      assert_string_equal (write.method, i == 11 ? "PATCH" : "POST");
      assert_non_null (strstr (write.body, expected));
    }
  /* The first ones still count on their own. */
  event = failure (scene.web, "message 1");
  check (&scene, &event, NOON + 12 * SECOND,
         "PATCH " CORE "/web.18ea5c38eb874a00 {\"count\":2,\"lastTimestamp\":"
         "\"2026-11-22T12:00:12Z\",\"message\":\"message 1\"}");
  end (&scene);
}

/* A pod gets 25 events at once, then one in five minutes; others get theirs. */
static void
test_flood (void **state)
{
  Scene scene;
  FitEvent event, other;
  guint n = 0;

  (void) state;
  begin (&scene, FIT_EVENT_API_CORE);
  event = failure (scene.web, "no room");
  other = failure (scene.other, "no room");
  for (guint i = 0; i < 100; i++)
    {
      g_auto (FitEventWrite) write = { 0 };

      n += fit_event_log_add (scene.log, &event, NOON, &write) ? 1 : 0;
    }
  assert_int_equal (n, 25);
  check (&scene, &event, NOON + 4 * MINUTE, "");
  check (&scene, &event, NOON + 5 * MINUTE,
         "PATCH " CORE "/" WEB_NAME " {\"count\":102,\"lastTimestamp\":"
         "\"2026-11-22T12:05:00Z\",\"message\":\"no room\"}");
  n = 0;
  {
    g_auto (FitEventWrite) write = { 0 };

    assert_true (fit_event_log_add (scene.log, &other, NOON, &write));
  }
  end (&scene);
}

/* A note of any length is accepted by the server, in whole characters. */
static void
test_long_note (void **state)
{
  Scene scene;
  FitEvent event;
  g_autoptr (GString) note = g_string_new ("x");
  g_auto (FitEventWrite) write = { 0 };
  const char *found;

  (void) state;
  for (guint i = 0; i < 600; i++)
    g_string_append (note, "\xc3\xa9");
  begin (&scene, FIT_EVENT_API_V1);
  event = failure (scene.web, note->str);
  assert_true (fit_event_log_add (scene.log, &event, NOON, &write));
  assert_true (g_utf8_validate (write.body, -1, NULL));
  found = strstr (write.body, "\"note\":\"");
  assert_non_null (found);
  assert_int_equal (strcspn (found + strlen ("\"note\":\""), "\""), 1023);
  assert_non_null (strstr (write.body, "\xc3\xa9 ...\""));
  end (&scene);
}

/* What is just not too long stays whole. */
static void
test_longest_note (void **state)
{
  (void) state;
  for (guint more = 0; more < 2; more++)
    {
      Scene scene;
      FitEvent event;
      g_auto (FitEventWrite) write = { 0 };
      g_autofree char *note = g_strnfill (1024 + more, 'x');
      g_autofree char *expected = g_strdup_printf (
          "\"note\":\"%.*s%s\"", more ? 1020 : 1024, note, more ? " ..." : "");

      begin (&scene, FIT_EVENT_API_V1);
      event = failure (scene.web, note);
      assert_true (fit_event_log_add (scene.log, &event, NOON, &write));
      assert_non_null (strstr (write.body, expected));
      end (&scene);
    }
}

/* Is @event written as a new one ('P'), as a repeated one ('R'), or not at all ('-')? */
static char
fate (Scene *scene, const FitEvent *event, gint64 now)
{
  g_auto (FitEventWrite) write = { 0 };

  if (!fit_event_log_add (scene->log, event, now, &write))
    return '-';
  return strcmp (write.method, "POST") == 0 ? 'P' : 'R';
}

/* @event is written with this message. */
static void
check_message (Scene *scene, const FitEvent *event, gint64 now,
               const char *message)
{
  g_auto (FitEventWrite) write = { 0 };
  g_autofree char *expected = g_strdup_printf ("\"message\":\"%s\"", message);

  assert_true (fit_event_log_add (scene->log, event, now, &write));
  assert_non_null (strstr (write.body, expected));
}

/* Messages are combined until their reason has been silent for more than ten minutes. */
static void
test_combined_for_ten_minutes (void **state)
{
  (void) state;
  for (guint more = 0; more < 2; more++)
    {
      Scene scene;
      FitEvent tenth, other;

      begin (&scene, FIT_EVENT_API_CORE);
      for (guint i = 1; i <= 9; i++)
        {
          g_autofree char *note = g_strdup_printf ("message %u", i);
          const FitEvent event = failure (scene.web, note);

          assert_int_equal (fate (&scene, &event, NOON), 'P');
        }
      /* Another reason and another type are counted on their own. */
      tenth = failure (scene.web, "message 10");
      other = tenth;
      other.reason = "Other";
      check_message (&scene, &other, NOON, "message 10");
      other = tenth;
      other.warning = FALSE;
      check_message (&scene, &other, NOON, "message 10");
      check_message (&scene, &tenth, NOON + 600 * SECOND + more,
                     more ? "message 10"
                          : "(combined from similar events): message 10");
      end (&scene);
    }
}

/* However long a pod was silent, it gets no more than 25 at once. */
static void
test_flood_after_silence (void **state)
{
  Scene scene;
  FitEvent event;
  guint n = 0;

  (void) state;
  begin (&scene, FIT_EVENT_API_CORE);
  event = failure (scene.web, "no room");
  assert_int_equal (fate (&scene, &event, NOON), 'P');
  for (guint i = 0; i < 30; i++)
    n += fate (&scene, &event, NOON + 24 * 60 * MINUTE) == 'R' ? 1 : 0;
  assert_int_equal (n, 25);
  /* Parts of five minutes add up. */
  assert_int_equal (fate (&scene, &event, NOON + 24 * 60 * MINUTE + 2 * MINUTE),
                    '-');
  assert_int_equal (
      fate (&scene, &event, NOON + 24 * 60 * MINUTE + 5 * MINUTE - 1), '-');
  assert_int_equal (
      fate (&scene, &event, NOON + 24 * 60 * MINUTE + 5 * MINUTE + SECOND),
      'R');
  end (&scene);
}

/* An event that the server has lost is written as a new one, the others are not. */
static void
test_lost (void **state)
{
  Scene scene;
  FitEvent event, other, related;

  (void) state;
  begin (&scene, FIT_EVENT_API_CORE);
  event = failure (scene.web, "no room");
  other = failure (scene.other, "no room");
  related = event;
  related.related = scene.other; /* so another scheduler reports it */
  assert_int_equal (fate (&scene, &event, NOON), 'P');
  assert_int_equal (fate (&scene, &other, NOON), 'P');
  assert_int_equal (fate (&scene, &related, NOON + SECOND), 'P');
  fit_event_log_lose (scene.log, CORE "/" WEB_NAME);
  assert_int_equal (fate (&scene, &other, NOON), 'R');
  assert_int_equal (fate (&scene, &related, NOON), 'R');
  assert_int_equal (fate (&scene, &event, NOON), 'P');
  end (&scene);

  begin (&scene, FIT_EVENT_API_V1);
  event = failure (scene.web, "no room");
  other = failure (scene.other, "no room");
  assert_int_equal (fate (&scene, &event, NOON), 'P');
  assert_int_equal (fate (&scene, &other, NOON), 'P');
  fit_event_log_lose (scene.log, V1 "/" WEB_NAME);
  assert_int_equal (fate (&scene, &other, NOON), 'R');
  assert_int_equal (fate (&scene, &event, NOON), 'P');
  end (&scene);
}

/* What makes events of events.k8s.io the same. */
static void
test_what_a_series_is (void **state)
{
  Scene scene;
  FitEvent event, changed;

  (void) state;
  begin (&scene, FIT_EVENT_API_V1);
  event = failure (scene.web, "no room");
  assert_int_equal (fate (&scene, &event, NOON), 'P');
  changed = event;
  changed.action = "Preempting";
  assert_int_equal (fate (&scene, &changed, NOON), 'P');
  changed = event;
  changed.reason = "Preempted";
  assert_int_equal (fate (&scene, &changed, NOON), 'P');
  changed = event;
  changed.related = scene.web;
  assert_int_equal (fate (&scene, &changed, NOON), 'P');
  changed.related = scene.newer;
  assert_int_equal (fate (&scene, &changed, NOON), 'P');
  changed = event;
  changed.note = "still no room";
  changed.warning = FALSE;
  assert_int_equal (fate (&scene, &changed, NOON), 'R');
  end (&scene);
}

/* A series is over six minutes after its last event, and written again half an
 * hour after it was written. */
static void
test_sweeps (void **state)
{
  Scene scene;
  FitEvent event;

  (void) state;
  begin (&scene, FIT_EVENT_API_V1);
  event = failure (scene.web, "no room");
  ignore (&scene, &event, NOON);
  ignore (&scene, &event, NOON + SECOND);
  check_sweep (&scene, NOON + 6 * MINUTE + SECOND - 1, "");
  for (gint64 i = 6; i <= 30; i++)
    check (&scene, &event, NOON + i * MINUTE, "");
  check_sweep (&scene, NOON + 30 * MINUTE + SECOND - 1, "");
  check_sweep (&scene, NOON + 30 * MINUTE + SECOND,
               SERIES ("27", "30:00") "\n");
  end (&scene);
}

/* Times have whole microseconds. */
static void
test_short_series (void **state)
{
  static const char expected[]
      = "PATCH " V1 "/" WEB_NAME
        " {\"series\":{\"count\":2,\"lastObservedTime\":"
        "\"2026-11-22T12:00:00.999999Z\"}}\n";
  Scene scene;
  FitEvent event;

  (void) state;
  begin (&scene, FIT_EVENT_API_V1);
  event = failure (scene.web, "no room");
  ignore (&scene, &event, NOON);
  ignore (&scene, &event, NOON + SECOND - 1);
  check_sweep (&scene, NOON + 6 * MINUTE + SECOND - 1, expected);
  check_sweep (&scene, NOON + 12 * MINUTE + SECOND, "");
  end (&scene);
}

/* What is not repeated within six minutes is forgotten in silence. */
static void
test_no_series (void **state)
{
  (void) state;
  for (guint more = 0; more < 2; more++)
    {
      Scene scene;
      FitEvent event;

      begin (&scene, FIT_EVENT_API_V1);
      event = failure (scene.web, "no room");
      ignore (&scene, &event, NOON);
      check_sweep (&scene, NOON + 6 * MINUTE - 1 + more, "");
      assert_int_equal (fate (&scene, &event, NOON + 6 * MINUTE),
                        more ? 'P' : 'R');
      end (&scene);
    }
}

/* Of a pod, 101 different core events are remembered. */
static void
test_many_events_of_a_pod (void **state)
{
  (void) state;
  for (guint more = 0; more < 2; more++)
    {
      Scene scene;
      FitEvent event;
      gint64 now = NOON;

      begin (&scene, FIT_EVENT_API_CORE);
      event = failure (scene.web, "no room");
      for (guint i = 0; i < 100 + more; i++)
        {
          g_autofree char *reason = g_strdup_printf ("Reason%u", i);

          event.reason = reason;
          assert_int_equal (fate (&scene, &event, now), 'P');
          now += 5 * MINUTE;
        }
      event.reason = "Reason0";
      assert_int_equal (fate (&scene, &event, now), more ? 'P' : 'R');
      end (&scene);
    }
}

/* The 4096 pods with the latest core events are remembered. */
static void
test_many_pods (void **state)
{
  Scene scene;
  FitEvent event;

  (void) state;
  begin (&scene, FIT_EVENT_API_CORE);
  for (guint i = 0; i < 4096 + 2; i++)
    {
      g_autofree char *uid = g_strdup_printf ("uid-%u", i);
      FitPod pod = *scene.web;

      pod.meta.uid = uid;
      event = failure (&pod, "no room");
      assert_int_equal (fate (&scene, &event, NOON), 'P');
      if (i == 4095)
        { /* The first one is the latest again. */
          pod.meta.uid = "uid-0";
          assert_int_equal (fate (&scene, &event, NOON), 'R');
        }
    }
  for (guint i = 0; i < 4; i++)
    { /* All but two are left: uid-1 and uid-2.  Asking for one drops another. */
      static const struct
      {
        const char *uid;
        char fate;
      } rows[] = {
        { "uid-0", 'R' }, { "uid-3", 'R' }, { "uid-2", 'P' }, { "uid-1", 'P' }
      };
      FitPod pod = *scene.web;

      pod.meta.uid = (char *) rows[i].uid;
      event = failure (&pod, "no room");
      assert_int_equal (fate (&scene, &event, NOON), rows[i].fate);
    }
  end (&scene);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_new),
    cmocka_unit_test (test_series),
    cmocka_unit_test (test_long_series),
    cmocka_unit_test (test_older_server),
    cmocka_unit_test (test_count),
    cmocka_unit_test (test_combined),
    cmocka_unit_test (test_flood),
    cmocka_unit_test (test_long_note),
    cmocka_unit_test (test_longest_note),
    cmocka_unit_test (test_scheduled),
    cmocka_unit_test (test_combined_for_ten_minutes),
    cmocka_unit_test (test_flood_after_silence),
    cmocka_unit_test (test_lost),
    cmocka_unit_test (test_what_a_series_is),
    cmocka_unit_test (test_sweeps),
    cmocka_unit_test (test_no_series),
    cmocka_unit_test (test_short_series),
    cmocka_unit_test (test_many_events_of_a_pod),
    cmocka_unit_test (test_many_pods),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
