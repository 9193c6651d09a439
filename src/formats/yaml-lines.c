/* yaml-lines.c - reads YAML in block style line by line
 *
 * A step reads one line, or all lines of a scalar, and appends its events.  It
 * returns FALSE for anything that it is not sure about.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/yaml-lines.h"

#include <string.h>

/* libyaml's limit for keys is 1024 characters. */
#define LONGEST_KEY 1000

/* Longer ones might exceed a limit. */
#define LONGEST_COMMENT 1000

typedef struct
{
  gboolean list; /* or else a map */
  guint column;  /* from 0, of its keys or dashes */
} Block;

/* A line, or the rest of one. */
typedef struct
{
  const char *at;
  const char *end; /* of the line, without blanks there */
} Rest;

/* Blank lines. */
typedef struct
{
  guint n;      /* without a last one that has no line end */
  guint widest; /* blanks in one of them */
} Gap;

void
fit_yaml_lines_init (FitYamlLines *lines, const char *bytes, gsize len,
                     const FitLimits *limits)
{
  *lines = (FitYamlLines){
    .bytes = bytes,
    .len = len,
    .longest = limits->string_bytes,
    .line = 1,
    .document_line = 1,
    .events = g_array_new (FALSE, FALSE, sizeof (FitYamlEvent)),
    .blocks = g_array_new (FALSE, FALSE, sizeof (Block)),
    .folded = g_string_new (NULL),
  };
}

void
fit_yaml_lines_clear (FitYamlLines *lines)
{
  g_array_unref (lines->events);
  g_array_unref (lines->blocks);
  g_string_free (lines->folded, TRUE);
}

/* -- lines ----------------------------------------------------------------- */

/* The end of the next line.  Returns: FALSE if it has other bytes than
 * printable ASCII */
static gboolean
look_at_line (const FitYamlLines *lines, const char **out_end)
{
  const char *c = lines->bytes + lines->at;
  const char *end = lines->bytes + lines->len;

  while (c < end && *c >= ' ' && *c <= '~')
    c++;
  *out_end = c;
  return c == end || *c == '\n';
}

static gboolean
is_break (const FitYamlLines *lines, const char *c)
{
  return c < lines->bytes + lines->len && *c == '\n';
}

static void
take_line (FitYamlLines *lines, const char *end)
{
  lines->at = (gsize) (end - lines->bytes) + (is_break (lines, end) ? 1 : 0);
  lines->line++; /* libyaml ends the last line even if the text does not */
}

static const char *
skip_blanks (const char *c, const char *end)
{
  while (c < end && *c == ' ')
    c++;
  return c;
}

/* Finds the next line that is not blank, from its first character on that is no
 * blank.  Takes the blank lines before it. */
static gboolean
find_line (FitYamlLines *lines, Rest *out, guint *out_column, Gap *out_gap)
{
  *out_gap = (Gap){ 0, 0 };
  for (;;)
    {
      const char *begin = lines->bytes + lines->at;
      const char *end;

      if (!look_at_line (lines, &end))
        return FALSE;
      out->at = skip_blanks (begin, end);
      out->end = end;
      while (out->end > out->at && out->end[-1] == ' ')
        out->end--;
      *out_column = (guint) (out->at - begin);
      if (out->at < end || lines->at == lines->len)
        return TRUE;
      out_gap->n += is_break (lines, end) ? 1 : 0;
      out_gap->widest = MAX (out_gap->widest, *out_column);
      take_line (lines, end);
    }
}

/* May the next line, or one after blank lines, be further right than
 * @column? */
static gboolean
is_further_right (const FitYamlLines *lines, guint column)
{
  const char *begin = lines->bytes + lines->at;
  const char *end = lines->bytes + lines->len;
  const char *c = skip_blanks (begin, end);

  return c < end && (c - begin > column || *c < ' ' || *c > '~');
}

static void
take_rest (FitYamlLines *lines, const Rest *rest)
{
  const char *end = skip_blanks (rest->end, lines->bytes + lines->len);

  take_line (lines, end);
}

