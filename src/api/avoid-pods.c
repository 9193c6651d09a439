/* avoid-pods.c - scheduler.alpha.kubernetes.io/preferAvoidPods
 *
 * The annotation is JSON in a string, and v1.16 uses a different decoder for it
 * than for objects.  Field names are case-insensitive, a repeated object is
 * decoded on top of the earlier one, and a wrong type anywhere invalidates the
 * whole annotation.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/avoid-pods.h"
#include "api/times.h"
#include "formats/value.h"

#include <string.h>

typedef struct
{
  gboolean present; /* podController is present */
  const char *kind;
  const char *uid;
} Entry;

typedef enum
{
  ROW_STRING,  /* stored at the offset */
  ROW_IGNORED, /* a string that is not needed */
  ROW_BOOL,
  ROW_TIME,
  ROW_OBJECT,
  ROW_POINTER, /* an object; null clears what was read before */
} RowType;

typedef struct _Row Row;
struct _Row
{
  const char *name;
  RowType type;
  gsize offset;
  const Row *rows; /* of an object */
  guint n_rows;
};

static const Row controller_rows[] = {
  { "kind", ROW_STRING, G_STRUCT_OFFSET (Entry, kind), NULL, 0 },
  { "uid", ROW_STRING, G_STRUCT_OFFSET (Entry, uid), NULL, 0 },
  { "apiVersion", ROW_IGNORED, 0, NULL, 0 },
  { "name", ROW_IGNORED, 0, NULL, 0 },
  { "controller", ROW_BOOL, 0, NULL, 0 },
  { "blockOwnerDeletion", ROW_BOOL, 0, NULL, 0 },
};
static const Row signature_rows[] = {
  { "podController", ROW_POINTER, 0, controller_rows,
    G_N_ELEMENTS (controller_rows) },
};
static const Row entry_rows[] = {
  { "podSignature", ROW_OBJECT, 0, signature_rows,
    G_N_ELEMENTS (signature_rows) },
  { "evictionTime", ROW_TIME, 0, NULL, 0 },
  { "reason", ROW_IGNORED, 0, NULL, 0 },
  { "message", ROW_IGNORED, 0, NULL, 0 },
};

static gboolean
is_named (const FitMember *member, const char *name)
{
  return strlen (name) == member->key_len
         && g_ascii_strcasecmp (name, member->key) == 0;
}

static gboolean
is_time (const FitValue *value)
{
  gint64 time_ns;

  return value->type == FIT_VALUE_STRING
         && fit_time_parse (value->text, &time_ns);
}

static gboolean read_object (const FitValue *value, const Row *rows,
                             guint n_rows, Entry *entry);

static gboolean
read_member (const FitValue *value, const Row *row, Entry *entry)
{
  if (value->type == FIT_VALUE_NULL)
    {
      if (row->type == ROW_POINTER)
        *entry = (Entry){ 0 };
      return TRUE;
    }
  switch (row->type)
    {
    case ROW_STRING:
      G_STRUCT_MEMBER (const char *, entry, row->offset) = value->text;
      return value->type == FIT_VALUE_STRING;
    case ROW_IGNORED:
      return value->type == FIT_VALUE_STRING;
    case ROW_BOOL:
      return value->type == FIT_VALUE_BOOL;
    case ROW_TIME:
      return is_time (value);
    case ROW_POINTER:
      entry->present = TRUE;
      return read_object (value, row->rows, row->n_rows, entry);
    default:
      return read_object (value, row->rows, row->n_rows, entry);
    }
}

/* The recursion is as deep as the tables. */
static gboolean
read_object (const FitValue *value, const Row *rows, guint n_rows, Entry *entry)
{
  if (value->type == FIT_VALUE_NULL)
    return TRUE;
  if (value->type != FIT_VALUE_MAP)
    return FALSE;
  for (guint i = 0; i < value->n; i++)
    for (guint j = 0; j < n_rows; j++)
      if (is_named (&value->members[i], rows[j].name)
          && !read_member (&value->members[i].value, &rows[j], entry))
        return FALSE;
  return TRUE;
}

static gboolean
read_entries (const FitValue *list, GArray *found)
{
  g_array_set_size (found, 0);
  if (list->type == FIT_VALUE_NULL)
    return TRUE;
  if (list->type != FIT_VALUE_LIST)
    return FALSE;
  for (guint i = 0; i < list->n; i++)
    {
      Entry entry = { 0 };
      FitAvoidedController controller;

      if (!read_object (&list->items[i], entry_rows, G_N_ELEMENTS (entry_rows),
                        &entry))
        return FALSE;
      if (entry.present)
        {
          controller.kind = g_strdup (entry.kind != NULL ? entry.kind : "");
          controller.uid = g_strdup (entry.uid != NULL ? entry.uid : "");
          g_array_append_val (found, controller);
        }
    }
  return TRUE;
}

static gboolean
read_annotation (const FitValue *value, GArray *found)
{
  if (value == NULL)
    return FALSE;
  if (value->type == FIT_VALUE_NULL)
    return TRUE;
  if (value->type != FIT_VALUE_MAP)
    return FALSE;
  for (guint i = 0; i < value->n; i++)
    if (is_named (&value->members[i], "preferAvoidPods")
        && !read_entries (&value->members[i].value, found))
      return FALSE;
  return TRUE;
}

static void
clear_controller (gpointer data)
{
  FitAvoidedController *controller = data;

  g_free (controller->kind);
  g_free (controller->uid);
}

guint
fit_avoided_parse (const char *json, FitAvoidedController **out)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GArray) found
      = g_array_new (FALSE, FALSE, sizeof (FitAvoidedController));
  const FitValue *value;
  gsize n = 0;

  g_array_set_clear_func (found, clear_controller);
  value = fit_json_parse (arena, json, strlen (json), NULL, NULL, NULL);
  if (!read_annotation (value, found))
    g_array_set_size (found, 0);
  if (found->len > 0)
    *out = g_array_steal (found, &n);
  return (guint) n;
}
