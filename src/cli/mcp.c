/* mcp.c - answers the messages of the Model Context Protocol
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "cli/mcp.h"

#include <string.h>

#include "cli/request.h"
#include "formats/value-json.h"

#define CURRENT_VERSION "2026-07-28"
#define META "io.modelcontextprotocol/"

/* Questions whose documents can still be read. */
#define MOST_KEPT 64

/* A text that is longer is cut: the document has it all. */
#define TEXT_BYTES 32768

#define URI "fitsched://answers/"

#define INSTRUCTIONS                                                          \
  "fitsched knows a Kubernetes cluster, and says where its scheduler would "  \
  "put pods and why. Nothing is changed. explain: why a pod is pending or "   \
  "where it is. simulate: where pods would go, also if nodes are drained or " \
  "workloads scaled. diff: what other rules or another release change. "      \
  "validate and migrate: Policy files and profiles. Manifests and rules go "  \
  "into the member files, or in place of a file's name."

/* Versions that begin with initialize, newest first. */
static const char *const older_versions[]
    = { "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", NULL };

typedef enum
{
  PARSE_ERROR = -32700,
  INVALID_REQUEST = -32600,
  METHOD_NOT_FOUND = -32601,
  INVALID_PARAMS = -32602,
  INTERNAL_ERROR = -32603,
  UNSUPPORTED_VERSION = -32022,
} Code;

/* A question that a tool has answered. */
typedef struct
{
  const FitAskedVerb *verb;
  char *question; /* owned */
  guint64 number;
} Kept;

struct _FitMcp
{
  FitMcpAsk ask;
  gpointer data;
  GQueue kept; /* of Kept, owned, oldest first */
  guint64 n_kept;
};

/* One message. */
typedef struct
{
  FitMcp *mcp;
  const FitValue *params; /* (nullable) */
  gboolean modern;        /* names its version */
  FitJson *result;        /* (nullable) owned */
  FitJson *failure;       /* (nullable) owned: in place of @result */
} Exchange;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_free (kept->question);
  g_free (kept);
}

FitMcp *
fit_mcp_new (FitMcpAsk ask, gpointer data)
{
  FitMcp *mcp = g_new0 (FitMcp, 1);

  mcp->ask = ask;
  mcp->data = data;
  g_queue_init (&mcp->kept);
  return mcp;
}

void
fit_mcp_free (FitMcp *mcp)
{
  if (mcp == NULL)
    return;
  g_queue_clear_full (&mcp->kept, kept_free);
  g_free (mcp);
}

/* -- results --------------------------------------------------------------- */

/* Sets the failure of @exchange.  Returns: it */
static FitJson *
fail (Exchange *exchange, Code code, const char *message)
{
  exchange->failure = fit_json_object ();
  fit_json_set_integer (exchange->failure, "code", code);
  fit_json_set_text (exchange->failure, "message", message);
  return exchange->failure;
}

static FitJson *
server_info (void)
{
  FitJson *info = fit_json_object ();

  fit_json_set_text (info, "name", "fitsched");
  fit_json_set_text (info, "version", PACKAGE_VERSION);
  return info;
}

static FitJson *
capabilities (void)
{
  FitJson *object = fit_json_object ();

  fit_json_set (object, "tools", fit_json_object ());
  fit_json_set (object, "resources", fit_json_object ());
  return object;
}

/* From 2026-07-28 on results say that they are complete, and whose they are;
 * some, for how long they hold. */
static void
finish (Exchange *exchange, gboolean cacheable)
{
  FitJson *meta;

  if (!exchange->modern)
    return;
  meta = fit_json_object ();
  fit_json_set (meta, META "serverInfo", server_info ());
  fit_json_set (exchange->result, "_meta", meta);
  fit_json_set_text (exchange->result, "resultType", "complete");
  if (!cacheable)
    return;
  fit_json_set_integer (exchange->result, "ttlMs", 0);
  fit_json_set_text (exchange->result, "cacheScope", "private");
}

/* -- who speaks ------------------------------------------------------------ */

