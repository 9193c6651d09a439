/* refusals.c - new pods that admission rejected
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/refusals.h"

#include "base/each.h"
#include "cli/pod-groups.h"

guint
fit_refusals_count (const FitRefusals *refused)
{
  return refused != NULL ? refused->pods->len : 0;
}

FitJson *
fit_refusals_json (const FitRefusals *refused)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < fit_refusals_count (refused); i++)
    {
      const FitRefusal *refusal = refused->pods->pdata[i];
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "namespace", refusal->pod->meta.namespace_);
      fit_json_set_text (object, "name", refusal->pod->meta.name);
      fit_json_set_text (object, "reason", refusal->reason);
    }
  return array;
}

void
fit_refusals_report (const FitRefusals *refused, FitReport *report)
{
  g_autoptr (FitPodGroups) groups = fit_pod_groups_new ();

  if (fit_refusals_count (refused) == 0)
    return;
  FIT_EACH (const FitRefusal, refusal, refused->pods)
    fit_pod_groups_add (groups, refusal->pod, refusal->reason);
  fit_report_say (report, "Refused by admission:");
  for (guint i = 0; i < groups->groups->len; i++)
    fit_pod_group_append (groups->groups->pdata[i], report->style.wide,
                          fit_report_lines (report));
  fit_report_gap (report);
}
