/* election-scene.c - candidates, locks and a network that fails
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/election-scene.h"

#include <string.h>

typedef struct
{
  gboolean exists;
  guint version;
  char holder[16];
  gint64 lease_seconds;
  gint64 transitions;
  gint64 acquired_us;
} Object;

/* A request on its way to the server, or its answer on the way back. */
typedef struct
{
  gint64 due_us;
  guint candidate;
  gboolean is_answer;
  FitLockRequest request; /* its holder is in @holder */
  char holder[16];
  guint version; /* that an update expects */
  FitLockOutcome outcome;
  Object object; /* that was read, or written */
} Message;

struct _Scene
{
  GRand *random;
  SceneNetwork network;
  gint64 now_us;
  Object objects[SCENE_OBJECTS];
  SceneCandidate candidates[SCENE_MOST_CANDIDATES];
  guint n_candidates;
  GArray *messages; /* of Message */
  GString *log;
};

Scene *
scene_new (guint32 seed, const SceneNetwork *network)
{
  Scene *scene = g_new0 (Scene, 1);

  scene->random = g_rand_new_with_seed (seed);
  scene->network = *network;
  scene->messages = g_array_new (FALSE, FALSE, sizeof (Message));
  scene->log = g_string_new (NULL);
  return scene;
}

void
scene_free (Scene *scene)
{
  for (guint i = 0; i < scene->n_candidates; i++)
    fit_election_free (scene->candidates[i].election);
  g_rand_free (scene->random);
  g_array_unref (scene->messages);
  g_string_free (scene->log, TRUE);
  g_free (scene);
}

/* -- clocks ---------------------------------------------------------------- */

static gint64
local_time (const Scene *scene, const SceneCandidate *candidate)
{
  return candidate->ahead_us + scene->now_us / 1000 * candidate->permille
         + scene->now_us % 1000 * candidate->permille / 1000;
}

/* The first true time at which its clock shows @local_us. */
static gint64
true_time (const SceneCandidate *candidate, gint64 local_us)
{
  return (local_us - candidate->ahead_us) / candidate->permille * 1000 + 1000;
}

SceneCandidate *
scene_add (Scene *scene, const char *name, const FitElectionSettings *settings,
           const guint *objects)
{
  SceneCandidate *candidate = &scene->candidates[scene->n_candidates++];

  g_assert (scene->n_candidates <= SCENE_MOST_CANDIDATES);
  g_strlcpy (candidate->name, name, sizeof candidate->name);
  candidate->settings = *settings;
  candidate->permille = 1000;
  memcpy (candidate->objects, objects, settings->n_locks * sizeof *objects);
  candidate->election
      = fit_election_new (settings, name, local_time (scene, candidate));
  return candidate;
}

void
scene_kill (Scene *scene, SceneCandidate *candidate)
{
  (void) scene;
  g_clear_pointer (&candidate->election, fit_election_free);
}

/* -- the network ----------------------------------------------------------- */

static void
send (Scene *scene, Message *message)
{
  const SceneNetwork *network = &scene->network;
  gint64 us
      = g_rand_int_range (scene->random, (gint32) network->latency_us / 10,
                          (gint32) network->latency_us + 1);

  if ((guint) g_rand_int_range (scene->random, 0, 100) < network->lost_percent)
    return;
  if ((guint) g_rand_int_range (scene->random, 0, 100) < network->late_percent)
    us *= 10;
  message->due_us = scene->now_us + us;
  g_array_append_vals (scene->messages, message, 1);
}

static void
log_request (Scene *scene, const Message *message)
{
  static const char *const verbs[] = { "reads", "creates", "updates" };
  static const char *const outcomes[]
      = { "", "missing", "conflict", "forbidden", "failed" };
  const gboolean reads = message->request.verb == FIT_LOCK_READ;
  const SceneCandidate *candidate = &scene->candidates[message->candidate];

  g_string_append_printf (
      scene->log, "%.1f %s %s %u: %s", (double) scene->now_us / SECOND,
      candidate->name, verbs[message->request.verb],
      candidate->objects[message->request.lock], outcomes[message->outcome]);
  if (message->outcome == FIT_LOCK_DONE)
    g_string_append_printf (scene->log, "%s/%d/%d", message->object.holder,
                            (int) message->object.lease_seconds,
                            (int) message->object.transitions);
  g_string_append (scene->log, reads ? "\n" : " *\n");
}

/* What an API server does. */
static void
serve (Scene *scene, Message *message)
{
  const SceneCandidate *candidate = &scene->candidates[message->candidate];
  const FitLockRequest *request = &message->request;
  Object *object = &scene->objects[candidate->objects[request->lock]];

  message->is_answer = TRUE;
  message->outcome = FIT_LOCK_DONE;
  if (request->verb != FIT_LOCK_CREATE && !object->exists)
    message->outcome = FIT_LOCK_MISSING;
  else if (request->verb == FIT_LOCK_CREATE
               ? object->exists
               : request->verb == FIT_LOCK_UPDATE
                     && object->version != message->version)
    message->outcome = FIT_LOCK_CONFLICT;
  else if (request->verb != FIT_LOCK_READ)
    {
      object->exists = TRUE;
      object->version++;
      memcpy (object->holder, message->holder, sizeof object->holder);
      object->lease_seconds = request->record.lease_seconds;
      object->transitions = request->record.transitions;
      object->acquired_us = request->record.acquired_us;
    }
  message->object = *object;
  log_request (scene, message);
  send (scene, message);
}

