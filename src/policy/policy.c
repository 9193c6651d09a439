/* policy.c - creating and freeing a Policy */
#include "policy/policy.h"
#include "base/secrets.h"
#include "policy/policy-fields.h"

/* A FitIgnoredField or a FitRepeatedField, which begin with the path. */
static void
noted_field_free (gpointer data)
{
  g_free (*(char **) data);
  g_free (data);
}

FitPolicy *
fit_policy_new (void)
{
  FitPolicy *policy = fit_policy_table_new (&fit_policy_fields);

  policy->release = FIT_RELEASE_LEGACY;
  policy->ignored_fields = g_ptr_array_new_with_free_func (noted_field_free);
  policy->repeated_fields = g_ptr_array_new_with_free_func (noted_field_free);
  policy->source = g_strdup ("");
  return policy;
}

void
fit_policy_free (FitPolicy *policy)
{
  if (policy == NULL)
    return;
  g_ptr_array_unref (policy->ignored_fields);
  g_ptr_array_unref (policy->repeated_fields);
  g_free (policy->source);
  fit_policy_fields.free (policy);
}

GPtrArray *
fit_predicate_policies_new (void)
{
  return g_ptr_array_new_with_free_func (fit_predicate_fields.free);
}

GPtrArray *
fit_priority_policies_new (void)
{
  return g_ptr_array_new_with_free_func (fit_priority_fields.free);
}

/* A struct that begins with @name. */
static gpointer
new_named (const FitPolicyTable *table, const char *name)
{
  gpointer object = fit_policy_table_new (table);

  g_free (*(char **) object);
  *(char **) object = g_strdup (name);
  return object;
}

FitPredicatePolicy *
fit_predicate_policy_new (const char *name)
{
  return new_named (&fit_predicate_fields, name);
}

FitPriorityPolicy *
fit_priority_policy_new (const char *name, gint64 weight)
{
  FitPriorityPolicy *priority = new_named (&fit_priority_fields, name);

  priority->weight = weight;
  return priority;
}

FitExtenderPolicy *
fit_extender_policy_new (const char *url_prefix)
{
  return new_named (&fit_extender_fields, url_prefix);
}

char *
fit_extender_policy_name (const FitExtenderPolicy *extender)
{
  return fit_url_hide (extender->url_prefix);
}
