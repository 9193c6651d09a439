/* random-case.h - cases of tests/conformance made by chance, without what is expected
 *
 * Objects and rules come from the grammars of the fuzzers (tests/fuzz).  The
 * same kind and seed give the same case on every machine.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <json.h>

/* random_case_kinds: NULL-terminated names of kinds */
const char *const *random_case_kinds (void);

/* random_case_new: a case of @kind; "profile-sequence" and "profile-events" are
 * those of the kinds "sequence" and "events" under a configuration.  Its name is "KIND-SEED".  A scheduler may
 * refuse its rules: then the next @attempt, from 0 on, is another case of that
 * name.  @release: (nullable): all cases with a configuration are of this one,
 * from "v1.25.0" on, and have what the newest releases add.
 * Returns: (transfer full) (nullable): NULL for an unknown kind */
json_object *random_case_new (const char *kind, const char *release,
                              guint32 seed, guint attempt);
