/* simulate-nodes-needed.c - 'fitsched simulate --nodes-needed': how many nodes
 * to add
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/bound-report.h"
#include "api/texts.h"
#include "base/each.h"
#include "base/list-gap.h"
#include "base/plain-text.h"
#include "cli/cmd-simulate.h"
#include "cli/page-data.h"
#include "cli/pod-groups.h"
#include "cli/refusals.h"
#include "simulate/nodes-needed.h"

/* -- admission ------------------------------------------------------------- */

/* How many copies of each template admission lets in, in turn. */
typedef struct
{
  guint *n;         /* (nullable) owned: by template; NULL: all */
  gint64 n_refused; /* copies, and pods that were refused before */
  char *refusal;    /* (nullable) owned: why the first of them */
} Admitted;

static void
admitted_clear (Admitted *admitted)
{
  g_clear_pointer (&admitted->n, g_free);
  g_clear_pointer (&admitted->refusal, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Admitted, admitted_clear)

static void
admit_copies (const FitSession *session, guint replicas, Admitted *out)
{
  const GPtrArray *templates = session->templates;
  const FitRefusals *refused = session->refused;
  guint n_open = templates->len;
  g_autofree gboolean *closed = g_new0 (gboolean, templates->len + 1);

  out->n_refused = fit_refusals_count (refused);
  if (out->n_refused > 0)
    out->refusal
        = g_strdup (((const FitRefusal *) refused->pods->pdata[0])->reason);
  if (session->admission == NULL)
    return;
  out->n = g_new0 (guint, templates->len + 1);
  for (guint number = 0; number < replicas && n_open > 0; number++)
    for (guint i = 0; i < templates->len; i++)
      {
        g_autofree char *reason = NULL;

        if (closed[i])
          continue;
        /* Is there room in the namespace for one more copy? */
        reason = fit_admission_refuse (session->admission, templates->pdata[i]);
        closed[i] = reason != NULL;
        n_open -= closed[i];
        out->n[i] += !closed[i];
        if (reason == NULL)
          fit_admission_charge (session->admission, templates->pdata[i]);
        else if (out->refusal == NULL)
          out->refusal = g_steal_pointer (&reason);
      }
  for (guint i = 0; i < templates->len; i++)
    out->n_refused += replicas - out->n[i];
}

/* More pods of DaemonSets are only counted in text. */
#define DAEMON_PODS_SHOWN 5

static const FitColumn needed_columns[]
    = { { NULL, NULL, FIT_CELL_INTEGER, FIT_COLUMN_NAME } };

static const FitColumn needed_of_columns[] = {
  { NULL, NULL, FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, NULL, FIT_CELL_INTEGER, FIT_COLUMN_NAME },
};

static const FitColumn point_columns[] = {
  { "nodes", "NODES", FIT_CELL_INTEGER, 0 },
  { "pendingPods", "PENDING", FIT_CELL_INTEGER, 0 },
  /* last, because it is omitted with a single template */
  { "of", NULL, FIT_CELL_JSON, 0 },
};

/* The number of the last one. */
#define OF_COLUMN (G_N_ELEMENTS (point_columns) - 1)

/* What is shown. */
typedef struct
{
  const FitNodesNeeded *needed; /* borrowed */
  const FitBound *bound;        /* (nullable) borrowed */
  const FitNewNodes *nodes;     /* borrowed */
  const FitPodGroups *left;     /* borrowed: pods that no number helps */
  gint64 n_refused;             /* pods that admission refuses */
  const char *refusal;          /* (nullable) borrowed: why the first of
                                       them */
  const GPtrArray *notes;       /* borrowed, of char */
} Shown;

/* -- what is known about a template ---------------------------------------- */

static const FitNodeTemplate *
get_template (const Shown *shown, guint index)
{
  return shown->nodes->templates->pdata[index];
}

/* Whether nodes help, or none are needed. */
static gboolean
has_answer (const FitNodesNeeded *needed)
{
  return needed->nodes > 0 || needed->left->len == 0;
}

/* @out: to be cleared: what @pod counts on its node */
static void
sum_requests (const FitPod *pod, FitResources *out)
{
  fit_resources_copy (fit_pod_counted_requests (pod->spec), out);
  fit_resources_add (out, &pod->spec->overhead);
}

/* @out: to be cleared: what the pods of DaemonSets leave */
static void
sum_rest (const FitNodeTemplate *template, FitResources *out)
{
  fit_resources_copy (&template->node->traits->allocatable, out);
  FIT_EACH_OF (const FitDaemonPod, daemon, template->daemons)
    {
      FitResources requests = { 0 };

      if (daemon->reason != NULL)
        continue;
      sum_requests (daemon->set->pod, &requests);
      fit_resources_subtract (out, &requests);
      fit_resources_clear (&requests);
    }
}

/* -- text ------------------------------------------------------------------ */

static void
append_amount (GString *out, const char *resource, gint64 amount)
{
  g_autofree char *text = fit_amount_format (resource, amount);

  if (amount > 0)
    fit_plain_printf (out, "%s%s %s", fit_list_gap (out, ", "), text, resource);
}

/* Returns: (transfer full): "1 cpu, 64Mi memory" */
static char *
describe_amounts (const FitResources *resources)
{
  GString *out = g_string_new (NULL);

  append_amount (out, "cpu", resources->milli_cpu);
  append_amount (out, "memory", resources->memory);
  append_amount (out, "ephemeral-storage", resources->ephemeral_storage);
  for (guint i = 0; i < resources->n_scalars; i++)
    append_amount (out, resources->scalars[i].name,
                   resources->scalars[i].value);
  return g_string_free (out, FALSE);
}

static void
append_daemon_name (const FitDaemonPod *daemon, GString *out)
{
  const FitObjectMeta *meta = &daemon->set->pod->meta;

  fit_plain_printf (out, "%s/%s", meta->namespace_, meta->controller->name);
}

/* Returns: how many pods there are */
static guint
append_daemon_pods (const FitNodeTemplate *template, GString *out)
{
  guint n = 0;

  FIT_EACH_OF (const FitDaemonPod, daemon, template->daemons)
    {
      FitResources requests = { 0 };
      g_autofree char *amounts = NULL;

      if (daemon->reason != NULL || n++ >= DAEMON_PODS_SHOWN)
        continue;
      sum_requests (daemon->set->pod, &requests);
      amounts = describe_amounts (&requests);
      fit_resources_clear (&requests);
      g_string_append (out, fit_list_gap (out, ", "));
      append_daemon_name (daemon, out);
      if (*amounts != '\0')
        g_string_append_printf (out, " (%s)", amounts);
    }
  if (n > DAEMON_PODS_SHOWN)
    g_string_append_printf (out, " and %u more", n - DAEMON_PODS_SHOWN);
  return n;
}

static void
append_headline (const Shown *shown, GString *out)
{
  const FitNodesNeeded *needed = shown->needed;
  const guint n = needed->nodes;
  gboolean any = FALSE;

  if (!has_answer (needed))
    g_string_append (out, "Nodes ");
  else if (n == 0)
    g_string_append (out, "No node ");
  else
    fit_plain_printf (out, "%u %s ", n, n == 1 ? "node" : "nodes");
  if (n == 0)
    {
      for (guint i = 0; i < needed->n_templates; i++)
        fit_plain_printf (out, "%s%s",
                          i == 0                         ? "like "
                          : i == needed->n_templates - 1 ? " or "
                                                         : ", ",
                          get_template (shown, i)->node->name);
      g_string_append (out,
                       has_answer (needed) ? " is needed: " : " do not help: ");
    }
  else if (needed->n_templates == 1)
    fit_plain_printf (out, "like %s %s needed: with %s ",
                      get_template (shown, 0)->node->name,
                      n == 1 ? "is" : "are", n == 1 ? "it" : "them");
  else
    {
      /* "3 nodes are needed: 2 like a, 1 like b. With them" */
      g_string_append (out, n == 1 ? "is needed: " : "are needed: ");
      for (guint i = 0; i < needed->n_templates; i++)
        {
          if (needed->of[i].nodes == 0)
            continue;
          fit_plain_printf (out, "%s%u like %s", any ? ", " : "",
                            needed->of[i].nodes,
                            get_template (shown, i)->node->name);
          any = TRUE;
        }
      g_string_append (out, n == 1 ? ". With it " : ". With them ");
    }
  fit_plain_printf (out, "%u of %u %s fit%s", needed->placed, needed->pods,
                    needed->pods == 1 ? "pod" : "pods",
                    needed->pods == 1 ? "s" : "");
  g_string_append (out,
                   has_answer (needed) ? ".\n" : ", however many there are.\n");
}

/* -- the curve ------------------------------------------------------------- */

static FitTable *
points_table (const Shown *shown)
{
  return fit_table_new (point_columns, shown->needed->n_templates > 1
                                           ? OF_COLUMN + 1
                                           : OF_COLUMN);
}

/* With several templates, the points tell them apart. */
static void
add_point (FitTable *table, const Shown *shown,
           const FitNodesNeededPoint *point)
{
  const guint n = shown->needed->n_templates;
  FitJson *of;

  FIT_TABLE_ADD (table, fit_cell_integer (point->nodes),
                 fit_cell_integer (point->pending));
  if (n == 1)
    return;
  of = fit_json_array ();
  for (guint i = 0; i < n; i++)
    {
      FitJson *object = fit_json_append (of);

      fit_json_set_text (object, "name", get_template (shown, i)->node->name);
      fit_json_set_integer (object, "nodes", point->of[i]);
    }
  fit_table_set (table, OF_COLUMN, fit_cell_json (of));
}

/* Reports the points up to the answer where at least a tenth of the pending pods
 * makes a difference, and always the last two. */
static void
report_bends (const Shown *shown, FitReport *report)
{
  const FitNodesNeeded *needed = shown->needed;
  FitTable *bends = fit_report_own (report, points_table (shown));
  const FitNodesNeededPoint *last = NULL;

  FIT_EACH_OF (const FitNodesNeededPoint, point, needed->points)
    {
      if (point->nodes > needed->nodes)
        break;
      if (last != NULL && point->nodes + 1 < needed->nodes
          && (guint64) ABS ((gint64) last->pending - point->pending) * 10
                 < MAX (last->pending, 1))
        continue;
      add_point (bends, shown, point);
      last = point;
    }
  if (fit_table_n_rows (bends) < 2)
    return;
  fit_report_say (report, "\nPods still pending after adding nodes, for each "
                          "number tried:");
  fit_report_table (report, bends);
}

/* What each new node has besides itself, and what it lacks. */
static void
tell_daemons (const FitNodeTemplate *template, GString *out)
{
  g_autoptr (GString) pods = g_string_new (NULL);
  const guint n = append_daemon_pods (template, pods);
  FitResources rest = { 0 };
  g_autofree char *amounts = NULL;

  sum_rest (template, &rest);
  amounts = describe_amounts (&rest);
  fit_resources_clear (&rest);
  if (n > 0)
    {
      fit_plain_printf (out, "Each node like %s gets ", template->node->name);
      g_string_append_printf (out, "%s of %s: %s. ", n == 1 ? "a pod" : "pods",
                              n == 1 ? "a DaemonSet" : "DaemonSets", pods->str);
      g_string_append_printf (out, "%s%s left.\n",
                              *amounts != '\0' ? amounts : "Nothing",
                              *amounts != '\0' ? " are" : " is");
    }
  FIT_EACH_OF (const FitDaemonPod, daemon, template->daemons)
    {
      if (daemon->reason == NULL)
        continue;
      g_string_append (out, "The pod of DaemonSet ");
      append_daemon_name (daemon, out);
      fit_plain_printf (out,
                        " does not fit on a node like %s, which lacks it: %s\n",
                        template->node->name, daemon->reason);
    }
}

static void
tell_needed (const Shown *shown, FitReport *report)
{
  const FitNodesNeeded *needed = shown->needed;
  const gboolean several = needed->n_templates > 1;
  GString *out = fit_report_lines (report);

  append_headline (shown, out);
  if (needed->nodes > 0)
    fit_bound_tell (shown->bound, FIT_BOUND_NEW_NODES, needed->nodes, report);
  for (guint i = 0; i < needed->n_templates; i++)
    {
      const FitNodesNeededOf *of = &needed->of[i];
      g_autofree char *pod = NULL;

      if (of->pod == NULL)
        continue;
      pod = fit_pod_full_name (of->pod);
      g_string_append (out, "With one less ");
      if (several)
        fit_plain_printf (out, "like %s ", get_template (shown, i)->node->name);
      fit_plain_printf (out, "%s does not fit on any node: %s\n", pod,
                        of->reason);
    }
  /* Nodes that are not needed matter only if some pod fits on none. */
  for (guint i = 0; i < needed->n_templates; i++)
    if (needed->of[i].nodes > 0 || needed->left->len > 0)
      tell_daemons (get_template (shown, i), out);
  if (needed->left->len > 0)
    {
      if (needed->tried < needed->pods)
        g_string_append_printf (out, "\nNot even %u such nodes%s help ",
                                needed->tried, several ? " of each kind" : "");
      else
        g_string_append (out, "\nNo number of such nodes helps ");
      g_string_append (out, needed->left->len == 1 ? "this pod:\n"
                                                   : "these pods:\n");
      for (guint i = 0; i < shown->left->groups->len; i++)
        fit_pod_group_append (shown->left->groups->pdata[i], report->style.wide,
                              out);
    }
  if (shown->n_refused > 0)
    fit_report_say (report,
                    "Admission refuses %" G_GINT64_FORMAT
                    " more %s, however many nodes there are: %s",
                    shown->n_refused, shown->n_refused == 1 ? "pod" : "pods",
                    shown->refusal);
  if (!several)
    report_bends (shown, report);
}

/* -- JSON ------------------------------------------------------------------ */

/* @pod: (nullable) */
static FitJson *
pod_json (const FitPod *pod)
{
  FitJson *object;

  if (pod == NULL)
    return NULL;
  object = fit_json_object ();
  fit_json_set_text (object, "namespace", pod->meta.namespace_);
  fit_json_set_text (object, "name", pod->meta.name);
  return object;
}

static FitJson *
templates_json (const Shown *shown)
{
  const FitNodesNeeded *needed = shown->needed;
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < needed->n_templates; i++)
    {
      const FitNodeTemplate *template = get_template (shown, i);
      const FitNodesNeededOf *of = &needed->of[i];
      FitJson *object = fit_json_append (array);
      FitJson *free_ = fit_json_object ();
      FitResources rest = { 0 };
      FitJson *sets;

      sum_rest (template, &rest);
      fit_json_set_integer (free_, "cpu", rest.milli_cpu);
      fit_json_set_integer (free_, "memory", rest.memory);
      fit_resources_clear (&rest);
      fit_json_set_text (object, "name", template->node->name);
      fit_json_set_number (object, "nodes", has_answer (needed), of->nodes);
      fit_json_set (object, "pod", pod_json (of->pod));
      fit_json_set_text (object, "reason", of->reason);
      sets = fit_json_array ();
      FIT_EACH_OF (const FitDaemonPod, daemon, template->daemons)
        {
          const FitPod *pod = daemon->set->pod;
          FitJson *set = fit_json_append (sets);
          FitResources requests = { 0 };

          sum_requests (pod, &requests);
          fit_json_set_text (set, "namespace", pod->meta.namespace_);
          fit_json_set_text (set, "name", pod->meta.controller->name);
          fit_json_set_integer (set, "cpu", requests.milli_cpu);
          fit_json_set_integer (set, "memory", requests.memory);
          fit_json_set (set, "inferredFrom", pod_json (daemon->set->seen));
          fit_json_set_text (set, "likeNode",
                             daemon->like != NULL ? daemon->like->name : NULL);
          fit_json_set_boolean (set, "fits", daemon->reason == NULL);
          fit_json_set_text (set, "reason", daemon->reason);
          fit_resources_clear (&requests);
        }
      fit_json_set (object, "daemonSets", sets);
      fit_json_set (object, "free", free_);
      fit_json_set_text (
          object, "csiNode",
          template->csi_node != NULL ? template->csi_node->meta.name : NULL);
    }
  return array;
}

