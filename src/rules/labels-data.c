/* labels-data.c - copies the argument of predicates that take a list of
 * labels
 * Tests: tests/rules/test-labels-data*.c
 */
#include "rules/labels-data.h"
#include "base/intern.h"

gboolean
fit_labels_data_create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error)
{
  const FitLabelsArgument *given = argument;
  FitLabelsData *data;

  if (given == NULL)
    return fit_fail (error, FIT_ERROR_POLICY, "a list of labels is required");
  data = g_new0 (FitLabelsData, 1);
  data->presence = given->presence;
  data->n = g_strv_length ((char **) given->labels);
  data->labels = g_new (const char *, data->n);
  for (guint i = 0; i < data->n; i++)
    data->labels[i] = fit_intern (given->labels[i]);
  *out_data = data;
  return TRUE;
}

void
fit_labels_data_free (gpointer pointer)
{
  FitLabelsData *data = pointer;

  if (data == NULL)
    return;
  for (guint i = 0; i < data->n; i++)
    fit_intern_unref (data->labels[i]);
  g_free (data->labels);
  g_free (data);
}
