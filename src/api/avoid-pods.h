/* avoid-pods.h - the preferAvoidPods annotation of nodes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/node.h"

#define FIT_ANNOTATION_PREFER_AVOID_PODS \
  "scheduler.alpha.kubernetes.io/preferAvoidPods"

/**
 * fit_avoided_parse:
 * @json: value of the annotation
 * @out: (out) (transfer full): the controllers it names
 *
 * Like v1.16, ignores an annotation that contains any error.  Leaves out
 * entries without podController, because they match nothing.
 *
 * Returns: length of @out
 */
guint fit_avoided_parse (const char *json, FitAvoidedController **out);
