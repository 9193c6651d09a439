/* known-fields.h - what is probably misspelt in Pods and Nodes
 *
 * Unknown fields are ignored, as in v1.16: a pod with `request:` instead of
 * `requests:` requests nothing.  This module knows every field that core/v1 has
 * had up to 1.34, in the parts of objects that matter to scheduling.  It
 * reports unknown fields that are similar to a known one, and words that an API
 * server would refuse, such as `whenUnsatisfiable: DoNotschedule`.
 */
#pragma once

#include "api/objects.h"

G_BEGIN_DECLS

/* fit_known_fields_check: adds the misspelt fields of @object, of @kind, to
 * @objects->misspelt: "Pod default/web: spec.nodeselector (nodeSelector?)", and
 * unknown words to @objects->odd_words */
void fit_known_fields_check (FitObjects *objects, const FitValue *object,
                             FitKind kind);

G_END_DECLS
