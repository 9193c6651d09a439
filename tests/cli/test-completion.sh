#!/usr/bin/env bash
# The completion scripts, in shells that have nothing else loaded.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

. <(fitsched completion bash)

# complete_words WORD...: what is offered for the last word, sorted
complete_words ()
{
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _fitsched 2>/dev/null
  printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}

is "$(complete_words fitsched si)" "simulate " "verbs"
is "$(complete_words fitsched simulate --p)" "--percentage-of-nodes-to-score --pods --policy --profile --provider " "options"
is "$(complete_words fitsched explain --al)" "--all --all-namespaces --all-pending --alone --always-check-all-predicates " "options of a verb"
is "$(complete_words fitsched validate --alo)" " " "options of other verbs are not offered"
is "$(complete_words fitsched simulate -o j)" "json " "values"
is "$(complete_words fitsched simulate --output = y)" "yaml " "values behind ="
is "$(complete_words fitsched simulate --output =)" "html json name table wide yaml " "all values behind ="
is "$(complete_words fitsched simulate --provider D)" "DefaultProvider " "providers"
is "$(complete_words fitsched simulate --policy policy.)" "policy.json " "files"
is "$(complete_words fitsched simulate --config prof)" \
  "profile-1.20.yaml profile-alpha.yaml profile.yaml " "configurations"
is "$(complete_words fitsched list fea)" "feature-gates " "words of list"
is "$(complete_words fitsched list plu)" "plugins " "words of list, for later releases"
is "$(complete_words fitsched simulate --emulate-release 1.1)" "1.10 1.11 1.12 1.13 1.14 1.15 1.16 " "releases"
is "$(complete_words fitsched list plugins --config-version v1b)" "v1beta1 v1beta2 v1beta3 " "versions"
is "$(complete_words fitsched migrate --write policy.)" "policy.json " "the file of the configuration"
is "$(complete_words fitsched migrate --output y)" "yaml " "--output is a format, whatever the verb"
is "$(complete_words fitsched migrate -o m)" "markdown " "formats of a report"
is "$(complete_words fitsched migrate --to v1b)" "v1beta1 v1beta2 v1beta3 " "targets"
is "$(complete_words fitsched migrate --provider = C)" "ClusterAutoscalerProvider " "providers of another verb"
is "$(complete_words fitsched completion z)" "zsh " "shells"
is "$(complete_words fitsched simulate --threads '')" " " "nothing for a number"
is "$(complete_words fitsched simulate --release 1.2)" \
  "1.20.15 1.20.2 1.21.9 1.22.6 1.23.3 1.24.4 1.25.2 1.26.4 1.27.1 1.28.3 1.29.1 " "releases of configurations"
is "$(complete_words fitsched simulate --feature-gates TaintN)" "TaintNodesByCondition=false " "gates, as they are not"
is "$(complete_words fitsched simulate --feature-gates A=true,TaintN)" "A=true,TaintNodesByCondition=false " "gates behind a comma"
is "$(complete_words fitsched simulate --emulate-release 1.10 --feature-gates TaintN)" "TaintNodesByCondition=true " \
  "gates of the release"
is "$(complete_words fitsched simulate --config profile.yaml --release 1.25 --feature-gates MinD)" \
  "MinDomainsInPodTopologySpread=true " "gates of a release that runs configurations"
is "$(complete_words fitsched simulate --config profile.yaml --release 1.34.1 --feature-gates EvenP)" " " \
  "no gates that the release does not know any more"
is "$(complete_words fitsched explain-warning FP001)" "FP001 " "codes of warnings"
is "$(complete_words fitsched explain -f cluster.json --pods pods.yaml shop/web)" \
  "shop/web-1 shop/web-2 shop/web-3 shop/web-4 " "pods of the files"