static void
set_data (const Shown *shown, FitJson *document)
{
  const FitNodesNeeded *needed = shown->needed;
  FitTable *curve = points_table (shown);
  /* The first pod that does not fit with less, or at all. */
  const FitPod *pod = NULL;
  const char *reason = NULL;

  for (guint i = 0; pod == NULL && i < needed->n_templates; i++)
    {
      pod = needed->of[i].pod;
      reason = needed->of[i].reason;
    }
  if (pod == NULL && needed->left->len > 0)
    {
      pod = needed->left->pdata[0];
      reason = needed->reasons->pdata[0];
    }
  FIT_EACH_OF (const FitNodesNeededPoint, point, needed->points)
    add_point (curve, shown, point);
  fit_json_set_boolean (document, "enough", needed->left->len == 0);
  fit_json_set_number (document, "nodes", has_answer (needed), needed->nodes);
  fit_json_set_integer (document, "pods", needed->pods);
  fit_json_set_integer (document, "placed", needed->placed);
  fit_json_set (document, "pod", pod_json (pod));
  fit_json_set_text (document, "reason", reason);
  fit_json_set (document, "templates", templates_json (shown));
  fit_json_set (document, "notHelped", fit_pod_groups_json (shown->left));
  fit_json_set_texts (document, "notes", shown->notes);
  fit_json_set_rows (document, "curve", curve);
  fit_json_set_integer (document, "refused", shown->n_refused);
  fit_json_set_text (document, "refusal", shown->refusal);
  fit_bound_set_json (shown->bound, FIT_BOUND_NEW_NODES, needed->nodes,
                      document);
}

