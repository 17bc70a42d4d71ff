import { ApiError, part } from './api.js';
import { frames } from './sse.js';

const LONGEST_PAUSE_MS = 10_000;

/**
 * Reads the events of a run and its delegates until it ends or is suspended. When a connection breaks, the next one continues after
 * the last event received.
 *
 * @param {object} options
 * @param {import('./api.js').Api} options.api
 * @param {string} [options.runId] may be missing when `first` is given, whose `run_start` has it
 * @param {string} [options.cursor] the last event already known; empty to read from the start
 * @param {Response} [options.first] the response stream of the request that started the run
 * @param {AbortSignal} options.signal
 * @param {(event: object) => void} options.onEvent gets the event with its `cursor`
 * @param {(cursor: string, of: object) => void} options.onReset events after this cursor are discarded, if `of` has
 *     a `delegate` those of that run
 * @param {(connected: boolean) => void} options.onLink
 * @param {(ms: number, signal: AbortSignal) => Promise<void>} [options.pause]
 * @param {number} [options.silence] milliseconds without data after which a connection counts as broken
 * @returns {Promise<'finished' | 'rested' | 'lost'>} `rested`: there are no events after the cursor; `lost`:
 *     the first stream ended before `run_start`
 */
export async function readRun(options) {
  const { api, signal, onLink, pause = sleep } = options;
  const state = { runId: options.runId, cursor: options.cursor ?? '', finished: false, events: 0 };
  let response = options.first ?? null;
  let failures = 0;
  for (;;) {
    const before = state.events;
    try {
      response ??= await reopened(api, state, signal);
      if (response.status === 204) {
        return 'rested';
      }
      onLink(true);
      await read(response, state, options);
    } catch (error) {
      if (signal.aborted || !isTransient(error)) {
        throw error;
      }
      failures = Math.max(failures, error.retryAfter ?? 0);
    }
    response = null;
    if (state.finished) {
      return 'finished';
    }
    if (!state.runId) {
      return 'lost';
    }
    if (state.events > before) {
      failures = 0;
    }
    if (failures > 0 || state.events === before) {
      onLink(false);
      await pause(Math.min(300 * 2 ** failures++, LONGEST_PAUSE_MS), signal);
    }
  }
}

function reopened(api, state, signal) {
  const headers = { Accept: 'text/event-stream' };
  if (state.cursor) {
    headers['Last-Event-ID'] = state.cursor;
  }
  return api.open('GET', `runs/${part(state.runId)}/events/stream?delegates=true`, undefined, { headers, signal });
}

/** Reads one connection until it ends, times out, or the server asks the client to reconnect. */
async function read(response, state, { onEvent, onReset, silence }) {
  for await (const frame of frames(response.body, silence)) {
    const data = JSON.parse(frame.data);
    state.events++;
    if (frame.event === 'reconnect' || frame.event === 'resync') {
      state.cursor = data.cursor;
      return;
    }
    state.cursor = frame.id;
    if (data.event_type === 'reset') {
      onReset(data.cursor, data);
      continue;
    }
    const own = data.delegate === undefined;
    state.runId = own && data.event_type === 'run_start' ? data.run_id : state.runId;
    state.finished = own && data.event_type === 'run_finish';
    onEvent({ ...data, cursor: frame.id });
  }
}

/**
 * Whether a retry may succeed: a network error, an overloaded or stopping server, too many streams. A server that has
 * not deployed the application yet returns 404 without one of our codes.
 */
export function isTransient(error) {
  if (!(error instanceof ApiError)) {
    return error instanceof TypeError;
  }
  return [429, 500, 502, 503, 504].includes(error.status) || (error.status === 404 && error.code === '');
}

/** Waits for a time, or until the signal aborts. Leaves no listener on the signal, which outlives many waits. */
export function sleep(ms, signal) {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
