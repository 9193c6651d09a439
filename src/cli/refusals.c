/* refusals.c - new pods that admission rejected */
#include "cli/refusals.h"

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
fit_refusals_append (const FitRefusals *refused, gboolean all, GString *out)
{
  g_autoptr (FitPodGroups) groups = fit_pod_groups_new ();

  if (fit_refusals_count (refused) == 0)
    return;
  for (guint i = 0; i < refused->pods->len; i++)
    {
      const FitRefusal *refusal = refused->pods->pdata[i];

      fit_pod_groups_add (groups, refusal->pod, refusal->reason);
    }
  g_string_append (out, "Refused by admission:\n");
  for (guint i = 0; i < groups->groups->len; i++)
    fit_pod_group_append (groups->groups->pdata[i], all, out);
  g_string_append_c (out, '\n');
}
