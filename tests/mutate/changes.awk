# changes.awk - the one-token changes that ./dev mutate can make to C sources
#
#   awk -v seed=1 -f changes.awk FILE...
#
# prints them in random order, one for each token, as lines of fields with tabs
# between: file, line, column (from 1), token, what takes its place.  The same
# seed gives the same order, in every awk.
#
# The sources are formatted by ./dev fmt.  So a binary operator has a space on
# both sides, which "FitPod *pod" and "-1" have not, and a call has one before
# its parenthesis.
# SPDX-License-Identifier: Apache-2.0

BEGIN {
  instead["=="] = "!="
  instead["!="] = "=="
  instead["<"] = "<= >="
  instead["<="] = "< >"
  instead[">"] = ">= <="
  instead[">="] = "> <"
  instead["&&"] = "||"
  instead["||"] = "&&"
  instead["+"] = "-"
  instead["-"] = "+"
  instead["*"] = "/"
  instead["/"] = "*"
  instead["%"] = "*"
  instead["&"] = "|"
  instead["|"] = "&"
  instead["<<"] = ">>"
  instead[">>"] = "<<"
  instead["+="] = "-="
  instead["-="] = "+="
  instead["|="] = "&="
  instead["&="] = "|="

  # A leak is for the sanitizers to find, and so is a block that is too small, a
  # step behind the end of an array, and a lock that is missing.  Any hash is as
  # good as another, and any number below zero where a sign, "none" or "up to its
  # end" is meant.  The compiler checks static assertions.  What g_assert()
  # and g_return_if_fail() check is always so, and va_end() does nothing.
  no_function = "^((free|clear|hash)_.*|.*_(free|clear|unref|hash))$"
  symmetric = "cmp0? \\([^()]*\\) [!=]= 0|(equal|_(add|multiply)|_(add|mul)_overflow) \\("
  frees = "_free \\([^,;]*, TRUE\\)"
  sign = "(\\? -1 : 1|\\? 1 : -1)"
  allocation = "(^|[^a-z_0-9])(g_(malloc|new|renew|realloc|(array|ptr_array|byte_array)_(new|sized_new)|string_sized_new)[a-z_0-9]*|fit_labels_new|[a-z_]*arena_(new|alloc)[a-z_0-9]*|G_STATIC_ASSERT|g_assert) \\("
  no_statement = "^(if|for|while|switch|return|sizeof|do|else|va_end|g_auto.*|g_return_(val_)?if_fail|.*(freev?|unref|release(_full)?|clear|deinit|destroy|clear_.*|free_.*|(un)?lock|arena_(reset|rewind)|(pthread|.*monitor)_(.*_)?init))$"
}

FNR == 1 {
  in_comment = in_directive = in_allocation = in_no_function = 0
  before = ";"
}

