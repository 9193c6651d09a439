/* input-file.h - what a file holds, seen from its first object
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_INPUT_MANIFESTS,
  FIT_INPUT_POLICY,        /* or a ConfigMap with one */
  FIT_INPUT_CONFIGURATION, /* a KubeSchedulerConfiguration */
} FitInputType;

typedef struct
{
  FitInputType type;
  char *api_version; /* (nullable) owned: of a CONFIGURATION, as far as it can
                        be told */
} FitInput;

void fit_input_clear (FitInput *input);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitInput, fit_input_clear)

/**
 * fit_input_detect:
 * @path: a file, or "-" for standard input, which can be read afterwards as if
 *   nothing had happened
 * @out_input: (out): untouched on failure
 *
 * Looks at the first object.  Text that cannot be parsed counts as a Policy or
 * a configuration when it says so somewhere.
 */
gboolean fit_input_detect (const char *path, FitInput *out_input,
                           GError **error);

/* fit_input_read: Returns: (transfer full) (nullable): all of the file @path,
 * or of standard input where that is "-" */
GBytes *fit_input_read (const char *path, GError **error);

/* fit_input_rewind_stdin: standard input can be read, again or for the first
 * time, from its beginning */
gboolean fit_input_rewind_stdin (GError **error);

/* fit_input_expand: @paths NULL-terminated.  Returns: (transfer full)
 * (nullable): array of paths with each directory replaced by its .json, .yaml
 * and .yml files; NULL with FIT_ERROR_NOT_FOUND when it has none */
GPtrArray *fit_input_expand (const GPtrArray *paths, GError **error);

G_END_DECLS
