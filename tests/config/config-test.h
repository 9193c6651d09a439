/* config-test.h - what the tests of configurations share
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <string.h>

#include "formats/value-json.h"
#include "config/configuration.h"
#include "tests/support/cmocka.h"

#define GROUP "kubescheduler.config.k8s.io/"

/* What follows after "FIELD came with 1.N". */
#define TO_OLDER                                                    \
  "; an older kube-scheduler refuses the whole file with a strict " \
  "decoding error, and does not start"

/* A file of @version with @rest below its head. */
#define FILE_OF(version, rest) \
  "apiVersion: " GROUP version "\nkind: KubeSchedulerConfiguration\n" rest

/* The release "1.N" or "1.N.P". */
static inline FitRelease
release_of (const char *name)
{
  g_autoptr (GError) error = NULL;
  FitRelease release = 0;

  if (!fit_release_parse (name, &release, &error))
    fail_msg ("%s", error->message);
  return release;
}

static inline FitConfiguration *
try_read (const char *release, const char *text, GError **error)
{
  FitConfigurationOptions options = { .release = release_of (release) };

  return fit_configuration_read (text, strlen (text), "c", &options, error);
}

static inline FitConfiguration *
read_config (const char *release, const char *text)
{
  g_autoptr (GError) error = NULL;
  FitConfiguration *configuration = try_read (release, text, &error);

  if (configuration == NULL)
    fail_msg ("%s\nis refused by %s: %s", text, release, error->message);
  return configuration;
}

/* Checks that @text is refused with exactly @message. */
static inline void
refuse (const char *release, const char *text, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration = try_read (release, text, &error);

  if (configuration != NULL)
    fail_msg ("%s\nis accepted by %s", text, release);
  assert_int_equal (error->domain, FIT_ERROR);
  assert_string_equal (error->message, message);
}

/* A file, and why it is refused. */
typedef struct
{
  const char *release;
  const char *text;
  const char *message; /* NULL: it is read */
  const char *gates;   /* (nullable) */
} ReadRow;

static inline void
check_rows (const ReadRow *rows, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const FitRelease release = release_of (rows[i].release);
      FitFeatureGates gates = fit_feature_gates_of_release (release);
      const FitConfigurationOptions options
          = { .release = release, .gates = &gates };
      g_autoptr (GError) error = NULL;
      g_autoptr (FitConfiguration) configuration = NULL;

      if (rows[i].gates != NULL)
        assert_true (fit_feature_gates_parse (&gates, rows[i].gates, NULL));
      configuration = fit_configuration_read (
          rows[i].text, strlen (rows[i].text), "c", &options, &error);
      if (g_strcmp0 (error != NULL ? error->message : NULL, rows[i].message)
          != 0)
        fail_msg ("%s\nis answered by %s with: %s", rows[i].text,
                  rows[i].release, error != NULL ? error->message : "nothing");
      /* Nobody has to ask why. */
      fit_configuration_free (configuration);
      configuration = fit_configuration_read (
          rows[i].text, strlen (rows[i].text), "c", &options, NULL);
      assert_int_equal (configuration == NULL, rows[i].message != NULL);
    }
}

/* The names at a point, "A B C"; with weights "A:1 B:2" at score. */
static inline char *
names_at (const FitProfile *profile, FitExtensionPoint point)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < profile->plugins[point].n; i++)
    {
      const FitPluginEntry *plugin = &profile->plugins[point].items[i];

      g_string_append_printf (out, "%s%s", i > 0 ? " " : "", plugin->name);
      if (point == FIT_POINT_SCORE)
        g_string_append_printf (out, ":%d", plugin->weight);
    }
  return g_string_free (out, FALSE);
}

static inline void
check_names (const FitConfiguration *configuration, FitExtensionPoint point,
             const char *expected)
{
  g_autofree char *names = names_at (&configuration->profiles[0], point);

  assert_string_equal (names, expected);
}

static inline char *
data_path (const char *name)
{
  const char *srcdir = g_getenv ("FIT_TEST_SRCDIR");

  return g_build_filename (srcdir != NULL ? srcdir : ".", "tests", "config",
                           "data", name, NULL);
}
