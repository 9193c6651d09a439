/* new-names.c - another name for every name of a cluster
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot/new-names.h"

#include "api/names.h"
#include "base/each.h"

#include <string.h>

/* Appended if the old name is not a valid label value: the new one must not be
 * one either. */
#define TOO_LONG \
  "-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

static const char *const class_words[] = {
  [FIT_NAME_NODE] = "node",
  [FIT_NAME_NAMESPACE] = "namespace",
  [FIT_NAME_POD] = "pod",
  [FIT_NAME_OBJECT] = "object",
  [FIT_NAME_CLAIM] = "claim",
  [FIT_NAME_VOLUME] = "volume",
  [FIT_NAME_CLASS] = "class",
  [FIT_NAME_DRIVER] = "driver",
  [FIT_NAME_SCHEDULER] = "scheduler",
  [FIT_NAME_CONTAINER] = "container",
  [FIT_NAME_IMAGE] = "image",
  [FIT_NAME_RESOURCE] = "resource",
  [FIT_NAME_KEY] = "key",
  [FIT_NAME_VALUE] = "value",
  [FIT_NAME_UID] = "uid",
  [FIT_NAME_DISK] = "disk",
  [FIT_NAME_ADDRESS] = "address",
  [FIT_NAME_WORD] = "word",
};
G_STATIC_ASSERT (G_N_ELEMENTS (class_words) == FIT_NAME_LAST);

/* Names with a meaning of their own. */
static const char *const well_known[] = {
  "",
  /* namespaces, schedulers, priority classes */
  "default", "kube-system", "kube-public", "kube-node-lease",
  FIT_DEFAULT_SCHEDULER_NAME, "system-cluster-critical", "system-node-critical",
  /* labels and taints */
  FIT_LABEL_HOSTNAME, FIT_LABEL_ZONE, FIT_LABEL_REGION, FIT_LABEL_INSTANCE_TYPE,
  FIT_LABEL_ZONE_GA, FIT_LABEL_REGION_GA, FIT_LABEL_INSTANCE_TYPE_GA,
  "kubernetes.io/os", "kubernetes.io/arch", "beta.kubernetes.io/os",
  "beta.kubernetes.io/arch", "kubernetes.io/metadata.name",
  "topology.ebs.csi.aws.com/zone", "topology.cinder.csi.openstack.org/zone",
  "topology.gke.io/zone", "topology.disk.csi.azure.com/zone",
  "node-role.kubernetes.io/master", "node-role.kubernetes.io/control-plane",
  "node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable",
  FIT_TAINT_UNSCHEDULABLE, "node.kubernetes.io/memory-pressure",
  "node.kubernetes.io/disk-pressure", "node.kubernetes.io/pid-pressure",
  "node.kubernetes.io/out-of-disk", "node.kubernetes.io/network-unavailable",
  "true", "false", "linux", "windows", "amd64", "arm64",
  /* provisioners, drivers and plugins */
  "kubernetes.io/no-provisioner", "kubernetes.io/gce-pd",
  "kubernetes.io/cinder", "kubernetes.io/azure-file",
  "kubernetes.io/azure-disk", "kubernetes.io/aws-ebs", "pd.csi.storage.gke.io",
  "ebs.csi.aws.com", "disk.csi.azure.com", "file.csi.azure.com",
  "cinder.csi.openstack.org", "rbd",
  /* owners, conditions and their reasons */
  "v1", "apps/v1", "batch/v1", "ReplicaSet", "ReplicationController",
  "StatefulSet", "DaemonSet", "Deployment", "Job", "CronJob", "Node", "Ready",
  "MemoryPressure", "DiskPressure", "PIDPressure", "OutOfDisk",
  "NetworkUnavailable", "PodScheduled", "Unschedulable", "SchedulingGated",
  "DisruptionTarget", "PreemptionByScheduler", "PodResizePending", "Infeasible",
  "Deferred",
  /* addresses and resources */
  "0.0.0.0", "::", FIT_RESOURCE_CPU, FIT_RESOURCE_MEMORY,
  FIT_RESOURCE_EPHEMERAL_STORAGE, FIT_RESOURCE_STORAGE, FIT_RESOURCE_PODS,
  "services", "replicationcontrollers", "resourcequotas", "secrets",
  "configmaps", "persistentvolumeclaims", "services.nodeports",
  "services.loadbalancers", NULL
};

typedef struct
{
  char *name; /* owned */
  FitNameClass class_;
  gboolean is_value; /* it is used as the value of a label */
  gboolean compared; /* as a number */
  gint64 number;
} Name;

typedef struct
{
  char *first;  /* owned */
  char *second; /* owned */
} Pair;

struct _FitNewNames
{
  GHashTable *kept;  /* set of char *, owned */
  GHashTable *names; /* char *, borrowed from Name -> Name, owned */
  GPtrArray *pairs;  /* of Pair, owned */
  GHashTable *given; /* (nullable) char * -> char *, owned: the new names */
};

static void
name_free (gpointer data)
{
  Name *name = data;

  g_free (name->name);
  g_free (name);
}

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  g_free (pair->first);
  g_free (pair->second);
  g_free (pair);
}

