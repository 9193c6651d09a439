/* json-reader.c - strict JSON (RFC 8259) as a tree
 *
 * If Go's encoding/json has a fixed text for an error, that is used.  As in Go,
 * invalid UTF-8 is not an error but reads as U+FFFD, and so do unpaired
 * surrogates.  Nesting needs no stack: open containers are the frames of the
 * tree builder.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/document-source.h"

#include "formats/lossy-utf8.h"

#include <string.h>

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* One bit pattern in all bytes of a word. */
#define EVERY_BYTE(b) (G_GUINT64_CONSTANT (0x0101010101010101) * (b))

typedef struct
{
  FitDocumentSource base;
  const char *begin; /* borrowed; after the byte order mark */
  const char *end;
  const char *at;   /* next byte to read */
  const char *line; /* where the current line begins */
  guint32 line_number;
  FitTextMark error_mark; /* where reading failed; line 0: at `at` */
  gboolean first;         /* nothing was read yet in the innermost container */
  GString *scratch;       /* owned: a string while escapes are decoded */
} JsonReader;

static FitTextMark
mark_of (const JsonReader *reader, const char *at)
{
  return (FitTextMark){ reader->line_number,
                        (guint32) (at - reader->line) + 1 };
}

/* Formats a byte like Go: quoted, and escaped if it is not printable. */
static char *
quote_byte (guchar c)
{
  static const char *const escapes[128] = {
    ['\a'] = "'\\a'", ['\b'] = "'\\b'",  ['\f'] = "'\\f'",
    ['\n'] = "'\\n'", ['\r'] = "'\\r'",  ['\t'] = "'\\t'",
    ['\v'] = "'\\v'", ['\\'] = "'\\\\'", ['\''] = "'\\''",
  };

  if (c < 128 && escapes[c] != NULL)
    return g_strdup (escapes[c]);
  if (c < 0x20 || c == 0x7F)
    return g_strdup_printf ("'\\x%02x'", c);
  if ((c >= 0x80 && c <= 0xA0) || c == 0xAD)
    return g_strdup_printf ("'\\u%04x'", c);
  if (c > 0xA0)
    return g_strdup_printf ("'%c%c'", 0xC0 | c >> 6, 0x80 | (c & 0x3F));
  return g_strdup_printf ("'%c'", c);
}

/* Reports the unexpected byte at @at, or the end of input. */
static gboolean
unexpected (JsonReader *reader, const char *at, const char *where,
            GError **error)
{
  reader->error_mark = mark_of (reader, at);
  if (at >= reader->end)
    g_set_error_literal (error, FIT_ERROR, FIT_ERROR_PARSE,
                         "unexpected end of JSON input");
  else
    {
      g_autofree char *quoted = quote_byte ((guchar) *at);

      g_set_error (error, FIT_ERROR, FIT_ERROR_PARSE, "invalid character %s %s",
                   quoted, where);
    }
  return FALSE;
}

static void
skip_blanks (JsonReader *reader)
{
  const char *at = reader->at;
  const char *end = reader->end;

  for (; at < end; at++)
    {
      if (*at == '\n')
        {
          reader->line = at + 1;
          reader->line_number++;
        }
      else if (*at != ' ' && *at != '\r' && *at != '\t')
        break;
    }
  reader->at = at;
}

/* The next byte that is not blank; 0, which no valid text contains, at the
 * end. */
static char
peek (JsonReader *reader)
{
  skip_blanks (reader);
  return reader->at < reader->end ? *reader->at : '\0';
}

/* -- Strings --------------------------------------------------------------- */

/* Can this byte of a string be copied unchanged: ASCII, but no control
 * character, quote or backslash? */
