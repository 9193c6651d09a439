/* session-print.c - prints results with what the session knows: what is
 * assumed, extenders, and the cluster for pages */
#include "cli/assumptions.h"
#include "cli/page-data.h"

/* An output, what is assumed, what is known about the extenders, and the
 * cluster for pages. */
typedef struct
{
  const FitOutput *output;         /* borrowed */
  const FitExtenderUse *extenders; /* borrowed */
  const FitWhatIfs *what_ifs;      /* (nullable) borrowed */
  FitJson *cluster;                /* (nullable) borrowed */
} Printing;

static void
append_text (gconstpointer data, const FitTextStyle *style, GString *out)
{
  const Printing *printing = data;
  g_autofree char *text = fit_extender_use_text (&printing->extenders, 1);

  fit_assumptions_append (printing->what_ifs, out);
  printing->output->append_text (printing->output->data, style, out);
  if (text != NULL)
    g_string_append_printf (out, "\n%s", text);
}

static void
set_members (const Printing *printing,
             void (*set) (gconstpointer data, FitJson *document),
             FitJson *document)
{
  const FitExtenderTally *tally = &printing->extenders->tally;

  fit_assumptions_set_json (printing->what_ifs, document);
  set (printing->output->data, document);
  fit_extender_tally_set_json (&tally, 1, document);
}

static void
set_json (gconstpointer data, FitJson *document)
{
  const Printing *printing = data;

  set_members (printing, printing->output->set_json, document);
}

static void
set_columns (gconstpointer data, FitJson *document)
{
  const Printing *printing = data;

  if (printing->output->set_columns != NULL)
    set_members (printing, printing->output->set_columns, document);
  else
    {
      set_json (data, document);
      fit_json_set (document, "cluster",
                    printing->cluster != NULL ? fit_json_ref (printing->cluster)
                                              : NULL);
    }
}

static const FitChartColumn as_it_is[]
    = { { "before", "in the cluster" }, { NULL, NULL } };

gboolean
fit_session_print (FitSession *session, const FitOutput *output, GError **error)
{
  g_autoptr (FitJson) cluster
      = output->set_columns == NULL ? fit_page_cluster (session) : NULL;
  const Printing printing
      = { output, &session->extenders, session->what_ifs, cluster };

  return fit_output_print (
             &(FitOutput){
                 .kind = output->kind,
                 .names = output->names,
                 .append_text = append_text,
                 .set_json = set_json,
                 .set_columns = set_columns,
                 .cluster = output->cluster != NULL ? output->cluster : cluster,
                 .charts = output->cluster != NULL ? output->charts : as_it_is,
                 .data = &printing },
             session->invocation, error)
         && fit_extender_use_finish (printing.extenders, error);
}
