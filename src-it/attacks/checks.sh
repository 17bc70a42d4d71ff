# What is checked of an answer. Sourced by run; servers.sh has the servers.

passed=0

title() {
  printf '\n%s\n' "$1"
}

pass() {
  passed=$((passed + 1))
  printf 'ok    %s\n' "$1"
}

# fail CHECK REASON
fail() {
  printf 'FAIL  %s: %s\n' "$1" "$2" >&2
  exit 1
}

# answers STATUS CHECK CURL-ARGUMENT...: sends a request and checks the status, and leaves the answer to says.
answers() {
  local status expected
  expected=$1
  check=$2
  shift 2
  : >"$temp/answer"
  status=$(curl -q -sS -i -m 10 --noproxy '*' -o "$temp/answer" -w '%{http_code}' "$@" 2>"$temp/error") || true
  [ "$status" = "$expected" ] || fail "$check" "expected $expected, got $status
$(cat "$temp/error" "$temp/answer")"
  pass "$check: $status"
}

# says TEXT: the last answer has it.
says() {
  contains "  which says $1" "$temp/answer" "$1"
}

says_not() {
  ! grep -qiF -e "$1" "$temp/answer" || fail "$check" "expected no $1, got
$(cat "$temp/answer")"
  pass "  which says nothing of $1"
}

# contains CHECK FILE TEXT
contains() {
  grep -qiF -e "$3" "$2" || fail "$1" "expected $3, got
$(cat "$2")"
  pass "$1"
}

# listens CHECK SERVER [PORT]: beyond loopback on this port alone, or on none.
listens() {
  local public
  [ -n "$(ports "$2")" ] || fail "$1" "no listening socket of the server was found"
  public=$(public_sockets "$2")
  [ "$(echo "$public" | cut -d' ' -f3 | sort -u)" = "${3:-}" ] || fail "$1" "expected ${3:-none}, got
$public"
  pass "$1"
}

# refuses CHECK PORT
refuses() {
  ! (: <"/dev/tcp/$address/$2") 2>/dev/null || fail "$1" "something accepts connections at $address:$2"
  pass "$1"
}

# two_hosts CHECK PORT PATH: curl sends only one.
two_hosts() {
  local line='no answer'
  {
    printf 'GET %s HTTP/1.1\r\nHost: %s\r\nHost: evil.example\r\nConnection: close\r\n\r\n' "$3" "$address" >&3
    read -r -t 10 line <&3
  } 3<>"/dev/tcp/$address/$2" || true
  [[ $line == 'HTTP/1.1 400'* ]] || fail "$1" "expected 400, got $line"
  pass "$1: 400"
}

# revoke NAME TOKEN: deletes the line; it may be served for two seconds, on a busy machine a little longer.
revoke() {
  local status='' deadline=$((SECONDS + 6))
  (umask 077 && grep -v "^$1 " "$tokens" >"$tokens.new")
  mv "$tokens.new" "$tokens"
  while [ "$status" != 401 ]; do
    [ "$SECONDS" -lt "$deadline" ] || fail "a revoked token" "expected 401 within 5 s, got $status"
    sleep 0.1
    status=$(curl -q -s -o "$temp/answer" -w '%{http_code}' --noproxy '*' -H "Authorization: Bearer $2" "$open/v1/agents") ||
      true
  done
  pass "a revoked token: 401"
}

# request THREAD COUNT BYTES: the body of a request to run the default agent after that many messages.
request() {
  local text messages
  text=$(printf '%*s' "$3" '' | tr ' ' x)
  messages=$(for ((i = 0; i < $2; i++)); do printf ',{"role":"user","content":"%s"}' "$text"; done)
  printf '{"agent_id":"default","thread_id":"%s","messages":[%s]}' "$1" "${messages:1}"
}
