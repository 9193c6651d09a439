/* temporaries.h - temporary files, removed however the program ends
 *
 * A thread waits for the signals that end a program (INT, TERM, HUP), removes
 * the files, and then lets the signal take effect.
 */
#pragma once

#include <glib.h>

typedef struct _FitTemporaries FitTemporaries;

/* fit_temporaries_new: call it before any other thread is started: it blocks
 * the signals for all later threads */
FitTemporaries *fit_temporaries_new (void);
void fit_temporaries_free (FitTemporaries *temporaries);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitTemporaries, fit_temporaries_free)

/* fit_temporaries_create: creates an empty file in the directory of @path, with
 * a unique name and the permissions @mode (minus the umask).
 * Returns: (transfer full) (nullable): its name; NULL with errno */
char *fit_temporaries_create (FitTemporaries *temporaries, const char *path,
                              int mode);

/* fit_temporaries_rename: gives the file its final name.
 * Returns: FALSE with errno */
gboolean fit_temporaries_rename (FitTemporaries *temporaries, const char *name,
                                 const char *path);

/* fit_temporaries_remove: removes a file that is no longer needed */
void fit_temporaries_remove (FitTemporaries *temporaries, const char *name);

/* fit_temporaries_ask_first: from now on the first of these signals calls
 * @asked (nullable), on another thread, and does nothing else; the second one
 * ends the program.  If an earlier function has been called already, @asked is
 * called at once.  @asked must not use @temporaries. */
void fit_temporaries_ask_first (FitTemporaries *temporaries,
                                void (*asked) (gpointer data), gpointer data);

/* fit_temporaries_remove_all: removes all files; call it at the end */
void fit_temporaries_remove_all (FitTemporaries *temporaries);

/* fit_temporaries_on_debug: SIGUSR2 calls @func (nullable) on a thread of its
 * own, and does not end the program */
void fit_temporaries_on_debug (FitTemporaries *temporaries,
                               void (*func) (gpointer data), gpointer data);
