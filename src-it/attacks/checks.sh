# Checks of responses and sockets. Sourced by run after servers.sh.

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

# answers STATUS CHECK CURL-ARGUMENT...: checks the status of a response and keeps it for response_contains.
answers() {
  local status expected
  expected=$1
  check=$2
  shift 2
  : >"$temp/response"
  status=$(curl -q -sS -i -m 10 --noproxy '*' -o "$temp/response" -w '%{http_code}' "$@" 2>"$temp/error") || true
  [ "$status" = "$expected" ] || fail "$check" "expected $expected, got $status
$(cat "$temp/error" "$temp/response")"
  pass "$check: $status"
}

# response_contains TEXT: checks the headers and body of the last response, ignoring case.
response_contains() {
  contains "  the response contains $1" "$temp/response" "$1"
}

response_lacks() {
  ! grep -qiF -e "$1" "$temp/response" || fail "$check" "expected no $1, got
$(cat "$temp/response")"
  pass "  the response does not contain $1"
}

# contains CHECK FILE TEXT
contains() {
  grep -qiF -e "$3" "$2" || fail "$1" "expected $3, got
$(cat "$2")"
  pass "$1"
}

# listens CHECK SERVER [PORT]: checks that the server listens beyond loopback at no port, or at this one only.
listens() {
  local public
  [ -n "$(ports "$2")" ] || fail "$1" "found no listening socket of the server"
  public=$(public_sockets "$2")
  [ "$(echo "$public" | cut -d' ' -f3 | sort -u)" = "${3:-}" ] || fail "$1" "expected ${3:-none}, got
$public"
  pass "$1"
}

# refuses CHECK PORT: checks that no process accepts connections to that port of $address.
refuses() {
  ! (: <"/dev/tcp/$address/$2") 2>/dev/null || fail "$1" "a process accepts connections at $address:$2"
  pass "$1"
}

# two_hosts CHECK PORT PATH: sends a request with two Host headers without curl, which sends only one.
two_hosts() {
  local line='no response'
  {
    printf 'GET %s HTTP/1.1\r\nHost: %s\r\nHost: evil.example\r\nConnection: close\r\n\r\n' "$3" "$address" >&3
    read -r -t 10 line <&3
  } 3<>"/dev/tcp/$address/$2" || true
  [[ $line == 'HTTP/1.1 400'* ]] || fail "$1" "expected 400, got $line"
  pass "$1: 400"
}

# revoke NAME TOKEN: deletes the line and waits for 401. The server accepts the token for up to 2 s; 6 s allow for load.
revoke() {
  local status='' deadline=$((SECONDS + 6))
  (umask 077 && grep -v "^$1 " "$tokens" >"$tokens.new")
  mv "$tokens.new" "$tokens"
  while [ "$status" != 401 ]; do
    [ "$SECONDS" -lt "$deadline" ] || fail "a revoked token" "expected 401 within 6 s, got $status"
    sleep 0.1
    status=$(curl -q -s -o "$temp/response" -w '%{http_code}' --noproxy '*' -H "Authorization: Bearer $2" "$open/v1/agents") ||
      true
  done
  pass "a revoked token: 401"
}

# request THREAD COUNT BYTES: prints a request body for the default agent with COUNT messages of BYTES bytes.
request() {
  local text messages
  text=$(printf '%*s' "$3" '' | tr ' ' x)
  messages=$(for ((i = 0; i < $2; i++)); do printf ',{"role":"user","content":"%s"}' "$text"; done)
  printf '{"agent_id":"default","thread_id":"%s","messages":[%s]}' "$1" "${messages:1}"
}
