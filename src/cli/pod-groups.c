/* pod-groups.c - pods without a node, grouped by message
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/pod-groups.h"

#include "api/texts.h"
#include "base/each.h"
#include "base/plain-text.h"
#include "cli/explain-text.h"

static void
group_free (gpointer data)
{
  FitPodGroup *group = data;

  g_free (group->message);
  g_ptr_array_unref (group->names);
  g_free (group);
}

FitPodGroups *
fit_pod_groups_new (void)
{
  FitPodGroups *groups = g_new0 (FitPodGroups, 1);

  groups->groups = g_ptr_array_new_with_free_func (group_free);
  groups->by_message = g_hash_table_new (g_str_hash, g_str_equal);
  return groups;
}

void
fit_pod_groups_free (FitPodGroups *groups)
{
  if (groups == NULL)
    return;
  g_hash_table_unref (groups->by_message);
  g_ptr_array_unref (groups->groups);
  g_free (groups);
}

void
fit_pod_groups_add (FitPodGroups *groups, const FitPod *pod,
                    const char *message)
{
  FitPodGroup *group = g_hash_table_lookup (groups->by_message, message);

  if (group == NULL)
    {
      group = g_new (FitPodGroup, 1);
      group->message = g_strdup (message);
      group->names = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (groups->groups, group);
      g_hash_table_insert (groups->by_message, group->message, group);
    }
  g_ptr_array_add (group->names, fit_pod_full_name (pod));
  groups->n++;
}

guint
fit_pod_groups_size (const FitPodGroups *groups, const char *message)
{
  const FitPodGroup *group = g_hash_table_lookup (groups->by_message, message);

  return group != NULL ? group->names->len : 0;
}

void
fit_pod_group_append (const FitPodGroup *group, gboolean all, GString *out)
{
  const guint n = group->names->len;

  fit_plain_printf (out, "%u %s: %s\n    ", n, n == 1 ? "pod" : "pods",
                    group->message);
  if (!all)
    fit_append_names (group->names, out);
  for (guint i = 0; all && i < n; i++)
    fit_plain_printf (out, "%s%s", i > 0 ? ", " : "",
                      (char *) group->names->pdata[i]);
  g_string_append_c (out, '\n');
}

FitJson *
fit_pod_groups_json (const FitPodGroups *groups)
{
  FitJson *array = fit_json_array ();

  FIT_EACH (const FitPodGroup, group, groups->groups)
    {
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "message", group->message);
      fit_json_set_integer (object, "count", group->names->len);
      fit_json_set_texts (object, "pods", group->names);
    }
  return array;
}
