#!/usr/bin/env bash
# Makes the test vectors of signatures and buckets with openssl only, so that none of our code can confirm its own mistakes.
#   docs/vectors/make.sh           writes accepted/, rejected/, bodies/ and buckets.txt next to this script
#   docs/vectors/make.sh --check   writes them elsewhere and compares: fails when a byte differs
set -euo pipefail
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$here
[ "${1:-}" != --check ] || out=$work/out
rm -rf "$out/accepted" "$out/rejected" "$out/bodies"
mkdir -p "$out/accepted" "$out/rejected" "$out/bodies"

hex() { od -An -v -tx1 | tr -d ' \n'; }
key_of() { printf "$1" | hex; }
# HMAC-SHA512 of standard input in lowercase hex, with a key in hex.
hmac() {
    local made
    made=$(openssl dgst -sha512 -mac HMAC -macopt "hexkey:$1" -r)
    printf '%s\n' "${made%% *}"
}
# The same for text. What is signed goes through a file, which needs fewer processes than a pipe.
sign() {
    printf '%s' "$2" > "$work/signed"
    hmac "$1" < "$work/signed"
}

main=$(key_of 'vector-secret-0123456789abcdef')
old=$(key_of 'vector-secret-before-the-rotation')

# Each line below may set: the signing key, the receiver's key set, the sent timestamp, the receiver's clock.
key=$main key_set=$main ts=1760000000000 now=1760000000000

# data QUERY BODY: the body, else the query, else nothing (SIG-5, SIG-6, SIG-7). A dash means none.
data() {
    if [ "$2" != - ] && [ -s "$out/bodies/$2" ]; then
        cat "$out/bodies/$2"
    elif [ "$1" != - ]; then
        printf '%s' "$1"
    fi
}

# vector FILE WHY METHOD PATH QUERY BODY LINE...
vector() {
    local file=$out/$1.txt why=$2 method=$3 path=$4 query=$5 body=$6 each
    shift 6
    {
        printf '# %s\nmethod: %s\npath: %s\n' "$why" "$method" "$path"
        if [ "$query" != - ]; then printf 'query: %s\n' "$query"; fi
        if [ "$body" != - ]; then printf 'body: bodies/%s\n' "$body"; fi
        for each in $key_set; do printf 'key-hex: %s\n' "$each"; done
        printf 'now: %s\n' "$now"
        printf '%s\n' "$@"
    } > "$file"
}

# accept NAME WHY METHOD PATH QUERY BODY: signed as specified.
accept() {
    local signature
    { printf '%s|%s|' "$4" "$ts"; data "$5" "$6"; } > "$work/signed"
    signature=$(hmac "$key" < "$work/signed")
    vector "accepted/$1" "$2" "$3" "$4" "$5" "$6" "timestamp: $ts" "signature: $signature"
}

# reject NAME REASON WHY METHOD PATH QUERY BODY LINE...: with these lines for the headers.
reject() {
    local name=$1 reason=$2
    shift 2
    vector "rejected/$name" "$@" "reason: $reason"
}

# mismatch NAME WHY METHOD PATH QUERY BODY SIGNATURE: only the signature is wrong.
mismatch() { reject "$1" MISMATCH "$2" "$3" "$4" "$5" "$6" "timestamp: $ts" "signature: $7"; }

