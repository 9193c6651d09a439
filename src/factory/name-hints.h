/* name-hints.h - what to do about a name that is not registered (private) */
#pragma once

#include "factory/registry.h"

G_BEGIN_DECLS

/* fit_add_predicate_hint, fit_add_priority_hint: append to *@error, which says
 * that @registry does not have @name, why that may be */
void fit_add_predicate_hint (GError **error, const FitRegistry *registry,
                             const char *name);
void fit_add_priority_hint (GError **error, const FitRegistry *registry,
                            const char *name);

G_END_DECLS
