import { part } from '../api/api.js';
import { isTransient, sleep } from '../api/run-reader.js';
import { frames } from '../api/sse.js';

/**
 * Waits for an event in a thread that another tab, another person or a timer caused. Uses one connection, and none
 * while the page is hidden, since browsers allow only six per server.
 *
 * @param {object} options
 * @param {import('../api/api.js').Api} options.api
 * @param {string} options.threadId
 * @param {AbortSignal} options.signal
 * @param {() => Promise<boolean>} options.onConnected loads what happened before the connection; true if something changed
 * @param {(event: object) => boolean} options.isNew
 * @param {(signal: AbortSignal) => Promise<void>} options.visible
 * @returns {Promise<boolean>} false when the signal aborted the wait
 */
export async function waitForChange({ api, threadId, signal, onConnected, isNew, visible }) {
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
        if (frame.event === 'message' && isNew(JSON.parse(frame.data))) {
          return true;
        }
        if (frame.event !== 'message') {
          break;
        }
      }
    } catch (error) {
      if (!connection.signal.aborted && !isTransient(error)) {
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

/** Resolves when the page is visible, or the signal aborts. */
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
