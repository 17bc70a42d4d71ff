import { ApiError, part } from '../api/api.js';
import { isTransient, sleep } from '../api/run-reader.js';
import { randomId } from './ids.js';

const TRIES = 5;

/** Uploads the files to the thread and returns the message content: the text, or parts with the text and the files. */
export async function contentOf(api, threadId, text, files, signal) {
  if (files.length === 0) {
    return text;
  }
  const parts = text.trim() === '' ? [] : [{ type: 'text', text }];
  for (const file of files) {
    const headers = { 'Content-Type': file.type };
    const stored = await api.post(`threads/${part(threadId)}/media`, file, { headers, signal });
    const type = ['image', 'audio', 'video'].find((kind) => file.type.startsWith(`${kind}/`)) ?? 'document';
    parts.push({ type, media_id: stored.media_id, media_type: stored.media_type, name: shortened(file.name, 256) });
  }
  return parts;
}

/**
 * Creates a run. The request has an idempotency key, so a retry returns the same run.
 *
 * @returns {(signal: AbortSignal, onTrouble?: () => void) => Promise<Response>}
 */
export function submission(api, body) {
  const headers = { 'Idempotency-Key': randomId(), Accept: body.background ? 'application/json' : 'text/event-stream' };
  return async (signal, onTrouble = () => {}) => {
    for (let tries = 1; ; tries++) {
      try {
        return await api.open('POST', 'runs?delegates=true', body, { headers, signal });
      } catch (error) {
        const refused = error instanceof ApiError && error.status === 429;
        if (refused || !isTransient(error) || tries === TRIES || signal.aborted) {
          throw error;
        }
        onTrouble();
        await sleep(400 * 2 ** tries, signal);
      }
    }
  };
}

/** Truncates a text without splitting a character, and replaces control characters with spaces. */
export function shortened(text, length) {
  const characters = Array.from(text.toWellFormed().replace(/\p{Cc}+/gu, ' '));
  let end = 0;
  for (let units = 0; end < characters.length && units + characters[end].length <= length; end++) {
    units += characters[end].length;
  }
  return characters.slice(0, end).join('').trim();
}

/** The text of a message, without its media. */
export function textOf(content) {
  return typeof content === 'string'
    ? content
    : content.filter((block) => block.type === 'text').map((block) => block.text).join('\n');
}