/* -- candidates ------------------------------------------------------------ */

static void
take_answer (Scene *scene, Message *message)
{
  SceneCandidate *candidate = &scene->candidates[message->candidate];
  g_autofree char *raw = g_strdup_printf ("%u", message->object.version);
  const FitLockAnswer answer = {
    .id = message->request.id,
    .outcome = message->outcome,
    .record = { .holder = message->object.holder,
                .lease_seconds = message->object.lease_seconds,
                .transitions = message->object.transitions,
                .acquired_us = message->object.acquired_us },
    .raw = raw,
    .problem = "trouble",
  };

  if (candidate->election == NULL)
    return;
  if (message->request.verb == FIT_LOCK_READ)
    candidate->versions[message->request.lock] = message->object.version;
  fit_election_answer (candidate->election, &answer,
                       local_time (scene, candidate));
}

static void
wake (Scene *scene, guint index)
{
  SceneCandidate *candidate = &scene->candidates[index];
  Message message = { .candidate = index };

  if (!fit_election_next (candidate->election, &message.request,
                          local_time (scene, candidate)))
    return;
  if (message.request.verb != FIT_LOCK_READ)
    g_strlcpy (message.holder, message.request.record.holder,
               sizeof message.holder);
  message.version = candidate->versions[message.request.lock];
  send (scene, &message);
}

void
scene_release (Scene *scene, SceneCandidate *candidate)
{
  fit_election_release (candidate->election, local_time (scene, candidate));
}

/* -- time ------------------------------------------------------------------ */

static gint64
due_of_message (const Scene *scene, const Message *message)
{
  const SceneCandidate *candidate = &scene->candidates[message->candidate];

  return message->is_answer ? MAX (message->due_us, candidate->frozen_until_us)
                            : message->due_us;
}

static gint64
due_of_candidate (const Scene *scene, const SceneCandidate *candidate)
{
  const gint64 due_us = candidate->election != NULL
                            ? fit_election_due (candidate->election)
                            : G_MAXINT64;

  if (due_us == G_MAXINT64)
    return due_us;
  return MAX (MAX (candidate->frozen_until_us, scene->now_us),
              due_us == G_MININT64 ? 0 : true_time (candidate, due_us));
}

/* The next thing that happens: a message that arrives, or else a candidate that
 * acts.  Returns: FALSE if that is not before @until_us */
static gboolean
find_next (Scene *scene, gint64 until_us, int *out_message, int *out_candidate)
{
  gint64 first_us = until_us;

  *out_message = *out_candidate = -1;
  for (guint i = 0; i < scene->n_candidates; i++)
    {
      const gint64 us = due_of_candidate (scene, &scene->candidates[i]);

      if (us < first_us)
        {
          first_us = us;
          *out_candidate = (int) i;
        }
    }
  for (guint i = 0; i < scene->messages->len; i++)
    {
      const gint64 us = due_of_message (
          scene, &g_array_index (scene->messages, Message, i));

      if (us < first_us
          || (us == first_us && us < until_us
              && g_rand_boolean (scene->random)))
        {
          first_us = us;
          *out_message = (int) i;
        }
    }
  scene->now_us = MAX (scene->now_us, first_us);
  return first_us < until_us;
}

static void
arrive (Scene *scene, guint index)
{
  Message taken = g_array_index (scene->messages, Message, index);

  g_array_remove_index (scene->messages, index);
  if (taken.is_answer)
    take_answer (scene, &taken);
  else
    serve (scene, &taken);
}

void
scene_run (Scene *scene, gint64 until_us,
           void (*check) (Scene *scene, gpointer data), gpointer data)
{
  int message;
  int candidate;

  while (find_next (scene, until_us, &message, &candidate))
    {
      if (check != NULL)
        check (scene, data);
      if (message >= 0)
        arrive (scene, (guint) message);
      else
        wake (scene, (guint) candidate);
      if (check != NULL)
        check (scene, data);
    }
}

gboolean
scene_leads (const Scene *scene, const SceneCandidate *candidate)
{
  return candidate->election != NULL
         && fit_election_view (candidate->election).state
                == FIT_ELECTION_LEADING
         && local_time (scene, candidate)
                < fit_election_view (candidate->election).leads_until_us;
}

const char *
scene_holder (const Scene *scene, guint object)
{
  return scene->objects[object].holder;
}

void
scene_edit (Scene *scene, guint object, const char *holder)
{
  g_strlcpy (scene->objects[object].holder, holder,
             sizeof scene->objects[object].holder);
  scene->objects[object].version++;
}

gint64
scene_now (const Scene *scene)
{
  return scene->now_us;
}

void
scene_set_network (Scene *scene, const SceneNetwork *network)
{
  scene->network = *network;
}

const char *
scene_log (const Scene *scene)
{
  return scene->log->str;
}
