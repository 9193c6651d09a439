/* session.c - from options to a cluster and the rules for it */
#include "cli/session.h"

#include <string.h>

#include "algorithmprovider/defaults.h"
#include "api/raw.h"
#include "base/intern.h"
#include "base/plain-text.h"
#include "base/similar.h"
#include "cli/cluster-notes.h"
#include "cli/console.h"
#include "cli/rules-warnings.h"
#include "cli/workload-pod.h"
#include "config/profile-algorithm.h"
#include "factory/extender-config.h"

/* --- options ------------------------------------------------------------- */

gboolean
fit_session_gates (const FitInvocation *invocation, FitFeatureGates *out_gates,
                   GError **error)
{
  const FitOptions *options = &invocation->options;
  char **texts = options->feature_gates;
  FitLegacyRelease release;
  FitFeatureGates gates;

  if (!fit_legacy_release_parse (options->emulate_release, &release, error))
    {
      g_prefix_error (error, "option --emulate-release: ");
      return FALSE;
    }
  gates = fit_feature_gates_of_release (release);
  for (; texts != NULL && *texts != NULL; texts++)
    if (!fit_feature_gates_parse (&gates, *texts, error))
      return FALSE;
  *out_gates = gates;
  return TRUE;
}

FitRegistry *
fit_session_registry (const FitInvocation *invocation, FitFeatureGates gates)
{
  FitRegistry *registry = fit_registry_new_default (gates);

  if (invocation->extras.rules != NULL)
    invocation->extras.rules (registry, gates, invocation->extras.data);
  return registry;
}

FitPluginRegistry *
fit_session_plugins (const FitInvocation *invocation)
{
  FitPluginRegistry *registry = fit_plugin_registry_new ();

  if (invocation->extras.plugins != NULL)
    invocation->extras.plugins (registry, invocation->extras.data);
  return registry;
}

FitDecodeFlags
fit_session_decode_flags (const FitInvocation *invocation)
{
  const FitOptions *options = &invocation->options;

  return (options->as_is ? FIT_DECODE_AS_IS : 0)
         | (options->legacy_labels ? FIT_DECODE_LEGACY_LABELS : 0)
         | (options->workloads == FIT_WORKLOADS_AUTO ? FIT_DECODE_CONTROLLERS
                                                     : 0);
}

FitDecodeFlags
fit_session_cluster_flags (const FitSession *session)
{
  const gboolean shown = fit_extender_use_sends (&session->extenders)
                         || session->invocation->options.record != NULL;

  return fit_session_decode_flags (session->invocation)
         | (shown ? FIT_DECODE_KEEP_RAW : 0)
         | (session->rules.configuration != NULL
                    && session->invocation->options.arithmetic
                           == FIT_ARITHMETIC_TARGET
                ? fit_configuration_decode_flags (session->rules.configuration)
                : 0);
}

guint
fit_session_count_stdin (char **paths)
{
  guint n = 0;

  for (; paths != NULL && *paths != NULL; paths++)
    n += fit_source_is_stdin (*paths);
  return n;
}

gboolean
fit_session_check_stdin (guint n_stdin, GError **error)
{
  if (n_stdin <= 1)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_USAGE,
                       "standard input (-) can be read only once");
  return FALSE;
}

static gboolean
check_options (const FitOptions *options, GError **error)
{
  if (options->files == NULL && options->trace == NULL)
    {
      g_set_error_literal (
          error, FIT_ERROR, FIT_ERROR_USAGE,
          "which cluster? give -f FILE, or -f - for standard input");
      return FALSE;
    }
  return fit_session_check_stdin (
      fit_session_count_stdin (options->files)
          + fit_session_count_stdin (options->pods)
          + fit_source_is_stdin (options->policy)
          + fit_source_is_stdin (options->config)
          + fit_source_is_stdin (options->trace)
          + fit_source_is_stdin (options->nodes_needed)
          + fit_source_is_stdin (options->extenders),
      error);
}