static void
discover (Exchange *exchange)
{
  FitJson *versions = fit_json_array ();

  fit_json_add_text (versions, CURRENT_VERSION);
  fit_json_set (exchange->result, "supportedVersions", versions);
  fit_json_set (exchange->result, "capabilities", capabilities ());
  fit_json_set_text (exchange->result, "instructions", INSTRUCTIONS);
}

/* Answers with the version that was asked for, or with the newest of them. */
static void
initialize (Exchange *exchange)
{
  const char *version
      = fit_value_get_string (exchange->params, "protocolVersion");

  /* Versions that begin with it know nothing of what finish() adds. */
  exchange->modern = FALSE;
  if (version == NULL)
    {
      fail (exchange, INVALID_PARAMS, "initialize: no protocolVersion");
      return;
    }
  if (!g_strv_contains (older_versions, version))
    version = older_versions[0];
  fit_json_set_text (exchange->result, "protocolVersion", version);
  fit_json_set (exchange->result, "capabilities", capabilities ());
  fit_json_set (exchange->result, "serverInfo", server_info ());
  fit_json_set_text (exchange->result, "instructions", INSTRUCTIONS);
}

/* -- tools ----------------------------------------------------------------- */

static void
list_tools (Exchange *exchange)
{
  FitJson *tools = fit_json_array ();

  for (const FitAskedVerb *asked = fit_asked_verbs; asked->verb != NULL;
       asked++)
    {
      const FitVerb *verb = fit_verb_find (asked->verb, NULL);
      FitJson *tool = fit_json_append (tools), *hints = fit_json_object ();
      g_autofree char *about
          = g_strdup_printf ("%s. %.*s Example: %s", verb->summary,
                             (int) strcspn (verb->description, "\n"),
                             verb->description, asked->example);

      fit_json_set_text (tool, "name", verb->name);
      fit_json_set_text (tool, "description", about);
      fit_json_set (tool, "inputSchema", fit_request_schema (verb));
      fit_json_set_boolean (hints, "readOnlyHint", TRUE);
      fit_json_set_boolean (hints, "openWorldHint", FALSE);
      fit_json_set (tool, "annotations", hints);
    }
  fit_json_set (exchange->result, "tools", tools);
}

static const Kept *
keep (FitMcp *mcp, const FitAskedVerb *verb, const char *question)
{
  Kept *kept = g_new (Kept, 1);

  *kept = (Kept){ verb, g_strdup (question), ++mcp->n_kept };
  g_queue_push_tail (&mcp->kept, kept);
  if (mcp->kept.length > MOST_KEPT)
    kept_free (g_queue_pop_head (&mcp->kept));
  return kept;
}

static void
set_resource (FitJson *object, const Kept *kept)
{
  g_autofree char *uri
      = g_strdup_printf (URI "%" G_GUINT64_FORMAT, kept->number);
  g_autofree char *about = g_strdup_printf (
      "what 'fitsched %s -o json' prints to this question: %.1000s",
      kept->verb->verb, kept->question);

  fit_json_set_text (object, "uri", uri);
  fit_json_set_text (object, "name", kept->verb->verb);
  fit_json_set_text (object, "description", about);
  fit_json_set_text (object, "mimeType", "application/json");
}

static void
add_text (FitJson *content, const char *text)
{
  FitJson *item = fit_json_append (content);

  fit_json_set_text (item, "type", "text");
  fit_json_set_text (item, "text", text);
}

/* Cuts @text after a line. */
static void
shorten (GString *text)
{
  const char *end;

  if (text->len <= TEXT_BYTES)
    return;
  end = g_strrstr_len (text->str, TEXT_BYTES, "\n");
  g_string_truncate (text,
                     end != NULL ? (gsize) (end - text->str) + 1 : TEXT_BYTES);
  g_string_append (text, "... and so on; the resource has it all\n");
}

static const FitAskedVerb *
find_verb (const char *name)
{
  for (const FitAskedVerb *asked = fit_asked_verbs; asked->verb != NULL;
       asked++)
    if (g_strcmp0 (asked->verb, name) == 0)
      return asked;
  return NULL;
}

