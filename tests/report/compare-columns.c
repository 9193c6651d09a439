/* compare-columns.c - do columns say what the long form says of each node?
 *
 *   compare-columns LONG COLUMNS
 *
 * Both are files that 'fitsched explain' has written about the same pods: with
 * -o json, and with --detail columns.  Prints each difference.
 * SPDX-License-Identifier: Apache-2.0 */
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include <glib.h>

typedef struct json_object Json;

static guint n_differences, n_nodes;

static Json *
member (Json *object, const char *key)
{
  Json *value = NULL;

  if (!json_object_object_get_ex (object, key, &value))
    {
      printf ("there is no member %s\n", key);
      n_differences++;
    }
  return value;
}

static const char *
text_of (Json *object, const char *key)
{
  return json_object_get_string (member (object, key));
}

/* The place of @number among the numbers of @ranges, or -1. */
static gint
place_in (Json *ranges, gint64 number)
{
  gint64 place = 0;

  for (gsize i = 0; i < json_object_array_length (ranges); i++)
    {
      Json *range = json_object_array_get_idx (ranges, i);
      const gint64 from
          = json_object_get_int64 (json_object_array_get_idx (range, 0));
      const gint64 to
          = json_object_get_int64 (json_object_array_get_idx (range, 1));

      if (number >= from && number <= to)
        return (gint) (place + number - from);
      place += to - from + 1;
    }
  return -1;
}

/* The points of the node at @place of the feasible ones. */
static gint64
points_at (Json *points, gint place)
{
  Json *values = member (points, "values");
  gint64 sum = json_object_get_int64 (member (points, "common"));

  for (gsize i = 0; i < json_object_array_length (values); i++)
    sum += json_object_get_int64 (json_object_array_get_idx (
        json_object_array_get_idx (values, i), (gsize) place));
  return sum;
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
join_sorted (GPtrArray *texts)
{
  g_ptr_array_sort (texts, compare_texts);
  g_ptr_array_add (texts, NULL);
  return g_strjoinv ("; ", (char **) texts->pdata);
}

/* What the long form says against the node: reasons of predicates, and what
 * plugins and extenders said. */
static char *
long_reasons (Json *node)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  Json *failures = member (node, "failures"),
       *rejections = member (node, "rejections");

  for (gsize i = 0; i < json_object_array_length (failures); i++)
    {
      Json *reasons
          = member (json_object_array_get_idx (failures, i), "reasons");

      for (gsize r = 0; r < json_object_array_length (reasons); r++)
        g_ptr_array_add (
            texts, (gpointer) text_of (json_object_array_get_idx (reasons, r),
                                       "message"));
    }
  for (gsize i = 0; i < json_object_array_length (rejections); i++)
    {
      Json *rejection = json_object_array_get_idx (rejections, i);
      const char *message = text_of (rejection, "message");

      g_ptr_array_add (texts, (gpointer) (message != NULL && *message != '\0'
                                              ? message
                                              : text_of (rejection, "name")));
    }
  if (text_of (node, "error") != NULL)
    g_ptr_array_add (texts, (gpointer) text_of (node, "error"));
  return join_sorted (texts);
}

static char *
column_reasons (Json *rejected, gint64 number, Json *dictionary)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  for (gsize i = 0; i < json_object_array_length (rejected); i++)
    {
      Json *set = json_object_array_get_idx (rejected, i);
      Json *reasons = member (set, "reasons");

      for (gsize r = 0; place_in (member (set, "nodes"), number) >= 0
                        && r < json_object_array_length (reasons);
           r++)
        g_ptr_array_add (
            texts,
            (gpointer) json_object_get_string (json_object_array_get_idx (
                dictionary, (gsize) json_object_get_int64 (
                                json_object_array_get_idx (reasons, r)))));
    }
  return join_sorted (texts);
}

static gint64
number_of (Json *names, const char *name)
{
  for (gsize i = 0; i < json_object_array_length (names); i++)
    if (strcmp (json_object_get_string (json_object_array_get_idx (names, i)),
                name)
        == 0)
      return (gint64) i;
  return -1;
}

static void
differ (const char *pod, const char *node, const char *one, const char *other)
{
  printf ("%s on %s: %s / %s\n", pod, node, one, other);
  n_differences++;
}

static void
compare_node (const char *pod, Json *node, Json *item, Json *columns)
{
  const char *name = text_of (node, "name");
  const gint64 number
      = number_of (member (member (columns, "cluster"), "names"), name);
  const gint place = place_in (member (item, "feasible"), number);
  Json *total = member (node, "total");
  g_autofree char *one = long_reasons (node);
  g_autofree char *other
      = column_reasons (member (item, "rejected"), number,
                        member (member (columns, "decisions"), "reasons"));

  n_nodes++;
  if (strcmp (one, other) != 0)
    differ (pod, name, one, other);
  if (total == NULL)
    return;
  if (place < 0)
    differ (pod, name, "it has points", "it does not fit");
  else if (points_at (member (item, "points"), place)
           != json_object_get_int64 (total))
    differ (pod, name, "points", "other points");
}

/* The item of the columns that names the pod of @explanation. */
static Json *
find_item (Json *columns, Json *explanation)
{
  Json *items = member (member (columns, "decisions"), "items");
  g_autofree char *wanted
      = g_strconcat (text_of (explanation, "namespace"), "/",
                     text_of (explanation, "name"), NULL);

  for (gsize i = 0; i < json_object_array_length (items); i++)
    if (number_of (member (json_object_array_get_idx (items, i), "pods"),
                   wanted)
        >= 0)
      return json_object_array_get_idx (items, i);
  differ (wanted, "any node", "explained", "missing");
  return NULL;
}

static void
compare (Json *explanation, Json *columns)
{
  Json *item = find_item (columns, explanation);
  Json *nodes = member (explanation, "nodes");

  for (gsize i = 0; item != NULL && i < json_object_array_length (nodes); i++)
    compare_node (text_of (explanation, "name"),
                  json_object_array_get_idx (nodes, i), item, columns);
}

int
main (int argc, char **argv)
{
  Json *full = argc == 3 ? json_object_from_file (argv[1]) : NULL;
  Json *columns = argc == 3 ? json_object_from_file (argv[2]) : NULL;
  Json *items;

  if (full == NULL || columns == NULL)
    {
      fprintf (stderr, "usage: compare-columns LONG COLUMNS\n");
      return 2;
    }
  items = member (full, "items");
  for (gsize i = 0; i < json_object_array_length (items); i++)
    compare (json_object_array_get_idx (items, i), columns);
  fprintf (stderr, "%u nodes compared\n", n_nodes);
  json_object_put (full);
  json_object_put (columns);
  return n_differences > 0;
}