/* -- showing --------------------------------------------------------------- */

static void
show (FitSession *session, const Shown *shown, const FitPageData *page,
      GError **error)
{
  const FitNodesNeeded *needed = shown->needed;
  const gboolean known = has_answer (needed);
  g_autoptr (FitReport) report = fit_session_report (session, "NodesNeeded");
  FitTable *names;

  if (needed->n_templates == 1)
    {
      names = FIT_REPORT_TABLE (report, needed_columns);
      FIT_TABLE_ADD (names, fit_cell_number (known, needed->nodes));
    }
  else
    {
      /* With several templates, a row for each. */
      names = FIT_REPORT_TABLE (report, needed_of_columns);
      for (guint i = 0; i < needed->n_templates; i++)
        FIT_TABLE_ADD (names,
                       fit_cell_text (get_template (shown, i)->node->name),
                       fit_cell_number (known, needed->of[i].nodes));
    }
  report->names = names;
  set_data (shown, report->data);
  tell_needed (shown, report);
  fit_session_print (session, report, page, error);
}

/* -- running --------------------------------------------------------------- */

static void
look_at_end (FitSimulation *simulation, gpointer page)
{
  fit_page_data_end (page, fit_simulation_cache (simulation));
}

static FitExit
answer_with_nodes (FitSession *session, FitNewNodes *nodes, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  const GPtrArray *of_rules = session->rules.notes;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (FitNodesNeeded) needed = NULL;
  g_autoptr (FitBound) bound = NULL;
  g_autoptr (FitPodGroups) left = fit_pod_groups_new ();
  g_auto (Admitted) admitted = { 0 };
  g_auto (FitPageData) page = { 0 };
  FitNodesNeededQuestion question = {
    .objects = session->objects,
    .nodes = nodes,
    .templates = session->templates,
    .replicas = (guint) options->replicas,
    .make = fit_session_make,
    .data = session,
  };

  for (guint i = 0; of_rules != NULL && i < of_rules->len; i++)
    g_ptr_array_add (notes, g_strdup (of_rules->pdata[i]));
  fit_session_note_new_nodes (session, nodes, notes);
  admit_copies (session, question.replicas, &admitted);
  question.copies = admitted.n;
  needed = fit_nodes_needed (&question, error);
  if (needed == NULL || !fit_extender_use_check (&session->extenders, error)
      || !fit_session_note_refused_daemons (nodes, needed, notes, error))
    return FIT_EXIT_INPUT;
  if (options->bound)
    {
      bound = fit_nodes_needed_bound (&question, needed, error);
      if (bound == NULL
          || !fit_bound_check (bound, FIT_BOUND_NEW_NODES, needed->nodes,
                               error))
        return FIT_EXIT_INPUT;
    }
  for (guint i = 0; i < needed->left->len; i++)
    fit_pod_groups_add (left, needed->left->pdata[i],
                        needed->reasons->pdata[i]);
  /* For a map: the cluster with the nodes, if extenders need not be asked
   * again. */
  fit_page_data_start (&page, session);
  question.make = fit_page_data_make;
  question.data = &page;
  if (page.cluster != NULL && session->extenders.tally.names->len == 0)
    fit_nodes_needed_visit (&question, needed, look_at_end, &page, NULL);
  if (page.cluster_json == NULL)
    fit_page_data_end_as_begun (&page);
  show (session,
        &(Shown){ needed, bound, nodes, left, admitted.n_refused,
                  admitted.refusal, notes },
        &page, error);
  return needed->left->len == 0 && admitted.n_refused == 0 ? FIT_EXIT_YES
                                                           : FIT_EXIT_NO;
}

FitExit
fit_simulate_nodes_needed (FitSession *session, GError **error)
{
  const char *path = session->invocation->options.nodes_needed;
  g_autoptr (FitObjects) objects
      = fit_session_load_nodes (session, "--nodes-needed", path, error);
  g_autoptr (FitNewNodes) nodes
      = objects != NULL ? fit_session_new_nodes (session, objects, error)
                        : NULL;

  return nodes != NULL ? answer_with_nodes (session, nodes, error)
                       : FIT_EXIT_INPUT;
}
