/* args-check.c - which arguments a release rejects
 *
 * From 1.22 on messages contain the path of the error.  Before, plugins check
 * their arguments when they are created, and some have their own texts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/args-table.h"
#include "releases/behaviour.h"

#include "api/names.h"
#include "formats/duration.h"

#include <string.h>

static gboolean
names_paths (const FitArgsCheck *check)
{
  return fit_behaviour (check->target->release).config_errors_have_paths;
}

void
fit_args_problem (FitArgsCheck *check, const char *field, const char *format,
                  ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (check->problems,
                   g_strconcat (check->path, *check->path != '\0' ? "." : "",
                                field, ": ", message, NULL));
}

/* Adds a text from before messages had paths. */
static void G_GNUC_PRINTF (2, 3)
    add_bare (FitArgsCheck *check, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (check->problems, g_strdup_vprintf (format, args));
  va_end (args);
}

static void
check_range (FitArgsCheck *check, const char *field, gint64 value, gint64 max)
{
  if (value < 0 || value > max)
    fit_args_problem (check, field,
                      "Invalid value: %" G_GINT64_FORMAT
                      ": not in valid range [0-%" G_GINT64_FORMAT "]",
                      value, max);
}

void
fit_args_check_default_preemption (FitArgsCheck *check, gconstpointer data)
{
  const FitDefaultPreemptionArgs *args = data;

  check_range (check, "minCandidateNodesPercentage",
               args->min_candidate_nodes_percentage, 100);
  if (args->min_candidate_nodes_absolute < 0)
    fit_args_problem (check, "minCandidateNodesAbsolute",
                      "Invalid value: %d: not in valid range [0, inf)",
                      args->min_candidate_nodes_absolute);
  if (args->min_candidate_nodes_percentage == 0
      && args->min_candidate_nodes_absolute == 0)
    fit_args_problem (check, "minCandidateNodesPercentage",
                      "Invalid value: 0: cannot be zero at the same time as "
                      "minCandidateNodesAbsolute");
}

void
fit_args_check_dynamic_resources (FitArgsCheck *check, gconstpointer data)
{
  const FitDynamicResourcesArgs *args = data;
  g_autofree char *timeout = fit_duration_text (args->filter_timeout_ns);
  g_autofree char *binding_timeout
      = fit_duration_text (args->binding_timeout_ns);

  if (args->filter_timeout_ns != 0
      && !fit_gate_on (check->target->gates,
                       FIT_GATE_DRA_SCHEDULER_FILTER_TIMEOUT))
    fit_args_problem (check, "filterTimeout",
                      "Forbidden: DRASchedulingFilterTimeout feature gate is "
                      "disabled");
  else if (args->filter_timeout_ns < 0)
    fit_args_problem (check, "filterTimeout",
                      "Invalid value: \"%s\": must be zero or positive",
                      timeout);
  /* It is a field from 1.35 on. */
  if (!fit_behaviour (check->target->release).config_has_binding_timeout)
    return;
  if (!fit_args_have_binding_timeout (check->target))
    {
      if (args->binding_timeout_ns != 0)
        fit_args_problem (check, "bindingTimeout",
                          "Forbidden: DRADeviceBindingConditions or "
                          "DRAResourceClaimDeviceStatus feature gate is "
                          "disabled");
    }
  else if (args->binding_timeout_ns < G_GINT64_CONSTANT (1000000000))
    fit_args_problem (check, "bindingTimeout",
                      "Invalid value: \"%s\": must be at least 1 second",
                      binding_timeout);
}

void
fit_args_check_inter_pod_affinity (FitArgsCheck *check, gconstpointer data)
{
  const FitInterPodAffinityArgs *args = data;

  check_range (check, "hardPodAffinityWeight", args->hard_pod_affinity_weight,
               100);
}

/* -- added affinity -------------------------------------------------------- */