/* --- pods that are made pending ------------------------------------------ */

static FitPod *
pending_copy (const FitPod *pod)
{
  FitPod *copy = fit_pod_with_node_name (pod, "");

  fit_intern_unref (copy->phase);
  copy->phase = fit_intern ("");
  fit_raw_set (&copy->meta, "status", "phase", "");
  return copy;
}

static gboolean
same_pod (const FitPod *a, const FitPod *b)
{
  return a->meta.namespace_ == b->meta.namespace_
         && strcmp (a->meta.name, b->meta.name) == 0;
}

static guint
pod_name_hash (gconstpointer pod)
{
  const FitPod *key = pod;

  return g_str_hash (key->meta.name) ^ g_direct_hash (key->meta.namespace_);
}

static gboolean
pod_name_equal (gconstpointer a, gconstpointer b)
{
  return same_pod (a, b);
}

/* The pods from number @inout_first on are pending, and take the place of pods
 * of the same name before them. */
static void
make_all_pending (GPtrArray *pods, guint *inout_first)
{
  const guint first = *inout_first;
  g_autoptr (GHashTable) names
      = g_hash_table_new (pod_name_hash, pod_name_equal);
  guint kept = 0;

  for (guint i = first; i < pods->len; i++)
    {
      FitPod *copy = pending_copy (pods->pdata[i]);

      fit_pod_unref (pods->pdata[i]);
      pods->pdata[i] = copy;
      g_hash_table_add (names, copy);
    }
  for (guint i = 0; i < pods->len; i++)
    {
      if (i < first && g_hash_table_contains (names, pods->pdata[i]))
        {
          fit_pod_unref (pods->pdata[i]);
          --*inout_first;
        }
      else
        pods->pdata[kept++] = pods->pdata[i];
    }
  while (pods->len > kept)
    g_ptr_array_steal_index (pods, pods->len - 1);
}

static guint
index_of_pod (const FitSession *session, const FitPod *pod)
{
  guint index = 0;
  gboolean found
      = g_ptr_array_find (session->objects->of[FIT_KIND_POD], pod, &index);

  g_assert (found);
  return index;
}

const FitPod *
fit_session_make_pending (FitSession *session, const FitPod *pod)
{
  FitPod *copy = pending_copy (pod);

  session->objects->of[FIT_KIND_POD]->pdata[index_of_pod (session, pod)] = copy;
  return copy;
}

void
fit_session_restore (FitSession *session, const FitPod *copy, const FitPod *pod)
{
  session->objects->of[FIT_KIND_POD]->pdata[index_of_pod (session, copy)]
      = (gpointer) pod;
  fit_pod_unref (copy);
}

/* --- reading ------------------------------------------------------------- */

