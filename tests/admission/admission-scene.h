/* admission-scene.h - manifests in few words, and what admission makes of them
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "admission/admission.h"
#include "api/raw.h"
#include "formats/value-json.h"
#include "tests/api/read.h"

#define ALL (FIT_DECODE_DEMANDS | FIT_DECODE_NAMESPACE_SELECTORS)

/* read_all: "KIND NAME MEMBER; MEMBER" in YAML, one per line, in the namespace
 * default */
static inline FitObjects *
read_all (const char *text, FitDecodeFlags flags)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) yaml = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) members = g_strsplit (*line, "; ", -1);
      g_autofree char *object = g_strjoinv ("\n", members);
      g_auto (GStrv) parts = g_strsplit (object, " ", 3);

      if (g_strv_length (parts) < 3)
        continue;
      g_string_append_printf (yaml,
                              "---\napiVersion: %s\nkind: %s\n"
                              "metadata: {name: %s}\n%s\n",
                              strcmp (parts[0], "PriorityClass") == 0
                                  ? "scheduling.k8s.io/v1"
                                  : "v1",
                              parts[0], parts[1], parts[2]);
    }
  return read_with (yaml->str, flags);
}

/* The pods of @text are made one after the other: "NAME: REASON" of those that are
 * refused, one per line. */
static inline char *
refusals_of (const char *text, FitDecodeFlags flags, guint first_claim)
{
  g_autoptr (FitObjects) objects = read_all (text, ALL | flags);
  g_autoptr (FitAdmission) admission = fit_admission_new (objects, flags);
  GPtrArray *pods = objects->of[FIT_KIND_POD];
  g_autoptr (GPtrArray) made = g_ptr_array_new ();
  g_autoptr (FitRefusals) refused = NULL;
  g_autoptr (GError) error = NULL;
  GString *out = g_string_new (NULL);

  assert_true (fit_objects_complete (objects, &error));
  for (guint i = 0; i < pods->len; i++)
    if (!g_str_has_prefix (((const FitPod *) pods->pdata[i])->meta.name, "old"))
      g_ptr_array_add (made, pods->pdata[i]);
  refused = fit_admission_run (admission, objects, made, first_claim);
  for (guint i = 0; i < refused->pods->len; i++)
    {
      const FitRefusal *refusal = refused->pods->pdata[i];

      g_string_append_printf (out, "%s%s: %s", i > 0 ? "\n" : "",
                              refusal->pod->meta.name, refusal->reason);
    }
  return g_string_free (out, FALSE);
}

static inline void
assert_refusals (const char *text, const char *expected)
{
  g_autofree char *refused = refusals_of (text, 0, G_MAXUINT);

  assert_string_equal (refused, expected);
}

static inline void
assert_later_refusals (const char *text, const char *expected)
{
  g_autofree char *refused = refusals_of (text, FIT_DECODE_SIDECARS, G_MAXUINT);

  assert_string_equal (refused, expected);
}
