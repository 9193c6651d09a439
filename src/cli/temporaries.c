/* temporaries.c - removes files that a signal would leave behind */
#include "cli/temporaries.h"

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

struct _FitTemporaries
{
  pthread_mutex_t lock;
  GHashTable *names; /* owned: of char *, under the lock */
  sigset_t signals;  /* signals that the thread waits for */
  sigset_t before;   /* signals blocked before */
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
fit_temporaries_remove_all (FitTemporaries *temporaries)
{
  GHashTableIter iter;
  gpointer name;

  pthread_mutex_lock (&temporaries->lock);
  g_hash_table_iter_init (&iter, temporaries->names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_unlink (name);
  pthread_mutex_unlock (&temporaries->lock);
}

/* Returns: FALSE if the program is to end at once */
static gboolean
ask (FitTemporaries *temporaries)
{
  gboolean was_asked = FALSE;

  pthread_mutex_lock (&temporaries->lock);
  if (temporaries->asked != NULL)
    {
      temporaries->asked (temporaries->asked_data);
      temporaries->asked = NULL;
      temporaries->asked_us = g_get_monotonic_time ();
      was_asked = TRUE;
    }
  else if (temporaries->asked_us != 0)
    was_asked = g_get_monotonic_time () - temporaries->asked_us < SAME_US;
  pthread_mutex_unlock (&temporaries->lock);
  return was_asked;
}

/* Returns: FALSE if SIGUSR2 is to end the program, as it does by default */
static gboolean
debug (FitTemporaries *temporaries)
{
  gboolean taken;

  pthread_mutex_lock (&temporaries->lock);
  taken = temporaries->debug != NULL;
  if (taken)
    temporaries->debug (temporaries->debug_data);
  pthread_mutex_unlock (&temporaries->lock);
  return taken;
}

/* A blocked signal only wakes this thread. */
static void *
watch (void *data)
{
  FitTemporaries *temporaries = data;
  sigset_t one;
  int number;

  do
    if (sigwait (&temporaries->signals, &number) != 0
        || g_atomic_int_get (&temporaries->ended))
      return NULL;
  while (number == WAKE
         || (number == SIGUSR2 ? debug (temporaries) : ask (temporaries)));
  fit_temporaries_remove_all (temporaries);
  sigemptyset (&one);
  sigaddset (&one, number);
  pthread_sigmask (SIG_UNBLOCK, &one, NULL);
  raise (number);
  return NULL;
}

/* Signals that are already ignored or handled stay so: nohup, an embedding
 * program. */
static gboolean
would_end (int number)
{
  struct sigaction action;

  return sigaction (number, NULL, &action) == 0 && action.sa_handler == SIG_DFL;
}

FitTemporaries *
fit_temporaries_new (void)
{
  FitTemporaries *temporaries = g_new0 (FitTemporaries, 1);

  pthread_mutex_init (&temporaries->lock, NULL);
  temporaries->names
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  sigemptyset (&temporaries->signals);
  for (guint i = 0; i < G_N_ELEMENTS (deadly); i++)
    if (would_end (deadly[i]))
      sigaddset (&temporaries->signals, deadly[i]);
  sigaddset (&temporaries->signals, WAKE);
  pthread_sigmask (SIG_BLOCK, &temporaries->signals, &temporaries->before);
  temporaries->watched
      = pthread_create (&temporaries->thread, NULL, watch, temporaries) == 0;
  if (!temporaries->watched)
    pthread_sigmask (SIG_SETMASK, &temporaries->before, NULL);
  return temporaries;
}

void
fit_temporaries_free (FitTemporaries *temporaries)
{
  if (temporaries == NULL)
    return;
  if (temporaries->watched)
    {
      /* pthread_cancel() would load a library, and there may be no memory for
       * that. */
      g_atomic_int_set (&temporaries->ended, TRUE);
      pthread_kill (temporaries->thread, WAKE);
      pthread_join (temporaries->thread, NULL);
      pthread_sigmask (SIG_SETMASK, &temporaries->before, NULL);
    }
  g_hash_table_unref (temporaries->names);
  pthread_mutex_destroy (&temporaries->lock);
  g_free (temporaries);
}

char *
fit_temporaries_create (FitTemporaries *temporaries, const char *path, int mode)
{
  g_autofree char *name = g_strconcat (path, ".XXXXXX", NULL);
  int fd;

  pthread_mutex_lock (&temporaries->lock);
  fd = g_mkstemp_full (name, O_WRONLY | O_CLOEXEC, mode);
  if (fd >= 0)
    g_hash_table_add (temporaries->names, g_strdup (name));
  pthread_mutex_unlock (&temporaries->lock);
  if (fd < 0)
    return NULL;
  close (fd);
  return g_steal_pointer (&name);
}

gboolean
fit_temporaries_rename (FitTemporaries *temporaries, const char *name,
                        const char *path)
{
  gboolean done;

  pthread_mutex_lock (&temporaries->lock);
  done = g_rename (name, path) == 0;
  if (done)
    g_hash_table_remove (temporaries->names, name);
  pthread_mutex_unlock (&temporaries->lock);
  return done;
}

void
fit_temporaries_remove (FitTemporaries *temporaries, const char *name)
{
  pthread_mutex_lock (&temporaries->lock);
  g_unlink (name);
  g_hash_table_remove (temporaries->names, name);
  pthread_mutex_unlock (&temporaries->lock);
}

void
fit_temporaries_ask_first (FitTemporaries *temporaries,
                           void (*asked) (gpointer data), gpointer data)
{
  pthread_mutex_lock (&temporaries->lock);
  temporaries->asked = temporaries->asked_us == 0 ? asked : NULL;
  temporaries->asked_data = data;
  if (temporaries->asked_us != 0 && asked != NULL)
    asked (data);
  pthread_mutex_unlock (&temporaries->lock);
}

void
fit_temporaries_on_debug (FitTemporaries *temporaries,
                          void (*func) (gpointer data), gpointer data)
{
  pthread_mutex_lock (&temporaries->lock);
  temporaries->debug = func;
  temporaries->debug_data = data;
  pthread_mutex_unlock (&temporaries->lock);
}