gboolean
fit_session_load_objects (FitInputs *inputs, FitObjects *objects, char **paths,
                          FitDecodeFlags flags, GError **error)
{
  for (; paths != NULL && *paths != NULL; paths++)
    if (!fit_inputs_load_objects (inputs, *paths, objects, flags, error))
      return FALSE;
  return TRUE;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

/* Anybody may make up kinds. */
#define KINDS_SHOWN 10
#define KIND_WIDTH 80

char *
fit_session_list_kinds (GHashTable *unknown)
{
  g_autoptr (GList) kinds
      = g_list_sort (g_hash_table_get_keys (unknown), compare_names);
  const guint n_kinds = g_hash_table_size (unknown);
  GString *text = g_string_new (NULL);
  guint n = 0;

  for (GList *link = kinds; link != NULL && n < KINDS_SHOWN; link = link->next)
    {
      g_autofree char *kind = fit_plain_cut (link->data, KIND_WIDTH);

      g_string_append_printf (
          text, "%s%s (%u)", n++ > 0 ? ", " : "", kind,
          GPOINTER_TO_UINT (g_hash_table_lookup (unknown, link->data)));
    }
  if (n_kinds > KINDS_SHOWN)
    g_string_append_printf (text, " and %u more", n_kinds - KINDS_SHOWN);
  return g_string_free (text, kinds == NULL);
}

char *
fit_session_describe_unknown (GHashTable *unknown)
{
  g_autofree char *kinds = fit_session_list_kinds (unknown);
  GHashTableIter iter;
  gpointer count;
  guint total = 0;

  g_hash_table_iter_init (&iter, unknown);
  while (g_hash_table_iter_next (&iter, NULL, &count))
    total += GPOINTER_TO_UINT (count);
  if (kinds == NULL)
    return NULL;
  return g_strdup_printf ("ignored %u %s of kinds: %s", total,
                          total == 1 ? "object" : "objects", kinds);
}

char *
fit_session_describe_labels (const FitObjects *objects,
                             const FitOptions *options)
{
  const guint n = objects->n_ga_only_nodes;
  FitLegacyRelease release = FIT_LEGACY_RELEASE_LAST;

  if (n == 0 || options->legacy_labels || options->release != NULL)
    return NULL;
  fit_legacy_release_parse (options->emulate_release, &release, NULL);
  return g_strdup_printf ("%u %s zone, region or instance type only under "
                          "labels that v%s does not read",
                          n, n == 1 ? "node has" : "nodes have",
                          fit_legacy_release_name (release));
}

/* @text (transfer full) (nullable) */
static void
note (char *text)
{
  if (text != NULL)
    fit_console_note ("%s", text);
  g_free (text);
}

/* Of a trace, nodes and claims may be still to come. */
static void
note_oddities (const FitSession *session)
{
  const FitObjects *objects = session->objects;

  note (fit_cluster_note_fields (objects));
  note (fit_cluster_note_repeated (objects));
  if (session->invocation->options.trace != NULL)
    return;
  note (fit_cluster_note_nodes (objects));
  note (fit_cluster_note_claims (objects));
}

/* Releases that have profiles read the new labels. */
static void
note_objects (const FitSession *session)
{
  const FitObjects *objects = session->objects;
  g_autofree char *unknown = fit_session_describe_unknown (objects->unknown);
  g_autofree char *labels = session->rules.configuration != NULL
                                ? NULL
                                : fit_session_describe_labels (
                                    objects, &session->invocation->options);

  if (unknown != NULL && session->beside == NULL)
    fit_console_note ("%s", unknown);
  if (session->beside == NULL)
    note_oddities (session);
  if (labels == NULL
      || (session->beside != NULL
          && session->beside->rules.configuration == NULL))
    return;
  fit_console_note ("%s", labels);
  fit_console_hint ("--legacy-labels copies them to the labels that it reads");
}

static void
note_other_schedulers (const FitSession *session)
{
  const GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  g_autofree char *names = fit_chosen_rules_schedulers (&session->rules);
  g_autofree char *said
      = session->beside != NULL
            ? fit_chosen_rules_schedulers (&session->beside->rules)
            : NULL;
  guint n = 0;

  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      n += *pod->node_name == '\0' && !fit_pod_terminal (pod)
           && !fit_chosen_rules_take (&session->rules, pod);
    }
  if (n > 0 && g_strcmp0 (said, names) != 0)
    fit_console_note ("left alone %u pending %s of other schedulers than %s", n,
                      n == 1 ? "pod" : "pods", names);
}

/* The pods from number @first on are not in the cluster but to be copied, except
 * for those that workloads of the cluster became, from number @n_read on. */
static void
take_templates (FitSession *session, guint first, guint n_read)
{
  GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  const guint end = n_read + session->workloads->n_pods_of_cluster;
  guint kept = first;

  for (guint i = first; i < pods->len; i++)
    if (i >= n_read && i < end)
      pods->pdata[kept++] = pods->pdata[i];
    else
      g_ptr_array_add (session->templates, pods->pdata[i]);
  while (pods->len > kept)
    g_ptr_array_steal_index (pods, pods->len - 1);
}

