/* signals.h - the signals that end the program, and the temporary files that it
 * removes however it ends
 *
 * A thread waits for the signals that end a program (INT, TERM, HUP), removes
 * the files, and then lets the signal take effect.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <sys/types.h>

typedef struct _FitSignals FitSignals;

/* fit_signals_new: call it before any other thread is started: it blocks
 * the signals for all later threads */
FitSignals *fit_signals_new (void);

/* fit_signals_new_idle: only the files: signals remain what the embedding
 * program made of them */
FitSignals *fit_signals_new_idle (void);
void fit_signals_free (FitSignals *signals);

/* fit_signals_fork: fork(), while no thread waits for signals: a process that is
 * made of several threads could find locks taken for ever, and not start threads
 * of its own.  In the new process the signals are blocked.  Call it before other
 * threads work */
pid_t fit_signals_fork (FitSignals *signals);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSignals, fit_signals_free)

/* fit_signals_create_file: creates an empty file in the directory of @path, with
 * a unique name and the permissions @mode (minus the umask).
 * Returns: (transfer full) (nullable): its name; NULL with errno */
char *fit_signals_create_file (FitSignals *signals, const char *path, int mode);

/* fit_signals_rename_file: gives the file its final name.
 * Returns: FALSE with errno */
gboolean fit_signals_rename_file (FitSignals *signals, const char *name,
                                  const char *path);

/* fit_signals_remove_file: removes a file that is no longer needed */
void fit_signals_remove_file (FitSignals *signals, const char *name);

/* fit_signals_ask_first: from now on the first of these signals calls
 * @asked (nullable), on another thread, and does nothing else; the second one
 * ends the program.  If an earlier function has been called already, @asked is
 * called at once.  @asked must not use @signals. */
void fit_signals_ask_first (FitSignals *signals, void (*asked) (gpointer data),
                            gpointer data);

/* fit_signals_remove_files: removes all files; call it at the end */
void fit_signals_remove_files (FitSignals *signals);

/* fit_signals_on_debug: SIGUSR2 calls @func (nullable) on a thread of its
 * own, and does not end the program */
void fit_signals_on_debug (FitSignals *signals, void (*func) (gpointer data),
                           gpointer data);
