/* images.c - keeps the size of every image, and the number of nodes that have
 * it
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/images.h"
#include "base/intern.h"

typedef struct
{
  const char *name; /* interned: the key in by_name */
  gint64 size;      /* of the first node that reported it */
  guint most;       /* num_nodes was never greater in any of @nodes */
  GArray *nodes;    /* of FitImageOnNode */
  GArray *mentions; /* guint, by position in @nodes: where the image is among
                       the mentions of that node */
} Image;

/* The entry of a node for one of its images. */
typedef struct
{
  Image *image;
  guint position; /* in image->nodes */
} Mention;

typedef struct
{
  guint n;
  Mention of[];
} Mentions;

struct _FitImages
{
  GHashTable *by_name; /* interned name -> Image; keys hold a reference */
  GPtrArray *mentions; /* by node index: owned Mentions, NULL for none */
};

static void
image_free (gpointer data)
{
  Image *image = data;

  g_array_unref (image->nodes);
  g_array_unref (image->mentions);
  g_free (image);
}

FitImages *
fit_images_new (void)
{
  FitImages *images = g_new0 (FitImages, 1);

  images->by_name = g_hash_table_new_full (
      NULL, NULL, (GDestroyNotify) fit_intern_unref, image_free);
  images->mentions = g_ptr_array_new_with_free_func (g_free);
  return images;
}

void
fit_images_free (FitImages *images)
{
  if (images == NULL)
    return;
  g_ptr_array_unref (images->mentions);
  g_hash_table_unref (images->by_name);
  g_free (images);
}

void
fit_images_set_node (FitImages *images, guint index, const FitNode *node)
{
  Mentions *former;

  if (index >= images->mentions->len)
    g_ptr_array_set_size (images->mentions, (gint) index + 1);
  former = images->mentions->pdata[index];
  if (former != NULL)
    {
      for (guint i = 0; i < former->n; i++)
        {
          Image *shown = former->of[i].image;
          guint position = former->of[i].position;
          const guint last = shown->nodes->len - 1;

          if (position != last)
            {
              const guint moved
                  = g_array_index (shown->nodes, FitImageOnNode, last).node;
              const guint mention
                  = g_array_index (shown->mentions, guint, last);
              Mentions *others = images->mentions->pdata[moved];

              others->of[mention].position = position;
            }
          g_array_remove_index_fast (shown->mentions, position);
          g_array_remove_index_fast (shown->nodes, position);
          if (shown->nodes->len == 0)
            g_hash_table_remove (images->by_name, shown->name);
        }
      g_free (former);
      images->mentions->pdata[index] = NULL;
    }
  if (node == NULL || node->images == NULL)
    return;
  images->mentions->pdata[index]
      = g_malloc0 (sizeof (Mentions) + sizeof (Mention) * node->images->n);
  for (guint i = 0; i < node->images->n; i++)
    {
      const FitNodeImage *reported = &node->images->of[i];
      Image *image = g_hash_table_lookup (images->by_name, reported->name);
      Mentions *mentions = images->mentions->pdata[index];
      FitImageOnNode on_node;
      guint n = image != NULL ? image->nodes->len : 0;

      if (image == NULL)
        {
          image = g_new0 (Image, 1);
          image->name = fit_intern_ref (reported->name);
          image->size = reported->size;
          image->nodes = g_array_new (FALSE, FALSE, sizeof (FitImageOnNode));
          image->mentions = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (images->by_name, (gpointer) image->name, image);
        }
      else if (n
               && g_array_index (image->nodes, FitImageOnNode, n - 1).node
                      == index)
        continue; /* the node repeats this name */
      image->most = MAX (image->most, n + 1);
      on_node = (FitImageOnNode){ index, n + 1 };
      g_array_append_val (image->nodes, on_node);
      g_array_append_val (image->mentions, mentions->n);
      mentions->of[mentions->n++] = (Mention){ image, n };
    }
}

const FitImageOnNode *
fit_images_lookup (const FitImages *images, const char *name, gint64 *out_size,
                   guint *out_n)
{
  const Image *image = g_hash_table_lookup (images->by_name, name);

  if (image == NULL)
    return NULL;
  *out_size = image->size;
  *out_n = image->nodes->len;
  return (const FitImageOnNode *) (void *) image->nodes->data;
}

gint64
fit_images_most_bytes (const FitImages *images, const char *name, guint n_nodes)
{
  const Image *image = g_hash_table_lookup (images->by_name, name);
  double bytes;

  if (image == NULL)
    return 0;
  bytes = (double) image->size * ((double) image->most / (double) n_nodes);
  return bytes >= 0 && bytes < 0x1p63 ? (gint64) bytes : -1;
}
