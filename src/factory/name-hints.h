/* name-hints.h - what to do about a name that is not known (private) */
#pragma once

#include "base/similar.h"
#include "factory/registry.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_NAME_PREDICATE,
  FIT_NAME_PRIORITY,
} FitNameKind;

/* Is there such a name? */
typedef gboolean (*FitNameKnown) (FitNameKind kind, const char *name,
                                  gconstpointer data);

/* fit_add_common_name_hint: appends to *@error, which says that there is no
 * @name of that kind, what people mean who write it: a predicate among
 * priorities or the reverse, the name of a plugin, an ending too few or too
 * many.  Returns: FALSE if it is none of these */
gboolean fit_add_common_name_hint (GError **error, FitNameKind kind,
                                   const char *name, FitNameKnown is_known,
                                   gconstpointer data);

/* fit_name_similar_init: the same as fit_similar_init(), for names whose common
 * endings say nothing */
void fit_name_similar_init (FitSimilar *similar, const char *name);

/* fit_add_name_hint: appends to *@error, which says that @registry does not
 * have @name, why that may be */
void fit_add_name_hint (GError **error, FitNameKind kind,
                        const FitRegistry *registry, const char *name);

G_END_DECLS
