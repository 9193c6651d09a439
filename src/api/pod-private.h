/* pod-private.h - functions for code that builds pods
 */
#pragma once

#include "api/pod.h"

G_BEGIN_DECLS

/* fit_volume_clear: frees what @volume owns, even if it is incomplete */
void fit_volume_clear (FitVolume *volume);

/* fit_volume_copy: @out is independent of @volume */
void fit_volume_copy (const FitVolume *volume, FitVolume *out);

/* fit_pod_spec_clear: frees what @spec owns, even if it is incomplete */
void fit_pod_spec_clear (FitPodSpec *spec);

G_END_DECLS
