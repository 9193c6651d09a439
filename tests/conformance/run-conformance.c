/* run-conformance.c - runs every case found under the directories given
 *
 * A case is a JSON file with `expected`, or one that is a default profile
 * itself; others are passed over.  Its kind is `kind`, or else follows from what
 * else it has.  A file with `cases` holds many.  Prints each failing case
 * with its first difference, then "N passed, N failed, N skipped"; exits with 0
 * only when nothing failed.  With --tap it prints a TAP line for each case
 * instead, and the plan at the end.
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include <string.h>

/* Of one kind and release. */
typedef struct
{
  guint passed;
  guint failed;
} Group;

typedef struct
{
  gboolean tap;
  GTree *groups; /* (nullable) owned: "KIND RELEASE" -> Group */
  guint passed;
  guint failed;
  guint skipped;
} Tally;

static gboolean
has_member (const ConformanceCase *c, const char *name)
{
  return json_object_object_get_ex (c->json, name, NULL);
}

/* Returns: (nullable): NULL: it is no case */
static const char *
kind_of (const ConformanceCase *c)
{
  if (has_member (c, "kind") && has_member (c, "expected"))
    return json_object_get_string (json_object_object_get (c->json, "kind"));
  if (has_member (c, "expected")
      && (has_member (c, "policy") || has_member (c, "policyText")
          || has_member (c, "provider")))
    return "migration";
  if (has_member (c, "apiVersion") && has_member (c, "kubernetes")
      && has_member (c, "plugins"))
    return "defaults";
  return NULL;
}

/* A default profile is named by its file, and one of many cases by its own. */
static char *
name_of (const ConformanceCase *c)
{
  if (has_member (c, "file"))
    return g_strdup (
        json_object_get_string (json_object_object_get (c->json, "file")));
  return has_member (c, "name") ? g_strdup (
             json_object_get_string (json_object_object_get (c->json, "name")))
                                : g_path_get_basename (c->path);
}

static void
count (const ConformanceCase *c, const char *kind, gboolean failed,
       GTree *groups)
{
  char *key
      = g_strdup_printf ("%-11s %s", kind, c->release + (*c->release == 'v'));
  Group *group = g_tree_lookup (groups, key);

  if (group == NULL)
    {
      group = g_new0 (Group, 1);
      g_tree_insert (groups, key, group);
    }
  else
    g_free (key);
  group->passed += !failed;
  group->failed += failed;
}

static gint
compare_groups (gconstpointer a, gconstpointer b, gpointer data)
{
  (void) data;
  return strcmp (a, b);
}

static gboolean
print_group (gpointer key, gpointer value, gpointer data)
{
  const Group *group = value;

  (void) data;
  g_print ("%-23s %4u passed, %u failed\n", (const char *) key, group->passed,
           group->failed);
  return FALSE;
}

static void
report (const ConformanceCase *c, const char *kind, const char *difference,
        Tally *tally)
{
  g_autofree char *name = name_of (c);

  if (tally->groups != NULL)
    count (c, kind, difference != NULL, tally->groups);
  if (difference)
    tally->failed++;
  else
    tally->passed++;
  if (tally->tap)
    g_print ("%sok %u - %s\n", difference ? "not " : "",
             tally->passed + tally->failed, name);
  if (difference)
    g_print ("%s%s: %s\n%s  %s\n", tally->tap ? "# " : "FAIL ", c->path, name,
             tally->tap ? "#" : "", difference);
}

static void
run_case (ConformanceCase *c, const char *kind, Tally *tally)
{
  json_object *expected = json_object_object_get (c->json, "expected");
  json_object *actual;
  g_autofree char *difference = NULL;
  g_autofree char *problem = NULL;

  c->problem = &problem;
  actual = conformance_run (c, kind);
  if (!actual)
    {
      tally->skipped++;
      return;
    }
  difference = first_difference (expected ? expected : c->json, actual,
                                 expected ? "expected" : "");
  json_object_put (actual);
  report (c, kind, problem ? problem : difference, tally);
}

/* What cannot be opened is no case, and a failure nevertheless. */
static void
unreadable (const GError *error, Tally *tally)
{
  g_printerr ("%s\n", error->message);
  tally->failed++;
}

/* Runs the cases of a file that holds many: of configurations, for now. */
static void
run_cases (const ConformanceCase *file, Tally *tally)
{
  json_object *cases = json_object_object_get (file->json, "cases");

  for (gsize i = 0; i < json_object_array_length (cases); i++)
    {
      ConformanceCase c = *file;

      c.json = json_object_array_get_idx (cases, i);
      run_case (&c, "config", tally);
    }
}

/* The release whose code gave the expected values: cases of 1.16 do not say. */
static const char *
release_of (const ConformanceCase *c)
{
  return has_member (c, "kubernetes") ? json_object_get_string (
             json_object_object_get (c->json, "kubernetes"))
                                      : "1.16";
}

static void
run_file (const char *path, Tally *tally)
{
  ConformanceCase c = { .path = path };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const char *kind;
  gsize len;

  if (!g_file_get_contents (path, &text, &len, &error))
    {
      unreadable (error, tally);
      return;
    }
  c.json = json_tokener_parse (text);
  kind = json_object_is_type (c.json, json_type_object) ? kind_of (&c) : NULL;
  c.release = release_of (&c);
  if (kind == NULL && has_member (&c, "cases"))
    run_cases (&c, tally);
  else if (kind)
    {
      c.arena = fit_arena_new ();
      c.value = fit_json_parse (c.arena, text, len, NULL, NULL, &error);
      if (c.value)
        run_case (&c, kind, tally);
      else
        report (&c, kind, error->message, tally);
      fit_arena_free (c.arena);
    }
  json_object_put (c.json);
}

static gint
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
run_path (const char *path, Tally *tally)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  GDir *dir;
  const char *name;

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      if (g_str_has_suffix (path, ".json"))
        run_file (path, tally);
      return;
    }
  dir = g_dir_open (path, 0, &error);
  if (!dir)
    {
      unreadable (error, tally);
      return;
    }
  while ((name = g_dir_read_name (dir)))
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_dir_close (dir);
  g_ptr_array_sort (names, compare_strings);
  for (guint i = 0; i < names->len; i++)
    run_path (names->pdata[i], tally);
}

int
main (int argc, char **argv)
{
  Tally tally = { 0 };

  int first = 1;

  if (argc > 1 && strcmp (argv[1], "--tap") == 0)
    {
      tally.tap = TRUE;
      first++;
    }
  else if (argc > 1 && strcmp (argv[1], "--counts") == 0)
    {
      tally.groups = g_tree_new_full (compare_groups, NULL, g_free, g_free);
      first++;
    }
  if (argc <= first)
    {
      g_printerr ("usage: run-conformance [--tap | --counts] DIR...\n");
      return 2;
    }
  for (int i = first; i < argc; i++)
    run_path (argv[i], &tally);
  if (tally.groups != NULL)
    {
      g_tree_foreach (tally.groups, print_group, NULL);
      g_tree_unref (tally.groups);
    }
  if (tally.tap)
    g_print ("1..%u\n", tally.passed + tally.failed);
  else
    g_print ("%u passed, %u failed, %u skipped\n", tally.passed, tally.failed,
             tally.skipped);
  return tally.failed ? 1 : 0;
}
