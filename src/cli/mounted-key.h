/* mounted-key.h - which key of a ConfigMap is the file at a path in a container
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/source.h"

/* Both owned, or NULL: not found. */
typedef struct
{
  char *map; /* name of the ConfigMap */
  char *key;
} FitMountedKey;

/* fit_mounted_key_find: looks for a container in the manifests @source that
 * mounts a ConfigMap so that one of its keys is the file @path */
FitMountedKey fit_mounted_key_find (const FitSource *source, const char *path);
void fit_mounted_key_clear (FitMountedKey *mounted);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitMountedKey, fit_mounted_key_clear)
