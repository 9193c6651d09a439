/* policy.c - creating and freeing a Policy */
#include "policy/policy.h"
#include "base/secrets.h"
#include "policy/policy-private.h"

static char **
no_strings (void)
{
  return g_new0 (char *, 1);
}

static void
ignored_field_free (gpointer data)
{
  FitIgnoredField *field = data;

  g_free (field->path);
  g_free (field);
}

static void
repeated_field_free (gpointer data)
{
  FitRepeatedField *field = data;

  g_free (field->path);
  g_free (field);
}

FitPolicy *
fit_policy_new (void)
{
  FitPolicy *policy = g_new0 (FitPolicy, 1);

  policy->extenders = g_ptr_array_new_with_free_func (fit_extender_policy_free);
  policy->release = FIT_RELEASE_LEGACY;
  policy->ignored_fields = g_ptr_array_new_with_free_func (ignored_field_free);
  policy->repeated_fields
      = g_ptr_array_new_with_free_func (repeated_field_free);
  policy->source = g_strdup ("");
  return policy;
}

void
fit_policy_free (FitPolicy *policy)
{
  if (policy == NULL)
    return;
  g_clear_pointer (&policy->predicates, g_ptr_array_unref);
  g_clear_pointer (&policy->priorities, g_ptr_array_unref);
  g_ptr_array_unref (policy->extenders);
  g_ptr_array_unref (policy->ignored_fields);
  g_ptr_array_unref (policy->repeated_fields);
  g_free (policy->source);
  g_free (policy);
}

GPtrArray *
fit_predicate_policies_new (void)
{
  return g_ptr_array_new_with_free_func (fit_predicate_policy_free);
}

GPtrArray *
fit_priority_policies_new (void)
{
  return g_ptr_array_new_with_free_func (fit_priority_policy_free);
}

FitPredicatePolicy *
fit_predicate_policy_new (const char *name)
{
  FitPredicatePolicy *predicate = g_new0 (FitPredicatePolicy, 1);

  predicate->name = g_strdup (name);
  predicate->service_affinity_labels = no_strings ();
  predicate->presence_labels = no_strings ();
  return predicate;
}

void
fit_predicate_policy_free (gpointer data)
{
  FitPredicatePolicy *predicate = data;

  if (predicate == NULL)
    return;
  g_free (predicate->name);
  g_strfreev (predicate->service_affinity_labels);
  g_strfreev (predicate->presence_labels);
  g_free (predicate);
}

static void
clear_resource_spec (gpointer data)
{
  FitResourceSpec *resource = data;

  g_clear_pointer (&resource->name, g_free);
}

FitPriorityPolicy *
fit_priority_policy_new (const char *name, gint64 weight)
{
  FitPriorityPolicy *priority = g_new0 (FitPriorityPolicy, 1);

  priority->name = g_strdup (name);
  priority->weight = weight;
  priority->anti_affinity_label = g_strdup ("");
  priority->preference_label = g_strdup ("");
  priority->shape = g_array_new (FALSE, TRUE, sizeof (FitShapePoint));
  priority->resources = g_array_new (FALSE, TRUE, sizeof (FitResourceSpec));
  g_array_set_clear_func (priority->resources, clear_resource_spec);
  return priority;
}

void
fit_priority_policy_free (gpointer data)
{
  FitPriorityPolicy *priority = data;

  if (priority == NULL)
    return;
  g_free (priority->name);
  g_free (priority->anti_affinity_label);
  g_free (priority->preference_label);
  g_array_unref (priority->shape);
  g_array_unref (priority->resources);
  g_free (priority);
}

FitExtenderPolicy *
fit_extender_policy_new (const char *url_prefix)
{
  FitExtenderPolicy *extender = g_new0 (FitExtenderPolicy, 1);

  extender->url_prefix = g_strdup (url_prefix);
  extender->filter_verb = g_strdup ("");
  extender->preempt_verb = g_strdup ("");
  extender->prioritize_verb = g_strdup ("");
  extender->bind_verb = g_strdup ("");
  extender->managed_resources
      = g_ptr_array_new_with_free_func (fit_managed_resource_free);
  return extender;
}

char *
fit_extender_policy_name (const FitExtenderPolicy *extender)
{
  return fit_url_hide (extender->url_prefix);
}

void
fit_extender_policy_free (gpointer data)
{
  FitExtenderPolicy *extender = data;

  if (extender == NULL)
    return;
  g_free (extender->url_prefix);
  g_free (extender->filter_verb);
  g_free (extender->preempt_verb);
  g_free (extender->prioritize_verb);
  g_free (extender->bind_verb);
  fit_extender_tls_free (extender->tls);
  g_ptr_array_unref (extender->managed_resources);
  g_free (extender);
}

gpointer
fit_extender_tls_new (void)
{
  FitExtenderTLS *tls = g_new0 (FitExtenderTLS, 1);

  tls->server_name = g_strdup ("");
  tls->cert_file = g_strdup ("");
  tls->key_file = g_strdup ("");
  tls->ca_file = g_strdup ("");
  return tls;
}

void
fit_extender_tls_free (gpointer data)
{
  FitExtenderTLS *tls = data;

  if (tls == NULL)
    return;
  g_free (tls->server_name);
  g_free (tls->cert_file);
  g_free (tls->key_file);
  g_free (tls->ca_file);
  g_clear_pointer (&tls->cert_data, g_bytes_unref);
  g_clear_pointer (&tls->key_data, g_bytes_unref);
  g_clear_pointer (&tls->ca_data, g_bytes_unref);
  g_free (tls);
}

gpointer
fit_managed_resource_new (void)
{
  FitManagedResource *resource = g_new0 (FitManagedResource, 1);

  resource->name = g_strdup ("");
  return resource;
}

void
fit_managed_resource_free (gpointer data)
{
  FitManagedResource *resource = data;

  if (resource == NULL)
    return;
  g_free (resource->name);
  g_free (resource);
}