# code (LINE): LINE with each character of comments and of quoted text
# replaced, so that columns stay what they are
function code (line,    text, start, n, i)
{
  text = ""
  while (line != "")
    {
      if (in_comment)
        {
          n = index (line, "*/")
          in_comment = n == 0
          n = n ? n + 1 : length (line)
        }
      else if (match (line, /\/\*|\/\/|["']/) == 0)
        return text line
      else
        {
          text = text substr (line, 1, RSTART - 1)
          start = substr (line, RSTART, RLENGTH)
          line = substr (line, RSTART)
          if (start == "/*")
            {
              in_comment = 1
              text = text "  "
              line = substr (line, 3)
              continue
            }
          if (start == "//")
            return text
          if (match (line, /^("([^"\\]|\\.)*"|'([^'\\]|\\.)*')/) == 0)
            return text line
          n = RLENGTH
          for (i = 1; i <= n; i++)
            text = text "@"
          line = substr (line, n + 1)
          continue
        }
      for (i = 1; i <= n; i++)
        text = text " "
      line = substr (line, n + 1)
    }
  return text
}

# add (COLUMN, TOKEN, REPLACEMENTS): a site; the replacements are separated by
# tabs
function add (column, token, replacements)
{
  site[++sites] = FILENAME "\t" FNR "\t" column "\t" token
  choice[sites] = replacements
}

function operators (text,    at, token, rest, choices)
{
  rest = text
  at = 0
  while (match (rest, /[ \t(]([-+*\/%&|<>]|[-+|&=!<>]=|&&|\|\||<<|>>) /))
    {
      token = substr (rest, RSTART + 1, RLENGTH - 2)
      if (token in instead)
        {
          choices = token == "<" && text ~ /^ *for \(/ ? ">=" : instead[token]
          gsub (/ /, "\t", choices)
          add (at + RSTART + 1, token, choices)
        }
      at += RSTART + RLENGTH - 2
      rest = substr (text, at + 1)
    }
}

# words: what is said in letters or digits, and "!".  FIT_RELEASE (N, 0) is no
# release that anybody can name, except those of fit_releases().
function words (text,    at, token, rest, number, suffix)
{
  rest = text
  at = 0
  while (match (rest, /[A-Za-z_0-9.@]+|!/))
    {
      token = substr (rest, RSTART, RLENGTH)
      at += RSTART
      rest = substr (rest, RSTART + RLENGTH)
      if (token == "TRUE" && text ~ frees)
        ;
      else if (token == "TRUE")
        add (at, token, "FALSE")
      else if (token == "FALSE")
        add (at, token, "TRUE")
      else if (token ~ /^(if|while)$/ && rest ~ /^ \(/)
        add (at, token, token "_not")
      else if (token == "!" && rest !~ /^=/)
        add (at, token, "")
      else if (token ~ /^[0-9]+[uUlL]*$/ && length (token) < 10 \
               && (substr (text, 1, at - 1) !~ /FIT_RELEASE \([0-9]+, $/ \
                   || substr (text, 1, at - 1) ~ /FIT_RELEASE \((19|33), $/))
        {
          number = token + 0
          suffix = token
          sub (/^[0-9]+/, "", suffix)
          if (number == 1 && (substr (text, at - 1, 1) == "-" || text ~ sign))
            add (at, token, "0")
          else
            add (at, token, (number + 1) suffix (number > 0 ? "\t" (number - 1) suffix : ""))
        }
      at += length (token) - 1
    }
}

# calls: a statement that is one call and nothing else, and a call with two
# plain names as first arguments, unless either may come first
function calls (text,    name, names, at)
{
  if (before ~ /([;{})@:]|else)$/ && match (text, /^ +[a-z_][a-z_0-9]* \(/))
    {
      at = match (text, /[a-z_]/)
      name = substr (text, at)
      sub (/ .*/, "", name)
      if (name !~ no_statement)
        add (at, name, "while (0) " name)
    }
  if (text !~ symmetric && match (text, /[a-z_0-9] \([a-z_][a-z_0-9]*, [a-z_][a-z_0-9]*[,)]/))
    {
      at = RSTART + 3
      name = substr (text, at, RLENGTH - 4)
      split (name, names, ", ")
      if (names[1] != names[2])
        add (at, name, names[2] ", " names[1])
    }
}

{
  text = code($0)
  # "All zero", whatever the type of the first member.
  gsub (/\{ 0 \}/, "{ @ }", text)
  if (in_directive || text ~ /^#/)
    {
      in_directive = text ~ /\\$/
      next
    }
  sub (/[ \t]+$/, "", text)
  if (text ~ /^[a-z_0-9]+ \(/)
    {
      name = text
      sub (/ .*/, "", name)
      in_no_function = name ~ no_function
    }
  if (text ~ allocation)
    in_allocation = 1
  if (!in_allocation && !in_no_function)
    {
      operators(text)
      words(text)
      calls(text)
    }
  if (text ~ /[;{}]$/)
    in_allocation = 0
  if (text != "")
    before = text
}

# below (N): a random number from 1 to N (Park and Miller)
function below (n)
{
  seed = (seed * 16807) % 2147483647
  return seed % n + 1
}

END {
  seed = (seed * 7919 + 12345) % 2147483646 + 1
  for (i = 1; i <= sites; i++)
    order[i] = i
  for (i = sites; i >= 1; i--)
    {
      j = below(i)
      n = order[j]
      order[j] = order[i]
      print site[n] "\t" one_of(choice[n])
    }
}

# one_of (LIST): one of them
function one_of (list,    of, n)
{
  n = split (list, of, "\t")
  return n ? of[below(n)] : ""
}
