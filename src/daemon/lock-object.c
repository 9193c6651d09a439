/* lock-object.c - the objects that serve as locks, and the records in them
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/lock-object.h"

#include <string.h>

#include "api/times.h"
#include "formats/value-edit.h"
#include "formats/value-json.h"

#define ANNOTATION "control-plane.alpha.kubernetes.io/leader"
#define NS_PER_US G_GINT64_CONSTANT (1000)

static const FitLockKindInfo infos[] = {
  [FIT_LOCK_LEASE] = { "leases", "Lease", "coordination.k8s.io/v1",
                       "/apis/coordination.k8s.io/v1", FALSE },
  [FIT_LOCK_ENDPOINTS] = { "endpoints", "Endpoints", "v1", "/api/v1", TRUE },
  [FIT_LOCK_CONFIG_MAP] = { "configmaps", "ConfigMap", "v1", "/api/v1", TRUE },
};
G_STATIC_ASSERT (G_N_ELEMENTS (infos) == FIT_LOCK_KIND_LAST);
G_STATIC_ASSERT (FIT_LOCK_KIND_LAST == FIT_ELECTION_MOST_LOCKS);

/* Each has all kinds, first those that count. */
static const struct
{
  const char *name;
  guint n;
  FitLockKind kinds[FIT_LOCK_KIND_LAST];
} names[] = {
  { "leases", 1, { FIT_LOCK_LEASE, FIT_LOCK_ENDPOINTS, FIT_LOCK_CONFIG_MAP } },
  { "endpoints",
    1,
    { FIT_LOCK_ENDPOINTS, FIT_LOCK_LEASE, FIT_LOCK_CONFIG_MAP } },
  { "configmaps",
    1,
    { FIT_LOCK_CONFIG_MAP, FIT_LOCK_LEASE, FIT_LOCK_ENDPOINTS } },
  { "endpointsleases",
    2,
    { FIT_LOCK_ENDPOINTS, FIT_LOCK_LEASE, FIT_LOCK_CONFIG_MAP } },
  { "configmapsleases",
    2,
    { FIT_LOCK_CONFIG_MAP, FIT_LOCK_LEASE, FIT_LOCK_ENDPOINTS } },
};

const FitLockKindInfo *
fit_lock_kind_info (FitLockKind kind)
{
  return &infos[kind];
}

guint
fit_lock_kinds (const char *name, FitLockKind out_kinds[FIT_LOCK_KIND_LAST])
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].name, name) == 0)
      {
        memcpy (out_kinds, names[i].kinds, sizeof names[i].kinds);
        return names[i].n;
      }
  return 0;
}

/* -- reading --------------------------------------------------------------- */

static gint64
number_of (const FitValue *map, const char *key)
{
  const FitValue *value = fit_value_get (map, key);

  return value != NULL && value->type == FIT_VALUE_NUMBER
             ? g_ascii_strtoll (value->text, NULL, 10)
             : 0;
}

static gint64
time_of (const FitValue *map, const char *key)
{
  const char *text = fit_value_get_string (map, key);
  gint64 ns = 0;

  return text != NULL && fit_time_parse (text, &ns) ? ns / NS_PER_US : 0;
}

gboolean
fit_lock_object_read (FitLockKind kind, const FitValue *object, FitArena *arena,
                      FitLockRecord *out_record, char **out_raw, GError **error)
{
  const FitLockKindInfo *info = &infos[kind];
  const FitValue *metadata = fit_value_get (object, "metadata");
  const char *version = fit_value_get_string (metadata, "resourceVersion");
  const char *annotation = fit_value_get_string (
      fit_value_get (metadata, "annotations"), ANNOTATION);
  const FitValue *record = NULL, *holder;
  char *raw;

  if (!info->in_annotation)
    record = fit_value_get (object, "spec");
  else if (annotation != NULL && *annotation != '\0')
    {
      record = fit_json_parse (arena, annotation, strlen (annotation), NULL,
                               NULL, error);
      if (record == NULL)
        return fit_blame (error, "annotation " ANNOTATION ": ");
    }
  /* An answer that is not a lock must not be mistaken for a free lock:
   * overwriting it would give the lock a second holder. */
  if (version == NULL || *version == '\0'
      || g_strcmp0 (fit_value_get_string (object, "kind"), info->kind) != 0)
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "found something else, expected a %s with a "
                     "resourceVersion",
                     info->kind);
  if (record != NULL && record->type != FIT_VALUE_NULL
      && record->type != FIT_VALUE_MAP)
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "the record of its holder: found %s, expected an object",
                     fit_value_type_text (record->type));
  holder = fit_value_get (record, "holderIdentity");
  if (holder != NULL && holder->type != FIT_VALUE_NULL
      && holder->type != FIT_VALUE_STRING)
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "holderIdentity: found %s, expected a string",
                     fit_value_type_text (holder->type));
  raw = record != NULL ? fit_value_to_json (record, NULL, error)
                       : g_strdup ("");
  if (raw == NULL)
    return FALSE;
  *out_raw = raw;
  *out_record = (FitLockRecord){
    .holder
    = holder != NULL && holder->type == FIT_VALUE_STRING ? holder->text : "",
    .lease_seconds = number_of (record, "leaseDurationSeconds"),
    .transitions = number_of (record, info->in_annotation ? "leaderTransitions"
                                                          : "leaseTransitions"),
    .acquired_us = time_of (record, "acquireTime"),
  };
  return TRUE;
}

