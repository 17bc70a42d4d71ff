import { part } from '../api/api.js';
import { passing, sleep } from '../api/run-reader.js';
import { frames } from '../api/sse.js';

/**
 * Waits until something happens in a thread: in another tab, by another person, by a timer. Holds one connection, and
 * none while the page is hidden, since browsers have only six for each server.
 *
 * @param {object} options
 * @param {import('../api/api.js').Api} options.api
 * @param {string} options.threadId
 * @param {AbortSignal} options.signal
 * @param {() => Promise<boolean>} options.onConnected looks at what happened before; whether that was something
 * @param {(event: object) => boolean} options.isNews
 * @param {(signal: AbortSignal) => Promise<void>} options.visible
 * @returns {Promise<boolean>} false when the signal ended it
 */
export async function waitForNews({ api, threadId, signal, onConnected, isNews, visible }) {
  for (let failures = 0; !signal.aborted; ) {
    await visible(signal);
    const connection = new AbortController();
    const end = () => connection.abort();
    signal.addEventListener('abort', end);
    document.addEventListener('visibilitychange', end, { once: true });
    try {
      const response = await api.open('GET', `threads/${part(threadId)}/events/stream`, undefined, {
        headers: { Accept: 'text/event-stream' },
        signal: connection.signal,
      });
      failures = 0;
      if (await onConnected()) {
        return true;
      }
      for await (const frame of frames(response.body)) {
        if (frame.event === 'message' && isNews(JSON.parse(frame.data))) {
          return true;
        }
        if (frame.event !== 'message') {
          break;
        }
      }
    } catch (error) {
      if (!connection.signal.aborted && !passing(error)) {
        throw error;
      }
    } finally {
      connection.abort();
      signal.removeEventListener('abort', end);
      document.removeEventListener('visibilitychange', end);
    }
    await sleep(Math.min(500 * 2 ** failures++, 15_000), signal);
  }
  return false;
}

/** Until the page is on the screen. */
export function onScreen(signal) {
  if (!document.hidden) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const settled = new AbortController();
    const seen = () => {
      if (!document.hidden || signal.aborted) {
        settled.abort();
        resolve();
      }
    };
    document.addEventListener('visibilitychange', seen, { signal: settled.signal });
    signal.addEventListener('abort', seen, { signal: settled.signal });
  });
}