/* -- events ---------------------------------------------------------------- */

static FitTextMark
mark_of (const FitYamlLines *lines, const char *c)
{
  return (FitTextMark){ lines->line,
                        (guint32) (c - (lines->bytes + lines->at)) + 1 };
}

static void
give (FitYamlLines *lines, yaml_event_type_t type, FitTextMark mark)
{
  const FitYamlEvent event = { .type = type, .mark = mark };

  g_array_append_val (lines->events, event);
}

static gboolean
give_scalar (FitYamlLines *lines, FitTextMark mark, const char *text, gsize len,
             gboolean plain)
{
  const FitYamlEvent event = { .type = YAML_SCALAR_EVENT,
                               .mark = mark,
                               .text = text,
                               .len = len,
                               .plain = plain };

  g_array_append_val (lines->events, event);
  return len <= lines->longest;
}

/* A key has no value if another key follows, or the map ends. */
static void
settle (FitYamlLines *lines)
{
  if (lines->due)
    give_scalar (lines, lines->colon, "", 0, TRUE);
  lines->due = FALSE;
}

/* -- blocks ---------------------------------------------------------------- */

static const Block *
top_block (const FitYamlLines *lines)
{
  return lines->blocks->len > 0
             ? &g_array_index (lines->blocks, Block, lines->blocks->len - 1)
             : NULL;
}

static void
open_block (FitYamlLines *lines, gboolean list, guint column, FitTextMark mark)
{
  const Block block = { list, column };

  g_array_append_val (lines->blocks, block);
  give (lines, list ? YAML_SEQUENCE_START_EVENT : YAML_MAPPING_START_EVENT,
        mark);
  lines->due = FALSE;
}

static void
close_block (FitYamlLines *lines, FitTextMark mark)
{
  const gboolean list = top_block (lines)->list;

  settle (lines);
  give (lines, list ? YAML_SEQUENCE_END_EVENT : YAML_MAPPING_END_EVENT, mark);
  g_array_set_size (lines->blocks, lines->blocks->len - 1);
}

/* Closes the blocks that a line with @column does not belong to; a list may
 * stand as far left as the key it belongs to.  Returns: FALSE if the line is
 * out of place */
static gboolean
find_block (FitYamlLines *lines, guint column, gboolean dash, FitTextMark mark)
{
  const Block *top = top_block (lines);

  while (top != NULL
         && (top->column > column
             || (top->column == column && top->list && !dash)))
    {
      close_block (lines, mark);
      top = top_block (lines);
    }
  if (top == NULL)
    return lines->n_given + lines->events->len == 1; /* the root */
  if (column > top->column)
    return lines->due;
  if (!dash)
    settle (lines);
  return !dash || top->list || lines->due;
}

/* -- scalars in several lines ---------------------------------------------- */

static void
append_breaks (GString *text, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_c (text, '\n');
}

/* The end of a line is a blank, unless blank lines follow. */
static void
fold (GString *text, guint n_blank)
{
  if (n_blank == 0)
    g_string_append_c (text, ' ');
  append_breaks (text, n_blank);
}

/* Is this nothing but plain text, with no key and no comment in it? */
static gboolean
is_plain (const Rest *rest)
{
  for (const char *c = rest->at; c < rest->end; c++)
    if ((*c == ':' && (c + 1 == rest->end || c[1] == ' '))
        || (*c == '#' && c > rest->at && c[-1] == ' '))
      return FALSE;
  return TRUE;
}

/* May plain text begin like this? */
static gboolean
begins_plain (const Rest *rest)
{
  const char c = rest->at < rest->end ? *rest->at : '\0';

  if (c == '-')
    return rest->at + 1 < rest->end && rest->at[1] != ' ';
  return c != '\0'
         && (g_ascii_isalnum (c) || strchr ("_./+(~$=<^;\\", c) != NULL);
}

