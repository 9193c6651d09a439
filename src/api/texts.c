/* texts.c - formats amounts, taints and selectors as kubectl does
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/texts.h"

#include <string.h>

#include "api/names.h"

/* -- amounts --------------------------------------------------------------- */

char *
fit_format_milli_cpu (gint64 milli_cpu)
{
  if (milli_cpu % 1000 == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT, milli_cpu / 1000);
  return g_strdup_printf ("%" G_GINT64_FORMAT "m", milli_cpu);
}

static const char *const units[] = { "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" };

char *
fit_format_bytes (gint64 bytes)
{
  guint unit = 0;

  while (bytes != 0 && bytes % 1024 == 0 && unit + 1 < G_N_ELEMENTS (units))
    {
      bytes /= 1024;
      unit++;
    }
  return g_strdup_printf ("%" G_GINT64_FORMAT "%s", bytes, units[unit]);
}

gboolean
fit_resource_is_bytes (const char *resource)
{
  return strcmp (resource, FIT_RESOURCE_MEMORY) == 0
         || strcmp (resource, FIT_RESOURCE_EPHEMERAL_STORAGE) == 0
         || strcmp (resource, FIT_RESOURCE_STORAGE) == 0
         || g_str_has_prefix (resource, FIT_RESOURCE_HUGEPAGES_PREFIX);
}

char *
fit_amount_format (const char *resource, gint64 amount)
{
  if (strcmp (resource, FIT_RESOURCE_CPU) == 0)
    return fit_format_milli_cpu (amount);
  if (fit_resource_is_bytes (resource))
    return fit_format_bytes (amount);
  return g_strdup_printf ("%" G_GINT64_FORMAT, amount);
}

/* -- pods ------------------------------------------------------------------ */

char *
fit_pod_full_name (const FitPod *pod)
{
  return g_strconcat (pod->meta.namespace_, "/", pod->meta.name, NULL);
}

char *
fit_host_port_format (const FitHostPort *port)
{
  const gboolean any = strcmp (port->ip, "0.0.0.0") == 0;

  return g_strdup_printf ("%s%s%d/%s", any ? "" : port->ip, any ? "" : ":",
                          port->port, port->protocol);
}

/* -- taints ---------------------------------------------------------------- */

char *
fit_taint_format (const FitTaint *taint)
{
  return g_strconcat (taint->key, *taint->value ? "=" : "", taint->value, ":",
                      fit_taint_effect_name (taint->effect), NULL);
}

/* -- selectors ------------------------------------------------------------- */

static void
append_requirement (const FitRequirement *requirement, GString *out)
{
  const gboolean single = requirement->n_values == 1;
  const gboolean in = requirement->op == FIT_OPERATOR_IN;

  switch (requirement->op)
    {
    case FIT_OPERATOR_IN:
    case FIT_OPERATOR_NOT_IN:
      g_string_append_printf (out, "%s%s", requirement->key,
                              single ? (in ? "=" : "!=")
                                     : (in ? " in (" : " notin ("));
      for (guint i = 0; i < requirement->n_values; i++)
        g_string_append_printf (out, "%s%s", i > 0 ? ", " : "",
                                requirement->values[i]);
      g_string_append (out, single ? "" : ")");
      break;
    case FIT_OPERATOR_DOES_NOT_EXIST:
      g_string_append_printf (out, "!%s", requirement->key);
      break;
    case FIT_OPERATOR_GT:
    case FIT_OPERATOR_LT:
      g_string_append_printf (out, "%s%s%" G_GINT64_FORMAT, requirement->key,
                              requirement->op == FIT_OPERATOR_GT ? ">" : "<",
                              requirement->number);
      break;
    default:
      g_string_append (out, requirement->key);
    }
}

char *
fit_requirement_format (const FitRequirement *requirement)
{
  GString *out = g_string_new (NULL);

  append_requirement (requirement, out);
  return g_string_free (out, FALSE);
}

char *
fit_selector_format (const FitSelector *selector)
{
  GString *out = g_string_new (NULL);

  if (selector->error != NULL)
    g_string_append (out, "(invalid)");
  else if (selector->nothing)
    g_string_append (out, "(nothing)");
  else if (selector->n == 0)
    g_string_append (out, "(everything)");
  for (guint i = 0; selector->error == NULL && i < selector->n; i++)
    {
      g_string_append (out, i > 0 ? "," : "");
      append_requirement (&selector->requirements[i], out);
    }
  return g_string_free (out, FALSE);
}

char *
fit_node_selector_format (const FitNodeSelector *selector)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < selector->n; i++)
    {
      const FitNodeSelectorTerm *term = &selector->terms[i];
      g_autofree char *labels = term->expressions != NULL
                                    ? fit_selector_format (term->expressions)
                                    : NULL;
      g_autofree char *fields
          = term->fields != NULL ? fit_selector_format (term->fields) : NULL;

      g_string_append_printf (out, "%s%s%s%s", i > 0 ? " or " : "",
                              labels != NULL ? labels : "",
                              labels != NULL && fields != NULL ? "," : "",
                              fields != NULL ? fields : "");
    }
  return g_string_free (out, FALSE);
}
