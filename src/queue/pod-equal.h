/* pod-equal.h - whether two objects say the same, part by part
 *
 * Everything that decoding keeps counts, in the order in which it was written;
 * labels and amounts of resources have no order.
 */
#pragma once

#include "api/pod.h"

G_BEGIN_DECLS

/* fit_meta_equal: resourceVersion is left out of account */
gboolean fit_meta_equal (const FitObjectMeta *a, const FitObjectMeta *b);

gboolean fit_resources_equal (const FitResources *a, const FitResources *b);

/* fit_pod_spec_equal: spec.nodeName is no part of a FitPodSpec */
gboolean fit_pod_spec_equal (const FitPodSpec *a, const FitPodSpec *b);

G_END_DECLS
