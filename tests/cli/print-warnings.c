/* print-warnings.c - the table of warnings of docs/policy.md
 *
 * `make update-pages` writes it there, test-warnings.sh compares.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "warnings/policy-lint.h"

int
main (void)
{
  guint n;
  const FitWarningInfo *infos = fit_warning_infos (&n);

  for (guint i = 0; i < n; i++)
    printf ("| %s | %s | %s | %s |\n", infos[i].code, infos[i].title,
            infos[i].means_otherwise ? "every verb" : "validate", infos[i].fix);
  return 0;
}
