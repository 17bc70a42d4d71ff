// The chat of an application without a browser: the client's own state machine and transport.

/** Loads a version of the client: `6` or `7`. */
export const client = async version => import(`ai-${version}`);

/** Where a chat keeps what it shows. */
class Shown {
  status = 'ready';
  error = undefined;

  constructor(messages) {
    this.messages = messages;
  }

  pushMessage = message => {
    this.messages = [...this.messages, message];
  };

  popMessage = () => {
    this.messages = this.messages.slice(0, -1);
  };

  replaceMessage = (index, message) => {
    this.messages = this.messages.map((each, i) => (i === index ? structuredClone(message) : each));
  };

  snapshot = value => structuredClone(value);
}

/**
 * A chat with an agent.
 *
 * @param ai the client
 * @param api where it posts, with the server in front
 * @param options of the chat; `body` and `headers` go to the transport
 */
export function open(ai, api, { body, headers, prepareSendMessagesRequest, messages = [], fetch, ...options } = {}) {
  const requests = [];
  const data = [];
  const counted = (url, init) => {
    requests.push(`${init?.method ?? 'GET'} ${url}`);
    return (fetch ?? globalThis.fetch)(url, init);
  };
  const chat = new (class extends ai.AbstractChat {})({
    ...options,
    onData: part => data.push(part),
    onError: () => {},
    state: new Shown(messages),
    transport: new ai.DefaultChatTransport({ api, body, headers, prepareSendMessagesRequest, fetch: counted }),
  });
  return Object.assign(chat, { requests, data });
}

/** The frames of a stream as text. */
export const frames = stream => stream.split(/(?<=\n\n)/);

/**
 * A body that brings frames one by one.
 *
 * @param broken whether its connection breaks behind them, once the client has read them
 */
export function body(frames, broken = false) {
  const left = [...frames];
  return new ReadableStream({
    async pull(controller) {
      if (left.length > 0) {
        controller.enqueue(new TextEncoder().encode(left.shift()));
      } else if (broken) {
        // An error throws away what waits to be read.
        await new Promise(resolve => setTimeout(resolve));
        controller.error(new TypeError('network error'));
      } else {
        controller.close();
      }
    },
  });
}

/** A streamed answer whose connection breaks behind so many frames. */
export function breaking(answer, count) {
  if (answer.status !== 200) return answer;
  let seen = 0;
  const cut = new TransformStream({
    async transform(piece, controller) {
      for (const frame of frames(piece)) {
        if (seen++ === count) {
          await new Promise(resolve => setTimeout(resolve));
          controller.error(new TypeError('network error'));
          return;
        }
        controller.enqueue(frame);
      }
    },
  });
  const left = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(cut).pipeThrough(new TextEncoderStream());
  return new Response(left, answer);
}

/** The last message as text. */
export const text = chat =>
  (chat.lastMessage?.parts ?? [])
    .filter(part => part.type === 'text')
    .map(part => part.text)
    .join('');

/** The calls of the last message. */
export const calls = chat =>
  (chat.lastMessage?.parts ?? []).filter(part => part.type.startsWith('tool-'));

/** Waits for a condition, not for a time; fails after a minute. */
export async function until(what, holds) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  throw new Error(`never: ${what}`);
}

export const ready = chat => until('ready', () => chat.status === 'ready');

/** What a page loads when it is opened: the conversation so far. */
export async function load(base, chat, headers) {
  const answer = await fetch(`${base}/v1/ai-sdk/chat/${chat}/messages`, { headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()).messages;
}