body() { cat > "$out/bodies/$1"; }
printf '{"transactionId":"tx-1","gameRoundId":"round-1","playerId":"player-1","stake":{"amount":1.50,"currency":"EUR"},"reason":"bet"}' | body debit.json
printf '{"reason":"bet","stake":{"currency":"EUR","amount":1.50},"playerId":"player-1","gameRoundId":"round-1","transactionId":"tx-1"}' | body debit-other-order.json
printf '{ "transactionId" : "tx-1",\n\t"gameRoundId": "round-1",  "playerId":"player-1","stake":{"amount":1.50,"currency":"EUR"},"reason":"bet"}\n' | body debit-white-space.json
printf '{"transactionId":"tx-1","gameRoundId":"round-1","playerId":"player-1","stake":{"amount":1.5,"currency":"EUR"},"reason":"bet"}' | body debit-short-number.json
printf '{"transactionId":"tx-1",\r\n"gameRoundId":"round-1","stake":{"amount":1.50}}\r\n' | body debit-crlf.json
printf '\357\273\277{"transactionId":"tx-1","gameRoundId":"round-1","stake":{"amount":1.50}}' | body debit-bom.json
printf '{"transactionId":"tx-2","referenceTransactionId":"tx-1","gameRoundId":"round-1","playerId":"player-1","payout":{"amount":0}}' | body credit.json
printf '{"transactionId":"tx-2","referenceTransactionId":"tx-1","gameRoundId":"round-1","playerId":"player-1","payout":{"amount":12.34}}' | body credit-win.json
printf '{"transactionId":"tx-3","referenceTransactionId":"tx-1","gameRoundId":"round-1","playerId":"player-1"}' | body rollback.json
printf '{"transactionId":"tx-4","gameRoundId":"round-2","stake":{"amount":0},"reason":"freeround","freeRoundData":{"campaign":"spring","value":{"amount":0.20,"currency":"EUR"}}}' | body freeround.json
printf '{"playerId":"Zo\303\253","reason":"\316\261\316\262\316\263 \346\227\245\346\234\254 \360\237\216\262"}' | body utf8.json
printf '{"playerId":"Zoe\314\210"}' | body utf8-decomposed.json
printf '{"playerId":"Zo\353"}' | body latin1.json
printf '{"playerId":"Zo\\u00eb","path":"a\\/b"}' | body escapes.json
printf '\000\001\377\376|\n' | body not-json.bin
printf ' ' | body one-space
printf '{}' | body empty-object.json
printf '' | body empty
printf 'a|b|c' | body bars.txt
{ printf '{"filler":"'; printf '%065523d' 0 | tr 0 x; printf '"}'; } | body 64-kib.json
printf '{"campaignCode":"spring","campaignName":"Spring","amount":0.20,"currencyCode":"EUR","startDate":"2026-01-01T00:00:00.000Z","endDate":"2026-02-01T00:00:00.000Z","gameSlugs":["book"],"maxRounds":10}' | body campaign.json
printf '{"campaignCode":"spring","userId":"player-1","currencyCode":"EUR","bonusCode":"code-1"}' | body bonus-code.json
printf '{"page":1,"perPage":20}' | body search.json

# The rows of the Signature table, on both surfaces.
accept callback-debit 'A body is the data' POST /wallet/debit - debit.json
accept callback-credit 'A body is the data; a lost round pays 0' POST /wallet/credit - credit.json
accept callback-credit-win 'A body is the data' POST /wallet/credit - credit-win.json
accept callback-rollback 'A body is the data' POST /wallet/rollback - rollback.json
accept callback-free-round 'A free round is signed like any other' POST /wallet/debit - freeround.json
accept callback-player 'Without a body the query is the data' GET /wallet/player 'gameId=book&token=token-1' -
accept callback-lookup 'With neither, the string ends in a bar' GET /wallet/players/player-1/transactions/tx-1 - -
accept put-with-body 'PUT is signed like POST' PUT /wallet/debit - debit.json
accept api-games 'With neither, the string ends in a bar' GET /api/v1/games - -
accept api-launch 'Without a body the query is the data' GET /api/v1/games/book 'ipAddress=203.0.113.7&freeToPlay=false&currency=EUR&token=token-1&lang=en' -
accept api-launch-demo 'Without a body the query is the data' GET /api/v1/games/book 'ipAddress=2001:db8::1&freeToPlay=true' -
accept api-campaign 'A body is the data' POST /api/v1/free-rounds/campaigns - campaign.json
accept api-bonus-code 'A body is the data' POST /api/v1/free-rounds/campaigns/codes - bonus-code.json
accept api-search 'A body is the data' POST /api/v1/free-rounds/campaigns/search - search.json
accept api-disable 'DELETE has neither: the string ends in a bar' DELETE /api/v1/free-rounds/campaigns/spring - -
accept delete-with-query 'Without a body the query is the data, whatever the method' DELETE /api/v1/free-rounds/campaigns/spring 'a=1' -
accept post-without-body 'A POST with neither ends in a bar too' POST /wallet/debit - -
accept post-empty-body 'A body of no bytes is no body' POST /wallet/debit - empty
accept post-empty-body-with-query 'A body of no bytes is no body, so the query is the data' POST /wallet/debit 'a=1' empty
accept post-body-and-query 'With a body the query is not signed (D-41)' POST /wallet/debit 'a=1' debit.json
accept query-empty 'A question mark with nothing behind it adds nothing' GET /wallet/player '' -

