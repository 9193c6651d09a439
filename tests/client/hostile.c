/* hostile.c - answers that never end, make no sense, lead elsewhere or are larger than they seem
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/client/hostile.h"

#include <string.h>

#define K64 (64 * 1024)
#define MOST_SAID 4096

/* Two thousand blanks, packed. */
#define PACKED                                                               \
  "\x1f\x8b\x08\x01\x01\x01\x01\x01\x02\x03\x53\x50\x18\x05\xa3\x60\x14\x8c" \
  "\x82\x51\x30\x0a\x46\xc1\x50\x07"

#define LIST_HEAD                                 \
  "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\"," \
  "\"metadata\":{\"resourceVersion\":\"7\"},\"items\":["
#define HTTP "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

#define BODY(...) \
  .pieces = (const char *const[]) { __VA_ARGS__, NULL }
#define SAYS(name_, ...)                                            \
  {                                                                 \
    .name = (name_), .answer = {.status = 200, BODY (__VA_ARGS__) } \
  }
#define ENDLESS(name_, ...)                    \
  {                                            \
    .name = (name_), .answer                   \
                     = {.status = 200,         \
                        .end = REPLAY_ENDLESS, \
                        BODY (__VA_ARGS__) }   \
  }
#define RAW(name_, end_, ...)                \
  {                                          \
    .name = (name_), .answer                 \
                     = {.status = 200,       \
                        .raw = TRUE,         \
                        .end = (end_),       \
                        BODY (__VA_ARGS__) } \
  }
#define LEADS(code)                                          \
  {                                                          \
    .name = "redirect " #code, .answer = {.status = (code) } \
  }

/* Pieces that are too long for a literal, by what they repeat. */
static char blanks[K64 + 1], letters[K64 + 1], brackets[K64 + 1], maps[K64 + 1],
    empties[K64 + 1], items[K64 + 1], lines[K64 + 1], headers[5 * K64 + 1];

