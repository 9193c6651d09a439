/* known-fields.h - fields of Pods and Nodes that are probably misspelt
 *
 * Unknown fields are ignored, as v1.16 does: a pod with `request:` for
 * `requests:` asks for nothing.  Where scheduling reads an object, every field
 * that core/v1 has had up to 1.34 is known, and an unknown one that is nearly a
 * known one is told of.
 */
#pragma once

#include "api/objects.h"

G_BEGIN_DECLS

/* fit_known_fields_check: adds to @objects->misspelt what is so in @object, of
 * @kind: "Pod default/web: spec.nodeselector (nodeSelector?)" */
void fit_known_fields_check (FitObjects *objects, const FitValue *object,
                             FitKind kind);

G_END_DECLS
