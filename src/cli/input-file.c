#include "cli/input-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/value.h"

#define COPY_BYTES 65536

/* --- directories ---------------------------------------------------------- */

static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
is_manifest_name (const char *name)
{
  return g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".yaml")
         || g_str_has_suffix (name, ".yml");
}

static gboolean
expand_directory (GPtrArray *out, const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (is_manifest_name (name))
      g_ptr_array_add (found, g_build_filename (path, name, NULL));
  g_ptr_array_sort (found, compare_paths);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (out, found->pdata[i]);
  if (found->len > 0)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
               "no .json, .yaml or .yml file in directory \"%s\"", path);
  return FALSE;
}

GPtrArray *
fit_input_expand (const GPtrArray *paths, GError **error)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = paths->pdata[i];

      if (!g_file_test (path, G_FILE_TEST_IS_DIR))
        g_ptr_array_add (out, g_strdup (path));
      else if (!expand_directory (out, path, error))
        return NULL;
    }
  return g_steal_pointer (&out);
}

/* --- standard input ------------------------------------------------------- */

static gboolean
fail (const char *what, const char *path, GError **error)
{
  int code = errno;

  g_set_error (error, FIT_ERROR, FIT_ERROR_IO, "cannot %s \"%s\": %s", what,
               path, g_strerror (code));
  return FALSE;
}

static gboolean
copy_stdin (FILE *spool)
{
  g_autofree char *buffer = g_malloc (COPY_BYTES);
  const gsize limit = fit_limits_default ()->document_bytes;
  gsize total = 0;
  gssize n;

  while ((n = read (STDIN_FILENO, buffer, COPY_BYTES)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0 || fwrite (buffer, 1, (gsize) n, spool) != (gsize) n)
        return FALSE;
      total += (gsize) n;
      if (total > limit)
        {
          errno = EFBIG;
          return FALSE;
        }
    }
  return fflush (spool) == 0;
}

/* A pipe can be read only once, so a file without a name takes its place. */
gboolean
fit_input_rewind_stdin (GError **error)
{
  FILE *spool;
  gboolean done;

  if (lseek (STDIN_FILENO, 0, SEEK_SET) == 0)
    return TRUE;
  spool = tmpfile ();
  if (spool == NULL)
    return fail ("read", "stdin", error);
  done = copy_stdin (spool) && dup2 (fileno (spool), STDIN_FILENO) >= 0
         && lseek (STDIN_FILENO, 0, SEEK_SET) == 0;
  if (!done)
    fail ("read", "stdin", error);
  fclose (spool);
  return done;
}

/* --- the first object ----------------------------------------------------- */

typedef struct
{
  gboolean seen;
  FitInputType type;
} FirstObject;

/* Members of a Policy; v1.16 reads it without regard to case and, in the
 * internal form, without apiVersion and kind. */
static gboolean
has_policy_member (const FitValue *value)
{
  static const char *const names[]
      = { "predicates", "priorities", "extenders" };

  for (guint i = 0; value->type == FIT_VALUE_MAP && i < value->n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      if (g_ascii_strcasecmp (value->members[i].key, names[j]) == 0)
        return TRUE;
  return FALSE;
}

static gboolean
is_policy (const FitValue *value)
{
  const char *kind = fit_value_get_string (value, "kind");

  if (kind == NULL)
    return has_policy_member (value);
  if (strcmp (kind, "ConfigMap") == 0)
    return fit_value_get (fit_value_get (value, "data"), "policy.cfg") != NULL;
  return strcmp (kind, "Policy") == 0;
}

static gboolean
look_at_first (const FitValue *value, const FitObjectPlace *place,
               gpointer data, GError **error)
{
  FirstObject *first = data;

  first->seen = TRUE;
  if (place->item < 0 && is_policy (value))
    first->type = FIT_INPUT_POLICY;
  g_set_error (error, FIT_ERROR, FIT_ERROR_INTERNAL, "seen enough");
  return FALSE;
}

static FitInputType
detect (const char *bytes, gsize len)
{
  FirstObject first = { FALSE, FIT_INPUT_MANIFESTS };
  g_autoptr (GError) problem = NULL;
  g_autoptr (GRegex) policy = NULL;
  const gsize enough = MIN (len, COPY_BYTES);

  if (fit_read_objects (bytes, len, "", NULL, look_at_first, &first, &problem)
      || first.seen)
    return first.type;
  policy = g_regex_new ("^[ \t{\"]*kind[\"]?[ \t]*:[ \t\"]*Policy\\b",
                        G_REGEX_RAW | G_REGEX_MULTILINE | G_REGEX_OPTIMIZE, 0,
                        NULL);
  return g_regex_match_full (policy, bytes, (gssize) enough, 0, 0, NULL, NULL)
             ? FIT_INPUT_POLICY
             : FIT_INPUT_MANIFESTS;
}

gboolean
fit_input_detect (const char *path, FitInputType *out_type, GError **error)
{
  const gboolean is_stdin = strcmp (path, "-") == 0;
  GMappedFile *file;
  int fd = STDIN_FILENO;

  if (is_stdin && !fit_input_rewind_stdin (error))
    return FALSE;
  if (!is_stdin && (fd = open (path, O_RDONLY | O_CLOEXEC)) < 0)
    return fail ("open", path, error);
  file = g_mapped_file_new_from_fd (fd, FALSE, NULL);
  if (!is_stdin)
    close (fd);
  if (file == NULL)
    return fail ("read", path, error);
  *out_type = FIT_INPUT_MANIFESTS;
  if (g_mapped_file_get_length (file) > 0)
    *out_type = detect (g_mapped_file_get_contents (file),
                        g_mapped_file_get_length (file));
  g_mapped_file_unref (file);
  return TRUE;
}
