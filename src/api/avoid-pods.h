/* avoid-pods.h - the annotation by which a node asks not to get certain pods
 */
#pragma once

#include "api/node.h"

G_BEGIN_DECLS

#define FIT_ANNOTATION_PREFER_AVOID_PODS \
  "scheduler.alpha.kubernetes.io/preferAvoidPods"

/**
 * fit_avoided_parse:
 * @json: value of the annotation
 * @out: (out) (transfer full): the controllers it names
 *
 * v1.16 takes an annotation with any mistake in it for none at all.  Entries
 * without podController are left out: they can match nothing.
 *
 * Returns: length of @out
 */
guint fit_avoided_parse (const char *json, FitAvoidedController **out);

G_END_DECLS