static const HostileAnswer answers[] = {
  ENDLESS ("endless blanks", blanks),
  ENDLESS ("endless letters", letters),
  ENDLESS ("endless lines", lines),
  ENDLESS ("endless string", "{\"kind\":\"", letters),
  ENDLESS ("endless item", LIST_HEAD "{\"metadata\":{\"name\":\"", letters),
  ENDLESS ("endless items of nothing", LIST_HEAD "{}", empties),
  { .name = "endless items",
    .is_large = TRUE,
    .answer = { .status = 200,
                .end = REPLAY_ENDLESS,
                BODY (LIST_HEAD "{\"metadata\":{\"name\":\"x\"}}", items) } },
  ENDLESS ("endless event", "{\"type\":\"ADDED\",\"object\":{\"x\":\"",
           letters),
  ENDLESS ("endless lists", brackets),
  ENDLESS ("endless maps", maps),
  SAYS ("deep lists", brackets, "\n"),
  SAYS ("deep maps", maps, "\n"),
  SAYS ("deep item", LIST_HEAD, brackets, "\n"),
  SAYS ("deep event", "{\"type\":\"ADDED\",\"object\":", maps, "\n"),
  SAYS ("letters", "x\n"),
  SAYS ("null", "null\n"),
  SAYS ("number", "1\n"),
  SAYS ("text", "\"x\"\n"),
  SAYS ("list", "[]\n"),
  SAYS ("map", "{}\n"),
  SAYS ("wrong types", "{\"kind\":1,\"apiVersion\":[],\"metadata\":\"x\","
                       "\"items\":{},\"type\":{},\"object\":[],\"spec\":[1],"
                       "\"status\":[],\"data\":7}\n"),
  SAYS ("wrong types in metadata",
        "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{"
        "\"resourceVersion\":7,\"annotations\":[],\"continue\":{}},"
        "\"items\":[1],\"type\":\"ADDED\",\"object\":\"x\",\"spec\":\"x\","
        "\"status\":\"x\",\"data\":{\"policy.cfg\":{}}}\n"),
  SAYS ("wrong types in an item", LIST_HEAD "{\"metadata\":{\"name\":{}}}]}\n"),
  SAYS ("wrong item", LIST_HEAD "7]}\n"),
  SAYS ("item of another kind", LIST_HEAD
        "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
        "\"x\"}}]}\n"),
  SAYS ("wrong types in an event",
        "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Node\",\"apiVersion\":"
        "\"v1\",\"metadata\":{\"name\":\"x\",\"labels\":[7]}}}\n"),
  SAYS ("control characters",
        "{\"kind\":\"\\u001b[31m\",\"type\":\"\\u001b]0;x\\u0007\"}\n"),
  SAYS ("not UTF-8", "{\"kind\":\"\xff\xfe\"}\n"),
  SAYS ("a page", "<html>\x1b[2J</html>\n"),
  { .name = "nothing", .answer = { .status = 200 } },
  { .name = "no content", .answer = { .status = 204 } },
  { .name = "cut",
    .answer = { .status = 200, .end = REPLAY_CUT, BODY (LIST_HEAD) } },
  { .name = "no answer", .answer = { .status = 0 } },
  { .name = "what was sent",
    .answer = { .status = 500, BODY ("Bearer " HOSTILE_TOKEN "\x1b[2J") } },
  { .name = "endless refusal",
    .answer = { .status = 500, .end = REPLAY_ENDLESS, BODY ("{", letters) } },
  /* In disguise: only who reads it knows. */
  { .name = "what was sent, as a Status",
    .answer = { .status = 500,
                BODY ("{\"kind\":\"Status\",\"message\":\"\\u0063",
                      &HOSTILE_TOKEN[1], "\"}") } },
  SAYS ("what was sent, as a review",
        "{\"status\":{\"authenticated\":true,\"user\":{\"username\":"
        "\"" HOSTILE_TOKEN "\\u001b[2J\"},\"allowed\":false,\"reason\":"
        "\"" HOSTILE_TOKEN "\\u001b[2J\"}}\n"),
  SAYS ("a long review", "{\"status\":{\"allowed\":false,\"reason\":\"",
        letters, "\"}}\n"),
  SAYS ("what was sent, as an event",
        "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\","
        "\"message\":\"" HOSTILE_TOKEN "\",\"code\":500}}\n"),
  SAYS ("a failure that is done",
        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\","
        "\"message\":\"etcd is ill\",\"code\":500}\n"),
  SAYS ("a long failure",
        "{\"type\":\"ERROR\",\"kind\":\"Status\",\"status\":\"Failure\","
        "\"object\":{\"message\":\"",
        letters, "\"},\"message\":\"", letters, "\"}\n"),
  { .name = "many headers", .answer = { .status = 200, .headers = headers } },
  RAW ("a page of another type", REPLAY_WHOLE,
       "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
       "Content-Length: 17\r\n\r\n<p>Please log in\n"),
  RAW ("a body of another type", REPLAY_WHOLE,
       "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.kubernetes.protobuf"
       "\r\nConnection: close\r\nContent-Length: 5\r\n\r\nk8s\x01\n"),
  LEADS (301),
  LEADS (302),
  LEADS (303),
  LEADS (307),
  LEADS (308),
  { .name = "redirect to itself",
    .answer = { .status = 307, .headers = "Location: .\r\n" } },
  RAW ("a body that is too short", REPLAY_WHOLE,
       HTTP "Content-Length: 1000\r\n\r\n{\"kind\":"),
  RAW ("a body that is too long", REPLAY_WHOLE,
       HTTP "Content-Length: 5\r\n\r\n{\"kind\":\"NodeList\"}"),
  RAW ("a huge Content-Length", REPLAY_WHOLE,
       HTTP "Content-Length: 99999999999999999999999\r\n\r\n{"),
  RAW ("10 GiB", REPLAY_ENDLESS,
       HTTP "Content-Length: 10737418240\r\n\r\n{\"kind\":\"", letters),
  RAW ("a negative Content-Length", REPLAY_WHOLE,
       HTTP "Content-Length: -1\r\n\r\n{\"x\""),
  RAW ("a chunk without a length", REPLAY_WHOLE,
       HTTP "Transfer-Encoding: chunked\r\n\r\nzzz\r\n{}\r\n"),
  RAW ("a huge chunk", REPLAY_WHOLE,
       HTTP "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}"),
  RAW ("packed", REPLAY_WHOLE,
       HTTP "Content-Encoding: gzip\r\nContent-Length: 28\r\n\r\n" PACKED),
  RAW ("endlessly packed", REPLAY_ENDLESS,
       HTTP "Content-Encoding: gzip\r\n\r\n" PACKED, letters),
  RAW ("endless header", REPLAY_ENDLESS, HTTP "X: ", letters),
  RAW ("endless headers", REPLAY_ENDLESS, HTTP, "X-Header: x\r\nX-Y: y\r\n"),
  RAW ("endless beginnings", REPLAY_ENDLESS, "HTTP/1.1 100 Continue\r\n\r\n"),
  RAW ("endless trailers", REPLAY_ENDLESS,
       HTTP "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
       "X-Header: x\r\nX-Y: y\r\n"),
  RAW ("no HTTP", REPLAY_WHOLE, "hello\r\n\r\n"),
  RAW ("no status", REPLAY_WHOLE, "HTTP/1.1 two hundred\r\n\r\n{}"),
};

static void
repeat (char *out, const char *text)
{
  const gsize len = strlen (text);

  for (gsize i = 0; i + len <= K64; i += len)
    memcpy (out + i, text, len);
}

const HostileAnswer *
hostile_answers (guint *out_n)
{
  repeat (blanks, " ");
  repeat (letters, "x");
  repeat (lines, "x\n");
  repeat (brackets, "[");
  repeat (maps, "{\"a\":");
  repeat (empties, ",{}");
  repeat (items, ",{\"metadata\":{\"name\":\"x\"}}");
  for (char *line = headers; line < headers + 5 * K64; line += K64)
    {
      memset (line, 'x', K64);
      memcpy (line, "X-Y: ", strlen ("X-Y: "));
      memcpy (line + K64 - 2, "\r\n", 2);
    }
  *out_n = G_N_ELEMENTS (answers);
  return answers;
}

