/* strategic-patch.h - changes objects like the API server
 *
 * A strategic merge patch says what changes in an object: members of maps are
 * replaced or, if null, removed; lists of named things (containers, volumes,
 * conditions...) are merged by name, and other lists are replaced as a whole.
 * Members that begin with "$" are directives: $patch, $retainKeys,
 * $setElementOrder/FIELD and $deleteFromPrimitiveList/FIELD.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

/**
 * fit_strategic_patch:
 * @arena: owns what is new in the result
 * @object: a MAP
 * @patch: a MAP
 *
 * Knows the lists of all kinds that schedulers read.  The result shares parts
 * with @object and @patch.  Takes time in proportion to both.
 *
 * Returns: (transfer none) (nullable): NULL with FIT_ERROR_SCHEMA, "FIELD:
 *   ...", if the patch has a directive that is not known or not possible there
 */
const FitValue *fit_strategic_patch (FitArena *arena, const FitValue *object,
                                     const FitValue *patch, GError **error);
