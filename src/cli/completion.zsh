#compdef fitsched
# zsh completion for fitsched, made by 'fitsched completion zsh'

_fitsched ()
{
  local line files=no
  local -a values shown

  for line in ${(f)"$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
    if [[ $line = :files ]]; then
      files=yes
    else
      values+=("${line%%$'\t'*}")
      shown+=("${line/$'\t'/  -- }")
    fi
  done
  (( ${#values} == 0 )) || compadd -l -d shown -a values
  if [[ $files = yes ]]; then
    compset -P '--*='
    _files
  fi
}

# loaded by compinit, or with source
if [[ ${funcstack[1]-} = _fitsched ]]; then
  _fitsched "$@"
else
  compdef _fitsched fitsched
fi
