# embed.awk - text files as strings in a C file
#
# awk -v prefix=fit_page_ -f embed.awk FILE.css A.js B.js FILE.html: what ends in
# .css becomes fit_page_css, and so on; files with one suffix are joined in the
# order of the arguments.
# SPDX-License-Identifier: Apache-2.0

FNR == 1 {
  suffix = FILENAME
  sub (/.*\./, "", suffix)
  if (!(suffix in text))
    order[++n] = suffix
}

{
  gsub (/\\/, "&&")
  gsub (/"/, "\\\\&")
  gsub (/\?/, "\\\\&") # else "??=" would be something else in C
  gsub (/\t/, "\\t")
  text[suffix] = text[suffix] "\n  \"" $0 "\\n\""
}

END {
  print "/* made by build-aux/embed.awk */"
  for (i = 1; i <= n; i++)
    {
      print "extern const char " prefix order[i] "[];"
      print "const char " prefix order[i] "[] =" text[order[i]] ";"
    }
}
