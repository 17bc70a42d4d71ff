// Reads event streams over HTTP/1.1 or HTTP/2, directly or through a gateway with the test's certificate.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';

const NAME = 'agents.example';

/** A client of `http://127.0.0.1:port` as a gateway would be one, or of the gateway at `https://agents.example:port`. */
export function client(port, certificate, protocol = 'http/1.1') {
  const headers = { host: `${NAME}:${port}`, 'accept-encoding': 'gzip, br' };
  if (!certificate) {
    const agent = new http.Agent({ keepAlive: true });
    return exchange(http, { port, agent, headers: { ...headers, 'x-forwarded-for': '127.0.0.1' } });
  }
  const ca = readFileSync(certificate);
  if (protocol === 'http/1.1') {
    return exchange(https, { port, headers, agent: new https.Agent({ keepAlive: true, ca, servername: NAME }) });
  }
  return multiplexed(http2.connect(`https://127.0.0.1:${port}`, { ca, servername: NAME }), `${NAME}:${port}`);
}

function exchange(module, options) {
  const send = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const sent = { host: '127.0.0.1', ...options, method, path, headers: { ...options.headers, ...headers } };
      const request = module.request(sent, (response) =>
        resolve({ status: response.statusCode, headers: response.headers, body: response }));
      request.on('error', reject);
      request.end(body);
    });
  return { send, close: () => options.agent.destroy() };
}

function multiplexed(session, authority) {
  const send = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const sent = { ':method': method, ':path': path, ':authority': authority, 'accept-encoding': 'gzip, br', ...headers };
      const stream = session.request(sent);
      stream.on('response', (answer) => resolve({ status: answer[':status'], headers: answer, body: stream }));
      stream.on('error', reject);
      stream.end(body);
    });
  return { send, close: () => session.destroy() };
}

/** Starts a run of the agent and yields its events. */
export async function* run(client, agent) {
  const body = JSON.stringify({ agent_id: agent, messages: [{ role: 'user', content: 'Count.' }] });
  yield* events(await client.send('POST', '/v1/runs', body, { 'content-type': 'application/json' }));
}

/** Yields the events of a stream as `{ id, at, data }`, `at` in milliseconds since 1970. */
export async function* events(response) {
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  if (response.headers['content-encoding']) throw new Error('the stream is compressed');
  let text = '';
  response.body.setEncoding('utf8');
  for await (const chunk of response.body) {
    const at = Date.now();
    const frames = (text + chunk).split('\n\n');
    text = frames.pop();
    for (const frame of frames) {
      const field = (name) => frame.split('\n').find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      if (field('data')) yield { id: field('id'), at, data: JSON.parse(field('data')) };
    }
  }
}
