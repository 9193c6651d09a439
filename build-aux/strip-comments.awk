# strip-comments.awk - C text without comments and without what is inside quotes
#
# One line of output per line of input.  With -v where=1 each line begins with
# "FILE:LINE:", so that a match can be pointed at.
# SPDX-License-Identifier: Apache-2.0

FNR == 1 { in_comment = 0 }

{
  rest = $0
  text = ""
  while (rest != "")
    {
      if (in_comment)
        {
          end = index (rest, "*/")
          if (end == 0)
            break
          rest = substr (rest, end + 2)
          text = text " "
          in_comment = 0
        }
      else if (!match (rest, /\/\*|\/\/|"|'/))
        {
          text = text rest
          rest = ""
        }
      else
        {
          mark = substr (rest, RSTART, RLENGTH)
          text = text substr (rest, 1, RSTART - 1)
          rest = substr (rest, RSTART)
          if (mark == "/*")
            {
              in_comment = 1
              rest = substr (rest, 3)
            }
          else if (mark == "//")
            rest = ""
          else if (match (rest, /^"([^"\\]|\\.)*"/) || match (rest, /^'([^'\\]|\\.)*'/))
            {
              text = text mark mark
              rest = substr (rest, RLENGTH + 1)
            }
          else
            {
              text = text mark
              rest = substr (rest, 2)
            }
        }
    }
  if (where)
    print FILENAME ":" FNR ":" text
  else
    print text
}
