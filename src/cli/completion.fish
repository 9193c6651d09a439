# fish completion for fitsched, made by 'fitsched completion fish'

function __fitsched_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] "$word" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (string replace -r '^--[^=]*=' '' -- "$word")
        else
            printf '%s\n' $line
        end
    end
end

complete -c fitsched -f -a '(__fitsched_complete)'
