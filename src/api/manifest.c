/* manifest.c - manifests in files, directories and pipes
 *
 * A file is mapped, not copied, and the pages that have been read are given
 * back on the way, so that a large cluster does not stay in memory twice.
 * What cannot be mapped goes through a temporary file without a name.
 */
#include "api/objects-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <glob.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define COPY_BYTES (256 * 1024)
/* Objects between two times that pages are given back: some 100 KiB. */
#define OBJECTS_PER_DROP 32

typedef struct
{
  void *bytes;
  gsize len;
  guint objects; /* read since pages were given back */
} Mapping;

typedef struct
{
  FitObjectReader reader;
  const char *name; /* for messages */
} Load;

static gboolean
fail (GError **error, const char *what, const char *name)
{
  int code = errno;

  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "cannot %s \"%s\": %s", what,
               name, g_strerror (code));
  return FALSE;
}

/* The kernel brings back from the file what is still needed. */
static void
drop_pages (gpointer data)
{
  Mapping *mapping = data;

  if (++mapping->objects < OBJECTS_PER_DROP)
    return;
  mapping->objects = 0;
  madvise (mapping->bytes, mapping->len, MADV_DONTNEED);
}

static gboolean
read_mapped (Load *load, int fd, gsize len, GError **error)
{
  Mapping mapping = { .len = len };
  gboolean done;

  if (len == 0)
    return TRUE;
  mapping.bytes = mmap (NULL, len, PROT_READ, MAP_PRIVATE, fd, 0);
  if (mapping.bytes == MAP_FAILED)
    return fail (error, "map", load->name);
  madvise (mapping.bytes, len, MADV_SEQUENTIAL);
  load->reader.after_object = drop_pages;
  load->reader.data = &mapping;
  done = fit_object_reader_run (&load->reader, mapping.bytes, len, load->name,
                                error);
  munmap (mapping.bytes, len);
  return done;
}

static gboolean
write_all (int fd, const char *bytes, gsize len)
{
  while (len > 0)
    {
      gssize written = write (fd, bytes, len);

      if (written < 0 && errno != EINTR)
        return FALSE;
      if (written > 0)
        {
          bytes += written;
          len -= (gsize) written;
        }
    }
  return TRUE;
}

/* Copies all of @from, at most @limit bytes, into @to. */
static gboolean
copy_all (const Load *load, int from, int to, gsize *len, GError **error)
{
  const FitLimits *limits = load->reader.limits != NULL ? load->reader.limits
                                                        : fit_limits_default ();
  g_autofree char *buffer = g_malloc (COPY_BYTES);
  gssize n;

  *len = 0;
  while ((n = read (from, buffer, COPY_BYTES)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return fail (error, "read", load->name);
      *len += (gsize) n;
      if (*len > limits->document_bytes)
        {
          g_set_error (error, FIT_ERROR, FIT_ERROR_LIMIT,
                       "%s: longer than %" G_GSIZE_FORMAT " bytes", load->name,
                       limits->document_bytes);
          return FALSE;
        }
      if (!write_all (to, buffer, (gsize) n))
        return fail (error, "spool", load->name);
    }
  return TRUE;
}

static gboolean
read_spooled (Load *load, int fd, GError **error)
{
  g_autofree char *path
      = g_build_filename (g_get_tmp_dir (), "fitsched-XXXXXX", NULL);
  int spool = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600);
  gsize len;
  gboolean done;

  if (spool < 0)
    return fail (error, "create", path);
  g_unlink (path);
  done = copy_all (load, fd, spool, &len, error)
         && read_mapped (load, spool, len, error);
  g_close (spool, NULL);
  return done;
}

static gboolean
read_fd (Load *load, int fd, GError **error)
{
  struct stat info;

  if (fstat (fd, &info) != 0)
    return fail (error, "read", load->name);
  /* Some files of the kernel say that they are empty and are not. */
  if (S_ISREG (info.st_mode) && info.st_size > 0
      && lseek (fd, 0, SEEK_CUR) == 0)
    return read_mapped (load, fd, (gsize) info.st_size, error);
  return read_spooled (load, fd, error);
}

static gboolean
load_file (Load *load, const char *path, GError **error)
{
  int fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  gboolean done;

  load->name = path;
  if (fd < 0)
    return fail (error, "open", path);
  done = read_fd (load, fd, error);
  g_close (fd, NULL);
  return done;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
is_manifest (const char *name)
{
  return g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".yaml")
         || g_str_has_suffix (name, ".yml");
}

static gboolean
load_directory (Load *load, const char *path, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &cause);
  const char *name;

  if (dir == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "%s", cause->message);
      return FALSE;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    if (is_manifest (name))
      g_ptr_array_add (files, g_build_filename (path, name, NULL));
  if (files->len == 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "no .json, .yaml or .yml file in directory \"%s\"", path);
      return FALSE;
    }
  g_ptr_array_sort (files, compare_names);
  for (guint i = 0; i < files->len; i++)
    if (!g_file_test (files->pdata[i], G_FILE_TEST_IS_DIR)
        && !load_file (load, files->pdata[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
load_existing (Load *load, const char *path, GError **error)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return load_directory (load, path, error);
  return load_file (load, path, error);
}

/* Names in the order of their bytes, whatever the locale says. */
static gboolean
load_pattern (Load *load, const char *pattern, GError **error)
{
  glob_t found = { 0 };
  gboolean done = TRUE;

  if (glob (pattern, GLOB_NOSORT, NULL, &found) != 0)
    {
      globfree (&found);
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "no file matches \"%s\"", pattern);
      return FALSE;
    }
  qsort (found.gl_pathv, found.gl_pathc, sizeof *found.gl_pathv, compare_names);
  for (gsize i = 0; done && i < found.gl_pathc; i++)
    done = load_existing (load, found.gl_pathv[i], error);
  globfree (&found);
  return done;
}

gboolean
fit_objects_load (FitObjects *objects, const char *path, FitDecodeFlags flags,
                  const FitLimits *limits, GError **error)
{
  Load load = {
    .reader = { .objects = objects, .flags = flags, .limits = limits },
  };

  if (strcmp (path, "-") == 0)
    {
      load.name = "stdin";
      return read_fd (&load, STDIN_FILENO, error);
    }
  if (strpbrk (path, "*?[") != NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
    return load_pattern (&load, path, error);
  return load_existing (&load, path, error);
}