# Paths, as on the wire.
accept path-root 'The shortest path' GET / - -
accept path-no-prefix 'Mounted at the root' POST /debit - debit.json
accept path-deep-prefix 'The prefix as registered is part of the path' POST /casino/eu/v2/wallet/debit - debit.json
accept path-trailing-slash 'A slash at the end is part of the path' POST /wallet/debit/ - debit.json
accept path-double-slash 'Two slashes are two slashes' POST //wallet//debit - debit.json
accept path-dots 'Dots are not resolved' POST /wallet/./x/../debit - debit.json
accept path-escaped-slash 'An escape stays an escape (D-40)' GET /wallet/players/p%2F1/transactions/tx%2F1 - -
accept path-escaped-slash-lower 'An escape stays in its case' GET /wallet/players/p%2f1/transactions/tx-1 - -
accept path-escaped-plus 'An escape stays an escape' GET /wallet/players/p%2B1/transactions/tx-1 - -
accept path-plus 'A plus stays a plus' GET /wallet/players/p+1/transactions/tx-1 - -
accept path-escaped-space 'An escape stays an escape' GET /wallet/players/p%201/transactions/tx-1 - -
accept path-escaped-letter 'An escape that is not needed stays' POST /wallet/%64ebit - debit.json
accept path-escaped-utf8 'Escaped UTF-8' GET /wallet/players/Zo%C3%AB/transactions/%E6%97%A5 - -
accept path-escaped-percent 'An escaped percent sign' GET /wallet/players/100%25/transactions/tx-1 - -
accept path-escaped-bar 'An escaped bar' GET /wallet/players/a%7Cb/transactions/tx-1 - -
accept path-raw-bar 'A raw bar is a character like any other' GET '/wallet/players/a|b/transactions/tx-1' - -
accept path-parameters 'Semicolons and what follows stay' GET '/wallet/players/p;v=1/transactions/tx-1' - -
accept path-reserved 'Characters that a path may hold as they are' GET "/wallet/players/a:@!\$&'()*,=b~-._c/transactions/tx-1" - -
accept path-upper-case 'The case of the path is kept' POST /Wallet/DEBIT - debit.json
accept path-long 'A path longer than a block of the hash' GET "/wallet/players/$(printf '%0255d' 0 | tr 0 p)/transactions/$(printf '%0255d' 0 | tr 0 t)" - -

