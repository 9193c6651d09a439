/* pod-template.c - the pod of a PodTemplate
 *
 * No controller creates pods for the PodTemplates of a cluster.  A PodTemplate
 * that is explicitly given stands for its pod.
 * SPDX-License-Identifier: Apache-2.0 */
#include "workloads/workloads-private.h"

gboolean
fit_make_pod_template (FitMaking *making, const FitController *controller,
                       GError **error)
{
  const FitValue *object;
  FitValue pod;

  if (!making->given)
    {
      making->made->n_templates++;
      return TRUE;
    }
  if (fit_owners_has_pod (making->owners, controller->meta.namespace_,
                          controller->meta.name))
    return TRUE;
  object = fit_making_object (making, controller);
  pod = fit_making_pod (making, controller, fit_value_get (object, "template"));
  return fit_making_reserve (making, 1, error)
         && fit_making_add_pod (making, &pod, controller->meta.name, error);
}
