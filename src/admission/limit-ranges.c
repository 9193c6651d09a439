/* limit-ranges.c - applies the defaults of LimitRanges to new pods, and checks
 * their minima, maxima and ratios
 * SPDX-License-Identifier: Apache-2.0 */
#include "admission/limit-ranges.h"

#include <string.h>

#include "admission/amounts.h"
#include "api/names.h"
#include "api/texts.h"
#include "base/each.h"
#include "base/list-gap.h"

/* -- defaults -------------------------------------------------------------- */

static gboolean
is_there (const FitValue *value)
{
  return value != NULL && value->type != FIT_VALUE_NULL;
}

/* Adds the resources of @list that @map does not have. */
static FitValue
with_missing (FitArena *arena, FitValue map, const FitResourceList *list)
{
  for (guint i = 0; i < list->n; i++)
    {
      const FitResourceItem *item = &list->items[i];
      g_autofree char *text = NULL;

      if (is_there (fit_value_get (&map, item->name)))
        continue;
      text = fit_amount_format (item->name,
                                fit_amount_of (item->name, &item->quantity));
      map = fit_value_with_text (
          arena, &map, item->name,
          fit_arena_strndup (arena, text, strlen (text)));
    }
  return map;
}

static FitValue
map_or_empty (const FitValue *map)
{
  return map != NULL && map->type == FIT_VALUE_MAP
             ? *map
             : (FitValue){ .type = FIT_VALUE_MAP };
}

/* If several items of a LimitRange name a resource, the last one counts. */
static FitValue
default_container (const GPtrArray *ranges, FitArena *arena,
                   const FitValue *container)
{
  const FitValue *old = fit_value_get (container, "resources");
  FitValue limits = map_or_empty (fit_value_get (old, "limits"));
  FitValue requests = map_or_empty (fit_value_get (old, "requests"));
  FitValue resources = map_or_empty (old);

  /* Missing requests are the limits. */
  for (guint i = 0; i < limits.n; i++)
    {
      const FitMember *limit = &limits.members[i];

      if (is_there (&limit->value)
          && !is_there (fit_value_get (&requests, limit->key)))
        requests = fit_value_with (arena, &requests, limit->key, &limit->value);
    }
  FIT_EACH (const FitLimitRange, range, ranges)
    for (guint j = range->n_items; j-- > 0;)
      if (range->items[j].type == FIT_LIMIT_TYPE_CONTAINER)
        {
          limits
              = with_missing (arena, limits, &range->items[j].default_limits);
          requests = with_missing (arena, requests,
                                   &range->items[j].default_requests);
        }
  if (limits.n > 0)
    resources = fit_value_with (arena, &resources, "limits", &limits);
  if (requests.n > 0)
    resources = fit_value_with (arena, &resources, "requests", &requests);
  return resources.n > 0
             ? fit_value_with (arena, container, "resources", &resources)
             : *container;
}

static FitValue
default_containers (const GPtrArray *ranges, FitArena *arena, FitValue spec,
                    const char *key)
{
  const FitValue *old = fit_value_get (&spec, key);
  FitValue containers;
  FitValue *items;

  if (old == NULL || old->type != FIT_VALUE_LIST || old->n == 0)
    return spec;
  items = fit_arena_alloc0 (arena, old->n * sizeof *items);
  for (guint i = 0; i < old->n; i++)
    items[i] = old->items[i].type == FIT_VALUE_MAP
                   ? default_container (ranges, arena, &old->items[i])
                   : old->items[i];
  containers = *old;
  containers.items = items;
  return fit_value_with (arena, &spec, key, &containers);
}

FitValue
fit_limit_ranges_set_defaults (const GPtrArray *ranges, FitArena *arena,
                               const FitValue *pod)
{
  const FitValue *spec = fit_value_get (pod, "spec");
  FitValue changed;

  if (ranges->len == 0 || !is_there (spec))
    return *pod;
  changed = default_containers (ranges, arena, *spec, "containers");
  changed = default_containers (ranges, arena, changed, "initContainers");
  return fit_value_with (arena, pod, "spec", &changed);
}

/* -- limits ---------------------------------------------------------------- */

/* The request and the limit of one resource. */
typedef struct
{
  gboolean has_request;
  gboolean has_limit;
  gint64 request;
  gint64 limit;
} Demand;

/* What is checked: a container, a pod or a claim. */
typedef struct
{
  FitLimitType type;
  const char *type_name;
  const FitContainerDemand *container;   /* (nullable) borrowed; one of three */
  const FitPodSpec *spec;                /* (nullable) borrowed */
  const FitPersistentVolumeClaim *claim; /* (nullable) borrowed */
  gboolean any; /* as in fit_limit_ranges_refuse_pod() */
} Subject;

static gboolean
look_up (const FitResourceList *list, const char *name, gint64 *out)
{
  const FitQuantity *quantity = fit_resource_list_get (list, name);

  *out = quantity != NULL ? fit_amount_of (name, quantity) : 0;
  return quantity != NULL;
}

static const FitResourceList *
list_of (const FitContainerDemand *container, gboolean limits)
{
  return limits ? &container->limits : &container->requests;
}

