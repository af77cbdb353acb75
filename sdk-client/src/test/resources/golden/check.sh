#!/usr/bin/env bash
# Checks the signature of every golden request with openssl. A file holds the request as sent, with \n for \r\n in its head.
set -euo pipefail
cd "$(dirname "$0")"
secret='a-secret-for-tests'
wrong=0
for file in *.http; do
    target=$(head -n 1 "$file" | cut -d ' ' -f 2)
    timestamp=$(sed -n 's/^X-Svc-Timestamp: //p' "$file")
    claimed=$(sed -n 's/^X-Svc-Signature: //p' "$file")
    path=${target%%\?*}
    query=''
    [ "$path" = "$target" ] || query=${target#*\?}
    head_lines=$(grep -n -m 1 '^$' "$file" | cut -d : -f 1)
    made=$({ printf '%s|%s|' "$path" "$timestamp"
        if [ "$(wc -l < "$file")" -ge "$head_lines" ] && [ -n "$(tail -n "+$((head_lines + 1))" "$file")" ]; then
            tail -n "+$((head_lines + 1))" "$file"
        else
            printf '%s' "$query"
        fi; } | openssl dgst -sha512 -hmac "$secret" | sed 's/^.* //')
    if [ "$made" = "$claimed" ]; then echo "ok    $file"; else echo "WRONG $file"; wrong=1; fi
done
exit $wrong
