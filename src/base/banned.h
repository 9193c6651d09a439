/* banned.h - functions that no file of the project may call
 *
 * The build includes this header before the first line of every C file
 * (-include), so a banned name does not compile.  Reasons and replacements:
 *
 *   strcpy strcat sprintf gets   know no bounds: g_strlcpy, GString, g_snprintf
 *   strtok                       keeps state: g_strsplit, strchr
 *   atoi atof strtol strtoul...  depend on the locale or say nothing about
 *                                overflow: g_ascii_string_to_signed,
 *                                g_ascii_string_to_unsigned, g_ascii_strtod
 *   rand srand                   one state for the process: GRand with a seed
 *   localtime gmtime             one buffer for the process: GDateTime
 *   alloca                       has no limit: FitArena, g_malloc
 *   setlocale                    decisions do not depend on the locale
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The headers that declare these names come first, because poisoning does not
 * affect what has been read.  They need _GNU_SOURCE; a file may still define it
 * itself. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <glib.h>

/* GLib defines it as a macro. */
#undef alloca

#pragma GCC poison strcpy strcat sprintf vsprintf gets
#pragma GCC poison strtok
#pragma GCC poison atoi atol atoll atof
#pragma GCC poison strtol strtoul strtoll strtoull strtod strtof strtold
#pragma GCC poison rand srand
#pragma GCC poison localtime gmtime
#pragma GCC poison alloca
#pragma GCC poison setlocale
