# embed-schemas.awk - the JSON schemas as a table in a C file
#
# awk -f embed-schemas.awk A.schema.json B.schema.json: fit_schemas has a row for
# each, with the name A and the text.
# SPDX-License-Identifier: Apache-2.0

BEGIN {
  print "/* made by build-aux/embed-schemas.awk */"
  print "#include \"cli/schemas.h\"\n"
  print "const FitSchema fit_schemas[] = {"
}

FNR == 1 {
  name = FILENAME
  sub (/.*\//, "", name)
  sub (/\.schema\.json$/, "", name)
  printf ("%s  { \"%s\",", (NR > 1) ? " },\n" : "", name)
}

{
  sub (/^ +/, "")
  gsub (/\\/, "&&")
  gsub (/"/, "\\\\&")
  gsub (/\?/, "\\\\&") # else "??=" would be something else in C
  printf ("\n    \"%s\\n\"", $0)
}

END { print " },\n  { 0 },\n};" }