static void
check_selector (FitArgsCheck *check, const char *field, FitSelector *taken)
{
  g_autoptr (FitSelector) selector = taken;

  if (selector->error != NULL)
    fit_args_problem (check, field, "Invalid value: %s", selector->error);
}

static void
check_node_term (FitArgsCheck *check, const char *field,
                 const FitArgNodeTerm *term)
{
  g_autofree char *expressions = g_strconcat (field, ".matchExpressions", NULL);
  g_autofree char *fields = g_strconcat (field, ".matchFields", NULL);

  if (term->n_expressions > 0)
    check_selector (check, expressions,
                    fit_selector_new_expressions (NULL, term->expressions,
                                                  term->n_expressions,
                                                  FIT_SELECTOR_NODE));
  if (term->n_fields > 0)
    check_selector (check, fields,
                    fit_selector_new_fields (term->fields, term->n_fields));
}

void
fit_args_check_node_affinity (FitArgsCheck *check, gconstpointer data)
{
  const FitNodeAffinityArgs *args = data;
  const FitArgAffinity *affinity = args->added_affinity;

  if (affinity == NULL)
    return;
  for (guint i = 0;
       affinity->required != NULL && i < affinity->required->n_terms; i++)
    {
      g_autofree char *field = g_strdup_printf (
          "addedAffinity.requiredDuringSchedulingIgnoredDuringExecution"
          ".nodeSelectorTerms[%u]",
          i);

      check_node_term (check, field, &affinity->required->terms[i]);
    }
  for (guint i = 0; i < affinity->n_preferred; i++)
    {
      const FitArgPreferredNodeTerm *term = &affinity->preferred[i];
      g_autofree char *field = g_strdup_printf (
          "addedAffinity.preferredDuringSchedulingIgnoredDuringExecution[%u]",
          i);
      g_autofree char *preference = g_strconcat (field, ".preference", NULL);

      /* A preference may have any weight; with weight 0 it is not checked. */
      if (term->weight != 0)
        check_node_term (check, preference, &term->preference);
    }
}

/* -- labels ---------------------------------------------------------------- */

static char *
join (const FitArgStrings *strings)
{
  GString *out = g_string_new ("[");

  for (guint i = 0; i < strings->n; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "", strings->items[i]);
  g_string_append_c (out, ']');
  return g_string_free (out, FALSE);
}

static void
check_label_lists (FitArgsCheck *check, const char *field,
                   const FitArgStrings *present, const FitArgStrings *absent)
{
  g_autofree char *all_present = join (present);
  g_autofree char *all_absent = join (absent);
  g_autoptr (GHashTable) absent_set
      = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < absent->n; i++)
    g_hash_table_add (absent_set, (gpointer) absent->items[i]);
  for (guint i = 0; i < present->n; i++)
    {
      const char *label = present->items[i];

      if (!g_hash_table_contains (absent_set, label))
        continue;
      if (names_paths (check))
        fit_args_problem (check, field,
                          "Invalid value: \"%s\": detecting at least one label "
                          "that exist in both the present and absent label "
                          "list",
                          label);
      else
        add_bare (check,
                  "detecting at least one label (e.g., \"%s\") that exist in "
                  "both the present(%s) and absent(%s) label list",
                  label, all_present, all_absent);
      return;
    }
}

void
fit_args_check_node_label (FitArgsCheck *check, gconstpointer data)
{
  const FitNodeLabelArgs *args = data;

  check_label_lists (check, "presentLabels", &args->present_labels,
                     &args->absent_labels);
  check_label_lists (check, "presentLabelsPreference",
                     &args->present_labels_preference,
                     &args->absent_labels_preference);
}

/* -- resources ------------------------------------------------------------- */