/* Plain text goes on in the lines further right. */
static gboolean
read_plain (FitYamlLines *lines, Rest rest, guint column)
{
  const FitTextMark mark = mark_of (lines, rest.at);
  const Rest first = rest;
  GString *text = lines->folded;
  guint at;
  Gap gap;

  if (!begins_plain (&rest) || !is_plain (&rest))
    return FALSE;
  g_string_truncate (text, 0);
  for (take_rest (lines, &rest); is_further_right (lines, column);
       take_rest (lines, &rest))
    {
      if (!find_line (lines, &rest, &at, &gap))
        return FALSE;
      if (at <= column || rest.at == rest.end || *rest.at == '#')
        break;
      if (!begins_plain (&rest) || !is_plain (&rest))
        return FALSE;
      if (text->len == 0)
        g_string_append_len (text, first.at, first.end - first.at);
      fold (text, gap.n);
      g_string_append_len (text, rest.at, rest.end - rest.at);
    }
  if (text->len > 0)
    return give_scalar (lines, mark, text->str, text->len, TRUE);
  return give_scalar (lines, mark, first.at, (gsize) (first.end - first.at),
                      TRUE);
}

/* What a backslash and @c stand for; '\0' if that is left to libyaml. */
static char
unescape (char c)
{
  switch (c)
    {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case '"':
    case '\\':
    case '/':
    case ' ':
      return c;
    default:
      return '\0';
    }
}

/* Goes on with the next line that is not blank, which must be indented. */
static gboolean
next_quoted (FitYamlLines *lines, Rest *rest, Gap *out_gap)
{
  guint column;

  take_rest (lines, rest);
  return find_line (lines, rest, &column, out_gap) && column > 0
         && rest->at < rest->end;
}

/* Reads quoted text with escapes or on several lines.  @rest begins after the
 * opening quote, and ends up after the closing one. */
static gboolean
read_folded (FitYamlLines *lines, Rest *rest, char quote)
{
  GString *text = lines->folded;
  gsize solid = 0; /* length without trailing blanks, which a line end drops */
  Gap gap;

  g_string_truncate (text, 0);
  for (;;)
    {
      const char c = rest->at < rest->end ? *rest->at++ : '\n';
      const char next = rest->at < rest->end ? *rest->at : '\n';

      if (c == '\n')
        {
          g_string_truncate (text, solid);
          if (!next_quoted (lines, rest, &gap))
            return FALSE;
          fold (text, gap.n);
        }
      else if (c == quote && (quote == '"' || next != quote))
        return TRUE;
      else if (c == '\\' && quote == '"' && next == '\n')
        {
          /* Blanks after the backslash would be escaped. */
          if (!is_break (lines, rest->end) || !next_quoted (lines, rest, &gap)
              || gap.n > 0)
            return FALSE;
        }
      else if (c == '\\' && quote == '"')
        {
          if (unescape (next) == '\0')
            return FALSE;
          g_string_append_c (text, unescape (next));
          rest->at++;
        }
      else
        {
          g_string_append_c (text, c);
          rest->at += c == quote; /* a quote is written twice */
          if (c == ' ')
            continue;
        }
      solid = text->len;
    }
}

static gboolean
read_quoted (FitYamlLines *lines, Rest rest)
{
  const FitTextMark mark = mark_of (lines, rest.at);
  const char quote = *rest.at++;
  const char *text = rest.at;
  gsize len;

  while (rest.at < rest.end && *rest.at != quote && *rest.at != '\\')
    rest.at++;
  len = (gsize) (rest.at - text);
  if (rest.at + 1 == rest.end && *rest.at == quote)
    rest.at++;
  else
    {
      rest.at = text;
      if (!read_folded (lines, &rest, quote) || rest.at != rest.end)
        return FALSE;
      text = lines->folded->str;
      len = lines->folded->len;
    }
  take_rest (lines, &rest);
  return give_scalar (lines, mark, text, len, FALSE);
}

