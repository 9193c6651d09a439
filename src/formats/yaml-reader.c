/* yaml-reader.c - YAML 1.1 as a tree
 *
 * yaml-lines.h turns the text into events, up to the first document that it
 * does not understand; libyaml does the rest.  This file turns events into a
 * tree, like v1.16's YAML library and its conversion to JSON.  An alias shares
 * the memory of its value, so it costs nothing; but the nodes that it adds to
 * the expanded tree are counted and limited.
 *
 * Merge keys: as in that library, members that come with "<<" replace earlier
 * members of the same name, and are replaced by later ones.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/document-source.h"
#include "formats/yaml-lines.h"

#include "formats/lossy-utf8.h"
#include "formats/yaml-scalar.h"

#include <string.h>

#define MERGE_KEY "<<"
#define MERGE_TAG "tag:yaml.org,2002:merge"
#define NO_ANCHOR G_MAXUINT
#define NOT_YAML "text is not YAML"

/* Maximum bytes of text for one byte of a string: "\U00000041". */
#define BYTES_PER_BYTE 10

/* A value that has an anchor. */
typedef struct
{
  FitValue value;
  gboolean complete;
  guint64 nodes; /* in its tree, with aliases expanded */
  guint height;  /* nesting depth */
} Anchor;

/* Data about an open container that the tree builder does not have. */
typedef struct
{
  guint anchor;         /* index into `anchors`, or NO_ANCHOR */
  guint64 nodes_before; /* nodes of the document before it */
  guint height;         /* nesting depth, including itself */
  gboolean merging;     /* the top slot belongs to a merge key */
} Frame;

typedef struct
{
  FitDocumentSource base;
  const FitLimits *limits; /* borrowed */
  const char *bytes;       /* borrowed */
  gsize len;
  FitYamlLines lines;
  gboolean by_lines; /* and not by libyaml */
  gsize given;       /* bytes given to libyaml */
  gsize given_event; /* of these, those since the last event */
  gboolean too_long; /* libyaml got no more bytes because there was no event */
  yaml_parser_t parser;
  yaml_event_t parsed; /* libyaml's last event */
  guint repeated;      /* how many of its next ones @lines has given */
  FitYamlEvent event;  /* the next event, if has_event */
  gboolean has_event;
  GArray *frames;         /* owned; Frame, outermost first */
  GArray *anchors;        /* owned; Anchor, of this document */
  GHashTable *anchor_ids; /* owned; name -> index + 1 */
  guint64 nodes;          /* in this document, with aliases expanded */
  guint64 alias_nodes;    /* of these, those added by aliases */
  FitTextMark mark;       /* the last event, or the last error of libyaml */
} YamlReader;

/* -- Events ---------------------------------------------------------------- */

static FitTextMark
mark_of (const YamlReader *reader, yaml_mark_t mark)
{
  return (FitTextMark){ (guint32) mark.line + reader->lines.document_line,
                        (guint32) mark.column + 1 };
}

/* The position of the byte at @offset, which is all that libyaml reports about
 * invalid bytes. */
static FitTextMark
mark_of_offset (const YamlReader *reader, gsize offset)
{
  FitTextMark mark = { 1, 1 };

  for (gsize i = 0; i < MIN (offset, reader->len); i++)
    {
      guchar c = (guchar) reader->bytes[i];

      if (c == '\n')
        mark = (FitTextMark){ mark.line + 1, 1 };
      else if ((c & 0xC0) != 0x80)
        mark.column++;
    }
  return mark;
}

/* libyaml reads a whole scalar before it reports it, so limit its input to the
 * longest one allowed.  Returns: 0 to fail, as a yaml_read_handler_t */
static int
give_bytes (void *data, unsigned char *buffer, size_t size, size_t *out_n)
{
  YamlReader *reader = data;
  const gsize n = MIN (size, reader->len - reader->given);

  reader->too_long
      = reader->given_event / BYTES_PER_BYTE > reader->limits->string_bytes;
  if (reader->too_long)
    return 0;
  memcpy (buffer, reader->bytes + reader->given, n);
  reader->given += n;
  reader->given_event += n;
  *out_n = n;
  return 1;
}