static void
call_tool (Exchange *exchange)
{
  FitMcp *mcp = exchange->mcp;
  const FitValue *arguments = fit_value_get (exchange->params, "arguments");
  const FitAskedVerb *verb
      = find_verb (fit_value_get_string (exchange->params, "name"));
  g_autofree char *question = arguments != NULL
                                  ? fit_value_to_json (arguments, NULL, NULL)
                                  : g_strdup ("{}");
  g_auto (FitAskedAnswer) answer = { 0 };
  g_autoptr (GError) problem = NULL;
  g_autofree char *said = NULL;
  const char *meaning;
  FitJson *content;

  if (verb == NULL || question == NULL)
    {
      fail (exchange, INVALID_PARAMS,
            verb == NULL ? "tools/call: there is no such tool"
                         : "tools/call: the arguments are too long");
      return;
    }
  content = fit_json_array ();
  fit_json_set (exchange->result, "content", content);
  if (!mcp->ask (verb, FIT_ASKED_TEXT, question, strlen (question), &answer,
                 mcp->data, &problem))
    add_text (content, problem->message);
  else
    {
      shorten (answer.text);
      shorten (answer.notes);
      add_text (content, answer.text->str);
      /* What the program says on standard error, and what its exit status
       * means. */
      meaning = fit_verb_status (fit_verb_find (verb->verb, NULL), answer.exit);
      said
          = g_strdup_printf ("%sexit status %u: %s\n", answer.notes->str,
                             answer.exit, meaning != NULL ? meaning : "failed");
      add_text (content, said);
    }
  fit_json_set_boolean (exchange->result, "isError",
                        problem != NULL || answer.refused);
  if (problem == NULL && !answer.refused)
    {
      FitJson *link = fit_json_append (content);

      fit_json_set_text (link, "type", "resource_link");
      set_resource (link, keep (mcp, verb, question));
    }
}

/* -- resources ------------------------------------------------------------- */

static void
list_resources (Exchange *exchange)
{
  FitJson *resources = fit_json_array ();

  for (const GList *link = exchange->mcp->kept.head; link != NULL;
       link = link->next)
    set_resource (fit_json_append (resources), link->data);
  fit_json_set (exchange->result, "resources", resources);
}

static void
list_templates (Exchange *exchange)
{
  fit_json_set (exchange->result, "resourceTemplates", fit_json_array ());
}

static const Kept *
find_kept (const FitMcp *mcp, const char *uri)
{
  guint64 number;

  if (uri == NULL || !g_str_has_prefix (uri, URI)
      || !g_ascii_string_to_unsigned (uri + strlen (URI), 10, 1, G_MAXUINT64,
                                      &number, NULL))
    return NULL;
  for (const GList *link = mcp->kept.head; link != NULL; link = link->next)
    if (((const Kept *) link->data)->number == number)
      return link->data;
  return NULL;
}

static void
read_resource (Exchange *exchange)
{
  FitMcp *mcp = exchange->mcp;
  const char *uri = fit_value_get_string (exchange->params, "uri");
  const Kept *kept = find_kept (mcp, uri);
  g_auto (FitAskedAnswer) answer = { 0 };
  g_autoptr (GError) problem = NULL;
  FitJson *contents, *item;

  if (kept == NULL)
    {
      fail (exchange, INVALID_PARAMS,
            "resources/read: there is no such answer");
      return;
    }
  if (!mcp->ask (kept->verb, FIT_ASKED_DOCUMENT, kept->question,
                 strlen (kept->question), &answer, mcp->data, &problem))
    {
      fail (exchange, INTERNAL_ERROR, problem->message);
      return;
    }
  contents = fit_json_array ();
  item = fit_json_append (contents);
  fit_json_set_text (item, "uri", uri);
  fit_json_set_text (item, "mimeType", "application/json");
  fit_json_set_text (item, "text", answer.text->str);
  fit_json_set (exchange->result, "contents", contents);
}

