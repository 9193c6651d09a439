/* assumptions.c - what-ifs as text and as data
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/assumptions.h"

#include "base/each.h"

void
fit_assumptions_set_json (const FitWhatIfs *what_ifs, FitJson *document)
{
  FitJson *array;

  if (what_ifs == NULL)
    return;
  array = fit_json_array ();
  FIT_EACH (const FitAssumption, assumption, what_ifs->assumptions)
    {
      FitJson *object = fit_json_append (array);
      FitJson *pods;

      fit_json_set_text (object, "kind", assumption->kind);
      fit_json_set_text (object, "argument", assumption->argument);
      fit_json_set_text (object, "text", assumption->text);
      fit_json_set_texts (object, "notes", assumption->notes);
      fit_json_set_texts (object, "nodes", assumption->nodes);
      fit_json_set_texts (object, "addedNodes", assumption->added);
      pods = fit_json_array ();
      for (guint fate = 0; fate < FIT_FATES; fate++)
        FIT_EACH (const FitPod, pod, assumption->pods[fate])
          {
            FitJson *entry = fit_json_append (pods);

            fit_json_set_text (entry, "namespace", pod->meta.namespace_);
            fit_json_set_text (entry, "name", pod->meta.name);
            fit_json_set_text (entry, "node",
                               *pod->node_name != '\0' ? pod->node_name : NULL);
            fit_json_set_text (entry, "fate", fit_fate_name ((FitFate) fate));
          }
      fit_json_set (object, "pods", pods);
      fit_json_set_integer (object, "newPods", assumption->n_new);
    }
  fit_json_set (document, "assumed", array);
}

void
fit_assumptions_report (const FitWhatIfs *what_ifs, FitReport *report)
{
  const gboolean markdown = fit_report_is_markdown (report);

  if (what_ifs == NULL)
    return;
  FIT_EACH (const FitAssumption, assumption, what_ifs->assumptions)
    {
      fit_report_say (report, "%s: %s", markdown ? "- assumed" : "Assumed",
                      assumption->text);
      for (guint n = 0; !markdown && n < assumption->notes->len; n++)
        fit_report_say (report, "         %s",
                        (const char *) assumption->notes->pdata[n]);
    }
  if (!markdown)
    fit_report_gap (report);
  fit_report_end_top (report);
}
