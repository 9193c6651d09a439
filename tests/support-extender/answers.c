/* answers.c - an extender that does its work
 *
 * It rejects one node, favours another, spares the pods of a third, and binds
 * whatever it is asked to bind, by a program if it has one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support-extender/server.h"

static json_object *
member (json_object *object, const char *key)
{
  json_object *value = NULL;

  json_object_object_get_ex (object, key, &value);
  return value;
}

static const char *
name_of (json_object *node)
{
  return json_object_get_string (
      json_object_is_type (node, json_type_string)
          ? node
          : member (member (node, "metadata"), "name"));
}

/* Nodes are objects in one form of request, names in the other. */
static json_object *
nodes_of (json_object *request)
{
  json_object *names = member (request, "NodeNames");

  return names != NULL ? names : member (member (request, "Nodes"), "items");
}

static json_object *
filter (Server *server, json_object *request)
{
  const gboolean by_name = member (request, "NodeNames") != NULL;
  json_object *nodes = nodes_of (request);
  json_object *kept = json_object_new_array ();
  json_object *failed = json_object_new_object ();
  json_object *answer = json_object_new_object ();
  json_object *list = json_object_new_object ();

  for (gsize i = 0; i < json_object_array_length (nodes); i++)
    {
      json_object *node = json_object_array_get_idx (nodes, i);

      if (g_strcmp0 (name_of (node), server->reject) != 0)
        json_object_array_add (kept, json_object_get (node));
      else
        json_object_object_add (failed, name_of (node),
                                json_object_new_string ("ext says no"));
    }
  if (by_name)
    json_object_object_add (answer, "NodeNames", kept);
  else
    {
      json_object_object_add (list, "items", json_object_get (kept));
      json_object_object_add (answer, "Nodes", json_object_get (list));
      json_object_object_add (answer, "NodeNames", NULL);
      json_object_put (kept);
    }
  json_object_object_add (answer, "FailedNodes", failed);
  json_object_object_add (answer, "Error", json_object_new_string (""));
  json_object_put (list);
  return answer;
}

static json_object *
prioritize (Server *server, json_object *request)
{
  json_object *nodes = nodes_of (request);
  json_object *answer = json_object_new_array ();

  for (gsize i = 0; i < json_object_array_length (nodes); i++)
    {
      const char *name = name_of (json_object_array_get_idx (nodes, i));
      const int score = g_strcmp0 (name, server->favourite) == 0 ? 10 : 0;
      json_object *entry = json_object_new_object ();

      json_object_object_add (entry, "Host", json_object_new_string (name));
      json_object_object_add (entry, "Score", json_object_new_int (score));
      json_object_array_add (answer, entry);
    }
  return answer;
}

static json_object *
bind (Server *server, json_object *request)
{
  const char *args[] = {
    server->binder,
    json_object_get_string (member (request, "PodNamespace")),
    json_object_get_string (member (request, "PodName")),
    json_object_get_string (member (request, "Node")),
    NULL,
  };
  json_object *answer = json_object_new_object ();
  int status = 0;
  const char *problem = "";

  if (server->binder != NULL
      && (!g_spawn_sync (NULL, (char **) args, NULL, G_SPAWN_DEFAULT, NULL,
                         NULL, NULL, NULL, &status, NULL)
          || status != 0))
    problem = "the binder failed";
  json_object_object_add (answer, "Error", json_object_new_string (problem));
  return answer;
}

/* {"UID": ...} of pods that are such already, or of whole pods. */
static json_object *
meta_victims (json_object *victims)
{
  json_object *pods = member (victims, "Pods");
  json_object *list = json_object_new_array ();
  json_object *answer = json_object_new_object ();
  const gsize n = pods != NULL ? json_object_array_length (pods) : 0;

  for (gsize i = 0; i < n; i++)
    {
      json_object *pod = json_object_array_get_idx (pods, i);
      json_object *uid = member (pod, "UID");
      json_object *entry = json_object_new_object ();

      if (uid == NULL)
        uid = member (member (pod, "metadata"), "uid");
      json_object_object_add (entry, "UID", json_object_get (uid));
      json_object_array_add (list, entry);
    }
  json_object_object_add (answer, "Pods", list);
  json_object_object_add (answer, "NumPDBViolations", json_object_new_int (0));
  return answer;
}

static json_object *
preempt (Server *server, json_object *request)
{
  json_object *nodes = member (request, "NodeNameToVictims");
  json_object *kept = json_object_new_object ();
  json_object *answer = json_object_new_object ();

  if (nodes == NULL)
    nodes = member (request, "NodeNameToMetaVictims");
  json_object_object_foreach (nodes, name, victims)
  {
    if (g_strcmp0 (name, server->spare) != 0)
      json_object_object_add (kept, name, meta_victims (victims));
  }
  json_object_object_add (answer, "NodeNameToMetaVictims", kept);
  return answer;
}

char *
answer_request (Server *server, const char *verb, const char *body)
{
  static const struct
  {
    const char *verb;
    json_object *(*answer) (Server *server, json_object *request);
    const char *needs;
  } verbs[] = {
    { "filter", filter, "Pod" },
    { "prioritize", prioritize, "Pod" },
    { "bind", bind, "PodUID" },
    { "preempt", preempt, "Pod" },
  };
  json_object *request = json_tokener_parse (body);
  char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (verbs) && text == NULL; i++)
    if (g_str_equal (verbs[i].verb, verb)
        && member (request, verbs[i].needs) != NULL)
      {
        json_object *answer;

        pthread_mutex_lock (&server->lock);
        answer = verbs[i].answer (server, request);
        pthread_mutex_unlock (&server->lock);
        text = g_strdup (
            json_object_to_json_string_ext (answer, JSON_C_TO_STRING_PLAIN));
        json_object_put (answer);
      }
  json_object_put (request);
  return text;
}