# Queries, as on the wire.
accept query-order-a 'The order as sent' GET /wallet/player 'token=token-1&gameId=book' -
accept query-escaped-plus 'An escaped plus' GET /wallet/player 'gameId=book&token=a%2Bb' -
accept query-plus 'A plus' GET /wallet/player 'gameId=book&token=a+b' -
accept query-escaped-space 'An escaped space' GET /wallet/player 'gameId=book&token=a%20b' -
accept query-escaped-slash 'An escaped slash' GET /wallet/player 'gameId=book&token=a%2Fb' -
accept query-slash 'A slash' GET /wallet/player 'gameId=book&token=a/b' -
accept query-escape-lower 'An escape in lower case' GET /wallet/player 'gameId=book&token=a%2fb' -
accept query-escaped-equals 'An escaped equals sign' GET /wallet/player 'gameId=book&token=YWJj%3D%3D' -
accept query-equals 'Equals signs in a value' GET /wallet/player 'gameId=book&token=YWJj==' -
accept query-empty-value 'A parameter with no value' GET /wallet/player 'gameId=&token=token-1' -
accept query-no-equals 'A parameter with no equals sign' GET /wallet/player 'gameId&token=token-1' -
accept query-repeated 'A parameter twice' GET /wallet/player 'token=a&gameId=book&token=b' -
accept query-empty-parameters 'Ampersands with nothing between them' GET /wallet/player '&gameId=book&&token=token-1&' -
accept query-question-mark 'A question mark inside' GET /wallet/player 'gameId=book?x&token=token-1' -
accept query-bar 'A bar inside' GET /wallet/player 'gameId=a|b&token=token-1' -
accept query-utf8 'Escaped UTF-8' GET /wallet/player 'gameId=%E6%97%A5%E6%9C%AC&token=Zo%C3%AB' -

# Bodies, as transmitted.
accept body-other-order 'The order of keys as sent' POST /wallet/debit - debit-other-order.json
accept body-white-space 'White space as sent, a newline at the end included' POST /wallet/debit - debit-white-space.json
accept body-short-number '1.5 is not 1.50' POST /wallet/debit - debit-short-number.json
accept body-crlf 'Line ends as sent' POST /wallet/debit - debit-crlf.json
accept body-bom 'A byte order mark is signed like any byte' POST /wallet/debit - debit-bom.json
accept body-utf8 'UTF-8 of two, three and four bytes' POST /wallet/debit - utf8.json
accept body-decomposed 'Letters in another Unicode form are other bytes' POST /wallet/debit - utf8-decomposed.json
accept body-latin1 'Bytes that are no UTF-8' POST /wallet/debit - latin1.json
accept body-escapes 'JSON escapes as sent' POST /wallet/debit - escapes.json
accept body-not-json 'Any bytes, NUL included' POST /wallet/debit - not-json.bin
accept body-one-space 'A body of one space is a body' POST /wallet/debit - one-space
accept body-empty-object 'The smallest object' POST /wallet/debit - empty-object.json
accept body-bars 'Bars in the body' POST /wallet/debit - bars.txt
accept body-64-kib 'The largest callback body (D-36)' POST /wallet/debit - 64-kib.json

# Time: five minutes either way, to the millisecond.
ts=1759999700000 accept time-oldest 'Exactly 300 000 ms old' POST /wallet/debit - debit.json
ts=1760000300000 accept time-newest 'Exactly 300 000 ms ahead' POST /wallet/debit - debit.json
ts=1759999999999 accept time-just-past 'One millisecond old' POST /wallet/debit - debit.json
ts=9999999999999 now=9999999999999 accept time-largest 'The largest timestamp of 13 digits' POST /wallet/debit - debit.json
ts=1000000000000 now=1000000000000 accept time-smallest 'The smallest timestamp of 13 digits without a leading zero' POST /wallet/debit - debit.json

# Secrets: any bytes, 16 or more; the first of the key set signs, any of it verifies (D-42).
k=$(key_of 'sixteen bytes ok'); key=$k key_set=$k accept key-shortest 'A secret of 16 bytes' POST /wallet/debit - debit.json
k=$(printf '%0127d' 0 | hex); key=$k key_set=$k accept key-127-bytes 'One byte shorter than a block of the hash' POST /wallet/debit - debit.json
k=$(printf '%0128d' 0 | hex); key=$k key_set=$k accept key-128-bytes 'As long as a block of the hash' POST /wallet/debit - debit.json
k=$(printf '%0129d' 0 | hex); key=$k key_set=$k accept key-129-bytes 'Longer than a block of the hash: the key is hashed first' POST /wallet/debit - debit.json
k=$(key_of '\000\001\002\003\377\376\n\r |=+/\303\253\200\177'); key=$k key_set=$k accept key-binary 'A secret that is no text' POST /wallet/debit - debit.json
k=$(key_of 'Zo\303\253-\346\227\245\346\234\254-\360\237\216\262'); key=$k key_set=$k accept key-utf8 'A secret with letters beyond ASCII' POST /wallet/debit - debit.json
key_set="$main $old" accept key-set-first 'Signed with the first of two secrets' POST /wallet/debit - debit.json
key=$old key_set="$main $old" accept key-set-second 'Signed with the second of two secrets' POST /wallet/debit - debit.json