static gboolean
parse_event (YamlReader *reader, GError **error)
{
  FitYamlEvent *out = &reader->event;
  const yaml_char_t *anchor;

  do
    {
      yaml_event_delete (&reader->parsed);
      if (!yaml_parser_parse (&reader->parser, &reader->parsed))
        {
          const yaml_parser_t *parser = &reader->parser;

          /* Reports an error of libyaml. */
          if (reader->too_long) /* after the last event */
            g_set_error (error, FIT_ERROR, FIT_ERROR_LIMIT,
                         "string or comment longer than %" G_GSIZE_FORMAT
                         " bytes",
                         reader->limits->string_bytes);
          else if (parser->error == YAML_MEMORY_ERROR)
            g_set_error_literal (error, FIT_ERROR, FIT_ERROR_INTERNAL,
                                 "out of memory");
          else
            {
              reader->mark
                  = parser->error == YAML_READER_ERROR
                        ? mark_of_offset (reader, reader->lines.document
                                                      + parser->problem_offset)
                        : mark_of (reader, parser->problem_mark);
              g_set_error_literal (error, FIT_ERROR, FIT_ERROR_PARSE,
                                   parser->problem != NULL ? parser->problem
                                                           : NOT_YAML);
            }
          return FALSE;
        }
      reader->given_event = 0;
    }
  while (reader->repeated > 0 && reader->repeated-- > 0);
  anchor = NULL;
  *out = (FitYamlEvent){ .type = reader->parsed.type,
                         .mark = mark_of (reader, reader->parsed.start_mark) };
  if (reader->parsed.type == YAML_ALIAS_EVENT)
    anchor = reader->parsed.data.alias.anchor;
  else if (reader->parsed.type == YAML_SEQUENCE_START_EVENT)
    anchor = reader->parsed.data.sequence_start.anchor;
  else if (reader->parsed.type == YAML_MAPPING_START_EVENT)
    anchor = reader->parsed.data.mapping_start.anchor;
  else if (reader->parsed.type == YAML_SCALAR_EVENT)
    {
      anchor = reader->parsed.data.scalar.anchor;
      out->tag = (const char *) reader->parsed.data.scalar.tag;
      out->text = (const char *) reader->parsed.data.scalar.value;
      out->len = reader->parsed.data.scalar.length;
      out->plain = reader->parsed.data.scalar.plain_implicit;
    }
  out->anchor = (const char *) anchor;
  return TRUE;
}

/* Makes sure that `event` is the next event. */
static gboolean
peek_event (YamlReader *reader, GError **error)
{
  if (reader->has_event)
    return TRUE;
  if (reader->by_lines && !fit_yaml_lines_next (&reader->lines, &reader->event))
    {
      /* libyaml begins with the document in which @lines stopped. */
      reader->by_lines = FALSE;
      reader->given = reader->lines.document;
      reader->repeated = reader->lines.n_given + 1; /* the stream begins, too */
      /* Without memory for its buffers the parser gives no events at all. */
      if (yaml_parser_initialize (&reader->parser))
        yaml_parser_set_input (&reader->parser, give_bytes, reader);
    }
  if (!reader->by_lines && !parse_event (reader, error))
    return FALSE;
  reader->has_event = TRUE;
  reader->mark = reader->event.mark;
  return TRUE;
}

static void
drop_event (YamlReader *reader)
{
  reader->has_event = FALSE;
}

static Frame *
top_frame (const YamlReader *reader)
{
  return reader->frames->len == 0
             ? NULL
             : &g_array_index (reader->frames, Frame, reader->frames->len - 1);
}

/* Does the next value belong to a merge key? */
static gboolean
is_merging (const YamlReader *reader)
{
  const Frame *frame = top_frame (reader);

  return frame != NULL && frame->merging;
}

static gboolean
refuse_merge (GError **error)
{
  return fit_fail (error, FIT_ERROR_PARSE,
                   "map merge requires map or sequence of maps as the "
                   "value");
}

/* -- Anchors --------------------------------------------------------------- */

/* Records that the anchor @name (nullable) is for the value that begins here.
 * Returns: its index, or NO_ANCHOR */
static guint
begin_anchor (YamlReader *reader, const char *name)
{
  Anchor anchor = { 0 };

  if (name == NULL)
    return NO_ANCHOR;
  reader->base.pinned = TRUE;
  g_array_append_val (reader->anchors, anchor);
  g_hash_table_insert (reader->anchor_ids, g_strdup (name),
                       GUINT_TO_POINTER (reader->anchors->len));
  return reader->anchors->len - 1;
}

