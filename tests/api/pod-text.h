/* pod-text.h - pods for tests, written with single quotes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/intern.h"
#include "tests/api/read.h"

#include "api/pod.h"

/* A Pod default/p with this spec. */
#define POD(spec) \
  "{'kind':'Pod','apiVersion':'v1','metadata':{'name':'p'},'spec':" spec "}"
/* A Pod with containers of these resources. */
#define CONTAINERS(list) POD ("{'containers':[" list "]}")
#define REQUESTS(list) "{'resources':{'requests':{" list "}}}"

static inline FitPod *
pod_with (const char *text, FitDecodeFlags flags)
{
  g_autoptr (FitObjects) objects = read_with (text, flags);

  return fit_pod_ref (only (objects, FIT_KIND_POD));
}

static inline FitPod *
pod_of (const char *text)
{
  return pod_with (text, FIT_DECODE_DEFAULT);
}

static inline gint64
scalar (const FitResources *resources, const char *name)
{
  const char *interned = fit_intern (name);
  gint64 value = fit_resources_scalar (resources, interned);

  fit_intern_unref (interned);
  return value;
}