static inline gboolean
is_plain (guchar c)
{
  return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* The end of the run of plain bytes that begins at @at.  Checks eight bytes at
 * a time: the high bit of a byte of `stop` is set if that byte, or one of lower
 * significance, is not plain. */
static const char *
skip_plain (const char *at, const char *end)
{
  while (end - at >= 8)
    {
      guint64 word, stop;

      memcpy (&word, at, sizeof word);
      stop = word | (word - EVERY_BYTE (0x20))
             | ((word ^ EVERY_BYTE ('"')) - EVERY_BYTE (1))
             | ((word ^ EVERY_BYTE ('\\')) - EVERY_BYTE (1));
      if ((stop & EVERY_BYTE (0x80)) != 0)
        break;
      at += 8;
    }
  while (at < end && is_plain ((guchar) *at))
    at++;
  return at;
}

/* Reads the four digits of \uXXXX. */
static gboolean
read_hex (JsonReader *reader, const char *at, gunichar *out, GError **error)
{
  gunichar c = 0;

  for (const char *digit = at; digit < at + 4; digit++)
    {
      if (digit >= reader->end || !g_ascii_isxdigit (*digit))
        return unexpected (reader, digit, "in \\u hexadecimal character escape",
                           error);
      c = c << 4 | (gunichar) g_ascii_xdigit_value (*digit);
    }
  *out = c;
  return TRUE;
}

/* Decodes \uXXXX, including the second half of a surrogate pair. */
static gboolean
read_unicode_escape (JsonReader *reader, GError **error)
{
  gunichar c, low;

  if (!read_hex (reader, reader->at + 2, &c, error))
    return FALSE;
  reader->at += 6;
  if (c >= 0xD800 && c < 0xDC00 && reader->end - reader->at >= 6
      && reader->at[0] == '\\' && reader->at[1] == 'u')
    {
      if (!read_hex (reader, reader->at + 2, &low, error))
        return FALSE;
      if (low >= 0xDC00 && low < 0xE000)
        {
          reader->at += 6;
          c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        }
    }
  if (c == 0 || (c >= 0xD800 && c < 0xE000))
    c = FIT_REPLACEMENT_CHARACTER;
  g_string_append_unichar (reader->scratch, c);
  return TRUE;
}

static gboolean
read_escape (JsonReader *reader, GError **error)
{
  static const char from[] = "\"\\/bfnrt";
  static const char to[] = "\"\\/\b\f\n\r\t";
  const char *c = reader->at + 1;
  const char *found = NULL;

  if (c < reader->end && *c == 'u')
    return read_unicode_escape (reader, error);
  if (c < reader->end && *c != '\0')
    found = strchr (from, *c);
  if (found == NULL)
    return unexpected (reader, c, "in string escape code", error);
  g_string_append_c (reader->scratch, to[found - from]);
  reader->at += 2;
  return TRUE;
}

/* Decodes a string with escapes into the scratch buffer; the reader is just
 * after the opening quote. */
static gboolean
decode_string (JsonReader *reader, gsize limit, GError **error)
{
  g_string_truncate (reader->scratch, 0);
  /* One byte too many is enough to make fit_tree_text() fail. */
  while (reader->scratch->len <= limit)
    {
      const char *run = reader->at;

      reader->at = skip_plain (run, reader->end);
      g_string_append_len (reader->scratch, run, reader->at - run);
      if (reader->at >= reader->end || (guchar) *reader->at < 0x20)
        return unexpected (reader, reader->at, "in string literal", error);
      if (*reader->at == '"')
        break;
      if (*reader->at != '\\')
        reader->at += fit_lossy_utf8_append_char (
            reader->scratch, reader->at, (gsize) (reader->end - reader->at));
      else if (!read_escape (reader, error))
        return FALSE;
    }
  reader->at++;
  return TRUE;
}

/* Reads a string; the reader is at its opening quote. */
static gboolean
read_string (JsonReader *reader, FitTreeBuilder *tree, const char **out_text,
             guint32 *out_len, GError **error)
{
  const char *begin = ++reader->at;
  const char *stop = skip_plain (begin, reader->end);

  if (stop < reader->end && *stop == '"')
    {
      reader->at = stop + 1;
      return fit_tree_text (tree, begin, (gsize) (stop - begin), out_text,
                            out_len, error);
    }
  if (!decode_string (reader, tree->limits->string_bytes, error))
    return FALSE;
  return fit_tree_text (tree, reader->scratch->str, reader->scratch->len,
                        out_text, out_len, error);
}

/* -- Other scalars --------------------------------------------------------- */

/* Reads one or more digits.  Returns: the position after them, or NULL with
 * @error. */
static const char *
skip_digits (JsonReader *reader, const char *at, const char *where,
             GError **error)
{
  if (at >= reader->end || !g_ascii_isdigit (*at))
    {
      unexpected (reader, at, where, error);
      return NULL;
    }
  while (at < reader->end && g_ascii_isdigit (*at))
    at++;
  return at;
}

static gboolean
read_number (JsonReader *reader, FitTreeBuilder *tree, FitValue *value,
             GError **error)
{
  const char *begin = reader->at;
  const char *at = begin + (*begin == '-' ? 1 : 0);

  if (at < reader->end && *at == '0')
    at++;
  else if ((at = skip_digits (reader, at, "in numeric literal", error)) == NULL)
    return FALSE;
  if (at < reader->end && *at == '.'
      && (at = skip_digits (reader, at + 1,
                            "after decimal point in numeric literal", error))
             == NULL)
    return FALSE;
  if (at < reader->end && (*at == 'e' || *at == 'E'))
    {
      at++;
      if (at < reader->end && (*at == '+' || *at == '-'))
        at++;
      at = skip_digits (reader, at, "in exponent of numeric literal", error);
      if (at == NULL)
        return FALSE;
    }
  reader->at = at;
  value->type = FIT_VALUE_NUMBER;
  return fit_tree_text (tree, begin, (gsize) (at - begin), &value->text,
                        &value->n, error);
}

static gboolean
read_literal (JsonReader *reader, const char *literal, GError **error)
{
  for (const char *c = literal; *c != '\0'; c++, reader->at++)
    {
      g_autofree char *where = NULL;

      if (reader->at < reader->end && *reader->at == *c)
        continue;
      where = g_strdup_printf ("in literal %s (expecting '%c')", literal, *c);
      return unexpected (reader, reader->at, where, error);
    }
  return TRUE;
}

/* -- Values ---------------------------------------------------------------- */

/* Reads a scalar into the top slot, or opens a container there. */
static gboolean
start_value (JsonReader *reader, FitTreeBuilder *tree, GError **error)
{
  FitValue *value = &fit_tree_top (tree)->value;
  char c = peek (reader);
  FitTextMark mark = mark_of (reader, reader->at);

  value->line = mark.line;
  value->column = mark.column;
  switch (c)
    {
    case '{':
    case '[':
      reader->at++;
      return fit_tree_open (tree, c == '{' ? FIT_VALUE_MAP : FIT_VALUE_LIST,
                            mark, error);
    case '"':
      value->type = FIT_VALUE_STRING;
      return read_string (reader, tree, &value->text, &value->n, error);
    case 't':
    case 'f':
      value->type = FIT_VALUE_BOOL;
      value->boolean = *reader->at == 't';
      return read_literal (reader, value->boolean ? "true" : "false", error);
    case 'n':
      value->type = FIT_VALUE_NULL;
      return read_literal (reader, "null", error);
    default:
      if (c == '-' || g_ascii_isdigit (c))
        return read_number (reader, tree, value, error);
      return unexpected (reader, reader->at, "looking for beginning of value",
                         error);
    }
}

/* Reads a key and its colon into the top slot. */
static gboolean
read_key (JsonReader *reader, FitTreeBuilder *tree, GError **error)
{
  FitMember *member = fit_tree_top (tree);
  FitTextMark mark;

  if (peek (reader) != '"')
    return unexpected (reader, reader->at,
                       "looking for beginning of object key string", error);
  mark = mark_of (reader, reader->at);
  member->line = mark.line;
  member->column = mark.column;
  if (!read_string (reader, tree, &member->key, &member->key_len, error))
    return FALSE;
  if (peek (reader) != ':')
    return unexpected (reader, reader->at, "after object key", error);
  reader->at++;
  return TRUE;
}

/* Moves to the next element of the innermost container and adds a slot for it,
 * or closes the container. */
static gboolean
next_element (JsonReader *reader, FitTreeBuilder *tree, gboolean first,
              gboolean *out_more, GError **error)
{
  gboolean is_map = fit_tree_frame (tree)->type == FIT_VALUE_MAP;
  char c = peek (reader);

  if (c == (is_map ? '}' : ']'))
    {
      reader->at++;
      *out_more = FALSE;
      return fit_tree_close (tree, error);
    }
  if (!first)
    {
      if (c != ',')
        return unexpected (reader, reader->at,
                           is_map ? "after object key:value pair"
                                  : "after array element",
                           error);
      reader->at++;
    }
  *out_more = TRUE;
  return fit_tree_slot (tree, error) != NULL
         && (!is_map || read_key (reader, tree, error));
}

/* Reads one whole value into the top slot. */
static gboolean
read_value (JsonReader *reader, FitTreeBuilder *tree, GError **error)
{
  guint outside = tree->n_frames;
  gboolean more;

  do
    {
      guint depth = tree->n_frames;
      gboolean first;

      if (!start_value (reader, tree, error))
        return FALSE;
      first = tree->n_frames > depth;
      more = FALSE;
      while (tree->n_frames > outside && !more)
        {
          if (!next_element (reader, tree, first, &more, error))
            return FALSE;
          first = FALSE;
        }
    }
  while (more);
  return TRUE;
}

/* -- As a stream of documents ---------------------------------------------- */

#define LOG_BEGIN "==== START logs for container "
#define LOG_END "==== END logs for container "

static gboolean
json_next_document (FitDocumentSource *source, gboolean *out_found,
                    GError **error)
{
  JsonReader *reader = (JsonReader *) source;

  skip_blanks (reader);
  while ((gsize) (reader->end - reader->at) > strlen (LOG_BEGIN)
         && memcmp (reader->at, LOG_BEGIN, strlen (LOG_BEGIN)) == 0)
    {
      const char *rest = reader->at + strlen (LOG_BEGIN);
      const char *newline = memchr (rest, '\n', (gsize) (reader->end - rest));
      g_autofree char *name
          = newline != NULL ? g_strndup (rest, (gsize) (newline - rest)) : NULL;
      g_autofree char *last = g_strconcat (LOG_END, name, NULL);
      const char *found
          = newline != NULL ? memmem (newline, (gsize) (reader->end - newline),
                                      last, strlen (last))
                            : NULL;

      /* 'kubectl cluster-info dump' prints logs between Lists: from a line
       * "==== START logs for container NAME ..." to one with the same rest. */
      if (found == NULL)
        return fit_fail (error, FIT_ERROR_PARSE,
                         "the log that begins here does not end");
      for (const char *at = reader->at; at < found; at++)
        if (*at == '\n')
          {
            reader->line = at + 1;
            reader->line_number++;
          }
      reader->at = found + strlen (last);
      skip_blanks (reader);
    }
  *out_found = reader->at < reader->end;
  return TRUE;
}

static gboolean
json_enter (FitDocumentSource *source, FitTreeBuilder *tree, FitValueType type,
            gboolean *out_entered, GError **error)
{
  JsonReader *reader = (JsonReader *) source;

  *out_entered = peek (reader) == (type == FIT_VALUE_MAP ? '{' : '[');
  if (!*out_entered)
    return TRUE;
  reader->first = TRUE;
  return start_value (reader, tree, error);
}

static gboolean
json_next (FitDocumentSource *source, FitTreeBuilder *tree, gboolean *out_more,
           GError **error)
{
  JsonReader *reader = (JsonReader *) source;
  gboolean first = reader->first;

  reader->first = FALSE;
  return next_element (reader, tree, first, out_more, error);
}

static gboolean
json_read (FitDocumentSource *source, FitTreeBuilder *tree, GError **error)
{
  return read_value ((JsonReader *) source, tree, error);
}

static FitTextMark
json_place (const FitDocumentSource *source)
{
  const JsonReader *reader = (const JsonReader *) source;

  return reader->error_mark.line > 0 ? reader->error_mark
                                     : mark_of (reader, reader->at);
}

static void
reader_clear (JsonReader *reader)
{
  g_string_free (reader->scratch, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (JsonReader, reader_clear)

static void
json_free (FitDocumentSource *source)
{
  reader_clear ((JsonReader *) source);
  g_free (source);
}

static void
reader_init (JsonReader *reader, const char *bytes, gsize len)
{
  gsize mark_len = strlen (BYTE_ORDER_MARK);
  gsize skip = 0;

  if (len >= mark_len && memcmp (bytes, BYTE_ORDER_MARK, mark_len) == 0)
    skip = mark_len;
  *reader = (JsonReader){
    .base = {
      .next_document = json_next_document,
      .enter = json_enter,
      .next = json_next,
      .read = json_read,
      .place = json_place,
      .free = json_free,
    },
    .begin = bytes + skip,
    .end = bytes + len,
    .at = bytes + skip,
    .line = bytes + skip,
    .line_number = 1,
    .scratch = g_string_new (NULL),
  };
}

FitDocumentSource *
fit_json_source_new (const char *bytes, gsize len)
{
  JsonReader *reader = g_new (JsonReader, 1);

  reader_init (reader, bytes, len);
  return &reader->base;
}

/* -- As one value ---------------------------------------------------------- */

/* Reads the only value, or, if @offset is given, the one that begins there. */
static gboolean
read_at (JsonReader *reader, FitTreeBuilder *tree, const gsize *offset,
         GError **error)
{
  if (fit_tree_slot (tree, error) == NULL || !read_value (reader, tree, error))
    return FALSE;
  if (offset != NULL)
    return TRUE;
  skip_blanks (reader);
  if (reader->at < reader->end)
    return unexpected (reader, reader->at, "after top-level value", error);
  return TRUE;
}

const FitValue *
fit_json_parse (FitArena *arena, const char *bytes, gsize len, gsize *offset,
                const FitLimits *limits, GError **error)
{
  g_auto (JsonReader) reader = { 0 };
  g_auto (FitTreeBuilder) tree = { 0 };
  g_autoptr (GError) problem = NULL;
  FitTextMark mark;
  FitValue *value;

  if (limits == NULL)
    limits = fit_limits_default ();
  reader_init (&reader, bytes != NULL ? bytes : "", len);
  fit_tree_init (&tree, arena, limits);
  if (len > limits->document_bytes)
    return fit_fail_null (error, FIT_ERROR_LIMIT,
                          "JSON longer than %" G_GSIZE_FORMAT " bytes",
                          limits->document_bytes);
  if (offset != NULL)
    {
      const char *target = reader.end - len + MIN (*offset, len);
      const char *newline;

      if (target > reader.at)
        {
          while (
              (newline = memchr (reader.at, '\n', (gsize) (target - reader.at)))
              != NULL)
            {
              reader.at = reader.line = newline + 1;
              reader.line_number++;
            }
          reader.at = target;
        }
    }
  if (!read_at (&reader, &tree, offset, &problem))
    {
      mark = json_place (&reader.base);
      return fit_fail_null (error, problem->code, "%s (line %u, column %u)",
                            problem->message, mark.line, mark.column);
    }
  if (offset != NULL)
    *offset = len - (gsize) (reader.end - reader.at);
  value = fit_arena_newn (arena, FitValue, 1);
  *value = tree.slots[0].value;
  return value;
}
