/* class-columns.c - keeps a column of values per class of pods, and the log of
 * changed nodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/class-columns.h"

#include <string.h>

#define LEAST_ROOM ((gsize) 16 * 1024 * 1024)
#define ROOM_PER_OBJECT 256 /* half of what a node or a pod takes */
#define SIZE_OF_CLASS 1024  /* of a key and a pod, roughly */
#define LEAST_READ 64       /* entries of the log */

/* How many classes are remembered that may have no column. */
#define N_ASKED 65536

typedef struct _Column Column;

struct _Column
{
  FitClassColumn pub;
  FitColumnBlock *blocks;  /* owned */
  guint begun_from;        /* all blocks before this are stale as a whole */
  guint begun_to;          /* and all from this on */
  FitColumnBlock *sectors; /* owned */
  const FitPod *pod;       /* owned reference */
  guint64 *key;            /* owned */
  guint n_key;
  guint hash;
  guint64 version;   /* of the list */
  guint64 read;      /* how far the log was read */
  guint32 last_used; /* by the clock */
  GList link;        /* in @residents, unless it is the guest */
  FitClassColumns *columns;
};

/* When a class was asked for. */
typedef struct
{
  guint hash;
  guint32 when;
} Asked;

struct _FitClassColumns
{
  GHashTable *by_key; /* set of Column, owned */
  GQueue residents;   /* of Column, that which was asked for last at the head */
  Column *guest;      /* (nullable) */
  gsize used;         /* bytes of all columns */
  guint64 n_joined;

  guint32 clock; /* how often columns were asked for; it may wrap */
  Asked *asked;  /* (nullable) owned: N_ASKED, by hash */

  GArray *log;    /* of guint32: indexes of nodes that have changed */
  guint64 begins; /* how many entries were dropped from its beginning */

  FitNodeTree *tree; /* borrowed */
  guint n_nodes;     /* in its list, when a column was last asked for */
  guint64 version;   /* of that list */

