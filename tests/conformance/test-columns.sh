#!/usr/bin/env bash
# Every case with each search made twice: in the columns of classes of pods, and without them.
# SPDX-License-Identifier: Apache-2.0

. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

out=$(FITSCHED_CHECK_COLUMNS=1 "$FIT_TEST_BUILDDIR/tests/conformance/run-conformance" "$FIT_TEST_SRCDIR/tests/conformance/cases")
is "$?" 0 "both searches find the same: $(tail -n 1 <<<"$out")"
finish
