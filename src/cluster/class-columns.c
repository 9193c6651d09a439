/* class-columns.c - keeps a column of values per class of pods, and the log of
 * changed nodes */
#include "cluster/class-columns.h"

#include <string.h>

#define MOST_CLASSES 512
#define FEWEST_CLASSES 8
#define MOST_VALUES (4 * 1024 * 1024)
#define MOST_LOGGED 16384

typedef struct
{
  FitClassColumn pub;
  const FitPod *pod; /* owned reference */
  guint64 *key;      /* owned */
  guint n_key;
  guint hash;
  guint64 version;   /* of the list */
  guint64 read;      /* how far the log was read */
  guint64 last_used; /* the greatest is the latest */
} Column;

struct _FitClassColumns
{
  GHashTable *by_key; /* set of Column, owned */
  guint64 n_joined;
  guint64 clock;

  GArray *log;    /* of guint32: indexes of nodes that have changed */
  guint64 begins; /* how many entries were dropped from its beginning */

  GArray *positions; /* of guint32: by node index, in the list */
  guint n_nodes;
  guint64 version; /* of the list that @positions are of */
  gboolean placed; /* @positions have been set */
};

static guint
key_hash (const guint64 *key, guint n)
{
  guint64 hash = n;

  for (guint i = 0; i < n; i++)
    {
      hash = (hash ^ key[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  return (guint) (hash ^ hash >> 32);
}

static guint
column_hash (gconstpointer column)
{
  return ((const Column *) column)->hash;
}

static gboolean
column_equal (gconstpointer a, gconstpointer b)
{
  const Column *x = a, *y = b;

  return x->n_key == y->n_key
         && memcmp (x->key, y->key, sizeof *x->key * x->n_key) == 0;
}

static void
column_free (gpointer data)
{
  Column *column = data;

  for (guint i = 0; i < FIT_COLUMN_RAWS; i++)
    g_free (column->pub.raws[i]);
  g_free (column->pub.values);
  g_free (column->key);
  fit_pod_unref (column->pod);
  g_free (column);
}

FitClassColumns *
fit_class_columns_new (void)
{
  FitClassColumns *columns = g_new0 (FitClassColumns, 1);

  columns->by_key
      = g_hash_table_new_full (column_hash, column_equal, column_free, NULL);
  columns->log = g_array_new (FALSE, FALSE, sizeof (guint32));
  columns->positions = g_array_new (FALSE, FALSE, sizeof (guint32));
  return columns;
}

void
fit_class_columns_free (FitClassColumns *columns)
{
  if (columns == NULL)
    return;
  g_hash_table_unref (columns->by_key);
  g_array_unref (columns->log);
  g_array_unref (columns->positions);
  g_free (columns);
}

guint64
fit_class_columns_join (FitClassColumns *columns)
{
  return ++columns->n_joined;
}

/* -- the log --------------------------------------------------------------- */

/* While there are no columns nothing is logged: a new one begins at the end of
 * the log. */
void
fit_class_columns_changed (FitClassColumns *columns, guint32 index)
{
  if (g_hash_table_size (columns->by_key) == 0)
    return;
  if (columns->log->len == MOST_LOGGED)
    {
      g_array_remove_range (columns->log, 0, MOST_LOGGED / 2);
      columns->begins += MOST_LOGGED / 2;
    }
  g_array_append_val (columns->log, index);
}

static guint64
log_end (const FitClassColumns *columns)
{
  return columns->begins + columns->log->len;
}

/* Where the nodes are in the list of the tree. */
static void
place_nodes (FitClassColumns *columns, FitNodeTree *tree)
{
  const guint32 *list = fit_node_tree_list (tree);
  const guint n = fit_node_tree_size (tree);

  if (columns->placed && columns->version == fit_node_tree_version (tree))
    return;
  columns->placed = TRUE;
  columns->version = fit_node_tree_version (tree);
  columns->n_nodes = n;
  g_array_set_size (columns->positions, 0);
  for (guint i = 0; i < n; i++)
    {
      while (columns->positions->len <= list[i])
        {
          const guint32 nowhere = G_MAXUINT32;

          g_array_append_val (columns->positions, nowhere);
        }
      g_array_index (columns->positions, guint32, list[i]) = i;
    }
}

static void
make_stale (Column *column)
{
  if (column->pub.n > 0) /* else values is NULL */
    memset (column->pub.values, FIT_COLUMN_STALE & 0xff,
            sizeof *column->pub.values * column->pub.n);
}

/* The list is another one: no value belongs to its position any more. */
static void
resize (Column *column, guint n)
{
  for (guint i = 0; i < FIT_COLUMN_RAWS; i++)
    g_clear_pointer (&column->pub.raws[i], g_free);
  if (column->pub.n != n)
    {
      column->pub.n = n;
      column->pub.values = g_renew (gint32, column->pub.values, n);
    }
  make_stale (column);
}

/* A column for another list, or one that has missed entries of the log, is
 * stale as a whole. */
static void
read_log (const FitClassColumns *columns, Column *column)
{
  guint64 at = column->read;

  if (column->version != columns->version)
    resize (column, columns->n_nodes);
  else if (at < columns->begins)
    make_stale (column);
  else
    for (; at < log_end (columns); at++)
      {
        const guint32 index
            = g_array_index (columns->log, guint32, at - columns->begins);
        const guint32 position
            = index < columns->positions->len
                  ? g_array_index (columns->positions, guint32, index)
                  : G_MAXUINT32;

        if (position != G_MAXUINT32)
          column->pub.values[position] = FIT_COLUMN_STALE;
      }
  column->version = columns->version;
  column->read = log_end (columns);
}

/* -- the columns ----------------------------------------------------------- */

static void
make_room (FitClassColumns *columns)
{
  const guint most = CLAMP (MOST_VALUES / MAX (columns->n_nodes, 1),
                            FEWEST_CLASSES, MOST_CLASSES);

  while (g_hash_table_size (columns->by_key) >= most)
    {
      GHashTableIter iter;
      gpointer key;
      Column *oldest = NULL;

      g_hash_table_iter_init (&iter, columns->by_key);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        if (oldest == NULL || ((Column *) key)->last_used < oldest->last_used)
          oldest = key;
      g_hash_table_remove (columns->by_key, oldest);
    }
}

static Column *
column_new (FitClassColumns *columns, const Column *like, const FitPod *pod)
{
  Column *column = g_new0 (Column, 1);

  column->key = g_memdup2 (like->key, sizeof *like->key * like->n_key);
  column->n_key = like->n_key;
  column->hash = like->hash;
  column->pod = fit_pod_ref (pod);
  column->version = columns->version;
  column->read = log_end (columns);
  resize (column, columns->n_nodes);
  g_hash_table_add (columns->by_key, column);
  return column;
}

FitClassColumn *
fit_class_columns_find (FitClassColumns *columns, FitNodeTree *tree,
                        const guint64 *key, guint n, const FitPod *pod)
{
  const Column wanted
      = { .key = (guint64 *) key, .n_key = n, .hash = key_hash (key, n) };
  Column *column = g_hash_table_lookup (columns->by_key, &wanted);

  place_nodes (columns, tree);
  if (column == NULL)
    {
      make_room (columns);
      column = column_new (columns, &wanted, pod);
    }
  else
    read_log (columns, column);
  column->last_used = ++columns->clock;
  return &column->pub;
}

const guint32 *
fit_class_columns_positions (const FitClassColumns *columns, guint *out_n)
{
  *out_n = columns->positions->len;
  return (const guint32 *) (const void *) columns->positions->data;
}

void
fit_class_column_set_raw (FitClassColumn *column, guint which, guint position,
                          gint32 raw)
{
  if (column->raws[which] == NULL)
    {
      if (raw == 0)
        return;
      column->raws[which] = g_new0 (gint32, column->n);
      column->raw_bits[which] = 0;
    }
  column->raws[which][position] = raw;
  column->raw_bits[which] |= (guint32) raw;
}