  FitPlainNodes *plain; /* (nullable) owned: by block, once they were asked
                           for */
  FitSector *sectors;   /* (nullable) owned: the same */
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

static gsize
size_of_values (guint n)
{
  return sizeof (gint32) * n;
}

static guint
count_blocks (guint n)
{
  return n / FIT_COLUMN_BLOCK + 1;
}

/* How many whole ones there are. */
static guint
count_sectors (guint n)
{
  return n / FIT_SECTOR_NODES;
}

static void
drop_raws (Column *column)
{
  for (guint i = 0; i < FIT_COLUMN_RAWS; i++)
    if (column->pub.raws[i] != NULL)
      {
        column->columns->used -= size_of_values (column->pub.n);
        g_clear_pointer (&column->pub.raws[i], g_free);
      }
}

static void
column_free (gpointer data)
{
  Column *column = data;

  drop_raws (column);
  column->columns->used -= size_of_values (column->pub.n) + SIZE_OF_CLASS;
  g_free (column->pub.values);
  g_free (column->blocks);
  g_free (column->sectors);
  g_free (column->key);
  fit_pod_unref (column->pod);
  g_free (column);
}

FitClassColumns *
fit_class_columns_new (FitNodeTree *tree)
{
  FitClassColumns *columns = g_new0 (FitClassColumns, 1);

  columns->by_key
      = g_hash_table_new_full (column_hash, column_equal, column_free, NULL);
  columns->log = g_array_new (FALSE, FALSE, sizeof (guint32));
  columns->tree = tree;
  return columns;
}

void
fit_class_columns_free (FitClassColumns *columns)
{
  if (columns == NULL)
    return;
  g_hash_table_unref (columns->by_key);
  g_free (columns->asked);
  g_free (columns->plain);
  g_free (columns->sectors);
  g_array_unref (columns->log);
  g_free (columns);
}

guint64
fit_class_columns_join (FitClassColumns *columns)
{
  return ++columns->n_joined;
}

/* -- the log --------------------------------------------------------------- */

/* How many entries a column reads: if each fourth node has changed, to work out
 * whole blocks costs less. */
static guint
most_read (const FitClassColumns *columns)
{
  return MAX (LEAST_READ, columns->n_nodes / 4);
}

static void
forget_numbers (FitClassColumns *columns, guint32 index)
{
  const guint32 *positions;
  guint32 position;
  guint n;

  /* Of another list they will be forgotten altogether. */
  if (columns->version != fit_node_tree_version (columns->tree))
    return;
  positions = fit_node_tree_positions (columns->tree, &n);
  if (index >= n || (position = positions[index]) == G_MAXUINT32)
    return;
  columns->plain[position / FIT_PLAIN_NODES].fresh
      &= ~(G_GUINT64_CONSTANT (1) << position % FIT_PLAIN_NODES);
  if (columns->sectors != NULL
      && position / FIT_SECTOR_NODES < count_sectors (columns->n_nodes))
    fit_sector_changed (&columns->sectors[position / FIT_SECTOR_NODES],
                        position % FIT_SECTOR_NODES);
}

/* While there are no columns nothing is logged: a new one begins at the end of
 * the log. */
void
fit_class_columns_changed (FitClassColumns *columns, guint32 index)
{
  const guint most = 2 * most_read (columns);

  if (columns->plain != NULL)
    forget_numbers (columns, index);
  if (g_hash_table_size (columns->by_key) == 0)
    return;
  if (columns->log->len >= most)
    {
      const guint dropped = columns->log->len - most / 2;

      g_array_remove_range (columns->log, 0, dropped);
      columns->begins += dropped;
    }
  g_array_append_val (columns->log, index);
}

static guint64
log_end (const FitClassColumns *columns)
{
  return columns->begins + columns->log->len;
}

static void
make_stale (Column *column)
{
  if (column->begun_from < column->begun_to)
    memset (column->blocks + column->begun_from, FIT_BLOCK_STALE & 0xff,
            sizeof *column->blocks * (column->begun_to - column->begun_from));
  memset (column->sectors, FIT_BLOCK_STALE & 0xff,
          sizeof *column->sectors * count_sectors (column->pub.n));
  column->begun_from = G_MAXUINT;
  column->begun_to = 0;
}

/* The list is another one: no value belongs to its position any more. */
static void
resize (Column *column, guint n)
{
  drop_raws (column);
  if (column->pub.n != n)
    {
      column->columns->used -= size_of_values (column->pub.n);
      column->columns->used += size_of_values (n);
      column->pub.n = n;
      column->pub.values = g_renew (gint32, column->pub.values, n);
      column->blocks
          = g_renew (FitColumnBlock, column->blocks, count_blocks (n));
      column->sectors
          = g_renew (FitColumnBlock, column->sectors, count_sectors (n) + 1);
      column->begun_from = 0;
      column->begun_to = count_blocks (n);
    }
  make_stale (column);
}

/* A column for another list is stale as a whole, and so is one that would have to
 * read too much of the log, of which the beginning may be gone. */
static void
read_log (const FitClassColumns *columns, Column *column)
{
  guint64 at = column->read;
  const guint32 *positions;
  guint n;

  positions = fit_node_tree_positions (columns->tree, &n);
  if (column->version != columns->version)
    resize (column, columns->n_nodes);
  else if (log_end (columns) - at > most_read (columns))
    make_stale (column);
  else
    for (; at < log_end (columns); at++)
      {
        const guint32 index
            = g_array_index (columns->log, guint32, at - columns->begins);
        const guint32 position = index < n ? positions[index] : G_MAXUINT32;
        FitColumnBlock *block;

        if (position == G_MAXUINT32)
          continue;
        column->pub.values[position] = FIT_COLUMN_STALE;
        block = &column->blocks[position / FIT_COLUMN_BLOCK];
        block->n_fit = MAX (block->n_fit, FIT_BLOCK_UNKNOWN);
        column->sectors[position / FIT_SECTOR_NODES].n_fit = FIT_BLOCK_UNKNOWN;
      }
  column->version = columns->version;
  column->read = log_end (columns);
}

/* -- which classes have columns -------------------------------------------- */

/* Notes that the class with @hash is asked for.  Classes are remembered once the
 * room is full.  Returns: how many times others were asked for since it was
 * before; at most N_ASKED, as for a class that is not remembered */
static guint32
ask (FitClassColumns *columns, guint hash)
{
  Asked *asked;
  guint32 ago = N_ASKED;

  columns->clock++;
  if (columns->asked == NULL)
    return ago;
  asked = &columns->asked[hash % N_ASKED];
  if (asked->hash == hash)
    ago = MIN (columns->clock - asked->when, N_ASKED);
  *asked = (Asked){ hash, columns->clock };
  return ago;
}

static gboolean
has_room (const FitClassColumns *columns, guint n_pods)
{
  const gsize room
      = MAX (LEAST_ROOM, ((gsize) columns->n_nodes + n_pods) * ROOM_PER_OBJECT);

  return columns->used <= room;
}

static void
leave (FitClassColumns *columns, Column *column)
{
  if (column == columns->guest)
    columns->guest = NULL;
  else
    g_queue_unlink (&columns->residents, &column->link);
  g_hash_table_remove (columns->by_key, column);
}

/* Gives a place to the guest, which was asked for @ago and now, if there is one
 * for it. */
static void
settle (FitClassColumns *columns, guint n_pods, guint32 ago)
{
  Column *guest = columns->guest, *oldest;

  while (!has_room (columns, n_pods))
    {
      oldest = g_queue_peek_tail (&columns->residents);
      if (columns->asked == NULL)
        columns->asked = g_new0 (Asked, N_ASKED);
      if (columns->clock - oldest->last_used < ago)
        return;
      leave (columns, oldest);
    }
  columns->guest = NULL;
  g_queue_push_head_link (&columns->residents, &guest->link);
}

/* -- the columns ----------------------------------------------------------- */

/* The new column has the memory of the guest before, if there was one. */
static Column *
column_new (FitClassColumns *columns, const Column *like, const FitPod *pod)
{
  Column *column = g_new0 (Column, 1), *before = columns->guest;

  column->columns = columns;
  column->link.data = column;
  column->key = g_memdup2 (like->key, sizeof *like->key * like->n_key);
  column->n_key = like->n_key;
  column->hash = like->hash;
  column->pod = fit_pod_ref (pod);
  column->version = columns->version;
  column->read = log_end (columns);
  columns->used += SIZE_OF_CLASS;
  if (before != NULL)
    {
      drop_raws (before);
      column->pub.n = before->pub.n;
      column->pub.values = g_steal_pointer (&before->pub.values);
      column->blocks = g_steal_pointer (&before->blocks);
      column->sectors = g_steal_pointer (&before->sectors);
      column->begun_from = before->begun_from;
      column->begun_to = before->begun_to;
      before->pub.n = 0;
      leave (columns, before);
    }
  resize (column, columns->n_nodes);
  g_hash_table_add (columns->by_key, column);
  columns->guest = column;
  return column;
}

FitClassColumn *
fit_class_columns_find (FitClassColumns *columns, guint n_pods,
                        const guint64 *key, guint n, const FitPod *pod)
{
  const Column wanted
      = { .key = (guint64 *) key, .n_key = n, .hash = key_hash (key, n) };
  Column *column = g_hash_table_lookup (columns->by_key, &wanted);
  const guint32 ago = ask (columns, wanted.hash);

  if (columns->version != fit_node_tree_version (columns->tree))
    {
      columns->version = fit_node_tree_version (columns->tree);
      columns->n_nodes = fit_node_tree_size (columns->tree);
      g_clear_pointer (&columns->plain, g_free);
      g_clear_pointer (&columns->sectors, g_free);
    }
  if (column == NULL)
    column = column_new (columns, &wanted, pod);
  else
    read_log (columns, column);
  if (column == columns->guest)
    settle (columns, n_pods, ago);
  else
    {
      g_queue_unlink (&columns->residents, &column->link);
      g_queue_push_head_link (&columns->residents, &column->link);
    }
  column->pub.guest = column == columns->guest;
  column->last_used = columns->clock;
  return &column->pub;
}

FitPlainNodes *
fit_class_columns_plain (FitClassColumns *columns, guint block)
{
  if (columns->plain == NULL)
    columns->plain = g_new0 (FitPlainNodes, count_blocks (columns->n_nodes));
  return &columns->plain[block];
}

FitSector *
fit_class_columns_sector (FitClassColumns *columns, guint sector)
{
  if (columns->sectors == NULL)
    columns->sectors = g_new0 (FitSector, count_sectors (columns->n_nodes));
  return &columns->sectors[sector];
}

FitColumnBlock *
fit_class_column_sectors (const FitClassColumn *column)
{
  return ((const Column *) (const void *) column)->sectors;
}

FitColumnBlock *
fit_class_column_blocks (const FitClassColumn *column)
{
  return ((const Column *) (const void *) column)->blocks;
}

/* How many nodes are in block @block. */
static guint
size_of_block (const FitClassColumn *column, guint block)
{
  return MIN (FIT_COLUMN_BLOCK, column->n - block * FIT_COLUMN_BLOCK);
}

void
fit_class_column_begin_blocks (FitClassColumn *column, guint first, guint n)
{
  Column *whole = (Column *) (void *) column;
  const guint begin = first * FIT_COLUMN_BLOCK;
  const gsize size
      = size_of_values (MIN (n * FIT_COLUMN_BLOCK, column->n - begin));

  memset (column->values + begin, FIT_COLUMN_STALE & 0xff, size);
  for (guint k = 0; k < FIT_COLUMN_RAWS; k++)
    if (column->raws[k] != NULL)
      memset (column->raws[k] + begin, 0, size);
  for (guint block = first; block < first + n; block++)
    whole->blocks[block].n_fit = FIT_BLOCK_UNKNOWN;
  whole->begun_from = MIN (whole->begun_from, first);
  whole->begun_to = MAX (whole->begun_to, first + n);
}

/* So far all raw scores are 0. */
static gint32 *
raws_new (const Column *column)
{
  gint32 *raws = g_new (gint32, column->pub.n);

  for (guint i = column->begun_from; i < column->begun_to; i++)
    if (column->blocks[i].n_fit != FIT_BLOCK_STALE)
      memset (raws + i * FIT_COLUMN_BLOCK, 0,
              size_of_values (size_of_block (&column->pub, i)));
  return raws;
}

void
fit_class_column_meet_raw (FitClassColumn *column, guint which, gint32 raw)
{
  FitClassColumns *columns = ((Column *) (void *) column)->columns;

  if (column->raws[which] == NULL)
    {
      column->raws[which] = raws_new ((Column *) (void *) column);
      columns->used += size_of_values (column->n);
      memset (column->raw_set[which], 0, sizeof column->raw_set[which]);
      column->raw_set[which][0] = 1;
      column->many_raws[which] = FALSE;
    }
  if (raw >= 0 && raw < FIT_COLUMN_FEW)
    column->raw_set[which][raw / 64] |= G_GUINT64_CONSTANT (1) << raw % 64;
  else
    column->many_raws[which] = TRUE;
}
