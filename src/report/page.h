/* page.h - answers as one HTML file to look at
 *
 * The file needs nothing else: its style, its script and the answers are in it,
 * and it forbids itself any request.  The script draws what the answers say;
 * src/report/page has its source.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* The title until the script has one for the answer. */
#define FIT_PAGE_TITLE "fitsched"

/**
 * fit_page_append:
 * @title: of the window
 * @answers: of char: documents as -o json prints them, valid JSON in UTF-8
 *
 * Appends a page with all of @answers, which stand in it as they are.
 */
void fit_page_append (const char *title, const GPtrArray *answers,
                      GString *out);
