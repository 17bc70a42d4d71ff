#!/usr/bin/env bash
# HAProxy delivers the beginning of an event stream about 200 ms late unless `option http-no-delay` is set.
#
# A server sends the head of a response and an event at once, and a second event after 100 ms. Directly, and through
# HAProxy with that option, the first event arrives within milliseconds. Without it, both arrive together after 200 ms.
# The cause: HAProxy passes the first bytes of a response of unknown length on with MSG_MORE, and Linux holds such bytes
# back for up to 200 ms unless they fill a segment. The manual describes the option as one for applications that depend
# on the delivery of small pieces; it is off by default. Where HAProxy terminates TLS there is no such delay.
#
# Needs Linux of Debian 12, Node and apt-get. Installs nothing: unpacks HAProxy and its libraries into a temporary folder.
set -euo pipefail

version=2.6.12-1+deb12u4
packages=("haproxy=$version" liblua5.3-0 libopentracing-c-wrapper0 libopentracing1)
temp=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$temp"' EXIT
cd "$temp"

apt-get download -qq "${packages[@]}" >/dev/null 2>&1 ||
  { apt-get update -qq && apt-get download -qq "${packages[@]}" >/dev/null 2>&1; } ||
  { echo "cannot download haproxy $version"; exit 2; }
for package in ./*.deb; do
  dpkg -x "$package" "$temp/unpacked"
done
export LD_LIBRARY_PATH=$temp/unpacked/usr/lib/$(uname -m)-linux-gnu
haproxy=$temp/unpacked/usr/sbin/haproxy
"$haproxy" -v | sed -n 1p
echo "node $(node --version)"

cat >server.mjs <<'END'
import http from 'node:http';
import net from 'node:net';
import { renameSync, writeFileSync } from 'node:fs';

const server = http.createServer((request, response) => {
  response.socket.setNoDelay(true);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write('data: first\n\n');
  setTimeout(() => response.write('data: second\n\n'), 100);
  setTimeout(() => response.end('data: last\n\n'), 600);
});
const listening = (each) => new Promise((resolve) => each.listen(0, '127.0.0.1', () => resolve(each.address().port)));
const port = await listening(server);
// Free ports for HAProxy.
const probes = [net.createServer(), net.createServer()];
const free = await Promise.all(probes.map(listening));
await Promise.all(probes.map((each) => new Promise((resolve) => each.close(resolve))));
writeFileSync('ports.part', `${[port, ...free].join(' ')}\n`);
renameSync('ports.part', 'ports');
END
node server.mjs &
pids+=($!)
until [ -e ports ]; do sleep 0.1; done
read -r direct plain undelayed <ports

# configuration PORT OPTION
configuration() {
  cat <<END
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  $2
listen stream
  bind 127.0.0.1:$1
  server origin 127.0.0.1:$direct
END
}
configuration "$plain" '' >plain.cfg
configuration "$undelayed" 'option http-no-delay' >undelayed.cfg
for name in plain undelayed; do
  "$haproxy" -db -f "$name.cfg" 2>/dev/null &
  pids+=($!)
done
for port in "$plain" "$undelayed"; do
  until (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do sleep 0.1; done
done

cat >client.mjs <<'END'
import http from 'node:http';

async function firstEvent(port) {
  const begun = performance.now();
  return new Promise((resolve, reject) =>
    http.get({ host: '127.0.0.1', port }, (response) => {
      response.once('data', () => resolve(performance.now() - begun));
      response.resume();
    }).on('error', reject));
}

const [direct, plain, undelayed] = process.argv.slice(2);
const median = async (port) => {
  const times = [];
  for (let i = 0; i < 7; i++) times.push(await firstEvent(port));
  return times.sort((a, b) => a - b)[3];
};
await median(direct);
const result = { direct: await median(direct), haproxy: await median(plain), 'haproxy with http-no-delay': await median(undelayed) };
for (const [name, time] of Object.entries(result)) console.log(`${name}: first event after ${time.toFixed(1)} ms`);
const [a, b, c] = Object.values(result);
const asDescribed = a < 50 && c < 50 && b > 150 && b < 300;
console.log(asDescribed ? 'as described' : 'CHANGED');
process.exit(asDescribed ? 0 : 1);
END
node client.mjs "$direct" "$plain" "$undelayed"