static void
complete_anchor (YamlReader *reader, guint id, const FitValue *value,
                 guint64 nodes, guint height)
{
  if (id == NO_ANCHOR)
    return;
  g_array_index (reader->anchors, Anchor, id) = (Anchor){
    .value = *value,
    .complete = TRUE,
    .nodes = nodes,
    .height = height,
  };
}

/* Finds the anchor of the next alias event, and counts its nodes. */
static const Anchor *
find_anchor (YamlReader *reader, GError **error)
{
  const char *name = reader->event.anchor;
  guint id = GPOINTER_TO_UINT (g_hash_table_lookup (reader->anchor_ids, name));
  const Anchor *anchor;

  if (id == 0)
    return fit_fail_null (error, FIT_ERROR_PARSE,
                          "unknown anchor '%s' referenced", name);
  anchor = &g_array_index (reader->anchors, Anchor, id - 1);
  if (!anchor->complete)
    return fit_fail_null (error, FIT_ERROR_PARSE,
                          "anchor '%s' value contains itself", name);
  reader->nodes += anchor->nodes;
  reader->alias_nodes += anchor->nodes;
  if (reader->alias_nodes > reader->limits->yaml_aliases)
    return fit_fail_null (error, FIT_ERROR_LIMIT,
                          "aliases add more than %u values to the document",
                          reader->limits->yaml_aliases);
  return anchor;
}

/* Updates the depth of a container that gets a child of depth @height. */
static void
raise_frame (YamlReader *reader, guint height)
{
  Frame *frame = top_frame (reader);

  if (frame != NULL)
    frame->height = MAX (frame->height, height + 1);
}

/* Stores the value of the alias event in @value. */
static gboolean
read_alias (YamlReader *reader, const FitTreeBuilder *tree, FitValue *value,
            GError **error)
{
  const Anchor *anchor = find_anchor (reader, error);

  if (anchor == NULL)
    return FALSE;
  if (is_merging (reader) && anchor->value.type != FIT_VALUE_MAP)
    return refuse_merge (error);
  if (tree->n_frames + anchor->height > reader->limits->depth)
    return fit_fail (error, FIT_ERROR_LIMIT,
                     "lists and objects are nested more than %u deep",
                     reader->limits->depth);
  *value = anchor->value;
  value->line = reader->mark.line;
  value->column = reader->mark.column;
  if (anchor->height > 0)
    raise_frame (reader, anchor->height);
  drop_event (reader);
  return TRUE;
}

/* -- Scalars --------------------------------------------------------------- */

static gboolean
resolve_scalar (const YamlReader *reader, FitYamlScalar *out, GError **error)
{
  const FitYamlEvent *event = &reader->event;

  return fit_yaml_scalar_resolve (out, event->tag, event->plain, event->text,
                                  event->len, error);
}

/* Copies the text of a scalar that is a string. */
static gboolean
copy_text (const YamlReader *reader, FitTreeBuilder *tree,
           const FitYamlScalar *scalar, const char **out_text, guint32 *out_len,
           GError **error)
{
  const char *text = reader->event.text;
  const gsize len = reader->event.len;
  g_autoptr (GString) changed = NULL;

  if (!scalar->is_binary && memchr (text, '\0', len) == NULL)
    return fit_tree_text (tree, text, len, out_text, out_len, error);
  changed = g_string_new (NULL);
  if (!scalar->is_binary)
    fit_lossy_utf8_append (changed, text, len);
  else if (!fit_yaml_binary_decode (text, len, changed, error))
    return FALSE;
  return fit_tree_text (tree, changed->str, changed->len, out_text, out_len,
                        error);
}

/* Stores the scalar event in @value. */
static gboolean
store_scalar (const YamlReader *reader, FitTreeBuilder *tree,
              const FitYamlScalar *scalar, FitValue *value, GError **error)
{
  value->type = scalar->type;
  value->boolean = scalar->boolean;
  value->line = reader->mark.line;
  value->column = reader->mark.column;
  if (scalar->type == FIT_VALUE_STRING)
    return copy_text (reader, tree, scalar, &value->text, &value->n, error);
  if (scalar->type != FIT_VALUE_NUMBER)
    return TRUE;
  if (*scalar->literal == '\0')
    return fit_fail (error, FIT_ERROR_PARSE,
                     "unsupported value: %.*s is not a JSON number",
                     (gint) reader->event.len, reader->event.text);
  return fit_tree_text (tree, scalar->literal, strlen (scalar->literal),
                        &value->text, &value->n, error);
}

