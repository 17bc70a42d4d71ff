import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Api } from '../../../../src/main/webapp/page/api/api.js';

const json = (status, body, headers = {}) => new Response(JSON.stringify(body), { status, headers });
const refused = () => json(401, { error: 'credentials are missing', code: 'unauthorized' });

function apiOf(answer, askToken = async () => 'token') {
  const sent = [];
  const api = new Api('http://h/app/v1/', askToken, async (url, request) => {
    sent.push({ url, ...request });
    return answer(request);
  });
  return { api, sent };
}

test('paths are relative to the base URL of the API', async () => {
  const { api, sent } = apiOf(() => json(200, { items: [] }));
  await api.get('agents');
  assert.equal(sent[0].url, 'http://h/app/v1/agents');
  assert.equal(sent[0].headers.Authorization, undefined);
});

test('concurrent requests ask for a token once, and later requests send it', async () => {
  let asked = 0;
  const { api, sent } = apiOf((request) => (request.headers.Authorization === 'Bearer good' ? json(200, {}) : refused()), async () => {
    asked++;
    return 'good';
  });
  await Promise.all([api.get('a'), api.get('b'), api.post('c', { x: 1 })]);
  await api.get('d');
  assert.equal(asked, 1);
  assert.equal(sent.at(-1).headers.Authorization, 'Bearer good');
  assert.equal(sent.filter((each) => each.url.endsWith('/c')).at(-1).body, '{"x":1}');
});

test('a rejected token is asked for again', async () => {
  const given = ['bad', 'good'];
  const { api } = apiOf((request) => (request.headers.Authorization === 'Bearer good' ? json(200, { a: 1 }) : refused()), async (error) => {
    assert.equal(error.code, 'unauthorized');
    return given.shift();
  });
  assert.deepEqual(await api.get('a'), { a: 1 });
  assert.deepEqual(given, []);
});

test('other errors have code, field and retry time', async () => {
  const { api } = apiOf(() => json(429, { error: 'too often', code: 'too_many_submits', field: 'x' }, { 'Retry-After': '7' }));
  await assert.rejects(api.post('runs', {}), { status: 429, code: 'too_many_submits', field: 'x', message: 'too often', retryAfter: 7 });
});

test('an error response without JSON has only its status', async () => {
  const { api } = apiOf(() => new Response('<html>', { status: 502 }));
  await assert.rejects(api.get('agents'), { status: 502, code: '' });
});

for (const [link, login] of [
  ['<https://h/login?a=b>; rel="login"', 'https://h/login?a=b'],
  ['</style>; rel=preload, <https://h/login>; rel=login', 'https://h/login'],
  ['<javascript:alert(1)>; rel="login"', ''],
  ['<https://h/next>; rel="next"', ''],
]) {
  test(`the login of the header Link ${link} is ${login || 'none'}`, async () => {
    const { api } = apiOf(() => json(403, {}, { Link: link }));
    await assert.rejects(api.get('agents'), { login });
  });
}

test('a file is sent unchanged', async () => {
  const { api, sent } = apiOf(() => json(201, {}));
  const file = new Blob(['x'], { type: 'image/png' });
  await api.post('threads/t/media', file, { headers: { 'Content-Type': 'image/png' } });
  assert.equal(sent[0].body, file);
  assert.equal(sent[0].headers['Content-Type'], 'image/png');
});
