/* signals.c - the thread that waits for the signals that end the program
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static const int deadly[] = { SIGINT, SIGTERM, SIGHUP, SIGUSR2 };

/* Tells the thread to end; threads that do not wait for it ignore it. */
#define WAKE SIGURG

/* timeout(1) sends a signal twice; that is one request. */
#define SAME_US G_USEC_PER_SEC

struct _FitSignals
{
  pthread_mutex_t lock;
  GHashTable *names; /* owned: of char *, under the lock */
  sigset_t waited_for;
  sigset_t before; /* signals blocked before */
  pthread_t thread;
  gboolean watched;              /* the thread is running */
  gint ended;                    /* atomic: the thread is to end */
  void (*asked) (gpointer data); /* (nullable) under the lock: what the first
                                   signal does instead of ending the program */
  gpointer asked_data;
  gint64 asked_us;               /* when that was */
  void (*debug) (gpointer data); /* (nullable) under the lock: for SIGUSR2 */
  gpointer debug_data;
};

void
fit_signals_remove_files (FitSignals *signals)
{
  GHashTableIter iter;
  gpointer name;

  pthread_mutex_lock (&signals->lock);
  g_hash_table_iter_init (&iter, signals->names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_unlink (name);
  pthread_mutex_unlock (&signals->lock);
}

/* Returns: FALSE if the program is to end at once */
static gboolean
ask (FitSignals *signals)
{
  gboolean was_asked = FALSE;

  pthread_mutex_lock (&signals->lock);
  if (signals->asked != NULL)
    {
      signals->asked (signals->asked_data);
      signals->asked = NULL;
      signals->asked_us = g_get_monotonic_time ();
      was_asked = TRUE;
    }
  else if (signals->asked_us != 0)
    was_asked = g_get_monotonic_time () - signals->asked_us < SAME_US;
  pthread_mutex_unlock (&signals->lock);
  return was_asked;
}

/* Returns: FALSE if SIGUSR2 is to end the program, as it does by default */
static gboolean
debug (FitSignals *signals)
{
  gboolean taken;

  pthread_mutex_lock (&signals->lock);
  taken = signals->debug != NULL;
  if (taken)
    signals->debug (signals->debug_data);
  pthread_mutex_unlock (&signals->lock);
  return taken;
}

/* A blocked signal only wakes this thread. */
static void *
watch (void *data)
{
  FitSignals *signals = data;
  sigset_t one;
  int number;

  do
    {
      if (sigwait (&signals->waited_for, &number) != 0)
        return NULL;
      if (g_atomic_int_get (&signals->ended))
        {
          /* It stays for whoever waits next. */
          if (number != WAKE)
            kill (getpid (), number);
          return NULL;
        }
    }
  while (number == WAKE
         || (number == SIGUSR2 ? debug (signals) : ask (signals)));
  fit_signals_remove_files (signals);
  sigemptyset (&one);
  sigaddset (&one, number);
  pthread_sigmask (SIG_UNBLOCK, &one, NULL);
  raise (number);
  return NULL;
}

static void
start (FitSignals *signals)
{
  g_atomic_int_set (&signals->ended, FALSE);
  signals->watched
      = pthread_create (&signals->thread, NULL, watch, signals) == 0;
}

/* The signals stay blocked. */
static void
stop (FitSignals *signals)
{
  if (!signals->watched)
    return;
  /* pthread_cancel() would load a library, and there may be no memory for
   * that. */
  g_atomic_int_set (&signals->ended, TRUE);
  pthread_kill (signals->thread, WAKE);
  pthread_join (signals->thread, NULL);
  signals->watched = FALSE;
}

FitSignals *
fit_signals_new_idle (void)
{
  FitSignals *signals = g_new0 (FitSignals, 1);

  pthread_mutex_init (&signals->lock, NULL);
  signals->names
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return signals;
}

FitSignals *
fit_signals_new (void)
{
  FitSignals *signals = fit_signals_new_idle ();
  struct sigaction action;

  sigemptyset (&signals->waited_for);
  /* Signals that are already ignored or handled stay so: nohup, an embedding
   * program. */
  for (guint i = 0; i < G_N_ELEMENTS (deadly); i++)
    if (sigaction (deadly[i], NULL, &action) == 0
        && action.sa_handler == SIG_DFL)
      sigaddset (&signals->waited_for, deadly[i]);
  sigaddset (&signals->waited_for, WAKE);
  pthread_sigmask (SIG_BLOCK, &signals->waited_for, &signals->before);
  start (signals);
  if (!signals->watched)
    pthread_sigmask (SIG_SETMASK, &signals->before, NULL);
  return signals;
}

pid_t
fit_signals_fork (FitSignals *signals)
{
  const gboolean watched = signals->watched;
  pid_t pid;

  stop (signals);
  pid = fork ();
  if (pid != 0 && watched)
    start (signals);
  return pid;
}

void
fit_signals_free (FitSignals *signals)
{
  if (signals == NULL)
    return;
  if (signals->watched)
    {
      stop (signals);
      pthread_sigmask (SIG_SETMASK, &signals->before, NULL);
    }
  g_hash_table_unref (signals->names);
  pthread_mutex_destroy (&signals->lock);
  g_free (signals);
}

char *
fit_signals_create_file (FitSignals *signals, const char *path, int mode)
{
  g_autofree char *name = g_strconcat (path, ".XXXXXX", NULL);
  int fd;

  pthread_mutex_lock (&signals->lock);
  fd = g_mkstemp_full (name, O_WRONLY | O_CLOEXEC, mode);
  if (fd >= 0)
    g_hash_table_add (signals->names, g_strdup (name));
  pthread_mutex_unlock (&signals->lock);
  if (fd < 0)
    return NULL;
  close (fd);
  return g_steal_pointer (&name);
}

gboolean
fit_signals_rename_file (FitSignals *signals, const char *name,
                         const char *path)
{
  gboolean done;

  pthread_mutex_lock (&signals->lock);
  done = g_rename (name, path) == 0;
  if (done)
    g_hash_table_remove (signals->names, name);
  pthread_mutex_unlock (&signals->lock);
  return done;
}

void
fit_signals_remove_file (FitSignals *signals, const char *name)
{
  pthread_mutex_lock (&signals->lock);
  g_unlink (name);
  g_hash_table_remove (signals->names, name);
  pthread_mutex_unlock (&signals->lock);
}

void
fit_signals_ask_first (FitSignals *signals, void (*asked) (gpointer data),
                       gpointer data)
{
  pthread_mutex_lock (&signals->lock);
  signals->asked = signals->asked_us == 0 ? asked : NULL;
  signals->asked_data = data;
  if (signals->asked_us != 0 && asked != NULL)
    asked (data);
  pthread_mutex_unlock (&signals->lock);
}

void
fit_signals_on_debug (FitSignals *signals, void (*func) (gpointer data),
                      gpointer data)
{
  pthread_mutex_lock (&signals->lock);
  signals->debug = func;
  signals->debug_data = data;
  pthread_mutex_unlock (&signals->lock);
}