/* -- Keys ------------------------------------------------------------------ */

static gboolean
is_merge_key (const YamlReader *reader)
{
  const FitYamlEvent *event = &reader->event;

  return event->len == strlen (MERGE_KEY)
         && memcmp (event->text, MERGE_KEY, event->len) == 0
         && (event->plain || g_strcmp0 (event->tag, MERGE_TAG) == 0);
}

static gboolean
refuse_key (GError **error, FitValueType type)
{
  return fit_fail (error, FIT_ERROR_PARSE, "unsupported map key of type %s",
                   fit_value_type_name (type));
}

/* Reads a key that refers to a scalar elsewhere. */
static gboolean
read_alias_key (YamlReader *reader, FitMember *member, GError **error)
{
  const Anchor *anchor = find_anchor (reader, error);
  const FitValue *value;

  if (anchor == NULL)
    return FALSE;
  value = &anchor->value;
  switch (value->type)
    {
    case FIT_VALUE_BOOL:
      member->key = value->boolean ? "true" : "false";
      member->key_len = (guint32) strlen (member->key);
      break;
    case FIT_VALUE_NUMBER:
    case FIT_VALUE_STRING:
      member->key = value->text;
      member->key_len = value->n;
      break;
    default:
      return refuse_key (error, value->type);
    }
  drop_event (reader);
  return TRUE;
}

/* Reads a key into the top slot. */
static gboolean
read_key (YamlReader *reader, FitTreeBuilder *tree, GError **error)
{
  FitMember *member = fit_tree_top (tree);

  member->line = reader->mark.line;
  member->column = reader->mark.column;
  switch (reader->event.type)
    {
    case YAML_ALIAS_EVENT:
      return read_alias_key (reader, member, error);
    case YAML_SCALAR_EVENT:
      if (!is_merge_key (reader))
        {
          guint anchor = begin_anchor (reader, reader->event.anchor);
          FitYamlScalar scalar;
          FitValue value = { 0 };
          char text[FIT_YAML_NUMBER_SIZE];

          /* Reads a key that is a scalar. */
          if (!resolve_scalar (reader, &scalar, error))
            return FALSE;
          if (scalar.type == FIT_VALUE_STRING
                  ? !copy_text (reader, tree, &scalar, &member->key,
                                &member->key_len, error)
                  : (!fit_yaml_scalar_key (&scalar, text, error)
                     || !fit_tree_text (tree, text, strlen (text), &member->key,
                                        &member->key_len, error)))
            return FALSE;
          if (anchor != NO_ANCHOR
              && !store_scalar (reader, tree, &scalar, &value, error))
            return FALSE;
          complete_anchor (reader, anchor, &value, 1, 0);
          drop_event (reader);
          return TRUE;
        }
      member->key = MERGE_KEY;
      member->key_len = (guint32) strlen (MERGE_KEY);
      top_frame (reader)->merging = TRUE;
      drop_event (reader);
      return TRUE;
    case YAML_SEQUENCE_START_EVENT:
      return refuse_key (error, FIT_VALUE_LIST);
    default:
      return refuse_key (error, FIT_VALUE_MAP);
    }
}

/* -- Containers ------------------------------------------------------------ */

static gboolean
open_container (YamlReader *reader, FitTreeBuilder *tree, GError **error)
{
  gboolean is_map = reader->event.type == YAML_MAPPING_START_EVENT;
  Frame frame = { .nodes_before = reader->nodes - 1, .height = 1 };

  frame.anchor = begin_anchor (reader, reader->event.anchor);
  if (!fit_tree_open (tree, is_map ? FIT_VALUE_MAP : FIT_VALUE_LIST,
                      reader->mark, error))
    return FALSE;
  g_array_append_val (reader->frames, frame);
  drop_event (reader);
  return TRUE;
}

static gboolean
add_members (FitTreeBuilder *tree, const FitValue *map, GError **error)
{
  if (map->type != FIT_VALUE_MAP)
    return refuse_merge (error);
  for (guint32 i = 0; i < map->n; i++)
    {
      FitMember *slot = fit_tree_slot (tree, error);

      if (slot == NULL)
        return FALSE;
      *slot = map->members[i];
    }
  return TRUE;
}

