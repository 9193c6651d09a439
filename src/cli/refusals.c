/* refusals.c - new pods that admission did not let in */
#include "cli/refusals.h"

#include "cli/pod-groups.h"

enum
{
  REFUSED_NAMESPACE,
  REFUSED_NAME,
  REFUSED_REASON,
};

static const FitColumn columns[] = {
  [REFUSED_NAMESPACE] = { "namespace", NULL, FIT_CELL_TEXT, 0 },
  [REFUSED_NAME] = { "name", NULL, FIT_CELL_TEXT, 0 },
  [REFUSED_REASON] = { "reason", NULL, FIT_CELL_TEXT, 0 },
};

guint
fit_refusals_count (const FitRefusals *refused)
{
  return refused != NULL ? refused->pods->len : 0;
}

FitTable *
fit_refusals_table (const FitRefusals *refused)
{
  FitTable *table = FIT_TABLE_NEW (columns);

  for (guint i = 0; i < fit_refusals_count (refused); i++)
    {
      const FitRefusal *refusal = refused->pods->pdata[i];

      fit_table_add_row (table);
      fit_table_set_text (table, REFUSED_NAMESPACE,
                          refusal->pod->meta.namespace_);
      fit_table_set_text (table, REFUSED_NAME, refusal->pod->meta.name);
      fit_table_set_text (table, REFUSED_REASON, refusal->reason);
    }
  return table;
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