/* What is counted is what finds a place now. */
static void
leave_out_held_back (const FitSession *session)
{
  GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  guint n = 0;

  for (guint i = pods->len; i-- > 0;)
    {
      const FitPod *pod = pods->pdata[i];

      if (*pod->node_name != '\0' || fit_pod_terminal (pod)
          || !fit_chosen_rules_take (&session->rules, pod)
          || !fit_chosen_rules_hold_back (&session->rules, pod))
        continue;
      g_ptr_array_remove_index (pods, i);
      n++;
    }
  if (n > 0)
    fit_console_note ("left out %u %s for scheduling gates", n,
                      n == 1 ? "pod that waits" : "pods that wait");
}

gboolean
fit_session_has_priorities (const FitSession *session)
{
  return fit_gate_on (session->rules.gates, FIT_GATE_POD_PRIORITY);
}

void
fit_session_drop_priority (const FitPod *pod)
{
  pod->spec->has_priority = TRUE; /* so that no PriorityClass is looked for */
  pod->spec->priority = 0;
}

static void
drop_priority (gpointer pod, gpointer data)
{
  fit_session_drop_priority (pod);
}

/* Two sessions beside each other have pods of the same labels. */
static FitRelease
labels_release (const FitSession *session)
{
  const FitSession *first = session->beside != NULL ? session->beside : session;
  const FitChosenRules *rules = &first->rules;

  if (rules->configuration != NULL)
    return rules->configuration->target.release;
  return FIT_RELEASE (fit_feature_gates_release (rules->gates), 0);
}

static void
note_workloads (const FitSession *session)
{
  const FitWorkloads *workloads = session->workloads;
  g_autofree char *became = fit_workloads_describe (workloads);
  g_autofree char *rest = fit_workloads_describe_rest (workloads);

  if (session->beside != NULL)
    return;
  if (became != NULL)
    fit_console_note ("%s", became);
  if (rest != NULL)
    fit_console_note ("%s", rest);
  if (workloads->n_claimless > 0)
    fit_console_note ("copies of %u %s have no claims", workloads->n_claimless,
                      workloads->n_claimless == 1 ? "StatefulSet"
                                                  : "StatefulSets");
}

/* Controllers from number @first_given on are those of --pods. */
static gboolean
make_workloads (FitSession *session, guint first_given, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  const FitWorkloadsOptions how = {
    .flags = fit_session_cluster_flags (session),
    .release = labels_release (session),
    .first_given = first_given,
    .one_each = options->until_full || options->replicas > 0,
  };

  session->workloads = fit_workloads_make (session->objects, &how, error);
  if (session->workloads == NULL)
    return FALSE;
  note_workloads (session);
  return TRUE;
}

static gboolean
read_cluster (FitSession *session, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  FitDecodeFlags flags = fit_session_cluster_flags (session);
  FitObjects *objects = session->objects;
  FitInputs *inputs = session->invocation->inputs;
  guint first_pending, first_given, n_read;

  if (!fit_session_load_objects (inputs, objects, options->files, flags, error))
    return FALSE;
  first_pending = objects->of[FIT_KIND_POD]->len;
  first_given = objects->controllers->len;
  if (!fit_session_load_objects (inputs, objects, options->pods, flags, error))
    return FALSE;
  make_all_pending (objects->of[FIT_KIND_POD], &first_pending);
  note_objects (session);
  n_read = objects->of[FIT_KIND_POD]->len;
  if (!make_workloads (session, first_given, error))
    return FALSE;
  if (!fit_session_has_priorities (session))
    g_ptr_array_foreach (objects->of[FIT_KIND_POD], drop_priority, NULL);
  if (!options->as_is && !fit_objects_complete (objects, error))
    return FALSE;
  if (options->until_full || options->replicas > 0)
    take_templates (session, first_pending, n_read);
  if (options->until_full || options->nodes_needed != NULL)
    leave_out_held_back (session);
  note_other_schedulers (session);
  return TRUE;
}

