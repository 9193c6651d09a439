/* manifest.h - objects for tests, from manifests; what cannot be read fails the
 * test
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* objects_add: adds what is in @manifest to @objects */
static inline void
objects_add (FitObjects *objects, const char *manifest, FitDecodeFlags flags)
{
  g_autoptr (GError) error = NULL;

  if (!fit_objects_read (objects, manifest, strlen (manifest), "manifest",
                         flags, NULL, &error))
    fail_msg ("%s\n%s", error->message, manifest);
}

/* objects_with: Returns: (transfer full): what is in @manifest, all of it of known
 * kinds */
static inline FitObjects *
objects_with (const char *manifest, FitDecodeFlags flags)
{
  FitObjects *objects = fit_objects_new ();

  objects_add (objects, manifest, flags);
  if (g_hash_table_size (objects->unknown) > 0)
    fail_msg ("of unknown kind:\n%s", manifest);
  return objects;
}

/* objects_from: the same as it is written: nothing is completed */
static inline FitObjects *
objects_from (const char *manifest)
{
  return objects_with (manifest, FIT_DECODE_AS_IS);
}
