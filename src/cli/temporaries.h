/* temporaries.h - files that are to go however the program ends
 *
 * A thread waits for the signals that end a program (INT, TERM, HUP), removes
 * the files and lets the signal do what it does.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _FitTemporaries FitTemporaries;

/* fit_temporaries_new: before any other thread is there: it blocks the signals
 * for all that are to come */
FitTemporaries *fit_temporaries_new (void);
void fit_temporaries_free (FitTemporaries *temporaries);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitTemporaries, fit_temporaries_free)

/* fit_temporaries_create: makes an empty file beside @path, with a name of its
 * own and the permissions @mode (less the umask).
 * Returns: (transfer full) (nullable): its name; NULL with errno */
char *fit_temporaries_create (FitTemporaries *temporaries, const char *path,
                              int mode);

/* fit_temporaries_rename: gives the file its name at last.
 * Returns: FALSE with errno */
gboolean fit_temporaries_rename (FitTemporaries *temporaries, const char *name,
                                 const char *path);

/* fit_temporaries_remove: the file is no longer needed */
void fit_temporaries_remove (FitTemporaries *temporaries, const char *name);

/* fit_temporaries_remove_all: for the very end */
void fit_temporaries_remove_all (FitTemporaries *temporaries);

G_END_DECLS
