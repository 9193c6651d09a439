/* documents.c - the objects of a file, one by one
 *
 * The outermost map of a document is read member by member.  If it has a list
 * "items", the elements are read one by one too.  An element is passed on at
 * once if it has its own kind or the kind of the List is known, and its memory
 * is reused.  If an element must wait for the kind of the List, it and all
 * later ones are kept.
 *
 * A List among the elements is replaced by its own elements, as kubectl does:
 * "jq -s" makes such Lists from the output of several calls of kubectl.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/document-source.h"

#include <string.h>

typedef struct
{
  FitDocumentSource *source; /* owned */
  FitArena *arena;           /* owned: the document being read */
  FitTreeBuilder tree;       /* owned */
  const FitLimits *limits;   /* borrowed */
  FitObjectFunc func;
  gpointer data;            /* borrowed, for both */
  FitObjectPlace place;     /* texts are in the arena */
  guint objects;            /* passed on so far */
  gint given;               /* elements of "items" passed on so far */
  gboolean kept;            /* an element of "items" had to be kept */
  gboolean streamed;        /* "items" was read element by element */
  gboolean callback_failed; /* the error is the callback's own */
} Run;

static void
run_clear (Run *run)
{
  fit_tree_clear (&run->tree);
  g_clear_pointer (&run->source, fit_document_source_free);
  g_clear_pointer (&run->arena, fit_arena_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gboolean
is_list_kind (const char *kind)
{
  return kind != NULL && g_str_has_suffix (kind, "List");
}

/* Is the value an object with its own kind? */
static gboolean
has_kind (const FitValue *value)
{
  const char *kind = fit_value_get_string (value, "kind");

  return kind != NULL && *kind != '\0';
}

static gboolean give (Run *run, const FitValue *value, gint item,
                      GError **error);

/* Passes an object on; @item is -1 outside of a List. */
static gboolean
give (Run *run, const FitValue *value, gint item, GError **error)
{
  const FitValue *items = fit_value_get (value, "items");

  if (item >= 0 && items != NULL && items->type == FIT_VALUE_LIST
      && is_list_kind (fit_value_get_string (value, "kind")))
    {
      const FitObjectPlace outer = run->place;

      /* Passes on the elements of a List that is itself an element of a
       * List.  Their place is that of the inner List. */
      run->place.list_kind = fit_value_get_string (value, "kind");
      run->place.list_api_version = fit_value_get_string (value, "apiVersion");
      for (guint32 i = 0; i < items->n; i++)
        if (!give (run, &items->items[i], item, error))
          return FALSE;
      run->place.list_kind = outer.list_kind;
      run->place.list_api_version = outer.list_api_version;
      return TRUE;
    }
  if (run->objects >= run->limits->objects)
    return fit_fail (error, FIT_ERROR_LIMIT, "more than %u objects",
                     run->limits->objects);
  run->objects++;
  run->place.item = item;
  run->callback_failed = !run->func (value, &run->place, run->data, error);
  return !run->callback_failed;
}

/* Handles the element of "items" in the top slot: passes it on and frees it, or
 * leaves it in its list.  The order of elements never changes. */
static gboolean
take_item (Run *run, FitArenaMark before, GError **error)
{
  const FitValue *item = &fit_tree_top (&run->tree)->value;

  if (run->kept || (!has_kind (item) && !is_list_kind (run->place.list_kind)))
    {
      run->kept = TRUE;
      return TRUE;
    }
  if (!give (run, item, run->given, error))
    return FALSE;
  run->given++;
  fit_tree_drop (&run->tree);
  if (!run->source->pinned)
    fit_arena_rewind (run->arena, before);
  return TRUE;
}

/* Reads "items" element by element; elements that must be kept stay in the
 * tree. */
static gboolean
read_items (Run *run, GError **error)
{
  FitDocumentSource *source = run->source;
  gboolean more;

  run->streamed = TRUE;
  while (TRUE)
    {
      FitArenaMark before = fit_arena_mark (run->arena);

      if (!source->next (source, &run->tree, &more, error))
        return FALSE;
      if (!more)
        return TRUE;
      if (!source->read (source, &run->tree, error)
          || !take_item (run, before, error))
        return FALSE;
    }
}

/* Enters the member in the top slot if it may be the items of a List. */
static gboolean
enter_items (Run *run, gboolean *out_entered, GError **error)
{
  const char *kind = run->place.list_kind;

  *out_entered = FALSE;
  if (strcmp (fit_tree_top (&run->tree)->key, "items") != 0)
    return TRUE;
  if (run->given > 0)
    {
      /* v1.16 would decode the second list over the first one. */
      return fit_fail (error, FIT_ERROR_SCHEMA,
                       "\"items\" of a List is repeated");
    }
  if (run->streamed || (kind != NULL && !is_list_kind (kind)))
    return TRUE;
  return run->source->enter (run->source, &run->tree, FIT_VALUE_LIST,
                             out_entered, error);
}

/* Reads the members of the outermost map, which has been entered. */
static gboolean
read_members (Run *run, GError **error)
{
  FitDocumentSource *source = run->source;
  gboolean more, items;

  while (TRUE)
    {
      const FitMember *member;

      if (!source->next (source, &run->tree, &more, error))
        return FALSE;
      if (!more)
        return TRUE;
      if (!enter_items (run, &items, error))
        return FALSE;
      if (items ? !read_items (run, error)
                : !source->read (source, &run->tree, error))
        return FALSE;
      /* Records the kind or apiVersion of a List from the member in the top
       * slot. */
      member = fit_tree_top (&run->tree);
      if (member->value.type == FIT_VALUE_STRING)
        {
          if (strcmp (member->key, "kind") == 0)
            run->place.list_kind = member->value.text;
          else if (strcmp (member->key, "apiVersion") == 0)
            run->place.list_api_version = member->value.text;
        }
    }
}

/* Old dumps have lists without a kind. */
static gboolean
is_bare_list (const FitValue *root)
{
  const FitValue *items = fit_value_get (root, "items");

  return fit_value_get (root, "kind") == NULL
         && fit_value_get (root, "metadata") != NULL && items != NULL
         && (items->type == FIT_VALUE_LIST || items->type == FIT_VALUE_NULL);
}

/* Passes on what was not passed on while reading the document. */
static gboolean
give_rest (Run *run, const FitValue *root, GError **error)
{
  const char *kind = fit_value_get_string (root, "kind");
  const FitValue *items = fit_value_get (root, "items");

  if (!is_list_kind (kind) && !is_bare_list (root))
    {
      run->place.list_kind = run->place.list_api_version = NULL;
      if (run->given == 0)
        return root->type == FIT_VALUE_NULL || give (run, root, -1, error);
      return fit_fail (error, FIT_ERROR_SCHEMA,
                       "\"items\" holds objects, but kind \"%s\" is not a List",
                       kind ? kind : "");
    }
  run->place.list_kind = kind;
  run->place.list_api_version = fit_value_get_string (root, "apiVersion");
  if (items == NULL || items->type == FIT_VALUE_NULL)
    return TRUE;
  if (items->type != FIT_VALUE_LIST)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "\"items\" of a %s is of type %s, expected a list", kind,
                     fit_value_type_name (items->type));
  for (guint32 i = 0; i < items->n; i++)
    if (!give (run, &items->items[i], run->given + (gint) i, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_documents (Run *run, GError **error)
{
  gboolean found;

  while (TRUE)
    {
      FitDocumentSource *source;
      gboolean entered;

      run->place.document++;
      if (!run->source->next_document (run->source, &found, error))
        return FALSE;
      if (!found)
        return TRUE;
      /* Reads the current document of the source. */
      source = run->source;
      fit_arena_reset (run->arena);
      run->tree.n_slots = run->tree.n_frames = 0;
      run->given = 0;
      run->kept = run->streamed = FALSE;
      run->place.list_kind = run->place.list_api_version = NULL;
      if (fit_tree_slot (&run->tree, error) == NULL
          || !source->enter (source, &run->tree, FIT_VALUE_MAP, &entered,
                             error))
        return FALSE;
      if (entered ? !read_members (run, error)
                  : !source->read (source, &run->tree, error))
        return FALSE;
      if (!give_rest (run, &fit_tree_top (&run->tree)->value, error))
        return FALSE;
    }
}

/* Is the text JSON, judged by its first byte that is neither blank nor part of
 * a byte order mark?  Blank text contains no document in either format. */
static gboolean
looks_like_json (const char *bytes, gsize len)
{
  gsize i = len >= 3 && memcmp (bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;

  while (i < len && strchr (" \t\r\n", bytes[i]) != NULL && bytes[i] != '\0')
    i++;
  return i == len || bytes[i] == '{' || bytes[i] == '[';
}

gboolean
fit_read_objects (const char *bytes, gsize len, const char *source,
                  const FitLimits *limits, FitObjectFunc func, gpointer data,
                  GError **error)
{
  g_auto (Run) run
      = { .limits = limits != NULL ? limits : fit_limits_default (),
          .func = func,
          .data = data,
          .place.source = source };
  g_autoptr (GError) problem = NULL;
  FitTextMark mark;

  if (bytes == NULL)
    bytes = "";
  if (len > run.limits->document_bytes)
    return fit_fail (error, FIT_ERROR_LIMIT,
                     "%s: longer than %" G_GSIZE_FORMAT " bytes", source,
                     run.limits->document_bytes);
  run.arena = fit_arena_new ();
  run.source = looks_like_json (bytes, len)
                   ? fit_json_source_new (bytes, len)
                   : fit_yaml_source_new (bytes, len, run.limits);
  fit_tree_init (&run.tree, run.arena, run.limits);
  if (read_documents (&run, &problem))
    return TRUE;
  if (run.callback_failed)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  mark = run.source->place (run.source);
  return fit_fail (
      error, problem->code, "%s: document %u: line %u, column %u: %s", source,
      run.place.document, mark.line, mark.column, problem->message);
}