# Rejected: the signature.
p=/wallet/debit t=$ts b=$(cat "$out/bodies/debit.json")
right=$(sign "$main" "$p|$t|$b")
flipped() { if [ "${right:$1:1}" = 0 ]; then printf '%s1%s' "${right:0:$1}" "${right:$(($1 + 1))}"; else printf '%s0%s' "${right:0:$1}" "${right:$(($1 + 1))}"; fi; }
header() { reject "$1" "$2" "$3" POST $p - debit.json "${@:4}"; }
header signature-missing MISSING 'No signature' "timestamp: $t"
header signature-empty MISSING 'An empty signature' "timestamp: $t" 'signature: '
header signature-twice MALFORMED 'The right signature twice (D-55)' "timestamp: $t" "signature: $right" "signature: $right"
header signature-two-values MALFORMED 'Two values in one header (D-55)' "timestamp: $t" "signature: $right, $right"
header signature-upper-case MALFORMED 'Upper-case hex (D-39)' "timestamp: $t" "signature: ${right^^}"
header signature-one-upper-case MALFORMED 'One upper-case digit (D-39)' "timestamp: $t" "signature: $(printf '%s' "$right" | sed 's/[a-f]/\U&/')"
header signature-127-digits MALFORMED 'One digit too few' "timestamp: $t" "signature: ${right:0:127}"
header signature-129-digits MALFORMED 'One digit too many' "timestamp: $t" "signature: ${right}0"
header signature-not-hex MALFORMED 'A letter that is no hex digit' "timestamp: $t" "signature: g${right:1}"
header signature-0x MALFORMED 'A prefix' "timestamp: $t" "signature: 0x$right"
header signature-space MALFORMED 'A space inside' "timestamp: $t" "signature: ${right:0:64} ${right:65}"
header signature-base64 MALFORMED 'Base64 in place of hex' "timestamp: $t" "signature: $({ printf '%s|%s|' $p "$t"; printf '%s' "$b"; } | openssl dgst -sha512 -mac HMAC -macopt "hexkey:$main" -binary | openssl base64 -A)"
mismatch signature-first-digit 'The first digit is another' POST $p - debit.json "$(flipped 0)"
mismatch signature-last-digit 'The last digit is another' POST $p - debit.json "$(flipped 127)"
mismatch signature-zeros 'All zeros' POST $p - debit.json "$(printf '%0128d' 0)"

