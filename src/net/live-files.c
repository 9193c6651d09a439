/* live-files.c - files that are read again when they have changed
 * SPDX-License-Identifier: Apache-2.0 */
#include "net/live-files.h"

#include <pthread.h>
#include <string.h>

#include "base/list-gap.h"
#include "net/tls-material.h"

/* Two writes within one tick of the file system's clock leave the same time.
 * So a file that was written this recently is read once more. */
#define RECENT_NS ((gint64) 1000000000)

#define NS_PER_US 1000

struct _FitLiveFiles
{
  gint refs; /* atomic */
  FitLiveCheck check;
  guint n;
  GBytes *data[FIT_LIVE_FILES]; /* (nullable) owned */
  char *paths[FIT_LIVE_FILES];  /* (nullable) owned */
  char *names;                  /* owned: the files, for messages */
  gboolean several;             /* there are several files */
  void (*note) (const char *text, gpointer data);
  gpointer note_data; /* borrowed */

  pthread_mutex_t lock;             /* of what follows */
  guint version;                    /* 0: nothing was read yet */
  GBytes *contents[FIT_LIVE_FILES]; /* owned */
  GStatBuf stats[FIT_LIVE_FILES];   /* when they were read last */
  gboolean recent;                  /* one had just been written then */
  char *said; /* (nullable) owned: why they could not be used */
};

/* -- reading --------------------------------------------------------------- */

gboolean
fit_file_is_unchanged (const GStatBuf *before, const GStatBuf *after)
{
  return before->st_dev == after->st_dev && before->st_ino == after->st_ino
         && before->st_size == after->st_size
         && before->st_mtim.tv_sec == after->st_mtim.tv_sec
         && before->st_mtim.tv_nsec == after->st_mtim.tv_nsec;
}

/* Returns: TRUE if the contents may have changed */
static gboolean
look (FitLiveFiles *files)
{
  const gint64 now_ns = g_get_real_time () * NS_PER_US;
  gboolean changed = files->recent;

  files->recent = FALSE;
  for (guint i = 0; i < files->n; i++)
    {
      GStatBuf about = { 0 };

      if (files->paths[i] == NULL || g_stat (files->paths[i], &about) != 0)
        memset (&about, 0, sizeof about);
      changed |= !fit_file_is_unchanged (&files->stats[i], &about);
      files->recent |= about.st_mtim.tv_sec * RECENT_NS + about.st_mtim.tv_nsec
                       > now_ns - RECENT_NS;
      files->stats[i] = about;
    }
  return changed;
}

static void
drop (GBytes **contents)
{
  for (guint i = 0; i < FIT_LIVE_FILES; i++)
    g_clear_pointer (&contents[i], g_bytes_unref);
}

/* @out: filled if they can be used */
static gboolean
read_all (const FitLiveFiles *files, GBytes **out, GError **error)
{
  GBytes *contents[FIT_LIVE_FILES] = { NULL };
  gboolean fine = TRUE;

  for (guint i = 0; fine && i < files->n; i++)
    {
      fine = fit_tls_obtain (files->data[i], files->paths[i], &contents[i],
                             error);
      if (fine && (contents[i] == NULL || g_bytes_get_size (contents[i]) == 0))
        fine = fit_fail (error, FIT_ERROR_PARSE, "%s: the file is empty",
                         files->paths[i]);
    }
  if (fine && !files->check (contents, error))
    {
      if (*files->names != '\0')
        g_prefix_error (error, "%s: ", files->names);
      fine = FALSE;
    }
  if (fine)
    memcpy (out, contents, sizeof contents);
  else
    drop (contents);
  return fine;
}

/* Returns: (transfer full) (nullable): a note */
static char *
read_again (FitLiveFiles *files)
{
  GBytes *contents[FIT_LIVE_FILES] = { NULL };
  g_autoptr (GError) error = NULL;
  gboolean same = TRUE;

  if (!read_all (files, contents, &error))
    {
      if (g_strcmp0 (files->said, error->message) == 0)
        return NULL;
      g_free (files->said);
      files->said = g_strdup (error->message);
      /* GnuTLS ends its texts with a full stop. */
      return g_strdup_printf (
          "%.*s; the old contents stay in effect",
          (int) (strlen (error->message)
                 - (g_str_has_suffix (error->message, ".") ? 1 : 0)),
          error->message);
    }
  g_clear_pointer (&files->said, g_free);
  for (guint i = 0; i < files->n; i++)
    same = same && g_bytes_equal (files->contents[i], contents[i]);
  drop (same ? contents : files->contents);
  if (same)
    return NULL;
  memcpy (files->contents, contents, sizeof contents);
  files->version++;
  return g_strdup_printf (files->several ? "%s have changed and are in effect"
                                         : "%s has changed and is in effect",
                          files->names);
}

/* -- using ----------------------------------------------------------------- */

gboolean
fit_live_files_load (FitLiveFiles *files, GError **error)
{
  gboolean fine = TRUE;

  pthread_mutex_lock (&files->lock);
  if (files->version == 0)
    {
      look (files);
      fine = read_all (files, files->contents, error);
      files->version = fine ? 1 : 0; /* 0: the next call tries again */
    }
  pthread_mutex_unlock (&files->lock);
  return fine;
}

guint
fit_live_files_get (FitLiveFiles *files, GBytes **out)
{
  g_autofree char *text = NULL;
  guint version;

  pthread_mutex_lock (&files->lock);
  if (look (files))
    text = read_again (files);
  for (guint i = 0; i < FIT_LIVE_FILES; i++)
    out[i] = i < files->n ? g_bytes_ref (files->contents[i]) : NULL;
  version = files->version;
  pthread_mutex_unlock (&files->lock);
  if (text != NULL && files->note != NULL)
    files->note (text, files->note_data);
  return version;
}

void
fit_live_files_set_note (FitLiveFiles *files,
                         void (*note) (const char *text, gpointer data),
                         gpointer data)
{
  files->note = note;
  files->note_data = data;
}

/* -- creating and freeing -------------------------------------------------- */

FitLiveFiles *
fit_live_files_new (const FitLivePart *parts, guint n, FitLiveCheck check)
{
  FitLiveFiles *files = g_new0 (FitLiveFiles, 1);
  GString *names = g_string_new (NULL);

  files->refs = 1;
  files->check = check;
  files->n = n;
  for (guint i = 0; i < n; i++)
    {
      if (parts[i].data != NULL && g_bytes_get_size (parts[i].data) > 0)
        {
          files->data[i] = g_bytes_ref (parts[i].data);
          continue;
        }
      files->several = names->len > 0;
      files->paths[i] = g_strdup (parts[i].file);
      g_string_append_printf (names, "%s%s", fit_list_gap (names, ", "),
                              parts[i].file);
    }
  files->names = g_string_free (names, FALSE);
  pthread_mutex_init (&files->lock, NULL);
  return files;
}

FitLiveFiles *
fit_live_files_ref (FitLiveFiles *files)
{
  g_atomic_int_inc (&files->refs);
  return files;
}

void
fit_live_files_unref (FitLiveFiles *files)
{
  if (files == NULL || !g_atomic_int_dec_and_test (&files->refs))
    return;
  drop (files->data);
  drop (files->contents);
  for (guint i = 0; i < FIT_LIVE_FILES; i++)
    g_free (files->paths[i]);
  g_free (files->names);
  g_free (files->said);
  pthread_mutex_destroy (&files->lock);
  g_free (files);
}
