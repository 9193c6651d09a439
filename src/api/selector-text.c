/* selector-text.c - label selectors as kubectl takes them: "pool=old,!gpu"
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/selector-text.h"

#include <string.h>

#include "base/error.h"

#define BLANKS " \t"
/* A name of a key or a value ends here. */
#define MARKS BLANKS ",=!<>()"

typedef struct
{
  const char *text; /* the whole, for messages */
  const char *next;
  GPtrArray *words;    /* owned, of char: everything that @expressions use */
  GArray *expressions; /* owned, of FitExpression */
  GPtrArray *lists;    /* owned, of arrays of values */
} Parser;

static void
parser_clear (Parser *parser)
{
  g_array_unref (parser->expressions);
  g_ptr_array_unref (parser->lists);
  g_ptr_array_unref (parser->words);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parser, parser_clear)

gboolean
fit_selector_text_is_one (const char *text)
{
  return strpbrk (text, BLANKS "=!<>()/") != NULL;
}

static gboolean
fail (const Parser *parser, const char *expected, GError **error)
{
  return fit_fail (error, FIT_ERROR_USAGE,
                   "selector \"%s\": found \"%s\", expected %s", parser->text,
                   parser->next, expected);
}

static void
skip_blanks (Parser *parser)
{
  parser->next += strspn (parser->next, BLANKS);
}

static gboolean
take (Parser *parser, const char *mark)
{
  skip_blanks (parser);
  if (!g_str_has_prefix (parser->next, mark))
    return FALSE;
  parser->next += strlen (mark);
  return TRUE;
}

/* Returns: (transfer none): a word, "" if there is none */
static const char *
take_word (Parser *parser)
{
  gsize len;
  char *word;

  skip_blanks (parser);
  len = strcspn (parser->next, MARKS);
  word = g_strndup (parser->next, len);
  parser->next += len;
  g_ptr_array_add (parser->words, word);
  return word;
}

/* The values in parentheses, or a single one. */
static gboolean
take_values (Parser *parser, gboolean many, FitExpression *expression,
             GError **error)
{
  GPtrArray *values = g_ptr_array_new ();

  g_ptr_array_add (parser->lists, values);
  if (many && !take (parser, "("))
    return fail (parser, "\"(\"", error);
  do
    g_ptr_array_add (values, (gpointer) take_word (parser));
  while (many && take (parser, ","));
  if (many && !take (parser, ")"))
    return fail (parser, "\",\" or \")\"", error);
  expression->n_values = values->len;
  expression->values = (const char *const *) values->pdata;
  return TRUE;
}

static const struct
{
  const char *mark;
  const char *op;
  gboolean many;
} operators[] = {
  { "==", "In", FALSE },      { "=", "In", FALSE }, { "!=", "NotIn", FALSE },
  { ">", "Gt", FALSE },       { "<", "Lt", FALSE }, { "in", "In", TRUE },
  { "notin", "NotIn", TRUE },
};

static gboolean
take_requirement (Parser *parser, GError **error)
{
  const gboolean absent = take (parser, "!");
  FitExpression expression
      = { .key = take_word (parser), .op = absent ? "DoesNotExist" : "Exists" };
  gboolean done = TRUE;

  if (*expression.key == '\0')
    return fail (parser, "the key of a label", error);
  for (guint i = 0; !absent && i < G_N_ELEMENTS (operators); i++)
    if (take (parser, operators[i].mark))
      {
        expression.op = operators[i].op;
        done = take_values (parser, operators[i].many, &expression, error);
        break;
      }
  g_array_append_val (parser->expressions, expression);
  return done;
}

FitSelector *
fit_selector_parse (const char *text, GError **error)
{
  g_auto (Parser) parser = {
    .text = text,
    .next = text,
    .words = g_ptr_array_new_with_free_func (g_free),
    .expressions = g_array_new (FALSE, FALSE, sizeof (FitExpression)),
    .lists = g_ptr_array_new_with_free_func (
        (GDestroyNotify) (gpointer) g_ptr_array_unref),
  };
  g_autoptr (FitSelector) selector = NULL;

  do
    if (!take_requirement (&parser, error))
      return NULL;
  while (take (&parser, ","));
  skip_blanks (&parser);
  if (*parser.next != '\0')
    {
      fail (&parser, "\",\" or the end", error);
      return NULL;
    }
  selector = fit_selector_new_expressions (
      NULL, (const FitExpression *) (gpointer) parser.expressions->data,
      parser.expressions->len, FIT_SELECTOR_NODE);
  if (selector->error == NULL)
    return g_steal_pointer (&selector);
  return fit_fail_null (error, FIT_ERROR_USAGE, "selector \"%s\": %s", text,
                        selector->error);
}