# Rejected: the timestamp.
header timestamp-missing MISSING 'No timestamp' "signature: $right"
header timestamp-empty MISSING 'An empty timestamp' 'timestamp: ' "signature: $(sign "$main" "$p||$b")"
header timestamp-twice MALFORMED 'The right timestamp twice (D-55)' "timestamp: $t" "timestamp: $t" "signature: $right"
stamp() { header "$1" MALFORMED "$2" "timestamp: $3" "signature: $(sign "$main" "$p|$3|$b")"; }
stamp timestamp-two-values 'Two values in one header (D-55)' "$t, $t"
stamp timestamp-seconds 'Seconds' 1760000000
stamp timestamp-12-digits 'Twelve digits' 176000000000
stamp timestamp-14-digits 'Fourteen digits' 17600000000000
stamp timestamp-leading-zero 'The right time with a zero before it' 01760000000000
stamp timestamp-plus 'A sign' +1760000000000
stamp timestamp-minus 'A sign' -1760000000000
stamp timestamp-smallest-long 'The smallest 64-bit number: its absolute value overflows' -9223372036854775808
stamp timestamp-beyond-long 'More than 64 bits' 18446745833709551616
stamp timestamp-fraction 'A fraction' 1760000000000.0
stamp timestamp-exponent 'An exponent' 1.7600000e+12
stamp timestamp-hex 'Hex' 0x199C82CC000
stamp timestamp-space-before 'A space before' ' 1760000000000'
stamp timestamp-space-inside 'A space inside' '1760000 00000'
stamp timestamp-arabic-digits 'Digits that are not ASCII' $'\xd9\xa1\xd9\xa7\xd9\xa6\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0'
stamp timestamp-iso 'ISO-8601' 2025-10-09T08:53:20.000Z
stamp timestamp-letters 'Letters' 17600000000ab
header timestamp-too-old TIMESTAMP_OUT_OF_RANGE '300 001 ms old' 'timestamp: 1759999699999' "signature: $(sign "$main" "$p|1759999699999|$b")"
header timestamp-too-new TIMESTAMP_OUT_OF_RANGE '300 001 ms ahead' 'timestamp: 1760000300001' "signature: $(sign "$main" "$p|1760000300001|$b")"
header timestamp-zero TIMESTAMP_OUT_OF_RANGE 'Zero' 'timestamp: 0000000000000' "signature: $(sign "$main" "$p|0000000000000|$b")"
header timestamp-another MISMATCH 'Another timestamp than the signed one' 'timestamp: 1760000000001' "signature: $right"

# Rejected: another string was signed.
mismatch path-without-prefix 'The prefix was not signed' POST $p - debit.json "$(sign "$main" "/debit|$t|$b")"
mismatch path-other 'Made for another callback' POST /wallet/credit - debit.json "$right"
mismatch path-slash 'A slash was added on the way' POST /wallet/debit/ - debit.json "$right"
mismatch path-decoded 'The path was decoded before it was signed' GET /wallet/players/p%2F1/transactions/tx-1 - - "$(sign "$main" "/wallet/players/p/1/transactions/tx-1|$t|")"
mismatch path-escape-case 'The case of an escape was changed' GET /wallet/players/p%2f1/transactions/tx-1 - - "$(sign "$main" "/wallet/players/p%2F1/transactions/tx-1|$t|")"
mismatch path-host 'The host was signed' POST $p - debit.json "$(sign "$main" "wallet.example$p|$t|$b")"
mismatch bar-missing 'No bar after the timestamp' GET /wallet/players/p/transactions/t - - "$(sign "$main" "/wallet/players/p/transactions/t|$t")"
mismatch query-order 'The order was changed' GET /wallet/player 'token=1&gameId=a' - "$(sign "$main" "/wallet/player|$t|gameId=a&token=1")"
mismatch query-decoded 'The query was decoded before it was signed' GET /wallet/player 'token=a%2Bb' - "$(sign "$main" "/wallet/player|$t|token=a+b")"
mismatch query-plus 'A plus for an escaped space' GET /wallet/player 'token=a%20b' - "$(sign "$main" "/wallet/player|$t|token=a+b")"
mismatch query-question-mark 'The question mark was signed' GET /wallet/player 'token=1' - "$(sign "$main" "/wallet/player|$t|?token=1")"
mismatch query-not-signed 'The query was not signed' GET /wallet/player 'token=1' - "$(sign "$main" "/wallet/player|$t|")"
mismatch query-added 'A query was added on the way' GET /wallet/players/p/transactions/t 'a=1' - "$(sign "$main" "/wallet/players/p/transactions/t|$t|")"
mismatch query-beside-body 'The query was signed though there is a body' POST $p 'a=1' debit.json "$(sign "$main" "$p|$t|a=1")"
mismatch body-other-order 'The keys were re-ordered on the way' POST $p - debit-other-order.json "$right"
mismatch body-white-space 'White space was added on the way' POST $p - debit-white-space.json "$right"
mismatch body-number 'A number was shortened on the way' POST $p - debit-short-number.json "$right"
mismatch body-not-signed 'The body was not signed' POST $p - debit.json "$(sign "$main" "$p|$t|")"
mismatch body-lost 'The body was lost on the way' POST $p - - "$right"
mismatch body-bom 'A byte order mark was added on the way' POST $p - debit-bom.json "$(tail -c +4 "$out/bodies/debit-bom.json" | { printf '%s|%s|' $p "$t"; cat; } | hmac "$main")"

