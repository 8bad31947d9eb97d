#!/bin/sh
# An Advisor of Hoyle in plain shell: it likes the first move there is. That needs no JSON library.
while IFS= read -r line; do
    case $line in
    *'"type": "hello"'*) echo '{"type": "ready"}' ;;
    *'"type": "position"'*)
        id=${line#*'"id": '} id=${id%%[!0-9]*}
        move=${line#*'"moves": ["'} move=${move%%\"*}
        printf '{"type": "comment", "move": "%s", "strength": 6, "reason": "it is the first"}\n' "$move"
        printf '{"type": "done", "id": %s}\n' "$id"
        ;;
    esac
done
