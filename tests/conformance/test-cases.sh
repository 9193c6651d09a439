#!/usr/bin/env bash
# Every case shipped with the project, one TAP line each.
# SPDX-License-Identifier: Apache-2.0

exec "$FIT_TEST_BUILDDIR/tests/conformance/run-conformance" --tap \
  "$FIT_TEST_SRCDIR/tests/conformance/cases"
