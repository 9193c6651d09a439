/* test-fields.c - which fields a file may have in which version, which release
 * knows them, there and in memory, and what they are if they are absent
 *
 * data/fields.txt has a line for each; FIT_TEST_UPDATE=1 writes it anew.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

#include "config/args-table.h"
#include "config/file-table.h"
#include "tests/support/golden.h"

/* Appends the versions where it is, with the releases unless it is in all of
 * them that read the version. */
static void
append_span (GString *out, const FitConfigSpan *span)
{
  guint n, n_versions = 0, n_whole = 0;
  const FitReleaseName *releases = fit_releases (&n);
  const gsize begin = out->len;

  for (guint v = FIT_CONFIG_V1ALPHA1; v < FIT_CONFIG_VERSION_LAST; v++)
    {
      const char *first = NULL, *last = NULL;
      guint n_read = 0, n_in = 0;

      for (guint i = 0; i < n; i++)
        if (fit_config_version_is_read_by (v, releases[i].release))
          {
            n_read++;
            if (!fit_config_span_has (span, v, releases[i].release))
              continue;
            n_in++;
            first = first != NULL ? first : releases[i].name;
            last = releases[i].name;
          }
      n_versions++;
      n_whole += n_in == n_read;
      if (n_in == 0)
        continue;
      g_string_append_printf (out, " %s", fit_config_version_name (v));
      if (n_in < n_read)
        g_string_append_printf (out, "(%u of %u, %s..%s)", n_in, n_read, first,
                                last);
    }
  if (n_whole == n_versions)
    {
      g_string_truncate (out, begin);
      g_string_append (out, " always");
    }
}

static const char *const types[FIT_CONFIG_TYPE_LAST] = {
  [FIT_CONFIG_STRING] = "string",
  [FIT_CONFIG_BOOL] = "bool",
  [FIT_CONFIG_INT32] = "int32",
  [FIT_CONFIG_LOW_INT32] = "low int32",
  [FIT_CONFIG_WIDE_INT32] = "wide int32",
  [FIT_CONFIG_INT64] = "int64",
  [FIT_CONFIG_MAYBE_INT32] = "int32 or none",
  [FIT_CONFIG_NUMBER] = "number",
  [FIT_CONFIG_DURATION] = "duration",
  [FIT_CONFIG_NANOSECONDS] = "nanoseconds",
  [FIT_CONFIG_BASE64] = "base64",
  [FIT_CONFIG_STRINGS] = "strings",
  [FIT_CONFIG_OBJECT] = "object",
  [FIT_CONFIG_PART] = "part",
  [FIT_CONFIG_POINTER] = "object or none",
  [FIT_CONFIG_LIST] = "list",
  [FIT_CONFIG_POINTERS] = "pointers",
  [FIT_CONFIG_RAW] = "any",
};

/* Appends what rows say of the struct in memory beyond their names and @span. */
static void
append_memory (GString *out, const FitConfigField *field)
{
  const FitSpan *memory = &field->memory;

  if (field->go_name != NULL)
    g_string_append_printf (out, ", in memory %s", field->go_name);
  if (memory->since != 0 || memory->before != 0)
    g_string_append (out, ", in memory");
  if (memory->since != 0)
    g_string_append_printf (out, " from 1.%u", memory->since / 100);
  if (memory->before != 0)
    g_string_append_printf (out, " before 1.%u", memory->before / 100);
  if (field->order != 0)
    g_string_append_printf (out, ", %s there",
                            field->order < 0 ? "first" : "last");
}

/* @told: table -> the path where its fields are */
static void
append_table (GString *out, const char *path, const FitConfigTable *table,
              GHashTable *told)
{
  for (guint i = 0; i < table->n_rows; i++)
    {
      const FitConfigField *field = &table->rows[i];
      g_autofree char *name = g_strconcat (
          path, field->name, field->type == FIT_CONFIG_LIST ? "[]" : "", NULL);
      const char *known = field->table != NULL
                              ? g_hash_table_lookup (told, field->table)
                              : NULL;

      g_string_append_printf (out, "%s: %s", name, types[field->type]);
      if (known != NULL)
        g_string_append_printf (out, " like %s", known);
      if (field->fallback != NULL)
        g_string_append_printf (out, ", else %s", field->fallback);
      g_string_append_c (out, ',');
      append_span (out, &field->span);
      append_memory (out, field);
      g_string_append_c (out, '\n');
      if (field->table != NULL && known == NULL)
        {
          g_autofree char *below = g_strconcat (name, ".", NULL);

          g_hash_table_insert (told, (gpointer) field->table, g_strdup (name));
          append_table (out, below, field->table, told);
        }
    }
}

/* The plugins that take arguments. */
static void
append_args (GString *out, GHashTable *told)
{
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  for (guint r = 0; fit_rules[r] != NULL; r++)
    {
      const FitArgsRow *row = NULL;
      g_autofree char *below = g_strconcat (fit_rules[r]->name, ".", NULL);

      for (guint i = 0; i < n && row == NULL; i++)
        for (guint v = FIT_CONFIG_V1ALPHA1;
             v < FIT_CONFIG_VERSION_LAST && row == NULL; v++)
          if (fit_config_version_is_read_by (v, releases[i].release))
            row = fit_args_row (fit_rules[r]->name, v, releases[i].release);
      if (row == NULL)
        continue;
      g_string_append_printf (out, "%s:%s", fit_rules[r]->name,
                              row->when_made ? " checked when it is made,"
                                             : "");
      append_span (out, &row->span);
      g_string_append_c (out, '\n');
      append_table (out, below, row->table, told);
    }
}

static void
test_fields (void **state)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GHashTable) told
      = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  (void) state;
  append_table (text, "", &fit_config_file_table, told);
  append_args (text, told);
  assert_golden ("config/data/fields.txt", text);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_fields),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