/* -- messages -------------------------------------------------------------- */

static const struct
{
  const char *method;
  void (*answer) (Exchange *exchange); /* (nullable): adds to the result */
  gboolean cacheable;
} methods[] = {
  { "server/discover", discover, TRUE },
  { "initialize", initialize, FALSE },
  { "ping", NULL, FALSE },
  { "tools/list", list_tools, TRUE },
  { "tools/call", call_tool, FALSE },
  { "resources/list", list_resources, TRUE },
  { "resources/templates/list", list_templates, TRUE },
  { "resources/read", read_resource, TRUE },
};

/* Returns: FALSE with a failure if the message names a version that is not
 * spoken here */
static gboolean
check_version (Exchange *exchange)
{
  const char *version = fit_value_get_string (
      fit_value_get (exchange->params, "_meta"), META "protocolVersion");
  FitJson *data, *supported;

  exchange->modern = version != NULL;
  if (version == NULL || strcmp (version, CURRENT_VERSION) == 0)
    return TRUE;
  data = fit_json_object ();
  supported = fit_json_array ();
  fit_json_add_text (supported, CURRENT_VERSION);
  fit_json_set (data, "supported", supported);
  fit_json_set_text (data, "requested", version);
  fit_json_set (fail (exchange, UNSUPPORTED_VERSION,
                      "this version of the protocol is not spoken here"),
                "data", data);
  return FALSE;
}

static void
answer_method (Exchange *exchange, const char *method)
{
  g_autofree char *problem = NULL;

  if (!check_version (exchange))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (strcmp (methods[i].method, method) == 0)
      {
        exchange->result = fit_json_object ();
        if (methods[i].answer != NULL)
          methods[i].answer (exchange);
        if (exchange->failure == NULL)
          finish (exchange, methods[i].cacheable);
        return;
      }
  problem = g_strdup_printf ("there is no method %.100s", method);
  fail (exchange, METHOD_NOT_FOUND, problem);
}

/* @id: (nullable) (transfer full): NULL: null */
static char *
write_answer (Exchange *exchange, FitJson *id)
{
  g_autoptr (FitJson) answer = fit_json_object ();
  GString *text = g_string_new (NULL);

  fit_json_set_text (answer, "jsonrpc", "2.0");
  fit_json_set (answer, "id", id);
  if (exchange->failure != NULL)
    {
      fit_json_free (exchange->result);
      fit_json_set (answer, "error", exchange->failure);
    }
  else
    fit_json_set (answer, "result", exchange->result);
  fit_json_append_compact (answer, text);
  return g_string_free (text, FALSE);
}

/* A message with a method and an id wants an answer; one without an id is a
 * notification, and one without a method is an answer. */
char *
fit_mcp_answer (FitMcp *mcp, const char *message, gsize len)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) problem = NULL;
  const FitValue *value
      = fit_json_parse (arena, message, len, NULL, NULL, &problem);
  const FitValue *id = fit_value_get (value, "id");
  const char *method = fit_value_get_string (value, "method");
  Exchange exchange = { .mcp = mcp, .params = fit_value_get (value, "params") };
  g_autofree char *own = NULL;

  if (value == NULL)
    {
      fail (&exchange, PARSE_ERROR, problem->message);
      return write_answer (&exchange, NULL);
    }
  if (value->type != FIT_VALUE_MAP
      || g_strcmp0 (fit_value_get_string (value, "jsonrpc"), "2.0") != 0
      || (id != NULL && id->type != FIT_VALUE_STRING
          && id->type != FIT_VALUE_NUMBER))
    {
      fail (&exchange, INVALID_REQUEST,
            "expected a message of JSON-RPC 2.0 with a text or a number as id");
      return write_answer (&exchange, NULL);
    }
  if (id == NULL || method == NULL)
    return NULL;
  answer_method (&exchange, method);
  own = fit_value_to_json (id, NULL, NULL);
  return write_answer (&exchange, fit_json_from_text (own));
}