/* Replaces the value of a merge key, in the top slot, by its members. */
static gboolean
merge_members (YamlReader *reader, FitTreeBuilder *tree, GError **error)
{
  FitValue value = fit_tree_top (tree)->value;

  top_frame (reader)->merging = FALSE;
  fit_tree_drop (tree);
  if (value.type == FIT_VALUE_MAP)
    return add_members (tree, &value, error);
  /* Earlier maps in the list take precedence. */
  for (guint32 i = value.n; i-- > 0;)
    if (!add_members (tree, &value.items[i], error))
      return FALSE;
  return TRUE;
}

/* Reads a scalar or alias into the top slot, or opens a container there. */
static gboolean
start_value (YamlReader *reader, FitTreeBuilder *tree, GError **error)
{
  FitValue *value = &fit_tree_top (tree)->value;

  if (!peek_event (reader, error))
    return FALSE;
  switch (reader->event.type)
    {
    case YAML_ALIAS_EVENT:
      return read_alias (reader, tree, value, error);
    case YAML_SCALAR_EVENT:
      reader->nodes++;
      {
        const guint anchor = begin_anchor (reader, reader->event.anchor);
        FitYamlScalar scalar;

        if (is_merging (reader))
          return refuse_merge (error);
        if (!resolve_scalar (reader, &scalar, error)
            || !store_scalar (reader, tree, &scalar, value, error))
          return FALSE;
        complete_anchor (reader, anchor, value, 1, 0);
        drop_event (reader);
        return TRUE;
      }
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
      reader->nodes++;
      return open_container (reader, tree, error);
    default:
      return fit_fail (error, FIT_ERROR_PARSE, NOT_YAML);
    }
}

/* Moves to the next element of the innermost container and adds a slot for it,
 * or closes the container. */
static gboolean
next_element (YamlReader *reader, FitTreeBuilder *tree, gboolean *out_more,
              GError **error)
{
  gboolean is_map = fit_tree_frame (tree)->type == FIT_VALUE_MAP;

  if (is_merging (reader) && !merge_members (reader, tree, error))
    return FALSE;
  if (!peek_event (reader, error))
    return FALSE;
  *out_more = reader->event.type != YAML_SEQUENCE_END_EVENT
              && reader->event.type != YAML_MAPPING_END_EVENT;
  if (!*out_more)
    {
      Frame frame = *top_frame (reader);

      if (!fit_tree_close (tree, error))
        return FALSE;
      g_array_set_size (reader->frames, reader->frames->len - 1);
      complete_anchor (reader, frame.anchor, &fit_tree_top (tree)->value,
                       reader->nodes - frame.nodes_before, frame.height);
      raise_frame (reader, frame.height);
      drop_event (reader);
      return TRUE;
    }
  return fit_tree_slot (tree, error) != NULL
         && (!is_map || read_key (reader, tree, error));
}

/* A document must end after its root node: without this check "kind Pod\nspec:
 * {}" would read as the string "kind Pod spec". */
static gboolean
end_document (YamlReader *reader, GError **error)
{
  if (!peek_event (reader, error))
    return FALSE;
  if (reader->event.type == YAML_DOCUMENT_END_EVENT)
    return TRUE;
  return fit_fail (error, FIT_ERROR_PARSE, NOT_YAML);
}

/* -- As a stream of documents ---------------------------------------------- */

static gboolean
yaml_next_document (FitDocumentSource *source, gboolean *out_found,
                    GError **error)
{
  YamlReader *reader = (YamlReader *) source;

  g_array_set_size (reader->anchors, 0);
  g_hash_table_remove_all (reader->anchor_ids);
  reader->nodes = reader->alias_nodes = 0;
  reader->base.pinned = FALSE;
  while (peek_event (reader, error))
    switch (reader->event.type)
      {
      case YAML_STREAM_START_EVENT:
      case YAML_DOCUMENT_END_EVENT:
        drop_event (reader);
        break;
      case YAML_DOCUMENT_START_EVENT:
        drop_event (reader);
        *out_found = TRUE;
        return TRUE;
      case YAML_STREAM_END_EVENT:
        *out_found = FALSE;
        return TRUE;
      default:
        return fit_fail (error, FIT_ERROR_PARSE, NOT_YAML);
      }
  return FALSE;
}

