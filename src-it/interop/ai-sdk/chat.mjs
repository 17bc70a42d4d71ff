// A chat without a browser, with the client's own state machine and transport.

/** Loads a version of the client: `6` or `7`. */
export const client = async version => import(`ai-${version}`);

/** The state of a chat: its messages, status and error. */
class ChatState {
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
 * Opens a chat that records its requests and data parts.
 *
 * @param ai the client module
 * @param api the URL that the chat posts to
 * @param options options of the chat; `body` and `headers` go to the transport
 */
export function open(ai, api, { body, headers, prepareSendMessagesRequest, messages = [], fetch, ...options } = {}) {
  const requests = [];
  const data = [];
  const recordingFetch = (url, init) => {
    requests.push(`${init?.method ?? 'GET'} ${url}`);
    return (fetch ?? globalThis.fetch)(url, init);
  };
  const chat = new (class extends ai.AbstractChat {})({
    ...options,
    onData: part => data.push(part),
    onError: () => {},
    state: new ChatState(messages),
    transport: new ai.DefaultChatTransport({ api, body, headers, prepareSendMessagesRequest, fetch: recordingFetch }),
  });
  return Object.assign(chat, { requests, data });
}

/** Splits the text of a stream into frames. */
export const frames = stream => stream.split(/(?<=\n\n)/);

/**
 * A response body that sends frames one by one.
 *
 * @param broken whether the connection breaks after the client has read them
 */
export function body(frames, broken = false) {
  const left = [...frames];
  return new ReadableStream({
    async pull(controller) {
      if (left.length > 0) {
        controller.enqueue(new TextEncoder().encode(left.shift()));
      } else if (broken) {
        // Lets the client read the last frame first: an error discards data that was not read.
        await new Promise(resolve => setTimeout(resolve));
        controller.error(new TypeError('network error'));
      } else {
        controller.close();
      }
    },
  });
}

/** Wraps a streamed response so that its connection breaks after `count` frames. */
export function breaking(response, count) {
  if (response.status !== 200) return response;
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
  const remaining = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(cut).pipeThrough(new TextEncoderStream());
  return new Response(remaining, response);
}

/** The text of the last message. */
export const text = chat =>
  (chat.lastMessage?.parts ?? [])
    .filter(part => part.type === 'text')
    .map(part => part.text)
    .join('');

/** The tool parts of the last message. */
export const calls = chat =>
  (chat.lastMessage?.parts ?? []).filter(part => part.type.startsWith('tool-'));

/** Polls until a condition holds; fails after a minute. */
export async function until(what, holds) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  throw new Error(`timed out: ${what}`);
}

export const ready = chat => until('ready', () => chat.status === 'ready');

/** Loads the messages of a conversation, as a page does when it is opened. */
export async function load(base, chat, headers) {
  const answer = await fetch(`${base}/v1/ai-sdk/chat/${chat}/messages`, { headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()).messages;
}
