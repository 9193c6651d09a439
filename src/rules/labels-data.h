/* labels-data.h - the label list of a custom predicate, interned
 */
#pragma once

#include "cluster/factory-args.h"

typedef struct
{
  guint n;
  const char **labels; /* owned array of interned strings, references held */
  gboolean presence;
} FitLabelsData;

/* fit_labels_data_create: FitPredicateInfo.create for predicates that take a
 * FitLabelsArgument */
gboolean fit_labels_data_create (const FitFactoryArgs *args,
                                 gconstpointer argument, gpointer *out_data,
                                 GError **error);
void fit_labels_data_free (gpointer data);
