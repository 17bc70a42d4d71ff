import http from 'node:http';

/**
 * A gateway in front of the server that serves the application under another path, adds a token, and can cut
 * connections.
 *
 * @param {string} server the server's base URL
 * @param {{prefix: string, token: string}} options
 */
export async function gateway(server, { prefix, token }) {
  const target = new URL(server);
  const open = new Set();
  let refusing = false;
  const front = http.createServer((request, response) => {
    if (refusing || !request.url.startsWith(`${prefix}/`)) {
      response.writeHead(refusing ? 503 : 404).end();
      return;
    }
    const headers = { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const path = request.url.slice(prefix.length);
    const upstream = http.request({ host: target.hostname, port: target.port, method: request.method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    open.add(response);
    response.on('close', () => {
      open.delete(response);
      upstream.destroy();
    });
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  });
  await new Promise((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${front.address().port}${prefix}/`,
    /** `true` cuts every connection and answers new requests with 503; `false` forwards them again. */
    refuse(on) {
      refusing = on;
      if (on) {
        open.forEach((response) => response.destroy());
      }
    },
    close() {
      front.closeAllConnections();
      return new Promise((resolve) => front.close(resolve));
    },
  };
}
