import http from 'node:http';

/**
 * A gateway in front of the server: the application is under another path there, callers are logged in, and connections
 * can be cut.
 *
 * @param {string} server its address
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
    const behind = http.request({ host: target.hostname, port: target.port, method: request.method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    open.add(response);
    response.on('close', () => {
      open.delete(response);
      behind.destroy();
    });
    behind.on('error', () => response.destroy());
    request.pipe(behind);
  });
  await new Promise((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${front.address().port}${prefix}/`,
    /** Breaks every connection, and refuses others until told otherwise. */
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
