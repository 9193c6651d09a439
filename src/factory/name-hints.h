/* name-hints.h - hints for unknown names (private) */
#pragma once

#include "base/similar.h"
#include "factory/registry.h"

typedef enum
{
  FIT_NAME_PREDICATE,
  FIT_NAME_PRIORITY,
} FitNameKind;

/* Is this a known name? */
typedef gboolean (*FitNameKnown) (FitNameKind kind, const char *name,
                                  gconstpointer data);

/* fit_add_common_name_hint: *@error says that @name is unknown.  Appends a hint
 * if it is a common mistake: a predicate among priorities or the reverse, the
 * name of a plugin, or a missing or extra suffix.  Returns: FALSE if it is none
 * of these */
gboolean fit_add_common_name_hint (GError **error, FitNameKind kind,
                                   const char *name, FitNameKnown is_known,
                                   gconstpointer data);

/* fit_add_list_hint: appends which command shows the names */
void fit_add_list_hint (GError **error, FitNameKind kind);

/* fit_name_similar_init: like fit_similar_init(), ignoring the common suffixes
 * of names */
void fit_name_similar_init (FitSimilar *similar, const char *name);

/* fit_add_name_hint: *@error says that @registry does not have @name.  Appends
 * a likely reason. */
void fit_add_name_hint (GError **error, FitNameKind kind,
                        const FitRegistry *registry, const char *name);