/* The sum of the containers if all of them have an amount, or the largest init
 * container if that is more. */
static gboolean
add_up (const FitPodSpec *spec, const char *name, gboolean limits, gint64 *out)
{
  gint64 sum = 0, most = 0, amount;
  gboolean all = TRUE, init = FALSE;

  for (guint i = 0; i < spec->n_demands; i++)
    {
      const FitContainerDemand *container = &spec->demands[i];
      const gboolean says
          = look_up (list_of (container, limits), name, &amount);

      amount = MAX (amount, 0);
      if (!container->init)
        {
          all = all && says;
          sum = fit_amount_sum (sum, amount);
        }
      else if (says)
        {
          init = TRUE;
          most = MAX (most, amount);
        }
    }
  *out = MAX (all ? sum : 0, most);
  return (all && spec->n_images > 0) || init;
}

static gboolean
any_says (const FitPodSpec *spec, const char *name, gboolean limits)
{
  gint64 amount;

  for (guint i = 0; i < spec->n_demands; i++)
    if (look_up (list_of (&spec->demands[i], limits), name, &amount))
      return TRUE;
  return FALSE;
}

static Demand
demand_of (const Subject *subject, const char *name)
{
  const FitPodSpec *spec = subject->spec;
  Demand demand = { 0 };

  if (subject->container != NULL)
    {
      demand.has_request
          = look_up (&subject->container->requests, name, &demand.request);
      demand.has_limit
          = look_up (&subject->container->limits, name, &demand.limit);
    }
  else if (subject->claim != NULL)
    {
      demand.has_request = strcmp (name, FIT_RESOURCE_STORAGE) == 0
                           && fit_quantity_sign (&subject->claim->request) != 0;
      if (demand.has_request)
        demand.request = fit_quantity_value (&subject->claim->request);
    }
  else if (subject->any)
    {
      demand.request = fit_resources_amount (&spec->requests, name);
      demand.has_request = demand.request != 0 || any_says (spec, name, FALSE);
      demand.limit = fit_resources_amount (&spec->limits, name);
      demand.has_limit = demand.limit != 0 || any_says (spec, name, TRUE);
    }
  else
    {
      demand.has_request = add_up (spec, name, FALSE, &demand.request);
      demand.has_limit = add_up (spec, name, TRUE, &demand.limit);
    }
  return demand;
}

/* Adds a problem in the words of the API server. */
static void G_GNUC_PRINTF (2, 3)
    add_problem (GPtrArray *problems, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (problems, g_strdup_vprintf (format, args));
  va_end (args);
}

/* @word: "minimum" or "maximum"; @observed: the request or limit that violates
 * it */
static void
add_violation (GPtrArray *problems, const Subject *subject, const char *word,
               const FitResourceItem *rule, const char *what, gint64 observed)
{
  const char *name = rule->name;
  g_autofree char *enforced
      = fit_amount_format (name, fit_amount_of (name, &rule->quantity));
  g_autofree char *found = fit_amount_format (name, observed);

  add_problem (problems, "%s %s usage per %s is %s, but %s is %s", word, name,
               subject->type_name, enforced, what, found);
}

static void
add_silence (GPtrArray *problems, const Subject *subject, const char *word,
             const FitResourceItem *rule, const char *what)
{
  const char *name = rule->name;
  g_autofree char *enforced
      = fit_amount_format (name, fit_amount_of (name, &rule->quantity));

  add_problem (problems, "%s %s usage per %s is %s.  No %s is specified", word,
               name, subject->type_name, enforced, what);
}

static void
check_min (const Subject *subject, const FitResourceItem *rule,
           GPtrArray *problems)
{
  const gint64 least = fit_amount_of (rule->name, &rule->quantity);
  const Demand demand = demand_of (subject, rule->name);

  if (!demand.has_request)
    add_silence (problems, subject, "minimum", rule, "request");
  else if (demand.request < least)
    add_violation (problems, subject, "minimum", rule, "request",
                   demand.request);
  else if (demand.has_limit && demand.limit < least)
    add_violation (problems, subject, "minimum", rule, "limit", demand.limit);
}

/* A claim only has a request. */
static void
check_max (const Subject *subject, const FitResourceItem *rule,
           GPtrArray *problems)
{
  const gint64 most = fit_amount_of (rule->name, &rule->quantity);
  const Demand demand = demand_of (subject, rule->name);

  if (subject->claim != NULL && !demand.has_request)
    add_silence (problems, subject, "maximum", rule, "request");
  else if (subject->claim == NULL && !demand.has_limit)
    add_silence (problems, subject, "maximum", rule, "limit");
  else if (demand.has_limit && demand.limit > most)
    add_violation (problems, subject, "maximum", rule, "limit", demand.limit);
  else if (demand.has_request && demand.request > most)
    add_violation (problems, subject, "maximum", rule, "request",
                   demand.request);
}

