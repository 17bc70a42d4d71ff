/**
 * Server-sent events of a body that fetch returned: EventSource can send no token.
 *
 * @typedef {{id: string, event: string, data: string}} Frame
 */

/** Longer than the server is ever silent: it sends a comment every 15 s unless told otherwise. */
const SILENCE_MS = 60_000;

/** Puts frames together from pieces of text, wherever these were cut. */
export class FrameParser {
  #rest = '';
  #id = '';
  #event = '';
  #data = null;
  #begun = false;

  /**
   * The frames that are whole with this piece. Comments, which keep a connection alive, are left out.
   *
   * @param {string} text
   * @returns {Frame[]}
   */
  push(text) {
    let all = this.#rest + text;
    if (!this.#begun && all.length > 0) {
      this.#begun = true;
      all = all.replace(/^\uFEFF/, '');
    }
    const frames = [];
    let from = 0;
    for (;;) {
      const end = lineEnd(all, from);
      if (end === null) {
        break;
      }
      this.#line(all.slice(from, end.at), frames);
      from = end.next;
    }
    this.#rest = all.slice(from);
    return frames;
  }

  #line(line, frames) {
    if (line === '') {
      if (this.#data !== null) {
        frames.push({ id: this.#id, event: this.#event || 'message', data: this.#data });
      }
      this.#event = '';
      this.#data = null;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') {
      this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
    } else if (field === 'event') {
      this.#event = value;
    } else if (field === 'id' && !value.includes('\0')) {
      this.#id = value;
    }
  }
}

/** A carriage return at the very end may be the half of a line's end. */
function lineEnd(text, from) {
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\n') {
      return { at, next: at + 1 };
    }
    if (sign === '\r') {
      if (at + 1 === text.length) {
        return null;
      }
      return { at, next: text[at + 1] === '\n' ? at + 2 : at + 1 };
    }
  }
  return null;
}

/**
 * The frames of a body as they come, until it ends or is silent for too long, as a connection is that nobody closed.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {number} [silence] milliseconds without a frame or a comment
 * @returns {AsyncGenerator<Frame>}
 */
export async function* frames(body, silence = SILENCE_MS) {
  const parser = new FrameParser();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = body.getReader();
  const hangUp = () => reader.cancel().catch(() => {});
  let timer = setTimeout(hangUp, silence);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(hangUp, silence);
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
    hangUp();
  }
}