static gboolean
yaml_enter (FitDocumentSource *source, FitTreeBuilder *tree, FitValueType type,
            gboolean *out_entered, GError **error)
{
  YamlReader *reader = (YamlReader *) source;
  yaml_event_type_t wanted = type == FIT_VALUE_MAP ? YAML_MAPPING_START_EVENT
                                                   : YAML_SEQUENCE_START_EVENT;

  tree->last_wins = TRUE;
  if (!peek_event (reader, error))
    return FALSE;
  *out_entered = reader->event.type == wanted;
  return !*out_entered || start_value (reader, tree, error);
}

static gboolean
yaml_next (FitDocumentSource *source, FitTreeBuilder *tree, gboolean *out_more,
           GError **error)
{
  YamlReader *reader = (YamlReader *) source;

  return next_element (reader, tree, out_more, error)
         && (*out_more || reader->frames->len > 0
             || end_document (reader, error));
}

static gboolean
yaml_read (FitDocumentSource *source, FitTreeBuilder *tree, GError **error)
{
  YamlReader *reader = (YamlReader *) source;
  guint outside = tree->n_frames;
  gboolean more;

  tree->last_wins = TRUE;
  do
    {
      if (!start_value (reader, tree, error))
        return FALSE;
      more = FALSE;
      while (tree->n_frames > outside && !more)
        if (!next_element (reader, tree, &more, error))
          return FALSE;
    }
  while (more);
  return reader->frames->len > 0 || end_document (reader, error);
}

static FitTextMark
yaml_place (const FitDocumentSource *source)
{
  return ((const YamlReader *) source)->mark;
}

static void
yaml_free (FitDocumentSource *source)
{
  YamlReader *reader = (YamlReader *) source;

  yaml_event_delete (&reader->parsed);
  yaml_parser_delete (&reader->parser);
  g_array_unref (reader->frames);
  g_array_unref (reader->anchors);
  g_hash_table_unref (reader->anchor_ids);
  fit_yaml_lines_clear (&reader->lines);
  g_free (reader);
}

FitDocumentSource *
fit_yaml_source_new (const char *bytes, gsize len, const FitLimits *limits)
{
  YamlReader *reader = g_new0 (YamlReader, 1);

  reader->base = (FitDocumentSource){
    .next_document = yaml_next_document,
    .enter = yaml_enter,
    .next = yaml_next,
    .read = yaml_read,
    .place = yaml_place,
    .free = yaml_free,
  };
  reader->limits = limits;
  reader->bytes = bytes;
  reader->len = len;
  reader->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  reader->anchors = g_array_new (FALSE, FALSE, sizeof (Anchor));
  reader->anchor_ids
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reader->mark = (FitTextMark){ 1, 1 };
  reader->by_lines = TRUE;
  fit_yaml_lines_init (&reader->lines, bytes, len, limits);
  return &reader->base;
}

/* -- As one value ---------------------------------------------------------- */

/* Reads the first document; an empty stream reads as null. */
static gboolean
read_first (FitDocumentSource *source, FitTreeBuilder *tree, GError **error)
{
  gboolean found;

  if (fit_tree_slot (tree, error) == NULL
      || !source->next_document (source, &found, error))
    return FALSE;
  if (found)
    return source->read (source, tree, error);
  fit_tree_top (tree)->value = (FitValue){ .line = 1, .column = 1 };
  return TRUE;
}

const FitValue *
fit_yaml_parse (FitArena *arena, const char *bytes, gsize len,
                const FitLimits *limits, GError **error)
{
  g_autoptr (FitDocumentSource) source = NULL;
  g_auto (FitTreeBuilder) tree = { 0 };
  g_autoptr (GError) problem = NULL;
  FitTextMark mark;
  FitValue *value;

  if (limits == NULL)
    limits = fit_limits_default ();
  if (len > limits->document_bytes)
    return fit_fail_null (error, FIT_ERROR_LIMIT,
                          "YAML longer than %" G_GSIZE_FORMAT " bytes",
                          limits->document_bytes);
  source = fit_yaml_source_new (bytes != NULL ? bytes : "", len, limits);
  fit_tree_init (&tree, arena, limits);
  if (!read_first (source, &tree, &problem))
    {
      mark = source->place (source);
      return fit_fail_null (error, problem->code, "%s (line %u, column %u)",
                            problem->message, mark.line, mark.column);
    }
  value = fit_arena_newn (arena, FitValue, 1);
  *value = fit_tree_top (&tree)->value;
  return value;
}