static void
check_weights (FitArgsCheck *check, const char *field,
               const FitArgResources *resources, gint64 max)
{
  for (guint i = 0; i < resources->n; i++)
    {
      const FitWeightedResource *resource = &resources->items[i];
      g_autofree char *weight = g_strdup_printf ("%s[%u].weight", field, i);

      if (resource->weight >= 1 && resource->weight <= max)
        continue;
      if (max == G_MAXINT64)
        fit_args_problem (check, weight,
                          "Invalid value: %" G_GINT64_FORMAT
                          ": resource weight of %s must be positive",
                          resource->weight, resource->name);
      else
        fit_args_problem (check, weight,
                          "Invalid value: %" G_GINT64_FORMAT
                          ": resource weight of %s not in valid range (0, "
                          "%" G_GINT64_FORMAT "]",
                          resource->weight, resource->name, max);
    }
}

void
fit_args_check_node_resources (FitArgsCheck *check, gconstpointer data)
{
  const FitNodeResourcesArgs *args = data;

  check_weights (check, "resources", &args->resources, 100);
}

void
fit_args_check_balanced_allocation (FitArgsCheck *check, gconstpointer data)
{
  const FitNodeResourcesArgs *args = data;
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < args->resources.n; i++)
    {
      const FitWeightedResource *resource = &args->resources.items[i];
      g_autofree char *weight = g_strdup_printf ("resources[%u].weight", i);
      g_autofree char *name = g_strdup_printf ("resources[%u].name", i);

      if (resource->weight != 1)
        fit_args_problem (check, weight,
                          "Invalid value: %" G_GINT64_FORMAT ": must be 1",
                          resource->weight);
      if (!g_hash_table_add (known, (gpointer) resource->name))
        fit_args_problem (check, name, "Duplicate value: \"%s\"",
                          resource->name);
    }
}

/* -- shapes ---------------------------------------------------------------- */

/* A value of point @i, in a text without a path. */
static void
check_former_range (FitArgsCheck *check, guint i, const char *what,
                    const char *field, gint64 value, gint max)
{
  if (value < 0 || value > max)
    add_bare (check,
              "%s values must not be %s than %d. %s[%u]==%" G_GINT64_FORMAT,
              what, value < 0 ? "less" : "greater", value < 0 ? 0 : max, field,
              i, value);
}

static void
check_shape (FitArgsCheck *check, const char *field, const FitArgShape *shape)
{
  if (!names_paths (check))
    {
      if (shape->n == 0)
        add_bare (check, "at least one point must be specified");
      for (guint i = 1; i < shape->n; i++)
        if (shape->points[i - 1].utilization >= shape->points[i].utilization)
          add_bare (check,
                    "utilization values must be sorted. "
                    "Utilization[%u]==%" G_GINT64_FORMAT
                    " >= Utilization[%u]==%" G_GINT64_FORMAT,
                    i - 1, shape->points[i - 1].utilization, i,
                    shape->points[i].utilization);
      for (guint i = 0; i < shape->n; i++)
        {
          const FitUtilizationPoint *part = &shape->points[i];

          check_former_range (check, i, "utilization", "Utilization",
                              part->utilization, 100);
          check_former_range (check, i, "score", "Score", part->score, 10);
        }
      return;
    }
  if (shape->n == 0)
    fit_args_problem (check, field,
                      "Required value: at least one point must be specified");
  for (guint i = 0; i < shape->n; i++)
    {
      const FitUtilizationPoint *point = &shape->points[i];
      g_autofree char *utilization
          = g_strdup_printf ("%s[%u].utilization", field, i);
      g_autofree char *score = g_strdup_printf ("%s[%u].score", field, i);

      check_range (check, utilization, point->utilization, 100);
      check_range (check, score, point->score, 10);
      if (i > 0 && shape->points[i - 1].utilization >= point->utilization)
        fit_args_problem (check, utilization,
                          "Invalid value: %" G_GINT64_FORMAT
                          ": utilization values must be sorted in increasing "
                          "order",
                          point->utilization);
    }
}

