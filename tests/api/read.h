/* read.h - objects for tests, written with single quotes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* read_with: the objects of @text, in which ' stands for " */
static inline FitObjects *
read_with (const char *text, FitDecodeFlags flags)
{
  g_autofree char *bytes = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  FitObjects *objects = fit_objects_new ();

  if (!fit_objects_read (objects, bytes, strlen (bytes), "test", flags, NULL,
                         &error))
    fail_msg ("%s", error->message);
  return objects;
}

static inline FitObjects *
read_text (const char *text)
{
  return read_with (text, FIT_DECODE_DEFAULT);
}

/* only: the only object of @kind */
static inline gconstpointer
only (const FitObjects *objects, FitKind kind)
{
  assert_int_equal (objects->of[kind]->len, 1);
  return objects->of[kind]->pdata[0];
}

/* assert_refused_with: reading @text fails with @message and the code @code */
static inline void
assert_refused_with (const char *text, FitDecodeFlags flags, FitErrorCode code,
                     const char *message)
{
  g_autofree char *bytes = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (FitObjects) objects = fit_objects_new ();

  if (fit_objects_read (objects, bytes, strlen (bytes), "test", flags, NULL,
                        &error))
    fail_msg ("%s: read, but expected: %s", text, message);
  assert_string_equal (error->message, message);
  assert_int_equal (error->code, (int) code);
}

static inline void
assert_refused (const char *text, FitErrorCode code, const char *message)
{
  assert_refused_with (text, FIT_DECODE_DEFAULT, code, message);
}

/* labels_of: "a=1,b=" as labels; NULL for "" */
static inline FitLabels *
labels_of (const char *text)
{
  g_auto (GStrv) pairs = g_strsplit (text, ",", -1);
  FitLabels *labels;

  if (text[0] == '\0')
    return NULL;
  labels = fit_labels_new (g_strv_length (pairs));
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *value = strchr (pairs[i], '=');

      *value++ = '\0';
      fit_labels_append (labels, pairs[i], value);
    }
  return labels;
}
