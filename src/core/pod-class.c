/* pod-class.c - the key of a pod: all that rules about a pod and a single node
 * read of it
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/pod-class.h"

#include <string.h>

/* Every list begins with its length, so that no key is the beginning of
 * another. */

static inline void
put (FitPodKey *key, guint64 word)
{
  if (G_UNLIKELY (key->n == key->room))
    {
      key->room = MAX (32, 2 * key->room);
      key->words = g_renew (guint64, key->words, key->room);
    }
  key->words[key->n++] = word;
}

void
fit_pod_key_begin (FitPodKey *key, guint64 word)
{
  key->n = 0;
  put (key, word);
}

static void
put_string (FitPodKey *key, const char *interned)
{
  put (key, (guint64) (gsize) interned);
}

static void
put_text (FitPodKey *key, const char *text)
{
  const gsize len = strlen (text);

  put (key, len);
  for (gsize i = 0; i < len; i += sizeof (guint64))
    {
      guint64 word = 0;

      memcpy (&word, text + i, MIN (len - i, sizeof word));
      put (key, word);
    }
}

static void
put_resources (FitPodKey *key, const FitResources *amounts)
{
  put (key, (guint64) amounts->milli_cpu);
  put (key, (guint64) amounts->memory);
  put (key, (guint64) amounts->ephemeral_storage);
  put (key, amounts->n_scalars);
  for (guint i = 0; i < amounts->n_scalars; i++)
    {
      put_string (key, amounts->scalars[i].name);
      put (key, (guint64) amounts->scalars[i].value);
    }
}

static void
put_selector (FitPodKey *key, const FitSelector *selector)
{
  put (key, selector != NULL ? 1 + selector->n : 0);
  if (selector == NULL)
    return;
  put (key, (selector->nothing ? 1 : 0) | (selector->error != NULL ? 2 : 0));
  for (guint i = 0; i < selector->n; i++)
    {
      const FitRequirement *requirement = &selector->requirements[i];

      put_string (key, requirement->key);
      put (key, requirement->op);
      put (key, requirement->n_values);
      for (guint k = 0; k < requirement->n_values; k++)
        put_string (key, requirement->values[k]);
    }
}

/* v1.16 ignores the fields. */
static void
put_preferences (FitPodKey *key, const FitPodSpec *spec, gboolean fields)
{
  put (key, spec->n_preferred_nodes);
  for (guint i = 0; i < spec->n_preferred_nodes; i++)
    {
      const FitPreferredNodeTerm *term = &spec->preferred_nodes[i];

      put (key, (guint64) term->weight);
      put_selector (key, term->expressions);
      if (fields)
        put_selector (key, term->fields);
    }
}

static void
put_required_nodes (FitPodKey *key, const FitNodeSelector *required)
{
  put (key, required != NULL ? 1 + required->n : 0);
  for (guint i = 0; required != NULL && i < required->n; i++)
    {
      put_selector (key, required->terms[i].expressions);
      put_selector (key, required->terms[i].fields);
    }
}

void
fit_pod_labels_key (const FitPod *pod, FitPodKey *key)
{
  const FitLabels *map = pod->spec->node_selector_map;

  put_selector (key, pod->spec->node_selector);
  put (key, map != NULL ? 1 + map->n : 0);
  for (guint i = 0; map != NULL && i < map->n; i++)
    {
      put_string (key, map->pairs[i].key);
      put_string (key, map->pairs[i].value);
    }
  put_required_nodes (key, pod->spec->required_nodes);
  put_preferences (key, pod->spec, TRUE);
}

typedef struct
{
  guint n;
  guint room;
  const char **keys;
  gboolean whole; /* these are all */
} Keys;

static void
add_key (Keys *keys, const char *key)
{
  guint i = 0;

  while (i < keys->n && keys->keys[i] != key)
    i++;
  if (i < keys->n)
    return;
  if (keys->n == keys->room)
    keys->whole = FALSE;
  else
    keys->keys[keys->n++] = key;
}

static void
add_keys_of (Keys *keys, const FitSelector *expressions,
             const FitSelector *fields)
{
  for (guint i = 0; expressions != NULL && i < expressions->n; i++)
    add_key (keys, expressions->requirements[i].key);
  keys->whole &= fields == NULL;
}

guint
fit_pod_label_keys (const FitPod *pod, const char **keys, guint room)
{
  const FitPodSpec *spec = pod->spec;
  const FitLabels *map = spec->node_selector_map;
  const FitNodeSelector *required = spec->required_nodes;
  Keys found = { .room = room, .keys = keys, .whole = TRUE };

  add_keys_of (&found, spec->node_selector, NULL);
  for (guint i = 0; map != NULL && i < map->n; i++)
    add_key (&found, map->pairs[i].key);
  for (guint i = 0; required != NULL && i < required->n; i++)
    add_keys_of (&found, required->terms[i].expressions,
                 required->terms[i].fields);
  for (guint i = 0; i < spec->n_preferred_nodes; i++)
    add_keys_of (&found, spec->preferred_nodes[i].expressions,
                 spec->preferred_nodes[i].fields);
  return found.whole ? found.n : G_MAXUINT;
}

static void
put_amounts (FitPodKey *key, const FitPodSpec *spec)
{
  put_resources (key, &spec->requests);
  put_resources (key, &spec->limits);
  put (key, (spec->has_overhead ? 1 : 0) | (spec->best_effort ? 2 : 0));
  if (spec->has_overhead)
    {
      put_resources (key, &spec->overhead);
      put (key, (guint64) spec->overhead_cpu_value);
    }
  put (key, (guint64) spec->nonzero_milli_cpu);
  put (key, (guint64) spec->nonzero_memory);
}

void
fit_pod_class_key (const FitPod *pod, gboolean whole, FitPodKey *key)
{
  const FitOwnerReference *controller = pod->meta.controller;

  put_string (key, pod->node_name);
  if (whole)
    put (key, (guint64) (gsize) pod->spec);
  else
    {
      const FitPodSpec *spec;

      put_amounts (key, pod->spec);
      put (key, pod->spec->n_host_ports);
      for (guint i = 0; i < pod->spec->n_host_ports; i++)
        {
          const FitHostPort *port = &pod->spec->host_ports[i];

          put_string (key, port->ip);
          put_string (key, port->protocol);
          put (key, (guint64) port->port);
        }
      put (key, pod->spec->n_tolerations);
      for (guint i = 0; i < pod->spec->n_tolerations; i++)
        {
          const FitToleration *toleration = &pod->spec->tolerations[i];

          put_string (key, toleration->key);
          put_string (key, toleration->value);
          put (key, toleration->op);
          put (key, toleration->effect);
        }
      spec = pod->spec;
      put_selector (key, spec->node_selector);
      put_required_nodes (key, spec->required_nodes);
      put_preferences (key, spec, FALSE);
    }
  put (key, controller != NULL);
  if (controller != NULL)
    {
      put_text (key, controller->kind);
      put_text (key, controller->uid);
    }
}