/* -- writing --------------------------------------------------------------- */

static FitValue
copied_text (FitArena *arena, const char *text)
{
  return fit_value_of_text (fit_arena_strndup (arena, text, strlen (text)));
}

/* A Lease has microseconds, always six digits; records in annotations have
 * whole seconds. */
static FitValue
time_value (FitArena *arena, gint64 us, gboolean in_seconds)
{
  g_autofree char *text = in_seconds ? fit_time_format (us * NS_PER_US)
                                     : fit_time_format_micro (us * NS_PER_US);

  return copied_text (arena, text);
}

static FitValue
number_value (FitArena *arena, gint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  FitValue value = copied_text (arena, text);

  value.type = FIT_VALUE_NUMBER;
  return value;
}

/* @old (nullable) with the fields of @record. */
static FitValue
record_value (FitArena *arena, FitLockKind kind, const FitValue *old,
              const FitLockRecord *record, gint64 now_us)
{
  const gboolean seconds = infos[kind].in_annotation;
  const FitValue holder = fit_value_of_text (record->holder);
  const FitValue lease = number_value (arena, record->lease_seconds);
  const FitValue acquired = time_value (
      arena, record->acquired_us > 0 ? record->acquired_us : now_us, seconds);
  const FitValue renewed = time_value (arena, now_us, seconds);
  const FitValue transitions = number_value (arena, record->transitions);
  FitValue value = fit_value_with (arena, old, "holderIdentity", &holder);

  value = fit_value_with (arena, &value, "leaseDurationSeconds", &lease);
  value = fit_value_with (arena, &value, "acquireTime", &acquired);
  value = fit_value_with (arena, &value, "renewTime", &renewed);
  return fit_value_with (arena, &value,
                         seconds ? "leaderTransitions" : "leaseTransitions",
                         &transitions);
}

char *
fit_lock_object_write (FitLockKind kind, const FitValue *old,
                       const char *namespace_, const char *name,
                       const FitLockRecord *record, gint64 now_us)
{
  const FitLockKindInfo *info = &infos[kind];
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autofree char *text = NULL;
  FitValue object, metadata, value;

  if (old != NULL)
    object = *old;
  else
    {
      metadata = fit_value_with_text (arena, NULL, "name", name);
      metadata
          = fit_value_with_text (arena, &metadata, "namespace", namespace_);
      object = fit_value_with_text (arena, NULL, "kind", info->kind);
      object = fit_value_with_text (arena, &object, "apiVersion",
                                    info->api_version);
      object = fit_value_with (arena, &object, "metadata", &metadata);
    }
  if (!info->in_annotation)
    {
      value = record_value (arena, kind, fit_value_get (&object, "spec"),
                            record, now_us);
      object = fit_value_with (arena, &object, "spec", &value);
    }
  else
    {
      const FitValue *kept = fit_value_get (&object, "metadata");

      value = record_value (arena, kind, NULL, record, now_us);
      text = fit_value_to_json (&value, NULL, NULL);
      value = fit_value_with_text (arena, fit_value_get (kept, "annotations"),
                                   ANNOTATION, text);
      metadata = fit_value_with (arena, kept, "annotations", &value);
      object = fit_value_with (arena, &object, "metadata", &metadata);
    }
  return fit_value_to_json (&object, NULL, NULL);
}