/* A block of lines as they are, "|", "|-" or "|+". */
static gboolean
read_literal (FitYamlLines *lines, Rest rest, guint column)
{
  const FitTextMark mark = mark_of (lines, rest.at);
  const char chomp = rest.end - rest.at == 2 ? rest.at[1] : '\0';
  GString *text = lines->folded;
  guint indent, at;
  Gap gap;

  if (rest.end - rest.at > 2 || (chomp != '\0' && chomp != '-' && chomp != '+'))
    return FALSE;
  g_string_truncate (text, 0);
  take_rest (lines, &rest);
  if (!find_line (lines, &rest, &indent, &gap) || gap.n > 0 || indent <= column
      || rest.at == rest.end)
    return FALSE;
  for (at = indent; at >= indent && rest.at < rest.end;)
    {
      const char *begin = lines->bytes + lines->at + indent;
      const char *end;

      if (!look_at_line (lines, &end) || !is_break (lines, end))
        return FALSE;
      append_breaks (text, gap.n);
      g_string_append_len (text, begin, end + 1 - begin);
      take_line (lines, end);
      if (!find_line (lines, &rest, &at, &gap) || gap.widest > indent)
        return FALSE;
    }
  if (chomp == '-')
    g_string_truncate (text, text->len - 1);
  if (chomp == '+')
    append_breaks (text, gap.n);
  return give_scalar (lines, mark, text->str, text->len, FALSE);
}

/* -- values and keys ------------------------------------------------------- */

/* An empty "{}" or "[]". */
static gboolean
read_empty (FitYamlLines *lines, Rest rest)
{
  const gboolean list = *rest.at == '[';

  if (rest.end - rest.at != 2 || rest.at[1] != (list ? ']' : '}'))
    return FALSE;
  give (lines, list ? YAML_SEQUENCE_START_EVENT : YAML_MAPPING_START_EVENT,
        mark_of (lines, rest.at));
  give (lines, list ? YAML_SEQUENCE_END_EVENT : YAML_MAPPING_END_EVENT,
        mark_of (lines, rest.at + 1));
  take_rest (lines, &rest);
  return TRUE;
}

/* Reads the value that @rest begins with, and takes its lines. */
static gboolean
read_value (FitYamlLines *lines, Rest rest)
{
  const guint column = top_block (lines)->column;

  switch (*rest.at)
    {
    case '"':
    case '\'':
      return read_quoted (lines, rest);
    case '|':
      return read_literal (lines, rest, column);
    case '{':
    case '[':
      return read_empty (lines, rest);
    default:
      return read_plain (lines, rest, column);
    }
}

/* The end of the key that @rest begins with: where its colon is.  Returns:
 * (nullable): NULL if there is none */
static const char *
find_colon (const Rest *rest)
{
  const char *c = rest->at;
  const char quote = *c == '"' || *c == '\'' ? *c : '\0';

  if (quote)
    {
      for (c++; c < rest->end && *c != quote && *c != '\\';)
        c++;
      if (rest->end - c < 2 || *c != quote || c[1] != ':')
        return NULL;
      return c + 2 == rest->end || c[2] == ' ' ? c + 1 : NULL;
    }
  for (; c < rest->end; c++)
    if (*c == ':' && (c + 1 == rest->end || c[1] == ' '))
      return c;
    else if (*c == '#' && c > rest->at && c[-1] == ' ')
      return NULL;
  return NULL;
}

static gboolean
is_dash (const Rest *rest)
{
  return *rest->at == '-' && (rest->at + 1 == rest->end || rest->at[1] == ' ');
}