static void
free_pod (gpointer pod)
{
  fit_pod_unref (pod);
}

static gboolean
parse_policy (FitSession *session, GError **error)
{
  session->policy = fit_chosen_rules_parse_policy (&session->rules, error);
  return session->policy != NULL;
}

/* What validate refuses is refused here: their certificates are no
 * certificates. */
static gboolean
take_extenders (FitSession *session, const GPtrArray *extenders,
                const FitRulesFile *file, GError **error)
{
  fit_extender_use_add (&session->extenders, extenders);
  if (fit_extenders_check_files (extenders, NULL, error))
    return TRUE;
  g_prefix_error (error, "%s: ", file->name);
  return FALSE;
}

static gboolean
load_rules (FitSession *session, GError **error)
{
  FitChosenRules *rules = &session->rules;

  if (!fit_chosen_rules_open (rules, session->invocation, error))
    return FALSE;
  if (rules->configuration != NULL)
    return take_extenders (session, rules->configuration->extenders,
                           &rules->config, error);
  return rules->policy.text == NULL
         || (parse_policy (session, error)
             && take_extenders (session, session->policy->extenders,
                                &rules->policy, error));
}

/* What has been said about the file of the other side is not said again. */
static void
warn_about_policy (const FitSession *session)
{
  const FitSession *other = session->beside;
  const FitRulesFile *file = &session->rules.policy;

  if (session->policy == NULL || session->invocation->rules_are_known
      || (other != NULL
          && g_strcmp0 (other->rules.policy.name, file->name) == 0))
    return;
  fit_rules_warnings_say (file, session->policy, session->registry);
}

/* --- the session --------------------------------------------------------- */

/* The cluster of the session beside, if this one would read the same. */
static gboolean
share_cluster (FitSession *session)
{
  const FitSession *other = session->beside;

  if (other == NULL
      || fit_session_cluster_flags (session)
             != fit_session_cluster_flags (other)
      || fit_session_has_priorities (session)
             != fit_session_has_priorities (other))
    return FALSE;
  session->objects = other->objects;
  session->shares_objects = TRUE;
  note_other_schedulers (session);
  return TRUE;
}

static gboolean
open_session (FitSession *session, GError **error)
{
  const FitInvocation *invocation = session->invocation;
  const FitOptions *options = &invocation->options;

  session->templates = g_ptr_array_new_with_free_func (free_pod);
  if (!fit_chosen_rules_check (options, error)
      || !check_options (options, error)
      || !fit_extender_use_open (
          &session->extenders, invocation,
          session->beside != NULL ? &session->beside->extenders : NULL, error)
      || !load_rules (session, error))
    return FALSE;
  session->registry = fit_session_registry (invocation, session->rules.gates);
  warn_about_policy (session);
  if (!share_cluster (session))
    {
      session->objects = fit_objects_new ();
      if (!read_cluster (session, error))
        return FALSE;
    }
  session->pool = fit_worker_pool_new ((guint) options->threads);
  return TRUE;
}

gboolean
fit_session_open (FitSession *session, const FitInvocation *invocation,
                  GError **error)
{
  *session = (FitSession){ .invocation = invocation };
  return open_session (session, error);
}

gboolean
fit_session_open_beside (FitSession *session, const FitInvocation *invocation,
                         const FitSession *other, GError **error)
{
  *session = (FitSession){ .invocation = invocation, .beside = other };
  return open_session (session, error);
}

void
fit_session_drop_objects (FitSession *session)
{
  if (!session->shares_objects)
    g_clear_pointer (&session->objects, fit_objects_free);
}

void
fit_session_close (FitSession *session)
{
  g_clear_pointer (&session->pool, fit_worker_pool_free);
  fit_session_drop_objects (session);
  g_clear_pointer (&session->registry, fit_registry_free);
  g_clear_pointer (&session->policy, fit_policy_free);
  g_clear_pointer (&session->templates, g_ptr_array_unref);
  fit_extender_use_clear (&session->extenders);
  g_clear_pointer (&session->workloads, fit_workloads_free);
  fit_chosen_rules_clear (&session->rules);
}

