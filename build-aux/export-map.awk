# export-map.awk - the linker's list of what libfitsched exports
#
# Reads the installed headers without their comments (strip-comments.awk) and
# writes a version script: every fit_ name they declare is part of the
# interface, everything else stays inside.  A name that is no symbol (a static
# inline function, say) does no harm there.
# SPDX-License-Identifier: Apache-2.0

/^[ \t]*#/ { in_directive = 1 }

{
  continued = /\\$/
  while (!in_directive && match ($0, /fit_[a-z0-9_]+[ \t]*[(;[]/))
    {
      before = RSTART > 1 ? substr ($0, RSTART - 1, 1) : " "
      name = substr ($0, RSTART, RLENGTH)
      sub (/[ \t]*[(;[]$/, "", name)
      if (before !~ /[A-Za-z0-9_]/)
        seen[name] = 1
      $0 = substr ($0, RSTART + RLENGTH)
    }
  if (!continued)
    in_directive = 0
}

END {
  print version " {"
  print "global:"
  fflush ()
  for (name in seen)
    print "  " name ";" | "LC_ALL=C sort"
  close ("LC_ALL=C sort")
  print "local:"
  print "  *;"
  print "};"
}
