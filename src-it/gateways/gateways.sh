# Starts nginx, HAProxy and httpd with the documented configurations, on free ports, without privileges. Sourced by run.

declare -A gateway_port
# Readable for the user that the gateways run as.
gateway_files=$temp/gateways

# Installs what is missing. A machine with systemd would start the packages' services, so there the user installs them.
install_gateways() {
  local missing=() path
  for path in nginx:/usr/sbin/nginx haproxy:/usr/sbin/haproxy apache2-bin:/usr/sbin/apache2; do
    [ -x "${path#*:}" ] || missing+=("${path%%:*}")
  done
  [ ${#missing[@]} != 0 ] || return 0
  [ ! -d /run/systemd/system ] || fail "The gateways are installed" "install first: ${missing[*]}"
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# own_certificate: makes a certificate for agents.example, where the configurations expect it.
own_certificate() {
  mkdir -p "$gateway_files"
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=agents.example -addext subjectAltName=DNS:agents.example \
    -keyout "$gateway_files/server.key" -out "$gateway_files/server.pem" 2>/dev/null
  cat "$gateway_files/server.pem" "$gateway_files/server.key" >"$gateway_files/agents.example.pem"
}

# What docs/gateways.md says to change for the path /awaken; each must match, or the checks of the path fail.
declare -A below_path=(
  [nginx]='s,(location ~ \^)(/.*) \{,\1/awaken\2 {\n    rewrite ^/awaken(/.*)$ $1 break;,'
  [haproxy]='s,(  http-request )(deny deny_status 404) (unless .*),\1\2 unless { path_beg /awaken/ }\n\1replace-path /awaken(/.*) \\1\n&,'
  [httpd]='s,ProxyPassMatch "\^,&/awaken,'
)
path_change=

# documented FILE GATEWAY SERVER-PORT: prints the configuration with this test's ports and files.
documented() {
  [ -z "$path_change" ] || set -- "$@" -e "${below_path[$2]}"
  sed -E "${@:4}" -e "s/\b443\b/${gateway_port[$2]}/" -e "s/127\.0\.0\.1:8080/127.0.0.1:$3/" \
    -e "s,/etc/(ssl/agents\.example|haproxy)/,$gateway_files/," "server-config/gateways/$1"
}

# The remaining files are what Debian's own configuration brings along.
configure_nginx() {
  documented nginx.conf nginx "$1" >"$gateway_files/nginx-site.conf"
  cat >"$gateway_files/nginx.conf" <<END
daemon off;
pid $gateway_files/nginx.pid;
error_log stderr;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path $gateway_files/nginx-bodies;
  proxy_temp_path $gateway_files/nginx-answers;
  fastcgi_temp_path $gateway_files/nginx-unused;
  uwsgi_temp_path $gateway_files/nginx-unused;
  scgi_temp_path $gateway_files/nginx-unused;
  include $gateway_files/nginx-site.conf;
}
END
}

configure_haproxy() {
  {
    printf 'global\n  maxconn 1000\n'
    documented haproxy.cfg haproxy "$1"
  } >"$gateway_files/haproxy.cfg"
}

# configure_httpd SERVER-PORT [MODULE...]: with modules beyond those that the site needs.
configure_httpd() {
  local module modules="mpm_event authz_core filter deflate headers reqtimeout proxy proxy_http http2 socache_shmcb ssl mime ${*:2}"
  {
    for module in $modules; do
      echo "LoadModule ${module}_module /usr/lib/apache2/modules/mod_$module.so"
    done
    cat <<END
ServerRoot $gateway_files
PidFile $gateway_files/httpd.pid
DefaultRuntimeDir $gateway_files
ServerName agents.example
ErrorLog $gateway_files/httpd-errors.log
Listen ${gateway_port[httpd]}
TypesConfig /etc/mime.types
END
    documented httpd.conf httpd "$1"
  } >"$gateway_files/httpd.conf"
}

# start NAME COMMAND...: starts a gateway in a process group that clean_up ends, as nobody if we are root.
start() {
  local name=$1 as=()
  shift
  [ "$(id -u)" != 0 ] || as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
  set -m
  "${as[@]}" "$@" >"$temp/$name.log" 2>&1 </dev/null &
  group[$name]=$!
  set +m
}

# start_gateways SERVER-PORT [below-path]: starts all three and waits until they accept connections.
start_gateways() {
  local name
  path_change=${2:-}
  own_certificate
  for name in nginx haproxy httpd; do
    gateway_port[$name]=$(free_port 20000)
    "configure_$name" "$1"
  done
  give_files_to_gateways
  start nginx /usr/sbin/nginx -e stderr -p "$gateway_files" -c "$gateway_files/nginx.conf"
  start haproxy /usr/sbin/haproxy -db -f "$gateway_files/haproxy.cfg"
  start httpd /usr/sbin/apache2 -DFOREGROUND -f "$gateway_files/httpd.conf"
  for name in nginx haproxy httpd; do
    accepts_connections "$name" "${gateway_port[$name]}"
  done
}

# accepts_connections NAME PORT: waits for a process that start has started.
accepts_connections() {
  until (: <"/dev/tcp/127.0.0.1/$2") 2>/dev/null; do
    kill -0 "${group[$1]}" 2>/dev/null || fail "$1 starts" "$(cat "$temp/$1.log" "$gateway_files"/*.log)"
    sleep 0.1
  done
}

# give_files_to_gateways: lets the gateways, which run as nobody if we are root, read their files.
give_files_to_gateways() {
  if [ "$(id -u)" = 0 ]; then
    chmod 711 "$temp"
    chown -R nobody:nogroup "$gateway_files"
  fi
}
