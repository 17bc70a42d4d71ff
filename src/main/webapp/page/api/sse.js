/**
 * Parses server-sent events from a fetch body; EventSource cannot send a token.
 *
 * @typedef {{id: string, event: string, data: string}} Frame
 */

/** Longer than the server's heartbeat, a comment every 15 s by default. */
const SILENCE_MS = 60_000;

/** Assembles frames from chunks of text that may be split anywhere. */
export class FrameParser {
  #rest = '';
  #id = '';
  #event = '';
  #data = null;
  #begun = false;

  /**
   * Returns the frames that this chunk completes. Comments, which only keep a connection alive, are skipped.
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

/** A trailing carriage return may be the first half of CRLF, so it needs the next chunk. */
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
 * Yields the frames of a body until it ends or sends nothing for too long, as a half-open connection does.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {number} [silence] timeout in milliseconds without a frame or a comment
 * @returns {AsyncGenerator<Frame>}
 */
export async function* frames(body, silence = SILENCE_MS) {
  const parser = new FrameParser();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = body.getReader();
  const cancel = () => reader.cancel().catch(() => {});
  let timer = setTimeout(cancel, silence);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(cancel, silence);
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
    cancel();
  }
}
