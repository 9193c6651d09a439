/* test-growth.c - what a migration takes grows no faster than its source
 *
 * Memory is counted as it is asked for, which is the same in every run.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/migrate/migrate-test.h"

#include <malloc.h>

/* Bytes asked for since the program began; only the tests read it. */
static gsize n_bytes;

/* Sanitizers have their own malloc(): with them nothing is counted, and the
 * test only says that migrations of this size work. */
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) \
    && !defined(__SANITIZE_THREAD__)

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *block, size_t size);

void *
malloc (size_t size)
{
  __atomic_add_fetch (&n_bytes, size, __ATOMIC_RELAXED);
  return __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  __atomic_add_fetch (&n_bytes, n * size, __ATOMIC_RELAXED);
  return __libc_calloc (n, size);
}

void *
realloc (void *block, size_t size)
{
  __atomic_add_fetch (&n_bytes, size, __ATOMIC_RELAXED);
  return __libc_realloc (block, size);
}
#endif

typedef void (*Write) (GString *out, guint n);

static void
write_preferences (GString *out, guint n)
{
  g_string_append (out, POLICY ("priorities:\n"));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (
        out,
        "- {name: Label%u, weight: 1, argument: "
        "{labelPreference: {label: l%u, presence: true}}}\n",
        i, i);
}

static void
write_spreading (GString *out, guint n)
{
  g_string_append (out, POLICY ("priorities:\n"));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out,
                            "- {name: Rack%u, weight: 1, argument: "
                            "{serviceAntiAffinity: {label: l%u}}}\n",
                            i, i);
}

static void
write_predicates (GString *out, guint n)
{
  g_string_append (out, POLICY ("predicates:\n"));
  for (guint i = 0; i < n; i++)
    g_string_append (out, "- {name: GeneralPredicates}\n");
}

static void
write_labels (GString *out, guint n)
{
  g_string_append (out, POLICY ("predicates:\n- name: MatchNodeSelector\n"));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out,
                            "- {name: CheckNodeLabelPresence%u, argument: "
                            "{labelsPresence: {labels: [l%u]}}}\n",
                            i, i);
}

static void
write_extenders (GString *out, guint n)
{
  g_string_append (out, POLICY ("extenders:\n"));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out,
                            "- {urlPrefix: 'http://e%u', filterVerb: f, "
                            "managedResources: [{name: example.com/r%u, "
                            "ignoredByScheduler: true}]}\n",
                            i, i);
}

static void
write_profiles (GString *out, guint n)
{
  g_string_append (out, "apiVersion: kubescheduler.config.k8s.io/v1beta1\n"
                        "kind: KubeSchedulerConfiguration\nprofiles:\n");
  for (guint i = 0; i < n / 10; i++)
    g_string_append_printf (out, "- schedulerName: s%u\n", i);
}

static const struct
{
  const char *name;
  Write write;
} sources[] = {
  { "label preferences", write_preferences },
  { "spreading over labels", write_spreading },
  { "predicates", write_predicates },
  { "labels", write_labels },
  { "extenders", write_extenders },
  { "profiles", write_profiles },
};

static gsize
bytes_for (Write write, guint n, const char *from)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FitMigration) migration = NULL;
  MigrateRow row = { .from = from, .to = "v1" };
  gsize before;

  write (text, n);
  row.text = text->str;
  if (strstr (text->str, "KubeSchedulerConfiguration") != NULL)
    {
      row.kind = FIT_MIGRATION_CONFIGURATION;
      row.from = NULL;
    }
  before = n_bytes;
  migration = migrate (&row);
  return n_bytes - before;
}

static void
test_memory (void **state)
{
  static const char *const releases[] = { "1.9", "1.16", "1.20" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    for (guint j = 0; j < G_N_ELEMENTS (releases); j++)
      {
        const gsize once = bytes_for (sources[i].write, 1000, releases[j]);
        const gsize twice = bytes_for (sources[i].write, 2000, releases[j]);

        if (twice > once / 10 * 22)
          fail_msg ("%s of %s: %zu bytes, and %zu for twice as many",
                    sources[i].name, releases[j], once, twice);
      }
}

/* What is long is said once, so that reports are no longer than that. */
static void
test_arguments (void **state)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FitMigration) migration = NULL;
  guint n_args = 0;

  (void) state;
  write_preferences (text, 100);
  migration = migrate_policy (text->str, "v1", NULL);
  for (guint i = 0; i < migration->notes->len; i++)
    {
      const FitMigrationNote *note
          = &g_array_index (migration->notes, FitMigrationNote, i);

      n_args += note->args != NULL && strstr (note->args, "l99") != NULL;
    }
  assert_int_equal (n_args, 1);
}

int
main (void)
{
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_memory), cmocka_unit_test (test_arguments) };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
