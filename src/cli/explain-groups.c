/* explain-groups.c - explanations of pods that fit nowhere, by reason */
#include "cli/explain-groups.h"

#include "cli/explain-advice.h"
#include "cli/pod-groups.h"

static void
append_group (const FitPodGroup *group, const FitExplanation *first,
              const FitTextStyle *style, GString *out)
{
  g_string_append_c (out, '\n');
  fit_pod_group_append (group, FALSE, out);
  if (first->remedies != NULL)
    fit_remedies_append_text (first->remedies, style, out);
}

void
fit_explain_append_groups (const GPtrArray *explanations,
                           const FitTextStyle *style, GString *out)
{
  g_autoptr (FitPodGroups) groups = fit_pod_groups_new ();

  for (guint i = 0; i < explanations->len; i++)
    {
      const FitExplanation *explanation = explanations->pdata[i];
      const char *message = fit_explanation_message (explanation);

      fit_pod_groups_add (groups, explanation->pod, message ? message : "");
    }
  if (explanations->len == 0)
    g_string_append (out, "No pending pod is without a node");
  else
    g_string_append_printf (out, "%u pending %s no node", explanations->len,
                            explanations->len == 1 ? "pod finds" : "pods find");
  if (groups->groups->len > 1)
    g_string_append_printf (out, ", for %u reasons", groups->groups->len);
  g_string_append (out, "\n");
  for (guint i = 0; i < groups->groups->len; i++)
    {
      const FitPodGroup *group = groups->groups->pdata[i];

      append_group (group, explanations->pdata[group->first], style, out);
    }
}