gboolean
fit_session_rules (FitSession *session, FitSimulationOptions *out_rules,
                   GError **error)
{
  const FitOptions *options = &session->invocation->options;
  const FitChosenRules *rules = &session->rules;

  if (rules->policy.text != NULL && session->policy == NULL
      && !parse_policy (session, error))
    return FALSE;
  *out_rules = (FitSimulationOptions){
    .registry = session->registry,
    .gates = rules->gates,
    .provider = rules->provider,
    .policy = g_steal_pointer (&session->policy),
    .configuration = rules->configuration,
    .adapt = rules->configuration != NULL
             && options->arithmetic == FIT_ARITHMETIC_V1_16,
    .hard_pod_affinity_symmetric_weight
    = rules->hard_pod_affinity_symmetric_weight,
    .always_check_all_predicates = options->always_check_all_predicates,
    .scheduler_name = rules->scheduler_name,
    .files_elsewhere = TRUE,
    .plugins = rules->plugins,
    .plugin_lists = rules->plugin_lists,
    .scheduling = {
      .percentage_of_nodes_to_score = rules->percentage_of_nodes_to_score,
      .tie_break = options->tie_break,
      .seed = (guint32) options->seed,
      .pool = session->pool,
    },
  };
  fit_extender_use_set_rules (&session->extenders, out_rules);
  return TRUE;
}

FitSimulation *
fit_session_simulate (FitSession *session, const FitObjects *objects,
                      GError **error)
{
  FitSimulationOptions rules;

  if (!fit_session_rules (session, &rules, error))
    return NULL;
  return fit_simulation_new (objects, &rules, error);
}

gboolean
fit_session_print (const FitSession *session, const FitOutput *output,
                   GError **error)
{
  const FitExtenderUse *use = &session->extenders;
  g_autoptr (FitTable) record = fit_extender_use_record (use);
  g_autofree char *text = fit_extender_use_text (&use, 1);

  return fit_output_print_with (output,
                                &(const FitOutputRemark){ record, text },
                                session->invocation->options.output, error)
         && fit_extender_use_finish (use, error);
}

/* --- finding a pod ------------------------------------------------------- */

static void
fail_unknown_pod (const FitSession *session, const char *name,
                  const char *namespace_, GError **error)
{
  const GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  g_autofree char *full = strchr (name, '/')
                              ? g_strdup (name)
                              : g_strconcat (namespace_, "/", name, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *elsewhere = NULL;
  FitSimilar similar;

  fit_similar_init (&similar, full);
  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];
      char *other
          = g_strconcat (pod->meta.namespace_, "/", pod->meta.name, NULL);

      g_ptr_array_add (names, other);
      fit_similar_offer (&similar, other);
      if (elsewhere == NULL && strcmp (pod->meta.name, name) == 0)
        elsewhere = other;
    }
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no pod %s in the cluster", full);
  if (elsewhere == NULL)
    elsewhere = similar.best;
  if (elsewhere != NULL)
    fit_error_add_hint (error, "did you mean %s?", elsewhere);
}

const FitPod *
fit_session_find_pod (const FitSession *session, const char *name,
                      GError **error)
{
  const GPtrArray *pods = session->objects->of[FIT_KIND_POD];
  const char *slash = strchr (name, '/');
  g_autofree char *namespace_
      = slash ? g_strndup (name, (gsize) (slash - name)) : g_strdup ("default");
  const FitPod *found;

  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      if (strcmp (pod->meta.name, slash ? slash + 1 : name) == 0
          && strcmp (pod->meta.namespace_, namespace_) == 0)
        return pod;
    }
  if (!fit_workload_pod_find (session, name, "default", &found, error))
    return NULL;
  if (found == NULL)
    fail_unknown_pod (session, name, namespace_, error);
  return found;
}