void
fit_args_check_capacity_ratio (FitArgsCheck *check, gconstpointer data)
{
  const FitCapacityRatioArgument *args = data;

  check_shape (check, "shape", &args->shape);
  check_weights (check, "resources", &args->resources, G_MAXINT64);
}

/* -- NodeResourcesFit ------------------------------------------------------ */

void
fit_args_check_node_resources_fit (FitArgsCheck *check, gconstpointer data)
{
  static const char shape_field[]
      = "scoringStrategy.requestedToCapacityRatio.shape";
  static const FitArgShape no_shape = { 0 };
  const FitNodeResourcesFitArgs *args = data;
  const FitArgScoringStrategy *strategy = args->scoring_strategy;
  const FitArgCapacityRatio *ratio;
  gboolean uses_ratio;

  for (guint i = 0; i < args->ignored_resources.n; i++)
    if (!fit_is_qualified_name (args->ignored_resources.items[i]))
      {
        g_autofree char *field = g_strdup_printf ("ignoredResources[%u]", i);

        fit_args_problem (check, field,
                          "Invalid value: \"%s\": is not a resource name",
                          args->ignored_resources.items[i]);
      }
  for (guint i = 0; i < args->ignored_resource_groups.n; i++)
    {
      const char *group = args->ignored_resource_groups.items[i];
      g_autofree char *field = g_strdup_printf ("ignoredResourceGroups[%u]", i);

      if (strchr (group, '/') != NULL)
        fit_args_problem (check, field,
                          "Invalid value: \"%s\": resource group name can't "
                          "contain '/'",
                          group);
      else if (!fit_is_qualified_name (group))
        fit_args_problem (check, field,
                          "Invalid value: \"%s\": is not a group name", group);
    }
  if (strategy == NULL)
    return;
  ratio = strategy->requested_to_capacity_ratio;
  uses_ratio = strcmp (strategy->type, FIT_STRATEGY_RATIO) == 0;
  /* From 1.23 on a shape is checked even if the strategy does not use it. */
  if (ratio != NULL && !uses_ratio
      && fit_behaviour (check->target->release).config_refuses_unused_ratio)
    fit_args_problem (check, "scoringStrategy.requestedToCapacityRatio",
                      "Forbidden: must be nil when type is not "
                      "RequestedToCapacityRatio");
  else if (ratio == NULL && uses_ratio
           && fit_behaviour (check->target->release)
                  .config_refuses_unused_ratio)
    fit_args_problem (check, "scoringStrategy.requestedToCapacityRatio",
                      "Required value: must be specified when type is "
                      "RequestedToCapacityRatio");
  else if (ratio == NULL && uses_ratio)
    check_shape (check, shape_field, &no_shape);
  else if (ratio != NULL
           && (uses_ratio
               || fit_behaviour (check->target->release)
                      .config_checks_unused_ratio
               || ratio->shape.n > 0))
    check_shape (check, shape_field, &ratio->shape);
  if (!uses_ratio && strcmp (strategy->type, FIT_STRATEGY_LEAST) != 0
      && strcmp (strategy->type, FIT_STRATEGY_MOST) != 0)
    fit_args_problem (check, "scoringStrategy.type",
                      "Unsupported value: \"%s\": supported values: "
                      "\"LeastAllocated\", \"MostAllocated\", "
                      "\"RequestedToCapacityRatio\"",
                      strategy->type);
  check_weights (check, "scoringStrategy.resources", &strategy->resources, 100);
}

/* -- PodTopologySpread ----------------------------------------------------- */

/* GHashFunc and GEqualFunc of FitArgConstraint. */
static guint
constraint_hash (gconstpointer constraint)
{
  return g_str_hash (((const FitArgConstraint *) constraint)->topology_key);
}

static gboolean
is_same_constraint (gconstpointer a, gconstpointer b)
{
  const FitArgConstraint *one = a, *other = b;

  return strcmp (one->topology_key, other->topology_key) == 0
         && strcmp (one->when_unsatisfiable, other->when_unsatisfiable) == 0;
}

