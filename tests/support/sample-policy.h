/* sample-policy.h - the files of policies/
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "policy/policy.h"

/* sample_policy: Returns: (transfer full) (nullable): policies/@name as
 * @release reads it */
static inline FitPolicy *
sample_policy (const char *name, FitRelease release, GError **error)
{
  const char *srcdir = g_getenv ("FIT_TEST_SRCDIR");
  g_autofree char *path = g_build_filename (srcdir != NULL ? srcdir : ".",
                                            "policies", name, NULL);
  g_autofree char *text = NULL;
  gsize len;

  return g_file_get_contents (path, &text, &len, error)
             ? fit_policy_parse_as (text, len, name, release, NULL, error)
             : NULL;
}