static void
check_ratio (const Subject *subject, const FitResourceItem *rule,
             GPtrArray *problems)
{
  const char *name = rule->name;
  const gint64 most = fit_quantity_milli_value (&rule->quantity);
  const Demand demand = demand_of (subject, name);
  g_autofree char *enforced = fit_format_milli_cpu (most);
  gdouble ratio;

  if (!demand.has_request || demand.request == 0)
    add_problem (problems,
                 "%s max limit to request ratio per %s is %s, but no request "
                 "is specified or request is 0",
                 name, subject->type_name, enforced);
  else if (!demand.has_limit || demand.limit == 0)
    add_problem (problems,
                 "%s max limit to request ratio per %s is %s, but no limit is "
                 "specified or limit is 0",
                 name, subject->type_name, enforced);
  else
    {
      char shown[G_ASCII_DTOSTR_BUF_SIZE];

      ratio = (gdouble) demand.limit / (gdouble) demand.request;
      if (ratio * 1000 > (gdouble) most)
        add_problem (problems,
                     "%s max limit to request ratio per %s is %s, but provided "
                     "ratio is %s",
                     name, subject->type_name, enforced,
                     g_ascii_formatd (shown, sizeof shown, "%f", ratio));
    }
}

typedef void (*Check) (const Subject *subject, const FitResourceItem *rule,
                       GPtrArray *problems);

static void
check_all (const Subject *subject, const FitResourceList *rules, Check check,
           GPtrArray *problems)
{
  for (guint i = 0; i < rules->n; i++)
    check (subject, &rules->items[i], problems);
}

static void
check_item (const FitLimitRangeItem *item, const Subject *subject,
            GPtrArray *problems)
{
  if (item->type != subject->type)
    return;
  check_all (subject, &item->min, check_min, problems);
  check_all (subject, &item->max, check_max, problems);
  if (subject->claim == NULL)
    check_all (subject, &item->max_ratio, check_ratio, problems);
}

/* Several problems are put in brackets, without duplicates. */
static char *
join_problems (GPtrArray *problems)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GString *out;

  if (problems->len == 0)
    return NULL;
  out = g_string_new (NULL);
  for (guint i = 0; i < problems->len; i++)
    if (g_hash_table_add (seen, problems->pdata[i]))
      g_string_append_printf (out, "%s%s", fit_list_gap (out, ", "),
                              (const char *) problems->pdata[i]);
  if (g_hash_table_size (seen) > 1)
    {
      g_string_prepend_c (out, '[');
      g_string_append_c (out, ']');
    }
  return g_string_free (out, FALSE);
}

char *
fit_limit_ranges_refuse_pod (const GPtrArray *ranges, const FitPod *pod,
                             gboolean any)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);

  if (ranges->len > 0)
    {
      guint n_of[2] = { 0, 0 };

      /* The API server validates a pod before it checks LimitRanges.  A
       * default limit may be less than the request of a container. */
      for (guint i = 0; i < pod->spec->n_demands; i++)
        {
          const FitContainerDemand *container = &pod->spec->demands[i];
          const guint index = n_of[container->init]++;

          for (guint j = 0; j < container->limits.n; j++)
            {
              const FitResourceItem *limit = &container->limits.items[j];
              const FitQuantity *request
                  = fit_resource_list_get (&container->requests, limit->name);
              g_autofree char *text = NULL;
              g_autofree char *most = NULL;

              if (request == NULL
                  || fit_quantity_cmp (request, &limit->quantity) <= 0)
                continue;
              text = fit_amount_format (limit->name,
                                        fit_amount_of (limit->name, request));
              most = fit_amount_format (
                  limit->name, fit_amount_of (limit->name, &limit->quantity));
              add_problem (
                  problems,
                  "spec.%s[%u].resources.requests: Invalid value: \"%s\": "
                  "must be less than or equal to %s limit%s%s",
                  container->init ? "initContainers" : "containers", index,
                  text, limit->name, any ? " of " : "", any ? most : "");
            }
        }
    }
  for (guint i = 0; i < ranges->len && problems->len == 0; i++)
    {
      const FitLimitRange *range = ranges->pdata[i];

      for (guint j = 0; j < range->n_items; j++)
        {
          const FitPodSpec *spec = pod->spec;

          for (guint k = 0; k < spec->n_demands; k++)
            check_item (&range->items[j],
                        &(const Subject){ .type = FIT_LIMIT_TYPE_CONTAINER,
                                          .type_name = "Container",
                                          .container = &spec->demands[k] },
                        problems);
          check_item (&range->items[j],
                      &(const Subject){ .type = FIT_LIMIT_TYPE_POD,
                                        .type_name = "Pod",
                                        .spec = spec,
                                        .any = any },
                      problems);
        }
    }
  return join_problems (problems);
}

char *
fit_limit_ranges_refuse_claim (const GPtrArray *ranges,
                               const FitPersistentVolumeClaim *claim)
{
  const Subject subject = { .type = FIT_LIMIT_TYPE_PERSISTENT_VOLUME_CLAIM,
                            .type_name = "PersistentVolumeClaim",
                            .claim = claim };
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ranges->len && problems->len == 0; i++)
    {
      const FitLimitRange *range = ranges->pdata[i];

      for (guint j = 0; j < range->n_items; j++)
        check_item (&range->items[j], &subject, problems);
    }
  return join_problems (problems);
}
