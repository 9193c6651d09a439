/* replica-set.c - pods of ReplicaSets and ReplicationControllers
 * SPDX-License-Identifier: Apache-2.0 */
#include "workloads/workloads-private.h"

gboolean
fit_make_replica_set (FitMaking *making, const FitController *controller,
                      GError **error)
{
  const guint n
      = fit_making_lacks (making, controller, (guint) controller->replicas);

  return fit_make_replicas (making, controller, n, error);
}

gboolean
fit_make_replicas (FitMaking *making, const FitController *controller, guint n,
                   GError **error)
{
  const FitValue *object, *template;
  g_autofree char *base = g_strconcat (controller->meta.name, "-", NULL);
  FitValue pod;

  if (n == 0)
    return TRUE;
  object = fit_making_object (making, controller);
  template = fit_value_get (fit_value_get (object, "spec"), "template");
  pod = fit_making_pod (making, controller, template);
  return fit_making_add_generated (making, &pod, base, n, error);
}