# Rejected: the secret, the algorithm, the method.
mismatch key-other 'Another secret' POST $p - debit.json "$(sign "$old" "$p|$t|$b")"
mismatch key-newline 'The secret with a newline' POST $p - debit.json "$(sign "${main}0a" "$p|$t|$b")"
key_set="$main $old" mismatch key-set-neither 'Neither of two secrets' POST $p - debit.json "$(sign "$(key_of 'a-third-secret-that-nobody-knows')" "$p|$t|$b")"
mismatch algorithm-plain 'A plain SHA-512' POST $p - debit.json "$(printf '%s|%s|%s' $p "$t" "$b" | openssl dgst -sha512 -r | cut -d' ' -f1)"
mismatch algorithm-sha3 'HMAC of SHA3-512' POST $p - debit.json "$(printf '%s|%s|%s' $p "$t" "$b" | openssl dgst -sha3-512 -mac HMAC -macopt "hexkey:$main" -r | cut -d' ' -f1)"
reject body-on-get UNSIGNED_BODY 'A GET with a body (D-53)' GET $p - debit.json "timestamp: $t" "signature: $right"
reject body-on-delete UNSIGNED_BODY 'A DELETE with a body (D-53)' DELETE $p - debit.json "timestamp: $t" "signature: $right"

# Buckets: the last six bits of the first byte of the SHA-256 of an account id in UTF-8. One file for each id, so that one openssl
# hashes them all, and one file of them all, a line each, so that one od writes their hex.
ids=$work/ids
lines=$work/lines
mkdir "$ids"
accounts=0
account() {
    local file
    printf -v file '%04d' $accounts
    printf "$1" > "$ids/$file"
    printf "$1\n" >> "$lines"
    accounts=$((accounts + 1))
}
for id in a player-1 Player-1 'player-1 ' ' ' '?' SS '\303\237' '\304\260' 'i\314\207' '\304\261' '\303\251' 'e\314\201' '\342\202\254' \
    '\360\237\230\200' '\364\217\277\277' '\357\273\277a' '\357\277\275' '\346\227\245\346\234\254' 00000000-0000-0000-0000-000000000000; do
    account "$id"
done
account "$(printf '%0255d' 0 | tr 0 a)"
account "$(printf '%0255d' 0 | sed 's/0/\\360\\237\\230\\200/g')"
# One player for each of the other buckets.
for n in 2 3 4 5 6 7 8 9 11 12 13 14 16 17 18 21 23 24 25 29 31 32 37 39 40 41 43 47 52 55 58 61 64 68 75 87 93 96 97 103 119 140 \
    157 160 207 240; do
    account "player-$n"
done
{
    echo '# Each line: the bucket of an account, 0 to 63, and the UTF-8 bytes of its id in hex.'
    paste -d ' ' <(cd "$ids" && openssl dgst -sha256 -r ./*) <(od -An -v -tx1 "$lines" | tr -d '\n' | sed 's/ 0a/\n/g' | tr -d ' ') |
        while read -r hash file hex; do printf '%d %s\n' $((0x${hash:0:2} & 63)) "$hex"; done
} > "$out/buckets.txt"

if [ "$out" != "$here" ]; then
    wrong=
    for folder in accepted rejected bodies buckets.txt; do diff -r "$out/$folder" "$here/$folder" || wrong=yes; done
    [ -z "$wrong" ] || exit 1
    echo "the vectors are what openssl makes"
fi