/* Returns: the end of the string that begins at @c */
static const char *
end_of_string (const char *c)
{
  while (*++c != '"')
    c += *c == '\\';
  return c;
}

/* Returns: what follows the value that begins at @c */
static const char *
after_value (const char *c)
{
  guint depth = 0;

  for (;; c++)
    {
      if (*c == '"')
        c = end_of_string (c);
      depth += *c == '{' || *c == '[';
      depth -= *c == '}' || *c == ']';
      if (depth == 0 && (c[1] == '\0' || strchr (",}]", c[1]) != NULL))
        return c + 1;
    }
}

GPtrArray *
hostile_misfits (const char *right)
{
  static const char *const others[]
      = { "7", "\"x\"", "[]", "{}", "[[{}]]", "true", "null" };
  GPtrArray *misfits = g_ptr_array_new_with_free_func (g_free);

  for (const char *c = right; *c != '\0'; c++)
    {
      const gboolean is_value = c == right || strchr (":[", c[-1]) != NULL;

      for (guint i = 0; is_value && i < G_N_ELEMENTS (others); i++)
        g_ptr_array_add (misfits,
                         g_strdup_printf ("%.*s%s%s", (int) (c - right), right,
                                          others[i], after_value (c)));
      if (*c == '"')
        c = end_of_string (c);
    }
  return misfits;
}

gboolean
hostile_is_chosen (guint i, guint k)
{
  const char *text = g_getenv ("FIT_TEST_SEED");
  guint64 seed = 1;

  if (text != NULL)
    g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &seed, NULL);
  return g_strcmp0 (g_getenv ("FIT_TEST_LONG"), "1") == 0
         || (i + k + seed) % 4 == 0;
}

/* -- the server ------------------------------------------------------------ */

static ReplayAnswer
state_fact (const HostileFact *fact, const char *request)
{
  const char *own = strstr (request, "\r\n\r\n") + 4;
  ReplayAnswer answer = { .status = fact->status != 0 ? fact->status : 200,
                          .owned = g_new0 (char *, 2) };

  answer.owned[0] = g_strdup (fact->body != NULL ? fact->body : own);
  answer.pieces = (const char *const *) answer.owned;
  if (fact->is_open)
    answer.end = REPLAY_SILENT;
  return answer;
}

/* Returns: (nullable) */
static const HostileFact *
find_fact (const HostileServer *server, const char *line)
{
  for (guint i = 0; i < server->n_facts; i++)
    if (strstr (line, server->facts[i].needle) != NULL)
      return &server->facts[i];
  return NULL;
}

static ReplayAnswer
choose (const char *request, gpointer data)
{
  HostileServer *server = data;
  g_autofree char *line
      = g_strndup (request, (gsize) (strstr (request, "\r\n") - request));

  if (server->facts_first && find_fact (server, line) != NULL)
    return state_fact (find_fact (server, line), request);
  if (hostile_server_given (server) < server->times
      && strstr (line, server->needle) != NULL)
    {
      ReplayAnswer answer = server->answer->answer;

      g_atomic_int_inc (&server->given);
      if (answer.status / 100 == 3 && answer.headers == NULL)
        answer.headers = server->redirect;
      return answer;
    }
  if (find_fact (server, line) != NULL)
    return state_fact (find_fact (server, line), request);
  return (ReplayAnswer){ .status = 404 };
}

guint
hostile_server_given (HostileServer *server)
{
  return g_atomic_int_get (&server->given);
}

void
hostile_server_start (HostileServer *server)
{
  server->elsewhere = replay_server_new (NULL, 0);
  server->redirect = g_strdup_printf ("Location: %s/elsewhere\r\n",
                                      replay_server_url (server->elsewhere));
  server->server = replay_server_new_for (choose, server);
}

void
hostile_server_stop (HostileServer *server)
{
  replay_server_free (server->server);
  assert_int_equal (replay_server_count (server->elsewhere), 0);
  replay_server_free (server->elsewhere);
  g_free (server->redirect);
}

/* -- what is asserted ------------------------------------------------------ */

void
assert_clear (const char *name, const char *text)
{
  if (text == NULL || *text == '\0')
    fail_msg ("%s: nothing was said", name);
  if (strlen (text) > MOST_SAID || !g_utf8_validate (text, -1, NULL)
      || strstr (text, HOSTILE_TOKEN) != NULL)
    fail_msg ("%s: %zu bytes were said: %.*s", name, strlen (text), MOST_SAID,
              text);
  for (const char *c = text; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c) && *c != '\n')
      fail_msg ("%s: said a control character: %s", name, text);
}

gboolean
is_sanitized (void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  return TRUE;
#else
  return FALSE;
#endif
}

void
assert_memory (guint mib)
{
  g_autofree char *status = NULL;
  const char *peak;

  if (is_sanitized ())
    return;
  assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  peak = strstr (status, "VmHWM:");
  assert_non_null (peak);
  if (g_ascii_strtoull (peak + strlen ("VmHWM:"), NULL, 10)
      > (guint64) mib * 1024)
    fail_msg ("more than %u MiB: %.30s", mib, peak);
}