is "$(complete_words fitsched explain -f nowhere.json shop/)" " " "no pods of a file that is not there"
cat >names.json <<'END'
{"apiVersion": "v1", "kind": "List", "items": [
 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a$(touch PWNED)", "namespace": "d"}, "spec": {"containers": [{"name": "c"}]}},
 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a;touch PWNED #", "namespace": "d"}, "spec": {"containers": [{"name": "c"}]}},
 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a`touch PWNED`", "namespace": "d"}, "spec": {"containers": [{"name": "c"}]}},
 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a'\"\\ <>|&(){}[]*?!~^$HOME", "namespace": "d"}, "spec": {"containers": [{"name": "c"}]}},
 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a\u001b[31m\u009b\u007f", "namespace": "d"}, "spec": {"containers": [{"name": "c"}]}},
 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a\n:files", "namespace": "d"}, "spec": {"containers": [{"name": "c"}]}},
 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a\ty", "namespace": "d"}, "spec": {"containers": [{"name": "c"}]}}]}
END
# As a shell reads them, and without those that cannot be shown.
names='d/a$(touch PWNED)
d/a'"'"'"\ <>|&(){}[]*?!~^$HOME
d/a;touch PWNED #
d/a`touch PWNED`'
names=$(sort <<<"$names")
COMP_WORDS=(fitsched explain -f names.json d/a) COMP_CWORD=4
_fitsched
is "$(eval "printf '%s\n' ${COMPREPLY[*]}" | sort)" "$names" "whatever a pod is called is one word"
is "$(ls PWNED 2>&1 | grep -c '^PWNED')" 0 "and nothing is run"
is "$(complete_words fitsched help comp)" "completion " "verbs, of help"
is "$(complete_words fitsched nothing --)" " " "nothing for an unknown verb"

is "$(complete_words fitsched wh)" "what-if why " "short ways to questions"
is "$(complete_words fitsched drain --cont)" "--context " "with the options of their verbs"

# -- kubectl: what kubectl_complete-fitsched says, with the directive in the last line

mkdir plugin
ln -s "$(command -v fitsched)" plugin/kubectl_complete-fitsched

# kubectl_words WORD...: what kubectl is offered
kubectl_words ()
{
  plugin/kubectl_complete-fitsched "$@" | sed 's/\t.*//' | sort -r | tr '\n' ' '
}

is "$(kubectl_words si)" "simulate :4 " "kubectl: verbs, and no files"
is "$(kubectl_words simulate --policy '')" ":0 " "kubectl: files"
is "$(kubectl_words simulate --output=y)" "yaml :4 " "kubectl: values without their option, which the shells' scripts put back"
is "$(kubectl_words simulate --feature-gates=A=true,TaintN)" "A=true,TaintNodesByCondition=false :4 " "kubectl: but with what is in front of a comma"
is "$(kubectl_words explain -f cluster.json shop/web)" "shop/web-2 shop/web-1 :4 " "kubectl: pods"

# -- zsh: what the script hands to its completion system

cat >check.zsh <<'END'
compdef () { }
compset () { }
compadd () { print -l -- $values }
_files () { print -- FILES }
source =(fitsched completion zsh)
words=("$@")
CURRENT=$#words
_fitsched
END

# zsh_words WORD...: what is offered for the last word, sorted
zsh_words ()
{
  zsh -f check.zsh "$@" | sort | tr '\n' ' '
}

if command -v zsh >/dev/null; then
  is "$(zsh_words fitsched si)" "simulate " "zsh: verbs"
  is "$(zsh_words fitsched simulate --output=y)" "--output=yaml " "zsh: values behind ="
  is "$(zsh_words fitsched simulate -o '')" "html json name table wide yaml " "zsh: all values"
  is "$(zsh_words fitsched simulate --policy '')" "FILES " "zsh: files"
  is "$(zsh_words fitsched explain -f names.json d/a | wc -w)" "$(wc -w <<<"$names")" "zsh: names, which compadd quotes"
  is "$(fitsched completion zsh | grep -c 'compadd.*-Q')" 0 "zsh: it is not told to leave them as they are"
  is "$(zsh_words fitsched explain-warning FP101)" "FP101 " "zsh: codes, without their titles"
else
  skip "zsh is not installed" "zsh"
fi

# -- fish

# fish_words LINE: what is offered for its last word, sorted
fish_words ()
{
  HOME=$work XDG_CONFIG_HOME=$work fish --no-config -c 'fitsched completion fish | source; complete -C "$argv[1]"' "$1" 2>&1 \
    | sed 's/\t.*//' | sort | tr '\n' ' '
}

if command -v fish >/dev/null; then
  is "$(fish_words 'fitsched si')" "simulate " "fish: verbs"
  is "$(fish_words 'fitsched simulate -o ')" "html json name table wide yaml " "fish: all values"
  is "$(fish_words 'fitsched simulate --output=y')" "--output=yaml " "fish: values behind ="
  is "$(fish_words 'fitsched simulate --policy policy.')" "policy.json " "fish: files"
  is "$(fish_words 'fitsched explain -f cluster.json shop/web')" "shop/web-1 shop/web-2 " "fish: pods"
  is "$(HOME=$work XDG_CONFIG_HOME=$work fish --no-config -c '
    fitsched completion fish | source
    complete -C --escape "fitsched explain -f names.json d/a"' | while IFS= read -r word; do
      fish --no-config -c "printf '%s\\n' $word"; done | sort)" "$names" "fish: names, as fish inserts them"
  is "$(ls PWNED 2>&1 | grep -c '^PWNED')" 0 "fish: and nothing is run"
else
  skip "fish is not installed" "fish"
fi
finish