void
fit_args_check_topology_spread (FitArgsCheck *check, gconstpointer data)
{
  const FitPodTopologySpreadArgs *args = data;
  const gboolean system = strcmp (args->defaulting_type, "System") == 0;
  g_autoptr (GHashTable) known
      = g_hash_table_new (constraint_hash, is_same_constraint);

  if (!system && strcmp (args->defaulting_type, "List") != 0)
    fit_args_problem (check, "defaultingType",
                      "Unsupported value: \"%s\": supported values: "
                      "\"System\", \"List\"",
                      args->defaulting_type);
  if (system && args->n_constraints > 0)
    fit_args_problem (check, "defaultingType",
                      "Invalid value: \"System\": when .defaultConstraints are "
                      "not empty");
  for (guint i = 0; i < args->n_constraints; i++)
    {
      const FitArgConstraint *constraint = &args->constraints[i];
      g_autofree char *field = g_strdup_printf ("defaultConstraints[%u]", i);
      g_autofree char *max_skew = g_strconcat (field, ".maxSkew", NULL);
      g_autofree char *key = g_strconcat (field, ".topologyKey", NULL);
      g_autofree char *when = g_strconcat (field, ".whenUnsatisfiable", NULL);
      g_autofree char *selector = g_strconcat (field, ".labelSelector", NULL);

      if (constraint->max_skew <= 0)
        fit_args_problem (check, max_skew,
                          "Invalid value: %d: not in valid range (0, inf)",
                          constraint->max_skew);
      if (*constraint->topology_key == '\0')
        fit_args_problem (check, key, "Required value: can not be empty");
      else if (!fit_is_qualified_name (constraint->topology_key))
        fit_args_problem (check, key,
                          "Invalid value: \"%s\": is not a label name",
                          constraint->topology_key);
      if (*constraint->when_unsatisfiable == '\0')
        fit_args_problem (check, when, "Required value: can not be empty");
      else if (strcmp (constraint->when_unsatisfiable, "DoNotSchedule") != 0
               && strcmp (constraint->when_unsatisfiable, "ScheduleAnyway")
                      != 0)
        fit_args_problem (check, when,
                          "Unsupported value: \"%s\": supported values: "
                          "\"DoNotSchedule\", \"ScheduleAnyway\"",
                          constraint->when_unsatisfiable);
      if (constraint->label_selector != NULL)
        fit_args_problem (
            check, selector,
            "Forbidden: constraint must not define a selector, as "
            "they deduced for each pod");
      if (!g_hash_table_add (known, (gpointer) constraint))
        fit_args_problem (check, field, "Duplicate value: {%s, %s}",
                          constraint->topology_key,
                          constraint->when_unsatisfiable);
    }
}

void
fit_args_check_volume_binding (FitArgsCheck *check, gconstpointer data)
{
  const FitVolumeBindingArgs *args = data;
  const FitFeatureGates *gates = &check->target->gates;
  const gint64 least
      = fit_behaviour (check->target->release).binding_may_time_out_at_once ? 0
                                                                            : 1;

  if (args->bind_timeout_seconds < least)
    fit_args_problem (check, "bindTimeoutSeconds",
                      "Invalid value: %" G_GINT64_FORMAT
                      ": invalid BindTimeoutSeconds, should %s",
                      args->bind_timeout_seconds,
                      least == 1 ? "be a positive value"
                                 : "not be a negative value");
  if (args->shape.points == NULL)
    return;
  if (fit_gate_on (*gates, FIT_GATE_STORAGE_CAPACITY_SCORING))
    check_shape (check, "shape", &args->shape);
  else
    fit_args_problem (
        check, "shape",
        "Invalid value: unexpected field `shape`, remove it or turn on the "
        "feature gate %s",
        fit_behaviour (check->target->release).storage_scoring_is_renamed
            ? "StorageCapacityScoring"
            : "VolumeCapacityPriority");
}
