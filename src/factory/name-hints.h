/* name-hints.h - hints for unknown names (private)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "factory/registry.h"

typedef enum
{
  FIT_NAME_PREDICATE,
  FIT_NAME_PRIORITY,
} FitNameKind;

/* Is this a known name? */
typedef gboolean (*FitNameKnown) (FitNameKind kind, const char *name,
                                  gconstpointer data);

/* fit_add_meant_name_hint: *@error says that @name is unknown.  Appends a hint
 * about a common mistake (a predicate among priorities or the reverse, the name of
 * a plugin, or a missing or extra suffix), or about the most similar of @names (of
 * const char *), or which command shows the names. */
void fit_add_meant_name_hint (GError **error, FitNameKind kind,
                              const char *name, const GPtrArray *names,
                              FitNameKnown is_known, gconstpointer data);

/* fit_add_name_hint: *@error says that @registry does not have @name.  Appends
 * a likely reason. */
void fit_add_name_hint (GError **error, FitNameKind kind,
                        const FitRegistry *registry, const char *name);