/* A line with a key, a value in a list, or both. */
static gboolean
read_line (FitYamlLines *lines, Rest rest, guint column)
{
  gboolean in_list = FALSE;
  const char *colon;
  const Block *top;
  FitTextMark mark;
  gboolean quoted;

  if (!find_block (lines, column, is_dash (&rest), mark_of (lines, rest.at)))
    return FALSE;
  while (is_dash (&rest))
    {
      const char *dash = rest.at;

      top = top_block (lines);
      if (in_list || top == NULL || lines->due || !top->list)
        open_block (lines, TRUE, column, mark_of (lines, dash));
      in_list = TRUE;
      rest.at = skip_blanks (dash + 1, rest.end);
      column += (guint) (rest.at - dash);
      if (rest.at == rest.end)
        return FALSE;
    }
  colon = find_colon (&rest);
  if (colon == NULL)
    return in_list && read_value (lines, rest);
  top = top_block (lines);
  if (in_list || top == NULL || lines->due || top->list)
    open_block (lines, FALSE, column, mark_of (lines, rest.at));
  mark = mark_of (lines, rest.at);
  quoted = *rest.at == '"' || *rest.at == '\'';
  if (colon == rest.at || colon - rest.at > LONGEST_KEY || colon[-1] == ' '
      || (!quoted && !begins_plain (&rest)))
    return FALSE;
  give_scalar (lines, mark, rest.at + quoted,
               (gsize) (colon - rest.at - 2 * quoted), !quoted);
  lines->colon = mark_of (lines, colon + 1);
  rest.at = skip_blanks (colon + 1, rest.end);
  if (rest.at < rest.end)
    return read_value (lines, rest);
  lines->due = TRUE;
  take_rest (lines, &rest);
  return TRUE;
}

/* -- documents ------------------------------------------------------------- */

static gboolean
is_marker (const Rest *rest, guint column, const char *marker)
{
  return column == 0 && rest->end - rest->at >= 3
         && memcmp (rest->at, marker, 3) == 0
         && (rest->end - rest->at == 3 || rest->at[3] == ' ');
}

static gboolean
find_content (FitYamlLines *lines, Rest *out, guint *out_column)
{
  Gap gap;

  while (find_line (lines, out, out_column, &gap))
    {
      if (out->at == out->end || *out->at != '#')
        return TRUE;
      if (out->end - out->at > LONGEST_COMMENT)
        return FALSE;
      take_rest (lines, out);
    }
  return FALSE;
}

/* A document begins where the last one has ended.  It is not empty. */
static gboolean
begin_document (FitYamlLines *lines)
{
  Rest rest;
  guint column;

  lines->document = lines->at;
  lines->document_line = lines->line;
  lines->n_given = 0;
  if (!find_content (lines, &rest, &column))
    return FALSE;
  if (rest.at == rest.end)
    {
      give (lines, YAML_STREAM_END_EVENT, mark_of (lines, rest.at));
      return lines->at > 0;
    }
  give (lines, YAML_DOCUMENT_START_EVENT, mark_of (lines, rest.at));
  if (is_marker (&rest, column, "---"))
    {
      if (rest.end - rest.at > 3)
        return FALSE;
      take_rest (lines, &rest);
      if (!find_content (lines, &rest, &column))
        return FALSE;
    }
  lines->within = TRUE;
  return rest.at < rest.end && !is_marker (&rest, column, "---")
         && !is_marker (&rest, column, "...");
}

static gboolean
read_step (FitYamlLines *lines)
{
  Rest rest;
  guint column;

  if (!lines->within)
    return begin_document (lines);
  if (!find_content (lines, &rest, &column) || is_marker (&rest, column, "..."))
    return FALSE;
  if (rest.at < rest.end && !is_marker (&rest, column, "---"))
    return read_line (lines, rest, column);
  while (top_block (lines) != NULL)
    close_block (lines, mark_of (lines, rest.at));
  give (lines, YAML_DOCUMENT_END_EVENT, mark_of (lines, rest.at));
  lines->within = FALSE;
  return TRUE;
}

gboolean
fit_yaml_lines_next (FitYamlLines *lines, FitYamlEvent *out_event)
{
  if (lines->next == lines->events->len)
    {
      g_array_set_size (lines->events, 0);
      lines->next = 0;
      if (!read_step (lines))
        return FALSE;
    }
  *out_event = g_array_index (lines->events, FitYamlEvent, lines->next++);
  lines->n_given++;
  return TRUE;
}
