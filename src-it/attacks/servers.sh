# Starts servers with the README's command, each in its own process group. Sourced by run.

temp=$(mktemp -d)
declare -A group

# processes NAME: prints the ids of Maven, the launcher and the server, without zombies.
processes() {
  local stat process state process_group
  for stat in /proc/[0-9]*/stat; do
    process=${stat#/proc/}
    # The fields follow the process name, which may contain spaces and parentheses.
    read -r state _ process_group _ < <(sed 's/.*) //' "$stat" 2>/dev/null) || continue
    [ "$process_group" != "${group[$1]}" ] || [ "$state" = Z ] || echo "${process%/stat}"
  done
}

# Stops all servers with SIGTERM. Kills those that still run after 45 s, and returns 1.
stop_all() {
  local name status=0 deadline=$((SECONDS + 45))
  for name in "${!group[@]}"; do
    kill -- "-${group[$name]}" 2>/dev/null || true
  done
  for name in "${!group[@]}"; do
    while [ -n "$(processes "$name")" ]; do
      if [ "$SECONDS" -ge "$deadline" ]; then
        echo "The server $name did not stop within 45 s." >&2
        kill -KILL -- "-${group[$name]}" 2>/dev/null || true
        status=1
      fi
      sleep 0.1
    done
    unset "group[$name]"
  done
  return "$status"
}

clean_up() {
  local status=$?
  stop_all || status=1
  rm -rf "$temp"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 1' INT TERM

# Prints a non-loopback IPv4 address of this machine.
own_address() {
  local address
  for address in $(hostname -I 2>/dev/null || ip -4 -o addr show scope global | awk '{sub("/.*", "", $4); print $4}'); do
    case $address in
      127.* | *:*) ;;
      *) echo "$address" && return ;;
    esac
  done
  echo "This machine has only loopback IPv4 addresses. Add another one: ip addr add 198.51.100.1/32 dev lo" >&2
  return 1
}

# free_port FIRST: prints a free port between FIRST and FIRST + 5999.
free_port() {
  local port
  while port=$(($1 + RANDOM % 6000)) && (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo "$port"
}

# new_token NAME EXPIRY: adds a line to the token file and prints the token.
new_token() {
  local token
  token=awaken_$(head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=')
  (umask 077 && echo "$1 acme - $2 $(printf %s "$token" | sha256sum | cut -d' ' -f1)" >>"$tokens")
  echo "$token"
}

# new_key: creates the key pair of an issuer, $temp/issuer.pem and $temp/issuer.pub.pem.
new_key() {
  openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$temp/issuer.pem" 2>/dev/null
  openssl pkey -in "$temp/issuer.pem" -pubout -out "$temp/issuer.pub.pem"
}

# signed_token ISSUER: prints a JSON Web Token of that issuer for the audience awaken, signed with the key of new_key.
signed_token() {
  local now part
  now=$(date +%s)
  part=$(base64url '{"alg":"RS256","typ":"JWT"}').$(base64url "{\"iss\":\"$1\",\"aud\":\"awaken\",\"sub\":\"1\",
    \"upn\":\"ada\",\"jti\":\"$now\",\"tenant\":\"acme\",\"groups\":[\"clerk\"],\"iat\":$now,\"exp\":$((now + 3600))}")
  printf '%s.' "$part"
  printf %s "$part" | openssl dgst -sha256 -sign "$temp/issuer.pem" -binary | openssl base64 -A | tr '+/' '-_' | tr -d '='
}

base64url() {
  printf %s "$1" | openssl base64 -A | tr '+/' '-_' | tr -d '='
}

# serve NAME PORT SETTING...: starts a server without the settings and model keys of the environment.
serve() {
  local name=$1 port=$2 variable
  shift 2
  set -m
  (
    for variable in $(compgen -e | grep -E '^(AWAKEN|MP_JWT|ANTHROPIC|GEMINI|OLLAMA|OPENAI)_'); do
      unset "$variable"
    done
    exec mvn -Pserve -Dawaken.http.port="$port" -Dawaken.data.dir="$temp/$name" "$@"
  ) >"$temp/$name.log" 2>&1 </dev/null &
  group[$name]=$!
  set +m
}

# wait_for NAME PATTERN: waits until the log of the server matches, for at most 5 minutes.
wait_for() {
  local started=$SECONDS
  until grep -qE "$2" "$temp/$1.log"; do
    kill -0 "${group[$1]}" 2>/dev/null || fail "The server starts" "$(tail -n 30 "$temp/$1.log")"
    [ $((SECONDS - started)) -lt 300 ] || fail "The server starts within 5 minutes" "$(tail -n 30 "$temp/$1.log")"
    sleep 0.2
  done
}

# sockets NAME: prints the listening TCP and unconnected UDP sockets of the server as "tcp HEX-ADDRESS PORT".
sockets() {
  local process inodes='' protocol state address inode listening
  for process in $(processes "$1"); do
    inodes+=$(find "/proc/$process/fd" -lname 'socket:*' -printf '%l ' 2>/dev/null || true)
  done
  for protocol in tcp tcp6 udp udp6; do
    case $protocol in tcp*) listening=0A ;; *) listening=07 ;; esac
    [ -e "/proc/net/$protocol" ] || continue
    while read -r _ address _ state _ _ _ _ _ inode _; do
      if [ "$state" = "$listening" ] && [[ $inodes == *"socket:[$inode] "* ]]; then
        echo "$protocol ${address%:*} $((16#${address#*:}))"
      fi
    done <"/proc/net/$protocol"
  done
}

# ports NAME: prints the ports of these sockets, on any address.
ports() {
  sockets "$1" | cut -d' ' -f3 | sort -un
}

# public_sockets NAME: prints the sockets on other addresses than 127.0.0.0/8 and ::1; little-endian machines only.
public_sockets() {
  sockets "$1" | grep -vE ' (0{24}01000000|(0{16}FFFF0000)?[0-9A-F]{6}7F) ' || true
}