FitNewNames *
fit_new_names_new (const char *const *keep)
{
  FitNewNames *names = g_new0 (FitNewNames, 1);

  names->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  names->names
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, name_free);
  names->pairs = g_ptr_array_new_with_free_func (pair_free);
  for (const char *const *name = well_known; *name != NULL; name++)
    g_hash_table_add (names->kept, g_strdup (*name));
  for (; keep != NULL && *keep != NULL; keep++)
    g_hash_table_add (names->kept, g_strdup (*keep));
  return names;
}

void
fit_new_names_free (FitNewNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->kept);
  g_hash_table_unref (names->names);
  g_ptr_array_unref (names->pairs);
  g_clear_pointer (&names->given, g_hash_table_unref);
  g_free (names);
}

gboolean
fit_new_names_keeps (const FitNewNames *names, const char *name)
{
  return g_hash_table_contains (names->kept, name);
}

/* -- noting ---------------------------------------------------------------- */

static Name *
find_or_add (FitNewNames *names, FitNameClass class_, const char *text)
{
  Name *name = g_hash_table_lookup (names->names, text);

  if (name != NULL)
    {
      name->class_ = MIN (name->class_, class_);
      return name;
    }
  name = g_new0 (Name, 1);
  name->name = g_strdup (text);
  name->class_ = class_;
  g_hash_table_insert (names->names, name->name, name);
  return name;
}

void
fit_new_names_note (FitNewNames *names, FitNameClass class_, const char *name)
{
  if (!fit_new_names_keeps (names, name))
    find_or_add (names, class_, name)->is_value |= class_ == FIT_NAME_VALUE;
}

void
fit_new_names_note_number (FitNewNames *names, const char *text)
{
  gint64 number;
  Name *name;

  if (fit_new_names_keeps (names, text)
      || !g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number,
                                    NULL))
    return;
  name = find_or_add (names, FIT_NAME_VALUE, text);
  name->compared = TRUE;
  name->number = number;
}

void
fit_new_names_note_pair (FitNewNames *names, const char *first,
                         const char *second)
{
  Pair *pair = g_new (Pair, 1);

  *pair = (Pair){ g_strdup (first), g_strdup (second) };
  g_ptr_array_add (names->pairs, pair);
}

/* -- giving ---------------------------------------------------------------- */

/* Sorts by class and name; numbers come last, in numerical order. */
static gint
compare_names (gconstpointer a, gconstpointer b)
{
  const Name *one = *(const Name *const *) a;
  const Name *other = *(const Name *const *) b;

  if (one->compared != other->compared)
    return one->compared ? 1 : -1;
  if (one->compared && one->number != other->number)
    return one->number < other->number ? -1 : 1;
  if (!one->compared && one->class_ != other->class_)
    return (gint) one->class_ - (gint) other->class_;
  return strcmp (one->name, other->name);
}

/* @zeros: leading ones keep equal numbers apart that were written
 * differently */
static char *
new_name (const Name *name, guint number, guint zeros, int width)
{
  const char *word = class_words[name->class_];
  const char *more
      = name->is_value && !fit_is_label_value (name->name) ? TOO_LONG : "";

  if (name->compared)
    {
      g_autofree char *before = g_strnfill (zeros, '0');

      return g_strdup_printf ("%s%u", before, number);
    }
  if (name->class_ == FIT_NAME_KEY && !fit_is_qualified_name (name->name))
    return g_strdup_printf ("no %s %0*u", word, width, number);
  return g_strdup_printf ("%s-%0*u%s", word, width, number, more);
}

static int
count_digits (guint number)
{
  return number < 10 ? 1 : 1 + count_digits (number / 10);
}

static void
give (FitNewNames *names)
{
  const guint n = g_hash_table_size (names->names);
  const int width = count_digits (n);
  g_autoptr (GPtrArray) all = g_ptr_array_sized_new (n);
  GHashTableIter iter;
  gpointer value;
  const Name *last = NULL;
  guint number = 0;
  guint zeros = 0;

  g_hash_table_iter_init (&iter, names->names);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_add (all, value);
  names->given
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_ptr_array_sort (all, compare_names);
  FIT_EACH (const Name, name, all)
    {
      const gboolean same = name->compared && last != NULL && last->compared
                            && last->number == name->number;

      if (last == NULL || last->compared != name->compared
          || (!name->compared && last->class_ != name->class_))
        number = 0;
      zeros = same ? zeros + 1 : 0;
      number += !same;
      g_hash_table_insert (names->given, g_strdup (name->name),
                           new_name (name, number, zeros, width));
      last = name;
    }
  FIT_EACH (const Pair, pair, names->pairs)
    g_hash_table_replace (
        names->given, g_strconcat (pair->first, "-", pair->second, NULL),
        g_strconcat (fit_new_names_get (names, pair->first), "-",
                     fit_new_names_get (names, pair->second), NULL));
}

const char *
fit_new_names_get (FitNewNames *names, const char *name)
{
  const char *given;

  if (fit_new_names_keeps (names, name))
    return name;
  if (names->given == NULL)
    give (names);
  given = g_hash_table_lookup (names->given, name);
  return given != NULL ? given : "unknown";
}
